BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'start','2026-11-16 17:14:25',1,X'CC09823997F9CC3194F73F910FE250F6CC1764CBFF3BEEF63226735B16123B5ACA557F53736F7DFC5046200B7E9CF023',16001400);
INSERT INTO "_sqlx_migrations" VALUES(2,'set aside','2026-11-16 17:14:25',1,X'C113CDAE2C7FDF3F43144572BC7F2BF8074C7DA124D61F365F25713D87735177E56975AEAD80253E2EB2F939AC009414',10171336);
CREATE TABLE downtimes (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL
);
CREATE TABLE events (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);
INSERT INTO "events" VALUES('9stua9rxhu3d',1,1794849265213,'{"e":"move","p":112,"spent":8}');
INSERT INTO "events" VALUES('9stua9rxhu3d',2,1794849265227,'{"e":"move","p":97,"spent":14}');
INSERT INTO "events" VALUES('9stua9rxhu3d',3,1794849265237,'{"e":"move","p":99,"spent":10}');
INSERT INTO "events" VALUES('9stua9rxhu3d',4,1794849265245,'{"e":"move","p":126,"spent":8}');
INSERT INTO "events" VALUES('9stua9rxhu3d',5,1794849265249,'{"e":"move","p":114,"spent":4}');
INSERT INTO "events" VALUES('ztxhsr7rgii7',1,1794849265268,'{"e":"move","p":37,"spent":4}');
INSERT INTO "events" VALUES('ztxhsr7rgii7',2,1794849265288,'{"e":"move","p":43,"spent":20}');
INSERT INTO "events" VALUES('ztxhsr7rgii7',3,1794849265305,'{"e":"move","p":18,"spent":17}');
INSERT INTO "events" VALUES('ztxhsr7rgii7',4,1794849265316,'{"e":"move","p":19,"spent":11}');
INSERT INTO "events" VALUES('dg4dabrf3bz9',1,1794849265353,'{"e":"move","p":40,"spent":9}');
INSERT INTO "events" VALUES('dg4dabrf3bz9',2,1794849265357,'{"e":"move","p":56,"spent":4}');
INSERT INTO "events" VALUES('dg4dabrf3bz9',3,1794849265360,'{"e":"move","p":24,"spent":3}');
INSERT INTO "events" VALUES('dg4dabrf3bz9',4,1794849265372,'{"e":"move","p":null,"spent":12}');
INSERT INTO "events" VALUES('nsgvky3jwhw4',1,1794849265401,'{"e":"resign","side":"black"}');
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    created BIGINT NOT NULL,
    setup TEXT NOT NULL,
    -- waiting, running, over
    status TEXT NOT NULL,
    -- whether the server itself has to go on with it: a clock, or two engines
    attended BIGINT NOT NULL,
    public BIGINT NOT NULL,
    maker TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    black_name TEXT NOT NULL,
    white_name TEXT NOT NULL,
    rules TEXT NOT NULL,
    size BIGINT NOT NULL,
    winner TEXT NOT NULL,
    result_zh TEXT NOT NULL,
    result_en TEXT NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    updated BIGINT NOT NULL
);
INSERT INTO "games" VALUES('9stua9rxhu3d','gomoku',1794849265205,'{"kind":"gomoku","rules":null,"size":15,"komi":null,"handicap":null,"black":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"white":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"vmwmfvt538a8nqxx","maker":"p_55sbvdirjj2mgvke"}','running',0,0,'p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','小明','小明','renju',15,'','','','','',1794849265205);
INSERT INTO "games" VALUES('ztxhsr7rgii7','othello',1794849265264,'{"kind":"othello","rules":null,"size":8,"komi":null,"handicap":null,"black":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"white":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"8abet74a35bns875","maker":"p_55sbvdirjj2mgvke"}','running',0,0,'p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','小明','小明','standard',8,'','','','','',1794849265264);
INSERT INTO "games" VALUES('dg4dabrf3bz9','go',1794849265344,'{"kind":"go","rules":null,"size":9,"komi":null,"handicap":null,"black":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"white":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"mm5dvmr8rqfu7krt","maker":"p_55sbvdirjj2mgvke"}','running',0,0,'p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','小明','小明','chinese',9,'','','','','',1794849265344);
INSERT INTO "games" VALUES('nsgvky3jwhw4','gomoku',1794849265395,'{"kind":"gomoku","rules":null,"size":15,"komi":null,"handicap":null,"black":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"white":{"who":"person","id":"p_55sbvdirjj2mgvke","name":"小明"},"clock":"5m","pace_ms":0,"public":false,"invite":"fmrngtdsh3k4ztdu","maker":"p_55sbvdirjj2mgvke"}','over',1,0,'p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','p_55sbvdirjj2mgvke','小明','小明','renju',15,'white','白方获胜（认输）','White wins (resignation)','','',1794849265401);
CREATE TABLE hidden (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE TABLE mistakes (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    body TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    token TEXT NOT NULL,
    created BIGINT NOT NULL
);
INSERT INTO "players" VALUES('p_55sbvdirjj2mgvke','小明','','',1794849265186);
INSERT INTO "players" VALUES('p_x69zaazejnnnwvgu','bot','p_55sbvdirjj2mgvke','25589e993df08299e12494bdd16acb8a0636339f98113dc795f32d69accdd70e',1794849265423);
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
INSERT INTO "processes" VALUES('cbru5fdz',1794849265183);
CREATE TABLE progress (
    player TEXT NOT NULL,
    collection TEXT NOT NULL,
    problem TEXT NOT NULL,
    solved BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    due BIGINT NOT NULL,
    PRIMARY KEY (player, collection, problem)
);
CREATE TABLE records (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    black_name TEXT NOT NULL,
    white_name TEXT NOT NULL,
    rules TEXT NOT NULL,
    size BIGINT NOT NULL,
    moves BIGINT NOT NULL,
    winner TEXT NOT NULL,
    result_zh TEXT NOT NULL,
    result_en TEXT NOT NULL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);
INSERT INTO "records" VALUES('r8rk6vywc2knm','p_55sbvdirjj2mgvke','go','第1局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第1局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第1局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849265408,1794849265408);
INSERT INTO "records" VALUES('r2sbrx5jjmu8m','p_55sbvdirjj2mgvke','go','第2局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第2局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第2局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849265408,1794849265408);
INSERT INTO "records" VALUES('rvg8bib6fqv8k','p_55sbvdirjj2mgvke','go','第3局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第3局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第3局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849265408,1794849265408);
INSERT INTO "records" VALUES('r68iet2ehibt2','p_55sbvdirjj2mgvke','go','第4局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第4局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第4局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849265408,1794849265408);
INSERT INTO "records" VALUES('rsn5sx5yqsha6','p_55sbvdirjj2mgvke','go','第5局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第5局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第5局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849265408,1794849265408);
CREATE TABLE set_aside (
    game TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "settings" VALUES('cookie secret','56zmfuicem6wh7gzk7f5d6z27ryqxdr7rhnze9dazai278bbxhch');
CREATE INDEX players_token ON players (token);
CREATE INDEX players_owner ON players (owner);
CREATE INDEX games_black ON games (black, updated);
CREATE INDEX games_white ON games (white, updated);
CREATE INDEX games_status ON games (status, attended);
CREATE INDEX records_owner ON records (owner, updated);
CREATE INDEX mistakes_player ON mistakes (player);
COMMIT;

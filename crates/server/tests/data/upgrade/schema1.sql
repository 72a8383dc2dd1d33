BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'start','2026-11-16 17:14:23',1,X'CC09823997F9CC3194F73F910FE250F6CC1764CBFF3BEEF63226735B16123B5ACA557F53736F7DFC5046200B7E9CF023',19291594);
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
INSERT INTO "events" VALUES('wsh2663fz4i5',1,1794849263633,'{"e":"move","p":112,"spent":17}');
INSERT INTO "events" VALUES('wsh2663fz4i5',2,1794849263635,'{"e":"move","p":97,"spent":2}');
INSERT INTO "events" VALUES('wsh2663fz4i5',3,1794849263660,'{"e":"move","p":99,"spent":25}');
INSERT INTO "events" VALUES('wsh2663fz4i5',4,1794849263677,'{"e":"move","p":126,"spent":17}');
INSERT INTO "events" VALUES('wsh2663fz4i5',5,1794849263699,'{"e":"move","p":114,"spent":21}');
INSERT INTO "events" VALUES('exr23gu4bg76',1,1794849263749,'{"e":"move","p":37,"spent":17}');
INSERT INTO "events" VALUES('exr23gu4bg76',2,1794849263761,'{"e":"move","p":43,"spent":12}');
INSERT INTO "events" VALUES('exr23gu4bg76',3,1794849263765,'{"e":"move","p":18,"spent":4}');
INSERT INTO "events" VALUES('exr23gu4bg76',4,1794849263766,'{"e":"move","p":19,"spent":1}');
INSERT INTO "events" VALUES('u7cf76d494c3',1,1794849263812,'{"e":"move","p":40,"spent":9}');
INSERT INTO "events" VALUES('u7cf76d494c3',2,1794849263817,'{"e":"move","p":56,"spent":5}');
INSERT INTO "events" VALUES('u7cf76d494c3',3,1794849263819,'{"e":"move","p":24,"spent":2}');
INSERT INTO "events" VALUES('u7cf76d494c3',4,1794849263849,'{"e":"move","p":null,"spent":30}');
INSERT INTO "events" VALUES('ynnib86usfth',1,1794849263867,'{"e":"resign","side":"black"}');
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
INSERT INTO "games" VALUES('wsh2663fz4i5','gomoku',1794849263616,'{"kind":"gomoku","rules":null,"size":15,"komi":null,"handicap":null,"black":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"white":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"2cfd8v7p28bvngnj","maker":"p_iqrmk6mqwuarmncq"}','running',0,0,'p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','小明','小明','renju',15,'','','','','',1794849263616);
INSERT INTO "games" VALUES('exr23gu4bg76','othello',1794849263732,'{"kind":"othello","rules":null,"size":8,"komi":null,"handicap":null,"black":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"white":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"qcvjibt2qdzhp5wh","maker":"p_iqrmk6mqwuarmncq"}','running',0,0,'p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','小明','小明','standard',8,'','','','','',1794849263732);
INSERT INTO "games" VALUES('u7cf76d494c3','go',1794849263803,'{"kind":"go","rules":null,"size":9,"komi":null,"handicap":null,"black":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"white":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"clock":null,"pace_ms":0,"public":false,"invite":"tgzkcyf77jjfj67n","maker":"p_iqrmk6mqwuarmncq"}','running',0,0,'p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','小明','小明','chinese',9,'','','','','',1794849263803);
INSERT INTO "games" VALUES('ynnib86usfth','gomoku',1794849263864,'{"kind":"gomoku","rules":null,"size":15,"komi":null,"handicap":null,"black":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"white":{"who":"person","id":"p_iqrmk6mqwuarmncq","name":"小明"},"clock":"5m","pace_ms":0,"public":false,"invite":"n3v4mem5dzwpkebx","maker":"p_iqrmk6mqwuarmncq"}','over',1,0,'p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','p_iqrmk6mqwuarmncq','小明','小明','renju',15,'white','白方获胜（对方认输）','White wins by resignation','','',1794849263867);
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
INSERT INTO "players" VALUES('p_iqrmk6mqwuarmncq','小明','','',1794849263613);
INSERT INTO "players" VALUES('p_f9nrc6zvu92t28h7','bot','p_iqrmk6mqwuarmncq','87c3a4f8e871b88afe8df54ae863d71fb1acca3666a01e67cb58a6bdf01f9b17',1794849263913);
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
INSERT INTO "processes" VALUES('nebgi3zg',1794849263594);
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
INSERT INTO "records" VALUES('r44acjhkehwjr','p_iqrmk6mqwuarmncq','go','第1局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第1局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第1局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849263895,1794849263895);
INSERT INTO "records" VALUES('r8asmixm2wy2k','p_iqrmk6mqwuarmncq','go','第2局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第2局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第2局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849263895,1794849263895);
INSERT INTO "records" VALUES('r2b6gycg83ei4','p_iqrmk6mqwuarmncq','go','第3局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第3局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第3局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849263895,1794849263895);
INSERT INTO "records" VALUES('rjzdu5c2cfh3p','p_iqrmk6mqwuarmncq','go','第4局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第4局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第4局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849263896,1794849263896);
INSERT INTO "records" VALUES('r4naass2tzscv','p_iqrmk6mqwuarmncq','go','第5局','柯洁','申真谞','chinese',9,2,'','','','','{"format":"heibai","version":2,"game":"go","size":9,"rules":"chinese","komi":7.5,"black":{"name":"柯洁"},"white":{"name":"申真谞"},"name":"第5局","nodes":[{"sgf":"GM[1]SZ[9]CA[UTF-8]GN[第5局]PB[柯洁]PW[申真谞]"},{"color":"black","move":"C7","sgf":"B[cc]"},{"color":"white","move":"G3","sgf":"W[gg]"}]}',1794849263896,1794849263896);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "settings" VALUES('cookie secret','i3zmsy49rxw7nh6y53hucwrqcamrpgiitjzdufyxugzt5p3d88ww');
CREATE INDEX players_token ON players (token);
CREATE INDEX players_owner ON players (owner);
CREATE INDEX games_black ON games (black, updated);
CREATE INDEX games_white ON games (white, updated);
CREATE INDEX games_status ON games (status, attended);
CREATE INDEX records_owner ON records (owner, updated);
CREATE INDEX mistakes_player ON mistakes (player);
COMMIT;

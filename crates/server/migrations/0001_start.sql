-- The same statements serve SQLite and PostgreSQL; texts instead of nulls, JSON as text.

CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- Guests who gave a name, and bots (owner and token hash set).
CREATE TABLE players (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    token TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX players_token ON players (token);
CREATE INDEX players_owner ON players (owner);

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
CREATE INDEX games_black ON games (black, updated);
CREATE INDEX games_white ON games (white, updated);
CREATE INDEX games_status ON games (status, attended);

-- What happened in a game; the key makes a doubled or overtaken event impossible.
CREATE TABLE events (
    game TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

-- Games that a player has taken off their list.
CREATE TABLE hidden (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    PRIMARY KEY (player, game)
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
CREATE INDEX records_owner ON records (owner, updated);

-- Training: what a player solved, and when a problem is due again.
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

-- Problems made of a player's own mistakes.
CREATE TABLE mistakes (
    id TEXT PRIMARY KEY,
    player TEXT NOT NULL,
    body TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE INDEX mistakes_player ON mistakes (player);

-- Server processes that are alive, and the times when none was: clocks stand still then.
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE TABLE downtimes (
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL
);

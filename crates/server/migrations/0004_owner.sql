-- Whom the owner of the server shuts out: a player's id or an address.
CREATE TABLE bans (
    who TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);
-- What a player may have instead of the usual; -1 is the usual.
CREATE TABLE quotas (
    player TEXT PRIMARY KEY,
    open_games BIGINT NOT NULL,
    library BIGINT NOT NULL
);

-- Tournaments of the laboratory that have ended, as they are told.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    made BIGINT NOT NULL
);
CREATE INDEX tournaments_made ON tournaments (made);

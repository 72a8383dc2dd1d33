-- Reviews that were made: the key is a hash of the game, the reviewer, how closely it looked and its edition.
CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    made BIGINT NOT NULL
);
CREATE INDEX reviews_made ON reviews (made);

-- Games that could not be restored; their status is 'aside', and nobody goes on with them.
CREATE TABLE set_aside (
    game TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    at BIGINT NOT NULL
);

-- What games wait for an engine to answer after an event, and which process does; '' while nobody does.
CREATE TABLE questions (
    game TEXT PRIMARY KEY,
    seq BIGINT NOT NULL,
    owner TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX questions_owner ON questions (owner);

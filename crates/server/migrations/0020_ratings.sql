-- How strong a solver is in a game, and how hard a problem: by the name of either.
CREATE TABLE ratings (
    name TEXT PRIMARY KEY,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL
);

-- How many problems a player solved and failed on each day since 1970.
CREATE TABLE practice (
    player TEXT NOT NULL,
    day BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    PRIMARY KEY (player, day)
);

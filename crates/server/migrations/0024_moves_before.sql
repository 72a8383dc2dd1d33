-- The moves that a game began with: they are counted before its first event, too.
ALTER TABLE games ADD COLUMN moves_before BIGINT NOT NULL DEFAULT 0;

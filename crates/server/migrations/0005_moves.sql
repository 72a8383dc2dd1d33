-- How many moves a game has after an event; NULL for events of before.
ALTER TABLE events ADD COLUMN moves BIGINT;

-- When a game was played, as its record says, and what else is found of it: the opening's name and the comments.
ALTER TABLE records ADD COLUMN date TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN words TEXT NOT NULL DEFAULT '';
-- The text indexes are made anew with both.
DROP TABLE IF EXISTS record_text;
DROP INDEX IF EXISTS records_text;

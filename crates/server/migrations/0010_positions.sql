-- Where a record lies in its owner's library, and the board at its end: a digit for each point, '' where unknown.
ALTER TABLE records ADD COLUMN folder TEXT NOT NULL DEFAULT '';
ALTER TABLE records ADD COLUMN board TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN board TEXT NOT NULL DEFAULT '';
CREATE INDEX records_folder ON records (owner, folder, updated);
CREATE INDEX records_tags ON records (owner, tags);

-- The index of positions is filled in batches: a large import is a batch of its own, small changes share a young one.
CREATE TABLE position_batches (
    owner TEXT NOT NULL,
    number BIGINT NOT NULL,
    young BIGINT NOT NULL,
    PRIMARY KEY (owner, number)
);

-- Bytes of each player's records, kept up with every change: adding them up reads the whole library.
CREATE TABLE library_bytes (
    owner TEXT PRIMARY KEY,
    bytes BIGINT NOT NULL
);
INSERT INTO library_bytes (owner, bytes)
    SELECT owner, CAST(SUM(OCTET_LENGTH(body)) AS BIGINT) FROM records GROUP BY owner;

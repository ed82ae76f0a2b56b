-- A learner is whoever holds one of the tokens; there are no accounts.
CREATE TABLE learner (
    id TEXT NOT NULL PRIMARY KEY,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One for every browser of the learner. Only the SHA-256 of the token is stored.
CREATE TABLE learner_token (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX learner_token_by_learner ON learner_token (learner);

-- "Continue on another device": the row goes when the link is used.
CREATE TABLE device_link (
    hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX device_link_by_learner ON device_link (learner);

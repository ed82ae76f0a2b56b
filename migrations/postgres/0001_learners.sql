-- A learner is whoever holds one of the tokens; there are no accounts.
CREATE TABLE learner (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

-- One for every browser of the learner. Only the SHA-256 of the token is stored.
CREATE TABLE learner_token (
    hash BYTEA NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);

CREATE INDEX learner_token_by_learner ON learner_token (learner);

-- "Continue on another device": the row goes when the link is used.
CREATE TABLE device_link (
    hash BYTEA NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX device_link_by_learner ON device_link (learner);

-- The register. Rows are never deleted: an erased certificate stays as a row that holds nothing but its id and state.
CREATE TABLE certificate (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('active', 'withdrawn', 'erased')),
    learner TEXT COLLATE "C" REFERENCES learner (id),
    attempt TEXT COLLATE "C" UNIQUE REFERENCES attempt (id),
    course TEXT COLLATE "C",
    edition TEXT,
    holder TEXT,
    score BIGINT,
    score_max BIGINT,
    issued_at BIGINT,
    lang TEXT,
    kid TEXT,
    jwt TEXT,
    -- When it was withdrawn or erased.
    ended_at BIGINT,
    reason TEXT,
    CHECK ((state = 'active') = (ended_at IS NULL)),
    CHECK ((state = 'withdrawn') = (reason IS NOT NULL)),
    CHECK ((state = 'erased') = (learner IS NULL)),
    CHECK ((state = 'erased') = (attempt IS NULL)),
    CHECK ((state = 'erased') = (course IS NULL)),
    CHECK ((state = 'erased') = (edition IS NULL)),
    CHECK ((state = 'erased') = (holder IS NULL)),
    CHECK ((state = 'erased') = (score IS NULL)),
    CHECK ((state = 'erased') = (score_max IS NULL)),
    CHECK ((state = 'erased') = (issued_at IS NULL)),
    CHECK ((state = 'erased') = (lang IS NULL)),
    CHECK ((state = 'erased') = (kid IS NULL)),
    CHECK ((state = 'erased') = (jwt IS NULL))
);

CREATE INDEX certificate_by_learner ON certificate (learner);

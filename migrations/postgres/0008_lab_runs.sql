-- Runs of labs. The job queue only wakes a worker; which run is next, who has it and how it ended stands here.
CREATE TABLE lab_run (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    lab TEXT NOT NULL,
    -- JSON array of [name, value].
    parameters TEXT NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    -- What the learner predicted, as a decimal; nothing where no page asked.
    guess TEXT,
    queued_at BIGINT NOT NULL,
    -- When the job queue was told of it; nothing until it is.
    handed_at BIGINT,
    state TEXT NOT NULL CHECK (state IN
        ('queued', 'running', 'done', 'out_of_memory', 'timed_out', 'cancelled', 'device_lost', 'failed')),
    -- How often a worker took it.
    attempt BIGINT NOT NULL CHECK (attempt >= 0),
    worker TEXT,
    started_at BIGINT,
    -- A worker that does not prolong this has died.
    lease_until BIGINT,
    cancel_asked BOOLEAN NOT NULL,
    ended_at BIGINT,
    error TEXT,
    -- JSON: the device that it ran on.
    made_on TEXT,
    CHECK ((state = 'running') = (worker IS NOT NULL)),
    CHECK ((state = 'running') = (lease_until IS NOT NULL)),
    CHECK ((state IN ('queued', 'running')) = (ended_at IS NULL)),
    CHECK (state <> 'running' OR started_at IS NOT NULL)
);

CREATE INDEX lab_run_by_learner ON lab_run (learner, state);
CREATE INDEX lab_run_by_state ON lab_run (state, device, queued_at, id);

-- What is told of a run, in order. Whoever was cut off asks for what follows the last number that arrived.
CREATE TABLE lab_event (
    run TEXT COLLATE "C" NOT NULL REFERENCES lab_run (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL CHECK (seq >= 1),
    kind TEXT NOT NULL,
    -- JSON object.
    data TEXT NOT NULL,
    PRIMARY KEY (run, seq)
);

-- The report, and the memory snapshot that PyTorch's tools open; both packed with gzip.
CREATE TABLE lab_result (
    run TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES lab_run (id) ON DELETE CASCADE,
    report BYTEA NOT NULL,
    snapshot BYTEA
);

-- Who takes runs, and for which device. A row that is old belongs to a worker that is gone.
CREATE TABLE lab_worker (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    device TEXT COLLATE "C" NOT NULL,
    seen_at BIGINT NOT NULL
);

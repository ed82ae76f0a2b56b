CREATE TABLE attempt (
    id TEXT NOT NULL PRIMARY KEY,
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT NOT NULL,
    edition TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'abandoned')),
    score INTEGER CHECK (score BETWEEN 0 AND score_max),
    score_max INTEGER,
    passed INTEGER CHECK (passed IN (0, 1)),
    ended_at INTEGER,
    CHECK ((state = 'running') = (ended_at IS NULL)),
    CHECK ((state = 'finished') = (score IS NOT NULL)),
    CHECK ((state = 'finished') = (score_max IS NOT NULL)),
    CHECK ((state = 'finished') = (passed IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX attempt_by_learner ON attempt (learner, course, started_at);

-- Two tabs that start at once get the same attempt.
CREATE UNIQUE INDEX attempt_running ON attempt (learner, course) WHERE state = 'running';

-- The questions drawn.
CREATE TABLE attempt_item (
    attempt TEXT NOT NULL REFERENCES attempt (id) ON DELETE CASCADE,
    question TEXT NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 1),
    -- JSON array of option ids.
    option_order TEXT NOT NULL,
    PRIMARY KEY (attempt, question),
    UNIQUE (attempt, position)
) STRICT, WITHOUT ROWID;

-- Answers to the questions drawn. Learner and course are those of the attempt.
CREATE TABLE attempt_answer (
    attempt TEXT NOT NULL,
    question TEXT NOT NULL,
    try_no INTEGER NOT NULL CHECK (try_no >= 1),
    question_version TEXT NOT NULL,
    response TEXT NOT NULL,
    correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
    lang TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (attempt, question, try_no),
    FOREIGN KEY (attempt, question) REFERENCES attempt_item (attempt, question) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

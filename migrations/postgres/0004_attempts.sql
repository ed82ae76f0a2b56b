CREATE TABLE attempt (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT COLLATE "C" NOT NULL,
    edition TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'abandoned')),
    score BIGINT CHECK (score BETWEEN 0 AND score_max),
    score_max BIGINT,
    passed BOOLEAN,
    ended_at BIGINT,
    CHECK ((state = 'running') = (ended_at IS NULL)),
    CHECK ((state = 'finished') = (score IS NOT NULL)),
    CHECK ((state = 'finished') = (score_max IS NOT NULL)),
    CHECK ((state = 'finished') = (passed IS NOT NULL))
);

CREATE INDEX attempt_by_learner ON attempt (learner, course, started_at);

-- Two tabs that start at once get the same attempt.
CREATE UNIQUE INDEX attempt_running ON attempt (learner, course) WHERE state = 'running';

-- The questions drawn.
CREATE TABLE attempt_item (
    attempt TEXT COLLATE "C" NOT NULL REFERENCES attempt (id) ON DELETE CASCADE,
    question TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL CHECK (position >= 1),
    -- JSON array of option ids.
    option_order TEXT NOT NULL,
    PRIMARY KEY (attempt, question),
    UNIQUE (attempt, position)
);

-- Answers to the questions drawn. Learner and course are those of the attempt.
CREATE TABLE attempt_answer (
    attempt TEXT COLLATE "C" NOT NULL,
    question TEXT COLLATE "C" NOT NULL,
    try_no BIGINT NOT NULL CHECK (try_no >= 1),
    question_version TEXT NOT NULL,
    response TEXT NOT NULL,
    correct BOOLEAN NOT NULL,
    lang TEXT NOT NULL,
    given_at BIGINT NOT NULL,
    PRIMARY KEY (attempt, question, try_no),
    FOREIGN KEY (attempt, question) REFERENCES attempt_item (attempt, question) ON DELETE CASCADE
);

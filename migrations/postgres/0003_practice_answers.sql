-- Answers to the questions of lessons. The key says what makes two answers the same one.
CREATE TABLE practice_answer (
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT COLLATE "C" NOT NULL,
    question TEXT COLLATE "C" NOT NULL,
    try_no BIGINT NOT NULL CHECK (try_no >= 1),
    question_version TEXT NOT NULL,
    -- JSON, bound to option ids.
    response TEXT NOT NULL,
    correct BOOLEAN NOT NULL,
    lang TEXT NOT NULL,
    given_at BIGINT NOT NULL,
    PRIMARY KEY (learner, course, question, try_no)
);

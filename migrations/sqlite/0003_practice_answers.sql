-- Answers to the questions of lessons. The key says what makes two answers the same one.
CREATE TABLE practice_answer (
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT NOT NULL,
    question TEXT NOT NULL,
    try_no INTEGER NOT NULL CHECK (try_no >= 1),
    question_version TEXT NOT NULL,
    -- JSON, bound to option ids.
    response TEXT NOT NULL,
    correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
    lang TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (learner, course, question, try_no)
) STRICT, WITHOUT ROWID;

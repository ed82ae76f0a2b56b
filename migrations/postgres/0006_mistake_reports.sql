CREATE TABLE mistake_report (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT COLLATE "C" NOT NULL,
    question TEXT COLLATE "C" NOT NULL,
    question_version TEXT NOT NULL,
    lang TEXT NOT NULL,
    text TEXT NOT NULL,
    sent_at BIGINT NOT NULL
);

CREATE INDEX mistake_report_by_learner ON mistake_report (learner);

CREATE TABLE mistake_report (
    id TEXT NOT NULL PRIMARY KEY,
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT NOT NULL,
    question TEXT NOT NULL,
    question_version TEXT NOT NULL,
    lang TEXT NOT NULL,
    text TEXT NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;

CREATE INDEX mistake_report_by_learner ON mistake_report (learner);

CREATE TABLE lesson_read (
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT NOT NULL,
    lesson TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    PRIMARY KEY (learner, course, lesson)
) STRICT, WITHOUT ROWID;

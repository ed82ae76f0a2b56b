CREATE TABLE lesson_read (
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    course TEXT COLLATE "C" NOT NULL,
    lesson TEXT COLLATE "C" NOT NULL,
    read_at BIGINT NOT NULL,
    PRIMARY KEY (learner, course, lesson)
);

-- Labs that learners finished: a run of theirs came to a report. Runs themselves are not kept for ever.
CREATE TABLE lab_done (
    learner TEXT COLLATE "C" NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    lab TEXT COLLATE "C" NOT NULL,
    done_at BIGINT NOT NULL,
    PRIMARY KEY (learner, lab)
);

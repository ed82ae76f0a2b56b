-- Labs that learners finished: a run of theirs came to a report. Runs themselves are not kept for ever.
CREATE TABLE lab_done (
    learner TEXT NOT NULL REFERENCES learner (id) ON DELETE CASCADE,
    lab TEXT NOT NULL,
    done_at INTEGER NOT NULL,
    PRIMARY KEY (learner, lab)
) STRICT, WITHOUT ROWID;

-- When it is the turn of a run: of those that wait, the one with the earliest turn is taken.
ALTER TABLE lab_run ADD COLUMN turn_at INTEGER NOT NULL DEFAULT 0;
UPDATE lab_run SET turn_at = queued_at;
DROP INDEX lab_run_by_state;
CREATE INDEX lab_run_by_state ON lab_run (state, device, turn_at, id);

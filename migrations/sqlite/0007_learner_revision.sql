-- Counts the transactions that wrote something about a learner. A page that was made at one count shows what there is for
-- as long as the count stays.
ALTER TABLE learner ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;

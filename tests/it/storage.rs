//! Everything that storage promises, on both databases.

#![expect(
    clippy::unwrap_used,
    reason = "the cases and what they share are tests, though clippy sees it of #[test] functions only"
)]

mod database;
mod samples;

mod learners;
mod links;
mod merge;

mod answers;
mod attempts;
mod lessons;

mod certificates;
mod erase;
mod prune;
mod reports;
mod runs;

mod corrupt;
mod outages;
mod schema;

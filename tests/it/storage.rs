//! Everything that storage promises, on both databases.

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
mod reports;

mod corrupt;
mod outages;
mod schema;

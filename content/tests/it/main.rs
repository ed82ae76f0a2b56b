//! Tests over whole content folders, through the public API only.

mod codes;
mod documented;
mod files;
mod hostile;
mod keys;
mod labs;
mod languages;
mod output;
mod property;
mod quizzes;
mod rendering;
mod site;
mod steps;
mod versions;

//! The pages: each a function from what it shows to a complete HTML document.

pub mod api;
pub mod catalog;
pub mod confirm;
pub mod course;
pub mod error;
pub mod glossary;
pub mod lab;
pub mod lab_run;
pub mod labs;
pub mod lesson;
pub mod playground;
pub mod progress;
pub mod quiz_intro;
pub mod quiz_question;
pub mod quiz_result;
pub mod report;
pub mod verify;

pub use self::labs::labs;
pub use api::api;
pub use catalog::catalog;
pub use confirm::confirm;
pub use course::course;
pub use error::error;
pub use glossary::glossary;
pub use lab::lab;
pub use lab_run::lab_run;
pub use lesson::lesson;
pub use playground::playground;
pub use progress::progress;
pub use quiz_intro::quiz_intro;
pub use quiz_question::quiz_question;
pub use quiz_result::quiz_result;
pub use report::report;
pub use verify::verify;

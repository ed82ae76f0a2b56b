//! What the site is about, without a database, HTTP or a clock: learners, answers, attempts, certificates, reports, lab runs.
//!
//! Time ([`Timestamp`]) and randomness (`rand::Rng`) are parameters. State enums carry what is true in that state, and a
//! transition consumes the old state and may refuse.

mod id;
mod origin;
mod revision;
mod time;
mod token;

mod answer;
mod attempt;
mod draw;
mod score;

mod certificate;
mod holder;
mod report;

mod device;
mod run;

#[cfg(test)]
mod samples;

pub use answer::{Answer, Place};
pub use attempt::{Attempt, AttemptItem, AttemptResult, AttemptState, AttemptSummary, NotRunning};
pub use certificate::{Certificate, CertificateStatus, IssuedCertificate, NotActive, Tombstone};
pub use device::{DeviceName, DeviceNameError};
pub use draw::draw;
pub use holder::{HolderName, MAX_NAME_CHARS, NameError};
pub use id::{AttemptId, CertificateId, IdError, LearnerId, ReportId, RunId};
pub use origin::{SiteOrigin, SiteOriginError};
pub use report::{MAX_REPORT_CHARS, MistakeReport, ReportText, ReportTextError};
pub use revision::{LookedUp, Recognised, Revision};
pub use run::{Ended, Ending, EndingError, Held, Holder, LabRun, MAX_TAKES, Payer, Refused, RunOrder, RunState};
pub use score::{Score, score};
pub use time::Timestamp;
pub use token::TokenHash;

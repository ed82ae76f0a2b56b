//! What the site does, without HTTP: from ids and input to the data that a page shows.

pub mod clock;
pub mod library;

pub mod learner;

pub mod answering;
pub mod practice;
pub mod quiz;

pub mod certificates;
pub mod progress;
pub mod reports;
pub mod steps;

pub mod labs;

mod upkeep;

pub mod shape;

use std::sync::Arc;

use app::view::Limit;
use content::course::Catalog;

use crate::certificate::credential::Issuer;
use crate::certificate::keys::KeyStore;
use crate::storage::{Storage, StorageError};
use clock::Clock;
use library::Library;

/// Everything that requests share.
#[derive(Debug, Clone)]
pub struct Services {
    pub library: Arc<Library>,
    pub storage: Storage,
    pub keys: Arc<KeyStore>,
    pub issuer: Arc<Issuer>,
    pub clock: Clock,
    /// Nothing where the site offers no labs.
    pub labs: Option<Arc<labs::Labs>>,
}

impl Services {
    /// Returns the content as it is now. Hold on to it for the whole request: it may be replaced at any time.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.library.catalog()
    }
}

/// Why a request cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// There is no such course, lesson, question, attempt or certificate, or it is someone else's.
    #[error("there is no such thing")]
    NotFound,
    /// The learner was there when the request began: another window deleted their data, or moved it to another learner.
    #[error("the learner was deleted or merged while the request was under way")]
    LearnerGone,
    /// A limit that protects the site was reached.
    #[error("a limit for one learner is reached: {limit:?}, {most}")]
    Limit { limit: Limit, most: u64 },
    /// The site runs no labs.
    #[error("labs are turned off here")]
    NoLabs,
    /// What was ordered cannot be run.
    #[error("{0}")]
    Unfit(labs::Unfit),
    /// Nobody takes runs for the device that was asked for.
    #[error("{0}")]
    DeviceAway(labs::Unfit),
    /// As many runs wait as may.
    #[error("too many runs wait already; try again in {} s", labs::QUEUE_RETRY_S)]
    QueueFull,
    /// As many listen as may.
    #[error("too many listen already; ask again for the run itself, or try again in {} s", labs::QUEUE_RETRY_S)]
    TooManyListeners,
    /// Only whoever ordered a run may do that.
    #[error("only the browser that started the run may cancel it")]
    NotTheirs,
    /// The run has no such document, or not yet.
    #[error("there is nothing to download: the run is {0}")]
    NoDocument(&'static str),
    #[error("what is stored of the run cannot be unpacked: {0}")]
    Damaged(String),
    /// What was posted fits no form of ours.
    #[error("the form cannot be read: {0}")]
    BadForm(&'static str),
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("the certificate cannot be signed: {0}")]
    Signing(String),
}

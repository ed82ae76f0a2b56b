//! What every handler can reach.

use std::sync::Arc;

use super::assets::Site;
use super::kept::KeptPages;
use crate::service::Services;

/// Shared by all requests; cheap to clone.
#[derive(Debug, Clone)]
pub struct App {
    pub services: Services,
    /// The built client, style and pictures.
    pub site: Arc<Site>,
    pub kept: Arc<KeptPages>,
}

impl App {
    /// Returns scheme, host and port that visitors see, without a slash at the end.
    pub fn origin(&self) -> &str {
        self.services.issuer.origin()
    }

    /// Returns whether visitors come by TLS, so that cookies may be confined to it.
    pub fn is_secure(&self) -> bool {
        self.origin().starts_with("https://")
    }
}

//! "Continue on another device": a link that works once.
//!
//! Opening the link changes nothing, since messengers and mail scanners open links too; the button on its page posts.

use app::view::{Confirm, ErrorKind, ProgressDone};
use axum::response::{IntoResponse, Response};

use super::error::HttpError;
use super::extract::Path;
use super::middleware::TokenPage;
use super::page;
use super::progress::{confirm_page, progress_page};
use super::visit::Visit;
use crate::service::learner::{Continued, LINK_LIFETIME};
use crate::service::shape::address;

/// Shows a new link, once. Reloading the page makes another one and costs nothing.
pub(super) async fn make_link(mut visit: Visit) -> Result<Response, HttpError> {
    let (learner, jar) = visit.learner_or_new().await?;
    visit.learner = Some(learner);
    let token = visit.app.services.new_continue_token(learner).await?;
    let url = format!("{}/{}/continue/{token}", visit.app.origin(), visit.lang);
    visit.here = address::progress(visit.lang);
    let minutes = u32::try_from(LINK_LIFETIME.as_secs() / 60).unwrap_or(u32::MAX);
    let mut response = progress_page(&visit, Some(ProgressDone::ContinueLink { url, minutes })).await?;
    response.extensions_mut().insert(TokenPage);
    Ok((jar, response).into_response())
}

/// The address of the form that makes a link, opened without posting: after a reload or a change of language.
pub(super) async fn back(visit: Visit) -> Response {
    page::see_other(&address::progress(visit.lang))
}

pub(super) async fn confirm(visit: Visit, Path((_, token)): Path<(String, String)>) -> Result<Response, HttpError> {
    if !visit.app.services.continue_link_works(&token).await? {
        return Err(HttpError::new(ErrorKind::LinkSpent));
    }
    let action = format!("/{}/continue/{token}", visit.lang);
    let mut response = confirm_page(&visit, Confirm::Continue { merge: visit.learner.is_some() }, action);
    response.extensions_mut().insert(TokenPage);
    Ok(response)
}

pub(super) async fn redeem(visit: Visit, Path((_, token)): Path<(String, String)>) -> Result<Response, HttpError> {
    match visit.app.services.redeem_continue(&token, visit.known_here()).await? {
        Continued::Spent => Err(HttpError::new(ErrorKind::LinkSpent)),
        Continued::Done(known) => {
            let back = page::see_other(&format!("{}?done=continued", address::progress(visit.lang)));
            Ok((visit.remember(known), back).into_response())
        }
    }
}

//! A learner's progress, and taking it back.

use app::view::{Confirm, ConfirmView, ProgressDone, Section};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::error::HttpError;
use super::extract::{Path, Query};
use super::page::{self, Head};
use super::visit::Visit;
use crate::service::shape::address;

#[derive(Debug, Deserialize)]
pub(super) struct ProgressQuery {
    /// What the redirect that led here did.
    done: Option<String>,
}

pub(super) async fn progress(visit: Visit, Query(query): Query<ProgressQuery>) -> Result<Response, HttpError> {
    let done = match query.done.as_deref() {
        Some("continued") => Some(ProgressDone::Continued),
        Some("reset") => Some(ProgressDone::Reset),
        Some("deleted") => Some(ProgressDone::Deleted),
        _ => None,
    };
    progress_page(&visit, done).await
}

/// Returns the progress page with what was just done at its top.
pub(super) async fn progress_page(visit: &Visit, done: Option<ProgressDone>) -> Result<Response, HttpError> {
    let view = visit.app.services.progress_page(visit.lang, &visit.catalog, visit.learner, done).await?;
    let chrome = visit.chrome(Head::private(Section::Progress, app::i18n::progress_title(visit.lang)));
    Ok(page::html(StatusCode::OK, &chrome, app::pages::progress(&chrome, &view)))
}

pub(super) async fn confirm_reset(
    visit: Visit,
    Path((_, course)): Path<(String, String)>,
) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    let what = Confirm::Reset { course: course.title.get(visit.lang).clone() };
    let action = format!("{}/reset/{}", address::progress(visit.lang), course.id);
    Ok(confirm_page(&visit, what, action))
}

pub(super) async fn reset(visit: Visit, Path((_, course)): Path<(String, String)>) -> Result<Response, HttpError> {
    let course = visit.course(&course)?;
    if let Some(learner) = visit.learner {
        visit.app.services.reset_course(learner, &visit.catalog, course).await?;
    }
    Ok(page::see_other(&format!("{}?done=reset", address::progress(visit.lang))))
}

pub(super) async fn confirm_delete(visit: Visit) -> Result<Response, HttpError> {
    let certificates = match visit.learner {
        Some(learner) => visit.app.services.certificates_held(learner).await?,
        None => 0,
    };
    let action = format!("{}/delete", address::progress(visit.lang));
    Ok(confirm_page(&visit, Confirm::Delete { certificates }, action))
}

pub(super) async fn delete(visit: Visit) -> Result<Response, HttpError> {
    if let Some(learner) = visit.learner {
        visit.app.services.delete_learner(learner).await?;
    }
    let back = page::see_other(&format!("{}?done=deleted", address::progress(visit.lang)));
    Ok((visit.forget(), back).into_response())
}

/// Returns the page that asks before something is carried out.
pub(super) fn confirm_page(visit: &Visit, what: Confirm, action: String) -> Response {
    let view = ConfirmView { what, action, cancel_href: address::progress(visit.lang) };
    let chrome = visit.chrome(Head::private(Section::Progress, app::i18n::progress_title(visit.lang)));
    page::html(StatusCode::OK, &chrome, app::pages::confirm(&chrome, &view))
}

//! Failures: one small enum for all routes, told to people as a page and to programs as problem JSON (RFC 9457).

use app::view::{ErrorKind, ErrorView, Section, Sent};
use axum::Json;
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::App;
use super::middleware::{Refusal, RequestId};
use super::page::{self, Head, link};
use super::visit::Look;
use crate::service::ServiceError;
use crate::service::labs::QUEUE_RETRY_S;
use crate::service::shape::address;
use crate::storage::StorageError;

/// Seconds after which an unavailable database is worth another try.
const RETRY_AFTER_S: u64 = 3;

/// A failure: what the client is told, and what the log is told.
#[derive(Debug, Clone)]
pub struct HttpError {
    kind: ErrorKind,
    /// Never sent.
    cause: Option<String>,
    /// What a program is told instead of the general advice.
    detail: Option<String>,
}

impl HttpError {
    pub fn new(kind: ErrorKind) -> Self {
        Self { kind, cause: None, detail: None }
    }

    pub fn not_found() -> Self {
        Self::new(ErrorKind::NotFound)
    }

    pub fn too_large() -> Self {
        Self::new(ErrorKind::TooLarge)
    }

    pub fn bad_request(cause: impl Into<String>) -> Self {
        Self { kind: ErrorKind::BadRequest, cause: Some(cause.into()), detail: None }
    }

    fn caused(kind: ErrorKind, cause: &dyn std::error::Error) -> Self {
        Self { kind, cause: Some(cause.to_string()), detail: None }
    }

    /// Returns a failure of which programs are told this, in English.
    pub fn told(kind: ErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, cause: None, detail: Some(detail.into()) }
    }
}

impl From<ServiceError> for HttpError {
    fn from(error: ServiceError) -> Self {
        match &error {
            ServiceError::NotFound => Self::not_found(),
            ServiceError::LearnerGone => Self::caused(ErrorKind::LearnerGone, &error),
            ServiceError::Limit { limit, most } => {
                Self::caused(ErrorKind::LimitReached { limit: *limit, most: *most }, &error)
            }
            ServiceError::BadForm(_) => Self::caused(ErrorKind::BadRequest, &error),
            ServiceError::Storage(StorageError::Unavailable(_)) => {
                Self::caused(ErrorKind::Unavailable { retry_after_s: RETRY_AFTER_S }, &error)
            }
            ServiceError::NoLabs | ServiceError::NoDocument(_) => Self::told(ErrorKind::NotFound, error.to_string()),
            ServiceError::Unfit(_) | ServiceError::DeviceAway(_) => Self::told(ErrorKind::Unfit, error.to_string()),
            ServiceError::QueueFull | ServiceError::TooManyListeners => {
                Self::told(ErrorKind::Unavailable { retry_after_s: QUEUE_RETRY_S }, error.to_string())
            }
            ServiceError::NotTheirs => Self::told(ErrorKind::NotTheirs, error.to_string()),
            ServiceError::Storage(_) | ServiceError::Signing(_) | ServiceError::Damaged(_) => {
                Self::caused(ErrorKind::Internal, &error)
            }
        }
    }
}

impl IntoResponse for HttpError {
    /// Returns an empty response that [`render`] fills: only there are language and wishes of the client known.
    fn into_response(self) -> Response {
        let mut response = status(self.kind).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Returns the status that tells a failure.
pub fn status(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::NotFound => StatusCode::NOT_FOUND,
        ErrorKind::BadRequest => StatusCode::BAD_REQUEST,
        ErrorKind::ForeignOrigin | ErrorKind::NotTheirs => StatusCode::FORBIDDEN,
        ErrorKind::AttemptMovedOn | ErrorKind::Altered | ErrorKind::LearnerGone | ErrorKind::LimitReached { .. } => {
            StatusCode::CONFLICT
        }
        ErrorKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        ErrorKind::Unavailable { .. } | ErrorKind::NotStored { .. } => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Timeout => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorKind::LinkSpent | ErrorKind::Withdrawn => StatusCode::GONE,
        ErrorKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorKind::Unfit => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

pub async fn not_found() -> HttpError {
    HttpError::not_found()
}

pub async fn method_not_allowed() -> HttpError {
    HttpError::new(ErrorKind::MethodNotAllowed)
}

/// Turns failures of handlers into pages or problem JSON, and logs their causes once.
pub async fn render(State(app): State<App>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let (look, sent) = (Look::of(&parts, &app), sent(&parts));
    let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let mut response = next.run(Request::from_parts(parts, body)).await;
    let Some(error) = response.extensions_mut().remove::<HttpError>() else { return response };
    log(&error);
    let allow = response.headers_mut().remove(header::ALLOW);
    let mut told = tell(&app, &look, met(error.kind, sent), error.detail, request_id);
    if let Some(allow) = allow {
        told.headers_mut().insert(header::ALLOW, allow);
    }
    told
}

fn log(error: &HttpError) {
    let cause = error.cause.as_deref().unwrap_or_default();
    if status(error.kind).is_server_error() && error.detail.is_none() {
        tracing::error!(kind = ?error.kind, cause, "a request failed");
    } else if error.cause.is_some() {
        tracing::info!(kind = ?error.kind, cause, "a request was refused");
    }
}

impl From<Refusal> for HttpError {
    fn from(refusal: Refusal) -> Self {
        Self::new(match refusal {
            Refusal::TooLarge { .. } => ErrorKind::TooLarge,
            Refusal::Unreadable => ErrorKind::BadRequest,
            Refusal::TooMany { retry_after_s } => ErrorKind::TooMany { sent: None, retry_after_s },
            Refusal::Overloaded { retry_after_s } => ErrorKind::Unavailable { retry_after_s },
            Refusal::Timeout { .. } => ErrorKind::Timeout,
            Refusal::ForeignOrigin => ErrorKind::ForeignOrigin,
            Refusal::Panicked => ErrorKind::Internal,
        })
    }
}

/// Returns what a request sends, from its method and the template of its route.
fn sent(parts: &Parts) -> Option<Sent> {
    if parts.method.is_safe() {
        return None;
    }
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let answer = route.contains("/courses/") && route.ends_with("/{question}");
    Some(if answer { Sent::Answer } else { Sent::Form })
}

/// Returns what a failure means for what was sent: "nothing was lost" is no answer to a form that was not stored.
fn met(kind: ErrorKind, sent: Option<Sent>) -> ErrorKind {
    match (kind, sent) {
        (ErrorKind::Unavailable { retry_after_s }, Some(sent)) => ErrorKind::NotStored { sent, retry_after_s },
        (ErrorKind::TooMany { retry_after_s, .. }, sent) => ErrorKind::TooMany { sent, retry_after_s },
        (kind, _) => kind,
    }
}

/// Answers for a request that the middleware did not let through.
pub fn refuse(app: &App, parts: &Parts, refusal: Refusal) -> Response {
    let error = HttpError::from(refusal);
    let kind = met(error.kind, sent(parts));
    let request_id = parts.extensions.get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    tell(app, &Look::of(parts, app), kind, error.detail, request_id)
}

/// Returns the page or the problem JSON of a failure.
pub fn tell(app: &App, look: &Look, kind: ErrorKind, detail: Option<String>, request_id: String) -> Response {
    let lang = look.spoken;
    let title = app::i18n::error_title(lang, kind);
    let mut response = if look.wants_json {
        let detail = detail.unwrap_or_else(|| app::i18n::error_detail(lang, kind));
        Problem::response(kind, title, detail, request_id)
    } else {
        let links = vec![
            link(address::catalog(lang), app::i18n::courses_title(lang)),
            link(address::progress(lang), app::i18n::progress_title(lang)),
        ];
        let chrome = look.chrome(app, Head::private(Section::None, title));
        let view = ErrorView { kind, request_id, links };
        page::html(status(kind), &chrome, app::pages::error(&chrome, &view))
    };
    if let ErrorKind::Unavailable { retry_after_s }
    | ErrorKind::NotStored { retry_after_s, .. }
    | ErrorKind::TooMany { retry_after_s, .. } = kind
    {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after_s));
    }
    response
}

/// What went wrong, for programs (RFC 9457).
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// What happened, in a few words.
    title: String,
    /// The status of the answer, once more.
    status: u16,
    /// What is wrong with this request, and what to do.
    detail: String,
    /// Names this request in the log of the site.
    request_id: String,
}

impl Problem {
    fn response(kind: ErrorKind, title: String, detail: String, request_id: String) -> Response {
        let status = status(kind);
        let mut response = (status, Json(Self { title, status: status.as_u16(), detail, request_id })).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        response
    }
}

#[cfg(test)]
mod tests {
    use app::view::Limit;

    use super::*;

    #[test]
    fn a_learner_who_vanished_meanwhile_is_a_conflict_and_no_missing_page() {
        assert_eq!(status(HttpError::from(ServiceError::LearnerGone).kind), StatusCode::CONFLICT);
        assert_eq!(status(HttpError::from(ServiceError::NotFound).kind), StatusCode::NOT_FOUND);
    }

    #[test]
    fn a_limit_for_good_is_no_haste() {
        let limit = ServiceError::Limit { limit: Limit::Tries, most: 200 };
        assert_eq!(status(HttpError::from(limit).kind), StatusCode::CONFLICT);
    }
}

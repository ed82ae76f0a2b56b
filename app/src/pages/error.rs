use leptos::prelude::*;

use crate::i18n::Text;
use crate::shell;
use crate::view::{Chrome, ErrorKind, ErrorView};

/// A page that says what happened and what to do.
pub fn error(chrome: &Chrome, view: &ErrorView) -> String {
    shell::page(chrome, "error", |text| {
        let links = view.links.iter().map(|link| view! { <li><a href=link.href.clone()>{link.text.clone()}</a></li> });
        let links = links.collect_view();
        view! {
            <div class="notice-page">
                <h1>{title(text, view.kind)}</h1>
                <p class="lead">{explanation(text, view.kind)}</p>
                {may_be_repeated(view.kind).then(|| {
                    view! { <p><a class="button" href=chrome.here.clone()>{text.get("error-retry")}</a></p> }
                })}
                <nav class="ways-on" aria-label=text.get("error-links")><ul>{links}</ul></nav>
                <p class="request-id">{text.get("error-request-id")}" "<code>{view.request_id.clone()}</code></p>
            </div>
        }
    })
}

const fn may_be_repeated(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::TooMany { .. } | ErrorKind::Unavailable { .. } | ErrorKind::Timeout | ErrorKind::Internal)
}

fn title(text: Text, kind: ErrorKind) -> String {
    text.get(match kind {
        ErrorKind::NotFound => "error-not-found-title",
        ErrorKind::BadRequest => "error-bad-request-title",
        ErrorKind::ForeignOrigin => "error-foreign-origin-title",
        ErrorKind::TooLarge => "error-too-large-title",
        ErrorKind::TooMany { .. } => "error-too-many-title",
        ErrorKind::Unavailable { .. } => "error-unavailable-title",
        ErrorKind::Timeout => "error-timeout-title",
        ErrorKind::Internal => "error-internal-title",
        ErrorKind::LinkSpent => "error-link-spent-title",
        ErrorKind::MethodNotAllowed => "error-method-title",
    })
}

fn explanation(text: Text, kind: ErrorKind) -> String {
    let seconds = |key, seconds: u64| text.with(key, [("seconds", seconds.into())]);
    match kind {
        ErrorKind::NotFound => text.get("error-not-found-text"),
        ErrorKind::BadRequest => text.get("error-bad-request-text"),
        ErrorKind::ForeignOrigin => text.get("error-foreign-origin-text"),
        ErrorKind::TooLarge => text.get("error-too-large-text"),
        ErrorKind::TooMany { retry_after_s } => seconds("error-too-many-text", retry_after_s),
        ErrorKind::Unavailable { retry_after_s } => seconds("error-unavailable-text", retry_after_s),
        ErrorKind::Timeout => text.get("error-timeout-text"),
        ErrorKind::Internal => text.get("error-internal-text"),
        ErrorKind::LinkSpent => text.get("error-link-spent-text"),
        ErrorKind::MethodNotAllowed => text.get("error-method-text"),
    }
}

use leptos::prelude::*;

use crate::i18n::{error_advice, error_title};
use crate::shell;
use crate::view::{Chrome, ErrorKind, ErrorView, Sent};

/// A page that says what happened and what to do.
pub fn error(chrome: &Chrome, view: &ErrorView) -> String {
    shell::page(chrome, "error", |text| {
        let links = view.links.iter().map(|link| view! { <li><a href=link.href.clone()>{link.text.clone()}</a></li> });
        let links = links.collect_view();
        view! {
            <div class="notice-page">
                <h1>{error_title(text.lang(), view.kind)}</h1>
                <p class="lead">{error_advice(text.lang(), view.kind)}</p>
                {way_back(view.kind).map(|key| {
                    view! { <p><a class="button" href=chrome.here.clone()>{text.get(key)}</a></p> }
                })}
                <nav class="ways-on" aria-label=text.get("error-links")><ul>{links}</ul></nav>
                <p class="request-id">{text.get("error-request-id")}" "<code>{view.request_id.clone()}</code></p>
            </div>
        }
    })
}

/// Returns what the link to the same address is called, where that address may do better the next time.
const fn way_back(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::TooMany { sent: None, .. }
        | ErrorKind::Unavailable { .. }
        | ErrorKind::Timeout
        | ErrorKind::Internal => Some("error-retry"),
        // Opened, the address of a form leads to its page.
        ErrorKind::NotStored { sent: Sent::Answer, .. } | ErrorKind::TooMany { sent: Some(Sent::Answer), .. } => {
            Some("error-back-to-question")
        }
        ErrorKind::NotStored { sent: Sent::Form, .. } | ErrorKind::TooMany { sent: Some(Sent::Form), .. } => {
            Some("error-back-to-form")
        }
        _ => None,
    }
}

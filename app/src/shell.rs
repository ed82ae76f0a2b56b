//! What stands around every page: the head, the header with its switches, and the footer.

mod footer;
mod head;
mod header;
mod logo;

use leptos::prelude::*;

use crate::i18n::Text;
use crate::render;
use crate::view::{Chrome, Theme};

/// Returns the complete document of a page. `main` makes the content of `<main>`; `kind` names the page for the style sheet.
pub(crate) fn page<V: IntoView + 'static>(chrome: &Chrome, kind: &'static str, main: impl FnOnce(Text) -> V) -> String {
    let text = Text::new(chrome.lang);
    render::document(|| {
        view! {
            <html lang=chrome.lang.code().to_owned() data-theme=theme_name(chrome.theme)>
                {head::head(text, chrome)}
                <body class=format!("page page-{kind}")>
                    <a class="skip-link" href="#main">{text.get("site-skip")}</a>
                    {header::header(text, chrome)}
                    <main id="main" tabindex="-1">{main(text)}</main>
                    {footer::footer(text)}
                </body>
            </html>
        }
    })
}

/// For `data-theme` and the form that sets it.
pub(crate) const fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::System => "system",
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

use leptos::prelude::*;

use super::logo::logo;
use super::theme_name;
use crate::components::icon::{Icon, icon};
use crate::i18n::Text;
use crate::view::{Chrome, Section, Theme};

pub(super) fn header(text: Text, chrome: &Chrome) -> AnyView {
    let home = format!("/{}/", chrome.lang.code());
    view! {
        <header class="site-header">
            <div class="site-bar">
                <a class="site-logo" href=home aria-label=text.get("site-home")>{logo()}</a>
                {navigation(text, chrome)}
                <div class="site-switches">{languages(text, chrome)}{themes(text, chrome)}</div>
            </div>
        </header>
    }
    .into_any()
}

fn navigation(text: Text, chrome: &Chrome) -> impl IntoView + use<> {
    let lang = chrome.lang.code();
    let entries = [
        (Section::Courses, format!("/{lang}/"), "nav-courses"),
        (Section::Labs, format!("/{lang}/labs"), "nav-labs"),
        (Section::Glossary, format!("/{lang}/glossary"), "nav-glossary"),
        (Section::Progress, format!("/{lang}/progress"), "nav-progress"),
    ];
    let entries = entries
        .into_iter()
        .map(|(section, href, key)| {
            // A course lies in the section "courses" without being its page.
            let here = chrome.here.split('?').next() == Some(href.as_str());
            let current = (section == chrome.section).then_some(if here { "page" } else { "true" });
            view! { <li><a href=href aria-current=current>{text.get(key)}</a></li> }
        })
        .collect_view();
    view! { <nav class="site-nav" aria-label=text.get("nav-main")><ul>{entries}</ul></nav> }
}

/// Each language under its own name, in its own language.
fn languages(text: Text, chrome: &Chrome) -> impl IntoView + use<> {
    let links = chrome
        .alternates
        .iter()
        .map(|(lang, href)| {
            let (code, name) = (lang.code().to_owned(), Text::new(*lang).get("language-name"));
            let current = (*lang == chrome.lang).then_some("true");
            view! { <li><a href=href.clone() lang=code.clone() hreflang=code aria-current=current>{name}</a></li> }
        })
        .collect_view();
    view! { <nav class="language-switch" aria-label=text.get("nav-language")><ul>{links}</ul></nav> }
}

/// A form, so that the choice needs no script and arrives with the page.
fn themes(text: Text, chrome: &Chrome) -> impl IntoView + use<> {
    let choices = [
        (Theme::System, Icon::System, "theme-system"),
        (Theme::Light, Icon::Light, "theme-light"),
        (Theme::Dark, Icon::Dark, "theme-dark"),
    ];
    let buttons = choices
        .into_iter()
        .map(|(theme, sign, key)| {
            let pressed = if theme == chrome.theme { "true" } else { "false" };
            let name = text.get(key);
            view! {
                <button type="submit" name="theme" value=theme_name(theme) aria-pressed=pressed title=name.clone()>
                    {icon(sign)}<span class="theme-name">{name.clone()}</span>
                </button>
            }
        })
        .collect_view();
    view! {
        <form class="theme-switch" method="post" action="/theme">
            <input type="hidden" name="return" value=chrome.here.clone()/>
            <fieldset><legend class="visually-hidden">{text.get("theme-title")}</legend>{buttons}</fieldset>
        </form>
    }
}

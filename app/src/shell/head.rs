use leptos::html::meta;
use leptos::prelude::*;

use crate::i18n::Text;
use crate::view::{Bundle, Chrome, Theme};

/// The paper colours of the style sheet, for the browser's own frame.
const PAPER_LIGHT: &str = "#fbfaf6";
const PAPER_DARK: &str = "#15181d";

pub(super) fn head(text: Text, chrome: &Chrome) -> AnyView {
    let title = format!("{} · {}", chrome.title, text.get("site-name"));
    view! {
        <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <title>{title}</title>
            <meta name="description" content=chrome.description.clone()/>
            {chrome.noindex.then(|| view! { <meta name="robots" content="noindex"/> })}
            {chrome.refresh_s.map(|seconds| refresh(seconds, chrome.islands))}
            {addresses(chrome)}
            {colours(chrome.theme)}
            <link rel="stylesheet" href=chrome.assets.css.clone()/>
            {icons(chrome)}
            {sharing(text, chrome)}
            {scripts(chrome)}
        </head>
    }
    .into_any()
}

/// Where this page lives, in each language. A query is the learner's, not a page of its own.
fn addresses(chrome: &Chrome) -> impl IntoView + use<> {
    let absolute = |path: &str| format!("{}{}", chrome.origin, without_query(path));
    let alternates = chrome
        .alternates
        .iter()
        .map(|(lang, path)| view! { <link rel="alternate" hreflang=lang.code().to_owned() href=absolute(path)/> })
        .collect_view();
    let default = chrome.alternates.first().map(|(_, path)| absolute(path));
    view! {
        <link rel="canonical" href=absolute(&chrome.here)/>
        {alternates}
        {default.map(|href| view! { <link rel="alternate" hreflang="x-default" href=href/> })}
    }
}

fn without_query(path: &str) -> &str {
    path.split_once('?').map_or(path, |(path, _)| path)
}

fn colours(theme: Theme) -> AnyView {
    match theme {
        Theme::System => view! {
            <meta name="color-scheme" content="light dark"/>
            {theme_colour(PAPER_LIGHT, Some("(prefers-color-scheme: light)"))}
            {theme_colour(PAPER_DARK, Some("(prefers-color-scheme: dark)"))}
        }
        .into_any(),
        Theme::Light => fixed_colours("light", PAPER_LIGHT).into_any(),
        Theme::Dark => fixed_colours("dark", PAPER_DARK).into_any(),
    }
}

fn fixed_colours(scheme: &'static str, paper: &'static str) -> impl IntoView + use<> {
    view! { <meta name="color-scheme" content=scheme/>{theme_colour(paper, None)} }
}

// The `view!` macro knows no `property` and no `media` of `<meta>`, so these are built by hand.

fn theme_colour(paper: &'static str, media: Option<&'static str>) -> impl IntoView {
    meta().attr("name", "theme-color").attr("content", paper).attr("media", media)
}

/// Where an island follows what goes on, only browsers without script load the page again.
fn refresh(seconds: u32, followed: bool) -> AnyView {
    let refresh = meta().attr("http-equiv", "refresh").attr("content", seconds.to_string());
    if followed { view! { <noscript>{refresh}</noscript> }.into_any() } else { refresh.into_any() }
}

fn property(name: &'static str, content: String) -> impl IntoView {
    meta().attr("property", name).attr("content", content)
}

fn icons(chrome: &Chrome) -> impl IntoView + use<> {
    let assets = &chrome.assets;
    view! {
        <link rel="icon" type="image/png" sizes="48x48" href=assets.favicon_png.clone()/>
        <link rel="icon" type="image/svg+xml" href=assets.favicon.clone()/>
        <link rel="apple-touch-icon" href=assets.touch_icon.clone()/>
    }
}

/// What a link to the page shows where it is shared.
fn sharing(text: Text, chrome: &Chrome) -> impl IntoView + use<> {
    let others = chrome
        .alternates
        .iter()
        .filter(|(lang, _)| *lang != chrome.lang)
        .map(|(lang, _)| property("og:locale:alternate", Text::new(*lang).get("language-og")))
        .collect_view();
    view! {
        {property("og:type", "website".to_owned())}
        {property("og:site_name", text.get("site-name"))}
        {property("og:title", chrome.title.clone())}
        {property("og:description", chrome.description.clone())}
        {property("og:url", format!("{}{}", chrome.origin, without_query(&chrome.here)))}
        {property("og:image", format!("{}{}", chrome.origin, chrome.assets.og_image))}
        {property("og:image:alt", text.get("site-image-alt"))}
        {property("og:locale", text.get("language-og"))}
        {others}
        <meta name="twitter:card" content="summary_large_image"/>
    }
}

fn scripts(chrome: &Chrome) -> impl IntoView + use<> {
    let assets = &chrome.assets;
    let bundle = match chrome.bundle {
        Bundle::Course => &assets.course,
        Bundle::Lab => &assets.lab,
        Bundle::Playground => &assets.playground,
    };
    let client = chrome.islands.then(|| {
        view! {
            <link rel="modulepreload" href=bundle.js.clone()/>
            <link rel="preload" href=bundle.wasm.clone() r#as="fetch" r#type="application/wasm" crossorigin="anonymous"/>
            <script type="module" src=assets.loader.clone() data-js=bundle.js.clone() data-wasm=bundle.wasm.clone()></script>
        }
    });
    let facts =
        chrome.json_ld.clone().map(|json| view! { <script type="application/ld+json" inner_html=json></script> });
    view! { {client}{facts} }
}

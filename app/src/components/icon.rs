use leptos::prelude::*;

/// A drawing that stands beside words and says nothing to a screen reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Icon {
    ArrowLeft,
    ArrowRight,
    Back,
    Check,
    Cross,
    Dark,
    First,
    Forward,
    Last,
    Light,
    Lightbulb,
    Missed,
    Play,
    System,
    Warning,
}

impl Icon {
    /// Strokes on a 24 × 24 grid; width, caps and colour come from the style sheet.
    const fn strokes(self) -> &'static str {
        match self {
            Self::ArrowLeft => r#"<path d="M20 12H4m6-6-6 6 6 6"/>"#,
            Self::ArrowRight => r#"<path d="M4 12h16m-6-6 6 6-6 6"/>"#,
            Self::Back => r#"<path d="M15 6l-6 6 6 6"/>"#,
            Self::First => r#"<path d="M17 6l-6 6 6 6M7 6v12"/>"#,
            Self::Forward => r#"<path d="M9 6l6 6-6 6"/>"#,
            Self::Last => r#"<path d="M7 6l6 6-6 6M17 6v12"/>"#,
            Self::Play => {
                r#"<path class="icon-play" d="M8 5l11 7-11 7z"/><path class="icon-pause" d="M8 5v14M16 5v14"/>"#
            }
            Self::Check => r#"<path d="m4 12.5 5.5 5.5L20 7"/>"#,
            Self::Cross => r#"<path d="M6 6l12 12M18 6 6 18"/>"#,
            Self::Dark => r#"<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z"/>"#,
            Self::Light => {
                r#"<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4"/>"#
            }
            Self::Lightbulb => {
                r#"<path d="M9 18h6m-5 3h4m-6.5-7A6.5 6.5 0 1 1 16.5 14c-.9.8-1.5 1.6-1.5 2.7V18H9v-1.3c0-1.1-.6-1.9-1.5-2.7z"/>"#
            }
            Self::Missed => r#"<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5.5m0 3.2v.3"/>"#,
            Self::System => r#"<rect x="3" y="4" width="18" height="12" rx="1"/><path d="M9 20h6m-3-4v4"/>"#,
            Self::Warning => r#"<path d="M12 4 2.5 20h19zm0 6v4.5m0 2.7v.3"/>"#,
        }
    }
}

pub(crate) fn icon(icon: Icon) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false" inner_html=icon.strokes()></svg> }
}

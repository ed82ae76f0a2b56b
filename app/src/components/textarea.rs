use leptos::prelude::*;

/// A text area that holds exactly `value`; its help is `{name}-help` and its error `{name}-error`.
///
/// The text goes in as HTML because a view of an empty text would leave a space in it, and the first line break of a
/// text area is not part of its value.
pub(crate) fn textarea(name: &'static str, value: &str, invalid: bool) -> impl IntoView + use<> {
    let described_by = if invalid { format!("{name}-help {name}-error") } else { format!("{name}-help") };
    view! {
        <textarea
            class="text-input"
            name=name
            id=name
            rows="6"
            required
            aria-describedby=described_by
            aria-invalid=invalid.then_some("true")
            inner_html=format!("\n{}", escaped(value))
        ></textarea>
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

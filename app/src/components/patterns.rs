use leptos::prelude::*;

/// The patterns of block states, once in a page that shows memory. `app/style/figure.css` refers to them by id.
const PATTERNS: &str = r#"<defs><pattern id="pattern-cached" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="p-cached" width="7" height="7"/><path class="p-cached-line" d="M-1 8 8-1M-1 1 1-1M6 8l2-2"/></pattern><pattern id="pattern-pinned" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="p-pinned" width="7" height="7"/><path class="p-pinned-line" d="M0 0l7 7M7 0 0 7"/></pattern><pattern id="pattern-waiting" width="7" height="7" patternUnits="userSpaceOnUse"><rect class="p-waiting" width="7" height="7"/><circle class="p-waiting-line" cx="3.5" cy="3.5" r="1.4"/></pattern><pattern id="pattern-outside" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="p-outside" width="6" height="6"/><path class="p-outside-line" d="M3 0v6"/></pattern><pattern id="pattern-refused" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="p-refused" width="8" height="8"/><path class="p-refused-line" d="M-1-1l10 10M-1 7l2 2M7-1l2 2"/></pattern></defs>"#;

pub(crate) fn patterns() -> impl IntoView {
    view! { <svg class="patterns" width="0" height="0" aria-hidden="true" focusable="false" inner_html=PATTERNS></svg> }
}

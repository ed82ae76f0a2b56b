use leptos::prelude::*;

/// The name of the site behind a strip of memory: three live blocks and the gap between them that nothing fits into.
const STRIP: &str = r#"<rect class="logo-live" x="1" y="1" width="13" height="18"/><rect class="logo-gap" x="14" y="1" width="5" height="18"/><rect class="logo-live" x="19" y="1" width="8" height="18"/><rect class="logo-gap" x="27" y="1" width="7" height="18"/><rect class="logo-live" x="34" y="1" width="5" height="18"/><path class="logo-hatch" d="M14.5 7l4-4m-4 9 4-4m-4 9 4-4m-4 5.5 4-4M27.5 7l6-6m-6 11 6-6m-6 11 6-6m-5 7.5 5-5"/><rect class="logo-frame" x="1" y="1" width="38" height="18"/>"#;

pub(super) fn logo() -> impl IntoView {
    view! {
        <svg class="logo-strip" viewBox="0 0 40 20" aria-hidden="true" focusable="false" inner_html=STRIP></svg>
        <span class="logo-name" translate="no">"vramlab"</span>
    }
}

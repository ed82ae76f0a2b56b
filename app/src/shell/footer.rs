use leptos::prelude::*;

use crate::i18n::Text;

pub(super) fn footer(text: Text) -> impl IntoView {
    view! {
        <footer class="site-footer">
            <div class="site-footer-inner">
                <p>{text.get("site-what")}</p>
                <p>{text.get("site-licence")}</p>
            </div>
        </footer>
    }
}

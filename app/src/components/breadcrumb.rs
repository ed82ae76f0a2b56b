use leptos::prelude::*;

use crate::i18n::Text;
use crate::view::Link;

/// The pages above this one.
pub(crate) fn breadcrumb(text: Text, above: &[&Link]) -> impl IntoView + use<> {
    let home = Link { href: format!("/{}/", text.lang().code()), text: text.get("nav-courses") };
    let links = [&home].into_iter().chain(above.iter().copied());
    let links = links.map(|link| view! { <li><a href=link.href.clone()>{link.text.clone()}</a></li> }).collect_view();
    view! { <nav class="breadcrumb" aria-label=text.get("nav-breadcrumb")><ol>{links}</ol></nav> }
}

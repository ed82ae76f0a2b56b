use leptos::html::Div;
use leptos::prelude::*;

/// Runs the script of the playground while it is being written, with the lab engine in the browser.
///
/// The form, the figures and the tables are the page's own markup; without JavaScript the form asks the server for the same.
#[island]
pub fn Playground(children: Children) -> impl IntoView {
    let root = NodeRef::<Div>::new();

    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        if let Some(root) = root.get() {
            browser::enhance(&root.into());
        }
    });

    view! { <div class="live" node_ref=root>{children()}</div> }
}

#[cfg(feature = "hydrate")]
mod browser;

use leptos::html::{Div, P};
use leptos::prelude::*;

#[cfg(feature = "hydrate")]
mod course;
#[cfg(feature = "hydrate")]
pub(crate) mod dom;
#[cfg(feature = "hydrate")]
mod follow;
#[cfg(feature = "hydrate")]
mod paint;
#[cfg(feature = "hydrate")]
mod segments;
#[cfg(feature = "hydrate")]
mod stage;
#[cfg(feature = "hydrate")]
mod strip;
#[cfg(feature = "hydrate")]
pub(crate) mod theater;
#[cfg(feature = "hydrate")]
mod words;

/// Follows a run while it goes on, and shows it step by step.
///
/// The page is complete without it. While the run waits or goes on, what is told of it appears as it comes, and its
/// result takes the place of the page's body (`[data-run-body]`) in the end. Of a finished run it fetches the report.
#[island]
pub fn LabRun(children: Children) -> impl IntoView {
    let root = NodeRef::<Div>::new();
    let status = NodeRef::<P>::new();

    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        if let (Some(root), Some(status)) = (root.get(), status.get()) {
            follow::begin(root.into(), status.into());
        }
    });

    view! {
        <div class="live" node_ref=root>
            <p class="visually-hidden" role="status" node_ref=status></p>
            {children()}
        </div>
    }
}

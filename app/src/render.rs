//! From a view to HTML text.

mod markers;

use std::sync::Arc;

use hydration_context::SsrSharedContext;
use leptos::prelude::*;
use leptos::reactive::owner::Owner;
use leptos::tachys::view::RenderHtml;

/// Returns the HTML of a view. Nothing is added to it: no inline scripts, no markers outside islands.
pub fn html<V: IntoView>(view: impl FnOnce() -> V) -> String {
    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new_islands())));
    let text = owner.with(|| view().into_view().to_html());
    owner.unset();
    markers::removed(&text)
}

/// Returns a complete document: the doctype and the HTML of a view whose root is `<html>`.
pub fn document<V: IntoView>(view: impl FnOnce() -> V) -> String {
    format!("<!DOCTYPE html>{}", html(view))
}

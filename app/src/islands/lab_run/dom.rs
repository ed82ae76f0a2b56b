//! What the islands of runs need of the page.

use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, EventTarget, HtmlElement};

/// Returns the first element inside that a selector finds.
pub(crate) fn find<T: JsCast>(root: &Element, selector: &str) -> Option<T> {
    root.query_selector(selector).ok()??.dyn_into().ok()
}

/// Calls a function at each event of a kind, for as long as the page lives.
pub(crate) fn listen(target: &EventTarget, kind: &str, heard: impl Fn(Event) + 'static) {
    let listener = Closure::<dyn Fn(Event)>::new(heard);
    if target.add_event_listener_with_callback(kind, listener.as_ref().unchecked_ref()).is_ok() {
        listener.forget();
    }
}

/// Writes the text of an element marked `data-out`.
pub(crate) fn write(root: &Element, name: &str, text: &str) {
    if let Some(element) = find::<Element>(root, &format!("[data-out={name}]")) {
        element.set_text_content(Some(text));
    }
}

pub(crate) fn hide(element: &Element, hidden: bool) {
    let _ = element.toggle_attribute_with_force("hidden", hidden);
}

/// Sets a property of an element's style. The content security policy forbids style attributes in markup, not this.
pub(crate) fn style(element: &HtmlElement, name: &str, value: &str) {
    let _ = element.style().set_property(name, value);
}

/// Calls a function before the next frame is drawn, with the time in milliseconds.
pub(crate) fn frame(draw: impl FnOnce(f64) + 'static) {
    let draw = Closure::once_into_js(draw);
    let _ = leptos::prelude::window().request_animation_frame(draw.unchecked_ref());
}

/// Calls a function after so many milliseconds.
pub(crate) fn later(milliseconds: i32, then: impl FnOnce() + 'static) {
    let then = Closure::once_into_js(then);
    let _ = leptos::prelude::window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(then.unchecked_ref(), milliseconds);
}

/// Says whether nothing is to move by itself.
pub(crate) fn wants_stillness() -> bool {
    matches!(leptos::prelude::window().match_media("(prefers-reduced-motion: reduce)"), Ok(Some(query)) if query.matches())
}

/// Returns the text at an address, or nothing for an answer that is no success.
pub(crate) async fn fetch(address: &str) -> Result<Option<String>, JsValue> {
    use wasm_bindgen_futures::JsFuture;
    let response = JsFuture::from(leptos::prelude::window().fetch_with_str(address)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Ok(None);
    }
    Ok(JsFuture::from(response.text()?).await?.as_string())
}

/// Returns text for an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

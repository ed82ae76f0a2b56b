use leptos::html::{Div, P};
use leptos::prelude::*;

/// Answers forms and links inside it in place instead of by loading a page.
///
/// A `form[data-live]` or `a[data-live]` is sent as it would be without JavaScript, but asks for JSON, and the HTML that
/// comes back replaces the content of the `[data-live-body]` around it. What the answer says is announced once through a
/// status region that is there from the start. After a form, focus stays on the control of the same id, or goes on to the
/// next step where that control takes it no more, and the element marked `data-verdict` is brought into view. After a link,
/// which opens the question for another try, focus goes to its first field. When the connection fails,
/// `[data-live-problem]` is shown and nothing is lost.
#[island]
pub fn Live(children: Children) -> impl IntoView {
    let root = NodeRef::<Div>::new();
    let status = NodeRef::<P>::new();

    #[cfg(feature = "hydrate")]
    Effect::new(move || {
        if let (Some(root), Some(status)) = (root.get(), status.get()) {
            browser::enhance(root.into(), status.into());
        }
    });

    view! {
        <div class="live" node_ref=root translate="no">
            <p class="visually-hidden" role="status" node_ref=status></p>
            {children()}
        </div>
    }
}

#[cfg(feature = "hydrate")]
mod browser {
    use std::cell::Cell;
    use std::rc::Rc;

    use js_sys::{JSON, Reflect};
    use leptos::wasm_bindgen::JsCast;
    use leptos::wasm_bindgen::JsValue;
    use leptos::wasm_bindgen::closure::Closure;
    use wasm_bindgen_futures::{JsFuture, spawn_local};
    use web_sys::{
        AbortSignal, Element, Event, FormData, HtmlElement, HtmlFormElement, RequestInit, Response,
        ScrollIntoViewOptions, ScrollLogicalPosition, SubmitEvent, UrlSearchParams,
    };

    /// Longer than any answer takes; after it the learner is told and may try again.
    const TIMEOUT_MS: u32 = 15_000;
    /// As long as a second press of a key may come after the first without being meant for what the first brought.
    const SECOND_PRESS_MS: f64 = 700.0;

    /// One island: its element, its status region, and whether it waits for an answer.
    #[derive(Clone)]
    struct Island {
        root: HtmlElement,
        status: HtmlElement,
        busy: Rc<Cell<bool>>,
        /// When an answer was last shown, in milliseconds since the epoch.
        shown_at: Rc<Cell<f64>>,
    }

    struct Request {
        url: String,
        body: Option<UrlSearchParams>,
    }

    pub(super) fn enhance(root: HtmlElement, status: HtmlElement) {
        let island = Island { root, status, busy: Rc::default(), shown_at: Rc::default() };
        for kind in ["submit", "click"] {
            let island_of_event = island.clone();
            let listener = Closure::<dyn Fn(Event)>::new(move |event: Event| island_of_event.clone().handle(&event));
            let added = island.root.add_event_listener_with_callback(kind, listener.as_ref().unchecked_ref());
            if added.is_ok() {
                // The listener lives as long as the page.
                listener.forget();
            }
        }
        let _ = island.root.set_attribute("data-ready", "");
    }

    impl Island {
        fn handle(self, event: &Event) {
            if self.is_second_press(event) {
                event.prevent_default();
                return;
            }
            let Some(request) = request_of(event) else { return };
            event.prevent_default();
            if self.busy.replace(true) {
                return;
            }
            let _ = self.root.set_attribute("aria-busy", "true");
            spawn_local(async move {
                match fetch(&request).await {
                    Ok(answer) => self.show(&answer, request.body.is_none()),
                    Err(_) => self.show_problem(None),
                }
                let _ = self.root.remove_attribute("aria-busy");
                self.busy.set(false);
            });
        }

        /// Says whether this is a key pressed twice: the focus is on the way on already, and the verdict is not read yet.
        fn is_second_press(&self, event: &Event) -> bool {
            // A click made by a key counts no clicks.
            let by_key = event.dyn_ref::<web_sys::MouseEvent>().is_some_and(|click| click.detail() == 0);
            by_key && js_sys::Date::now() - self.shown_at.get() < SECOND_PRESS_MS
        }

        /// Shows what came back. `opened` says that a link asked for it, to answer once more.
        fn show(&self, answer: &JsValue, opened: bool) {
            let Some(html) = text_field(answer, "html") else {
                self.show_problem(text_field(answer, "detail"));
                return;
            };
            let Ok(Some(body)) = self.root.query_selector("[data-live-body]") else { return };
            if let Ok(Some(problem)) = self.root.query_selector("[data-live-problem]") {
                let _ = problem.set_attribute("hidden", "");
            }
            let focused = focused_id(&self.root);
            body.set_inner_html(&html);
            // The question may have been answered in another tab meanwhile, and then there is no field to go to.
            if !(opened && focus_first_field(&body))
                && let Some(id) = focused
            {
                focus_again(&body, &id);
            }
            if let Ok(Some(verdict)) = body.query_selector("[data-verdict]") {
                let nearest = ScrollIntoViewOptions::new();
                nearest.set_block(ScrollLogicalPosition::Nearest);
                verdict.scroll_into_view_with_scroll_into_view_options(&nearest);
            }
            self.status.set_text_content(text_field(answer, "announce").as_deref());
            self.shown_at.set(js_sys::Date::now());
        }

        fn show_problem(&self, detail: Option<String>) {
            let Ok(Some(problem)) = self.root.query_selector("[data-live-problem]") else { return };
            let _ = problem.remove_attribute("hidden");
            // The words stand in a span beside an icon; those for a lost connection are kept in the attribute.
            let said = detail.or_else(|| problem.get_attribute("data-live-problem"));
            if let Ok(Some(words)) = problem.query_selector("span") {
                words.set_text_content(said.as_deref());
            }
            self.status.set_text_content(problem.text_content().as_deref());
        }
    }

    /// Returns what the event asks for when it is ours to answer: a plain click or a submit on a `data-live` element.
    fn request_of(event: &Event) -> Option<Request> {
        let target: Element = event.target()?.dyn_into().ok()?;
        if event.type_() == "submit" {
            let form: HtmlFormElement = target.dyn_into().ok()?;
            form.has_attribute("data-live").then_some(())?;
            let fields = FormData::new_with_form(&form).ok()?;
            if let Some(button) = event.dyn_ref::<SubmitEvent>().and_then(SubmitEvent::submitter)
                && let (Some(name), Some(value)) = (button.get_attribute("name"), button.get_attribute("value"))
            {
                fields.append_with_str(&name, &value).ok()?;
            }
            // `URLSearchParams` takes a `FormData` as the iterable of pairs that it is.
            let body = UrlSearchParams::new_with_str_sequence_sequence(&fields).ok()?;
            return Some(Request { url: form.action(), body: Some(body) });
        }
        let link = target.closest("a[data-live]").ok()??;
        let mouse = event.dyn_ref::<web_sys::MouseEvent>()?;
        // The second half of a double click was meant for what stood there before the swap.
        if mouse.detail() > 1 {
            event.prevent_default();
            return None;
        }
        if mouse.button() != 0 || mouse.ctrl_key() || mouse.meta_key() || mouse.shift_key() || mouse.alt_key() {
            return None;
        }
        Some(Request { url: link.get_attribute("href")?, body: None })
    }

    async fn fetch(request: &Request) -> Result<JsValue, JsValue> {
        let init = RequestInit::new();
        let headers = web_sys::Headers::new()?;
        headers.set("Accept", "application/json")?;
        init.set_headers(&headers);
        init.set_signal(Some(&AbortSignal::timeout_with_u32(TIMEOUT_MS)));
        if let Some(body) = &request.body {
            init.set_method("POST");
            init.set_body(body);
        }
        let response = JsFuture::from(leptos::prelude::window().fetch_with_str_and_init(&request.url, &init)).await?;
        let response: Response = response.dyn_into()?;
        let text = JsFuture::from(response.text()?).await?;
        JSON::parse(&text.as_string().unwrap_or_default())
    }

    fn text_field(object: &JsValue, name: &str) -> Option<String> {
        Reflect::get(object, &JsValue::from_str(name)).ok()?.as_string()
    }

    /// Puts the focus on the first option or on the field for a number. Returns false where there is nothing to answer.
    fn focus_first_field(body: &Element) -> bool {
        let Ok(Some(field)) = body.query_selector("fieldset input:enabled") else { return false };
        field.unchecked_ref::<HtmlElement>().focus().is_ok()
    }

    /// Puts the focus back where it was, or on the way on when that control takes it no more, as an option does that was
    /// answered with Enter.
    fn focus_again(body: &Element, id: &str) {
        let document = leptos::prelude::document();
        let before = document.get_element_by_id(id);
        let way_on = body.query_selector("[id$='-action']").ok().flatten();
        for element in before.into_iter().chain(way_on) {
            let _ = element.unchecked_ref::<HtmlElement>().focus();
            if document.active_element().as_ref() == Some(&element) {
                return;
            }
        }
    }

    fn focused_id(root: &HtmlElement) -> Option<String> {
        let active = leptos::prelude::document().active_element()?;
        (root.contains(Some(&active)) && !active.id().is_empty()).then(|| active.id())
    }
}

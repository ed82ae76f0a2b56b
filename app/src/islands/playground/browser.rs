use std::cell::Cell;
use std::fmt::Write as _;
use std::rc::Rc;

use labs::trace::{Trace, read};
use leptos::wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

use crate::islands::lab_run::dom::{escaped, find, hide, later, listen};
use crate::islands::lab_run::theater::{self, Shared};
use crate::playground::highlight::{self, Place};
use crate::playground::{Attempt, IN_THE_BROWSER, Played, figures, run, run_trace};

/// Milliseconds after the last letter before the script is run.
const PAUSE_MS: i32 = 200;
/// Rows of the table of steps, and messages that are shown.
const ROWS: usize = 200;
const MESSAGES: usize = 5;
/// Longest address that is kept up to date. Servers and messengers take no longer ones.
const LONGEST_ADDRESS: usize = 6_000;

struct Page {
    root: HtmlElement,
    script: HtmlTextAreaElement,
    paint: HtmlElement,
    theater: Shared,
    /// Counts what was typed, so that only the last of several pauses counts.
    typed: Cell<u32>,
}

pub(super) fn enhance(root: &HtmlElement) {
    let page = (|| {
        let theater = theater::open(find(root, "[data-film]")?)?;
        let (script, paint) = (find(root, "textarea")?, find(root, "[data-paint]")?);
        Some(Rc::new(Page { script, paint, theater, typed: Cell::new(0), root: root.clone() }))
    })();
    let Some(page) = page else { return };
    page.listen();
    if let Some(editor) = find::<Element>(root, "[data-editor]") {
        let _ = editor.set_attribute("data-painted", "");
    }
    if let Some(files) = find::<Element>(root, "[data-files]") {
        hide(&files, false);
    }
    if let Some(still) = find::<Element>(root, "[data-still]") {
        hide(&still, true);
    }
    page.attempt();
    let _ = root.set_attribute("data-ready", "");
}

impl Page {
    fn listen(self: &Rc<Self>) {
        let page = Rc::clone(self);
        listen(&self.script, "input", move |_| {
            page.paint(None);
            let typed = page.typed.get() + 1;
            page.typed.set(typed);
            let page = Rc::clone(&page);
            later(PAUSE_MS, move || {
                if page.typed.get() == typed {
                    page.attempt();
                }
            });
        });
        let page = Rc::clone(self);
        listen(&self.script, "scroll", move |_| page.paint.set_scroll_top(page.script.scroll_top()));
        let page = Rc::clone(self);
        listen(&self.root, "submit", move |event| {
            if goes_to_a_device(&event) {
                return;
            }
            event.prevent_default();
            page.attempt();
        });
        let page = Rc::clone(self);
        if let Some(import) = find::<HtmlInputElement>(&self.root, "[data-import]") {
            listen(&import.clone(), "change", move |_| {
                if let Some(file) = import.files().and_then(|files| files.get(0)) {
                    let page = Rc::clone(&page);
                    spawn_local(async move {
                        if let Ok(text) = JsFuture::from(file.text()).await {
                            page.import(&text.as_string().unwrap_or_default());
                        }
                    });
                }
            });
        }
    }

    fn attempt(&self) {
        let source = self.script.value();
        let attempt = run(&source, IN_THE_BROWSER);
        let wrong = match &attempt {
            Attempt::Wrong { line, column, width, .. } => Some(Place { line: *line, column: *column, width: *width }),
            _ => None,
        };
        self.paint(wrong);
        self.show(&attempt);
        share(&source);
    }

    fn import(&self, json: &str) {
        match read::trace_from(json.as_bytes()) {
            Ok(trace) => self.show(&run_trace(&trace, IN_THE_BROWSER)),
            Err(error) => self.show(&Attempt::Refused(error.to_string())),
        }
    }

    fn paint(&self, wrong: Option<Place>) {
        self.paint.set_inner_html(&highlight::html(&self.script.value(), wrong));
        self.paint.set_scroll_top(self.script.scroll_top());
    }

    fn show(&self, attempt: &Attempt) {
        let (place, message) = match attempt {
            Attempt::Wrong { line, column, message, .. } => {
                let (line, column) = (line.to_string(), column.to_string());
                let place = [("line", &*line), ("column", &*column)];
                (self.theater.borrow().words.with("playground-wrong-at", &place), message.clone())
            }
            Attempt::Refused(message) => {
                (self.theater.borrow().words.get("playground-refused-run").to_owned(), message.clone())
            }
            Attempt::Ran(_) => Default::default(),
        };
        self.write("[data-place]", &place);
        self.write("[data-message]", &message);
        let is_wrong = !message.is_empty();
        if let Some(problem) = find::<Element>(&self.root, "[data-problem]") {
            hide(&problem, !is_wrong);
        }
        let _ = if is_wrong {
            self.script.set_attribute("aria-invalid", "true")
        } else {
            self.script.remove_attribute("aria-invalid")
        };
        // What was there before an error stays: it is what the last script that could be run led to.
        if let Attempt::Ran(played) = attempt {
            self.show_result(played);
        }
    }

    fn write(&self, selector: &str, text: &str) {
        if let Some(element) = find::<Element>(&self.root, selector)
            && element.text_content().as_deref() != Some(text)
        {
            element.set_text_content(Some(text));
        }
    }

    fn fill(&self, selector: &str, html: &str) {
        if let Some(element) = find::<Element>(&self.root, selector) {
            element.set_inner_html(html);
        }
    }

    fn show_result(&self, played: &Played) {
        if let Some(result) = find::<Element>(&self.root, "[data-result]") {
            hide(&result, false);
        }
        let film = &played.screening.film;
        {
            let words = &self.theater.borrow().words;
            for figure in figures(film) {
                let said = if figure.is_bytes { words.exact(figure.value) } else { words.number(figure.value) };
                self.write(&format!("[data-figure={}]", figure.key), &said);
            }
            let mut rows = String::new();
            for shot in film.shots.iter().take(ROWS) {
                // Writing to a string cannot fail.
                let _ = write!(
                    rows,
                    r#"<tr><th scope="row" class="amount">{}</th><td><code>{}</code></td><td class="amount">{}</td><td class="amount">{}</td></tr>"#,
                    words.number(shot.step),
                    escaped(shot.said.as_deref().unwrap_or_default()),
                    words.exact(shot.point.allocated),
                    words.exact(shot.point.reserved),
                );
            }
            self.fill("[data-steps]", &rows);
        }
        let notice = |notice: &String| format!("<li>{}</li>", escaped(notice));
        let notices = played.notices.iter().map(notice).collect::<Vec<_>>();
        self.fill("[data-notices]", &notices.concat());
        let message =
            |(_, message): &(usize, String)| format!(r#"<pre class="code"><code>{}</code></pre>"#, escaped(message));
        let messages = played.screening.messages.iter().take(MESSAGES).map(message).collect::<Vec<_>>().concat();
        self.fill("[data-messages]", &messages);
        self.offer(&played.trace);
        let mut theater = self.theater.borrow_mut();
        theater.clear();
        theater.device = played.screening.device;
        let title = theater.words.get("playground-memory").to_owned();
        drop(theater);
        if !film.shots.is_empty() {
            theater::add(&self.theater, film.clone(), &title, Some(&played.trace.config));
            self.theater.borrow_mut().begin();
            theater::redraw(&self.theater);
        }
    }

    /// Offers the trace as a file.
    fn offer(&self, trace: &Trace) {
        let Some(link) = find::<Element>(&self.root, "[data-export]") else { return };
        if let Ok(json) = serde_json::to_string(trace) {
            let address = format!("data:application/json,{}", encoded(&json));
            let _ = link.set_attribute("href", &address);
        }
    }
}

fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// Keeps the address of the page one that leads to this script, while it is not too long to be sent.
fn share(source: &str) {
    let address = format!("?script={}", encoded(source));
    if address.len() > LONGEST_ADDRESS {
        return;
    }
    let window = leptos::prelude::window();
    if let Ok(history) = window.history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
    // The other languages, and the form's own address, lead to the same script.
    let links = leptos::prelude::document().query_selector_all(".language-switch a");
    let Ok(links) = links else { return };
    for number in 0..links.length() {
        let Some(link) = links.get(number).and_then(|link| link.dyn_into::<Element>().ok()) else { continue };
        if let Some(href) = link.get_attribute("href") {
            let path = href.split('?').next().unwrap_or_default();
            let _ = link.set_attribute("href", &format!("{path}{address}"));
        }
    }
}

/// Says whether a form is sent by a button that sends the script to a device. Only the server can do that.
fn goes_to_a_device(event: &web_sys::Event) -> bool {
    let submitter = js_sys::Reflect::get(event, &"submitter".into()).ok();
    let button = submitter.and_then(|submitter| submitter.dyn_into::<Element>().ok());
    button.is_some_and(|button| button.has_attribute("formaction"))
}

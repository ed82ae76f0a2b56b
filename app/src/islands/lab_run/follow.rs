//! A run under way: what is told of it, and its result in the end.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use labs::device::Description;
use labs::experiment::progress::Progress;
use leptos::wasm_bindgen::JsCast;
use serde::Deserialize;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DomParser, Element, Event, EventSource, HtmlElement, MessageEvent, SupportedType};

use super::dom::{fetch, find, hide, later, listen, wants_stillness};
use super::theater::{self, Shared};
use crate::film::{Film, Reels};

/// Milliseconds before a stream that the browser gave up is asked for again, and a page that could not be fetched.
const AGAIN_MS: i32 = 3000;

/// The island: its element and its status region.
#[derive(Clone)]
struct Island {
    root: HtmlElement,
    status: HtmlElement,
}

/// What is told of the place in the queue.
#[derive(Deserialize)]
struct Position {
    position: u64,
}

/// What is told when a run begins.
#[derive(Deserialize)]
struct Started {
    device: Description,
}

/// A run that is being followed.
struct Follower {
    island: Island,
    theater: Shared,
    address: String,
    /// Number of the last event that was heard. One that comes again, after the connection was lost, is not heard twice.
    heard: Cell<u32>,
    lost: Cell<bool>,
    source: RefCell<Option<EventSource>>,
    /// What is told now belongs to an allocator.
    with_allocator: Cell<bool>,
}

pub(crate) fn begin(root: HtmlElement, status: HtmlElement) {
    let island = Island { root, status };
    island.start(false);
    let _ = island.root.set_attribute("data-ready", "");
}

impl Island {
    /// Looks at what the page holds. `followed` says that the run was watched up to its end.
    fn start(&self, followed: bool) {
        let Some(section) = find::<Element>(&self.root, "[data-film]") else { return };
        let (report, events) = (section.get_attribute("data-report"), section.get_attribute("data-events"));
        let Some(theater) = theater::open(section) else { return };
        if let Some(address) = report {
            spawn_local(async move {
                if let Ok(Some(json)) = fetch(&address).await
                    && let Ok(report) = serde_json::from_str::<Reels>(&json)
                {
                    show(&theater, &report, followed);
                }
            });
        } else if let Some(address) = events {
            Follower::start(self.clone(), theater, address);
        }
    }

    fn say(&self, text: &str) {
        self.status.set_text_content(Some(text));
    }

    /// Puts the page as it is now in the place of what was there before the run ended.
    async fn renew(self, said: String) {
        let here = leptos::prelude::window().location().href().unwrap_or_default();
        let body = match fetch(&here).await {
            Ok(Some(html)) => body_of(&html),
            _ => None,
        };
        let (Some(new), Some(old)) = (body, find::<HtmlElement>(&self.root, "[data-run-body]")) else {
            let island = self.clone();
            later(AGAIN_MS, move || spawn_local(island.renew(said)));
            return;
        };
        let active = leptos::prelude::document().active_element();
        let had_focus = old.contains(active.as_ref().map(AsRef::as_ref));
        old.set_inner_html(&new);
        if had_focus && let Some(heading) = find::<HtmlElement>(&old, "h2") {
            let _ = heading.set_attribute("tabindex", "-1");
            let _ = heading.focus();
        }
        self.say(&said);
        self.start(true);
    }
}

/// Returns the markup of the body of a run's page. A run that was stopped has no island, and all of its page is body.
fn body_of(html: &str) -> Option<String> {
    let page = DomParser::new().ok()?.parse_from_string(html, SupportedType::TextHtml).ok()?;
    if let Ok(Some(body)) = page.query_selector("[data-run-body]") {
        return Some(body.inner_html());
    }
    let state = page.query_selector("#main .lab-state").ok()??;
    let asked = page.query_selector("#main .lab-prediction").ok().flatten();
    Some(state.outer_html() + &asked.map(|asked| asked.outer_html()).unwrap_or_default())
}

/// Shows the films of a report. One that was watched up to its end plays, unless nothing is to move.
fn show(theater: &Shared, report: &Reels, followed: bool) {
    theater.borrow_mut().device = report.device.budget.unwrap_or(report.device.total);
    for (index, run) in report.runs.iter().enumerate() {
        if let Some(film) = Film::of_reel(run).filter(|film| !film.shots.is_empty()) {
            let title = theater.borrow().words.get(&format!("run-{index}")).to_owned();
            theater::add(theater, film, &title, run.settings.as_deref());
        }
    }
    if theater.borrow().is_empty() {
        return;
    }
    theater.borrow_mut().begin();
    if followed && !wants_stillness() {
        theater.borrow_mut().rewind();
        theater::play(theater);
    } else {
        theater::redraw(theater);
    }
}

impl Follower {
    fn start(island: Island, theater: Shared, address: String) {
        theater.borrow_mut().follows = true;
        let follower = Rc::new(Self {
            island,
            theater,
            address,
            heard: Cell::new(0),
            lost: Cell::new(false),
            source: RefCell::new(None),
            with_allocator: Cell::new(false),
        });
        follower.connect();
    }

    fn connect(self: &Rc<Self>) {
        let Ok(source) = EventSource::new(&self.address) else { return };
        for kind in ["queued", "position", "started", "run", "step", "requeued", "ended"] {
            let follower = Rc::clone(self);
            listen(&source, kind, move |event| follower.hear(kind, &event));
        }
        let follower = Rc::clone(self);
        listen(&source, "open", move |_| follower.opened());
        let follower = Rc::clone(self);
        listen(&source, "error", move |_| follower.failed());
        self.source.replace(Some(source));
    }

    fn opened(&self) {
        if self.lost.replace(false) {
            self.show_lost(false);
            self.island.say(self.theater.borrow().words.get("labs-film-resumed"));
        }
    }

    /// The browser tries again by itself, but for answers that tell it not to.
    fn failed(self: &Rc<Self>) {
        if !self.lost.replace(true) {
            self.show_lost(true);
            self.island.say(self.theater.borrow().words.get("labs-film-lost"));
        }
        let closed = self.source.borrow().as_ref().is_some_and(|source| source.ready_state() == EventSource::CLOSED);
        if closed {
            let follower = Rc::clone(self);
            later(AGAIN_MS, move || follower.connect());
        }
    }

    fn show_lost(&self, lost: bool) {
        if let Some(notice) = find::<Element>(&self.island.root, "[data-lost]") {
            hide(&notice, !lost);
        }
    }

    fn hear(self: &Rc<Self>, kind: &str, event: &Event) {
        let Some(message) = event.dyn_ref::<MessageEvent>() else { return };
        if kind != "position" {
            let number = message.last_event_id().parse().unwrap_or(0);
            if number <= self.heard.get() {
                return;
            }
            self.heard.set(number);
        }
        let data = message.data().as_string().unwrap_or_default();
        match kind {
            "position" => self.queued(&data),
            "started" => self.started(&data),
            "run" | "step" => self.progressed(&data),
            "requeued" => {
                self.theater.borrow_mut().clear();
                self.island.say(self.theater.borrow().words.get("labs-film-requeued"));
            }
            "ended" => self.ended(),
            _ => {}
        }
    }

    fn tell(&self, selector: &str, text: &str) {
        if let Some(element) = find::<Element>(&self.island.root, selector)
            && element.text_content().as_deref() != Some(text)
        {
            element.set_text_content(Some(text));
        }
    }

    fn queued(&self, data: &str) {
        let Ok(Position { position }) = serde_json::from_str(data) else { return };
        let theater = self.theater.borrow();
        let said = if position == 1 {
            theater.words.find("queued-next").unwrap_or_default().to_owned()
        } else {
            theater.words.with("labs-queued-at", &[("position", &theater.words.number(position))])
        };
        self.tell("[data-state]", theater.words.get("labs-queued"));
        self.tell("[data-place]", &said);
    }

    fn started(&self, data: &str) {
        if let Ok(Started { device }) = serde_json::from_str(data) {
            self.theater.borrow_mut().device = device.budget.unwrap_or(device.total);
        }
        if let Some(notice) = find::<Element>(&self.island.root, "[data-away]") {
            hide(&notice, true);
        }
        let theater = self.theater.borrow();
        self.tell("[data-state]", theater.words.get("labs-running"));
        self.tell("[data-place]", theater.words.get("labs-running-text"));
    }

    fn progressed(&self, data: &str) {
        match serde_json::from_str(data) {
            Ok(Progress::Run { settings, .. }) => {
                self.with_allocator.set(settings.is_some());
                if settings.is_some() {
                    let number = (self.theater.borrow().stages() + 1).to_string();
                    let title = self.theater.borrow().words.with("labs-film-allocator", &[("number", &number)]);
                    theater::add(&self.theater, Film::default(), &title, settings.as_deref());
                }
            }
            Ok(Progress::Step { event, point: Some(point), calls }) if self.with_allocator.get() => {
                if let Some(film) = self.theater.borrow_mut().newest() {
                    film.push(&event, point, calls);
                }
                theater::redraw(&self.theater);
            }
            _ => {}
        }
    }

    fn ended(&self) {
        if let Some(source) = self.source.take() {
            source.close();
        }
        let said = self.theater.borrow().words.get("labs-film-finished").to_owned();
        spawn_local(self.island.clone().renew(said));
    }
}

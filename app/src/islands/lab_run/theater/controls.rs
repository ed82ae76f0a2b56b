//! What a reader does to a theater: with buttons and slider, by pointing, with keys.

use std::rc::Rc;

use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::super::dom::listen;
use super::super::paint::Palette;
use super::super::segments::Way;
use super::{Shared, Theater, go_to, play, redraw};

/// Listens to the buttons, the slider and the window.
pub(super) fn of_section(theater: &Shared) {
    let section = theater.borrow().section.clone();
    let of_button = Rc::clone(theater);
    listen(&section, "click", move |event| {
        let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = button.and_then(|element| element.closest("[data-do]").ok().flatten());
        if let Some(what) = button.and_then(|button| button.get_attribute("data-do")) {
            pressed(&of_button, &what);
        }
    });
    let (scrub, of_scrub) = (theater.borrow().scrub.clone(), Rc::clone(theater));
    listen(&scrub.clone(), "input", move |_| {
        let index = scrub.value().parse().unwrap_or(0);
        of_scrub.borrow_mut().stop();
        go_to(&of_scrub, index);
    });
    let window = leptos::prelude::window();
    let of_window = Rc::clone(theater);
    listen(&window, "resize", move |_| redraw(&of_window));
    if let Ok(Some(query)) = window.match_media("(prefers-color-scheme: dark)") {
        let of_colours = Rc::clone(theater);
        listen(&query, "change", move |_| {
            let section = of_colours.borrow().section.clone();
            if let Some(palette) = Palette::of(&section) {
                of_colours.borrow_mut().palette = palette;
            }
            redraw(&of_colours);
        });
    }
}

fn pressed(theater: &Shared, what: &str) {
    let (index, last, playing) = {
        let theater = theater.borrow();
        (theater.index, theater.last(), theater.playing)
    };
    if what == "play" {
        if playing {
            theater.borrow_mut().stop();
        } else {
            play(theater);
        }
        return;
    }
    theater.borrow_mut().stop();
    let to = match what {
        "first" => 0,
        "back" => index.saturating_sub(1),
        "forward" => (index + 1).min(last),
        _ => last,
    };
    go_to(theater, to);
}

/// Lets the blocks of a stage be pointed at and walked over, and its course be pointed at.
pub(super) fn of_stage(theater: &Shared, place: usize) {
    let (strip, segments, course) = {
        let theater = theater.borrow();
        let stage = &theater.stages[place];
        (stage.strip().element().clone(), stage.segments().element().clone(), stage.course().clone())
    };
    for kind in ["pointermove", "pointerdown"] {
        let shared = Rc::clone(theater);
        listen(&strip, kind, move |event| shared.borrow_mut().point_at_strip(place, &event));
        let shared = Rc::clone(theater);
        listen(&segments, kind, move |event| shared.borrow_mut().point_at_segments(place, &event));
    }
    let shared = Rc::clone(theater);
    listen(&segments, "scroll", move |_| {
        let theater = shared.borrow();
        // Stages that were taken away may still be told.
        if let Some(stage) = theater.stages.get(place) {
            stage.scrolled(&theater.words, &theater.palette);
        }
    });
    let shared = Rc::clone(theater);
    listen(&segments, "keydown", move |event| {
        let Some(way) = event.dyn_ref::<KeyboardEvent>().and_then(way) else { return };
        event.prevent_default();
        let mut theater = shared.borrow_mut();
        let Theater { stages, words, palette, .. } = &mut *theater;
        if let Some(stage) = stages.get_mut(place) {
            stage.go(way, words, palette);
        }
    });
    let shared = Rc::clone(theater);
    listen(&course.clone(), "pointerdown", move |event| {
        let Some(part) = part_of(&course, &event) else { return };
        shared.borrow_mut().stop();
        let shots = shared.borrow().stages.get(place).map_or(0, |stage| stage.film.shots.len());
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a step that was pointed at"
        )]
        let index = (part * shots as f64) as usize;
        go_to(&shared, index);
    });
}

fn way(event: &KeyboardEvent) -> Option<Way> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    Some(match event.key().as_str() {
        "ArrowLeft" => Way::Left,
        "ArrowRight" => Way::Right,
        "ArrowUp" => Way::Up,
        "ArrowDown" => Way::Down,
        "Home" => Way::First,
        "End" => Way::Last,
        _ => return None,
    })
}

/// Returns how far along an element the pointer is, from 0 to 1.
fn part_of(element: &Element, event: &Event) -> Option<f64> {
    let pointer = event.dyn_ref::<PointerEvent>()?;
    let frame = element.get_bounding_client_rect();
    Some(((f64::from(pointer.client_x()) - frame.left()) / frame.width().max(1.0)).clamp(0.0, 1.0))
}

impl Theater {
    fn point_at_strip(&mut self, place: usize, event: &Event) {
        let Self { stages, words, palette, .. } = self;
        let Some(stage) = stages.get_mut(place) else { return };
        let Some(part) = part_of(stage.strip().element(), event) else { return };
        let slice = stage.strip().block_at(part);
        stage.choose(slice, words, palette);
    }

    fn point_at_segments(&mut self, place: usize, event: &Event) {
        let Some(pointer) = event.dyn_ref::<PointerEvent>() else { return };
        let Self { stages, words, palette, .. } = self;
        let Some(stage) = stages.get_mut(place) else { return };
        let frame = stage.segments().element().get_bounding_client_rect();
        let (x, y) = (f64::from(pointer.client_x()) - frame.left(), f64::from(pointer.client_y()) - frame.top());
        let slice = stage.segments().block_at(x, y);
        stage.choose(slice, words, palette);
    }
}

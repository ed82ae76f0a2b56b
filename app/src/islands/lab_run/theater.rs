//! The stages of a run and what moves them: buttons, the slider, speed, and the clock while it plays.

mod controls;

use std::cell::RefCell;
use std::rc::Rc;

use leptos::wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

use super::dom::{find, frame, hide};
use super::paint::Palette;
use super::stage::Stage;
use super::words::Words;
use crate::film::{Film, Scale};

/// Seconds that a film takes at the speed that is chosen for it.
const LENGTH_S: usize = 12;

pub(crate) struct Theater {
    section: Element,
    pub(crate) words: Words,
    palette: Palette,
    stages: Vec<Stage>,
    scrub: HtmlInputElement,
    speed: HtmlSelectElement,
    /// Bytes that the device has for a run, once it is known.
    pub(crate) device: u64,
    index: usize,
    playing: bool,
    /// Steps since play was pressed, fractions included, and the time of the last frame.
    progress: f64,
    last_frame: Option<f64>,
    /// A frame is asked for already.
    awaited: bool,
    /// The newest step is shown as it comes, until the learner goes elsewhere.
    pub(crate) follows: bool,
}

/// A theater that its listeners share.
pub(crate) type Shared = Rc<RefCell<Theater>>;

/// Opens the theater of a section, without stages yet.
pub(crate) fn open(section: Element) -> Option<Shared> {
    let theater = Theater {
        words: Words::of(&section),
        palette: Palette::of(&section)?,
        stages: Vec::new(),
        scrub: find(&section, "[data-scrub]")?,
        speed: find(&section, "[data-speed]")?,
        device: 0,
        index: 0,
        playing: false,
        progress: 0.0,
        last_frame: None,
        awaited: false,
        follows: false,
        section,
    };
    let theater = Rc::new(RefCell::new(theater));
    controls::of_section(&theater);
    Some(theater)
}

fn go_to(theater: &Shared, index: usize) {
    {
        let mut theater = theater.borrow_mut();
        theater.index = index.min(theater.last());
        theater.follows = theater.follows && theater.index == theater.last();
    }
    redraw(theater);
}

/// Plays from where it is, or from the start where it is at the end.
pub(crate) fn play(theater: &Shared) {
    {
        let mut theater = theater.borrow_mut();
        theater.follows = false;
        if theater.index >= theater.last() {
            theater.index = 0;
        }
        theater.playing = true;
        theater.progress = 0.0;
        theater.last_frame = None;
        theater.name_play();
    }
    redraw(theater);
}

/// Draws what is shown before the next frame.
pub(crate) fn redraw(theater: &Shared) {
    if std::mem::replace(&mut theater.borrow_mut().awaited, true) {
        return;
    }
    let again = Rc::clone(theater);
    frame(move |now| {
        let goes_on = {
            let mut theater = again.borrow_mut();
            theater.awaited = false;
            theater.advance(now);
            theater.draw();
            theater.playing
        };
        if goes_on {
            redraw(&again);
        }
    });
}

/// Adds an allocator, and lets its blocks be pointed at and walked over.
pub(crate) fn add(theater: &Shared, film: Film, title: &str, settings: Option<&str>) {
    let place = {
        let mut theater = theater.borrow_mut();
        let Some(stage) = Stage::add(&theater.section, film, title, settings) else { return };
        theater.stages.push(stage);
        hide(&theater.section, false);
        theater.stages.len() - 1
    };
    controls::of_stage(theater, place);
}

impl Theater {
    /// Returns whether there is anything to see.
    pub(crate) fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// Takes all stages away, for a run that begins anew.
    pub(crate) fn clear(&mut self) {
        self.stages.clear();
        self.index = 0;
        if let Some(stages) = find::<Element>(&self.section, "[data-stages]") {
            stages.set_inner_html("");
        }
        hide(&self.section, true);
    }

    /// Returns the film that is being made.
    pub(crate) fn newest(&mut self) -> Option<&mut Film> {
        self.stages.last_mut().map(|stage| &mut stage.film)
    }

    pub(crate) fn stages(&self) -> usize {
        self.stages.len()
    }

    fn last(&self) -> usize {
        self.stages.iter().map(|stage| stage.film.shots.len()).max().unwrap_or(0).saturating_sub(1)
    }

    /// Goes where the story is decided: to the first request that found no memory, or to the end.
    pub(crate) fn begin(&mut self) {
        self.index = self.stages.iter().filter_map(|stage| stage.film.refusal()).min().unwrap_or(self.last());
        let wanted = self.last().div_ceil(LENGTH_S);
        let options = self.speed.length();
        let fast_enough = (0..options).find(|place| {
            self.speed.set_selected_index(i32::try_from(*place).unwrap_or(0));
            self.speed.value().parse::<usize>().is_ok_and(|speed| speed >= wanted)
        });
        if fast_enough.is_none() {
            self.speed.set_selected_index(i32::try_from(options).unwrap_or(1) - 1);
        }
    }

    /// Goes to the first step.
    pub(crate) fn rewind(&mut self) {
        self.index = 0;
    }

    fn stop(&mut self) {
        if std::mem::take(&mut self.playing) {
            self.name_play();
        }
    }

    /// The button says what it does next.
    fn name_play(&self) {
        let Some(button) = find::<Element>(&self.section, "[data-do=play]") else { return };
        let said = self.words.get(if self.playing { "labs-film-pause" } else { "labs-film-play" });
        let _ = button.set_attribute("aria-label", said);
        let _ = button.set_attribute("title", said);
        let _ = button.set_attribute("data-playing", if self.playing { "yes" } else { "no" });
    }

    /// Moves on by what the time since the last frame amounts to.
    fn advance(&mut self, now: f64) {
        if self.follows {
            self.index = self.last();
        }
        if !self.playing {
            return;
        }
        // A tab in the background has no frames; nobody wants to have missed what happened meanwhile.
        let elapsed = self.last_frame.map_or(0.0, |last| (now - last).clamp(0.0, 250.0));
        self.last_frame = Some(now);
        self.progress += elapsed / 1000.0 * self.speed.value().parse::<f64>().unwrap_or(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few steps")]
        let steps = self.progress as usize;
        self.progress = self.progress.fract();
        self.index = (self.index + steps).min(self.last());
        if self.index == self.last() {
            self.stop();
        }
    }

    fn scale(&self) -> Scale {
        let most = self.stages.iter().map(|stage| stage.film.most()).max().unwrap_or(0);
        let refused = self.stages.iter().any(|stage| stage.film.refusal().is_some());
        Scale::new(self.device.max(1), most, refused)
    }

    fn draw(&mut self) {
        let (scale, last) = (self.scale(), self.last());
        let moves = self.playing || self.follows;
        let Self { stages, words, palette, index, .. } = self;
        for stage in stages {
            stage.hush(moves);
            stage.show(*index, scale, words, palette);
        }
        self.scrub.set_max(&last.to_string());
        self.scrub.set_value(&self.index.to_string());
        let [step, steps] = [self.index + 1, last + 1].map(|number| self.words.number(number as u64));
        let said = self.words.with("labs-film-of", &[("step", &step), ("last", &steps)]);
        let _ = self.scrub.set_attribute("aria-valuetext", &said);
        if let Some(at) = find::<Element>(&self.section, "[data-at]") {
            at.set_text_content(Some(&said));
        }
        self.mark_rows();
    }

    /// Marks the lines of the lists below that the step belongs to.
    fn mark_rows(&self) {
        let document = leptos::prelude::document();
        let Ok(runs) = document.query_selector_all("[data-runs] > .lab-run") else { return };
        for (place, stage) in self.stages.iter().enumerate() {
            let shots = &stage.film.shots;
            let Some(shot) = shots.get(self.index.min(shots.len().saturating_sub(1))) else { continue };
            let run = runs.get(u32::try_from(place).unwrap_or(u32::MAX)).and_then(|run| run.dyn_into::<Element>().ok());
            let Some(Ok(rows)) = run.map(|run| run.query_selector_all("details[open] tr[data-from]")) else { continue };
            for number in 0..rows.length() {
                let Some(row) = rows.get(number).and_then(|row| row.dyn_into::<Element>().ok()) else { continue };
                let at = |name: &str| row.get_attribute(name).and_then(|step| step.parse::<u64>().ok());
                let here = at("data-from") <= Some(shot.step) && Some(shot.step) <= at("data-to");
                let _ =
                    if here { row.set_attribute("aria-current", "step") } else { row.remove_attribute("aria-current") };
            }
        }
    }
}

//! One allocator on the page: its figures, its memory, its course, and what the step asked of the driver.

use labs::report::Action;
use leptos::wasm_bindgen::JsCast;
use web_sys::{DocumentFragment, Element, HtmlTemplateElement};

use super::course;
use super::dom::{escaped, find, hide, write};
use super::paint::Palette;
use super::segments::{Segments, Way};
use super::strip::Strip;
use super::words::Words;
use crate::film::{Film, Projector, Scale, Slice};

/// Driver calls that are listed of a step.
const CALLS: usize = 12;

pub(crate) struct Stage {
    root: Element,
    pub(crate) film: Film,
    projector: Projector,
    strip: Strip,
    segments: Segments,
    course: Element,
    calls: Element,
    /// Shots that the course was drawn with.
    drawn: usize,
}

impl Stage {
    /// Copies the template of the section and puts the copy behind the others.
    pub(crate) fn add(section: &Element, film: Film, title: &str, settings: Option<&str>) -> Option<Self> {
        let template: HtmlTemplateElement = find(section, "template[data-stage]")?;
        let copy: DocumentFragment = template.content().clone_node_with_deep(true).ok()?.dyn_into().ok()?;
        let root = copy.first_element_child()?;
        find::<Element>(section, "[data-stages]")?.append_child(&root).ok()?;
        write(&root, "title", title);
        if let (Some(settings), Some(line)) =
            (settings.filter(|settings| !settings.is_empty()), find::<Element>(&root, "[data-settings]"))
        {
            write(&root, "settings", &format!("PYTORCH_CUDA_ALLOC_CONF={settings}"));
            hide(&line, false);
        }
        Some(Self {
            film,
            projector: Projector::default(),
            strip: Strip::of(&root)?,
            segments: Segments::of(&root)?,
            course: find(&root, "[data-course]")?,
            calls: find(&root, "[data-calls]")?,
            drawn: 0,
            root,
        })
    }

    pub(crate) fn strip(&self) -> &Strip {
        &self.strip
    }

    pub(crate) fn segments(&self) -> &Segments {
        &self.segments
    }

    pub(crate) fn course(&self) -> &Element {
        &self.course
    }

    /// Shows the memory behind a shot, or behind the last one where there are fewer.
    pub(crate) fn show(&mut self, index: usize, scale: Scale, words: &Words, palette: &Palette) {
        let Some(last) = self.film.shots.len().checked_sub(1) else { return };
        let index = index.min(last);
        let rows = self.projector.show(&self.film, index).rows();
        let shot = &self.film.shots[index];
        let step = words.with("labs-step", &[("step", &words.number(shot.step))]);
        write(&self.root, "step", &step);
        write(&self.root, "deed", &words.deed(shot));
        write(&self.root, "allocated", &words.exact(shot.point.allocated));
        write(&self.root, "reserved", &words.exact(shot.point.reserved));
        write(&self.root, "scale", &words.bytes(scale.bytes));
        let asked = (shot.action == Action::OutOfMemory).then_some(shot.bytes);
        self.strip.draw(shot.held, &rows, scale, asked, palette);
        self.describe(&step, rows.len(), words);
        self.list_calls(index, words);
        if self.drawn != self.film.shots.len() {
            self.drawn = self.film.shots.len();
            self.course.set_inner_html(&course::drawing(&self.film));
        }
        course::point_at(&self.course, &self.film, index);
        self.segments.set(rows);
        hide(self.segments.element(), self.segments.is_empty());
        self.segments.draw(words, palette);
        self.say_chosen(words);
        if let Some(note) = find::<Element>(&self.root, "[data-cut]") {
            hide(&note, !(self.film.is_cut && index == last));
        }
    }

    fn describe(&self, step: &str, segments: usize, words: &Words) {
        let part = |(state, sum): (crate::film::state::State, u64)| {
            format!("{}: {}", words.get(state.key()), words.bytes(sum))
        };
        let parts: Vec<String> = self.strip.sums().map(part).collect();
        let segments = words.number(segments as u64);
        let said = [("moment", step), ("segments", &*segments), ("parts", &*parts.join("; "))];
        let _ = self.strip.element().set_attribute("aria-label", &words.with("labs-map-spoken", &said));
    }

    fn list_calls(&self, index: usize, words: &Words) {
        let calls = &self.film.shots[index].calls;
        let call = |call| format!("<li><code>{}</code></li>", escaped(&words.call(call)));
        let mut html = calls.iter().take(CALLS).map(call).collect::<Vec<_>>().concat();
        if calls.is_empty() {
            html = format!("<li>{}</li>", escaped(words.get("labs-film-no-calls")));
        }
        if calls.len() > CALLS {
            html.push_str("<li>…</li>");
        }
        self.calls.set_inner_html(&html);
    }

    /// Draws the rows again, after they were scrolled.
    pub(crate) fn scrolled(&self, words: &Words, palette: &Palette) {
        self.segments.draw(words, palette);
    }

    /// Says whether what becomes of the chosen block is not read out, as it changes by itself, many times a second.
    pub(crate) fn hush(&self, hush: bool) {
        if let Some(detail) = find::<Element>(&self.root, "[data-out=detail]") {
            let _ = detail.set_attribute("aria-live", if hush { "off" } else { "polite" });
        }
    }

    pub(crate) fn go(&mut self, way: Way, words: &Words, palette: &Palette) {
        self.segments.go(way);
        self.segments.draw(words, palette);
        self.say_chosen(words);
    }

    /// Chooses the block that was pointed at, in the strip or in a row.
    pub(crate) fn choose(&mut self, slice: Option<Slice>, words: &Words, palette: &Palette) {
        let Some(slice) = slice else { return };
        // What is around the segments is no block of one, and has no address.
        if slice.address == u64::MAX {
            write(&self.root, "detail", &words.block(&self.film, slice));
            self.segments.choose(None);
        } else {
            self.segments.choose(Some(slice.address));
            self.say_chosen(words);
        }
        self.segments.draw(words, palette);
    }

    fn say_chosen(&self, words: &Words) {
        let said = self.segments.chosen().map(|(index, row, slice)| {
            let [number, count] = [index + 1, self.segments.count()].map(|number| words.number(number as u64));
            let size = words.exact(row.bytes);
            let segment = [("number", &*number), ("count", &*count), ("size", &*size)];
            format!("{} · {}", words.block(&self.film, slice), words.with("labs-film-segment", &segment))
        });
        if let Some(said) = said {
            write(&self.root, "detail", &said);
        }
    }
}

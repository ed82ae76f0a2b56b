//! Reserved and allocated over the steps, with a line at the step that is shown.

use std::fmt::Write as _;

use labs::report::{Action, Point};
use web_sys::Element;

use crate::film::Film;

/// Units of the drawing, which is stretched to its place.
const WIDE: f64 = 1000.0;
const TALL: f64 = 100.0;
/// Steps that are drawn one by one. Of more, each that is drawn is the highest of several.
const DRAWN: usize = 500;

/// Returns the drawing of the courses and of the steps that found no memory.
pub(crate) fn drawing(film: &Film) -> String {
    let most = film.shots.iter().map(|shot| shot.point.reserved).max().unwrap_or(0).max(1);
    let mut svg = String::new();
    for (name, of) in [("reserved", reserved as fn(&Point) -> u64), ("allocated", allocated)] {
        let line = line(film, most, of);
        // Writing to a string cannot fail.
        let _ = write!(svg, r#"<path class="lab-area-{name}" d="M0 {TALL}{line} V{TALL} Z"/>"#);
    }
    for (index, _) in film.shots.iter().enumerate().filter(|(_, shot)| shot.action == Action::OutOfMemory) {
        let x = place(index, film.shots.len());
        let _ = write!(
            svg,
            r#"<line class="lab-refusal" x1="{x:.1}" x2="{x:.1}" y1="0" y2="{TALL}" vector-effect="non-scaling-stroke"/>"#
        );
    }
    svg.push_str(r#"<line class="lab-cursor" y1="0" y2="100" vector-effect="non-scaling-stroke"/>"#);
    svg
}

/// Moves the line to a step.
pub(crate) fn point_at(course: &Element, film: &Film, index: usize) {
    if let Ok(Some(cursor)) = course.query_selector(".lab-cursor") {
        let x = format!("{:.1}", place(index, film.shots.len()));
        let _ = cursor.set_attribute("x1", &x);
        let _ = cursor.set_attribute("x2", &x);
    }
}

fn reserved(point: &Point) -> u64 {
    point.reserved
}

fn allocated(point: &Point) -> u64 {
    point.allocated
}

fn line(film: &Film, most: u64, of: fn(&Point) -> u64) -> String {
    let (count, mut path) = (film.shots.len(), String::new());
    let drawn = count.min(DRAWN);
    for part in 0..drawn {
        let shots = &film.shots[part * count / drawn..(part + 1) * count / drawn];
        let highest = shots.iter().map(|shot| of(&shot.point)).max().unwrap_or(0);
        let y = TALL - ratio(highest, most) * TALL;
        let x = WIDE * from_index(part + 1) / from_index(drawn);
        // Writing to a string cannot fail.
        let _ = write!(path, " {}{y:.1} H{x:.1}", if part == 0 { "L0 " } else { "V" });
    }
    path
}

fn place(index: usize, count: usize) -> f64 {
    WIDE * (from_index(index) + 0.5) / from_index(count.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn from_index(index: usize) -> f64 {
    index as f64
}

#[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

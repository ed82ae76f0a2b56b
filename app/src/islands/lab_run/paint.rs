//! Colours and patterns of block states on a canvas: those of the style sheet.

use leptos::wasm_bindgen::JsCast;
use web_sys::{CanvasPattern, CanvasRenderingContext2d, Element, HtmlCanvasElement};

use crate::film::Span;
use crate::film::state::State;

/// Pixels of a pattern from one repetition to the next.
const TILE: u32 = 7;
/// Narrowest block that has a border, in pixels. Between narrower ones there would be nothing but borders.
const BORDERED: u32 = 4;

enum Fill {
    Plain(String),
    Pattern(CanvasPattern),
    Nothing,
}

pub(crate) struct Palette {
    fills: Vec<Fill>,
    pub(crate) ink: String,
    pub(crate) soft: String,
    pub(crate) focus: String,
    font: String,
}

impl Palette {
    /// Reads the colours of the page as they are now.
    pub(crate) fn of(root: &Element) -> Option<Self> {
        let styles = leptos::prelude::window().get_computed_style(root).ok()??;
        let value = |name: &str| styles.get_property_value(name).unwrap_or_default().trim().to_owned();
        let fills = State::ALL.map(|state| match state {
            State::Live => Fill::Plain(value("--live")),
            State::Unmapped => Fill::Nothing,
            _ => {
                let name = state.class().trim_start_matches("s-");
                let (ground, line) = (value(&format!("--{name}")), value(&format!("--{name}-line")));
                tile(state, &ground, &line).map_or(Fill::Plain(ground), Fill::Pattern)
            }
        });
        let font = format!("12px {}", value("--mono"));
        Some(Self {
            fills: fills.into(),
            ink: value("--ink"),
            soft: value("--ink-soft"),
            focus: value("--focus"),
            font,
        })
    }

    /// Draws spans beside each other, each from `y` to `y + height`.
    pub(crate) fn spans(&self, context: &CanvasRenderingContext2d, spans: &[Span], x: f64, y: f64, height: f64) {
        context.set_line_width(0.75);
        for span in spans {
            let (from, width) = (x + f64::from(span.from), f64::from(span.to - span.from));
            match &self.fills[span.state as usize] {
                Fill::Plain(colour) => context.set_fill_style_str(colour),
                Fill::Pattern(pattern) => context.set_fill_style_canvas_pattern(pattern),
                Fill::Nothing => {
                    context.set_stroke_style_str(&self.soft);
                    context.stroke_rect(from + 0.5, y + 0.5, (width - 1.0).max(0.0), height - 1.0);
                    continue;
                }
            }
            context.fill_rect(from, y, width, height);
            if span.single && span.to - span.from >= BORDERED {
                context.set_stroke_style_str(&self.ink);
                context.stroke_rect(from + 0.5, y + 0.5, width - 1.0, height - 1.0);
            }
        }
    }

    pub(crate) fn frame(&self, context: &CanvasRenderingContext2d, x: f64, y: f64, width: f64, height: f64) {
        context.set_line_width(3.0);
        context.set_stroke_style_str(&self.focus);
        context.stroke_rect(x + 1.0, y + 1.0, (width - 2.0).max(3.0), height - 2.0);
    }

    pub(crate) fn label(&self, context: &CanvasRenderingContext2d, text: &str, x: f64, y: f64) {
        context.set_font(&self.font);
        context.set_fill_style_str(&self.ink);
        let _ = context.fill_text(text, x, y);
    }
}

/// Returns the context of a canvas that is made as large as it is shown, and emptied.
pub(crate) fn prepared(canvas: &HtmlCanvasElement, width: u32, height: u32) -> Option<CanvasRenderingContext2d> {
    let ratio = leptos::prelude::window().device_pixel_ratio().clamp(1.0, 3.0);
    let device = |pixels: u32| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand pixels")]
        let scaled = (f64::from(pixels) * ratio).round() as u32;
        scaled
    };
    if canvas.width() != device(width) || canvas.height() != device(height) {
        canvas.set_width(device(width));
        canvas.set_height(device(height));
        super::dom::style(canvas, "width", &format!("{width}px"));
        super::dom::style(canvas, "height", &format!("{height}px"));
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0).ok()?;
    context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
    Some(context)
}

/// Returns the pattern of a state, as the style sheet has it for SVG.
fn tile(state: State, ground: &str, line: &str) -> Option<CanvasPattern> {
    let canvas: HtmlCanvasElement = leptos::prelude::document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(TILE);
    canvas.set_height(TILE);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let size = f64::from(TILE);
    context.set_fill_style_str(ground);
    context.fill_rect(0.0, 0.0, size, size);
    context.set_stroke_style_str(line);
    context.begin_path();
    let lines: &[[f64; 4]] = match state {
        State::Cached => &[[-1.0, 8.0, 8.0, -1.0]],
        State::Pinned => &[[0.0, 0.0, 7.0, 7.0], [7.0, 0.0, 0.0, 7.0]],
        State::Outside => &[[3.5, 0.0, 3.5, 7.0]],
        State::Refused => &[[-1.0, -1.0, 8.0, 8.0]],
        _ => {
            context.set_fill_style_str(line);
            context.fill_rect(2.5, 2.5, 2.5, 2.5);
            &[]
        }
    };
    for [from_x, from_y, to_x, to_y] in lines {
        context.move_to(*from_x, *from_y);
        context.line_to(*to_x, *to_y);
    }
    context.stroke();
    context.create_pattern_with_html_canvas_element(&canvas, "repeat").ok()?
}

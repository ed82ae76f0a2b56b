//! The device as one strip: SVG while there are few blocks, a canvas where there are many.

use web_sys::{Element, HtmlCanvasElement, HtmlElement};

use super::dom::{find, hide};
use super::paint::{Palette, prepared};
use crate::film::state::State;
use crate::film::{FEW, Row, STRIP_HEIGHT, Scale, Slice, pieces, spans, strip};

pub(crate) struct Strip {
    root: HtmlElement,
    svg: Element,
    canvas: HtmlCanvasElement,
    pieces: Vec<Slice>,
    whole: u64,
}

impl Strip {
    pub(crate) fn of(stage: &Element) -> Option<Self> {
        let root: HtmlElement = find(stage, "[data-strip]")?;
        let (svg, canvas) = (find(&root, "svg")?, find(&root, "canvas")?);
        Some(Self { root, svg, canvas, pieces: Vec::new(), whole: 1 })
    }

    pub(crate) fn element(&self) -> &HtmlElement {
        &self.root
    }

    /// Draws the strip. `asked` is a request that this step refused, drawn below it.
    pub(crate) fn draw(&mut self, held: u64, rows: &[Row], scale: Scale, asked: Option<u64>, palette: &Palette) {
        self.pieces = pieces(held, rows, scale);
        self.whole = scale.bytes;
        let many = self.pieces.len() > FEW;
        hide(&self.svg, many);
        hide(&self.canvas, !many);
        if many {
            let width = u32::try_from(self.root.client_width()).unwrap_or(0);
            if let Some(context) = prepared(&self.canvas, width, STRIP_HEIGHT) {
                let drawn = spans(self.pieces.iter().copied(), self.whole, width);
                palette.spans(&context, &drawn, 0.0, 1.0, f64::from(STRIP_HEIGHT - 2));
            }
        } else {
            let (svg, height) = strip(&self.pieces, rows, held, self.whole, asked);
            self.svg.set_inner_html(&svg);
            let _ = self.svg.set_attribute("height", &height.to_string());
        }
    }

    /// Returns the block at a place, which is a part of the strip's length.
    pub(crate) fn block_at(&self, part: f64) -> Option<Slice> {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place that was pointed at"
        )]
        let place = (part.clamp(0.0, 1.0) * self.whole as f64) as u64;
        let mut end = 0;
        self.pieces.iter().copied().find(|piece| {
            end += piece.bytes;
            place < end
        })
    }

    /// Returns the bytes in each state, for a sentence.
    pub(crate) fn sums(&self) -> impl Iterator<Item = (State, u64)> {
        State::ALL.into_iter().filter_map(|state| {
            let of_state = self.pieces.iter().filter(|piece| piece.state == state);
            let sum = of_state.map(|piece| piece.bytes).sum();
            (sum > 0).then_some((state, sum))
        })
    }
}

use super::memory::Slice;
use super::state::State;

/// A stretch of a picture, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub from: u32,
    pub to: u32,
    pub state: State,
    /// Block borders are drawn where a span is one block; of several in one pixel, it has the state of most bytes.
    pub single: bool,
}

/// Returns how slices behind each other look on so many pixels for so many bytes. There are at most two spans a pixel,
/// however many slices there are.
pub fn spans(slices: impl Iterator<Item = Slice>, whole: u64, pixels: u32) -> Vec<Span> {
    let pixel = |at: u64| {
        let place = u128::from(at) * u128::from(pixels) / u128::from(whole.max(1));
        u32::try_from(place).unwrap_or(pixels).min(pixels)
    };
    let mut spans: Vec<Span> = Vec::new();
    let mut crowd = Crowd::default();
    let mut at = 0;
    for slice in slices {
        let (from, to) = (pixel(at), pixel(at + slice.bytes));
        at += slice.bytes;
        if to > from + 1 || (to > from && crowd.is_empty()) {
            let from = crowd.settle(&mut spans).max(from);
            spans.push(Span { from, to, state: slice.state, single: true });
            continue;
        }
        if crowd.pixel != from {
            crowd.settle(&mut spans);
            crowd.pixel = from;
        }
        crowd.bytes[slice.state as usize] += slice.bytes.max(1);
        if to > from {
            crowd.settle(&mut spans);
        }
    }
    crowd.settle(&mut spans);
    spans
}

/// What shares a pixel.
#[derive(Debug, Default)]
struct Crowd {
    pixel: u32,
    bytes: [u64; State::ALL.len()],
}

impl Crowd {
    fn is_empty(&self) -> bool {
        self.bytes.iter().all(|bytes| *bytes == 0)
    }

    /// Draws what shares the pixel, joined to an equal neighbour. Returns where free pixels begin.
    fn settle(&mut self, spans: &mut Vec<Span>) -> u32 {
        let drawn = spans.last().map_or(0, |span| span.to);
        if self.is_empty() {
            return drawn;
        }
        let most = self.bytes.iter().zip(State::ALL).max_by_key(|(bytes, _)| **bytes);
        let state = most.map_or(State::Unmapped, |(_, state)| state);
        self.bytes = Default::default();
        let (from, to) = (self.pixel.max(drawn), self.pixel + 1);
        if from >= to {
            return drawn;
        }
        match spans.last_mut() {
            Some(last) if !last.single && last.state == state && last.to == from => last.to = to,
            _ => spans.push(Span { from, to, state, single: false }),
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slice(state: State, bytes: u64) -> Slice {
        Slice { address: 0, bytes, state, name: None }
    }

    #[test]
    fn blocks_touch_and_fill_the_picture() {
        let slices = [slice(State::Live, 1), slice(State::Pinned, 2), slice(State::Live, 1)];
        let spans = spans(slices.into_iter(), 4, 400);
        let drawn: Vec<_> = spans.iter().map(|span| (span.from, span.to, span.single)).collect();
        assert_eq!(drawn, [(0, 100, true), (100, 300, true), (300, 400, true)]);
    }

    #[test]
    fn many_blocks_are_as_many_spans_as_there_are_pixels_at_most() {
        let pairs = (0..10_000).flat_map(|_| [slice(State::Live, 3), slice(State::Pinned, 1)]);
        let spans = spans(pairs, 40_000, 600);
        assert!(spans.len() <= 1_200, "{}", spans.len());
        assert_eq!((spans.first().map(|span| span.from), spans.last().map(|span| span.to)), (Some(0), Some(600)));
        assert!(spans.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert!(spans.iter().all(|span| span.state == State::Live));
    }

    #[test]
    fn a_block_that_is_less_than_a_pixel_does_not_vanish_beside_nothing() {
        let slices = [slice(State::Live, 1), slice(State::Unmapped, 999_999)];
        let spans_of_two = spans(slices.into_iter(), 1_000_000, 100);
        assert_eq!((spans_of_two[0].state, spans_of_two[0].to, spans_of_two[1].to), (State::Live, 1, 100));
        let alone = [slice(State::Live, 1)];
        assert_eq!(spans(alone.into_iter(), 1_000_000, 100).len(), 1);
    }
}

//! Drawing in percent, so that a strip fits any width and its patterns are not distorted.

use crate::estimate::picture::percent;

/// Returns where a number lies on a strip of so many, in hundredths of a percent.
pub(super) fn hundredths(part: u64, whole: u64) -> u64 {
    let place = u128::from(part) * 10_000 / u128::from(whole.max(1));
    u64::try_from(place.min(10_000)).unwrap_or(10_000)
}

/// A stretch of a strip as SVG attributes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stretch {
    /// In hundredths of a percent.
    pub(super) from: u64,
    pub(super) size: u64,
}

impl Stretch {
    /// Returns the stretch of `bytes` behind `start`. Neighbours touch: each ends where the next begins.
    pub(super) fn of(start: u64, bytes: u64, whole: u64) -> Self {
        let from = hundredths(start, whole);
        Self { from, size: hundredths(start.saturating_add(bytes), whole) - from }
    }

    pub(super) fn x(self) -> String {
        percent(self.from)
    }

    pub(super) fn width(self) -> String {
        percent(self.size)
    }

    pub(super) fn middle(self) -> String {
        percent(self.from + self.size / 2)
    }
}

/// Returns text for an element or an attribute in double quotes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_touch() {
        let (first, second) = (Stretch::of(0, 1, 3), Stretch::of(1, 1, 3));
        assert_eq!((first.from + first.size, second.from), (3333, 3333));
        assert_eq!(Stretch::of(2, 5, 3), Stretch { from: 6666, size: 3334 }, "nothing sticks out");
        assert_eq!(hundredths(u64::MAX, u64::MAX), 10_000);
        assert_eq!(hundredths(1, 0), 10_000);
    }

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}

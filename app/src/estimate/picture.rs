//! The strip that shows an estimate: where each part begins and how long it is. Drawing is elsewhere.

use super::Estimate;

/// A stretch of the strip in hundredths of a percent of its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub from: u64,
    pub size: u64,
}

/// The strip: as long as the larger of the sum and the card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture {
    /// Weights, gradients, optimizer state, activations.
    pub parts: [Span; 4],
    /// Where the card's memory ends.
    pub card: u64,
}

const WHOLE: u128 = 10_000;

/// Returns the strip of an estimate on a card of so many bytes.
pub fn picture(estimate: &Estimate, card: u64) -> Picture {
    let length = u128::from(estimate.total.max(card).max(1));
    let place = |bytes: u64| u64::try_from(u128::from(bytes) * WHOLE / length).unwrap_or(0);
    let mut end = 0_u64;
    let parts = [estimate.weights, estimate.gradients, estimate.optimizer, estimate.activations].map(|bytes| {
        let from = place(end);
        end = end.saturating_add(bytes);
        Span { from, size: place(end) - from }
    });
    Picture { parts, card: place(card) }
}

/// Formats hundredths of a percent for an SVG attribute.
pub fn percent(hundredths: u64) -> String {
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_the_longer_of_sum_and_card_fills_the_strip() {
        let estimate = Estimate { weights: 10, gradients: 10, optimizer: 60, activations: 20, total: 100 };
        let fits = picture(&estimate, 200);
        assert_eq!(fits.card, 10_000);
        assert_eq!(fits.parts.map(|span| (span.from, span.size)), [(0, 500), (500, 500), (1000, 3000), (4000, 1000)]);
        let exceeds = picture(&estimate, 50);
        assert_eq!((exceeds.card, exceeds.parts[3]), (5000, Span { from: 8000, size: 2000 }));
    }

    #[test]
    fn nothing_on_no_card_is_an_empty_strip() {
        let estimate = Estimate { weights: 0, gradients: 0, optimizer: 0, activations: 0, total: 0 };
        assert_eq!(picture(&estimate, 0).parts, [Span { from: 0, size: 0 }; 4]);
    }

    #[test]
    fn hundredths_are_written_with_two_digits() {
        assert_eq!([0, 5, 10_000].map(percent), ["0.00%", "0.05%", "100.00%"]);
    }
}

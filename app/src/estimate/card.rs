//! The cards that the calculator compares with, each with the memory that it reports.
//!
//! The number on a label is a name: cards sold with 80 GB report 81,559 MiB or 81,920 MiB. What a program gets is a little
//! less than the total reported, because driver and firmware reserve a part (`reserved` in NVML's `nvmlMemory_v2_t`). How
//! much depends on the driver, so it is not counted here and the page says so.

/// A card with its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// Value of the form field and the query parameter.
    pub name: &'static str,
    /// As people call it.
    pub model: &'static str,
    /// The number on its label, in GB.
    pub label: u64,
    /// What is counted.
    pub mib: u64,
    pub basis: Basis,
}

/// Where the memory of a card was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The total that `nvidia-smi` reports (Belotti, "Why does an NVIDIA H100 80GB card offer 85.52 GB?").
    Reported,
    /// The maker's specification (AMD, "GPU specifications" in the documentation of ROCm); nobody's measurement.
    Specified,
}

/// The cards offered, by the size on the label.
pub const CARDS: [Card; 8] = [
    reported("t4", "NVIDIA T4", 16, 15_360),
    reported("l4", "NVIDIA L4", 24, 23_034),
    reported("a100-40", "NVIDIA A100", 40, 40_960),
    reported("l40s", "NVIDIA L40S", 48, 46_068),
    reported("a100-80", "NVIDIA A100", 80, 81_920),
    reported("h100", "NVIDIA H100", 80, 81_559),
    reported("h200", "NVIDIA H200", 141, 143_771),
    Card { name: "mi300x", model: "AMD Instinct MI300X", label: 192, mib: 192 * 1024, basis: Basis::Specified },
];

/// The card chosen at first, an H100.
pub const DEFAULT: Card = CARDS[5];

const fn reported(name: &'static str, model: &'static str, label: u64, mib: u64) -> Card {
    Card { name, model, label, mib, basis: Basis::Reported }
}

impl Card {
    /// Returns the card of a name, or the default one.
    pub fn named(name: Option<&str>) -> Self {
        CARDS.into_iter().find(|card| Some(card.name) == name).unwrap_or(DEFAULT)
    }

    /// Returns its memory in bytes.
    pub const fn bytes(&self) -> u64 {
        self.mib << 20
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::format::{Separators, grouped, scaled};

    const EN: Separators = Separators { group: ',', decimal: '.' };
    const LESSON: &str = include_str!("../../../content/courses/gpu-memory/where-memory-goes/lesson.en.md");

    #[test]
    fn a_card_is_found_by_its_name() {
        assert_eq!(Card::named(Some("l4")).mib, 23_034);
        for unknown in [None, Some(""), Some("80"), Some("L4")] {
            assert_eq!(Card::named(unknown).name, "h100", "{unknown:?}");
        }
        for card in CARDS {
            assert_eq!(Card::named(Some(card.name)), card, "names are unique");
        }
    }

    #[test]
    fn cards_are_in_order_and_their_memory_agrees_with_the_label() {
        assert!(CARDS.windows(2).all(|pair| pair[0].label <= pair[1].label));
        for card in CARDS {
            // Chips come in powers of two, and a label may count in powers of ten.
            let (decimal, binary) = (card.label * 1_000_000_000, card.label << 30);
            assert!((decimal..=binary).contains(&card.bytes()), "{card:?}");
        }
    }

    #[test]
    fn course_and_calculator_give_the_same_figures() {
        for (name, model) in [("l4", "L4"), ("h100", "H100")] {
            let card = Card::named(Some(name));
            let gib = scaled(card.bytes(), &EN).replace('\u{a0}', " ");
            let said = format!("{} MiB, which is {gib}", grouped(card.mib, &EN));
            assert!(LESSON.contains(&said), "the lesson does not say that an {model} reports {said}");
            let row = LESSON.lines().find(|line| line.starts_with(&format!("| {}", card.model))).unwrap_or_default();
            assert!(row.contains(&format!("| {} GB |", card.label)), "{row}");
        }
        let amd = Card::named(Some("mi300x"));
        assert!(LESSON.contains(&format!("| {}[^mi300x] | {} GB |", amd.model, amd.label)));
    }
}

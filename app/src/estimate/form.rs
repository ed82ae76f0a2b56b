//! The calculator's form: what people typed, read the same way on the server and in the browser.

use super::card::Card;
use super::{Activations, Attention, Optimizer, Plan, Precision};

/// A field that takes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// In billions, with decimals.
    Parameters,
    Layers,
    Hidden,
    Heads,
    Batch,
    Sequence,
}

/// What is wrong with the input. Each belongs to one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// Not a number, or outside of [`Field::range`].
    Range(Field),
    /// The hidden size is no multiple of the number of heads.
    HeadsDivide,
    /// Weights of one byte are not trained.
    Int8Training,
}

/// What was read: the plan when nothing is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    pub plan: Result<Plan, Vec<Problem>>,
    /// The card to compare with.
    pub card: Card,
}

pub const PRECISIONS: [(Precision, &str); 3] =
    [(Precision::Mixed, "mixed"), (Precision::Single, "fp32"), (Precision::Int8, "int8")];

pub const OPTIMIZERS: [(Optimizer, &str); 5] = [
    (Optimizer::AdamW, "adamw"),
    (Optimizer::Adam8Bit, "adam8bit"),
    (Optimizer::Momentum, "momentum"),
    (Optimizer::Sgd, "sgd"),
    (Optimizer::None, "none"),
];

pub const ATTENTIONS: [(Attention, &str); 2] = [(Attention::Fused, "fused"), (Attention::Plain, "plain")];

pub const ACTIVATIONS: [(Activations, &str); 2] =
    [(Activations::Kept, "kept"), (Activations::Recomputed, "recomputed")];

impl Field {
    pub const ALL: [Self; 6] = [Self::Parameters, Self::Layers, Self::Hidden, Self::Heads, Self::Batch, Self::Sequence];

    /// Name of the form field and the query parameter.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Layers => "layers",
            Self::Hidden => "hidden",
            Self::Heads => "heads",
            Self::Batch => "batch",
            Self::Sequence => "sequence",
        }
    }

    /// What stands in the field at first: a model of seven billion parameters.
    pub const fn default_text(self) -> &'static str {
        match self {
            Self::Parameters => "7",
            Self::Layers | Self::Heads => "32",
            Self::Hidden => "4096",
            Self::Batch => "1",
            Self::Sequence => "2048",
        }
    }

    /// Least and largest value that is taken; parameters are counted one by one here.
    pub const fn range(self) -> (u64, u64) {
        match self {
            Self::Parameters => (1_000_000, 10_000 * BILLION),
            Self::Layers => (1, 1000),
            Self::Hidden | Self::Batch => (1, 65_536),
            Self::Heads => (1, 1024),
            Self::Sequence => (1, 1_048_576),
        }
    }

    fn parse(self, text: &str) -> Option<u64> {
        let value = if self == Self::Parameters { billions(text)? } else { whole(text)? };
        let (least, largest) = self.range();
        (least..=largest).contains(&value).then_some(value)
    }
}

const BILLION: u64 = 1_000_000_000;

/// Reads the form. A field or choice that is absent has its default, so that the page works without any query.
pub fn read<'a>(value_of: impl Fn(&str) -> Option<&'a str>) -> Reading {
    let mut problems = Vec::new();
    let mut number = |field: Field| {
        let text = value_of(field.name()).unwrap_or(field.default_text());
        field.parse(text).unwrap_or_else(|| {
            problems.push(Problem::Range(field));
            1
        })
    };
    let plan = Plan {
        parameters: number(Field::Parameters),
        layers: number(Field::Layers),
        hidden: number(Field::Hidden),
        heads: number(Field::Heads),
        batch: number(Field::Batch),
        sequence: number(Field::Sequence),
        precision: choice(&PRECISIONS, value_of("precision"), Precision::Mixed),
        optimizer: choice(&OPTIMIZERS, value_of("optimizer"), Optimizer::AdamW),
        attention: choice(&ATTENTIONS, value_of("attention"), Attention::Fused),
        activations: choice(&ACTIVATIONS, value_of("activations"), Activations::Kept),
    };
    let heads_readable = !problems.iter().any(|it| matches!(it, Problem::Range(Field::Hidden | Field::Heads)));
    if heads_readable && !plan.hidden.is_multiple_of(plan.heads) {
        problems.push(Problem::HeadsDivide);
    }
    if plan.precision == Precision::Int8 && plan.optimizer != Optimizer::None {
        problems.push(Problem::Int8Training);
    }
    let card = Card::named(value_of("card"));
    Reading { plan: if problems.is_empty() { Ok(plan) } else { Err(problems) }, card }
}

fn choice<T: Copy>(all: &[(T, &str)], name: Option<&str>, default: T) -> T {
    all.iter().find(|(_, it)| Some(*it) == name).map_or(default, |(value, _)| *value)
}

fn whole(text: &str) -> Option<u64> {
    let digits = text.trim();
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Reads billions with up to nine decimals after a point or a comma.
fn billions(text: &str) -> Option<u64> {
    let text = text.trim();
    let (whole_part, decimals) = text.split_once(['.', ',']).unwrap_or((text, ""));
    if decimals.len() > 9 || (whole_part.is_empty() && decimals.is_empty()) {
        return None;
    }
    let units = if whole_part.is_empty() { 0 } else { whole(whole_part)? };
    let rest = whole(&format!("{decimals:0<9}"))?;
    units.checked_mul(BILLION)?.checked_add(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_query(query: &[(&str, &str)]) -> Reading {
        read(|name| query.iter().find(|(it, _)| *it == name).map(|(_, value)| *value))
    }

    #[test]
    fn without_a_query_the_defaults_make_a_plan() {
        let reading = read_query(&[]);
        assert_eq!(reading.plan.map(|plan| plan.parameters), Ok(7 * BILLION));
        assert_eq!(reading.card.name, "h100");
        assert_eq!(read_query(&[("card", "mi300x")]).card.bytes(), 192 << 30);
    }

    #[test]
    fn billions_take_a_point_or_a_comma() {
        for (text, value) in [
            ("7", Some(7 * BILLION)),
            (" 6.74 ", Some(6_740_000_000)),
            ("6,74", Some(6_740_000_000)),
            (".5", Some(BILLION / 2)),
            ("1.", Some(BILLION)),
            ("", None),
            (".", None),
            ("1.2.3", None),
            ("-1", None),
            ("1e3", None),
            ("99999999999999999999", None),
            ("٣", None),
        ] {
            assert_eq!(billions(text), value, "{text}");
        }
    }

    #[test]
    fn each_problem_names_its_field() {
        let problems = |query: &[(&str, &str)]| read_query(query).plan.err().unwrap_or_default();
        for field in Field::ALL {
            for bad in ["", "0", "-3", "many", "99999999999999"] {
                assert_eq!(problems(&[(field.name(), bad)]), [Problem::Range(field)], "{field:?} {bad}");
            }
        }
        assert_eq!(problems(&[("heads", "33")]), [Problem::HeadsDivide]);
        assert_eq!(problems(&[("precision", "int8")]), [Problem::Int8Training]);
        assert_eq!(problems(&[("precision", "int8"), ("optimizer", "none")]), []);
    }
}

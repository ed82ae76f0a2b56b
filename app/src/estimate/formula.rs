//! The formulas behind an estimate, as a line each. Symbols are the papers': P parameters, L layers, h hidden size, a heads,
//! b batch size, s sequence length.

use super::{Activations, Attention, Optimizer, Plan, Precision};

/// A formula for each part, in the order of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formulas {
    pub weights: String,
    pub gradients: String,
    pub optimizer: String,
    pub activations: String,
}

/// Returns the formulas with the plan's factors in them.
pub fn formulas(plan: &Plan) -> Formulas {
    let per_parameter = |bytes: u64| if bytes == 0 { "0".to_owned() } else { format!("{bytes}\u{b7}P") };
    let copy = if plan.precision == Precision::Mixed && plan.optimizer != Optimizer::None { "4 + " } else { "" };
    let optimizer = match plan.optimizer {
        Optimizer::AdamW => format!("({copy}4 + 4)\u{b7}P"),
        Optimizer::Adam8Bit => format!("({copy}1 + 1)\u{b7}P"),
        Optimizer::Momentum if copy.is_empty() => per_parameter(4),
        Optimizer::Momentum => format!("({copy}4)\u{b7}P"),
        Optimizer::Sgd | Optimizer::None => per_parameter(plan.optimizer_bytes()),
    };
    Formulas {
        weights: per_parameter(plan.precision.weight_bytes()),
        gradients: per_parameter(plan.gradient_bytes()),
        optimizer,
        activations: activations(plan),
    }
}

fn activations(plan: &Plan) -> String {
    let bytes = plan.precision.value_bytes();
    if plan.optimizer == Optimizer::None {
        return format!("2\u{b7}L\u{b7}s\u{b7}b\u{b7}h\u{b7}{bytes}");
    }
    let (states, scores) = if bytes == 4 { (66, 9) } else { (34, 5) };
    let layer = match plan.attention {
        Attention::Fused => states.to_string(),
        Attention::Plain => format!("({states} + {scores}\u{b7}a\u{b7}s/h)"),
    };
    match plan.activations {
        Activations::Kept => format!("L\u{b7}s\u{b7}b\u{b7}h\u{b7}{layer}"),
        Activations::Recomputed => format!("L\u{b7}s\u{b7}b\u{b7}h\u{b7}{bytes} + s\u{b7}b\u{b7}h\u{b7}{layer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::form::read;

    fn of(query: &[(&str, &str)]) -> Formulas {
        let reading = read(|name| query.iter().find(|(it, _)| *it == name).map(|(_, value)| *value));
        formulas(&reading.plan.expect("a plan"))
    }

    #[test]
    fn the_factors_are_the_plans() {
        let default = of(&[]);
        assert_eq!((default.weights.as_str(), default.optimizer.as_str()), ("2·P", "(4 + 4 + 4)·P"));
        assert_eq!(default.activations, "L·s·b·h·34");
        assert_eq!(of(&[("attention", "plain"), ("precision", "fp32")]).activations, "L·s·b·h·(66 + 9·a·s/h)");
        assert_eq!(of(&[("activations", "recomputed")]).activations, "L·s·b·h·2 + s·b·h·34");
        let inference = of(&[("optimizer", "none"), ("precision", "int8")]);
        assert_eq!((inference.gradients.as_str(), inference.activations.as_str()), ("0", "2·L·s·b·h·2"));
        assert_eq!(of(&[("optimizer", "momentum"), ("precision", "fp32")]).optimizer, "4·P");
        assert_eq!(of(&[("optimizer", "sgd")]).optimizer, "4·P");
    }
}

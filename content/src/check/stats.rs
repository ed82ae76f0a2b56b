//! How likely chance is to give what was counted.

/// Returns the chance that at least `observed` of independent events happen, each with its own probability.
pub(super) fn at_least(observed: usize, probabilities: &[f64]) -> f64 {
    distribution(probabilities)[observed.min(probabilities.len() + 1)..].iter().sum()
}

/// Returns the chance that at most `observed` of the events happen.
pub(super) fn at_most(observed: usize, probabilities: &[f64]) -> f64 {
    distribution(probabilities).iter().take(observed + 1).sum()
}

/// The exact distribution of how many of the events happen (Poisson binomial; binomial when all are equal).
fn distribution(probabilities: &[f64]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for p in probabilities {
        chances.push(0.0);
        for count in (0..chances.len()).rev() {
            let below = if count > 0 { chances[count - 1] } else { 0.0 };
            chances[count] = chances[count] * (1.0 - p) + below * p;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn equal_probabilities_give_the_binomial_distribution() {
        // 10 choose 8, 9 and 10, over 2^10
        assert!(near(at_least(8, &[0.5; 10]), 56.0 / 1024.0));
        assert!(near(at_most(2, &[0.5; 10]), 56.0 / 1024.0));
        assert!(near(at_least(0, &[0.25; 7]), 1.0));
        assert!(near(at_least(8, &[0.25; 7]), 0.0));
    }

    #[test]
    fn unequal_probabilities_count_as_they_are() {
        assert!(near(at_least(2, &[0.25, 1.0 / 3.0]), 0.25 / 3.0));
        assert!(near(at_most(0, &[0.25, 1.0 / 3.0]), 0.5));
    }
}

//! "Did you mean": the nearest of the names that would have been right.

/// Returns the name that differs from `found` by few letters, if any does.
pub(crate) fn closest<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Long names may have one more slip; a name of two letters has room for one.
    let allowed = (found.chars().count() / 3).clamp(1, 3);
    names
        .into_iter()
        .map(|name| (distance(found, name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Returns a help text that names the nearest name.
pub(crate) fn did_you_mean<'n>(found: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    closest(found, names).map(|name| format!("did you mean `{name}`?"))
}

/// Counts letters to insert, delete, replace or swap with their neighbour (Damerau-Levenshtein, restricted).
fn distance(a: &str, b: &str) -> usize {
    const MAX_COMPARED: usize = 64;
    let a: Vec<char> = a.chars().take(MAX_COMPARED).collect();
    let b: Vec<char> = b.chars().take(MAX_COMPARED).collect();
    let mut rows: [Vec<usize>; 3] = [Vec::new(), (0..=b.len()).collect(), vec![0; b.len() + 1]];
    for (i, from) in a.iter().enumerate() {
        rows[2] = vec![i + 1; b.len() + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = rows[1][j] + usize::from(from != to);
            let mut best = replaced.min(rows[1][j + 1] + 1).min(rows[2][j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                best = best.min(rows[0][j - 1] + 1);
            }
            rows[2][j + 1] = best;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_is_forgiven_and_another_word_is_not() {
        let names = ["stem", "hint", "option", "tolerance"];
        assert_eq!(closest("stme", names), Some("stem"));
        assert_eq!(closest("optoin", names), Some("option"));
        assert_eq!(closest("tolerence", names), Some("tolerance"));
        assert_eq!(closest("colour", names), None);
        assert_eq!(distance("abc", ""), 3);
        assert_eq!(distance("ab", "ba"), 1);
    }
}

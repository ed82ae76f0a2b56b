use crate::kv::{Figures, Layout, Outcome, Policy};
use crate::report::{Cell, Column, Label, Table, Unit, Words};

/// Moments of a simulation that are shown.
const MOMENTS: usize = 6;
/// Requests whose block table is shown.
const REQUESTS: usize = 8;

/// Returns the name of a policy in names of figures.
pub(super) const fn key(policy: Policy) -> &'static str {
    match policy {
        Policy::Maximum => "maximum",
        Policy::PowerOfTwo => "power_of_two",
        Policy::Exact => "exact",
        Policy::Paged { .. } => "paged",
    }
}

/// Returns the name of a policy for people.
pub(super) fn label(policy: Policy) -> Label {
    match policy {
        Policy::Maximum => Words::new("policy-maximum", "maximum").into(),
        Policy::PowerOfTwo => Words::new("policy-power-of-two", "power of two").into(),
        Policy::Exact => Words::new("policy-exact", "exact").into(),
        Policy::Paged { block } => Words::new("policy-paged", "paged, blocks of {block}").with("block", block),
    }
}

fn columns(columns: &[(Words, Unit)]) -> Vec<Column> {
    columns.iter().map(|&(label, unit)| Column { label: label.into(), unit }).collect()
}

pub(super) fn policies(figures: &[Figures], outcomes: &[Outcome]) -> Table {
    let row = |(figures, outcome): (&Figures, &Outcome)| {
        let each = |tokens: u64| Cell::Number(tokens * 100 / figures.requests.max(1));
        vec![
            Cell::Label(label(figures.policy)),
            each(figures.reserved),
            each(figures.filled),
            each(figures.internal),
            Cell::Number(figures.filled * 1000 / figures.reserved.max(1)),
            Cell::Number(outcome.peak_running),
            Cell::Number(outcome.usage.len() as u64),
            Cell::Number(outcome.preemptions),
        ]
    };
    Table {
        title: Words::new("table-policies", "the policies; reserved, filled and wasted are for each request").into(),
        columns: columns(&[
            (Words::new("column-policy", "policy"), Unit::Word),
            (Words::new("column-reserved", "reserved"), Unit::CentiTokens),
            (Words::new("column-filled", "filled"), Unit::CentiTokens),
            (Words::new("column-wasted", "wasted"), Unit::CentiTokens),
            (Words::new("column-used", "used"), Unit::PerMille),
            (Words::new("column-served-at-once", "served at once"), Unit::Count),
            (Words::new("column-steps", "steps to the end"), Unit::Count),
            (Words::new("column-preempted", "preempted"), Unit::Count),
        ]),
        rows: figures.iter().zip(outcomes).map(row).collect(),
    }
}

pub(super) fn blocks(sizes: &[u64], figures: &[Figures]) -> Table {
    let row = |(block, figures): (&u64, &Figures)| {
        vec![
            Cell::Number(*block),
            Cell::Number((block - 1) * 50),
            Cell::Number(figures.internal * 100 / figures.requests.max(1)),
            Cell::Number(figures.filled * 1000 / figures.reserved.max(1)),
            Cell::Number(figures.at_once),
        ]
    };
    Table {
        title: Words::new("table-blocks", "sizes of blocks").into(),
        columns: columns(&[
            (Words::new("column-block", "block"), Unit::Tokens),
            (Words::new("column-half-a-block", "(B - 1)/2"), Unit::CentiTokens),
            (Words::new("column-wasted-each", "wasted on each request"), Unit::CentiTokens),
            (Words::new("column-used", "used"), Unit::PerMille),
            (Words::new("column-full-at-once", "full requests at once"), Unit::Count),
        ]),
        rows: sizes.iter().zip(figures).map(row).collect(),
    }
}

/// Shows where the tokens of memory are at moments that are equally far apart.
pub(super) fn over_time(policies: &[Policy], outcomes: &[Outcome]) -> Table {
    let mut rows = Vec::new();
    for (policy, outcome) in policies.iter().zip(outcomes) {
        let last = outcome.usage.len().saturating_sub(1);
        let mut steps: Vec<usize> = (0..MOMENTS).map(|moment| last * moment / (MOMENTS - 1)).collect();
        steps.dedup();
        for (step, usage) in steps.iter().filter_map(|&step| Some((step, outcome.usage.get(step)?))) {
            let numbers = [
                step as u64 + 1,
                usage.running,
                usage.waiting,
                usage.written,
                usage.later,
                usage.internal,
                usage.external,
                usage.free,
            ];
            rows.push([Cell::Label(label(*policy))].into_iter().chain(numbers.map(Cell::Number)).collect());
        }
    }
    Table {
        title: Words::new("table-over-time", "where the tokens of memory are, step by step").into(),
        columns: columns(&[
            (Words::new("column-policy", "policy"), Unit::Word),
            (Words::new("column-step", "step"), Unit::Count),
            (Words::new("column-running", "running"), Unit::Count),
            (Words::new("column-waiting", "waiting"), Unit::Count),
            (Words::new("column-filled", "filled"), Unit::Count),
            (Words::new("column-for-later", "for later"), Unit::Count),
            (Words::new("column-never-filled", "never filled"), Unit::Count),
            (Words::new("column-too-scattered", "too scattered"), Unit::Count),
            (Words::new("column-free", "free"), Unit::Count),
        ]),
        rows,
    }
}

/// Shows the block tables of the first requests when most were served.
pub(super) fn block_tables(outcome: &Outcome, block: u64) -> Table {
    let mut rows = Vec::new();
    if let Layout::Paged { prefix, tables, .. } = &outcome.at_peak {
        let shared = prefix.iter().map(|table| (Words::new("name-all-prompts", "all prompts").into(), table));
        let request = |number: u64| Words::new("name-request", "request {number}").with("number", number);
        let own = tables.iter().take(REQUESTS).map(|(index, table)| (request(*index as u64 + 1), table));
        for (name, table) in shared.chain(own) {
            let ids: Vec<u64> = table.blocks.iter().map(|id| u64::from(id.0)).collect();
            let filled = if table.tokens == 0 { 0 } else { (table.tokens - 1) % block + 1 };
            rows.push(vec![
                Cell::Label(name),
                Cell::Number(table.tokens),
                Cell::Number(table.blocks.len() as u64),
                Cell::Number(filled),
                Cell::Text(ranges(&ids)),
            ]);
        }
    }
    Table {
        title: Words::new(
            "table-block-tables",
            "block tables of the first {count} requests when most were served, prefix shared",
        )
        .with("count", REQUESTS as u64),
        columns: columns(&[
            (Words::new("column-of", "of"), Unit::Word),
            (Words::new("column-tokens", "tokens"), Unit::Count),
            (Words::new("column-blocks", "blocks"), Unit::Count),
            (Words::new("column-in-the-last", "in the last"), Unit::Count),
            (Words::new("column-which", "which"), Unit::Word),
        ]),
        rows,
    }
}

/// Writes numbers that count up as one range.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [only] => only.to_string(),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_up_are_a_range() {
        assert_eq!(ranges(&[0, 1, 2, 7, 9, 10, 3]), "0-2 7 9-10 3");
        assert_eq!(ranges(&[]), "");
    }
}

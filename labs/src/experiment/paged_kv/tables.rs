use crate::kv::{Figures, Layout, Outcome, Policy};
use crate::report::{Cell, Column, Table, Unit};

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
pub(super) fn label(policy: Policy) -> String {
    match policy {
        Policy::Maximum => "maximum".to_owned(),
        Policy::PowerOfTwo => "power of two".to_owned(),
        Policy::Exact => "exact".to_owned(),
        Policy::Paged { block } => format!("paged, blocks of {block}"),
    }
}

fn columns(columns: &[(&str, Unit)]) -> Vec<Column> {
    columns.iter().map(|&(label, unit)| Column { label: label.to_owned(), unit }).collect()
}

pub(super) fn policies(figures: &[Figures], outcomes: &[Outcome]) -> Table {
    let row = |(figures, outcome): (&Figures, &Outcome)| {
        let each = |tokens: u64| Cell::Number(tokens * 100 / figures.requests.max(1));
        vec![
            Cell::Text(label(figures.policy)),
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
        title: "the policies; reserved, filled and wasted are for each request".to_owned(),
        columns: columns(&[
            ("policy", Unit::Word),
            ("reserved", Unit::CentiTokens),
            ("filled", Unit::CentiTokens),
            ("wasted", Unit::CentiTokens),
            ("used", Unit::PerMille),
            ("served at once", Unit::Count),
            ("steps to the end", Unit::Count),
            ("preempted", Unit::Count),
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
        title: "sizes of blocks".to_owned(),
        columns: columns(&[
            ("block", Unit::Tokens),
            ("(B - 1)/2", Unit::CentiTokens),
            ("wasted on each request", Unit::CentiTokens),
            ("used", Unit::PerMille),
            ("full requests at once", Unit::Count),
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
            rows.push([Cell::Text(label(*policy))].into_iter().chain(numbers.map(Cell::Number)).collect());
        }
    }
    Table {
        title: "where the tokens of memory are, step by step".to_owned(),
        columns: columns(&[
            ("policy", Unit::Word),
            ("step", Unit::Count),
            ("running", Unit::Count),
            ("waiting", Unit::Count),
            ("filled", Unit::Count),
            ("for later", Unit::Count),
            ("never filled", Unit::Count),
            ("too scattered", Unit::Count),
            ("free", Unit::Count),
        ]),
        rows,
    }
}

/// Shows the block tables of the first requests when most were served.
pub(super) fn block_tables(outcome: &Outcome, block: u64) -> Table {
    let mut rows = Vec::new();
    if let Layout::Paged { prefix, tables, .. } = &outcome.at_peak {
        let shared = prefix.iter().map(|table| ("all prompts".to_owned(), table));
        let own = tables.iter().take(REQUESTS).map(|(request, table)| (format!("request {}", request + 1), table));
        for (name, table) in shared.chain(own) {
            let ids: Vec<u64> = table.blocks.iter().map(|id| u64::from(id.0)).collect();
            let filled = if table.tokens == 0 { 0 } else { (table.tokens - 1) % block + 1 };
            rows.push(vec![
                Cell::Text(name),
                Cell::Number(table.tokens),
                Cell::Number(table.blocks.len() as u64),
                Cell::Number(filled),
                Cell::Text(ranges(&ids)),
            ]);
        }
    }
    Table {
        title: format!("block tables of the first {REQUESTS} requests when most were served, prefix shared"),
        columns: columns(&[
            ("of", Unit::Word),
            ("tokens", Unit::Count),
            ("blocks", Unit::Count),
            ("in the last", Unit::Count),
            ("which", Unit::Word),
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

//! Figures in columns.

/// Prints a table: the first column is aligned to the left, the others to the right.
pub(crate) fn print<const N: usize>(title: &str, head: [&str; N], rows: &[[String; N]]) {
    let head = head.map(str::to_owned);
    let lines = || std::iter::once(&head).chain(rows);
    let widths: [usize; N] =
        std::array::from_fn(|column| lines().map(|line| line[column].chars().count()).max().unwrap_or_default());
    println!("\n{title}");
    for line in lines() {
        let cells = line.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        println!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// Returns the middle of some figures, the mean of the middle two for an even number; zero for none.
pub(crate) fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    match figures.len() {
        0 => 0.0,
        length if length % 2 == 1 => figures[middle],
        _ => f64::midpoint(figures[middle - 1], figures[middle]),
    }
}

#[expect(clippy::cast_precision_loss, reason = "sizes here are far below 2^52")]
pub(crate) fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[expect(clippy::cast_precision_loss, reason = "sizes here are far below 2^52")]
pub(crate) fn kilobytes(bytes: usize) -> String {
    if bytes == 0 { "-".into() } else { format!("{:.1} kB", bytes as f64 / 1e3) }
}

//! The statistics as a table for people, laid out as `torch.cuda.memory_summary()` does.

use super::{Metric, Scope, Stat, Stats};

/// Columns between the bars at both ends.
const WIDTH: usize = 75;

const SIZES: [(Metric, &str); 5] = [
    (Metric::AllocatedBytes, "Allocated memory"),
    (Metric::ActiveBytes, "Active memory"),
    (Metric::RequestedBytes, "Requested memory"),
    (Metric::ReservedBytes, "GPU reserved memory"),
    (Metric::InactiveSplitBytes, "Non-releasable memory"),
];

const COUNTS: [(Metric, &str); 4] = [
    (Metric::Allocation, "Allocations"),
    (Metric::Active, "Active allocs"),
    (Metric::Segment, "GPU reserved segments"),
    (Metric::InactiveSplit, "Non-releasable allocs"),
];

/// How numbers are shortened.
struct Unit {
    names: &'static [&'static str],
    divisor: i64,
    /// The next larger unit is used from this value on.
    limit: f64,
    digits: usize,
}

const SIZE: Unit =
    Unit { names: &["B  ", "KiB", "MiB", "GiB", "TiB", "PiB"], divisor: 1024, limit: 768.0 * 1024.0, digits: 6 };
const COUNT: Unit = Unit { names: &["  ", "K ", "M "], divisor: 1000, limit: 750_000.0, digits: 7 };

impl Unit {
    /// Writes `number` in the unit that suits `reference`, cutting off what is below it.
    #[expect(clippy::cast_precision_loss, reason = "the unit is chosen by the order of magnitude")]
    fn write(&self, mut number: i64, reference: i64) -> String {
        let mut reference = reference as f64;
        let mut name = 0;
        while name + 1 < self.names.len() && reference >= self.limit {
            name += 1;
            number = number.div_euclid(self.divisor);
            reference /= self.divisor as f64;
        }
        format!("{number:digits$} {}", self.names[name], digits = self.digits)
    }

    fn row(&self, name: &str, stat: &Stat, reference: &Stat) -> String {
        let cells = stat.named().into_iter().zip(reference.named());
        let cells: Vec<_> = cells.map(|((_, number), (_, reference))| self.write(number, reference)).collect();
        format!(" {name:<21} | {} ", cells.join(" | "))
    }
}

impl Stats {
    /// Returns the table. An abbreviated one has no rows for the two pools.
    pub fn summary(&self, device: u32, abbreviated: bool) -> String {
        let mut lines = self.head(device);
        let sizes = SIZES.iter().map(|&(metric, name)| (metric, name, &SIZE));
        let counts = COUNTS.iter().map(|&(metric, name)| (metric, name, &COUNT));
        for (metric, name, unit) in sizes.chain(counts) {
            lines.push(rule('-'));
            let all = self.get(metric, Scope::All);
            lines.push(unit.row(name, all, all));
            if !abbreviated {
                lines.push(unit.row("      from large pool", self.get(metric, Scope::LargePool), all));
                lines.push(unit.row("      from small pool", self.get(metric, Scope::SmallPool), all));
            }
        }
        let oversize =
            [("Oversize allocations", &self.oversize_allocations), ("Oversize GPU segments", &self.oversize_segments)];
        for (name, stat) in oversize {
            lines.push(rule('-'));
            lines.push(COUNT.row(name, stat, stat));
        }
        lines.push(rule('='));
        format!("|{}|\n", lines.join("|\n|"))
    }

    fn head(&self, device: u32) -> Vec<String> {
        let (ooms, retries) = (self.num_ooms, self.num_alloc_retries);
        vec![
            rule('='),
            format!(" {:16} PyTorch CUDA memory summary, device ID {device:<17} ", ""),
            rule('-'),
            format!("  {:9} CUDA OOMs: {ooms:<12} | {:6} cudaMalloc retries: {retries:<8}  ", "", ""),
            rule('='),
            "        Metric         | Cur Usage  | Peak Usage | Tot Alloc  | Tot Freed  ".to_owned(),
        ]
    }
}

fn rule(line: char) -> String {
    line.to_string().repeat(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocator::size::SizeClass;
    use crate::bytes::MIB;

    #[test]
    fn lays_out_the_table_of_pytorch() {
        let mut stats = Stats::default();
        stats.increase(Metric::AllocatedBytes, SizeClass::Large, 12 * MIB);
        stats.increase(Metric::AllocatedBytes, SizeClass::Small, 512);
        stats.decrease(Metric::AllocatedBytes, SizeClass::Large, 2 * MIB);
        stats.increase(Metric::Allocation, SizeClass::Small, 800_000);
        let table = stats.summary(0, false);
        let lines: Vec<_> = table.lines().collect();
        assert!(lines.iter().all(|line| line.len() == WIDTH + 2), "{table}");
        assert_eq!(lines[1], "|                  PyTorch CUDA memory summary, device ID 0                 |");
        assert_eq!(lines[3], "|            CUDA OOMs: 0            |        cudaMalloc retries: 0         |");
        assert_eq!(lines[7], "| Allocated memory      |  10240 KiB |  12288 KiB |  12288 KiB |   2048 KiB |");
        assert_eq!(lines[9], "|       from small pool |      0 KiB |      0 KiB |      0 KiB |      0 KiB |");
        assert!(table.contains("| Allocations           |     800 K  |     800 K  |     800 K  |       0    |"));
        assert_eq!(stats.summary(0, true).lines().count(), lines.len() - 18);
    }
}

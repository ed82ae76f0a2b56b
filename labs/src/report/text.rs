//! A report as text for a terminal. Each picture has its table beside it, or is one.

use std::fmt::{self, Display, Formatter};

use crate::experiment::values::DEVICE;

use super::{Contents, Figure, Origin, Outcome, RefusedBy, Report, Run, Setting, Unit};

mod driver;
mod events;
mod map;
mod table;
mod timeline;

use table::{Align, Grid};

impl Report {
    /// Returns the report as text, lines of at most about a hundred characters.
    pub fn to_text(&self) -> String {
        self.to_string()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.experiment, self.title)?;
        writeln!(f, "\npredict first\n  {}\n", self.question)?;
        self.write_circumstances(f)?;
        for run in &self.runs {
            write_run(f, run)?;
        }
        for table in &self.tables {
            writeln!(f, "\n{}\n{}", table.title, table::grid(table))?;
        }
        writeln!(f, "\nfigures\n{}", figures(&self.figures))?;
        writeln!(f, "\nresult: {}", self.result())
    }
}

impl Report {
    fn write_circumstances(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let device = &self.device;
        let kind = if device.simulated { "simulated" } else { "real" };
        writeln!(f, "device      {}, {kind}, {}", device.name, Unit::Bytes.format(device.total))?;
        if let Some(driver) = &device.driver {
            writeln!(f, "driver      {driver}")?;
        }
        match device.budget {
            Some(budget) => writeln!(f, "budget      {} of it for this lab", Unit::Bytes.format(budget))?,
            None => writeln!(f, "budget      none; the lab may use the whole device")?,
        }
        writeln!(f, "version     vramlab {}", self.version)?;
        writeln!(f, "parameters")?;
        writeln!(f, "{}", parameters(&self.parameters))
    }

    fn result(&self) -> String {
        let surprises = self.surprises().count();
        let figures = match (surprises, self.figures.iter().any(|figure| figure.expected.is_some())) {
            (0, true) => "every figure is as expected".to_owned(),
            (0, false) => "nothing was expected of these parameters".to_owned(),
            (1, _) => "1 figure is NOT as expected".to_owned(),
            (more, _) => format!("{more} figures are NOT as expected"),
        };
        match self.outcome {
            Outcome::Done => format!("done; {figures}"),
            Outcome::OutOfMemory => format!("out of memory, which is what this lab shows; {figures}"),
            Outcome::TooSmall => too_small(surprises),
        }
    }
}

fn too_small(surprises: usize) -> String {
    let figures = match surprises {
        0 => String::new(),
        more => format!("; figures that are NOT as expected: {more}"),
    };
    format!(
        "out of memory, because the device is too small for these parameters, so this is NOT what the lab shows; \
         raise `{DEVICE}` or lower the other sizes{figures}"
    )
}

fn parameters(parameters: &[Setting]) -> Grid {
    let mut grid = Grid::new(&[Align::Left, Align::Left, Align::Left]);
    for setting in parameters {
        let origin = match setting.origin {
            Origin::Default => "",
            Origin::Given => " (set)",
            Origin::Fitted => " (lowered to what the device has)",
        };
        grid.push([setting.name.clone(), setting.value.to_string(), format!("{}{origin}", setting.label)]);
    }
    grid
}

fn figures(figures: &[Figure]) -> Grid {
    let mut grid = Grid::new(&[Align::Left, Align::Right, Align::Right, Align::Left]);
    grid.head(["", "expected", "found", ""]);
    for figure in figures {
        let expected = match (figure.expected, figure.tolerance) {
            (None, _) => "-".to_owned(),
            (Some(expected), 0) => figure.unit.format(expected),
            (Some(expected), tolerance) => figure.unit.format_range(expected, tolerance),
        };
        let verdict = match figure.agrees() {
            Some(true) => "as expected",
            Some(false) => "DIFFERS",
            None => "",
        };
        grid.push([figure.label.text.clone(), expected, figure.unit.format(figure.found), verdict.to_owned()]);
    }
    grid
}

fn write_run(f: &mut Formatter<'_>, run: &Run) -> fmt::Result {
    writeln!(f, "\n== {} ==", run.title)?;
    if let Some(settings) = run.settings.as_ref().filter(|settings| !settings.is_empty()) {
        writeln!(f, "PYTORCH_CUDA_ALLOC_CONF={settings}")?;
    }
    writeln!(f, "\nwhat was done\n{}", events::grid(run))?;
    timeline::write(f, run)?;
    map::write(f, &run.maps)?;
    map::write_pages(f, &run.pages)?;
    driver::write(f, &run.driver)?;
    for refusal in &run.refusals {
        let by = match refusal.by {
            RefusedBy::Device => "the device had no more",
            RefusedBy::Budget => "the lab's budget had no more; the device may have",
        };
        writeln!(f, "\nout of memory in step {} ({by})\n  {}", refusal.step, refusal.message)?;
    }
    if !run.contents.is_empty() {
        writeln!(f, "\ncontents of the tensors, by checksum\n{}", contents(&run.contents))?;
    }
    match &run.summary {
        Some(summary) => writeln!(f, "\ntorch.cuda.memory_summary()\n{summary}"),
        None => Ok(()),
    }
}

fn contents(contents: &[Contents]) -> Grid {
    let mut grid = Grid::new(&[Align::Left, Align::Right, Align::Left, Align::Left, Align::Left, Align::Left]);
    grid.head(["tensor", "size", "written", "before", "after", ""]);
    for tensor in contents {
        let verdict = if tensor.is_intact() { "the same" } else { "CHANGED" };
        let [written, before, after] = [tensor.written, tensor.before, tensor.after].map(|sum| sum.to_string());
        let size = Unit::Bytes.format(tensor.bytes);
        grid.push([tensor.tensor.clone(), size, written, before, after, verdict.to_owned()]);
    }
    grid
}

/// Returns what a function writes.
#[cfg(test)]
fn shown(write: impl Fn(&mut Formatter<'_>) -> fmt::Result) -> String {
    struct Shown<F>(F);
    impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Shown<F> {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            (self.0)(f)
        }
    }
    Shown(write).to_string()
}

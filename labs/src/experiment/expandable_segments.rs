//! The same trace with and without expandable segments.

use super::fragmentation::{Course, Expected, LAST, PARAMETERS, Script};
use super::lab::Lab;
use super::{Experiment, RunError};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "expandable-segments",
    title: "the same trace with segments that grow and give pages back",
    question: "the trace that ran out of memory is played again with expandable_segments:True: how much is reserved \
               after empty_cache, and does the last request succeed?",
    parameters: &PARAMETERS,
    runs_out: Some(LAST),
    check: Script::check,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let script = Script::new(&lab.values);
    let plain = play(lab, &script, "default settings", "")?;
    let expandable = play(lab, &script, "expandable segments", "expandable_segments:True")?;
    figures(lab, "default", "default", &plain, &script.expected());
    figures(lab, "expandable", "expandable", &expandable, &script.expected_expandable());
    Ok(())
}

fn play(lab: &mut Lab<'_>, script: &Script, title: &'static str, settings: &'static str) -> Result<Course, RunError> {
    let mut bench = lab.bench_beside(title, settings, script.held)?;
    let course = script.play(&mut bench)?;
    lab.keep(bench.close()?);
    Ok(course)
}

fn figures(lab: &mut Lab<'_>, name: &str, label: &str, course: &Course, expected: &Expected) {
    let mut bytes = |figure: &str, what: &str, expected, found| {
        lab.bytes(&format!("{figure}_{name}"), &format!("{label}: {what}"), expected, found);
    };
    bytes("allocated", "allocated when the pieces are free", expected.allocated, course.holes.allocated);
    bytes("reserved", "reserved when the pieces are free", expected.reserved_holes, course.holes.reserved);
    bytes("reserved_emptied", "reserved after empty_cache", expected.reserved_emptied, course.emptied.reserved);
    bytes("reserved_asked", "reserved after the last request", expected.reserved_asked, course.asked.reserved);
    let what = format!("{label}: the last request runs out of memory");
    lab.truth(&format!("refused_{name}"), &what, expected.refused, course.refused);
}

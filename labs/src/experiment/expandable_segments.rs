//! The same trace with and without expandable segments.

use super::fragmentation::{Course, Expected, LAST, PARAMETERS, Script};
use super::lab::Lab;
use super::{Experiment, RunError};
use crate::report::{Label, Unit, Words};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "expandable-segments",
    title: "the same trace with segments that grow and give pages back",
    question: "the trace that ran out of memory is played again with expandable_segments:True: how much is reserved \
               after empty_cache, and does the last request succeed?",
    parameters: &PARAMETERS,
    figures: &[
        ("allocated_default", Unit::Bytes),
        ("reserved_default", Unit::Bytes),
        ("reserved_emptied_default", Unit::Bytes),
        ("reserved_asked_default", Unit::Bytes),
        ("refused_default", Unit::Truth),
        ("allocated_expandable", Unit::Bytes),
        ("reserved_expandable", Unit::Bytes),
        ("reserved_emptied_expandable", Unit::Bytes),
        ("reserved_asked_expandable", Unit::Bytes),
        ("refused_expandable", Unit::Truth),
    ],
    runs_out: Some(LAST),
    check: Script::check,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let script = Script::new(&lab.values);
    let (default, grown) =
        (Words::new("run-default-settings", "default settings"), Words::new("run-expandable", "expandable segments"));
    let plain = play(lab, &script, default, "")?;
    let expandable = play(lab, &script, grown, "expandable_segments:True")?;
    figures(lab, "default", default, &plain, &script.expected());
    figures(lab, "expandable", grown, &expandable, &script.expected_expandable());
    Ok(())
}

fn play(lab: &mut Lab<'_>, script: &Script, title: Words, settings: &'static str) -> Result<Course, RunError> {
    let mut bench = lab.bench_beside(title, settings, script.held)?;
    let course = script.play(&mut bench)?;
    lab.keep(bench.close()?);
    Ok(course)
}

fn figures(lab: &mut Lab<'_>, name: &str, run: Words, course: &Course, expected: &Expected) {
    let mut bytes = |figure: &str, what: Words, expected, found| {
        lab.bytes(&format!("{figure}_{name}"), of_run(run, what), expected, found);
    };
    bytes(
        "allocated",
        Words::new("figure-allocated-with-holes", "allocated when the pieces are free"),
        expected.allocated,
        course.holes.allocated,
    );
    bytes(
        "reserved",
        Words::new("figure-reserved-with-holes", "reserved when the pieces are free"),
        expected.reserved_holes,
        course.holes.reserved,
    );
    bytes(
        "reserved_emptied",
        Words::new("figure-reserved-emptied", "reserved after empty_cache"),
        expected.reserved_emptied,
        course.emptied.reserved,
    );
    bytes(
        "reserved_asked",
        Words::new("figure-reserved-asked", "reserved after the last request"),
        expected.reserved_asked,
        course.asked.reserved,
    );
    let what = Words::new("figure-refused", "the last request runs out of memory");
    lab.truth(&format!("refused_{name}"), of_run(run, what), expected.refused, course.refused);
}

/// Names a figure of one of the two runs.
fn of_run(run: Words, what: Words) -> Label {
    Words::new("figure-of-run", "{run}: {what}").with("run", run).with("what", what)
}

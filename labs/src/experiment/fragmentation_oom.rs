//! Out of memory with gigabytes free.

use super::fragmentation::{Expected, LAST, PARAMETERS, Script};
use super::lab::Lab;
use super::{Experiment, RunError};
use crate::report::{Unit, Words};

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "fragmentation-oom",
    title: "free in total, but not in one piece",
    question: "most of the reserved memory is free, and far more than the last tensor needs: does the request succeed, \
               and does empty_cache help?",
    parameters: &PARAMETERS,
    figures: &[
        ("allocated", Unit::Bytes),
        ("reserved", Unit::Bytes),
        ("inactive_split", Unit::Bytes),
        ("reserved_emptied", Unit::Bytes),
        ("refused", Unit::Truth),
        ("reserved_asked", Unit::Bytes),
    ],
    runs_out: Some(LAST),
    check: Script::check,
    run,
};

fn run(lab: &mut Lab<'_>) -> Result<(), RunError> {
    let script = Script::new(&lab.values);
    let Expected { allocated, reserved_holes, reserved_emptied, reserved_asked, refused } = script.expected();
    let mut bench = lab.bench_beside(Words::new("run-default-settings", "default settings"), "", script.held)?;
    let course = script.play(&mut bench)?;
    lab.keep(bench.close()?);

    let split = allocated.zip(reserved_emptied).map(|(allocated, reserved)| reserved - allocated);
    lab.bytes(
        "allocated",
        Words::new("figure-allocated-with-holes", "allocated when the pieces are free"),
        allocated,
        course.holes.allocated,
    );
    lab.bytes(
        "reserved",
        Words::new("figure-reserved-with-holes", "reserved when the pieces are free"),
        reserved_holes,
        course.holes.reserved,
    );
    lab.bytes(
        "inactive_split",
        Words::new("figure-inactive-split", "of it free, in split segments"),
        split,
        course.holes.inactive_split,
    );
    lab.bytes(
        "reserved_emptied",
        Words::new("figure-reserved-emptied", "reserved after empty_cache"),
        reserved_emptied,
        course.emptied.reserved,
    );
    lab.truth("refused", Words::new("figure-refused", "the last request runs out of memory"), refused, course.refused);
    lab.bytes(
        "reserved_asked",
        Words::new("figure-reserved-asked", "reserved after the last request"),
        reserved_asked,
        course.asked.reserved,
    );
    Ok(())
}

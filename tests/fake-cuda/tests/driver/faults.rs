//! What happens when a call of the driver fails: an error, no panic, and nothing that is not given back.

use crate::process::{Ended, Process};

/// Functions of the driver that a device calls, but for `cuGetErrorName`, which cannot fail.
const FUNCTIONS: usize = 34;

fn failing(fault: &str) -> Ended {
    Process::new("tour").set("FAKE_CUDA_FAIL", fault).run()
}

fn calls_of_a_tour() -> u64 {
    let ended = Process::new("tour").run();
    assert_eq!(ended.answer, "done");
    ended.nothing_is_left();
    assert_eq!(ended.report().functions().len(), FUNCTIONS, "{:?}", ended.report().functions());
    ended.report().calls()
}

#[test]
fn everything_is_given_back_whichever_call_fails() {
    let mut seen = 0;
    for number in 1..=calls_of_a_tour() {
        let ended = failing(&number.to_string());
        assert_eq!(ended.report().failed(), 1, "call {number}");
        assert_eq!(ended.report().live(), [], "call {number} failed: {}", ended.answer);
        // What fails while everything is given back is tried again, and nobody hears of it.
        seen += u32::from(ended.answer.contains("the driver answered CUDA_ERROR_UNKNOWN (999) to cu"));
    }
    assert!(seen > 50, "{seen} failures were told of");
}

#[test]
fn everything_is_given_back_whichever_call_finds_no_memory() {
    for number in 1..=calls_of_a_tour() {
        let ended = failing(&format!("{number}:2"));
        assert_eq!(ended.report().live(), [], "call {number} failed: {}", ended.answer);
        let told = ended.answer == "done" || ended.answer.contains("out of memory");
        assert!(told, "call {number} failed: {}", ended.answer);
    }
}

#[test]
fn a_device_lost_at_any_call_is_told_of_and_stops_nothing_else() {
    for number in 1..=calls_of_a_tour() {
        let ended = failing(&format!("{number}+:700"));
        // Once everything is being given back, nobody is left to tell.
        let told =
            ended.answer == "done" || ended.answer.contains("the device was lost: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
        assert!(told, "call {number} failed: {}", ended.answer);
    }
}

#[test]
fn an_event_that_was_not_recorded_is_given_back_at_once() {
    let ended = Process::new("record and stop").set("FAKE_CUDA_FAIL_CALL", "cuEventRecord:1").run();
    assert!(ended.answer.ends_with("to cuEventRecord"), "{}", ended.answer);
    assert_eq!(ended.report().live(), [("contexts", 1)]);
    let ended = Process::new("record and stop").run();
    assert_eq!(ended.report().live(), [("contexts", 1), ("events", 1)]);
}

#[test]
fn the_error_names_the_call() {
    for call in ["cuMemAlloc", "cuMemcpyHtoD", "cuMemAddressReserve", "cuMemMap", "cuEventRecord", "cuStreamCreate"] {
        let ended = Process::new("tour").set("FAKE_CUDA_FAIL_CALL", &format!("{call}:1:1")).run();
        assert_eq!(ended.answer, format!("error: the driver answered CUDA_ERROR_INVALID_VALUE (1) to {call}"));
        ended.nothing_is_left();
    }
}

#[test]
fn a_code_that_nobody_knows_yet_is_an_ordinary_error() {
    for code in [226, 918, 4_000_000_000_u32] {
        let ended = Process::new("tour").set("FAKE_CUDA_FAIL_CALL", &format!("cuMemCreate:2:{code}")).run();
        assert!(ended.answer.contains(&format!("an error without a name ({code})")), "{}", ended.answer);
        ended.nothing_is_left();
    }
}

#[test]
fn what_cannot_be_done_is_told_of() {
    let ended = Process::new("tour").set("FAKE_CUDA_FAIL_CALL", "cuMemCreate:1:801").run();
    assert_eq!(ended.answer, "error: this device cannot do that: cuMemCreate");
    ended.nothing_is_left();
}

#[test]
fn what_is_not_given_back_shows_in_the_report() {
    // A test of the tests: from the last calls on, nothing is taken back any more.
    let ended = failing(&format!("{}+:999", calls_of_a_tour() - 3));
    assert_ne!(ended.report().live(), []);
}

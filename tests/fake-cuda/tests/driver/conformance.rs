//! The checks that every device passes.

use crate::process::{Ended, Process};

fn passes(ended: &Ended) {
    assert!(ended.answer.starts_with("14 passed on"), "{}", ended.answer);
}

#[test]
fn a_device_over_the_driver_does_what_every_device_does() {
    for (name, value) in
        [("FAKE_CUDA_ADDRESSES", "bump"), ("FAKE_CUDA_ADDRESSES", "firstfit"), ("FAKE_CUDA_NOT_READY", "3")]
    {
        let ended = Process::new("conformance").set(name, value).run();
        passes(&ended);
        assert!(ended.answer.contains("simulated: true, driver: Some(\"12.4\")"), "{}", ended.answer);
        ended.nothing_is_left();
    }
}

#[test]
fn an_event_may_take_its_time() {
    let ended = Process::new("not ready").set("FAKE_CUDA_NOT_READY", "2").run();
    assert_eq!(ended.answer, "[false, false, true, true]");
    ended.nothing_is_left();
}

#[test]
fn a_device_may_be_opened_twice() {
    let ended = Process::new("twice").run();
    assert!(!ended.answer.starts_with("error"), "{}", ended.answer);
    ended.nothing_is_left();
}

#[test]
#[ignore = "needs a GPU and the driver of this machine"]
fn a_gpu_does_what_every_device_does() {
    let ended = Process::with_driver("conformance", None).run();
    passes(&ended);
    assert!(ended.answer.contains("simulated: false"), "{}", ended.answer);
    println!("{}", ended.answer);
}

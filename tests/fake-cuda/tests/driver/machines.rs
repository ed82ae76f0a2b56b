//! What is said of a machine that lacks something, and of one that lacks nothing.

use std::path::Path;

use fake_cuda::harness;

use crate::process::{Process, scratch};

/// Returns what looking for devices says with the driver in the folder.
fn probed(folder: &Path) -> String {
    let answer = Process::with_driver("probe", Some(folder)).run().answer;
    let _ = std::fs::remove_dir_all(folder);
    answer
}

#[test]
fn no_driver_at_all() {
    let own = Process::with_driver("probe", None).run().answer;
    if own.starts_with("error: no NVIDIA driver was found") {
        assert!(own.contains("libcuda.so.1") && own.contains("install the driver, or use --device sim"), "{own}");
    } else {
        eprintln!("this machine has a driver, so that there is no telling what is said where there is none: {own}");
    }
}

#[test]
fn a_library_that_cannot_be_loaded() {
    let folder = scratch("broken-driver");
    harness::install_broken(&folder).unwrap();
    let said = probed(&folder);
    assert!(said.starts_with("error: no NVIDIA driver was found"), "{said}");
}

#[test]
fn the_stub_of_the_toolkit() {
    let ended = Process::new("probe").set("FAKE_CUDA_MODE", "stub").run();
    assert!(ended.answer.contains("is the stub of the CUDA toolkit"), "{}", ended.answer);
    assert!(ended.answer.contains("take its folder out of LD_LIBRARY_PATH"), "{}", ended.answer);
}

#[test]
fn a_driver_that_lacks_a_function() {
    for function in ["cuInit", "cuMemCreate", "cuMemFree_v2", "cuEventDestroy_v2", "cuGetErrorName"] {
        let folder = scratch("old-driver");
        harness::install_without(&folder, function).unwrap();
        let said = probed(&folder);
        assert!(said.contains(&format!("it lacks {function}; install one for CUDA 11.4 or later")), "{said}");
    }
}

#[test]
fn a_driver_without_a_device() {
    let ended = Process::new("probe").set("FAKE_CUDA_MODE", "no-device").run();
    assert!(ended.answer.starts_with("error: the NVIDIA driver sees no device; check"), "{}", ended.answer);
    ended.nothing_is_left();
}

#[test]
fn a_driver_that_fails() {
    for code in ["999", "46", "3", "4294967295"] {
        let ended = Process::new("probe").set("FAKE_CUDA_FAIL_CALL", &format!("cuInit:1:{code}")).run();
        assert!(ended.answer.starts_with("error: the NVIDIA driver does not work: "), "{}", ended.answer);
        assert!(ended.answer.contains(&format!("({code})")), "{}", ended.answer);
    }
    let ended = Process::new("probe").set("FAKE_CUDA_FAIL_CALL", "cuInit:1:803").run();
    assert!(ended.answer.contains("restart the machine"), "{}", ended.answer);
}

#[test]
fn a_device_is_described_and_is_not_taken_for_a_gpu() {
    let process = Process::new("probe").set("FAKE_CUDA_TOTAL_MIB", "1024").set("FAKE_CUDA_CONTEXT_MIB", "24");
    let ended = process.run();
    let expected = [
        r#"Found { driver: "12.4", devices: [FoundDevice { index: 0, "#,
        r#"name: "vramlab fake CUDA device (not a GPU)", simulated: true, "#,
        r#"uuid: "7672616d-6c61-6220-6661-6b6520475055", compute_capability: "0.0", "#,
        "total: 1073741824, free: Some(1048576000), virtual_memory: true, problem: None }] }",
    ];
    assert_eq!(ended.answer, expected.concat());
    ended.nothing_is_left();
}

#[test]
fn a_device_that_is_full_is_listed_with_the_reason() {
    let ended = Process::new("probe").set("FAKE_CUDA_FAIL_CALL", "cuDevicePrimaryCtxRetain:1:2").run();
    assert!(
        ended.answer.contains(r#"free: None, virtual_memory: true, problem: Some("out of memory")"#),
        "{}",
        ended.answer
    );
    ended.nothing_is_left();
}

#[test]
fn a_device_that_is_not_there() {
    let ended = Process::new("open 1").run();
    assert_eq!(ended.answer, "error: there is no cuda:1; the driver sees 1 in all, numbered from 0");
    ended.nothing_is_left();
}

#[test]
fn a_device_without_virtual_memory() {
    let without = |script| Process::new(script).set("FAKE_CUDA_VMM", "0").run();
    assert!(without("probe").answer.contains("virtual_memory: false"));
    assert_eq!(without("reserve").answer, "error: this device cannot do that: virtual memory management");
    let plain = without("plain conformance");
    assert!(plain.answer.starts_with("9 passed on"), "{}", plain.answer);
    plain.nothing_is_left();
}

use std::path::Path;

use fake_cuda::harness::{self, Report};
use serde_json::Value;

use super::{Ran, fake_driver, found, no_driver, vramlab, vramlab_with};

fn devices(driver: &Path, environment: &[(&str, &str)]) -> String {
    vramlab_with(driver, &["lab", "devices"], environment).ok()
}

fn on_fake(arguments: &[&str], environment: &[(&str, &str)]) -> Ran {
    vramlab_with(&fake_driver(), arguments, environment)
}

#[test]
fn why_cuda_cannot_be_used_is_said() {
    let cases = [
        (devices(&no_driver(), &[]), "no NVIDIA driver was found"),
        (devices(&fake_driver(), &[("FAKE_CUDA_MODE", "stub")]), "the stub of the CUDA toolkit"),
        (devices(&fake_driver(), &[("FAKE_CUDA_MODE", "no-device")]), "sees no device"),
    ];
    for (said, reason) in &cases {
        assert!(said.starts_with("sim ") && said.contains("cuda    cannot be used") && said.contains(reason), "{said}");
    }
    let old = tempfile::tempdir().unwrap();
    harness::install_without(old.path(), "cuMemMap").unwrap();
    let said = devices(old.path(), &[]);
    assert!(said.contains("lacks cuMemMap"), "{said}");
    let json = vramlab(&["lab", "devices", "--json"]).json();
    assert!(json["cuda"].is_null() && json["cuda_unusable"].as_str().unwrap().contains("no NVIDIA driver"), "{json}");
}

#[test]
fn devices_are_described() {
    let said = devices(&fake_driver(), &[("FAKE_CUDA_TOTAL_MIB", "4096")]);
    assert!(said.contains("cuda:0") && said.contains("(not a GPU)") && said.contains("4096 MiB"), "{said}");
    let without = devices(&fake_driver(), &[("FAKE_CUDA_VMM", "0")]);
    assert!(without.contains("no virtual memory, so no expandable segments"), "{without}");
    let json = on_fake(&["lab", "devices", "--json"], &[]).json();
    assert_eq!((&json["cuda"]["devices"][0]["index"], &json["cuda_unusable"]), (&Value::from(0), &Value::Null));
}

#[test]
fn a_lab_finds_the_same_on_a_driver_as_on_the_simulated_device_and_gives_all_back() {
    let folder = tempfile::tempdir().unwrap();
    let labs = super::lab_names();
    for lab in labs.iter().map(String::as_str) {
        // The lab of 10,000 pairs is as true with fewer, and the driver of the tests is not built for speed.
        let set: &[&str] = if lab == "driver-vs-cache" { &["--set", "pairs=200"] } else { &[] };
        let run = |device| [&["lab", "run", lab, "--json", "--device", device], set].concat();
        let simulated = vramlab(&run("sim")).json();
        let path = folder.path().join(lab);
        let environment = [("FAKE_CUDA_TOTAL_MIB", "16384"), ("FAKE_CUDA_REPORT", path.to_str().unwrap())];
        let real = on_fake(&run("cuda:0"), &environment).json();
        assert_eq!(real["figures"], simulated["figures"], "{lab}");
        assert_eq!(real["outcome"], simulated["outcome"], "{lab}");
        let budget = if lab == "fragmentation-oom" || lab == "expandable-segments" { 8192 } else { 0 };
        assert!(real["device"]["budget"].as_u64().unwrap() >= budget << 20, "{lab}");
        assert!(real["device"]["driver"].is_string() && real["device"]["simulated"] == true, "{lab}");
        assert_eq!(simulated["device"]["budget"], Value::Null);
        let left = Report::read(&path).unwrap();
        assert!(left.calls() > 0 && left.live().iter().all(|(_, count)| *count == 0), "{lab}: {:?}", left.live());
    }
}

#[test]
fn a_refusal_by_the_budget_is_labelled_and_sizes_follow_a_smaller_device() {
    let arguments = ["lab", "run", "fragmentation-oom", "--device", "cuda:0"];
    let shown = on_fake(&arguments, &[("FAKE_CUDA_TOTAL_MIB", "16384")]).ok();
    assert!(shown.contains("the lab's budget had no more; the device may have"), "{shown}");
    let small = on_fake(&[&arguments[..], &["--json"]].concat(), &[("FAKE_CUDA_TOTAL_MIB", "4096")]).json();
    assert_eq!(small["device"]["budget"].as_u64(), Some(2048 << 20));
    assert_eq!((found(&small, "refused"), found(&small, "reserved")), (1, 1856 << 20));
    let device = small["parameters"].as_array().unwrap().iter().find(|parameter| parameter["name"] == "device_mib");
    assert_eq!(device.unwrap()["origin"], "fitted");
    let tiny = on_fake(&arguments, &[("FAKE_CUDA_TOTAL_MIB", "256")]).error();
    assert!(tiny.contains("MiB free, and an experiment needs"), "{tiny}");
    let asked = on_fake(&[&arguments[..], &["--set", "device_mib=8192"]].concat(), &[("FAKE_CUDA_TOTAL_MIB", "4096")]);
    assert!(asked.error().contains("`device_mib` is 8192, but this device has 3072 MiB to spare"));
}

#[test]
fn the_gpu_is_the_default_and_the_simulated_device_stands_in_for_it() {
    let arguments = ["lab", "run", "order-of-sizes"];
    let shown = on_fake(&arguments, &[]).ok();
    assert!(shown.contains(fake_cuda::NAME), "{shown}");
    let ran = vramlab(&arguments);
    assert!(ran.stderr.contains("running on a simulated device: no NVIDIA driver was found"), "{ran:?}");
    assert!(ran.ok().contains("simulated device, simulated"));
    let missing = on_fake(&["lab", "run", "order-of-sizes", "--device", "cuda:3"], &[]).error();
    assert!(missing.contains("there is no cuda:3"), "{missing}");
}

#[test]
fn a_driver_that_fails_is_an_error_and_not_a_result() {
    let arguments = ["lab", "run", "order-of-sizes", "--device", "cuda:0"];
    let lost = on_fake(&arguments, &[("FAKE_CUDA_FAIL_CALL", "cuMemAlloc:3:700")]).error();
    assert!(lost.contains("the device was lost") || lost.contains("the driver answered"), "{lost}");
}

#[test]
fn a_trace_runs_on_a_driver() {
    let trace = super::fixtures("golden/hand_best_fit_mixed.json.gz");
    let arguments = ["lab", "replay", trace.to_str().unwrap(), "--json"];
    let simulated = vramlab(&arguments).json();
    let real = on_fake(&[&arguments[..], &["--device", "cuda:0"]].concat(), &[]).json();
    for column in ["outcome", "allocated_cur", "reserved_cur", "inactive_split_peak", "n_segment"] {
        assert_eq!(real["columns"][column], simulated["columns"][column], "{column}");
    }
}

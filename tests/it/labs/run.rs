use serde_json::Value;

use super::{found, vramlab};

const MIB: u64 = 1 << 20;

fn report(name: &str, set: &[&str]) -> Value {
    let mut arguments = vec!["lab", "run", name, "--device", "sim", "--json"];
    for pair in set {
        arguments.extend(["--set", pair]);
    }
    vramlab(&arguments).json()
}

fn mib(report: &Value, names: &[&str]) -> Vec<u64> {
    names.iter().map(|name| found(report, name) / MIB).collect()
}

#[test]
fn every_lab_is_listed_and_is_as_expected() {
    let list = vramlab(&["lab", "list", "--json"]).json();
    let text = vramlab(&["lab", "list"]).ok();
    assert_eq!(list.as_array().unwrap().len(), 7);
    for lab in list.as_array().unwrap() {
        let name = lab["name"].as_str().unwrap();
        assert!(text.contains(&format!("{name}: {}", lab["title"].as_str().unwrap())), "{text}");
        let shown = vramlab(&["lab", "run", name, "--device", "sim"]).ok();
        assert!(shown.contains("every figure is as expected") && !shown.contains("DIFFERS"), "{shown}");
        for words in ["simulated device, simulated", "vramlab 0.", "budget ", "predict first", "figures"] {
            assert!(shown.contains(words), "{words}: {shown}");
        }
    }
}

#[test]
fn memory_runs_out_with_the_words_and_the_figures_of_pytorch() {
    let report = report("fragmentation-oom", &[]);
    let figures = ["allocated", "reserved", "inactive_split", "reserved_emptied", "reserved_asked"];
    assert_eq!(mib(&report, &figures), [1160, 7424, 6264, 7424, 7424]);
    assert_eq!(report["outcome"], "out_of_memory");
    let message = report["runs"][0]["refusals"][0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "CUDA out of memory. Tried to allocate 512.00 MiB. GPU 0 has a total capacity of 8.00 GiB of which 256.00 MiB is \
         free. Of the allocated memory 1.13 GiB is allocated by PyTorch, and 6.12 GiB is reserved by PyTorch but \
         unallocated. If reserved but unallocated memory is large try setting \
         PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory \
         Management  (https://docs.pytorch.org/docs/stable/notes/cuda.html\
         #optimizing-memory-usage-with-pytorch-cuda-alloc-conf)"
    );
    let classic = self::report("fragmentation-oom", &["scenario=classic"]);
    assert_eq!(mib(&classic, &["reserved", "allocated", "inactive_split"]), [10 * 1024, 5 * 1024, 5 * 1024]);
    assert_eq!(found(&classic, "refused"), 1);
}

#[test]
fn expandable_segments_are_shown_beside_the_default() {
    let report = report("expandable-segments", &[]);
    let figures = ["reserved_expandable", "reserved_emptied_expandable", "reserved_asked_expandable"];
    assert_eq!(mib(&report, &figures), [7440, 1160, 1680]);
    assert_eq!((found(&report, "refused_default"), found(&report, "refused_expandable")), (1, 0));
    assert!(!report["runs"][1]["pages"].as_array().unwrap().is_empty());
}

#[test]
fn the_other_labs_find_what_the_course_says() {
    let calls = report("driver-vs-cache", &[]);
    assert_eq!((found(&calls, "direct_calls"), found(&calls, "cached_calls")), (20_000, 1));
    let sizes = report("reserved-vs-allocated", &[]);
    assert_eq!(mib(&sizes, &["reserved_small", "reserved_odd", "reserved_batch", "reserved_last"]), [20, 14, 64, 96]);
    let order = report("order-of-sizes", &[]);
    let figures = ["first_ascending", "reserved_ascending", "first_descending", "reserved_descending"];
    assert_eq!(mib(&order, &figures), [128, 256, 128, 128]);
    assert_eq!(mib(&order, &["reserved_ascending_expandable", "reserved_descending_expandable"]), [140, 140]);
    let live = report("empty-cache-live", &[]);
    let contents = live["runs"][0]["contents"].as_array().unwrap();
    assert_eq!(found(&live, "intact"), contents.len() as u64);
    for tensor in contents {
        assert_eq!((&tensor["before"], &tensor["before"]), (&tensor["written"], &tensor["after"]));
    }
    let paged = report("paged-kv", &[]);
    assert!(found(&paged, "peak_paged") > 2 * found(&paged, "peak_maximum"));
}

#[test]
fn parameters_may_be_set_and_the_report_says_so() {
    let arguments =
        ["lab", "run", "order-of-sizes", "--device=sim", "--set", "small_count=4", "large_count=2", "--json"];
    let report = vramlab(&arguments).json();
    assert_eq!(mib(&report, &["first_ascending", "reserved_ascending"]), [64, 128]);
    let set: Vec<_> = report["parameters"].as_array().unwrap().iter().filter(|p| p["origin"] == "given").collect();
    assert_eq!(set.len(), 2);

    // The name may stand behind what is set, and the flag may be repeated.
    let behind =
        ["lab", "run", "--device=sim", "--json", "--set", "small_count=4", "--set", "large_count=2", "order-of-sizes"];
    assert_eq!(mib(&vramlab(&behind).json(), &["first_ascending", "reserved_ascending"]), [64, 128]);
}

#[test]
fn wrong_parameters_and_names_are_explained() {
    let error = |arguments: &[&str]| vramlab(&[&["lab", "run", "--device", "sim"], arguments].concat()).error();
    let unknown = error(&["fragmentation"]);
    assert!(
        unknown.contains("no lab `fragmentation`") && unknown.contains("; the labs are: driver-vs-cache"),
        "{unknown}"
    );
    let key = error(&["order-of-sizes", "--set", "size=1"]);
    assert!(key.contains("no parameter `size`; it has: device_mib, small_count"), "{key}");
    let range = error(&["order-of-sizes", "--set", "small_count=0"]);
    assert!(range.contains("`small_count` takes a whole number from 1 to 1024, and not `0`"), "{range}");
    let together = error(&["order-of-sizes", "--set", "small_mib=64"]);
    assert!(together.contains("`small_mib` is 64, but it must be less than `large_mib`, which is 32"), "{together}");

    let misuse = |arguments: &[&str]| vramlab(&[&["lab", "run"], arguments].concat()).misuse();
    let pair = misuse(&["order-of-sizes", "--set", "small_count"]);
    assert!(pair.contains("write `small_count` as the name of a parameter, = and its value"), "{pair}");
    let device = misuse(&["order-of-sizes", "--device", "gpu"]);
    assert!(device.contains("write sim, or cuda: and the number of a GPU"), "{device}");
}

#[test]
fn a_reader_that_has_read_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let mut command = Command::new(tests::paths::server_binary().unwrap());
    command.args(["lab", "run", "driver-vs-cache", "--device", "sim", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

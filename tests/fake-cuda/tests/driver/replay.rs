//! The allocator on the driver does what PyTorch's did: the recorded traces, once more, with every call going through C.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use labs::device::cuda::Cuda;
use labs::trace::{AddressChoice, Op, Trace, compare, read, replay};

use crate::child::{Answer, text};
use crate::process::Process;

/// The variable that names the file.
const FILE: &str = "FAKE_CUDA_TEST_FILE";

#[test]
fn every_recorded_trace_agrees_on_the_driver() {
    let (traces, others): (Vec<_>, Vec<_>) = traces().into_iter().partition(|(_, trace)| can_be_replayed(trace));
    assert_eq!((traces.len(), others.len()), (260, 47), "traces went missing");
    for (file, trace) in traces {
        let ended = on_the_device_of(&trace).set(FILE, file.to_str().unwrap()).run();
        assert_eq!(ended.answer, "agrees", "{}", file.display());
        ended.nothing_is_left();
    }
}

/// What the child does.
pub(crate) fn replay_file() -> Answer {
    let recorded = read::recorded(Path::new(&env::var(FILE).map_err(text)?)).map_err(text)?;
    let device = Cuda::open(0).map_err(text)?;
    let found = replay(&recorded.trace, device).map_err(text)?;
    compare(&recorded, &found).map_or_else(|| Ok("agrees".to_owned()), |difference| Err(text(difference)))
}

/// Returns the recorded traces with their files.
fn traces() -> Vec<(PathBuf, Trace)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/golden");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|name| name == "gz")).collect();
    files.sort();
    files.into_iter().map(|file| (file.clone(), read::recorded(&file).unwrap().trace)).collect()
}

/// Says whether all that happens in the trace can happen to a driver. What others do meanwhile cannot.
fn can_be_replayed(trace: &Trace) -> bool {
    !trace.ops.iter().any(|op| matches!(op, Op::StreamBusy { .. } | Op::External { .. }))
}

fn on_the_device_of(trace: &Trace) -> Process {
    let addresses = match trace.addr.unwrap_or_default() {
        AddressChoice::Bump => "bump",
        AddressChoice::Firstfit => "firstfit",
    };
    Process::new("replay")
        .set("FAKE_CUDA_TOTAL_MIB", &trace.total_mib.to_string())
        .set("FAKE_CUDA_CONTEXT_MIB", &trace.context_mib.unwrap_or(0).to_string())
        .set("FAKE_CUDA_ADDRESSES", addresses)
        .set("FAKE_CUDA_BASE_MIB", "0")
}

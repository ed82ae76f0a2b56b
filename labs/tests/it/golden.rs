//! The traces that PyTorch's allocator ran: ours agrees in everything that was recorded.

use std::path::Path;

use labs::trace::verify;

#[test]
fn every_recorded_trace_agrees() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/golden"));
    let mut files = 0;
    let mut failures = Vec::new();
    for outcome in verify::folder(folder).unwrap() {
        files += 1;
        if let Err(difference) = outcome.result {
            let name = outcome.file.file_name().unwrap().display().to_string();
            failures.push(format!("{name}: {difference}"));
        }
    }
    assert!(failures.is_empty(), "{} of {files} differ:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(files, 308, "traces went missing");
}

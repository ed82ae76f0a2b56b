//! Any bytes are a snapshot or an error with a byte of the file, and what is read survives writing.

#![no_main]

use labs::snapshot::Snapshot;
use labs::snapshot::pickle::{Limits, Pickle};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    let limits = Limits { operations: 1 << 20, ..Limits::default() };
    if let Err(error) = Pickle::read(file, &limits) {
        assert!(error.offset <= file.len() as u64, "{error}");
    }
    match Snapshot::from_pickle_within(file, &limits) {
        Err(error) => assert!(error.offset() <= file.len() as u64, "{error}"),
        Ok(snapshot) => {
            let written = snapshot.to_pickle();
            let again = Snapshot::from_pickle(&written).expect("what was written can be read");
            assert_eq!(again.to_pickle(), written);
            assert!(!snapshot.figures().to_string().is_empty());
        }
    }
});

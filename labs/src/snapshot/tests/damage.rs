//! Random bytes, and real files with random damage: a value or an error with a byte of the file, and never a panic.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::super::Snapshot;
use super::super::pickle::{Limits, Pickle};
use super::files;

/// Reads a file that may be anything. What is read must survive writing.
fn check(file: &[u8]) -> Result<(), TestCaseError> {
    let limits = Limits { operations: 1 << 20, ..Limits::default() };
    if let Err(error) = Pickle::read(file, &limits) {
        prop_assert!(error.offset <= file.len() as u64, "{error}");
    }
    match Snapshot::from_pickle_within(file, &limits) {
        Err(error) => {
            prop_assert!(error.offset() <= file.len() as u64, "{error}");
            prop_assert!(error.to_string().contains("byte"), "{error}");
        }
        Ok(snapshot) => {
            let again = Snapshot::from_pickle(&snapshot.to_pickle());
            prop_assert!(again.is_ok_and(|again| again.to_pickle() == snapshot.to_pickle()));
        }
    }
    Ok(())
}

/// The files that are small enough to be read often.
static SEEDS: LazyLock<Vec<&[u8]>> =
    LazyLock::new(|| files::all().iter().map(|(_, file)| &file[..]).filter(|file| file.len() < 10_000).collect());

/// An edit: where, in parts of a million of the file, and what.
#[derive(Debug, Clone)]
enum Edit {
    Set(usize, u8),
    Flip(usize, u8),
    Remove(usize, usize),
    Insert(usize, Vec<u8>),
    Repeat(usize, usize),
    Cut(usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = 0_usize..1_000_000;
    // Mostly instructions, as other bytes are rejected at once.
    let codes = prop::sample::select(
        &b"(.012NJKMGXBCTU]lae)t}dsuhjqr\x80\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x94\x95\x96cRb"[..],
    );
    prop_oneof![
        (place.clone(), codes.clone()).prop_map(|(at, code)| Edit::Set(at, code)),
        (place.clone(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (place.clone(), 0_u8..8).prop_map(|(at, bit)| Edit::Flip(at, bit)),
        (place.clone(), 1_usize..64).prop_map(|(at, count)| Edit::Remove(at, count)),
        (place.clone(), prop::collection::vec(codes, 1..8)).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        (place.clone(), 1_usize..200).prop_map(|(at, count)| Edit::Repeat(at, count)),
        place.prop_map(Edit::Cut),
    ]
}

fn apply(file: &mut Vec<u8>, edit: &Edit) {
    if file.is_empty() {
        return;
    }
    let place = |at: usize| at * (file.len() - 1) / 999_999;
    match edit {
        Edit::Set(at, byte) => {
            let at = place(*at);
            file[at] = *byte;
        }
        Edit::Flip(at, bit) => {
            let at = place(*at);
            file[at] ^= 1 << bit;
        }
        Edit::Remove(at, count) => {
            let at = place(*at);
            file.drain(at..(at + count).min(file.len()));
        }
        Edit::Insert(at, bytes) => {
            let at = place(*at);
            file.splice(at..at, bytes.iter().copied());
        }
        Edit::Repeat(at, count) => {
            let at = place(*at);
            let piece = file[at..(at + count).min(file.len())].to_vec();
            file.splice(at..at, piece);
        }
        Edit::Cut(at) => file.truncate(place(*at)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn random_bytes_are_an_error_or_a_value(protocol in 2_u8..6, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
        check(&[&[0x80, protocol], &bytes[..]].concat())?;
    }

    #[test]
    fn damaged_files_are_an_error_or_a_value(seed in any::<prop::sample::Index>(), edits in prop::collection::vec(edit(), 1..6)) {
        let mut file = seed.get(&SEEDS).to_vec();
        for edit in &edits {
            apply(&mut file, edit);
        }
        check(&file)?;
    }
}

#[test]
fn every_cut_of_a_file_is_an_error_at_its_end() {
    let file = files::read("t215_streams_pools.pickle");
    for length in 0..file.len() {
        let error = Snapshot::from_pickle(&file[..length]).unwrap_err();
        assert!(error.offset() <= length as u64, "{length}: {error}");
    }
}

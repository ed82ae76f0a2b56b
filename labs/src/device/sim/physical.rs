//! Physical memory: pieces, what each is charged, and what is in them.

use std::collections::BTreeMap;

use super::contents::Contents;
use crate::device::Handle;

/// The number of a piece of physical memory. That of a handle is the handle's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceId(pub(super) u64);

#[derive(Debug, Default)]
pub(super) struct Physical {
    pieces: BTreeMap<PieceId, Piece>,
    used: u64,
    next: u64,
}

#[derive(Debug)]
struct Piece {
    bytes: u64,
    charge: u64,
    mapped: bool,
    released: bool,
    contents: Contents,
}

impl Physical {
    /// Returns the bytes charged.
    pub(super) const fn used(&self) -> u64 {
        self.used
    }

    pub(super) fn add(&mut self, bytes: u64, charge: u64) -> PieceId {
        self.next += 1;
        self.used += charge;
        let piece = Piece { bytes, charge, mapped: false, released: false, contents: Contents::default() };
        self.pieces.insert(PieceId(self.next), piece);
        PieceId(self.next)
    }

    pub(super) fn remove(&mut self, id: PieceId) {
        if let Some(piece) = self.pieces.remove(&id) {
            self.used -= piece.charge;
        }
    }

    pub(super) fn map(&mut self, handle: Handle, bytes: u64) -> PieceId {
        let id = PieceId(handle.0);
        let piece = self.piece(id);
        assert_eq!(piece.bytes, bytes, "a handle is mapped whole");
        assert!(!piece.released, "{handle:?} was released");
        assert!(!piece.mapped, "{handle:?} is mapped already");
        piece.mapped = true;
        id
    }

    pub(super) fn unmap(&mut self, id: PieceId) {
        let piece = self.piece(id);
        piece.mapped = false;
        if piece.released {
            self.remove(id);
        }
    }

    pub(super) fn release(&mut self, handle: Handle) {
        let id = PieceId(handle.0);
        let piece = self.piece(id);
        assert!(!piece.released, "{handle:?} was released before");
        piece.released = true;
        if !piece.mapped {
            self.remove(id);
        }
    }

    pub(super) fn contents(&mut self, id: PieceId) -> &mut Contents {
        &mut self.piece(id).contents
    }

    pub(super) fn assert_empty(&self) {
        assert!(self.pieces.is_empty(), "not released: {:?}", self.pieces.keys());
        assert_eq!(self.used, 0, "the charges do not add up");
    }

    fn piece(&mut self, id: PieceId) -> &mut Piece {
        self.pieces.get_mut(&id).unwrap_or_else(|| panic!("there is no handle {}", id.0))
    }
}

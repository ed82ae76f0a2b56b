//! Integration tests of vramlab, one binary.

mod storage;

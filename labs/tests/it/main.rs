//! Integration tests of the lab engine.

mod golden;

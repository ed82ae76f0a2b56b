//! Integration tests of the lab engine.

mod faults;
mod golden;
mod properties;
mod script;
mod worked_values;

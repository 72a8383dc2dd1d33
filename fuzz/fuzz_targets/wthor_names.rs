//! See `crates/records/tests/fuzz/targets.rs`.
#![no_main]
#[path = "../../crates/records/tests/fuzz/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::wthor_names(data));

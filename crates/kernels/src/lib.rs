//! Fast loops on slices of integers and floats; every fast path equals its scalar twin.
//!
//! Knows no rules, files or threads. The only crate that may use `unsafe`.

// So far there are CPU levels, and tables that only they use, for x86 alone.
#![cfg_attr(not(target_arch = "x86_64"), allow(unused_imports, dead_code))]

pub mod cpu;
pub mod gomoku;
pub mod host;
pub mod net;
pub mod othello;
mod pages;
mod prefetch;
mod spread;

pub use pages::{prefer_large_pages, zeros};
pub use prefetch::{prefetch, prefetch_end};
pub use spread::{spread_bools, spread_bytes, spread_floats, spread_signed_bytes};

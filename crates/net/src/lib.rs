//! Network files, and inference in single precision or bytes for boards of every size.
//!
//! Knows no game: the caller decides what the input planes mean.

mod attention;
mod blocks;
mod bytes;
mod calibrate;
pub mod file;
mod float;
mod heads;
mod inputs;
pub mod katago;
pub mod model;
mod network;

pub use calibrate::calibrate;
pub use inputs::{Inputs, Output};
pub use katago::BadNetwork;
pub use model::Model;
pub use network::{Network, NetworkError, Precision, Scratch};

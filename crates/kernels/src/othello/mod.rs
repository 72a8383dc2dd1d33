//! Othello on bitboards: which squares a side may take, and which discs a move flips.
//!
//! Square `(x, y)` of an N x N board is bit `y * N + x`, a1 first. `scalar` is the reference and serves every size;
//! `avx2` and `avx512` are its twins for one 8x8 position, `lanes` for many at once. Long work is written once as a
//! [`Task`] over a [`Kernel`] and compiled for each CPU level; [`run`] chooses the level once, not at every call.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
mod bits;
pub mod endgame;
pub mod indices;
mod kernel;
pub mod lanes;
pub mod net;
pub mod perft;
pub mod playouts;
mod portable;
mod rays;
pub mod scalar;
pub mod stable;

pub use bits::Bits;
pub use kernel::{Kernel, Task, run, run_at};
pub use perft::perft;
pub use playouts::{PlayoutTally, playouts};

//! Othello (Reversi): discs that bracket flip what they bracket.
//!
//! Knows no other game and no file format.

mod board;
mod frontier;
mod parity;
mod phase;
mod position;
mod regions;
mod rules;
mod stability;

pub use board::Othello;
pub use heibai_kernels::othello::{Bits, PlayoutTally, playouts as random_games};
pub use parity::EmptyRegion;
pub use phase::Phase;
pub use position::exact_score;
pub use regions::{Region, region};
pub use rules::Rules;

/// The square boards that Othello is played on; the integer under the bitboard is chosen at compile time.
pub type Othello4 = Othello<u64, 4>;
/// Othello on 6x6.
pub type Othello6 = Othello<u64, 6>;
/// Othello on the usual board.
pub type Othello8 = Othello<u64, 8>;
/// Othello on 10x10; its squares need 128 bits.
pub type Othello10 = Othello<u128, 10>;

//! File formats of games and positions.
//!
//! Every format is read into a [`Record`]: rules, players, result and a tree of moves. [`Record::replay`] plays it
//! through the rules. Input is any [`std::io::Read`]; this crate has no paths and no sockets. Bad input gives a
//! [`ReadError`] with its place, in bounded time and memory: nothing recurses over the input, and the limits are in
//! `error.rs`.
//!
//! ```
//! use heibai_records::{Format, read_text, write};
//!
//! let record = read_text("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[cc])", None).unwrap();
//! let game = record.replay().unwrap();
//! assert_eq!(game.moves().len(), 2);
//! println!("{}", write(&record, Format::Json).unwrap());
//! // An error has a place and a reason.
//! let error = read_text("(;GM[1]SZ[99])", None).unwrap_err();
//! println!("{error}");
//! ```

#![warn(missing_docs)]

mod any;
pub mod bits;
mod coding;
pub mod diagram;
mod error;
pub mod forbidden;
mod format;
pub mod ggf;
pub mod json;
pub mod moves;
pub mod obf;
pub mod pgn;
pub mod position;
pub mod psq;
mod record;
mod registry;
pub mod renlib;
mod replay;
pub mod rif;
pub mod selfplay;
pub mod sgf;
mod text;
mod tree;
pub mod wthor;

pub use any::{Games, Hint, detect, read_any, read_text};
#[cfg(target_family = "wasm")]
pub use coding::lend_decoder;
pub use error::{Fault, MAX_GAME_BYTES, MAX_LINE_BYTES, MAX_NODES, Place, ReadError};
pub use format::{CannotWrite, Format, Part, write, write_bytes};
pub use record::{Ending, IllegalMove, Info, Record, Side, Unplayable};
pub use tree::{Mark, MarkShape, Node, NodeId, Step, Tree};

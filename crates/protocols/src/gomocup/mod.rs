//! The Gomocup (Piskvork) protocol: how most Gomoku programs speak, with the extensions of Yixin's board.

pub mod drive;
pub(crate) mod message;
pub mod serve;
mod swap2;

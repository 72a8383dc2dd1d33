//! The Gomocup (Piskvork) protocol of most Gomoku programs, with the extensions of Yixin's GUI.

pub mod drive;
pub(crate) mod message;
pub mod serve;
mod swap2;

//! The Gomocup (Piskvork) protocol: how most Gomoku programs speak.

pub mod drive;

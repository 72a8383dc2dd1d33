//! Gomoku and Renju against a slow reference, against published cases, and against their own laws.

mod explain;
mod forbidden;
mod opening;
mod play;
mod reference;
mod shapes;

//! Go: the referee against a reference written from the rules' text, and against what is known of the game.

mod count;
mod games;
mod ko;
mod life;
mod play;
mod reference;

//! Text protocols, both ends: GTP, Gomocup, NBoard, and KataGo's JSON analysis.
//!
//! Lenient in what is read, strict in what is written. Independent of the engines: a server asks a
//! [`heibai_games::Player`], and a driver makes a foreign program one. A program that is slow, silent, crashing or
//! printing garbage gives a [`heibai_games::player::Fault`]; it never blocks or crashes us.

#![warn(missing_docs)]

pub mod analysis;
pub mod compliance;
mod go_rules;
pub mod gomocup;
mod group;
pub mod gtp;
pub mod lines;
mod listen;
pub mod nboard;
pub mod process;
mod restrict;

/// The beginning of what a program said, for a fault that people read.
fn excerpt(text: &str) -> String {
    const MOST: usize = 100;
    let cut = text.char_indices().nth(MOST).map_or(text.len(), |(at, _)| at);
    if cut < text.len() { format!("{}…", &text[..cut]) } else { text.to_owned() }
}

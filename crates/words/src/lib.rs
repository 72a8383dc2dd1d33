//! Every sentence a person reads, in Chinese and English: one catalogue and one `Language`.
//!
//! A sentence is a function that returns a [`Text`], which holds both languages. Types of other crates that have
//! something to say implement [`Say`]. The surface that shows a text picks the language, as late as possible.
//!
//! ```
//! use heibai_games::Illegal;
//! use heibai_words::{Language, Say};
//!
//! assert_eq!(Illegal::Occupied.say(Language::English), "the point is occupied");
//! assert_eq!(Illegal::Occupied.say(Language::Chinese), "该点已有棋子");
//! ```

#![warn(missing_docs)]

#[macro_use]
mod catalogue;
mod language;
mod text;

pub mod books;
pub mod causes;
pub mod characters;
pub mod clocks;
pub mod commands;
pub mod compliance;
pub mod failures;
pub mod first_steps;
pub mod forbidden;
pub mod glossary;
pub mod help;
pub mod hints;
pub mod laboratory;
pub mod lessons;
pub mod measurements;
pub mod names;
pub mod openings;
pub mod players;
pub mod records;
pub mod refusals;
pub mod reports;
pub mod results;
pub mod server;
pub mod values;

pub use catalogue::{Sentence, everything};
pub use language::Language;
pub use text::{Part, Say, Text};

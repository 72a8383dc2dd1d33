//! What a move was worth and why: candidates, mistakes, accuracy and reasons, for every game and every surface.
//!
//! Page, terminal, protocols and Python show its results. The crate knows no files, threads or async: a [`Review`] asks
//! questions and takes answers, so that any surface can drive it.
//!
//! ```
//! use heibai_engines::players;
//! use heibai_games::{AnyPosition, Color, Kind, Limits, Match, Position, kind::Choice};
//! use heibai_review::{EachMove, Review, run};
//! use std::sync::atomic::AtomicBool;
//!
//! let rules = Kind::Gomoku.rules(&Choice { rules: Some("freestyle".into()), ..Choice::default() })?;
//! let mut game = Match::new(AnyPosition::start(&rules));
//! for name in ["h8", "i9", "i7", "h9", "j6", "a1", "g9"] {
//!     game.play(game.position().read_move(name)?, std::time::Duration::ZERO)?;
//! }
//! let mut player = EachMove::for_review(players::parse("engine:nodes=2000", Kind::Gomoku, 1)?);
//! let limits = Limits { nodes: Some(2000), ..Limits::default() };
//! let mut review = Review::new(game);
//! run(&mut review, &mut player, &limits, 1, &AtomicBool::new(false), &mut |_| {})?;
//! let report = review.report();
//! // White's stone in the corner does nothing against the open three.
//! assert!(report.moves.iter().any(|judged| judged.side == Color::White && judged.class.is_some()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod accuracy;
pub mod causes;
mod class;
pub mod deeds;
mod each_move;
mod explain;
mod judged;
mod merit;
mod overview;
mod phase;
mod proofs;
mod question;
pub mod reasons;
mod review;
mod solved;
mod steps;

pub use accuracy::{Summary, accuracy};
pub use class::{Class, Loss, class, loss};
pub use each_move::EachMove;
pub use explain::{Explained, explain, explained};
pub use judged::Judged;
pub use merit::{Merit, praise};
pub use overview::overview;
pub use phase::{Phase, phase};
pub use question::{Look, Question, USUAL_LOOK, first_look};
pub use review::{EDITION, Report, Review, run};

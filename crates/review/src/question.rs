//! What a review asks a player: a position, the moves to search, and how long.

use heibai_engines::players::nodes_per_ms;
use heibai_games::player::Wanted;
use heibai_games::symmetry::SymmetricKeys;
use heibai_games::{AnyPosition, Kind, Limits, Move, Point, Position};
use std::time::Duration;

/// A second look may spend this many times the limits of the first.
const SECOND_LOOK: u32 = 3;
/// Go: a third look may spend this many times the limits of the first.
const THIRD_LOOK: u32 = 6;
/// Othello: a second look with at most `SOLVED` empty squares may spend this many times the limits, so that both
/// moves are solved.
const SOLVING_LOOK: u32 = 20;
const SOLVED: usize = 20;
/// Go: visits of a look for the ownership alone.
const COUNT_VISITS: u64 = 4;

/// What a question is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A short search of a position of the game.
    First,
    /// A longer search, usually of one move.
    Second,
    /// Go: a still longer one, for what is said of the move.
    Third,
    /// Go: the ownership later in a line.
    Count,
}

/// What a player is to be asked next.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// How many moves of the game were made before the position, or before `then`.
    pub number: usize,
    /// Moves that were not played in the game and lead to the position.
    pub then: Vec<Move>,
    /// The position to search.
    pub position: AnyPosition,
    /// If given, only these moves are searched.
    pub only: Option<Vec<Move>>,
    /// What it is for.
    pub look: Look,
}

impl Question {
    /// The moves that lead to the position, in a game with these moves.
    pub fn moves(&self, game: &[Move]) -> Vec<Move> {
        game[..self.number].iter().chain(&self.then).copied().collect()
    }

    /// What the player is asked for; `moves` is the number of candidates of a first look.
    pub fn wanted(&self, moves: usize) -> Wanted {
        match self.look {
            Look::First => Wanted { moves, ownership: false },
            Look::Second | Look::Third | Look::Count => {
                Wanted { moves: 1, ownership: self.position.kind() == Kind::Go }
            }
        }
    }

    /// The limits of the answer; `first` are those of a first look.
    pub fn limits(&self, first: &Limits) -> Limits {
        let only = self.only.clone();
        if self.look == Look::Count {
            let nodes = Some(first.nodes.map_or(COUNT_VISITS, |nodes| nodes.min(COUNT_VISITS)));
            return Limits { nodes, only, ..first.clone() };
        }
        let times = match self.look {
            Look::Second if is_solvable(&self.position) => SOLVING_LOOK,
            Look::Second => SECOND_LOOK,
            Look::Third => THIRD_LOOK,
            Look::First | Look::Count => 1,
        };
        Limits {
            nodes: first.nodes.map(|nodes| nodes.saturating_mul(u64::from(times))),
            move_time: first.move_time.map(|time| time * times),
            only,
            ..first.clone()
        }
    }
}

/// Whether few enough squares of Othello are empty for a solver.
pub(crate) fn is_solvable(position: &AnyPosition) -> bool {
    let is_empty = |at: &Point| position.stone(*at).is_none();
    position.kind() == Kind::Othello && Point::all(position.size()).filter(is_empty).count() <= SOLVED
}

/// The default time of a first look.
pub const USUAL_LOOK: Duration = Duration::from_millis(300);

/// The limits of a first look that takes about `time`. They are nodes, so that two reviews of a game agree on any machine
/// that is fast enough; the time limit is for slower ones.
pub fn first_look(kind: Kind, time: Duration) -> Limits {
    let nodes = (time.as_secs_f64() * 1000.0 * nodes_per_ms(kind)) as u64;
    Limits { nodes: Some(nodes.max(8)), move_time: Some(time * 3), ..Limits::default() }
}

/// Whether two moves lead to the same position, turned or mirrored.
pub(crate) fn is_image(position: &AnyPosition, one: Move, other: Move) -> bool {
    let [one, other] = [one, other].map(|mv| {
        let mut after = position.clone();
        after.play(mv).ok().map(|()| SymmetricKeys::of(&after).key(after.turn()).key)
    });
    one.is_some() && one == other
}

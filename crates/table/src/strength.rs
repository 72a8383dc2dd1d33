//! The games that tell how strong a person is: those from the usual start against a character, whose rating is
//! measured.

use crate::event::{Seat, Setup};
use crate::rows::GameRow;
use crate::wire::Game;
use heibai_engines::characters::Character;
use serde::Serialize;
use utoipa::ToSchema;

/// How many of the latest games are listed.
pub const LATEST: usize = 200;

/// A finished game against a character.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MeasuredGame {
    pub game: String,
    pub kind: Game,
    pub player: String,
    /// What the person got: 1, one half or 0.
    pub score: f64,
}

/// One's own games against characters, the oldest first.
#[derive(Serialize, ToSchema)]
pub struct MeasuredGames {
    pub games: Vec<MeasuredGame>,
}

/// The entry of a finished game that began from the usual start, between a person and a character.
pub fn measured(row: &GameRow, setup: &Setup) -> Option<MeasuredGame> {
    let is_fair = setup.stones.is_empty() && setup.turn.is_none() && setup.before.is_empty();
    let player = match (&setup.black, &setup.white) {
        (Seat::Person { .. }, Seat::Engine { player }) | (Seat::Engine { player }, Seat::Person { .. }) => {
            player
        }
        _ => return None,
    };
    let is_measured = Character::ALL.iter().any(|character| character.name() == player);
    // An opening rule may have changed the seats: the names are those of the end.
    let theirs = match (row.black_name == *player, row.white_name == *player) {
        (true, false) => "black",
        (false, true) => "white",
        _ => return None,
    };
    let score = match row.winner.as_str() {
        "draw" => 0.5,
        winner if winner == theirs => 0.0,
        _ => 1.0,
    };
    let told = || MeasuredGame { game: row.id.clone(), kind: setup.kind, player: player.clone(), score };
    (is_fair && is_measured && row.status == "over").then(told)
}

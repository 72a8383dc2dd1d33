//! A request for a new game: the players, the rules, the starting position.

use crate::error::{Answer, Code, Fail};
use crate::event::{Seat, Series, Setup};
use crate::table::Table;
use crate::wire::{Game, Side, point_of};
use heibai_games::{Kind, TimeControl};
use serde::Deserialize;
use utoipa::ToSchema;

/// Who is to sit on a side.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "who", rename_all = "lowercase")]
pub enum Sitter {
    Me {},
    Engine { player: String },
    Open {},
    Bot { id: String },
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Move0 {
    Point { point: u16 },
    Name { name: String },
}

#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum From {
    Moves { moves: Vec<Move0> },
    Game { game: String, ply: usize },
}

#[derive(Deserialize, ToSchema)]
pub struct NewGame {
    pub kind: Game,
    pub rules: Option<String>,
    pub size: Option<usize>,
    pub komi: Option<f64>,
    pub handicap: Option<u32>,
    /// Stones set up before the first move, as in a line.
    #[serde(default)]
    #[schema(value_type = Vec<Vec<u16>>)]
    pub stones: Vec<(u16, u8)>,
    pub turn: Option<Side>,
    pub black: Sitter,
    pub white: Sitter,
    pub clock: Option<String>,
    pub pace_ms: Option<u64>,
    pub from: Option<From>,
    /// Engine matches: the number of games, colours swapped each time.
    pub games: Option<u32>,
    #[serde(default)]
    pub public: bool,
}

const MOST_PACE_MS: u64 = 60_000;
/// The most games of one series.
const MOST_GAMES: u32 = 1000;

/// What the host adds to a request.
pub struct Host {
    pub black: Seat,
    pub white: Seat,
    pub maker: String,
    pub invite: String,
    /// Whether open games are listed.
    pub lobby: bool,
}

impl NewGame {
    /// The game that this one continues.
    pub fn continued(&self) -> Option<&str> {
        match &self.from {
            Some(From::Game { game, .. }) => Some(game),
            _ => None,
        }
    }

    /// The setup of the game; `other` is the game that it continues.
    pub fn setup(self, host: Host, other: Option<&Table>) -> Answer<Setup> {
        if let Some(clock) = &self.clock {
            clock.parse::<TimeControl>().map_err(|e| Fail::because(Code::BadClock, e))?;
        }
        let Host { black, white, maker, invite, lobby } = host;
        let show = black.is_engine() && white.is_engine();
        let waits = black == Seat::Open || white == Seat::Open;
        let series = self.games.filter(|&games| show && games > 1);
        let mut setup = Setup {
            kind: self.kind,
            rules: self.rules,
            size: self.size,
            komi: self.komi,
            handicap: self.handicap,
            stones: self.stones,
            turn: self.turn,
            before: Vec::new(),
            black,
            white,
            clock: self.clock,
            pace_ms: self.pace_ms.map(|ms| ms.min(MOST_PACE_MS)),
            public: self.public && (show || lobby && waits),
            invite,
            maker,
            series: series.map(|games| Series { of: games.min(MOST_GAMES), ..Series::default() }),
        };
        match (self.from, other) {
            (Some(From::Moves { moves }), _) => setup.before = read_moves(&setup, &moves)?,
            (Some(From::Game { ply, .. }), Some(table)) => go_on_from(&mut setup, table, ply)?,
            (Some(From::Game { .. }), None) => return Err(Code::NotFound.into()),
            (None, _) => {}
        }
        Ok(setup)
    }
}

fn read_moves(setup: &Setup, moves: &[Move0]) -> Answer<Vec<Option<u16>>> {
    let start = setup.start()?;
    let read = |mv: &Move0| match mv {
        Move0::Point { point } => Ok(Some(*point)),
        Move0::Name { name } => {
            start.read_move(name).map(point_of).map_err(|e| Fail::because(Code::BadRecord, e))
        }
    };
    moves.iter().map(read).collect()
}

/// The rules and the first moves of another game.
fn go_on_from(setup: &mut Setup, table: &Table, ply: usize) -> Answer<()> {
    if Kind::from(setup.kind) != table.game.start().kind() {
        return Err(Fail::because(Code::BadRules, heibai_words::server::other_kind()));
    }
    let from = &table.setup;
    setup.rules = from.rules.clone();
    (setup.size, setup.komi, setup.handicap) = (from.size, from.komi, from.handicap);
    (setup.stones, setup.turn) = (from.stones.clone(), from.turn);
    let moves = table.game.moves().iter().take(ply).filter(|m| !m.forced);
    setup.before = moves.map(|m| point_of(m.mv)).collect();
    Ok(())
}

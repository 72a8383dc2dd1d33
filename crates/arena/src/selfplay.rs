//! Self-play with numbered games: the same plan gives the same games on one machine and on a cluster.

use crate::game::{Finished, Referees, Terms, play};
use crate::openings;
use heibai_games::{AnyPosition, Limits, Move, Player, Position, Rules};
use heibai_records::selfplay::{SelfPlayGame, point_of};
use std::sync::atomic::AtomicBool;

/// Everything besides the player that determines the games of a run.
#[derive(Clone, Debug)]
pub struct SelfPlayPlan {
    pub rules: Rules,
    pub seed: u64,
    /// Each game begins with up to this many random moves.
    pub random_plies: usize,
    /// The limits of a player for each move.
    pub limits: Limits,
}

impl SelfPlayPlan {
    /// The seed of one game.
    pub fn seed_of(&self, number: u64) -> u64 {
        self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Plays game number `number`; `make` makes a player from a seed. `None` if the run was stopped.
    pub fn play<E>(
        &self,
        number: u64,
        make: impl Fn(u64) -> Result<Box<dyn Player>, E>,
        referees: Referees<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<PlayedGame>, E> {
        let mut random = fastrand::Rng::with_seed(self.seed_of(number));
        let plies = random.usize(..=self.random_plies);
        let opening = openings::random(&self.rules, plies, &mut random);
        let (mut black, mut white) = (make(random.u64(..))?, make(random.u64(..))?);
        // A game of Go may never end.
        let longest = 4 * self.rules.size() * self.rules.size();
        let terms = Terms { limits: self.limits.clone(), longest, ..Terms::default() };
        let start = AnyPosition::start(&self.rules);
        let players: [&mut dyn Player; 2] = [&mut *black, &mut *white];
        let finished = play(&start, &opening, players, &terms, referees, stop);
        Ok(finished.map(|finished| PlayedGame { game: game_of(number, opening.len(), &finished), finished }))
    }
}

/// A game of a run.
pub struct PlayedGame {
    pub game: SelfPlayGame,
    pub finished: Finished,
}

fn game_of(number: u64, opening: usize, finished: &Finished) -> SelfPlayGame {
    let moves = finished.game.moves().iter().map(|played| played.mv);
    let visited = |list: &Vec<(Move, u64)>| {
        list.iter().map(|&(mv, count)| (point_of(mv), u32::try_from(count).unwrap_or(u32::MAX))).collect()
    };
    let given = finished.game.choices().first().map_or(opening, |first| opening.min(first.after));
    SelfPlayGame {
        opening: given as u16,
        scores: finished.scores.iter().map(|score| score.map_or(f32::NAN, |s| s as f32)).collect(),
        visits: finished.visits.iter().map(visited).collect(),
        ..SelfPlayGame::new(number, &finished.outcome, moves)
    }
}

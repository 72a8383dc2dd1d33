//! Matches of two networks with fixed visits, on several threads; for machines without the whole program. Every opening
//! is played with both colours. The score is printed after each game, so a match can be interrupted.

use super::contender::Contender;
use heibai_engines::go::judge::judge;
use heibai_engines::go::player::{GoPlayer, GoSettings};
use heibai_engines::go::shipped;
use heibai_games::board::Point;
use heibai_games::go::{Position, Rules};
use heibai_games::player::Limits;
use heibai_games::position::{Move, Position as _};
use heibai_games::{Act, AnyPosition, Color, Player, Request};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Games are cut off and scored after this many moves per point of the board.
const LONGEST: usize = 2;

#[derive(clap::Args)]
pub struct Duel {
    /// FILE=VISITS, with other parameters of the search FILE=VISITS:explore=120,hope=100
    first: String,
    /// The same of the other side
    second: String,
    #[arg(long, default_value_t = 19, value_parser = clap::value_parser!(u16).range(7..=19))]
    size: u16,
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Games at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Time limit; unfinished games do not count
    #[arg(long, default_value_t = 3600)]
    seconds: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Duel {
    pub fn run(self) -> anyhow::Result<()> {
        let sides = [Contender::read(&self.first)?, Contender::read(&self.second)?];
        let (next, tally) = (AtomicU64::new(0), Mutex::new([0u32; 3]));
        let stop = AtomicBool::new(false);
        let end = Instant::now() + Duration::from_secs(self.seconds);
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= self.games {
                            return;
                        }
                        let Some(won) = self.play(&sides, game, end, &stop) else { return };
                        let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                        tally[won] += 1;
                        let [first, second, drawn] = *tally;
                        println!(
                            "game {game}: {won}; {} won {first}, {} {second}, drawn {drawn}",
                            self.first, self.second
                        );
                    }
                });
            }
        });
        Ok(())
    }

    /// The index of the winner, or 2 for a draw; `None` if the time ran out.
    fn play(&self, sides: &[Contender; 2], game: u64, end: Instant, stop: &AtomicBool) -> Option<usize> {
        let start = self.opening(game / 2);
        let black = game as usize % 2;
        let seat = |color: Color| if color == Color::Black { black } else { 1 - black };
        let mut players = [0, 1].map(|who: usize| {
            let settings = GoSettings { visits: sides[who].visits, ..GoSettings::BEST };
            GoPlayer::new("engine", sides[who].network.clone(), settings, game)
                .with_judge(shipped::judge())
                .with_params(sides[who].params)
        });
        let (mut position, mut moves) = (start.clone(), Vec::new());
        let (start, limits) = (AnyPosition::Go(Box::new(start)), Limits::default());
        let size = position.size();
        while !position.awaits_judgement()
            && position.outcome().is_none()
            && moves.len() < LONGEST * size * size
        {
            if Instant::now() > end {
                return None;
            }
            let who = seat(position.turn());
            let now = AnyPosition::Go(Box::new(position.clone()));
            let request = Request { start: &start, position: &now, moves: &moves, limits: &limits, stop };
            match players[who].choose(&request).ok()?.act {
                Act::Resign => return Some(1 - who),
                Act::Play(mv) => {
                    position.play(mv).ok()?;
                    moves.push(mv);
                }
            }
        }
        let outcome = position.outcome().unwrap_or_else(|| judge(&position, Some(&shipped::judge())).outcome);
        Some(outcome.winner.map_or(2, seat))
    }

    /// One stone in each corner on large boards, four random stones on small ones.
    fn opening(&self, number: u64) -> Position {
        let size = usize::from(self.size);
        let mut random = fastrand::Rng::with_seed(self.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let mut position =
            Position::start(&Rules::new(size, Rules::KOMI, 0).expect("a size that the game has"));
        let mut placed = 0;
        while placed < 4 {
            let (x, y) = if size > 13 {
                let near = [(); 2].map(|()| random.usize(2..5));
                let far =
                    |bit: usize, near: usize| if placed >> bit & 1 == 1 { size - 1 - near } else { near };
                (far(0, near[0]), far(1, near[1]))
            } else {
                (random.usize(1..size - 1), random.usize(1..size - 1))
            };
            let mv = Point::new(x, y, size).map_or(Move::Pass, Move::Place);
            placed += usize::from(position.play(mv).is_ok());
        }
        Position::setup(&position.rules(), &position.stones(), position.turn()).unwrap_or(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_have_four_stones_and_do_not_repeat() {
        for size in [9, 19] {
            let duel = Duel {
                first: String::new(),
                second: String::new(),
                size,
                games: 2,
                threads: 1,
                seconds: 1,
                seed: 1,
            };
            let openings: Vec<Position> = (0..20).map(|number| duel.opening(number)).collect();
            for opening in &openings {
                let stones =
                    Point::all(usize::from(size)).filter(|&point| opening.stone(point).is_some()).count();
                assert_eq!((stones, opening.turn()), (4, Color::Black), "{size}");
            }
            let same = openings.iter().filter(|opening| opening.key() == openings[0].key()).count();
            assert!(same < 3, "{size}: {same} of 20 openings are the first");
        }
    }
}

//! A match of two: every opening twice with colours swapped, several games at once, resumable.

use crate::elo::{Pairs, Tally};
use crate::game::{Judge, Terms, play};
use crate::log::{Entry, Log};
use crate::sprt::{Sprt, Verdict};
use heibai_games::player::Fault;
use heibai_games::{AnyPosition, Color, Move, Player, Position, Rules};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Makes a player; the seed decides everything it leaves to chance.
pub type Make<'a> = dyn Fn(u64) -> Result<Box<dyn Player>, Fault> + Sync + 'a;

/// Who plays.
pub struct Entrant<'a> {
    pub name: String,
    pub make: &'a Make<'a>,
    /// Made once for each worker rather than for each game: a foreign program that takes long to start.
    pub keep: bool,
}

/// What is played.
pub struct Plan<'a> {
    pub rules: Rules,
    pub games: u64,
    /// Pair `n` is played from opening `n % openings.len()`.
    pub openings: Vec<Vec<Move>>,
    pub terms: Terms,
    pub concurrency: usize,
    pub seed: u64,
    pub sprt: Option<Sprt>,
    pub judge: &'a Judge,
}

/// What the games say so far, from the first entrant's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    pub tally: Tally,
    pub pairs: Pairs,
    /// Games that were lost by time, by an illegal move or by a broken protocol.
    pub faults: u64,
}

impl Standing {
    /// Adds up entries; a pair counts once both its games are there.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Standing {
        let mut standing = Standing::default();
        let mut halves: BTreeMap<u64, f64> = BTreeMap::new();
        for entry in entries {
            let points = entry.points(first_color(entry.game));
            match points {
                1.0 => standing.tally.wins += 1,
                0.5 => standing.tally.draws += 1,
                _ => standing.tally.losses += 1,
            }
            standing.faults += u64::from(entry.fault.is_some());
            let pair = entry.game / 2;
            match halves.remove(&pair) {
                Some(other) => standing.pairs[((points + other) * 2.0) as usize] += 1,
                None => {
                    halves.insert(pair, points);
                }
            }
        }
        standing
    }
}

/// The first entrant has Black in even games.
fn first_color(game: u64) -> Color {
    if game.is_multiple_of(2) { Color::Black } else { Color::White }
}

/// Plays what is still missing in the log. `progress` is told after every game. Returns all entries.
pub fn run(
    plan: &Plan<'_>,
    entrants: [&Entrant<'_>; 2],
    log: Option<&Path>,
    stop: &AtomicBool,
    progress: &(dyn Fn(&Standing) + Sync),
) -> io::Result<Vec<Entry>> {
    let (log, entries) = match log {
        Some(path) => Log::open(path).map(|(log, entries)| (Some(log), entries))?,
        None => (None, Vec::new()),
    };
    let done: Vec<u64> = entries.iter().map(|entry| entry.game).collect();
    let run = Run {
        plan,
        entrants,
        missing: (0..plan.games).filter(|game| !done.contains(game)).collect(),
        next: AtomicU64::new(0),
        state: Mutex::new(State { log, entries, failed: None }),
        // A finished test or a failed write ends the run; the caller's signal does too.
        enough: AtomicBool::new(false),
        stop,
        progress,
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.concurrency.max(1) {
            scope.spawn(|| run.work());
        }
    });
    let mut state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.failed.take() {
        Some(error) => Err(error),
        None => {
            state.entries.sort_by_key(|entry| entry.game);
            Ok(state.entries)
        }
    }
}

struct State {
    log: Option<Log>,
    entries: Vec<Entry>,
    failed: Option<io::Error>,
}

struct Run<'r, 'p> {
    plan: &'r Plan<'p>,
    entrants: [&'r Entrant<'p>; 2],
    missing: Vec<u64>,
    next: AtomicU64,
    state: Mutex<State>,
    enough: AtomicBool,
    stop: &'r AtomicBool,
    progress: &'r (dyn Fn(&Standing) + Sync),
}

impl Run<'_, '_> {
    fn work(&self) {
        let mut kept: [Option<Box<dyn Player>>; 2] = [None, None];
        while !self.stop.load(Ordering::Relaxed) && !self.enough.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&game) = self.missing.get(next as usize) else { return };
            if let Some(entry) = self.play(game, &mut kept) {
                self.record(entry);
            }
        }
    }

    fn play(&self, game: u64, kept: &mut [Option<Box<dyn Player>>; 2]) -> Option<Entry> {
        let plan = self.plan;
        let opening = match plan.openings.len() as u64 {
            0 => &[][..],
            count => &plan.openings[(game / 2 % count) as usize],
        };
        let start = AnyPosition::start(&plan.rules);
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for (index, slot) in kept.iter_mut().enumerate() {
            let seed = plan.seed ^ (game * 2 + index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let player = slot.take().map_or_else(|| (self.entrants[index].make)(seed), Ok);
            players.push(
                player.unwrap_or_else(|fault| Box::new(Absent(self.entrants[index].name.clone(), fault))),
            );
        }
        let [first, second] = &mut players[..] else { return None };
        let swapped = first_color(game) == Color::White;
        let seats: [&mut dyn Player; 2] =
            if swapped { [&mut **second, &mut **first] } else { [&mut **first, &mut **second] };
        let finished = play(&start, opening, seats, &plan.terms, plan.judge, self.stop)?;
        let (a, b) = (self.entrants[0].name.as_str(), self.entrants[1].name.as_str());
        let names = if swapped { [b, a] } else { [a, b] };
        let entry = Entry::new(game, names, opening.len(), &finished);
        // After a fault a kept program starts anew.
        for (index, player) in players.into_iter().enumerate() {
            if self.entrants[index].keep && entry.fault.is_none() {
                kept[index] = Some(player);
            }
        }
        Some(entry)
    }

    fn record(&self, entry: Entry) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = &mut state.log
            && let Err(error) = log.append(&entry)
        {
            state.failed = Some(error);
            self.enough.store(true, Ordering::Relaxed);
            return;
        }
        state.entries.push(entry);
        let standing = Standing::of(&state.entries);
        (self.progress)(&standing);
        let decided = self.plan.sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs) != Verdict::GoOn);
        if decided {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

/// Sits in for a player that could not be made, and says why.
struct Absent(String, Fault);

impl Player for Absent {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn new_game(&mut self, _rules: &Rules, _color: Color) -> Result<(), Fault> {
        Err(self.1.clone())
    }

    fn choose(&mut self, _request: &heibai_games::Request<'_>) -> Result<heibai_games::Answer, Fault> {
        Err(self.1.clone())
    }
}

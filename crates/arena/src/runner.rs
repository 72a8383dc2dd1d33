//! Plays a list of games, several at once, and logs each when it ends. Games already in the log are not played again,
//! so a killed run continues where it stopped and gives the same table.

use crate::game::{Referees, Terms, play};
use crate::log::{Log, LogEntry};
use heibai_games::player::Fault;
use heibai_games::{AnyPosition, Color, Move, Player, Position};
use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Makes a player; the seed decides everything random.
pub type Make<'a, P = AnyPosition> = dyn Fn(u64) -> Result<Box<dyn Player<P>>, Fault> + Sync + 'a;

/// A player of a run.
pub struct Entrant<'a, P: Position = AnyPosition> {
    pub name: String,
    pub make: Box<Make<'a, P>>,
    /// Made once per worker instead of once per game, for a foreign program that starts slowly.
    pub keep: bool,
}

/// One game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    pub number: u64,
    /// Entrants by index; an opening rule may swap their colours.
    pub black: usize,
    pub white: usize,
    pub opening: usize,
    /// The percentage of the normal time; less than 100 for a tie-break game.
    pub pace: u32,
}

/// The conditions of a run.
pub struct Plan<'a, P: Position = AnyPosition> {
    pub rules: P::Rules,
    /// Fixture `n` is played from opening `n.opening % openings.len()`.
    pub openings: Vec<Vec<Move>>,
    pub terms: Terms,
    pub concurrency: usize,
    pub seed: u64,
    pub referees: Referees<'a, P>,
    /// Whether each worker, with the programs it starts, is pinned to its own core.
    pub pin: bool,
}

/// Called after every game with all entries so far; returning true ends the run.
pub type OnProgress<'a> = dyn Fn(&[LogEntry]) -> bool + Sync + 'a;

/// Plays the games missing in the log. Returns all entries of these fixtures, in order.
pub fn run<P: Position>(
    plan: &Plan<'_, P>,
    entrants: &[Entrant<'_, P>],
    fixtures: &[Fixture],
    log: Option<&Path>,
    stop: &AtomicBool,
    progress: &OnProgress<'_>,
) -> io::Result<Vec<LogEntry>> {
    let (log, entries) = match log {
        Some(path) => Log::open(path).map(|(log, entries)| (Some(log), entries))?,
        None => (None, Vec::new()),
    };
    let wanted: HashSet<u64> = fixtures.iter().map(|fixture| fixture.number).collect();
    let done: HashSet<u64> = entries.iter().map(|entry| entry.game).collect();
    let run = Run {
        plan,
        entrants,
        missing: fixtures.iter().copied().filter(|fixture| !done.contains(&fixture.number)).collect(),
        next: AtomicUsize::new(0),
        state: Mutex::new(RunState { log, entries, failed: None }),
        enough: AtomicBool::new(false),
        stop,
        progress,
    };
    let cores = if plan.pin { core_affinity::get_core_ids().unwrap_or_default() } else { Vec::new() };
    std::thread::scope(|scope| {
        for worker in 0..plan.concurrency.clamp(1, run.missing.len().max(1)) {
            let core = cores.get(worker % cores.len().max(1)).copied();
            let run = &run;
            scope.spawn(move || {
                // If the system refuses, the worker runs on any core, as without pinning.
                core.map(core_affinity::set_for_current);
                run.work();
            });
        }
    });
    let mut state = run.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.failed.take() {
        Some(error) => Err(error),
        None => {
            state.entries.retain(|entry| wanted.contains(&entry.game));
            state.entries.sort_by_key(|entry| entry.game);
            Ok(state.entries)
        }
    }
}

struct RunState {
    log: Option<Log>,
    entries: Vec<LogEntry>,
    failed: Option<io::Error>,
}

struct Run<'r, 'p, P: Position> {
    plan: &'r Plan<'p, P>,
    entrants: &'r [Entrant<'p, P>],
    missing: Vec<Fixture>,
    next: AtomicUsize,
    state: Mutex<RunState>,
    /// Set when the callback ended the run, or a write failed.
    enough: AtomicBool,
    stop: &'r AtomicBool,
    progress: &'r OnProgress<'r>,
}

/// Players kept by a worker, by entrant.
type Kept<P> = Vec<Option<Box<dyn Player<P>>>>;

impl<P: Position> Run<'_, '_, P> {
    fn work(&self) {
        let mut kept: Kept<P> = self.entrants.iter().map(|_| None).collect();
        while !self.stop.load(Ordering::Relaxed) && !self.enough.load(Ordering::Relaxed) {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.missing.get(next) else { return };
            if let Some(entry) = self.play(fixture, &mut kept) {
                self.record(entry);
            }
        }
    }

    fn player(&self, index: usize, seed: u64, kept: &mut Kept<P>) -> Box<dyn Player<P>> {
        let entrant = &self.entrants[index];
        let player = kept[index].take().map_or_else(|| (entrant.make)(seed), Ok);
        player.unwrap_or_else(|fault| Box::new(Absent(entrant.name.clone(), fault)))
    }

    fn play(&self, fixture: &Fixture, kept: &mut Kept<P>) -> Option<LogEntry> {
        let plan = self.plan;
        let opening = match plan.openings.len() {
            0 => &[][..],
            count => &plan.openings[fixture.opening % count],
        };
        // Each game has its own seeds, whatever was played before.
        let seed =
            |side: u64| plan.seed ^ (fixture.number * 2 + side + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut black = self.player(fixture.black, seed(0), kept);
        let mut white = self.player(fixture.white, seed(1), kept);
        let start = P::start(&plan.rules);
        let terms = plan.terms.at_pace(fixture.pace);
        let finished = play(&start, opening, [&mut *black, &mut *white], &terms, plan.referees, self.stop)?;
        let names = [fixture.black, fixture.white].map(|index| self.entrants[index].name.as_str());
        let entry = LogEntry::new(fixture.number, names, opening.len(), &finished);
        for (index, player) in [(fixture.black, black), (fixture.white, white)] {
            // After a fault a kept program is restarted.
            if self.entrants[index].keep && entry.fault.is_none() {
                kept[index] = Some(player);
            }
        }
        Some(entry)
    }

    fn record(&self, entry: LogEntry) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = &mut state.log
            && let Err(error) = log.append(&entry)
        {
            state.failed = Some(error);
            self.enough.store(true, Ordering::Relaxed);
            return;
        }
        state.entries.push(entry);
        if (self.progress)(&state.entries) {
            self.enough.store(true, Ordering::Relaxed);
        }
    }
}

/// Replaces a player that could not be made, and reports why.
struct Absent(String, Fault);

impl<P: Position> Player<P> for Absent {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn new_game(&mut self, _rules: &P::Rules, _color: Color) -> Result<(), Fault> {
        Err(self.1.clone())
    }

    fn choose(&mut self, _request: &heibai_games::Request<'_, P>) -> Result<heibai_games::Answer, Fault> {
        Err(self.1.clone())
    }
}

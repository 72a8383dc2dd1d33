//! One game between two players; we keep the clock.

use crate::adjudication::{Adjudication, Prover};
use heibai_games::counting::Judgement;
use heibai_games::player::{Fault, Thought};
use heibai_games::value::{Amount, Value};
use heibai_games::{
    Act, AnyPosition, Color, Decision, Due, Limits, Match, Move, Outcome, Player, Position, Reason, Seat,
    TimeControl,
};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The conditions of a game.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub clock: Option<TimeControl>,
    /// Nodes, depth or time per move, given to the players in addition to the clock.
    pub limits: Limits,
    /// How far a move may exceed its clock before the game is lost, because a program's answer takes time to arrive.
    pub margin: Duration,
    /// A game that reaches this many moves is cut off (Go without end); 0 is no limit.
    pub longest: usize,
    pub adjudication: Adjudication,
    pub timer: Timer,
}

/// Reads the clock that move times are taken from; tests pass in their own.
#[derive(Clone, Copy, Debug)]
pub struct Timer(pub fn() -> Duration);

impl Default for Timer {
    fn default() -> Timer {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Timer(|| START.elapsed())
    }
}

impl Terms {
    /// The same terms with this percentage of the time, for a faster tie-break game.
    pub(crate) fn at_pace(&self, pace: u32) -> Terms {
        let share = |time: Duration| time * pace / 100;
        let clock = self.clock.map(|clock| match clock {
            TimeControl::SuddenDeath { main } => TimeControl::SuddenDeath { main: share(main) },
            TimeControl::Fischer { main, increment } => {
                TimeControl::Fischer { main: share(main), increment: share(increment) }
            }
            TimeControl::ByoYomi { main, periods, period } => {
                TimeControl::ByoYomi { main: share(main), periods, period: share(period) }
            }
            TimeControl::PerMove { time } => TimeControl::PerMove { time: share(time) },
        });
        let nodes = self.limits.nodes.map(|nodes| (nodes * u64::from(pace) / 100).max(1));
        Terms { clock, limits: Limits { nodes, ..self.limits.clone() }, ..self.clone() }
    }
}

/// Says which stones are dead where a Go game ended with two passes.
pub type Judge<P = AnyPosition> = dyn Fn(&P) -> Judgement + Sync;

/// Decides what the players do not.
pub struct Referees<'a, P = AnyPosition> {
    pub judge: &'a Judge<P>,
    /// Ends a game whose result is proved.
    pub prover: Option<&'a Prover<P>>,
}

// Deriving these would require a position that can be copied.
impl<P> Clone for Referees<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Referees<'_, P> {}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished<P: Position = AnyPosition> {
    pub game: Match<P>,
    pub outcome: Outcome,
    /// The players' values of their moves, for the mover, by move number.
    pub scores: Vec<Option<f64>>,
    /// By move number, how often the search visited each move; empty where it does not count visits.
    pub visits: Vec<Vec<(Move, u64)>>,
    /// Nodes searched and time used, by the colour each player had at the end.
    pub nodes: [u64; 2],
    pub time: [Duration; 2],
    /// Why a player lost without being beaten.
    pub fault: Option<String>,
    /// Why the game was ended early.
    pub adjudicated: Option<String>,
}

/// Plays `opening`, then lets the players continue. The first player has Black unless an opening rule changes that;
/// under such a rule the given stones are those the first player would place, and the players choose. `None` if the
/// run was stopped.
pub fn play<'a, P: Position>(
    start: &P,
    opening: &[Move],
    players: [&'a mut dyn Player<P>; 2],
    terms: &'a Terms,
    referees: Referees<'a, P>,
    stop: &'a AtomicBool,
) -> Option<Finished<P>> {
    let mut game = Match::new(start.clone()).with_opening();
    for &mv in opening {
        if !matches!(game.request(), Due::Stone { .. } | Due::Move { .. }) {
            break;
        }
        // The match makes forced passes itself; the opening may contain them too.
        if game.play(mv, Duration::ZERO).is_err() && mv != Move::Pass {
            break;
        }
    }
    if let Some(control) = terms.clock {
        game = game.with_clocks(control);
    }
    let (nodes, time) = ([0; 2], [Duration::ZERO; 2]);
    let scores = vec![None; game.moves().len()];
    let (visits, values, adjudicated) = (vec![Vec::new(); scores.len()], Vec::new(), None);
    Session { game, players, terms, referees, stop, nodes, time, scores, visits, values, adjudicated }.run()
}

struct Session<'a, P: Position> {
    game: Match<P>,
    /// By seat, like `nodes` and `time`.
    players: [&'a mut dyn Player<P>; 2],
    terms: &'a Terms,
    referees: Referees<'a, P>,
    stop: &'a AtomicBool,
    nodes: [u64; 2],
    time: [Duration; 2],
    scores: Vec<Option<f64>>,
    visits: Vec<Vec<(Move, u64)>>,
    /// Each mover's value of its move.
    values: Vec<(Color, Option<f64>)>,
    adjudicated: Option<(Outcome, String)>,
}

impl<P: Position> Session<'_, P> {
    fn run(mut self) -> Option<Finished<P>> {
        let rules = self.game.start().rules();
        let mut fault = None;
        for seat in Seat::BOTH {
            let color = self.game.color(seat);
            if let Err(why) = self.players[seat.index()].new_game(&rules, color) {
                fault = Some(self.lose(seat, Reason::Forfeit, &why.to_string()));
            }
        }
        loop {
            let seat = match self.game.request() {
                Due::Nothing => break,
                Due::Judgement => {
                    let judgement = (self.referees.judge)(self.game.position());
                    // Programs have no say in the count; after an invalid judgement every stone counts as alive.
                    if self.game.propose(judgement).is_err() {
                        self.game.propose(Judgement::default()).ok();
                    }
                    continue;
                }
                Due::Agreement { .. } => {
                    for side in Color::BOTH {
                        self.game.agree_to_count(side).ok();
                    }
                    continue;
                }
                Due::Stone { by, .. }
                | Due::Choice { by, .. }
                | Due::Offer { by, .. }
                | Due::Pick { by }
                | Due::Move { by, .. } => by,
            };
            if self.terms.longest > 0 && self.game.moves().len() >= self.terms.longest {
                self.game.cut_off().ok();
                continue;
            }
            if !self.game.is_opening() && self.adjudicate() {
                continue;
            }
            self.players[seat.index()].ready();
            let began = (self.terms.timer.0)();
            let limits = self.limits(seat);
            let answer = self.game.ask(&mut *self.players[seat.index()], &limits, self.stop);
            let spent = (self.terms.timer.0)().saturating_sub(began);
            if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            self.time[seat.index()] += spent;
            fault = match answer {
                Ok(decision) => self.apply(seat, decision, spent).or(fault),
                Err(Fault::Silent) if self.is_late(seat, spent) => {
                    Some(self.lose(seat, Reason::Timeout, "did not answer in time"))
                }
                Err(why) => Some(self.lose(seat, Reason::Forfeit, &why.to_string())),
            };
        }
        let ended = self.game.outcome()?;
        // An adjudicated game keeps the proved count.
        let (outcome, adjudicated) =
            self.adjudicated.map_or((ended, None), |(outcome, why)| (outcome, Some(why)));
        self.players.iter_mut().for_each(|player| player.game_over(&outcome));
        let seats = Color::BOTH.map(|color| self.game.seat(color).index());
        let (nodes, time) = (seats.map(|seat| self.nodes[seat]), seats.map(|seat| self.time[seat]));
        let (scores, visits) = (self.scores, self.visits);
        Some(Finished { game: self.game, outcome, scores, visits, nodes, time, fault, adjudicated })
    }

    /// Ends the game if its result is proved or both players agree on it.
    fn adjudicate(&mut self) -> bool {
        let proved = self.referees.prover.and_then(|prove| prove(self.game.position()));
        let found = match proved {
            Some(outcome) => Some((outcome, "proved".to_owned())),
            None => self.terms.adjudication.verdict(&self.values).map(|(winner, why)| {
                (Outcome { winner, reason: Reason::Agreement, score: None, margin: None }, why)
            }),
        };
        let Some((outcome, why)) = found else { return false };
        self.game.agree(outcome.winner).ok();
        self.adjudicated = Some((Outcome { reason: Reason::Agreement, ..outcome }, why));
        true
    }

    fn limits(&self, seat: Seat) -> Limits {
        let mut limits = self.terms.limits.clone();
        if let Some(clock) = self.game.clock(self.game.color(seat)) {
            let told = clock.limits();
            limits.clock = told.clock;
            limits.move_time = told.move_time.or(limits.move_time);
        }
        limits
    }

    fn is_late(&self, seat: Seat, spent: Duration) -> bool {
        let clock = self.game.clock(self.game.color(seat));
        clock.is_some_and(|clock| spent > clock.available() + self.terms.margin)
    }

    /// Applies a decision; returns the reason if it loses the game.
    fn apply(&mut self, seat: Seat, decision: Decision, spent: Duration) -> Option<String> {
        if self.is_late(seat, spent) {
            return Some(self.lose(seat, Reason::Timeout, "ran out of time"));
        }
        let color = self.game.color(seat);
        // Within the margin, no more than the whole clock is deducted.
        let charged = self.game.clock(color).map_or(spent, |clock| spent.min(clock.available()));
        match decision {
            Decision::Choose(choice) => self.game.choose(choice, charged).err().map(|why| {
                self.lose(seat, Reason::IllegalMove, &format!("chose '{}': {why}", choice.name()))
            }),
            Decision::Act(answer) => {
                self.note(seat, &answer.thought);
                match answer.act {
                    Act::Resign => {
                        self.game.resign(color).ok();
                        None
                    }
                    Act::Play(mv) => match self.game.play(mv, charged) {
                        Ok(_) => {
                            let before = self.scores.len();
                            self.scores.resize(self.game.moves().len(), None);
                            self.visits.resize(self.game.moves().len(), Vec::new());
                            let index = self.game.moves().iter().rposition(|played| !played.forced);
                            // A point offered in an opening is not a move yet.
                            if let Some(index) = index.filter(|&index| index >= before) {
                                self.scores[index] = answer.thought.value.and_then(|value| value.recorded());
                                let visited = answer.thought.weighed.iter().filter(|move_| move_.nodes > 0);
                                self.visits[index] = visited.map(|move_| (move_.mv, move_.nodes)).collect();
                            }
                            None
                        }
                        Err(illegal) => {
                            let text = self.game.position().write_move(mv);
                            Some(self.lose(seat, Reason::IllegalMove, &format!("played {text}: {illegal}")))
                        }
                    },
                }
            }
        }
    }

    fn note(&mut self, seat: Seat, thought: &Thought) {
        self.nodes[seat.index()] += thought.nodes;
        if !self.game.is_opening() {
            self.values.push((self.game.color(seat), thought.value.and_then(ahead)));
        }
    }

    fn lose(&mut self, seat: Seat, reason: Reason, why: &str) -> String {
        let color = self.game.color(seat);
        self.game.forfeit(color, reason).ok();
        format!("{color} ({}) {why}", self.players[seat.index()].name())
    }
}

/// How far ahead a player thinks its side is, in its unit. A win probability is not adjudicated.
fn ahead(value: Value) -> Option<f64> {
    (!matches!(value.amount, Amount::WinRate(_))).then(|| value.lead())
}

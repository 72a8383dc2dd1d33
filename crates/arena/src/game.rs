//! One game between two players, with the clock held by us.

use crate::adjudication::{Adjudication, Prover};
use heibai_games::player::Fault;
use heibai_games::value::{Amount, Value};
use heibai_games::{
    Act, AnyPosition, Clock, Color, Limits, Match, Move, Outcome, Player, Position, Reason, Request,
    TimeControl,
};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Under which terms a game is played.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub clock: Option<TimeControl>,
    /// Nodes, depth or time per move, told to the players beside the clock.
    pub limits: Limits,
    /// A move may take this much longer than its clock before the game is lost: a program's answer has to travel.
    pub margin: Duration,
    /// A game longer than this is a draw (Go without end); 0 is no limit.
    pub longest: usize,
    pub adjudication: Adjudication,
    pub timer: Timer,
}

/// Reads the time from which a move's duration is taken; a test hands in a clock of its own.
#[derive(Clone, Copy, Debug)]
pub struct Timer(pub fn() -> Duration);

impl Default for Timer {
    fn default() -> Timer {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Timer(|| START.elapsed())
    }
}

impl Terms {
    /// The same with this share (percent) of the time: a faster decider.
    pub fn at_pace(&self, pace: u32) -> Terms {
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

/// Decides a Go game that ended with two passes.
pub type Judge = dyn Fn(&AnyPosition) -> Outcome + Sync;

/// Who decides what the players do not.
#[derive(Clone, Copy)]
pub struct Referees<'a> {
    pub judge: &'a Judge,
    /// Ends a game whose result is proved.
    pub prover: Option<&'a Prover>,
}

/// A finished game and how it went.
#[derive(Clone, Debug)]
pub struct Finished {
    pub game: Match<AnyPosition>,
    pub outcome: Outcome,
    /// What the players said of their moves: value for the mover, by move number.
    pub scores: Vec<Option<f64>>,
    pub nodes: [u64; 2],
    pub time: [Duration; 2],
    /// Why a player lost without being beaten.
    pub fault: Option<String>,
    /// Why the game ended before its end.
    pub adjudicated: Option<String>,
}

/// Plays `opening` and then lets the players go on. `None` if the run was stopped.
pub fn play<'a>(
    start: &AnyPosition,
    opening: &[Move],
    players: [&'a mut dyn Player; 2],
    terms: &'a Terms,
    referees: Referees<'a>,
    stop: &'a AtomicBool,
) -> Option<Finished> {
    let mut game = Match::new(start.clone());
    for &mv in opening {
        // A forced pass is made by the match and may stand in the opening too.
        if game.play(mv, Duration::ZERO).is_err() && mv != Move::Pass {
            break;
        }
    }
    let clocks = terms.clock.map(|c| [Clock::new(c); 2]);
    Session { game, players, terms, referees, stop, clocks, values: Vec::new(), adjudicated: None }.run()
}

struct Session<'a> {
    game: Match<AnyPosition>,
    players: [&'a mut dyn Player; 2],
    terms: &'a Terms,
    referees: Referees<'a>,
    stop: &'a AtomicBool,
    clocks: Option<[Clock; 2]>,
    /// What each mover said of its move.
    values: Vec<(Color, Option<f64>)>,
    adjudicated: Option<(Outcome, String)>,
}

impl Session<'_> {
    fn run(mut self) -> Option<Finished> {
        let rules = self.game.start().rules();
        let mut fault = None;
        let mut scores = vec![None; self.game.moves().len()];
        let (mut nodes, mut time) = ([0; 2], [Duration::ZERO; 2]);
        for color in Color::BOTH {
            if let Err(why) = self.players[color.index()].new_game(&rules, color) {
                fault = Some(self.lose(color, Reason::Forfeit, &why.to_string()));
            }
        }
        while self.game.outcome().is_none() {
            if self.game.is_counting() {
                let counted = (self.referees.judge)(self.game.position());
                self.game.settle(counted).ok();
                continue;
            }
            if self.terms.longest > 0 && self.game.moves().len() >= self.terms.longest {
                self.game.agree(None).ok();
                continue;
            }
            if self.adjudicate() {
                continue;
            }
            let color = self.game.position().turn();
            self.players[color.index()].ready();
            let began = (self.terms.timer.0)();
            let answer = self.ask(color);
            let spent = (self.terms.timer.0)().saturating_sub(began);
            if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            time[color.index()] += spent;
            match answer {
                Ok(answer) => {
                    nodes[color.index()] += answer.thought.nodes;
                    self.values.push((color, answer.thought.value.and_then(ahead)));
                    fault = self.apply(color, answer.act, spent).or(fault);
                    scores.resize(self.game.moves().len().max(1), None);
                    if let Some(score) = scores.last_mut() {
                        *score = answer.thought.value.and_then(|value| value.recorded());
                    }
                }
                Err(Fault::Silent) if self.is_late(color, spent) => {
                    fault = Some(self.lose(color, Reason::Timeout, "did not answer in time"));
                }
                Err(why) => fault = Some(self.lose(color, Reason::Forfeit, &why.to_string())),
            }
        }
        let ended = self.game.outcome()?;
        // An adjudicated game keeps the count that was proved.
        let (outcome, adjudicated) =
            self.adjudicated.map_or((ended, None), |(outcome, why)| (outcome, Some(why)));
        self.players.iter_mut().for_each(|player| player.game_over(&outcome));
        Some(Finished { game: self.game, outcome, scores, nodes, time, fault, adjudicated })
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

    fn ask(&mut self, color: Color) -> Result<heibai_games::Answer, Fault> {
        let moves: Vec<Move> = self.game.moves().iter().map(|played| played.mv).collect();
        let mut limits = self.terms.limits.clone();
        if let Some(clocks) = &self.clocks {
            let told = clocks[color.index()].limits();
            limits.clock = told.clock;
            limits.move_time = told.move_time.or(limits.move_time);
        }
        self.players[color.index()].choose(&Request {
            start: self.game.start(),
            moves: &moves,
            position: self.game.position(),
            limits: &limits,
            stop: self.stop,
        })
    }

    fn is_late(&self, color: Color, spent: Duration) -> bool {
        let available = match &self.clocks {
            Some(clocks) => clocks[color.index()].available(),
            None => return false,
        };
        spent > available + self.terms.margin
    }

    /// What an answer does; the reason if it loses the game.
    fn apply(&mut self, color: Color, act: Act, spent: Duration) -> Option<String> {
        if self.is_late(color, spent) {
            return Some(self.lose(color, Reason::Timeout, "ran out of time"));
        }
        if let Some(clocks) = &mut self.clocks {
            let clock = &mut clocks[color.index()];
            // Within the margin nothing more than the whole clock is taken off.
            let charged = spent.min(clock.available());
            clock.spend(charged).ok();
        }
        match act {
            Act::Resign => {
                self.game.resign(color).ok();
                None
            }
            Act::Play(mv) => match self.game.play(mv, spent) {
                Ok(_) => None,
                Err(illegal) => {
                    let text = self.game.position().write_move(mv);
                    Some(self.lose(color, Reason::IllegalMove, &format!("played {text}: {illegal}")))
                }
            },
        }
    }

    fn lose(&mut self, color: Color, reason: Reason, why: &str) -> String {
        self.game.forfeit(color, reason).ok();
        format!("{color} ({}) {why}", self.players[color.index()].name())
    }
}

/// How far ahead a player thinks its side is, in its unit. A chance to win is no unit to adjudicate by.
fn ahead(value: Value) -> Option<f64> {
    (!matches!(value.amount, Amount::WinRate(_))).then(|| value.lead())
}

//! The review of a whole game: what each position was worth, what the played moves gave away, and the better lines.
//!
//! It goes from the last move to the first, so that what came of a move is known when the move is judged. Where a move
//! looks like a mistake, both moves are looked at again, each alone and for longer: only what a second look confirms is
//! told.

use crate::accuracy::Summary;
use crate::class::{Class, class, loss};
use crate::phase::{Phase, phase};
use heibai_games::matches::Played;
use heibai_games::player::{Analysis, Candidate, Fault, Wanted};
use heibai_games::{AnyPosition, Color, Kind, Limits, Match, Move, Player, Position, Request, Value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A second look takes so many times what the first did.
const SECOND_LOOK: u32 = 3;

/// A move that was played and what is known of it. Values are for the side that moved.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// How many moves were made before, forced passes counted.
    pub number: usize,
    /// The side that moved.
    pub side: Color,
    /// The part of the game that the move belongs to.
    pub phase: Phase,
    /// The move that was played, its value and what followed at best.
    pub played: Candidate,
    /// The best move that was found; it may be the one that was played.
    pub best: Candidate,
    /// The part of the expected result that was given away, 0 to 1.
    pub lost: Option<f64>,
    /// The same in discs, points or units, where both values have the unit.
    pub lost_score: Option<f64>,
    /// What kind of mistake it was; `None` if it was none.
    pub class: Option<Class>,
    /// What the first look told of the moves, best first.
    pub analysis: Analysis,
}

/// What a player is to be asked next.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// How many moves of the game were made before the position.
    pub number: usize,
    /// The position to be looked at.
    pub position: AnyPosition,
    /// A second look at this move alone.
    pub only: Option<Move>,
}

impl Question {
    /// What may be spent on the answer, where a first look may spend `first`.
    pub fn limits(&self, first: &Limits) -> Limits {
        let times = if self.only.is_some() { SECOND_LOOK } else { 1 };
        Limits {
            nodes: first.nodes.map(|nodes| nodes.saturating_mul(u64::from(times))),
            move_time: first.move_time.map(|time| time * times),
            only: self.only.map(|mv| vec![mv]),
            ..first.clone()
        }
    }
}

/// A whole game, judged.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// In the order of the game.
    pub moves: Vec<Judged>,
    /// By number of moves made: what the position was worth to Black.
    pub graph: Vec<(usize, Value)>,
    /// Black's and White's play.
    pub sides: [Summary; 2],
    /// What was told of the position after the last move, where the game goes on.
    pub last: Option<Analysis>,
}

/// Where a review stands.
#[derive(Clone, Debug)]
enum Stage {
    /// The last position is to be looked at.
    Last,
    /// The first look at the position before a move.
    First,
    /// The second look at the best move, then at the played one.
    Second {
        judged: Box<Judged>,
        best_done: bool,
    },
    Done,
}

/// The value of a position for its side to move, and the best play from it.
#[derive(Clone, Debug)]
struct Known {
    number: usize,
    turn: Color,
    value: Option<Value>,
    line: Vec<Move>,
}

/// A game under review: asks one question after the other and is told the answers.
#[derive(Clone, Debug)]
pub struct Review {
    game: Match<AnyPosition>,
    /// The moves that somebody chose, each with the number of moves before it; the last one first.
    open: Vec<(usize, Played)>,
    stage: Stage,
    after: Known,
    /// The last move first.
    judged: Vec<Judged>,
    graph: Vec<(usize, Value)>,
    last: Option<Analysis>,
}

impl Review {
    /// A review of the moves of a game, finished or not.
    pub fn new(game: Match<AnyPosition>) -> Review {
        let open: Vec<(usize, Played)> =
            game.moves().iter().copied().enumerate().filter(|(_, played)| !played.forced).collect();
        let (number, turn) = (game.moves().len(), game.position().turn());
        let mut review = Review {
            open,
            stage: Stage::First,
            after: Known { number, turn, value: end_of(&game), line: Vec::new() },
            judged: Vec::new(),
            graph: Vec::new(),
            last: None,
            game,
        };
        match review.after.value {
            Some(value) => review.plot(number, turn, value),
            // A count that is not settled has no value, and nobody is to move.
            None if review.game.is_counting() => {}
            None => review.stage = Stage::Last,
        }
        review.go_on();
        review
    }

    /// A look at the last position alone.
    pub fn of_last(game: Match<AnyPosition>) -> Review {
        let mut review = Review::new(game);
        review.open.clear();
        review.go_on();
        review
    }

    /// What to ask next; `None` when all is judged.
    pub fn question(&self) -> Option<Question> {
        let (number, only) = match &self.stage {
            Stage::Done => return None,
            Stage::Last => (self.game.moves().len(), None),
            Stage::First => (self.open.last()?.0, None),
            Stage::Second { judged, best_done: false } => (judged.number, Some(judged.best.mv)),
            Stage::Second { judged, best_done: true } => (judged.number, Some(judged.played.mv)),
        };
        Some(Question { number, position: self.game.position_after(number), only })
    }

    /// Takes the answer to [`Review::question`]. Gives back a move that is judged by now.
    pub fn answer(&mut self, analysis: Analysis) -> Option<&Judged> {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Done => return None,
            Stage::Last => {
                if let Some(best) = analysis.candidates.first() {
                    (self.after.value, self.after.line) = (best.value, best.line.clone());
                }
                self.last = Some(analysis);
                if let Some(value) = self.after.value {
                    self.plot(self.after.number, self.after.turn, value);
                }
                self.stage = Stage::First;
                self.go_on();
                return None;
            }
            Stage::First => {
                let (number, played) = self.open.pop()?;
                let judged = self.judge(number, played, analysis);
                if judged.class.is_some() && !is_settled(&judged) {
                    self.stage = Stage::Second { judged: Box::new(judged), best_done: false };
                    return None;
                }
                self.close(judged);
            }
            Stage::Second { mut judged, best_done } => {
                let told = analysis.candidates.into_iter().next();
                let known = if best_done { &mut judged.played } else { &mut judged.best };
                if let Some(told) = told.filter(|told| told.mv == known.mv && told.value.is_some())
                    && !known.value.is_some_and(|value| value.is_proved())
                {
                    *known = told;
                }
                if !best_done {
                    self.stage = Stage::Second { judged, best_done: true };
                    return None;
                }
                let judged = weigh(*judged);
                self.close(judged);
            }
        }
        self.judged.last()
    }

    /// What is known so far; all of it once there is no question left.
    pub fn report(&self) -> Report {
        let moves: Vec<Judged> = self.judged.iter().rev().cloned().collect();
        let sides = Color::BOTH.map(|side| Summary::of(&moves, side));
        let graph = self.graph.iter().rev().copied().collect();
        Report { moves, graph, sides, last: self.last.clone() }
    }

    /// A first judgement, by the look at the position and by what came of the move.
    fn judge(&self, number: usize, played: Played, analysis: Analysis) -> Judged {
        let side = played.color;
        let position = self.game.position_after(number);
        let between = (self.after.number - number) as u32;
        let value = self.after.value.map(|value| value.earlier(between));
        let value = value.map(|value| if self.after.turn == side { value } else { value.turned() });
        let moves = self.game.moves()[number..self.after.number].iter().map(|played| played.mv);
        let line = moves.chain(self.after.line.iter().copied()).collect();
        let found = analysis.candidates.iter().find(|candidate| candidate.mv == played.mv);
        let value = value.or(found.and_then(|candidate| candidate.value));
        let nodes = found.map_or(0, |candidate| candidate.nodes);
        let played = Candidate { mv: played.mv, value, nodes, prior: None, line };
        let best = analysis.candidates.first().cloned().unwrap_or_else(|| played.clone());
        weigh(Judged {
            number,
            side,
            phase: phase(&position, number),
            played,
            best,
            lost: None,
            lost_score: None,
            class: None,
            analysis,
        })
    }

    fn close(&mut self, judged: Judged) {
        let best = &judged.best;
        let turn = judged.side;
        self.after = Known { number: judged.number, turn, value: best.value, line: best.line.clone() };
        if let Some(value) = best.value {
            self.plot(judged.number, turn, value);
        }
        self.judged.push(judged);
        self.stage = Stage::First;
        self.go_on();
    }

    fn go_on(&mut self) {
        if matches!(self.stage, Stage::First) && self.open.is_empty() {
            self.stage = Stage::Done;
        }
    }

    fn plot(&mut self, number: usize, turn: Color, value: Value) {
        self.graph.push((number, if turn == Color::Black { value } else { value.turned() }));
    }
}

/// The value of a game that was played or counted to its end. A resignation or a lost clock says nothing of the board.
fn end_of(game: &Match<AnyPosition>) -> Option<Value> {
    let position = game.position();
    let counted = game.outcome().filter(|outcome| outcome.margin.is_some());
    position.outcome().or(counted).map(|outcome| Value::of_end(position, &outcome))
}

/// Both results are proved: a second look would say the same.
fn is_settled(judged: &Judged) -> bool {
    let proved = |candidate: &Candidate| candidate.value.is_some_and(|value| value.verdict().is_some());
    proved(&judged.best) && proved(&judged.played)
}

/// Compares the played move with the best one. What was played may turn out better than what a shorter look found.
fn weigh(mut judged: Judged) -> Judged {
    let (best, played) = (judged.best.value, judged.played.value);
    let is_best = judged.best.mv == judged.played.mv
        || matches!((&best, &played), (Some(best), Some(played)) if played.compare(best).is_ge());
    if is_best {
        if played.is_some() {
            judged.best = judged.played.clone();
        } else {
            judged.played = judged.best.clone();
        }
        let known = judged.best.value.is_some_and(|value| value.expected().is_some());
        (judged.lost, judged.lost_score, judged.class) = (known.then_some(0.0), None, None);
        return judged;
    }
    if let (Some(best), Some(played)) = (best, played) {
        judged.lost = loss(&best, &played);
        judged.class = class(&best, &played);
        judged.lost_score = best.score().zip(played.score()).map(|(best, played)| best - played);
    }
    judged
}

/// What the first look at a position may spend so that it takes about `time`. Nodes decide, so that two reviews of a
/// game agree on every machine that is fast enough; the time is only a bound for those that are not.
pub fn first_look(kind: Kind, time: Duration) -> Limits {
    let nodes_per_ms = match kind {
        Kind::Othello => 1000.0,
        Kind::Gomoku => 100.0,
        Kind::Go => 0.5,
    };
    let nodes = (time.as_secs_f64() * 1000.0 * nodes_per_ms) as u64;
    Limits { nodes: Some(nodes.max(8)), move_time: Some(time * 3), ..Limits::default() }
}

/// Reviews with a player on this thread. `first` limits the first look at each position, `moves` says how many
/// candidates it is asked for; `on_move` is told every move as soon as it is judged, the last one first.
pub fn run(
    review: &mut Review,
    player: &mut dyn Player,
    first: &Limits,
    moves: usize,
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(&Judged),
) -> Result<(), Fault> {
    let all: Vec<Move> = review.game.moves().iter().map(|played| played.mv).collect();
    let start = review.game.start().clone();
    player.new_game(&start.rules(), Color::Black)?;
    while let Some(question) = review.question() {
        let limits = question.limits(first);
        let request = Request {
            start: &start,
            moves: &all[..question.number],
            position: &question.position,
            limits: &limits,
            stop,
        };
        let wanted = Wanted { moves: if question.only.is_some() { 1 } else { moves }, ownership: false };
        let analysis = player.analyze(&request, wanted, &mut |_| {})?;
        // What was thought in a hurry is not kept.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if let Some(judged) = review.answer(analysis) {
            on_move(judged);
        }
    }
    Ok(())
}

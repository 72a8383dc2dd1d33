//! Engines in a game: the questions they are asked, and what their answers do.

use crate::counting::ground;
use crate::error::{Answer, Code, Fail};
use crate::event::{Event, Pick};
use crate::opponent::Opponent;
use crate::table::Table;
use crate::wire::{Candidate, Hint, Text, point_of};
use heibai_engines::Level;
use heibai_engines::search::moment::Moment;
use heibai_games::counting::Judgement;
use heibai_games::player::{Analysis, Fault, Thought, Wanted};
use heibai_games::{Act, AnyPosition, Color, Decision, Due, Limits, Match, Move, Player, Point, Request};
use heibai_review::reasons::reasons;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest thinking time of an engine without a clock.
const MOVE_TIME: Duration = Duration::from_secs(10);
/// The strongest level thinks this long when nothing else limits it.
const BEST_TIME: Duration = Duration::from_secs(3);
/// An engine occupies a shared thread for at most this long per move, however much time its clock has.
const LONGEST_TIME: Duration = Duration::from_secs(60);
/// How many of the moves that an engine considered are kept beside its choice.
const MOST_CANDIDATES: usize = 20;

/// A question that can be sent to another thread.
#[derive(Clone)]
pub struct Question {
    pub start: AnyPosition,
    pub moves: Vec<Move>,
    pub position: AnyPosition,
    pub limits: Limits,
    pub stop: Arc<AtomicBool>,
}

impl Question {
    fn request(&self) -> Request<'_> {
        Request {
            start: &self.start,
            moves: &self.moves,
            position: &self.position,
            limits: &self.limits,
            stop: &self.stop,
        }
    }

    pub fn ask(&self, player: &mut dyn Player) -> Result<heibai_games::Answer, Fault> {
        player.choose(&self.request())
    }

    /// The final result of the player's own analysis of the position.
    pub fn analyze(&self, player: &mut dyn Player, wanted: Wanted) -> Result<Analysis, Fault> {
        player.analyze(&self.request(), wanted, &mut |_| {})
    }

    pub fn of(table: &Table, name: &str, stop: Arc<AtomicBool>) -> Question {
        let game = &table.game;
        let limits = limits_of(table, name);
        Question {
            start: game.start().clone(),
            moves: game.move_list(),
            position: game.position().clone(),
            limits,
            stop,
        }
    }
}

/// The limits of an engine for what the game waits for.
pub fn limits_of(table: &Table, name: &str) -> Limits {
    match table.game.clock(table.acting()) {
        Some(clock) => shared(clock.limits()),
        None => Limits { move_time: time_without_clock(name), ..Limits::default() },
    }
}

/// Caps a clock to what a shared thread can give; the shorter of two time limits applies.
fn shared(limits: Limits) -> Limits {
    let time = limits.move_time.map_or(LONGEST_TIME, |time| time.min(LONGEST_TIME));
    Limits { move_time: Some(time), ..limits }
}

/// Levels limit their own thinking time; any other player gets a limit.
fn time_without_clock(name: &str) -> Option<Duration> {
    match name.parse::<Level>() {
        Ok(Level::Best) => Some(BEST_TIME),
        Ok(_) => None,
        Err(()) => Some(MOVE_TIME),
    }
}

/// Whether a game waits for an engine's move or judgement.
pub fn is_due(table: &Table) -> bool {
    let moves = table.is_playing() && table.seat(table.acting()).is_engine();
    !table.paused && (moves || table.game.request() == Due::Judgement)
}

/// Asks a player for what the game waits for from `side`.
pub fn ask(
    game: &Match<AnyPosition>,
    side: Color,
    player: &mut dyn Player,
    limits: &Limits,
    stop: &AtomicBool,
) -> Event {
    let began = Moment::now();
    let answer = game.ask(player, limits, stop);
    event_of(game, side, answer, began.elapsed())
}

/// The event that an engine's answer causes. A program that breaks the rules loses.
pub fn event_of(
    game: &Match<AnyPosition>,
    side: Color,
    answer: Result<Decision, Fault>,
    spent: Duration,
) -> Event {
    let forfeit = |illegal| Event::Forfeit { side: side.into(), illegal };
    let spent = spent.as_millis() as u64;
    match answer {
        Ok(Decision::Choose(choice)) if game.check_choice(choice).is_ok() => {
            Event::Choose { option: Pick(choice), spent }
        }
        Ok(Decision::Choose(_)) => forfeit(true),
        Ok(Decision::Act(answer)) => match answer.act {
            Act::Resign => Event::Resign { side: side.into() },
            Act::Play(mv) if game.check(mv).is_ok() => Event::Move {
                p: point_of(mv),
                spent,
                score: answer.thought.value.and_then(|value| value.recorded()),
                win: answer.thought.value.and_then(|value| value.win_rate()),
                tried: tried(game.position(), mv, &answer.thought),
            },
            Act::Play(_) => forfeit(true),
        },
        Err(fault) => {
            tracing::warn!("{side}: {fault}");
            forfeit(false)
        }
    }
}

/// A move and its evaluation, as the page shows it.
fn candidate(position: &AnyPosition, mv: Move, thought: &Thought) -> Candidate {
    let &Thought { value, depth, nodes, ref line, .. } = thought;
    Candidate { depth, nodes, ..Candidate::new(position, mv, value, line) }
}

/// The moves that an engine considered, its choice first.
fn tried(position: &AnyPosition, chosen: Move, thought: &Thought) -> Vec<Candidate> {
    let others = thought.weighed.iter().filter(|weighed| weighed.mv != chosen);
    let others = others.take(MOST_CANDIDATES - 1).map(|weighed| Candidate {
        depth: thought.depth,
        nodes: weighed.nodes,
        ..Candidate::new(position, weighed.mv, Some(weighed.value), &[weighed.mv])
    });
    std::iter::once(candidate(position, chosen, thought)).chain(others).collect()
}

/// The question for a hint in a game, as a worker asks it.
pub fn hint_question(table: &Table) -> Question {
    let mut question = Question::of(table, Level::Best.name(), Arc::default());
    question.limits = Limits { move_time: Some(BEST_TIME), ..Limits::default() };
    question
}

/// The strongest player's move, and why; `seed` decides everything random.
pub fn best_move(question: &Question, seed: u64) -> Answer<Hint> {
    let position = &question.position;
    let mut player = Opponent::level(Level::Best, position.kind()).player(seed)?;
    let answer = question.ask(&mut *player).map_err(Fail::internal)?;
    // A player that would resign still reports its best move.
    let mv = match answer.act {
        Act::Play(mv) => Some(mv),
        Act::Resign => answer.thought.line.first().copied(),
    };
    let mv = mv.ok_or(Fail::from(Code::NotFound))?;
    Ok(Hint {
        candidate: candidate(position, mv, &answer.thought),
        why: why(position, mv, &answer.thought.line),
    })
}

/// What a move does, in both languages; `line` is the engine's principal variation.
fn why(position: &AnyPosition, mv: Move, line: &[Move]) -> Vec<Text> {
    reasons(position, mv, line).into_iter().map(Text::from).collect()
}

/// A judgement as an event.
pub fn judged(judgement: Judgement) -> Event {
    let numbers = |points: Vec<Point>| points.into_iter().map(|point| point.0).collect();
    Event::Judge {
        grounds: judgement.grounds.iter().map(ground).collect(),
        dead: numbers(judgement.dead),
        seki: numbers(judgement.seki),
        unsure: numbers(judgement.unsure),
    }
}

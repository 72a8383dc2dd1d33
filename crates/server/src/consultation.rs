//! Questions about positions, for workers: a slice of an analysis, a question of a review, why a move was a mistake,
//! what threatens. A question travels as a line of moves; if the line does not lead to the position, the question is
//! not sent.

use crate::app::App;
use crate::carried::{Carried, CarriedJudged, is_about};
use crate::error::{Answer, Fail};
use crate::identity::random_seed;
use crate::line::Line;
use crate::opponent::{Networks, Opponent};
use crate::view::to_json;
use crate::wire::{move_of, point_of};
use crate::work::{Bench, Portable};
use crate::worker::Job;
use heibai_games::player::{Analysis, Wanted};
use heibai_games::{AnyPosition, Limits, Match, Move, Position};
use heibai_review::{EachMove, Explained};
use heibai_table::analysis::{Look, ThreatView, Unexplained, reviewer, threats_in};
use heibai_table::engine::Question;
use heibai_words::{Text, first_steps};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A question to a player about a position.
#[derive(Serialize, Deserialize)]
pub(crate) struct Consultation {
    of: Line,
    player: String,
    /// The player is kept under this key for the next question.
    key: String,
    nodes: Option<u64>,
    depth: Option<u32>,
    ms: Option<u64>,
    only: Option<Vec<Option<u16>>>,
    wish: Wish,
}

/// How much the answer should contain.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Wish {
    /// An analysis with this many lines.
    Lines(usize),
    /// What a judge of moves needs.
    Judge { moves: usize, ownership: bool },
}

/// A mistake to be explained.
#[derive(Serialize, Deserialize)]
pub(crate) struct Puzzle {
    of: Line,
    judged: CarriedJudged,
}

/// The line of a game, if playing it leads to `position`.
fn line(start: &AnyPosition, moves: impl Iterator<Item = Move>, position: &AnyPosition) -> Option<Line> {
    let line = Line { moves: moves.map(point_of).collect(), ..Line::of(start) };
    let leads_there = line.play().ok()?.position().key() == position.key();
    leads_there.then_some(line)
}

fn line_of(game: &Match<AnyPosition>) -> Option<Line> {
    line(game.start(), game.moves().iter().map(|played| played.mv), game.position())
}

impl Consultation {
    fn new(question: &Question, player: &Opponent, key: &str, wish: Wish) -> Option<Consultation> {
        let Limits { nodes, depth, move_time, clock: None, only } = &question.limits else { return None };
        Some(Consultation {
            of: line(&question.start, question.moves.iter().copied(), &question.position)?,
            player: player.name().to_owned(),
            key: key.to_owned(),
            nodes: *nodes,
            depth: *depth,
            ms: move_time.map(|time| time.as_millis() as u64),
            only: only.as_ref().map(|only| only.iter().copied().map(point_of).collect()),
            wish,
        })
    }

    /// Asks the player; returns an analysis to send.
    pub(crate) fn run(&self, bench: &Bench, networks: &Networks, stop: &Arc<AtomicBool>) -> Answer<String> {
        let game = self.of.play()?;
        let question = Question {
            start: game.start().clone(),
            moves: game.move_list(),
            position: game.position().clone(),
            limits: Limits {
                nodes: self.nodes,
                depth: self.depth,
                move_time: self.ms.map(Duration::from_millis),
                clock: None,
                only: self.only.as_ref().map(|only| only.iter().copied().map(move_of).collect()),
            },
            stop: Arc::clone(stop),
        };
        let by = Opponent::read(&self.player, question.position.kind(), networks)?;
        let kept = bench.take(&self.key);
        let (player, told) = match self.wish {
            Wish::Lines(lines) => {
                let player = kept.map_or_else(|| by.player(random_seed()), Ok)?;
                Look::new(question, lines).ask(player)
            }
            Wish::Judge { moves, ownership } => {
                let mut player =
                    kept.map(EachMove::for_review).map_or_else(|| reviewer(&by, &question.start), Ok)?;
                let told = question.analyze(&mut player, Wanted { moves, ownership });
                (player.into_player(), told.map_err(Fail::internal))
            }
        };
        bench.put(self.key.clone(), player);
        Ok(to_json(&Carried::from(told?)))
    }
}

impl Puzzle {
    /// The reasons, in Chinese and English, and the lesson about them.
    pub(crate) fn run(&self) -> Answer<String> {
        let (game, judged) = (self.of.play()?, self.judged.clone().judged());
        let Some(judged) = judged.filter(|judged| judged.number < game.moves().len()) else {
            return Err(Fail::internal("not a mistake of this game"));
        };
        let Explained { why, lesson } = Unexplained::new(game, judged).explain();
        let why: Vec<(String, String)> = why.into_iter().map(|text| (text.zh, text.en)).collect();
        Ok(to_json(&(why, lesson)))
    }
}

/// The threats in a position, as a worker's answer.
pub(crate) fn threats_of(line: &Line) -> Answer<String> {
    Ok(to_json(&threats_in(line.play()?.position())))
}

impl App {
    /// Makes a slice of an analysis a question for a worker, if there are workers.
    pub(crate) fn consult_look(
        &self,
        look: &Look,
        by: &Opponent,
        key: &str,
    ) -> Option<Portable<Answer<Analysis>>> {
        let (question, lines) = look.parts();
        self.consult(question, by, key, Wish::Lines(lines))
    }

    /// Makes a question of a review one for a worker, if there are workers.
    pub(crate) fn consult_judge(
        &self,
        question: &Question,
        Wanted { moves, ownership }: Wanted,
        by: &Opponent,
        key: &str,
    ) -> Option<Portable<Answer<Analysis>>> {
        self.consult(question, by, key, Wish::Judge { moves, ownership })
    }

    fn consult(
        &self,
        question: &Question,
        by: &Opponent,
        key: &str,
        wish: Wish,
    ) -> Option<Portable<Answer<Analysis>>> {
        if !self.work.has_workers() {
            return None;
        }
        let consultation = Consultation::new(question, by, key, wish)?;
        let position = question.position.clone();
        Some(Portable {
            question: to_json(&Job::Consult(consultation)),
            stop: Arc::clone(&question.stop),
            read: Box::new(move |text| {
                let told = Analysis::from(serde_json::from_str::<Carried>(text).ok()?);
                is_about(&told, &position).then_some(Ok(told))
            }),
        })
    }

    /// Makes a mistake to explain a question for a worker, if there are workers.
    pub(crate) fn consult_explain(
        &self,
        mistake: &Unexplained,
        stop: &Arc<AtomicBool>,
    ) -> Option<Portable<Explained>> {
        if !self.work.has_workers() {
            return None;
        }
        let (game, judged) = mistake.parts();
        let kind = game.position().kind();
        let puzzle = Puzzle { of: line_of(game)?, judged: CarriedJudged::from(judged.clone()) };
        Some(Portable {
            question: to_json(&Job::Explain(Box::new(puzzle))),
            stop: Arc::clone(stop),
            read: Box::new(move |text| {
                let (told, lesson): (Vec<(String, String)>, Option<String>) =
                    serde_json::from_str(text).ok()?;
                let why = told.into_iter().map(|(zh, en)| Text { zh, en }).collect();
                let lesson = lesson.and_then(|id| first_steps::find(kind, &id)).map(|found| found.id);
                Some(Explained { why, lesson })
            }),
        })
    }

    /// Makes the threats in a game's last position a question for a worker, if there are workers.
    pub(crate) fn consult_threats(
        &self,
        game: &Match<AnyPosition>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Portable<Vec<ThreatView>>> {
        if !self.work.has_workers() {
            return None;
        }
        Some(Portable {
            question: to_json(&Job::Threats(line_of(game)?)),
            stop: Arc::clone(stop),
            read: Box::new(|text| serde_json::from_str(text).ok()),
        })
    }
}

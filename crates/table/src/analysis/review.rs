//! Review of a whole game, move by move as it is judged; what a mistake is decides `heibai_review`.

use crate::engine::Question;
use crate::error::{Answer, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::view::to_json;
use crate::wire::{Candidate, Side, Text};
use heibai_games::player::{self, Analysis};
use heibai_games::{AnyPosition, Color, Limits, Match, Player, Position, Value};
use heibai_review::{Judged, Review, Summary, explain, first_look};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const USUAL_MS: u64 = 300;
const MOST_MS: u64 = 60_000;

/// What to review, by whom, how closely, and how far it is.
pub struct ReviewTask {
    review: Review,
    game: Match<AnyPosition>,
    first: Limits,
    player: Opponent,
}

impl ReviewTask {
    /// `ms_per_move` is how long each move is looked at.
    pub fn new(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<ReviewTask> {
        let game = of.play()?;
        let time = Duration::from_millis(ms_per_move.unwrap_or(USUAL_MS).clamp(1, MOST_MS));
        let first = first_look(game.position().kind(), time);
        Ok(ReviewTask { review: Review::new(game.clone()), game, first, player })
    }

    /// The one who judges, ready for the game; `seed` decides what it leaves to chance.
    pub fn begin(&self, seed: u64) -> Answer<Box<dyn Player>> {
        let mut player = self.player.player(seed)?;
        player.new_game(&self.game.start().rules(), Color::Black).map_err(Fail::internal)?;
        Ok(player)
    }

    /// What is asked next, until everything is known.
    pub fn question(&self, stop: &Arc<AtomicBool>) -> Option<Question> {
        let question = self.review.question()?;
        Some(Question {
            start: self.game.start().clone(),
            moves: self.game.moves()[..question.number].iter().map(|played| played.mv).collect(),
            limits: question.limits(&self.first),
            position: question.position,
            stop: Arc::clone(stop),
        })
    }

    /// Takes the answer; a move that is now judged is told as a message.
    pub fn answer(&mut self, re: Option<u64>, told: Analysis) -> Option<String> {
        self.review.answer(told).map(|judged| to_json(&step(re, &self.game, judged)))
    }

    /// The whole review as a message.
    pub fn report(&self, re: Option<u64>) -> String {
        let report = self.review.report();
        let position = self.game.position();
        let mut worst: Vec<&Judged> = report.moves.iter().filter(|judged| judged.class.is_some()).collect();
        worst.sort_by(|a, b| b.lost.unwrap_or(0.0).total_cmp(&a.lost.unwrap_or(0.0)));
        let mistakes: Vec<_> = worst.into_iter().map(|judged| mistake(position, judged)).collect();
        let graph: Vec<_> = report.graph.iter().map(|(ply, value)| point(*ply, value)).collect();
        let [black, white] = report.sides.map(side);
        let sides = json!({ "black": black, "white": white });
        let review =
            json!({ "type": "reviewed", "re": re, "graph": graph, "mistakes": mistakes, "sides": sides });
        to_json(&review)
    }
}

/// What a move gave away in the game's unit, else in hundredths of the expected result.
fn loss(judged: &Judged) -> f64 {
    let lost = judged.lost.unwrap_or(0.0);
    judged.lost_score.filter(|_| lost > 0.0).unwrap_or(100.0 * lost).max(0.0)
}

/// A judged move, as the page shows it.
fn step(re: Option<u64>, game: &Match<AnyPosition>, judged: &Judged) -> serde_json::Value {
    let position = game.position_after(judged.number);
    let view = |told: &player::Candidate| {
        let view = Candidate::new(&position, told.mv, told.value, &told.line);
        Candidate { depth: judged.analysis.depth, nodes: told.nodes, ..view }
    };
    let why: Vec<Text> = explain(game, judged).into_iter().map(Text::from).collect();
    json!({
        "type": "review", "re": re, "ply": judged.number + 1, "side": Side::from(judged.side),
        "played": view(&judged.played), "best": view(&judged.best), "loss": loss(judged), "lost": judged.lost,
        "class": judged.class.map(|class| class.name()), "why": why,
    })
}

fn mistake(position: &AnyPosition, judged: &Judged) -> serde_json::Value {
    json!({
        "ply": judged.number + 1, "side": Side::from(judged.side), "loss": loss(judged), "lost": judged.lost,
        "class": judged.class.map(|class| class.name()),
        "played": position.write_move(judged.played.mv), "best": position.write_move(judged.best.mv),
    })
}

/// A point of the graph, seen from Black.
fn point(ply: usize, value: &Value) -> serde_json::Value {
    json!({ "ply": ply, "score": value.score(), "win_rate": value.expected() })
}

fn side(summary: Summary) -> serde_json::Value {
    let [inaccuracies, mistakes, blunders] = summary.classes;
    let [opening, midgame, endgame] = summary.phases;
    json!({
        "accuracy": summary.accuracy, "opening": opening, "midgame": midgame, "endgame": endgame,
        "inaccuracies": inaccuracies, "mistakes": mistakes, "blunders": blunders,
    })
}

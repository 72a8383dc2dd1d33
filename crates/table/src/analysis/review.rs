//! Review of a whole game, move by move; `heibai_review` decides what a mistake is.

use super::told::{finished, step};
use crate::engine::Question;
use crate::error::{Answer, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::view::to_json;
use crate::wire::point_of;
use heibai_games::player::{Analysis, Wanted};
use heibai_games::{AnyPosition, Color, Limits, Match, Move, Player, Position};
use heibai_review::{EDITION, EachMove, Explained, Judged, Review, USUAL_LOOK, explained, first_look};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const MOST_MS: u64 = 60_000;

/// What to review, by whom, how closely, and how far it is. Its messages have no number yet.
pub struct ReviewTask {
    review: Review,
    game: Match<AnyPosition>,
    time: Duration,
    first: Limits,
    player: Opponent,
    moves: Vec<Move>,
    /// Moves of the first pass that were reported.
    quick: usize,
    /// Messages of the second pass so far.
    told: Vec<Value>,
}

/// What a review reports before its next question.
pub enum News {
    Message(Value),
    /// A mistake whose reason must be found first; see [`ReviewTask::explained`].
    Mistake(Box<Unexplained>),
}

/// A mistake that can be sent to another thread to be explained.
pub struct Unexplained {
    game: Match<AnyPosition>,
    judged: Judged,
}

impl Unexplained {
    /// A mistake in a game.
    pub fn new(game: Match<AnyPosition>, judged: Judged) -> Unexplained {
        Unexplained { game, judged }
    }

    /// The game, and the mistake in it.
    pub fn parts(&self) -> (&Match<AnyPosition>, &Judged) {
        (&self.game, &self.judged)
    }

    pub fn explain(&self) -> Explained {
        explained(&self.game, &self.judged)
    }
}

/// A player ready to judge a game from this start; deterministic.
pub fn reviewer(by: &Opponent, start: &AnyPosition) -> Answer<EachMove> {
    let mut player = EachMove::for_review(by.player(1)?);
    player.new_game(&start.rules(), Color::Black).map_err(Fail::internal)?;
    Ok(player)
}

impl ReviewTask {
    /// `ms_per_move` is the time spent on each move.
    pub fn new(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<ReviewTask> {
        ReviewTask::of(of, ms_per_move, player, Review::new)
    }

    /// A review of the last move alone.
    pub fn of_last_move(of: &Line, ms_per_move: Option<u64>, player: Opponent) -> Answer<ReviewTask> {
        ReviewTask::of(of, ms_per_move, player, Review::of_last_move)
    }

    fn of(
        of: &Line,
        ms_per_move: Option<u64>,
        player: Opponent,
        review: fn(Match<AnyPosition>) -> Review,
    ) -> Answer<ReviewTask> {
        let game = of.play()?;
        let asked = ms_per_move.map(|ms| Duration::from_millis(ms.clamp(1, MOST_MS)));
        let time = asked.unwrap_or(USUAL_LOOK);
        Ok(ReviewTask {
            review: review(game.clone()),
            first: first_look(game.position().kind(), time),
            moves: game.move_list(),
            game,
            time,
            player,
            quick: 0,
            told: Vec::new(),
        })
    }

    /// Who judges.
    pub fn player(&self) -> &Opponent {
        &self.player
    }

    pub fn game(&self) -> &Match<AnyPosition> {
        &self.game
    }

    /// The identity of a review: the game, the reviewer and its time per move, and the edition of the explanations.
    pub fn name(&self) -> String {
        let mut line = Line::of(self.game.start());
        line.moves = self.moves.iter().copied().map(point_of).collect();
        let (version, name, ms) = (env!("CARGO_PKG_VERSION"), self.player.name(), self.time.as_millis());
        format!("{version} {EDITION} {name} {ms} {}", to_json(&line))
    }

    /// The reviewer, ready for the game; deterministic.
    pub fn reviewer(&self) -> Answer<EachMove> {
        reviewer(&self.player, self.game.start())
    }

    /// The next question; `None` when everything is known.
    pub fn question(&self, stop: &Arc<AtomicBool>) -> Option<(Question, Wanted)> {
        let question = self.review.question()?;
        let wanted = question.wanted(1);
        let asked = Question {
            start: self.game.start().clone(),
            moves: question.moves(&self.moves),
            limits: question.limits(&self.first),
            position: question.position,
            stop: Arc::clone(stop),
        };
        Some((asked, wanted))
    }

    /// Takes the answer to the question.
    pub fn answer(&mut self, told: Analysis) {
        self.review.answer(told);
    }

    /// What to report before the next question.
    pub fn news(&mut self) -> Option<News> {
        if let Some(judged) = self.review.first_pass().get(self.quick) {
            self.quick += 1;
            return Some(News::Message(step(&self.game, judged, &Explained::default(), true)));
        }
        let judged = self.review.judged().get(self.told.len())?;
        if judged.class.is_some() {
            let mistake = Unexplained { game: self.game.clone(), judged: judged.clone() };
            return Some(News::Mistake(Box::new(mistake)));
        }
        // A comment on a move without a class needs no proof, so it is found at once.
        let said = explained(&self.game, judged);
        Some(News::Message(self.explained(&said)))
    }

    /// The next judged move as a message, now that its reasons are known.
    pub fn explained(&mut self, said: &Explained) -> Value {
        let judged = self.review.judged().get(self.told.len());
        let message = judged.map_or(Value::Null, |judged| step(&self.game, judged, said, false));
        self.told.push(message.clone());
        message
    }

    /// The messages of a finished review that are worth storing; its end is last.
    pub fn finish(mut self) -> Vec<Value> {
        self.told.push(finished(&self.game, &self.review.report()));
        self.told
    }
}

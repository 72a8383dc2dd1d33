//! Analysis of any position, refined over time: every move is searched again and again for longer, in short slices,
//! so that many users can share the engines.

mod review;
mod teach;
mod told;

pub use review::{News, ReviewTask, Unexplained, reviewer};
pub use teach::{taught, threats_in};
pub use told::{AnalysisEvent, ThreatView};

use crate::engine::Question;
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::opponent::Opponent;
use crate::view::to_json;
use crate::wire::Candidate;
use heibai_games::player::{self, Analysis, Wanted};
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Kind, Limits, Match, Player, Value};
use heibai_review::EachMove;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use told::AnalysisView;

/// The first slice, over all moves; each takes twice as long as the one before.
const FIRST_LOOK: Duration = Duration::from_millis(100);
const LONGEST_LOOK: Duration = Duration::from_secs(4);
/// The default and the longest duration of an analysis.
const USUAL_MS: u64 = 10_000;
const MOST_MS: u64 = 600_000;
/// How many moves a player with an analysis of its own reports; for other players every move is searched.
const OWN_MOVES: usize = 12;
const MOST_MOVES: usize = 64;

/// What to analyse, for how long, and how far it is.
pub struct AnalysisTask {
    game: Match<AnyPosition>,
    time: Duration,
    player: Opponent,
    lines: usize,
    /// The duration of the next slice.
    look: Duration,
    before: Option<Analysis>,
}

impl AnalysisTask {
    /// `ms` limits the whole analysis.
    pub fn new(of: &Line, ms: Option<u64>, player: Opponent, lines: Option<usize>) -> Answer<AnalysisTask> {
        let game = of.play()?;
        if game.outcome().is_some() || game.is_counting() {
            return Err(Code::GameFinished.into());
        }
        let time = Duration::from_millis(ms.unwrap_or(USUAL_MS).min(MOST_MS));
        let lines = lines.unwrap_or(3).clamp(1, 20);
        Ok(AnalysisTask { game, time, player, lines, look: FIRST_LOOK, before: None })
    }

    /// The player that analyses.
    pub fn player(&self) -> &Opponent {
        &self.player
    }

    /// The next slice of work.
    pub fn look(&self, stop: &Arc<AtomicBool>) -> Look {
        let game = &self.game;
        let question = Question {
            start: game.start().clone(),
            moves: game.move_list(),
            position: game.position().clone(),
            limits: Limits { move_time: Some(self.look.min(self.time)), ..Limits::default() },
            stop: Arc::clone(stop),
        };
        Look { question, lines: self.lines }
    }

    /// The result of a slice as a message, and whether it was the last one. `spent` is the time since the start.
    pub fn report(
        &mut self,
        re: Option<u64>,
        found: Analysis,
        spent: Duration,
        stopped: bool,
    ) -> (String, bool) {
        self.look = (self.look * 2).min(LONGEST_LOOK);
        let proved = |candidate: &player::Candidate| candidate.value.is_some_and(|value| value.is_proved());
        // If more time changes nothing, the analysis is finished.
        let settled = found.candidates.iter().all(proved) || self.before.as_ref() == Some(&found);
        let done = settled || stopped || spent + self.look / 2 > self.time;
        let message = self.message(re, &found, spent, done);
        self.before = Some(found);
        (message, done)
    }

    fn message(&self, re: Option<u64>, found: &Analysis, spent: Duration, done: bool) -> String {
        let position = self.game.position();
        let candidate = |told: &player::Candidate| {
            let view = Candidate::new(position, told.mv, told.value, &told.line);
            Candidate { depth: found.depth, nodes: told.nodes, ..view }
        };
        let best = found.candidates.first().and_then(|best| best.value).filter(Value::is_finite);
        to_json(&AnalysisEvent::Analysis(AnalysisView {
            re,
            at: self.game.moves().len(),
            ms: spent.as_millis() as u64,
            nodes: found.nodes,
            depth: found.depth,
            done,
            score: best.and_then(|value| value.score()),
            win_rate: best.and_then(|value| value.win_rate()),
            expected: best.and_then(|value| value.expected()),
            proved: best.and_then(|value| value.verdict()).map(Wdl::name),
            exact: best.is_some_and(|value| value.is_proved()),
            candidates: found.candidates.iter().map(candidate).collect(),
            ownership: found.ownership.clone(),
        }))
    }
}

/// One slice over all moves; it can be sent to another thread.
pub struct Look {
    question: Question,
    lines: usize,
}

impl Look {
    /// A slice whose answer shows `lines` lines.
    pub fn new(question: Question, lines: usize) -> Look {
        Look { question, lines }
    }

    /// The question, and how many lines of the answer are shown.
    pub fn parts(&self) -> (&Question, usize) {
        (&self.question, self.lines)
    }

    /// Runs the slice; returns the player for the next one.
    pub fn ask(&self, player: Box<dyn Player>) -> (Box<dyn Player>, Answer<Analysis>) {
        let moves = if player.weighs_moves() { OWN_MOVES.max(self.lines) } else { MOST_MOVES };
        let mut player = EachMove::new(player);
        let ownership = self.question.position.kind() == Kind::Go;
        let told = self.question.analyze(&mut player, Wanted { moves, ownership });
        (player.into_player(), told.map_err(Fail::internal))
    }
}

//! A position given by its moves, as clients send it for analysis, replay and variations.

use crate::error::{Answer, Code, Fail};
use crate::event::start;
use crate::texts;
use crate::view::{played_view, position_view};
use crate::wire::{ChangesView, Game, Live, OutcomeView, PlayedView, Side, move_of};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Match, Move, Point, Position};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use utoipa::ToSchema;

/// More moves than any game has; longer lists are refused without reading them.
const MOST_MOVES: usize = 2000;

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    pub kind: Game,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicap: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Vec<u16>>)]
    pub stones: Vec<(u16, u8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Side>,
    #[serde(default)]
    pub moves: Vec<Option<u16>>,
}

/// A position without a game around it.
#[derive(Serialize, ToSchema)]
pub struct PositionAnswer {
    pub live: Live,
    pub played: Vec<PlayedView>,
    pub start: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
pub struct StepView {
    #[serde(rename = "move")]
    pub played: PlayedView,
    pub changes: ChangesView,
    pub board: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
pub struct IllegalView {
    pub ply: usize,
    pub error: Fail,
}

/// Every board of a record, up to its end or its first illegal move.
#[derive(Serialize, ToSchema)]
pub struct ReplayAnswer {
    pub start: Vec<u8>,
    pub steps: Vec<StepView>,
    #[schema(required)]
    pub outcome: Option<OutcomeView>,
    #[schema(required)]
    pub illegal: Option<IllegalView>,
}

impl Line {
    /// A position without its history.
    pub fn of(position: &AnyPosition) -> Line {
        let Choice { size, rules, komi, handicap } = position.rules().choice();
        let cell = |point: Point| position.stone(point).map(|color| (point.0, color.index() as u8 + 1));
        Line {
            kind: position.kind().into(),
            rules,
            size,
            komi,
            handicap,
            stones: Point::all(position.size()).filter_map(cell).collect(),
            turn: Some(position.turn().into()),
            moves: Vec::new(),
        }
    }

    pub fn start(&self) -> Answer<AnyPosition> {
        if self.moves.len() > MOST_MOVES || self.stones.len() > MOST_MOVES {
            return Err(Code::TooLarge.into());
        }
        let choice =
            Choice { size: self.size, rules: self.rules.clone(), komi: self.komi, handicap: self.handicap };
        start(self.kind.into(), &choice, &self.stones, self.turn)
    }

    /// The game after the moves; a refused move is named.
    pub fn play(&self) -> Answer<Match<AnyPosition>> {
        let mut game = Match::new(self.start()?);
        for (index, &point) in self.moves.iter().enumerate() {
            if is_written_pass(&game, move_of(point)) {
                continue;
            }
            game.play(move_of(point), Duration::ZERO).map_err(|e| {
                let fail = Fail::from(e);
                let why = heibai_words::Text { zh: fail.zh, en: fail.en };
                Fail::saying(fail.code, heibai_words::records::in_move(index + 1, why).capital())
            })?;
        }
        Ok(game)
    }

    pub fn view(&self) -> Answer<PositionAnswer> {
        let game = self.play()?;
        let played = |(index, m)| played_view(game.position(), index, m);
        Ok(PositionAnswer {
            live: position_view(&game),
            played: game.moves().iter().enumerate().map(played).collect(),
            start: texts::cells(game.start()),
        })
    }

    pub fn replay(&self) -> Answer<ReplayAnswer> {
        let mut game = Match::new(self.start()?);
        let mut steps = Vec::new();
        let mut illegal = None;
        for &point in &self.moves {
            let mv = move_of(point);
            if is_written_pass(&game, mv) {
                continue;
            }
            let index = game.moves().len();
            match game.play(mv, Duration::ZERO) {
                Ok(turn) => {
                    let board = texts::cells(game.position());
                    let step = |index, changes| StepView {
                        played: played_view(game.position(), index, &game.moves()[index]),
                        changes,
                        board: board.clone(),
                    };
                    steps.push(step(index, ChangesView::from(&turn.changes)));
                    if turn.passed.is_some() {
                        steps.push(step(index + 1, ChangesView::default()));
                    }
                }
                Err(e) => {
                    illegal = Some(IllegalView { ply: index + 1, error: e.into() });
                    break;
                }
            }
        }
        let outcome = game.outcome().map(|o| texts::outcome(&game.position().rules(), &o));
        Ok(ReplayAnswer { start: texts::cells(game.start()), steps, outcome, illegal })
    }
}

/// Whether `mv` is a written-out forced pass, which the match has already made.
pub fn is_written_pass(game: &Match<AnyPosition>, mv: Move) -> bool {
    mv == Move::Pass && game.moves().last().is_some_and(|last| last.forced)
}

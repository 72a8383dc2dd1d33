//! A self-play game: its bytes, and its conversion to a record.

use super::About;
use crate::moves::Recorder;
use crate::record::{Ending, Record};
use heibai_games::{Color, HalfPoints, Move, Outcome, Point, Reason};

/// The code of a pass.
const PASS: u16 = u16::MAX;
/// The code of a missing margin.
const UNCOUNTED: i16 = i16::MIN;
/// The reasons by number; a new one goes to the end.
const REASONS: [Reason; 11] = [
    Reason::BoardFull,
    Reason::TwoPasses,
    Reason::WipeOut,
    Reason::FiveInRow,
    Reason::NoLegalPoint,
    Reason::Resignation,
    Reason::Timeout,
    Reason::IllegalMove,
    Reason::Agreement,
    Reason::Forfeit,
    Reason::CutOff,
];
/// The size of a game without moves.
pub(super) const SHORTEST: usize = 16;

/// A self-play game. Points are row-major from the top-left corner; `None` is a pass.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    /// The number in the run; with the seed it determines the game.
    pub number: u64,
    /// `None` is a draw, or no result.
    pub winner: Option<Color>,
    /// Why it ended; [`Reason::CutOff`] if it reached the length limit and has no result.
    pub reason: Reason,
    /// Black's margin including komi, if the game is scored.
    pub margin: Option<HalfPoints>,
    /// The number of moves given by an opening.
    pub opening: u16,
    /// All moves, forced passes included.
    pub moves: Vec<Option<u16>>,
    /// The mover's value of each move; NaN if there is none.
    pub scores: Vec<f32>,
    /// By move: the visits of the search to each candidate; empty if it does not count visits.
    pub visits: Vec<Vec<(Option<u16>, u32)>>,
}

impl Default for SelfPlayGame {
    fn default() -> SelfPlayGame {
        SelfPlayGame {
            number: 0,
            winner: None,
            reason: Reason::CutOff,
            margin: None,
            opening: 0,
            moves: Vec::new(),
            scores: Vec::new(),
            visits: Vec::new(),
        }
    }
}

impl SelfPlayGame {
    /// A game without scores and visits.
    pub fn new(number: u64, outcome: &Outcome, moves: impl IntoIterator<Item = Move>) -> SelfPlayGame {
        let sign = if outcome.winner == Some(Color::White) { -1 } else { 1 };
        SelfPlayGame {
            number,
            winner: outcome.winner,
            reason: outcome.reason,
            margin: outcome.margin.map(|margin| HalfPoints(margin.0 * sign)),
            moves: moves.into_iter().map(point_of).collect(),
            ..SelfPlayGame::default()
        }
    }

    /// 1 if Black won, -1 if White won, 0 otherwise.
    pub fn result(&self) -> i8 {
        self.winner.map_or(0, |winner| if winner == Color::Black { 1 } else { -1 })
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let reason = REASONS.iter().position(|known| *known == self.reason).unwrap_or(REASONS.len());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend([self.result() as u8, reason as u8]);
        bytes.extend(self.margin.map_or(UNCOUNTED, |margin| margin.0 as i16).to_le_bytes());
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for &mv in &self.moves {
            bytes.extend(mv.unwrap_or(PASS).to_le_bytes());
        }
        for index in 0..self.moves.len() {
            bytes.extend(self.scores.get(index).copied().unwrap_or(f32::NAN).to_le_bytes());
        }
        for index in 0..self.moves.len() {
            let visited = self.visits.get(index).map_or(&[][..], |visited| visited);
            bytes.extend((visited.len() as u16).to_le_bytes());
            for &(mv, count) in visited {
                bytes.extend(mv.unwrap_or(PASS).to_le_bytes());
                bytes.extend(count.to_le_bytes());
            }
        }
    }

    /// Reads the game at the front of `bytes`; `None` if there is no complete and valid one on a board of `area` points.
    pub(super) fn read(bytes: &mut &[u8], area: usize) -> Option<SelfPlayGame> {
        let number = u64::from_le_bytes(take(bytes)?);
        let [result, reason] = take(bytes)?;
        let winner = match result as i8 {
            1 => Some(Color::Black),
            -1 => Some(Color::White),
            0 => None,
            _ => return None,
        };
        let reason = *REASONS.get(usize::from(reason))?;
        let margin = i16::from_le_bytes(take(bytes)?);
        let margin = (margin != UNCOUNTED).then_some(HalfPoints(margin.into()));
        let opening = u16::from_le_bytes(take(bytes)?);
        let count = usize::from(u16::from_le_bytes(take(bytes)?));
        let on_board = |point: u16| match point {
            PASS => Some(None),
            point if usize::from(point) < area => Some(Some(point)),
            _ => None,
        };
        let mut moves = Vec::with_capacity(count.min(bytes.len()));
        for _ in 0..count {
            moves.push(on_board(u16::from_le_bytes(take(bytes)?))?);
        }
        let mut scores = Vec::with_capacity(count.min(bytes.len()));
        for _ in 0..count {
            scores.push(f32::from_le_bytes(take(bytes)?));
        }
        let mut visits = Vec::with_capacity(count.min(bytes.len()));
        for _ in 0..count {
            let visited = usize::from(u16::from_le_bytes(take(bytes)?));
            let mut list = Vec::with_capacity(visited.min(area + 1));
            for _ in 0..visited {
                let mv = on_board(u16::from_le_bytes(take(bytes)?))?;
                list.push((mv, u32::from_le_bytes(take(bytes)?)));
            }
            visits.push(list);
        }
        Some(SelfPlayGame { number, winner, reason, margin, opening, moves, scores, visits })
    }

    /// The game as a record, without visits.
    pub fn record(&self, about: &About) -> Record {
        let mut recorder = Recorder::new(Record::new(about.rules.clone()));
        for (index, &mv) in self.moves.iter().enumerate() {
            let step = recorder.push(mv.map_or(Move::Pass, |point| Move::Place(Point(point))));
            step.score = self.scores.get(index).filter(|score| score.is_finite()).map(|&s| f64::from(s));
        }
        let mut record = recorder.finish();
        record.info.black.name.clone_from(&about.player);
        record.info.white.name.clone_from(&about.player);
        record.info.round = self.number.to_string();
        let margin = self.margin.map(|margin| HalfPoints(margin.0.abs()));
        record.info.result =
            Some(Ending { winner: self.winner, reason: Some(self.reason), margin, score: None });
        record
    }
}

/// The point of a move; `None` for a pass.
pub fn point_of(mv: Move) -> Option<u16> {
    match mv {
        Move::Place(point) => Some(point.0),
        Move::Pass => None,
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*head)
}

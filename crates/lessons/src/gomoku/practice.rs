//! VCF practice: the learner attacks with fours, the solver judges every move, and the engine defends at Hell
//! strength. Any winning continuation is right, not only the stored one.

use heibai_engines::gomoku::vct::{ProofTable, Vct};
use heibai_engines::gomoku::{Failures, Found, NO_DEPTH_LIMIT, PatternBoard, Vcf, Weights};
use heibai_engines::{Level, players};
use heibai_games::gomoku::Position;
use heibai_games::{
    Act, AnyPosition, Color, Illegal, Kind, Limits, Move, Player, Point, Position as _, Request,
};
use std::sync::atomic::AtomicBool;

/// The judgement of a learner's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Five in a row: solved.
    Solved,
    /// A four that keeps a win by fours.
    Right,
    /// The rules forbid it.
    Illegal(Illegal),
    /// Legal, but not a four: the defender is free.
    NoFour,
    /// A four after which there is no win by fours any more.
    NoWin,
    /// It is not the learner's turn, or the problem is over.
    NotNow,
}

/// The stage of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Attack,
    Defence,
    Solved,
}

/// A problem being solved.
pub struct Practice {
    start: Position,
    position: Position,
    attacker: Color,
    moves: Vec<Point>,
    stage: Stage,
    defender: Box<dyn Player>,
}

/// Node limit for judging one move: far more than any problem needs.
const NODES: u64 = 2_000_000;

impl Practice {
    /// A problem: the side to move attacks. `None` if there is no win by fours to find.
    pub fn new(start: Position, seed: u64) -> Option<Practice> {
        if start.outcome().is_some() || win_by_fours(&start).is_none() {
            return None;
        }
        let attacker = start.turn();
        let defender = players::level_player(Kind::Gomoku, Level::Hell, seed);
        let position = start.clone();
        Some(Practice { start, position, attacker, moves: Vec::new(), stage: Stage::Attack, defender })
    }

    pub fn stage(&self) -> Stage {
        self.stage
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Moves of both sides so far.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// A winning move, as a hint.
    pub fn hint(&self) -> Option<Point> {
        (self.stage == Stage::Attack).then(|| win_by_fours(&self.position))??.first().copied()
    }

    /// Judges a learner's move without playing it (validateMove).
    pub fn validate_move(&self, point: Point) -> Judgement {
        if self.stage != Stage::Attack {
            return Judgement::NotNow;
        }
        let mut after = self.position.clone();
        if let Err(illegal) = after.play(Move::Place(point)) {
            return Judgement::Illegal(illegal);
        }
        if let Some(outcome) = after.outcome() {
            return if outcome.winner == Some(self.attacker) { Judgement::Solved } else { Judgement::NoWin };
        }
        let threats = after.fives(self.attacker);
        if threats.is_empty() {
            return Judgement::NoFour;
        }
        if !after.fives(!self.attacker).is_empty() {
            return Judgement::NoWin;
        }
        let mut replies = threats.iter().filter(|&&p| after.check(Move::Place(p)).is_ok());
        match (threats.len(), replies.next()) {
            (1, Some(&reply)) => {
                let mut next = after.clone();
                let stopped = next.play(Move::Place(reply)).is_ok() && win_by_fours(&next).is_none();
                if stopped { Judgement::NoWin } else { Judgement::Right }
            }
            _ => Judgement::Right,
        }
    }

    /// Plays the learner's move if it is right or solves the problem (advanceStep).
    pub fn advance_step(&mut self, point: Point) -> Judgement {
        let judgement = self.validate_move(point);
        if matches!(judgement, Judgement::Right | Judgement::Solved)
            && self.position.play(Move::Place(point)).is_ok()
        {
            self.moves.push(point);
            self.stage = if judgement == Judgement::Solved { Stage::Solved } else { Stage::Defence };
        }
        judgement
    }

    /// The engine's reply (executeAIDefense); `None` if it is not its turn. A defender without a legal defence plays
    /// elsewhere and loses to the five.
    pub(crate) fn execute_defence(&mut self) -> Option<Point> {
        if self.stage != Stage::Defence {
            return None;
        }
        let forced = self.position.fives(self.attacker);
        let legal = |point: &&Point| self.position.check(Move::Place(**point)).is_ok();
        let point = match forced.iter().find(legal) {
            Some(&point) => point,
            None => self.ask_defender()?,
        };
        self.position.play(Move::Place(point)).ok()?;
        self.moves.push(point);
        self.stage = Stage::Attack;
        Some(point)
    }

    fn ask_defender(&mut self) -> Option<Point> {
        let (position, moves) = (self.position.clone(), self.moves.clone());
        self.ask_defender_at(&position, &moves)
    }

    fn ask_defender_at(&mut self, position: &Position, moves: &[Point]) -> Option<Point> {
        let position = AnyPosition::Gomoku(Box::new(position.clone()));
        let start = AnyPosition::Gomoku(Box::new(self.start.clone()));
        let moves: Vec<Move> = moves.iter().map(|&point| Move::Place(point)).collect();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let request =
            Request { start: &start, moves: &moves, position: &position, limits: &limits, stop: &stop };
        match self.defender.choose(&request).ok()?.act {
            Act::Play(Move::Place(point)) => Some(point),
            _ => None,
        }
    }

    /// A wrong move of the learner and how the defender exploits it: a five or a win by fours of its own, the only
    /// block of a four, or a move after which there is no win by fours. Plays nothing.
    pub fn refute(&mut self, wrong: Point) -> Vec<Point> {
        let mut after = self.position.clone();
        if after.play(Move::Place(wrong)).is_err() || after.outcome().is_some() {
            return Vec::new();
        }
        let mut line = vec![wrong];
        let own = after.fives(!self.attacker);
        let stops = after.fives(self.attacker);
        let is_legal = |point: &&Point| after.check(Move::Place(**point)).is_ok();
        if let Some(&five) = own.first() {
            line.push(five);
        } else if let Some(&stop) = stops.iter().find(is_legal) {
            line.push(stop);
        } else if let Some(win) = win_by_fours(&after) {
            line.extend(win);
        } else {
            line.extend(self.defence_against(&after, wrong));
        }
        line
    }

    /// A reply after which there is no win by fours: the defender's own choice, or else a point of the win that it
    /// prevents.
    fn defence_against(&mut self, after: &Position, wrong: Point) -> Option<Point> {
        let (position, moves) = (after.clone(), [&self.moves[..], &[wrong]].concat());
        let chosen = self.ask_defender_at(&position, &moves);
        let holds = |&point: &Point| {
            let mut next = after.clone();
            next.play(Move::Place(point)).is_ok() && win_by_fours(&next).is_none()
        };
        chosen.filter(holds).or_else(|| win_after_pass(after)?.into_iter().find(holds)).or(chosen)
    }

    /// Back to the first position.
    pub fn restart(&mut self) {
        self.position = self.start.clone();
        self.moves.clear();
        self.stage = Stage::Attack;
    }
}

/// A win by fours of the side to move, or `None` if there is none.
pub fn win_by_fours(position: &Position) -> Option<Vec<Point>> {
    if position.outcome().is_some() {
        return None;
    }
    let mut board = PatternBoard::of(position, Weights::of(position.rules().variant()));
    let mut failures = Failures::new(14);
    match Vcf::new(&mut board, &mut failures, NODES, &|| false).solve(NO_DEPTH_LIMIT) {
        Found::Win(cells) => Some(cells.into_iter().map(|cell| Point(cell as u16)).collect()),
        _ => None,
    }
}

/// The win by fours that the side that just moved would have if the other passed.
fn win_after_pass(position: &Position) -> Option<Vec<Point>> {
    let passed = Position::setup(&position.rules(), &position.stones(), !position.turn()).ok()?;
    win_by_fours(&passed)
}

/// The engine's reply at Hell strength in a set-up position.
pub(crate) fn strong_reply(position: &Position) -> Option<Point> {
    let mut player = players::level_player(Kind::Gomoku, Level::Hell, 1);
    let position = AnyPosition::Gomoku(Box::new(position.clone()));
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let request = Request { start: &position, moves: &[], position: &position, limits: &limits, stop: &stop };
    match player.choose(&request).ok()?.act {
        Act::Play(Move::Place(point)) => Some(point),
        _ => None,
    }
}

/// How the side that just moved wins by fours and threes against any reply; `None` if that is not proved.
pub fn threats_go_on(after: &Position) -> Option<Vec<Point>> {
    if after.outcome().is_some() {
        return None;
    }
    let mut board = PatternBoard::of(after, Weights::of(after.rules().variant()));
    let mut table = ProofTable::new(16);
    let vct = Vct::answering(&mut board, &mut table, NODES / 10, &|| false);
    match vct.with_fours(300).solve() {
        Found::Win(cells) => Some(cells.into_iter().map(|cell| Point(cell as u16)).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Notation;
    use heibai_games::gomoku::{OpeningRule, Rules, Variant};

    fn point(name: &str) -> Point {
        Notation::Gomoku.read(name, 15).unwrap()
    }

    /// Black closed threes on row 8 and column e: e8 makes four and four, so White's is the problem here.
    fn problem(variant: Variant) -> Practice {
        let rules = Rules::new(15, variant, OpeningRule::Free).unwrap();
        let black = ["b8", "c8", "d8", "e5", "e6", "f9", "g10"];
        let white = ["a8", "e4", "n14", "n12", "n10", "l14", "l12"];
        let stones: Vec<(Point, Color)> = black
            .iter()
            .map(|name| (point(name), Color::Black))
            .chain(white.iter().map(|name| (point(name), Color::White)))
            .collect();
        Practice::new(Position::setup(&rules, &stones, Color::Black).unwrap(), 1).unwrap()
    }

    #[test]
    fn a_problem_is_solved_step_by_step() {
        let mut practice = problem(Variant::Freestyle);
        assert_eq!(practice.validate_move(point("o1")), Judgement::NoFour);
        assert_eq!(practice.validate_move(point("a8")), Judgement::Illegal(Illegal::Occupied));
        assert_eq!(practice.moves(), []);
        for _ in 0..20 {
            let hint = practice.hint().unwrap();
            match practice.advance_step(hint) {
                Judgement::Solved => break,
                Judgement::Right => assert!(practice.execute_defence().is_some()),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(practice.stage(), Stage::Solved);
        assert_eq!(practice.validate_move(point("o1")), Judgement::NotNow);
        assert_eq!(practice.execute_defence(), None);
        practice.restart();
        assert_eq!((practice.stage(), practice.moves().len()), (Stage::Attack, 0));
    }

    #[test]
    fn a_four_that_wins_nothing_is_no_answer() {
        let practice = problem(Variant::Freestyle);
        let wrong = Point::all(15).filter(|&p| practice.validate_move(p) == Judgement::NoWin).count();
        let right = Point::all(15).filter(|&p| practice.validate_move(p) == Judgement::Right).count();
        assert!(right > 0 && right + wrong < 10);
    }

    #[test]
    fn a_quiet_position_is_no_problem() {
        let rules = Rules::new(15, Variant::Renju, OpeningRule::Free).unwrap();
        assert!(Practice::new(Position::start(&rules), 1).is_none());
    }
}

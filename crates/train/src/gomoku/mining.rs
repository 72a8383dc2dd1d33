//! Finds problems in games: positions with a forced win, a single defence or a forbidden point, each
//! proved by the solvers.

use super::selfplay::Record;
use heibai_engines::gomoku::order::four_points;
use heibai_engines::gomoku::vct::{Memory, Vct, threats};
use heibai_engines::gomoku::{Class, Failures, Found, NO_DEPTH_LIMIT, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Point, Position as _};

/// What is asked of the learner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// Win by continuous fours.
    Fours,
    /// Win by fours and threes; fours alone do not win.
    Threats,
    /// Stop a win by fours.
    Defend,
    /// Find Black's forbidden point.
    Forbidden,
}

/// A problem with its proved answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub task: ProblemKind,
    /// Stones in the order of the game, Black first; the side to move is to act.
    pub cells: Vec<usize>,
    /// The first moves that are right.
    pub answers: Vec<usize>,
    /// One line that shows it.
    pub line: Vec<usize>,
    /// Moves of the side that acts in that line, the five included.
    pub length: usize,
}

const SIZE: usize = 15;

/// The same for all positions that turning and mirroring make equal: the cells of Black and of White.
pub fn canonical(cells: &[usize]) -> [Vec<usize>; 2] {
    let turned = |turn: usize| {
        let cell = |&cell: &usize| {
            let (x, y) = (cell % SIZE, cell / SIZE);
            let (x, y) = if turn & 1 != 0 { (y, x) } else { (x, y) };
            let x = if turn & 2 != 0 { SIZE - 1 - x } else { x };
            let y = if turn & 4 != 0 { SIZE - 1 - y } else { y };
            y * SIZE + x
        };
        [0, 1].map(|first| {
            let mut own: Vec<usize> = cells.iter().skip(first).step_by(2).map(cell).collect();
            own.sort_unstable();
            own
        })
    };
    (0..8).map(turned).min().unwrap_or_default()
}

/// Moves of the attacker in a line from the position after `cells`, by the referee.
fn length(cells: &[usize], line: &[usize], turn: Color) -> usize {
    let point = |&cell: &usize| Point(cell as u16);
    let stones: Vec<(Point, Color)> = cells.iter().map(point).zip(Color::BOTH.into_iter().cycle()).collect();
    let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free);
    let start = rules.and_then(|rules| Position::setup(&rules, &stones, turn));
    start.map_or(0, |start| proof::length(&start, &line.iter().map(point).collect::<Vec<_>>()))
}

/// Means for all proofs.
pub struct Miner {
    failures: Failures,
    memory: Memory,
}

const NODES: u64 = 300_000;
const THREAT_NODES: u64 = 8_000;
/// Of these for each search for fours on the way.
const THREAT_FOURS: u64 = 300;

impl Default for Miner {
    fn default() -> Miner {
        Miner { failures: Failures::new(16), memory: Memory::new(16) }
    }
}

impl Miner {
    fn fours(&mut self, board: &mut PatternBoard, shortest: bool) -> Found {
        self.failures.clear();
        let mut vcf = Vcf::new(board, &mut self.failures, NODES, &|| false);
        if shortest { vcf.shortest() } else { vcf.solve(NO_DEPTH_LIMIT) }
    }

    /// The first moves after which the win by fours still stands.
    fn winning_fours(&mut self, board: &mut PatternBoard) -> Vec<usize> {
        let own = board.turn();
        let fours: Vec<usize> = four_points(board, own).iter().collect();
        let mut winning = Vec::new();
        for cell in fours {
            if board.is_forbidden(cell) {
                continue;
            }
            board.play(cell);
            let reply = board.set(own, Class::Five).first();
            let several = board.count(own, Class::Five) > 1;
            let wins = match reply {
                Some(reply) if !several && !board.is_forbidden(reply) => {
                    board.play(reply);
                    let wins = matches!(self.fours(board, false), Found::Win(_));
                    board.undo();
                    wins
                }
                Some(_) => true,
                None => false,
            };
            board.undo();
            if wins {
                winning.push(cell);
            }
        }
        winning
    }

    /// The first threats after which the win still stands, as far as that can be proved.
    fn winning_threats(&mut self, board: &mut PatternBoard) -> Vec<usize> {
        let cells: Vec<usize> = threats(board, board.turn()).iter().collect();
        let mut winning = Vec::new();
        for cell in cells {
            if board.is_forbidden(cell) {
                continue;
            }
            board.play(cell);
            let vct = Vct::answering(board, &mut self.memory, THREAT_NODES, &|| false);
            let found = vct.with_fours(THREAT_FOURS).solve();
            board.undo();
            if matches!(found, Found::Win(_)) {
                winning.push(cell);
            }
        }
        winning
    }

    /// A problem by fours in the renju position after these stones.
    pub fn fours_after(&mut self, cells: &[usize]) -> Option<Problem> {
        let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).ok()?;
        let mut board = PatternBoard::new(&rules, Weights::of(Variant::Renju));
        cells.iter().for_each(|&cell| board.play(cell));
        self.at(ProblemKind::Fours, &mut board, cells)
    }

    /// A problem of the given task at this position, if it makes one with a clear answer.
    pub fn at(&mut self, task: ProblemKind, board: &mut PatternBoard, cells: &[usize]) -> Option<Problem> {
        if board.is_decided() {
            return None;
        }
        let cells = cells.to_vec();
        match task {
            ProblemKind::Fours => {
                let Found::Win(line) = self.fours(board, true) else { return None };
                let answers = self.winning_fours(board);
                let length = length(&cells, &line, board.turn());
                (answers.len() == 1).then_some(Problem { task, cells, answers, line, length })
            }
            ProblemKind::Threats => {
                if self.fours(board, false) != Found::Nothing {
                    return None;
                }
                let vct = Vct::new(board, &mut self.memory, THREAT_NODES, &|| false);
                let found = vct.with_fours(THREAT_FOURS).solve();
                let Found::Win(line) = found else { return None };
                let answers = if line.len() >= 7 { self.winning_threats(board) } else { Vec::new() };
                let length = line.len().div_ceil(2);
                (1..=3).contains(&answers.len()).then_some(Problem { task, cells, answers, line, length })
            }
            ProblemKind::Defend => self.defence(board, cells),
            ProblemKind::Forbidden => {
                if board.turn() != Color::Black {
                    return None;
                }
                let empty: Vec<usize> = board.empty().iter().collect();
                let answers: Vec<usize> =
                    empty.into_iter().filter(|&cell| board.forbidden_for_black(cell)).collect();
                let problem = Problem { task, cells, answers, line: Vec::new(), length: 0 };
                (1..=2).contains(&problem.answers.len()).then_some(problem)
            }
        }
    }

    /// One or two moves stop a win by fours of the other side, and nothing else does.
    fn defence(&mut self, board: &mut PatternBoard, cells: Vec<usize>) -> Option<Problem> {
        if self.fours(board, false) != Found::Nothing {
            return None;
        }
        board.pass();
        let threat = if board.is_decided() { Found::Unknown } else { self.fours(board, false) };
        board.undo();
        let Found::Win(line) = threat else { return None };
        let mut answers = Vec::new();
        for cell in board.near().iter() {
            if board.is_forbidden(cell) {
                continue;
            }
            board.play(cell);
            let safe = self.fours(board, false);
            board.undo();
            match safe {
                Found::Nothing => answers.push(cell),
                Found::Win(_) => {}
                Found::Unknown => return None,
            }
            if answers.len() > 3 {
                return None;
            }
        }
        let length = length(&cells, &line, !board.turn());
        (!answers.is_empty()).then_some(Problem { task: ProblemKind::Defend, cells, answers, line, length })
    }
}

/// Goes backwards through a game and returns the first problem of the task that `wanted` accepts.
pub fn find(
    miner: &mut Miner,
    record: &Record,
    task: ProblemKind,
    wanted: &dyn Fn(&Problem) -> bool,
) -> Option<Problem> {
    let rules = Rules::new(SIZE, record.variant, OpeningRule::Free).ok()?;
    let mut cells: Vec<usize> = record.cells.iter().map(|&cell| usize::from(cell)).collect();
    let mut board = PatternBoard::new(&rules, Weights::of(record.variant));
    cells.iter().for_each(|&cell| board.play(cell));
    for _ in 0..24 {
        cells.pop()?;
        board.undo();
        if cells.len() < 10 {
            return None;
        }
        if let Some(problem) = miner.at(task, &mut board, &cells)
            && wanted(&problem)
        {
            return Some(problem);
        }
    }
    None
}

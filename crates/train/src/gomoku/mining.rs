//! Finds problems in games: positions with a forced win, a single defence or a forbidden point, proved by the solvers.

use super::selfplay::Record;
use heibai_engines::gomoku::order::four_points;
use heibai_engines::gomoku::vct::{ProofTable, Vct, threats};
use heibai_engines::gomoku::{Class, Failures, Found, NO_DEPTH_LIMIT, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::symmetry::Symmetry;
use heibai_games::{Color, Point, Position as _};

/// The task of a problem.
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
    /// The moves of the game so far.
    pub cells: Vec<usize>,
    /// The correct first moves.
    pub answers: Vec<usize>,
    /// The solution, or for a defence the win that it stops.
    pub line: Vec<usize>,
    /// The number of attacking moves in the line, the five included.
    pub length: usize,
}

const SIZE: usize = 15;

/// The cells of Black and of White in the least of the eight symmetric images of a position.
pub fn canonical(cells: &[usize]) -> [Vec<usize>; 2] {
    let image = |symmetry: Symmetry| {
        let cell = |&cell: &usize| symmetry.point(Point(cell as u16), SIZE).index();
        [0, 1].map(|first| {
            let mut own: Vec<usize> = cells.iter().skip(first).step_by(2).map(cell).collect();
            own.sort_unstable();
            own
        })
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

/// The number of attacking moves in a line from the position after `cells`.
fn length(cells: &[usize], line: &[usize], turn: Color) -> usize {
    let point = |&cell: &usize| Point(cell as u16);
    let stones: Vec<(Point, Color)> = cells.iter().map(point).zip(Color::BOTH.into_iter().cycle()).collect();
    let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free);
    let start = rules.and_then(|rules| Position::setup(&rules, &stones, turn));
    start.map_or(0, |start| proof::length(&start, &line.iter().map(point).collect::<Vec<_>>()))
}

/// The solvers' tables.
pub struct Miner {
    failures: Failures,
    proofs: ProofTable,
}

const NODES: u64 = 300_000;
const THREAT_NODES: u64 = 8_000;
/// Nodes of each VCF search inside a VCT search.
const THREAT_FOURS: u64 = 300;

impl Default for Miner {
    fn default() -> Miner {
        Miner { failures: Failures::new(16), proofs: ProofTable::new(16) }
    }
}

impl Miner {
    fn fours(&mut self, board: &mut PatternBoard, shortest: bool) -> Found {
        self.failures.clear();
        let mut vcf = Vcf::new(board, &mut self.failures, NODES, &|| false);
        if shortest { vcf.shortest() } else { vcf.solve(NO_DEPTH_LIMIT) }
    }

    /// The fours after which the win by fours remains.
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

    /// The threats after which the win is still proved.
    fn winning_threats(&mut self, board: &mut PatternBoard) -> Vec<usize> {
        let cells: Vec<usize> = threats(board, board.turn()).iter().collect();
        let mut winning = Vec::new();
        for cell in cells {
            if board.is_forbidden(cell) {
                continue;
            }
            board.play(cell);
            let vct = Vct::answering(board, &mut self.proofs, THREAT_NODES, &|| false);
            let found = vct.with_fours(THREAT_FOURS).solve();
            board.undo();
            if matches!(found, Found::Win(_)) {
                winning.push(cell);
            }
        }
        winning
    }

    /// The VCF problem in the Renju position after these moves.
    pub fn fours_after(&mut self, cells: &[usize]) -> Option<Problem> {
        let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).ok()?;
        let mut board = PatternBoard::new(&rules, Weights::of(Variant::Renju));
        cells.iter().for_each(|&cell| board.play(cell));
        self.at(ProblemKind::Fours, &mut board, cells)
    }

    /// The problem of this kind in a position, if it has a unique or nearly unique answer.
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
                let vct = Vct::new(board, &mut self.proofs, THREAT_NODES, &|| false);
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

    /// A problem in which at most three moves stop the other side's win by fours.
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

/// Goes backwards through a game and returns the first problem of this kind that `wanted` accepts.
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

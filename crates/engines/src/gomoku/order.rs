//! Move generation and ordering: candidates by the threat to answer, ordered by shape, history and network.

use super::accumulator::Accumulator;
use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use super::grid::{CELLS, Cells};
use heibai_games::Color;

/// The threat that the side to move has to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// A five on this one point.
    Five(usize),
    /// A straight or double four.
    OpenFour,
    /// A four-three, and the mover has no four of its own.
    FourThree,
    /// A double three, and the mover has no four of its own.
    DoubleThree,
    None,
}

/// A score and, in the low bits, its move: the best move is the largest number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Scored(i32);

const CELL_BITS: u32 = CELLS.trailing_zeros();

impl Scored {
    fn new(score: i32, cell: usize) -> Scored {
        Scored(score << CELL_BITS | (CELLS - 1 - cell) as i32)
    }

    pub fn cell(self) -> usize {
        CELLS - 1 - (self.0 as usize & (CELLS - 1))
    }

    /// The score, in hundredths of a nat where the network's scores are added.
    pub fn score(self) -> i32 {
        self.0 >> CELL_BITS
    }
}

/// The points on which a colour makes a four, forbidden ones included.
pub fn four_points(board: &PatternBoard, color: Color) -> Cells {
    let mut cells = Cells::NONE;
    for class in [Class::Four, Class::FourPlus, Class::FourThree, Class::OpenFour] {
        cells = cells.or(board.set(color, class));
    }
    for class in [Class::Doubtful, Class::Forbidden] {
        for cell in board.set(color, class).iter() {
            if (0..4).any(|d| board.shape(color, cell, d).is_four()) {
                cells.insert(cell);
            }
        }
    }
    cells
}

/// The moves to search. Against an open four only fours and the other side's points of four help: every defence against
/// a three is a point on which it becomes a four.
pub fn candidates(board: &PatternBoard, threat: Threat) -> Cells {
    match threat {
        Threat::Five(cell) => {
            let mut cells = Cells::NONE;
            cells.insert(cell);
            cells
        }
        Threat::OpenFour => {
            let (own, other) = (board.turn(), !board.turn());
            four_points(board, own).or(&four_points(board, other))
        }
        Threat::FourThree => against(board, Class::FourThree),
        Threat::DoubleThree => against(board, Class::DoubleThree),
        Threat::None => board.near(),
    }
}

/// A four-three wins against a side without a four of its own: after the forced reply the three becomes a straight four.
/// Black's threes in Renju may be false ones, so they are left to the search.
pub fn four_three_wins(board: &PatternBoard, color: Color) -> bool {
    board.count(color, Class::FourThree) > 0
        && !(color == Color::Black && board.variant().is_renju())
        && FOURS.iter().all(|&class| board.count(!color, class) == 0)
}

/// A double three wins against a side without a four of its own: a reply stops one of the threes, and the other becomes
/// a straight four. In Renju Black has none, and a point forbidden to Black may become a four.
pub fn double_three_wins(board: &PatternBoard, color: Color) -> bool {
    board.count(color, Class::DoubleThree) > 0
        && FOURS.iter().chain(&[Class::Forbidden]).all(|&class| board.count(!color, class) == 0)
}

const FOURS: [Class; 5] = [Class::Four, Class::FourPlus, Class::FourThree, Class::OpenFour, Class::Doubtful];

/// Defences against a four-three or a double three: points on its lines, and moves that prepare a four (closed threes
/// and better).
fn against(board: &PatternBoard, threat: Class) -> Cells {
    let (own, other) = (board.turn(), !board.turn());
    let mut cells = *board.empty();
    for point in board.set(other, threat).iter() {
        cells = cells.and(&board.lines_of_threat(other, point));
    }
    for class in COUNTERS {
        cells = cells.or(board.set(own, class));
    }
    cells
}

const COUNTERS: [Class; 5] =
    [Class::ClosedThree, Class::ClosedThreePlus, Class::OpenThree, Class::OpenThreePlus, Class::DoubleThree];

/// The history heuristic: a score for each move, and for each move after the previous one (continuation history).
#[derive(Clone)]
pub struct History {
    main: Vec<[i16; 2]>,
    /// Indexed by the previous move, then the move.
    after: Vec<i16>,
}

const LIMIT: i32 = 8192;

fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

impl History {
    pub fn new() -> History {
        History { main: vec![[0; 2]; CELLS], after: vec![0; CELLS * CELLS] }
    }

    pub fn get(&self, color: usize, before: usize, cell: usize) -> i32 {
        let after = match before {
            NO_CELL => 0,
            _ => i32::from(self.after[before * CELLS + cell]),
        };
        i32::from(self.main[cell][color]) + after
    }

    pub fn learn(&mut self, color: usize, before: usize, cell: usize, bonus: i32) {
        learn(&mut self.main[cell][color], bonus);
        if before != NO_CELL {
            learn(&mut self.after[before * CELLS + cell], bonus);
        }
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

/// Scores the moves of `cells`.
pub fn score(board: &PatternBoard, cells: &Cells, before: usize, history: &History, moves: &mut Vec<Scored>) {
    moves.clear();
    let (own, other) = (board.turn(), !board.turn());
    let order = &board.weights().order;
    for cell in cells.iter() {
        let shape = i32::from(order[own.index()][board.code(own, cell) as usize][own.index()])
            + i32::from(order[other.index()][board.code(other, cell) as usize][own.index()]);
        let learnt = history.get(own.index(), before, cell) / 128;
        moves.push(Scored::new(shape + learnt, cell));
    }
}

/// Adds the network's scores.
pub fn add_net_scores(accumulator: &mut Accumulator, board: &PatternBoard, moves: &mut [Scored]) {
    let mut promises = [0; CELLS];
    accumulator
        .score_moves(board, moves.iter().map(|scored| scored.cell()), |(at, promise)| promises[at] = promise);
    for (scored, promise) in moves.iter_mut().zip(promises) {
        scored.0 += promise << CELL_BITS;
    }
}

/// Removes and returns the best move.
pub fn pick(moves: &mut Vec<Scored>) -> Option<Scored> {
    let best = *moves.iter().max()?;
    let place = moves.iter().position(|&scored| scored == best)?;
    moves.swap_remove(place);
    Some(best)
}

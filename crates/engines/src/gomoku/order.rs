//! Which moves to look at and in what order: by the state of threats, then by shape and by what was good
//! elsewhere in the search.

use super::board::{NO_CELL, PatternBoard};
use super::class::Class;
use super::grid::{CELLS, Cells};
use super::sight::Sight;
use heibai_games::Color;

/// What the side to move is up against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// The other side makes five on this one point.
    Five(usize),
    /// The other side can make a straight or double four.
    OpenFour,
    /// The other side wins by a four-three, and the mover has no four to gain time with.
    FourThree,
    /// The other side wins by a double three, and the mover has no four to gain time with.
    DoubleThree,
    None,
}

/// A move below how promising it is, in one number, so that the best move is the greatest number.
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
}

/// The points of moves that make a four for a colour, forbidden ones included.
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

/// The moves worth looking at. Against an open four only fours and moves on the other side's fours can
/// help: whoever stops a three stands on a point where that three would become a four.
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

/// A four-three against a side without any four of its own wins: the reply to the four gains no time, and the
/// three becomes a straight four. Black's threes in Renju may be false ones, so they are left to the search.
pub fn four_three_wins(board: &PatternBoard, color: Color) -> bool {
    board.count(color, Class::FourThree) > 0
        && !(color == Color::Black && board.variant().is_renju())
        && FOURS.iter().all(|&class| board.count(!color, class) == 0)
}

/// A double three against a side without any four of its own wins: the reply stops one of the threes, and the other
/// becomes a straight four. Black has none in Renju; a point that is forbidden to him there may become a four.
pub fn double_three_wins(board: &PatternBoard, color: Color) -> bool {
    board.count(color, Class::DoubleThree) > 0
        && FOURS.iter().chain(&[Class::Forbidden]).all(|&class| board.count(!color, class) == 0)
}

const FOURS: [Class; 5] = [Class::Four, Class::FourPlus, Class::FourThree, Class::OpenFour, Class::Doubtful];

/// What can help against a four-three or a double three: a stone on one of its lines, or one after which a reply makes
/// a four in turn, which is at least a closed three now.
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

/// What was good where, learnt during one search.
#[derive(Clone)]
pub struct History {
    main: Vec<[i16; 2]>,
    /// By the previous move.
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

/// Adds what the network thinks of the moves.
pub fn ask(sight: &mut Sight, board: &PatternBoard, moves: &mut [Scored]) {
    let mut promises = [0; CELLS];
    sight.promise(board, moves.iter().map(|scored| scored.cell()), |(at, promise)| promises[at] = promise);
    for (scored, promise) in moves.iter_mut().zip(promises) {
        scored.0 += promise << CELL_BITS;
    }
}

/// Takes the best of the moves out.
pub fn pick(moves: &mut Vec<Scored>) -> Option<usize> {
    let best = *moves.iter().max()?;
    let place = moves.iter().position(|&scored| scored == best)?;
    moves.swap_remove(place);
    Some(best.cell())
}

//! The search's board: shapes and classes of every empty point for both colours, updated incrementally, with undo.
//! Its rules are fuzzed against the referee.

use super::class::{CLASSES, Class, Classes, Codes};
use super::grid::{CELLS, Cells, Grid};
use super::shape::{KEY_BLACK, KEY_WHITE, LineShape, Shapes};
use super::weights::Weights;
use heibai_games::gomoku::{self, OpeningRule, Variant};
use heibai_games::{Color, Point, Position};
use std::sync::Arc;

/// The shapes that a stone of either colour makes on an empty point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PointShapes {
    /// Four bits per direction: Black's shapes in the low half, White's in the high half.
    lines: u32,
    codes: [u16; 2],
    classes: [u8; 2],
}

/// The class and the value of a code. The values with Black and with White to move share one number, so that one
/// addition updates both.
#[derive(Clone, Copy, Default)]
struct CodeEntry {
    values: i64,
    class: u8,
}

fn join(values: [i16; 2]) -> i64 {
    i64::from(values[0]) + (i64::from(values[1]) << 32)
}

fn split(sum: i64) -> [i32; 2] {
    let low = sum as i32;
    [low, ((sum - i64::from(low)) >> 32) as i32]
}

/// The entries of all codes for both colours.
struct CodeTables([Box<[CodeEntry; 4096]>; 2]);

impl CodeTables {
    fn new(variant: Variant, weights: &Weights) -> CodeTables {
        let classes = Classes::of(variant);
        CodeTables(Color::BOTH.map(|color| {
            let mut table = Box::new([CodeEntry::default(); 4096]);
            for (code, values) in weights.values[color.index()].iter().enumerate() {
                let class = classes.class(color, code as u16) as u8;
                table[code] = CodeEntry { values: join(*values), class };
            }
            table
        }))
    }
}

/// A point's shapes before a move changed them.
#[derive(Clone, Copy, Default)]
struct Change {
    cell: u16,
    old: PointShapes,
}

/// Enough for a whole game: each of 400 moves changes at most 40 points.
const JOURNAL: usize = 1 << 14;

/// State that is copied for each move instead of being undone.
#[derive(Clone, Copy)]
struct Ply {
    /// The number of points of each class, for each colour.
    counts: [[u8; CLASSES]; 2],
    /// The sums of the points' values, packed as in `CodeEntry`.
    sums: i64,
    near: Cells,
    key: u64,
    /// The move that led here; `NO_CELL` for a pass or none.
    last: u16,
    /// The first change of this move in the journal.
    changes: u32,
}

/// The board size that the weights were fitted on.
const LEARNT: usize = 15;

/// No cell.
pub const NO_CELL: usize = u16::MAX as usize;

#[derive(Clone)]
pub struct PatternBoard {
    pub grid: &'static Grid,
    shapes: &'static Shapes,
    codes: &'static Codes,
    tables: Arc<CodeTables>,
    weights: Arc<Weights>,
    variant: Variant,
    lines: Vec<u64>,
    stones: [Option<Color>; CELLS],
    views: [PointShapes; CELLS],
    /// The points of each class, for each colour.
    sets: [[Cells; CLASSES]; 2],
    empty: Cells,
    turn: Color,
    plies: Vec<Ply>,
    journal: Box<[Change; JOURNAL]>,
    /// The used length of the journal.
    changes: usize,
}

const TURN_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// Moves White's shape of a pair into the high half of `PointShapes::lines`.
#[inline(always)]
fn spread(pair: u8) -> u32 {
    u32::from(pair & 15) | u32::from(pair >> 4) << 16
}

/// The Zobrist key of a stone.
fn stone_key(cell: usize, color: Color) -> u64 {
    let mut z = (2 * cell as u64 + color.index() as u64 + 1).wrapping_mul(0xd134_2543_de82_ef95);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl PatternBoard {
    pub fn new(rules: &gomoku::Rules, weights: Arc<Weights>) -> PatternBoard {
        let grid = Grid::of(rules.size());
        let start = Ply {
            counts: [[0; CLASSES]; 2],
            sums: 0,
            near: Cells::NONE,
            key: 0,
            last: NO_CELL as u16,
            changes: 0,
        };
        let mut board = PatternBoard {
            grid,
            shapes: Shapes::of(rules.variant()),
            codes: Codes::get(),
            tables: Arc::new(CodeTables::new(rules.variant(), &weights)),
            weights,
            variant: rules.variant(),
            lines: grid.empty_lines.clone(),
            stones: [None; CELLS],
            views: [PointShapes::default(); CELLS],
            sets: [[Cells::NONE; CLASSES]; 2],
            empty: grid.all,
            turn: Color::Black,
            plies: vec![start],
            journal: Box::new([Change::default(); JOURNAL]),
            changes: 0,
        };
        for cell in 0..grid.cells {
            board.views[cell] = board.shapes_of(cell);
            board.enter(cell);
        }
        // On other sizes than the fitted one the small values of empty points would add up to another constant: an
        // empty board is made to be worth the same on every size.
        if grid.size != LEARNT
            && let Ok(learnt) = gomoku::Rules::new(LEARNT, rules.variant(), OpeningRule::Free)
        {
            let learnt = PatternBoard::new(&learnt, board.weights.clone());
            board.plies[0].sums = learnt.plies[0].sums;
        }
        board
    }

    /// The board of a referee's position.
    pub fn of(position: &gomoku::Position, weights: Arc<Weights>) -> PatternBoard {
        let mut board = PatternBoard::new(&position.rules(), weights);
        for cell in 0..board.grid.cells {
            if let Some(color) = position.stone(Point(cell as u16)) {
                board.give_turn(color);
                board.play(cell);
            }
        }
        board.give_turn(position.turn());
        board.forget_history();
        // The referee does not tell which stone came last.
        board.plies[0].last = NO_CELL as u16;
        board
    }

    /// Passes if it is the other side's turn. Passing keeps the key right: by null moves, positions that differ only in
    /// the side to move share the table.
    pub fn give_turn(&mut self, turn: Color) {
        if self.turn != turn {
            self.pass();
        }
    }

    /// Drops the undo history.
    pub fn forget_history(&mut self) {
        let mut ply = *self.ply();
        ply.changes = 0;
        self.plies.clear();
        self.plies.push(ply);
        self.changes = 0;
    }

    fn shapes_of(&self, cell: usize) -> PointShapes {
        let mut view = PointShapes::default();
        for d in 0..4 {
            view.lines |= spread(self.pair(cell, d)) << (4 * d);
        }
        for c in 0..2 {
            view.codes[c] = self.codes.code((view.lines >> (16 * c)) as u16);
            view.classes[c] = self.entry(c, view.codes[c]).class;
        }
        view
    }

    #[inline(always)]
    fn entry(&self, c: usize, code: u16) -> &CodeEntry {
        &self.tables.0[c][code as usize & 4095]
    }

    /// Adds an empty point to the counts, sets and sums.
    fn enter(&mut self, cell: usize) {
        let view = self.views[cell];
        let last = self.plies.len() - 1;
        for c in 0..2 {
            let class = view.classes[c] as usize;
            self.sets[c][class].flip(cell);
            let values = self.entry(c, view.codes[c]).values;
            let ply = &mut self.plies[last];
            ply.counts[c][class] = ply.counts[c][class].wrapping_add(1);
            ply.sums += values;
        }
    }

    /// Removes a point that gets a stone from the sets, counts and sums.
    fn leave(&mut self, cell: usize, ply: &mut Ply) {
        let view = self.views[cell];
        for c in 0..2 {
            let class = view.classes[c] as usize & 15;
            self.sets[c][class].flip(cell);
            ply.counts[c][class] = ply.counts[c][class].wrapping_sub(1);
            ply.sums -= self.entry(c, view.codes[c]).values;
        }
    }

    /// Puts a stone of the side to move on an empty cell; forbidden points are not checked.
    pub fn play(&mut self, cell: usize) {
        let color = self.turn;
        let mut ply = *self.ply();
        ply.changes = self.changes as u32;
        ply.last = cell as u16;
        ply.key ^= stone_key(cell, color) ^ TURN_KEY;
        ply.near = ply.near.or(&self.grid.near[cell]);
        self.leave(cell, &mut ply);
        self.stones[cell] = Some(color);
        self.empty.flip(cell);
        self.put(cell, color);
        for d in 0..4 {
            match self.shapes.half() {
                4 => self.update_line::<4>(cell, d, &mut ply),
                _ => self.update_line::<5>(cell, d, &mut ply),
            }
        }
        self.plies.push(ply);
        self.turn = !color;
    }

    /// Toggles a stone in the line keys.
    #[inline(always)]
    fn put(&mut self, cell: usize, color: Color) {
        let code = if color == Color::Black { KEY_BLACK } else { KEY_WHITE };
        for place in &self.grid.places[cell] {
            self.lines[place.line as usize] ^= code << (2 * place.at);
        }
    }

    /// Updates the empty points of one line within reach of the stone on `cell`.
    #[inline(always)]
    fn update_line<const HALF: u32>(&mut self, cell: usize, d: usize, ply: &mut Ply) {
        let place = self.grid.places[cell][d];
        let at = u32::from(place.at);
        let line = self.lines[place.line as usize];
        // The low bit of every empty cell within reach; walls are not empty.
        let reach = ((1u64 << (4 * HALF + 2)) - 1) << (2 * (at - HALF));
        let mut empty = !(line | line >> 1) & 0x5555_5555_5555_5555 & reach;
        let step = self.grid.step[d];
        while empty != 0 {
            let bit = empty.trailing_zeros();
            empty &= empty - 1;
            let other = cell as isize + ((bit / 2) as isize - at as isize) * step;
            let pair = self.shapes.pair_in::<HALF>(line >> (bit - 2 * HALF));
            self.update_point(other as usize & (CELLS - 1), d, pair, ply);
        }
    }

    #[inline(always)]
    fn update_point(&mut self, cell: usize, d: usize, pair: u8, ply: &mut Ply) {
        let old = self.views[cell];
        let lines = old.lines & !(0x000f_000f << (4 * d)) | spread(pair) << (4 * d);
        if lines == old.lines {
            return;
        }
        self.journal[self.changes & (JOURNAL - 1)] = Change { cell: cell as u16, old };
        self.changes += 1;
        // Looking up both colours is faster than testing which of them changed.
        let codes = [self.codes.code(lines as u16), self.codes.code((lines >> 16) as u16)];
        let (black, white) = (*self.entry(0, codes[0]), *self.entry(1, codes[1]));
        let was = self.entry(0, old.codes[0]).values + self.entry(1, old.codes[1]).values;
        ply.sums += black.values + white.values - was;
        let classes = [black.class, white.class];
        self.views[cell] = PointShapes { lines, codes, classes };
        if classes == old.classes {
            return;
        }
        for (c, (was, now)) in old.classes.into_iter().zip(classes).enumerate() {
            let (was, now) = (was as usize & 15, now as usize & 15);
            if was != now {
                self.sets[c][was].flip(cell);
                self.sets[c][now].flip(cell);
                ply.counts[c][was] = ply.counts[c][was].wrapping_sub(1);
                ply.counts[c][now] = ply.counts[c][now].wrapping_add(1);
            }
        }
    }

    /// Undoes the last move or pass.
    pub fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        self.turn = !self.turn;
        if ply.last as usize == NO_CELL {
            return;
        }
        let cell = ply.last as usize;
        while self.changes > ply.changes as usize {
            self.changes -= 1;
            let Change { cell, old } = self.journal[self.changes & (JOURNAL - 1)];
            let cell = cell as usize & (CELLS - 1);
            let view = self.views[cell];
            self.views[cell] = old;
            if view.classes == old.classes {
                continue;
            }
            for c in 0..2 {
                let (now, was) = (view.classes[c] as usize & 15, old.classes[c] as usize & 15);
                if was != now {
                    self.sets[c][now].flip(cell);
                    self.sets[c][was].flip(cell);
                }
            }
        }
        self.put(cell, self.turn);
        self.stones[cell] = None;
        self.empty.flip(cell);
        for c in 0..2 {
            self.sets[c][self.views[cell].classes[c] as usize & 15].flip(cell);
        }
    }

    /// Passes the turn: for null moves and for setting up positions.
    pub fn pass(&mut self) {
        let mut ply = *self.ply();
        ply.changes = self.changes as u32;
        ply.last = NO_CELL as u16;
        ply.key ^= TURN_KEY;
        self.plies.push(ply);
        self.turn = !self.turn;
    }

    #[inline(always)]
    fn ply(&self) -> &Ply {
        &self.plies[self.plies.len() - 1]
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    pub fn turn(&self) -> Color {
        self.turn
    }

    pub fn key(&self) -> u64 {
        self.ply().key
    }

    /// The number of moves and passes that can be undone.
    #[inline(always)]
    pub(crate) fn moves_made(&self) -> usize {
        self.plies.len() - 1
    }

    /// The key after this many moves, if there were as many.
    #[inline(always)]
    pub(crate) fn key_at(&self, moves: usize) -> Option<u64> {
        self.plies.get(moves).map(|ply| ply.key)
    }

    /// Move number `moves`; `NO_CELL` for a pass.
    #[inline(always)]
    pub(crate) fn move_at(&self, moves: usize) -> usize {
        self.plies[moves].last as usize
    }

    /// The key after a move of the side to move.
    #[inline(always)]
    pub(crate) fn key_after(&self, cell: usize) -> u64 {
        self.key() ^ stone_key(cell, self.turn) ^ TURN_KEY
    }

    /// The last move, if it was no pass.
    pub fn last(&self) -> Option<usize> {
        Some(self.ply().last as usize).filter(|&cell| cell != NO_CELL)
    }

    pub fn stone(&self, cell: usize) -> Option<Color> {
        self.stones[cell]
    }

    pub fn empty(&self) -> &Cells {
        &self.empty
    }

    /// Empty points near stones; all when the board is empty.
    pub fn near(&self) -> Cells {
        let near = self.ply().near.and(&self.empty);
        if near.is_empty() { self.empty } else { near }
    }

    /// The number of points of a class for a colour; modulo 256, which only classes below `OpenTwo` can exceed.
    #[inline(always)]
    pub fn count(&self, color: Color, class: Class) -> usize {
        self.ply().counts[color.index()][class as usize] as usize
    }

    /// The points of a class for a colour.
    #[inline(always)]
    pub fn set(&self, color: Color, class: Class) -> &Cells {
        &self.sets[color.index()][class as usize]
    }

    /// Points where neither side makes more than a weak shape.
    pub fn idle(&self) -> Cells {
        let of = |color| self.set(color, Class::Nothing).or(self.set(color, Class::Weak));
        of(Color::Black).and(&of(Color::White))
    }

    #[inline(always)]
    pub fn class(&self, color: Color, cell: usize) -> Class {
        Class::from_index(self.views[cell].classes[color.index()] as usize)
    }

    /// The code of an empty point's shapes.
    #[inline(always)]
    pub fn code(&self, color: Color, cell: usize) -> u16 {
        self.views[cell].codes[color.index()]
    }

    /// The shape that a stone makes on an empty point in one direction.
    #[inline(always)]
    pub fn shape(&self, color: Color, cell: usize, d: usize) -> LineShape {
        LineShape::from_index((self.views[cell].lines >> (16 * color.index() + 4 * d) & 15) as usize)
    }

    /// The cells of each line through `point` on which a stone of `color` makes a four or an open three.
    pub(crate) fn lines_of_threat(&self, color: Color, point: usize) -> Cells {
        let mut cells = Cells::NONE;
        cells.insert(point);
        let half = self.shapes.half() as isize;
        for d in 0..4 {
            let shape = self.shape(color, point, d);
            if shape.is_four() || shape.is_open_three() {
                let place = self.grid.places[point][d];
                for i in -half.min(place.before as isize)..=half.min(place.after as isize) {
                    cells.insert((point as isize + i * self.grid.step[d]) as usize);
                }
            }
        }
        cells
    }

    /// Both colours' shapes at a cell, read from the line key.
    #[inline(always)]
    fn pair(&self, cell: usize, d: usize) -> u8 {
        let place = self.grid.places[cell][d];
        self.shapes.pair(self.lines[place.line as usize], u32::from(place.at))
    }

    /// Black's shape at a cell, read from the line key: valid between calls of `try_black` too.
    pub(super) fn black_shape_now(&self, cell: usize, d: usize) -> LineShape {
        LineShape::from_index(usize::from(self.pair(cell, d) & 15))
    }

    /// Places or removes a black stone in the line keys only, without updating shapes and classes.
    pub(super) fn try_black(&mut self, cell: usize, on: bool) {
        self.put(cell, Color::Black);
        self.stones[cell] = if on { Some(Color::Black) } else { None };
    }

    /// Whether either side can make five, or the mover an open four.
    pub fn is_decided(&self) -> bool {
        let (own, other) = (self.turn, !self.turn);
        self.count(own, Class::Five) + self.count(other, Class::Five) + self.count(own, Class::OpenFour) > 0
    }

    /// The linear evaluation for the side to move, without the tempo: all points and the state of threats.
    #[inline(always)]
    pub fn sum(&self) -> i32 {
        let turn = self.turn.index();
        split(self.ply().sums)[turn] + i32::from(self.weights.state[turn][self.state()])
    }

    /// Which kinds of threats each side has, one bit each: a feature that no sum over points expresses.
    #[inline(always)]
    pub fn state(&self) -> usize {
        let (own, other) = (self.turn, !self.turn);
        let any = |color, classes: &[Class]| classes.iter().any(|&class| self.count(color, class) > 0);
        let bits = [
            any(own, &[Class::FourThree]),
            any(own, &[Class::FourPlus]),
            any(own, &[Class::Four]),
            any(own, &[Class::DoubleThree, Class::Doubtful]),
            any(own, &[Class::OpenThreePlus]),
            any(own, &[Class::OpenThree]),
            any(other, &[Class::OpenFour]),
            any(other, &[Class::FourThree]),
            any(other, &[Class::FourPlus, Class::Four]),
            any(other, &[Class::DoubleThree, Class::Doubtful, Class::OpenThreePlus]),
            any(other, &[Class::OpenThree]),
        ];
        bits.iter().rev().fold(0, |state, &bit| state << 1 | usize::from(bit))
    }

    /// The line keys of the board's rows, from top to bottom.
    pub fn rows(&self) -> &[u64] {
        &self.lines[..self.grid.size]
    }

    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    pub fn size(&self) -> usize {
        self.grid.size
    }
}

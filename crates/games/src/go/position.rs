//! A position of Go: whose turn it is, which moves are legal, and when the game ends.
//!
//! Memory: 9.4 KiB whatever the size of the board, and the history of `ko`: 16 bytes a move, 2 bytes a captured stone,
//! at most 4 bytes a move more in long games. Both are copied by `clone`; nothing is shared.

use super::board::{Cell, ChainBoard, Row, toggle};
use super::ko::Seen;
use super::{KoRule, Rules, handicap, score};
use crate::board::{Color, Notation, Point};
use crate::position::{Illegal, Impossible, Move, Observer, Outcome, Reason};
use std::fmt;

/// A board of Go with its rules and history: whose turn it is, and which boards may not come back.
#[repr(C)]
pub struct Position {
    seen: Seen,
    turn: Color,
    /// Passes in a row at the end of the game so far.
    passes: u8,
    /// Whether a cycle ended the game (simple ko).
    cycled: bool,
    captured: [u32; 2],
    /// The last stone that was put where none of its colour had been captured; see `oldest_repeatable`.
    fresh: Fresh,
    rules: Rules,
    pub(super) board: ChainBoard,
}

#[derive(Clone, Copy)]
struct Fresh {
    cell: Cell,
    color: Color,
    /// The number of the board that the stone made.
    board: u32,
}

impl Position {
    fn of(rules: &Rules, board: ChainBoard, turn: Color) -> Position {
        let seen = Seen::new(board.hash());
        // Cell 0 is a wall, where nothing is lost: every board may come back.
        let fresh = Fresh { cell: 0, color: turn, board: 0 };
        Position { board, seen, turn, passes: 0, cycled: false, captured: [0; 2], fresh, rules: *rules }
    }

    /// Prefetches what every move touches. For callers that play many games in turn and know which moves come next:
    /// this first, then [`Position::prefetch_cells`], then [`Position::prefetch_chains`], each a while later, because
    /// each reads what the one before has fetched.
    #[inline]
    pub fn prefetch(&self) {
        self.seen.prefetch_head();
        self.board.prefetch_head();
    }

    /// Prefetches the cells around a legal move, and where the history goes on; see [`Position::prefetch`].
    #[inline]
    pub fn prefetch_cells(&self, next: Move) {
        if let Move::Place(point) = next {
            let cell = self.board.cell(point);
            self.board.prefetch_cells(cell);
            self.seen.prefetch(self.board.hash_with(cell, self.turn));
        }
    }

    /// Prefetches the chains around a legal move; see [`Position::prefetch`].
    #[inline]
    pub fn prefetch_chains(&self, next: Move) {
        if let Move::Place(point) = next {
            self.board.prefetch_chains(self.board.cell(point));
        }
    }

    /// How many moves were made, passes included.
    pub fn move_number(&self) -> usize {
        self.seen.moves()
    }

    /// The moves made so far, the last one first.
    pub fn last_moves(&self) -> impl Iterator<Item = Move> {
        self.seen.last_cells().map(|cell| match cell {
            0 => Move::Pass,
            cell => Move::Place(self.board.point(cell)),
        })
    }

    /// How many stones of `color` were captured in this game.
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// The empty points where only repetition forbids the side to move a stone.
    pub fn forbidden_by_repetition(&self) -> Vec<Point> {
        let forbidden = |&point: &Point| matches!(self.place_check(point), Err(Illegal::Repetition { .. }));
        Point::all(self.board.size()).filter(forbidden).collect()
    }

    /// Calls `visit` with each row from the top: the points where the side to move may place a stone, column
    /// 0 at bit 0. All rows are empty when the game is over.
    #[inline]
    pub fn each_legal_row(&self, mut visit: impl FnMut(u32)) {
        let over = if self.is_over() { 0 } else { u32::MAX };
        self.each_legal_cell_row(|_, legal| visit((legal >> 1) & over));
    }

    /// Calls `visit` with every point where the side to move may place a stone, in order.
    #[inline]
    fn each_legal_point(&self, mut visit: impl FnMut(Point)) {
        let size = self.board.size() as u16;
        self.each_legal_cell_row(|y, mut legal| {
            while legal != 0 {
                visit(Point(y * size + legal.trailing_zeros() as u16 - 1));
                legal &= legal - 1;
            }
        });
    }

    /// Calls `visit` with every row and its legal cells, column 0 at bit 1.
    #[inline]
    fn each_legal_cell_row(&self, mut visit: impl FnMut(u16, u32)) {
        let suicide = self.rules.set().allows_suicide();
        // Most moves cannot be followed by a repetition: then there is nothing to look at but the rows.
        if !suicide && !self.board.next_may_repeat() {
            self.board.each_row(self.turn, |row, Row { lives, .. }| visit(row as u16 - 1, lives));
            return;
        }
        self.board.each_row(self.turn, |row, Row { lives, suicide: dies, suspect }| {
            let (mut legal, mut suspect) = (lives, lives & suspect);
            if suicide {
                legal |= dies;
                suspect |= dies;
            }
            while suspect != 0 {
                let bit = suspect.trailing_zeros() as u16;
                let repeats = self.repeats(row as u16 * 32 + bit);
                legal &= !(u32::from(repeats) << bit);
                suspect &= suspect - 1;
            }
            visit(row as u16 - 1, legal);
        });
    }

    /// Whether a stone is legal without a closer look: it lives, and no stone of the side was ever captured here.
    #[inline]
    pub(super) fn is_surely_legal(&self, cell: Cell) -> bool {
        let row = self.board.row(usize::from(cell / 32), self.turn);
        (row.lives & !row.suspect) >> (cell % 32) & 1 != 0
    }

    /// Whether a stone of the side to move on this empty cell lives and repeats no board.
    #[inline]
    pub(super) fn is_legal(&self, cell: Cell) -> bool {
        self.survives(cell) && !self.repeats(cell)
    }

    /// Whether a stone of the side to move on this empty cell lives, or may kill itself.
    #[inline]
    fn survives(&self, cell: Cell) -> bool {
        self.rules.set().allows_suicide() || !self.board.is_suicide(cell, self.turn)
    }

    /// Whether a stone of the side to move on this empty cell recreates a board that may not come back.
    #[inline]
    fn repeats(&self, cell: Cell) -> bool {
        self.repeated(cell, self.seen.moves() + 1).is_some()
    }

    /// The newest board before number `until` that a stone here recreates against the rule.
    #[inline]
    fn repeated(&self, cell: Cell, until: usize) -> Option<u32> {
        if !self.board.may_repeat(cell, self.turn) && !self.is_suicide(cell) {
            return None;
        }
        let oldest = self.oldest_repeatable(cell);
        // What was placed since a board that comes back was taken since, and nothing else.
        let placed = self.seen.moves() + 1 - oldest;
        let hash = self.board.hash_after(cell, self.turn, placed)?;
        let change = |flip: &mut dyn FnMut(u16)| self.board.each_toggle(cell, self.turn, flip);
        self.seen.repeated(self.rules.set().ko(), oldest..until, hash, change)
    }

    /// The number of the oldest board that a stone of the side to move might recreate. As long as the fresh stone
    /// stands, no board before it has a stone there.
    #[inline]
    fn oldest_repeatable(&self, cell: Cell) -> usize {
        let Fresh { cell: fresh, color, board } = self.fresh;
        let stands = !self.board.was_lost(fresh, color);
        let survives = || match color == self.turn {
            true => !self.is_suicide(cell),
            false => !self.board.is_in_atari(fresh),
        };
        if stands && (self.board.takes_nothing(cell, self.turn) || survives()) { board as usize } else { 0 }
    }

    /// Whether a stone of the side to move on this empty cell kills itself, where that is allowed.
    #[inline]
    fn is_suicide(&self, cell: Cell) -> bool {
        self.rules.set().allows_suicide() && self.board.is_suicide(cell, self.turn)
    }

    /// Whether a stone here closes a cycle that ends the game without a result.
    fn closes_cycle(&self, cell: Cell) -> bool {
        if self.rules.set().ko() != KoRule::Simple || !self.board.may_repeat(cell, self.turn) {
            return false;
        }
        let change = |flip: &mut dyn FnMut(u16)| self.board.each_toggle(cell, self.turn, flip);
        let hash = self.board.hash_after(cell, self.turn, self.seen.moves() + 1);
        hash.is_some_and(|hash| self.seen.closes_even_cycle(hash, change))
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || self.cycled
    }

    fn place_check(&self, point: Point) -> Result<(), Illegal> {
        let size = self.board.size();
        if point.index() >= size * size {
            return Err(Illegal::OffBoard);
        }
        let cell = self.board.cell(point);
        if !self.board.is_empty(cell) {
            return Err(Illegal::Occupied);
        }
        if !self.survives(cell) {
            return Err(Illegal::Suicide);
        }
        // After a pass the same board has two numbers: the first one is told.
        let mut of_move = None;
        let mut until = self.seen.moves() + 1;
        while let Some(earlier) = self.repeated(cell, until) {
            (of_move, until) = (Some(earlier), earlier as usize);
        }
        of_move.map_or(Ok(()), |of_move| Err(Illegal::Repetition { of_move }))
    }

    /// Places a stone of the side to move on a cell that is known to be legal; says how many stones it takes off.
    #[inline]
    pub(super) fn place(&mut self, cell: Cell) -> usize {
        self.cycled = self.closes_cycle(cell);
        if !self.board.was_lost(cell, self.turn) {
            self.fresh = Fresh { cell, color: self.turn, board: self.seen.moves() as u32 + 1 };
        }
        let seen = &mut self.seen;
        self.board.place(cell, self.turn, |stone| seen.capture(stone));
        let lost = seen.placed(toggle(cell, self.turn), self.board.hash());
        let loser = if self.board.is_empty(cell) { self.turn } else { !self.turn };
        self.captured[loser.index()] += lost as u32;
        self.passes = 0;
        self.turn = !self.turn;
        lost
    }

    /// The last `count` stones that were taken off the board.
    #[inline]
    pub(super) fn last_captured(&self, count: usize) -> &[u16] {
        self.seen.last_captured(count)
    }
}

impl crate::position::Position for Position {
    type Rules = Rules;

    fn start(rules: &Rules) -> Position {
        let mut board = ChainBoard::new(rules.size());
        for point in handicap::points(rules.size(), rules.handicap()) {
            board.place(board.cell(point), Color::Black, |_| ());
        }
        let turn = if rules.handicap() > 0 { Color::White } else { Color::Black };
        Position::of(rules, board, turn)
    }

    fn setup(rules: &Rules, stones: &[(Point, Color)], turn: Color) -> Result<Position, Impossible> {
        let size = rules.size();
        let mut position = Position::of(rules, ChainBoard::new(size), turn);
        let board = &mut position.board;
        for &(point, color) in stones {
            if point.index() >= size * size {
                return Err(Impossible::OffBoard(point));
            }
            let cell = board.cell(point);
            if !board.is_empty(cell) {
                return Err(Impossible::Twice(point));
            }
            // More stones never give a chain without liberties one back, so the order does not matter.
            if let Some(stone) = board.stifled(cell, color) {
                return Err(Impossible::NoLiberty { point: board.point(stone), size });
            }
            board.place(cell, color, |_| ());
        }
        position.seen = Seen::new(position.board.hash());
        Ok(position)
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn notation(&self) -> Notation {
        Notation::Go
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn size(&self) -> usize {
        self.board.size()
    }

    fn stone(&self, point: Point) -> Option<Color> {
        let on_board = point.index() < self.size() * self.size();
        on_board.then(|| self.board.stone(self.board.cell(point))).flatten()
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        match mv {
            _ if self.is_over() => Err(Illegal::GameOver),
            Move::Pass => Ok(()),
            Move::Place(point) => self.place_check(point),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_over() {
            moves.clear();
            return;
        }
        // Written over a list of passes of full length: one pass is left after the last point.
        let size = self.board.size();
        moves.clear();
        moves.resize(size * size + 1, Move::Pass);
        let mut count = 0;
        self.each_legal_point(|point| {
            moves[count] = Move::Place(point);
            count += 1;
        });
        moves.truncate(count + 1);
    }

    fn play_unchecked<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let Move::Place(point) = mv else {
            self.seen.passed();
            self.passes += 1;
            self.turn = !self.turn;
            return;
        };
        let color = self.turn;
        let cell = self.board.cell(point);
        let taken = self.place(cell);
        observer.placed(point, color);
        for &taken in self.last_captured(taken) {
            observer.removed(self.board.point(taken >> 1), Color::BOTH[usize::from(taken & 1)]);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.cycled {
            true => Some(Outcome::draw(Reason::Cycle)),
            false => (self.passes >= 2).then(|| score::all_alive(self).outcome),
        }
    }

    fn key(&self) -> u64 {
        self.board.hash() ^ (self.turn as u64).wrapping_mul(0x5851_f42d_4c95_7f2d)
    }

    fn awaits_judgement(&self) -> bool {
        self.passes >= 2
    }

    fn count(&self, dead: &[Point], seki: &[Point]) -> Option<score::Count> {
        score::count(self, dead, seki).ok()
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { board: self.board.clone(), seen: self.seen.clone(), ..*self }
    }

    /// Reuses the memory that is already allocated.
    fn clone_from(&mut self, source: &Position) {
        self.board.clone_from(&source.board);
        self.seen.clone_from(&source.seen);
        (self.turn, self.passes, self.cycled) = (source.turn, source.passes, source.cycled);
        (self.captured, self.fresh, self.rules) = (source.captured, source.fresh, source.rules);
    }
}

/// Positions are equal if the rules, the stones and every move that led there are.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.rules == other.rules
            && (self.turn, self.passes) == (other.turn, other.passes)
            && self.board.has_same_stones(&other.board)
            && self.seen == other.seen
    }
}

/// The board as a diagram, so that a failed test can be read.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        writeln!(f, "{:?}, {} to move, {} moves", self.rules, self.turn, self.move_number())?;
        for y in 0..size {
            write!(f, "{:2}", Notation::Go.row(y, size))?;
            for x in 0..size {
                let stone = Point::new(x, y, size).and_then(|p| self.board.stone(self.board.cell(p)));
                write!(f, " {}", stone.map_or('.', |color| if color == Color::Black { 'X' } else { 'O' }))?;
            }
            writeln!(f)?;
        }
        let columns: String = (0..size).flat_map(|x| [' ', Notation::Go.column(x)]).collect();
        write!(f, "  {columns}")
    }
}

//! Othello as its rules are told: a table of cells, walked one step at a time in eight directions.

use heibai_games::{Color, Point};

pub(crate) type Cell = Option<Color>;

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reference {
    pub(crate) cells: Vec<Vec<Cell>>,
    pub(crate) turn: Color,
}

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl Reference {
    pub(crate) fn empty(size: usize) -> Reference {
        Reference { cells: vec![vec![None; size]; size], turn: Color::Black }
    }

    pub(crate) fn start(size: usize) -> Reference {
        let mut board = Reference::empty(size);
        let (a, b) = (size / 2 - 1, size / 2);
        board.cells[a][a] = Some(Color::White);
        board.cells[b][b] = Some(Color::White);
        board.cells[a][b] = Some(Color::Black);
        board.cells[b][a] = Some(Color::Black);
        board
    }

    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    fn at(&self, x: i32, y: i32) -> Option<Cell> {
        let inside = |v: i32| v >= 0 && v < self.size() as i32;
        (inside(x) && inside(y)).then(|| self.cells[y as usize][x as usize])
    }

    /// How many discs `side` brackets from column `x`, row `y` in one direction: a run of the other side's
    /// discs that ends with one of its own.
    fn bracketed(&self, side: Color, x: usize, y: usize, (dx, dy): (i32, i32)) -> usize {
        let (mut cx, mut cy) = (x as i32 + dx, y as i32 + dy);
        let mut run = 0;
        while self.at(cx, cy) == Some(Some(!side)) {
            run += 1;
            cx += dx;
            cy += dy;
        }
        if self.at(cx, cy) == Some(Some(side)) { run } else { 0 }
    }

    /// Whether `side` may place a disc: the square is empty and at least one disc is flipped.
    pub(crate) fn may_place(&self, side: Color, point: Point) -> bool {
        let (x, y) = (point.x(self.size()), point.y(self.size()));
        let brackets = |direction| self.bracketed(side, x, y, direction) > 0;
        self.cells[y][x].is_none() && DIRECTIONS.into_iter().any(brackets)
    }

    /// The discs that `side` would turn over with a disc on column `x`, row `y`.
    pub(crate) fn flipped(&self, side: Color, x: usize, y: usize) -> Vec<(usize, usize)> {
        let mut flipped = Vec::new();
        for (dx, dy) in DIRECTIONS {
            for step in 1..=self.bracketed(side, x, y, (dx, dy)) as i32 {
                flipped.push(((x as i32 + step * dx) as usize, (y as i32 + step * dy) as usize));
            }
        }
        flipped
    }

    pub(crate) fn placements(&self, side: Color) -> Vec<Point> {
        Point::all(self.size()).filter(|&point| self.may_place(side, point)).collect()
    }

    pub(crate) fn place(&mut self, point: Point) {
        let (x, y) = (point.x(self.size()), point.y(self.size()));
        for (fx, fy) in self.flipped(self.turn, x, y) {
            self.cells[fy][fx] = Some(self.turn);
        }
        self.cells[y][x] = Some(self.turn);
        self.turn = !self.turn;
    }

    pub(crate) fn is_over(&self) -> bool {
        let stuck = |side| !Point::all(self.size()).any(|point| self.may_place(side, point));
        stuck(self.turn) && stuck(!self.turn)
    }

    pub(crate) fn count(&self, cell: Cell) -> usize {
        self.cells.iter().flatten().filter(|&&c| c == cell).count()
    }

    pub(crate) fn stones(&self) -> Vec<(Point, Color)> {
        let size = self.size();
        let colour = |p: Point| self.cells[p.y(size)][p.x(size)].map(|color| (p, color));
        Point::all(size).filter_map(colour).collect()
    }

    /// Move sequences of `depth` plies, a finished game counting once; `free` passes are no ply.
    pub(crate) fn perft(&self, depth: u32, free: bool) -> u64 {
        if depth == 0 || self.is_over() {
            return 1;
        }
        let placements = self.placements(self.turn);
        if placements.is_empty() {
            let mut next = self.clone();
            next.turn = !self.turn;
            return next.perft(if free { depth } else { depth - 1 }, free);
        }
        let after = |point| {
            let mut next = self.clone();
            next.place(point);
            next.perft(depth - 1, free)
        };
        placements.into_iter().map(after).sum()
    }
}

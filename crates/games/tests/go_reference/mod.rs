//! Go as its rules are written, and nothing faster: a square of stones, floods, and a list of all boards.

use heibai_games::{Color, Illegal, Move, Point};

pub(crate) type Stones = Vec<Vec<Option<Color>>>;

#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) stones: Stones,
    pub(crate) turn: Color,
    pub(crate) passes: u32,
    /// The board after each move, the starting board first; a pass repeats the board.
    pub(crate) boards: Vec<Stones>,
}

/// The group at (x, y): its stones, and the empty points next to it.
pub(crate) fn group(stones: &Stones, x: usize, y: usize) -> (Vec<(usize, usize)>, Vec<(usize, usize)>) {
    let color = stones[y][x];
    let (mut members, mut liberties) = (vec![(x, y)], Vec::new());
    let mut done = 0;
    while done < members.len() {
        let (x, y) = members[done];
        done += 1;
        for (nx, ny) in next_to(stones.len(), x, y) {
            let list = match stones[ny][nx] {
                None => &mut liberties,
                stone if stone == color => &mut members,
                _ => continue,
            };
            if !list.contains(&(nx, ny)) {
                list.push((nx, ny));
            }
        }
    }
    (members, liberties)
}

pub(crate) fn next_to(size: usize, x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut points = Vec::new();
    if x > 0 {
        points.push((x - 1, y));
    }
    if y > 0 {
        points.push((x, y - 1));
    }
    if x + 1 < size {
        points.push((x + 1, y));
    }
    if y + 1 < size {
        points.push((x, y + 1));
    }
    points
}

impl Reference {
    pub(crate) fn new(stones: Stones, turn: Color) -> Reference {
        Reference { boards: vec![stones.clone()], stones, turn, passes: 0 }
    }

    pub(crate) fn empty(size: usize) -> Reference {
        Reference::new(vec![vec![None; size]; size], Color::Black)
    }

    pub(crate) fn size(&self) -> usize {
        self.stones.len()
    }

    /// The board after a move, or why there is none.
    pub(crate) fn after(&self, mv: Move) -> Result<Stones, Illegal> {
        if self.passes == 2 {
            return Err(Illegal::GameOver);
        }
        let size = self.size();
        let Move::Place(point) = mv else { return Ok(self.stones.clone()) };
        let (x, y) = (point.index() % size, point.index() / size);
        if y >= size {
            return Err(Illegal::OffBoard);
        }
        if self.stones[y][x].is_some() {
            return Err(Illegal::Occupied);
        }
        let mut next = self.stones.clone();
        next[y][x] = Some(self.turn);
        for (nx, ny) in next_to(size, x, y) {
            if next[ny][nx] == Some(!self.turn) {
                let (members, liberties) = group(&next, nx, ny);
                if liberties.is_empty() {
                    members.iter().for_each(|&(mx, my)| next[my][mx] = None);
                }
            }
        }
        if group(&next, x, y).1.is_empty() {
            return Err(Illegal::Suicide);
        }
        match self.boards.iter().position(|board| *board == next) {
            Some(of_move) => Err(Illegal::Repetition { of_move: of_move as u32 }),
            None => Ok(next),
        }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.stones = self.after(mv).expect("a legal move");
        self.boards.push(self.stones.clone());
        self.passes = if mv == Move::Pass { self.passes + 1 } else { 0 };
        self.turn = !self.turn;
    }

    pub(crate) fn legal(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = Point::all(self.size()).map(Move::Place).collect();
        moves.push(Move::Pass);
        moves.retain(|&mv| self.after(mv).is_ok());
        moves
    }
}

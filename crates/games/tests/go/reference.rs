//! Go as its rules are written, and nothing faster: rows of stones, floods, and a list of all boards.

use heibai_games::go::{Position, RuleSet, Rules};
use heibai_games::{Color, Illegal, Move, Point, Position as _};

/// Row by row from the top.
pub(crate) type Stones = Vec<Option<Color>>;

#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) size: usize,
    pub(crate) stones: Stones,
    pub(crate) turn: Color,
    pub(crate) passes: u32,
    /// The board after each move, the starting board first; a pass repeats the board.
    pub(crate) boards: Vec<Stones>,
    set: RuleSet,
    /// How many stones each side has lost when each of `boards` was reached.
    lost: Vec<[usize; 2]>,
}

pub(crate) struct Group {
    pub(crate) stones: Vec<usize>,
    pub(crate) liberties: Vec<usize>,
}

pub(crate) fn group(stones: &Stones, size: usize, start: usize) -> Group {
    let mut found = Group { stones: vec![start], liberties: Vec::new() };
    let mut met = vec![false; stones.len()];
    met[start] = true;
    let mut done = 0;
    while done < found.stones.len() {
        for next in next_to(size, found.stones[done]) {
            if met[next] {
                continue;
            }
            if stones[next].is_none() {
                found.liberties.push(next);
                met[next] = true;
            } else if stones[next] == stones[start] {
                found.stones.push(next);
                met[next] = true;
            }
        }
        done += 1;
    }
    found
}

pub(crate) fn next_to(size: usize, point: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (point % size, point / size);
    let left = (x > 0).then(|| point - 1);
    let up = (y > 0).then(|| point - size);
    let right = (x + 1 < size).then(|| point + 1);
    let down = (y + 1 < size).then(|| point + size);
    [left, up, right, down].into_iter().flatten()
}

impl Reference {
    pub(crate) fn new(stones: Stones, size: usize, turn: Color) -> Reference {
        let (set, lost) = (RuleSet::Chinese, vec![[0; 2]]);
        Reference { size, boards: vec![stones.clone()], stones, turn, passes: 0, set, lost }
    }

    pub(crate) fn by(self, set: RuleSet) -> Reference {
        Reference { set, ..self }
    }

    /// Whether the board of now was there twice before, the same side to move, and both sides lost as many stones in
    /// between: then Japanese and Korean rules end the game.
    pub(crate) fn cycled(&self) -> bool {
        let (now, [black, white]) = (self.boards.len() - 1, self.lost[self.boards.len() - 1]);
        let same = |&earlier: &usize| {
            self.boards[earlier] == self.stones
                && (now - earlier).is_multiple_of(2)
                && black - self.lost[earlier][0] == white - self.lost[earlier][1]
        };
        self.set.counts_territory() && self.passes == 0 && (0..now).filter(same).count() >= 2
    }

    pub(crate) fn is_over(&self) -> bool {
        self.passes == 2 || self.cycled()
    }

    /// The board after a move, or why there is none.
    pub(crate) fn after(&self, mv: Move) -> Result<Stones, Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        let Move::Place(point) = mv else { return Ok(self.stones.clone()) };
        let point = point.index();
        if point >= self.stones.len() {
            return Err(Illegal::OffBoard);
        }
        if self.stones[point].is_some() {
            return Err(Illegal::Occupied);
        }
        let mut next = self.stones.clone();
        next[point] = Some(self.turn);
        for enemy in next_to(self.size, point) {
            if next[enemy] == Some(!self.turn) {
                let group = group(&next, self.size, enemy);
                if group.liberties.is_empty() {
                    group.stones.iter().for_each(|&stone| next[stone] = None);
                }
            }
        }
        let own = group(&next, self.size, point);
        if own.liberties.is_empty() {
            if !matches!(self.set, RuleSet::NewZealand | RuleSet::TrompTaylor) {
                return Err(Illegal::Suicide);
            }
            own.stones.iter().for_each(|&stone| next[stone] = None);
        }
        let number = self.boards.len();
        let forbids = |earlier: usize| match self.set {
            RuleSet::Chinese | RuleSet::TrompTaylor => true,
            RuleSet::Aga | RuleSet::NewZealand => (number - earlier).is_multiple_of(2),
            RuleSet::Japanese | RuleSet::Korean => earlier + 2 == number,
        };
        match (0..number).find(|&earlier| forbids(earlier) && self.boards[earlier] == next) {
            Some(of_move) => Err(Illegal::Repetition { of_move: of_move as u32 }),
            None => Ok(next),
        }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        let next = self.after(mv).expect("a legal move");
        let gone = |color: Color| {
            let count = |stones: &Stones| stones.iter().filter(|&&stone| stone == Some(color)).count();
            let placed = usize::from(mv != Move::Pass && color == self.turn);
            count(&self.stones) + placed - count(&next)
        };
        let [black, white] = self.lost[self.lost.len() - 1];
        self.lost.push([black + gone(Color::Black), white + gone(Color::White)]);
        self.stones = next;
        self.boards.push(self.stones.clone());
        self.passes = if mv == Move::Pass { self.passes + 1 } else { 0 };
        self.turn = !self.turn;
    }
}

/// A diagram of rows, `X` black, `O` white, `.` empty, blanks ignored.
pub(crate) fn diagram(text: &str) -> (Stones, usize) {
    let stone = |c: char| match c {
        'X' => Some(Some(Color::Black)),
        'O' => Some(Some(Color::White)),
        '.' => Some(None),
        _ => None,
    };
    let stones: Stones = text.chars().filter_map(stone).collect();
    let size = stones.len().isqrt();
    assert_eq!(size * size, stones.len(), "a square diagram");
    (stones, size)
}

pub(crate) fn rules(size: usize) -> Rules {
    Rules::new(size, Rules::KOMI, 0).unwrap()
}

pub(crate) fn listed(stones: &Stones) -> Vec<(Point, Color)> {
    let point = |(at, stone): (usize, &Option<Color>)| stone.map(|color| (Point(at as u16), color));
    stones.iter().enumerate().filter_map(point).collect()
}

pub(crate) fn position(stones: &Stones, size: usize, turn: Color) -> Position {
    Position::setup(&rules(size), &listed(stones), turn).unwrap()
}

/// Random stones; groups without liberties are taken off again.
pub(crate) fn random_stones(size: usize, rng: &mut fastrand::Rng) -> Stones {
    let density = rng.u32(5..95);
    let stone = |rng: &mut fastrand::Rng| (rng.u32(..100) < density).then(|| Color::BOTH[rng.usize(..2)]);
    let mut stones: Stones = (0..size * size).map(|_| stone(rng)).collect();
    for point in 0..stones.len() {
        if stones[point].is_some() {
            let group = group(&stones, size, point);
            if group.liberties.is_empty() {
                group.stones.iter().for_each(|&stone| stones[stone] = None);
            }
        }
    }
    stones
}

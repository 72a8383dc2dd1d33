//! The three games again, as slowly and plainly as possible: the references for the program. Nothing here comes from
//! the tested crates.

pub mod go;
pub mod gomoku;
pub mod othello;

/// What lies on a point.
pub const EMPTY: u8 = 0;
pub const BLACK: u8 = 1;
pub const WHITE: u8 = 2;

/// Black's opponent is White, and White's is Black.
pub fn other(side: u8) -> u8 {
    3 - side
}

/// The eight neighbours.
pub const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The point `steps` away from `point`, if it is on the board.
pub fn step(point: usize, (dx, dy): (i32, i32), steps: i32, size: usize) -> Option<usize> {
    let (x, y) = ((point % size) as i32 + dx * steps, (point / size) as i32 + dy * steps);
    let inside = 0..size as i32;
    (inside.contains(&x) && inside.contains(&y)).then(|| y as usize * size + x as usize)
}

/// Random numbers that are the same on every machine (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }

    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }
}

/// A board of any of the games.
#[derive(Clone)]
pub enum AnyBoard {
    Othello(othello::OthelloBoard),
    Go(go::GoBoard),
    Gomoku(gomoku::GomokuBoard, bool),
}

pub const GAMES: [&str; 3] = ["othello", "go", "gomoku"];

impl AnyBoard {
    /// The start under the program's default rules.
    pub fn start(game: &str, size: usize) -> AnyBoard {
        match game {
            "othello" => AnyBoard::Othello(othello::OthelloBoard::start(size)),
            "go" => AnyBoard::Go(go::GoBoard::start(size)),
            _ => AnyBoard::Gomoku(gomoku::GomokuBoard::start(size, gomoku::Rules::Renju), false),
        }
    }

    pub fn cells(&self) -> &[u8] {
        match self {
            AnyBoard::Othello(board) => &board.cells,
            AnyBoard::Go(board) => &board.cells,
            AnyBoard::Gomoku(board, _) => &board.cells,
        }
    }

    pub fn turn(&self) -> u8 {
        match self {
            AnyBoard::Othello(board) => board.turn,
            AnyBoard::Go(board) => board.turn,
            AnyBoard::Gomoku(board, _) => board.turn,
        }
    }

    /// Where the side to move may place a stone.
    pub fn legal(&self) -> Vec<usize> {
        match self {
            AnyBoard::Othello(board) => board.legal(board.turn),
            AnyBoard::Go(board) => board.legal(),
            AnyBoard::Gomoku(_, true) => Vec::new(),
            AnyBoard::Gomoku(board, false) => (0..board.cells.len()).filter(|&p| board.may_play(p)).collect(),
        }
    }

    pub fn play(&mut self, point: usize) {
        match self {
            AnyBoard::Othello(board) => drop(board.play(point)),
            AnyBoard::Go(board) => board.play(Some(point)),
            AnyBoard::Gomoku(board, won) => *won = board.play(point).is_some(),
        }
    }

    pub fn name(&self, point: usize) -> String {
        match self {
            AnyBoard::Othello(board) => board.name(point),
            AnyBoard::Go(board) => board.name(point),
            AnyBoard::Gomoku(board, _) => board.name(point),
        }
    }

    /// Plays up to `plies` random stones; returns the points in order.
    pub fn wander(&mut self, plies: usize, chance: &mut Chance) -> Vec<usize> {
        let mut played = Vec::new();
        while played.len() < plies {
            let legal = self.legal();
            if legal.is_empty() {
                break;
            }
            // Near the centre of Gomoku's board more happens.
            let near = |&&point: &&usize| (4..11).contains(&(point % 15)) && (4..11).contains(&(point / 15));
            let some: Vec<usize> = match self {
                AnyBoard::Gomoku(board, _) if board.size == 15 => {
                    legal.iter().filter(near).copied().collect()
                }
                _ => legal.clone(),
            };
            let point = chance.of(if some.is_empty() { &legal } else { &some });
            self.play(point);
            played.push(point);
        }
        played
    }
}

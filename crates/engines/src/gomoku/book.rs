//! The first moves by theory: the named Renju openings and the engine's own lines from them.

use super::board::PatternBoard;
use crate::search::below;
use heibai_games::gomoku::Variant;
use heibai_games::{Color, Notation, Point};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines of ten moves from the named openings, made by `heibai-train gomoku book`: the opening's value for Black, a space,
/// and the moves.
const LINES: &str = include_str!("../../../../data/gomoku/book.txt");
/// The board that the lines are for.
const SIZE: usize = 15;

/// The named two-stone starts and third stones of Renju, as steps (right, up) from the centre: White's
/// second stone above the centre (direct) or to its upper right (indirect), and the thirteen third stones
/// of each.
const DIRECT: [(i32, i32); 13] = [
    (0, 2),
    (1, 2),
    (2, 2),
    (1, 1),
    (2, 1),
    (1, 0),
    (2, 0),
    (0, -1),
    (1, -1),
    (2, -1),
    (0, -2),
    (1, -2),
    (2, -2),
];
const INDIRECT: [(i32, i32); 13] = [
    (2, 2),
    (2, 1),
    (2, 0),
    (2, -1),
    (2, -2),
    (1, 0),
    (1, -1),
    (1, -2),
    (0, -1),
    (0, -2),
    (-1, -1),
    (-1, -2),
    (-2, -2),
];

fn cell(size: usize, (right, up): (i32, i32)) -> usize {
    let middle = (size / 2) as i32;
    ((middle - up) * size as i32 + middle + right) as usize
}

/// The stones of each opening, one for each name: the centre, the second stone and the third.
pub fn openings() -> impl Iterator<Item = [usize; 3]> {
    let of = |second, thirds: &'static [(i32, i32); 13]| {
        thirds.iter().map(move |&third| [(0, 0), second, third].map(|step| cell(SIZE, step)))
    };
    of((0, 1), &DIRECT).chain(of((1, 1), &INDIRECT))
}

/// Stones by cell, the colour in the lowest bit: the same for every order of moves.
type Stones = Vec<u16>;

/// Which moves follow which stones, in all eight turns and mirrors of the board.
struct Book(HashMap<Stones, Vec<usize>>);

/// One of the eight turns and mirrors.
fn turned(cell: usize, turn: usize) -> usize {
    let (mut x, mut y) = (cell % SIZE, cell / SIZE);
    if turn & 1 == 1 {
        x = SIZE - 1 - x;
    }
    if turn & 2 == 2 {
        y = SIZE - 1 - y;
    }
    if turn & 4 == 4 { x * SIZE + y } else { y * SIZE + x }
}

impl Book {
    fn get() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(LINES));
        &BOOK
    }

    /// Reads the lines. The third stone is Black's choice: only openings that are not worse for him are his.
    fn read(text: &str) -> Book {
        let mut moves: HashMap<Stones, Vec<usize>> = HashMap::new();
        for line in text.lines() {
            let Some((value, names)) = line.split_once(' ') else { continue };
            let fair = value.parse::<i32>().is_ok_and(|value| value >= 0);
            let cells = read_moves(names);
            for turn in 0..8 {
                let cells: Vec<usize> = cells.iter().map(|&cell| turned(cell, turn)).collect();
                for count in (if fair { 2 } else { 3 })..cells.len() {
                    let next = moves.entry(stones(&cells[..count])).or_default();
                    if !next.contains(&cells[count]) {
                        next.push(cells[count]);
                    }
                }
            }
        }
        Book(moves)
    }
}

fn stones(cells: &[usize]) -> Stones {
    let mut stones: Stones = cells.iter().enumerate().map(|(i, &c)| (2 * c + i % 2) as u16).collect();
    stones.sort_unstable();
    stones
}

/// The points of a line of moves; an unreadable name ends it.
fn read_moves(names: &str) -> Vec<usize> {
    let starts: Vec<usize> =
        names.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(i, _)| i).collect();
    let ends = starts.iter().skip(1).copied().chain([names.len()]);
    let points =
        starts.iter().zip(ends).map_while(|(&from, to)| Notation::Gomoku.read(&names[from..to], SIZE).ok());
    points.map(Point::index).collect()
}

/// A move of theory for the first ten stones: the centre, a stone next to it, one of the 26 named third
/// stones, and on along the book's lines. `None` when the game has left them.
pub fn move_of(board: &PatternBoard, random: &mut fastrand::Rng) -> Option<usize> {
    let size = board.size();
    if size < 9 {
        return None;
    }
    let stones: Vec<usize> = (0..size * size).filter(|&c| board.stone(c).is_some()).collect();
    let centre = cell(size, (0, 0));
    match stones.len() {
        0 => Some(centre),
        1 if board.stone(centre) == Some(Color::Black) => {
            let second = [(0, 1), (1, 1)][below(random, 2)];
            Some(cell(size, second))
        }
        2..10 if size == SIZE && board.variant() == Variant::Renju => {
            let colour = |cell| usize::from(board.stone(cell) == Some(Color::White));
            let key: Stones = stones.iter().map(|&cell| (2 * cell + colour(cell)) as u16).collect();
            let moves = Book::get().0.get(&key)?;
            Some(moves[below(random, moves.len())])
        }
        2 if board.stone(centre) == Some(Color::Black) => {
            let at = |step| board.stone(cell(size, step)) == Some(Color::White);
            let thirds = match () {
                _ if at((0, 1)) => &DIRECT,
                _ if at((1, 1)) => &INDIRECT,
                _ => return None,
            };
            Some(cell(size, thirds[below(random, thirds.len())]))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Weights;
    use heibai_games::gomoku::{OpeningRule, Position as Gomoku, Rules};
    use heibai_games::{Move, Position};

    #[test]
    fn every_line_is_a_legal_game_of_ten_moves_from_a_named_opening() {
        let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).unwrap();
        let named: Vec<[usize; 3]> = openings().collect();
        let mut seen = std::collections::HashSet::new();
        for line in LINES.lines() {
            let cells = read_moves(line.split_once(' ').unwrap().1);
            assert_eq!(cells.len(), 10, "{line}");
            assert!(named.contains(&[cells[0], cells[1], cells[2]]), "{line}");
            seen.insert([cells[0], cells[1], cells[2]]);
            let mut game = Gomoku::start(&rules);
            for cell in cells {
                game.play(Move::Place(Point(cell as u16))).unwrap();
            }
            assert!(game.outcome().is_none(), "{line}");
        }
        assert_eq!(seen.len(), 26);
    }

    #[test]
    fn the_book_knows_ten_moves_however_the_board_is_turned() {
        let rules = Rules::new(SIZE, Variant::Renju, OpeningRule::Free).unwrap();
        let line = read_moves(LINES.lines().next().unwrap().split_once(' ').unwrap().1);
        for turn in 0..8 {
            let mut board = PatternBoard::new(&rules, Weights::of(Variant::Renju));
            let mut random = fastrand::Rng::with_seed(turn as u64);
            line[..3].iter().for_each(|&cell| board.play(turned(cell, turn)));
            for _ in 3..10 {
                let cell = move_of(&board, &mut random).unwrap();
                assert!(board.stone(cell).is_none());
                board.play(cell);
            }
            assert_eq!(move_of(&board, &mut random), None);
        }
    }
}

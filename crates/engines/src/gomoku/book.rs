//! The opening book: the named Renju openings, and lines of the engine's own from them.

use super::board::PatternBoard;
use super::openings::{self, Offset, SECONDS, SIZE, point_at};
use crate::search::below;
use heibai_games::gomoku::Variant;
use heibai_games::symmetry::Symmetry;
use heibai_games::{Color, Notation, Point};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lines of ten moves from the named openings, made by `heibai-train gomoku book`: the opening's value for Black, a
/// space, and the moves.
const LINES: &str = include_str!("../../../../data/gomoku/book.txt");

/// The first three stones of each named opening.
pub fn openings() -> impl Iterator<Item = [usize; 3]> {
    openings::stones().map(|[second, third]| [(0, 0), second, third].map(|at| cell(SIZE, at)))
}

fn cell(size: usize, at: Offset) -> usize {
    point_at(size, at).index()
}

/// Stones by cell, the colour in the lowest bit, sorted: independent of the order of moves.
type Stones = Vec<u16>;

/// The moves that follow each set of stones, in all eight symmetries of the board.
struct Book(HashMap<Stones, Vec<usize>>);

impl Book {
    fn get() -> &'static Book {
        static BOOK: LazyLock<Book> = LazyLock::new(|| Book::read(LINES));
        &BOOK
    }

    /// Reads the lines. Black chooses the third stone, so an opening that is bad for Black starts behind it.
    fn read(text: &str) -> Book {
        let mut moves: HashMap<Stones, Vec<usize>> = HashMap::new();
        for line in text.lines() {
            let Some((value, names)) = line.split_once(' ') else { continue };
            let fair = value.parse::<i32>().is_ok_and(|value| value >= 0);
            let cells = read_moves(names);
            for symmetry in Symmetry::ALL {
                let cells: Vec<usize> = cells.iter().map(|&cell| image(cell, symmetry)).collect();
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

fn image(cell: usize, symmetry: Symmetry) -> usize {
    symmetry.point(Point(cell as u16), SIZE).index()
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

/// A book move for the first ten stones: the centre, a stone next to it, one of the 26 named third stones, then the
/// book's lines. `None` once the game has left them.
pub fn move_of(board: &PatternBoard, random: &mut fastrand::Rng) -> Option<usize> {
    let size = board.size();
    if size < 9 {
        return None;
    }
    let stones: Vec<usize> = (0..size * size).filter(|&c| board.stone(c).is_some()).collect();
    let centre = cell(size, (0, 0));
    match stones.len() {
        0 => Some(centre),
        1 if board.stone(centre) == Some(Color::Black) => Some(cell(size, SECONDS[below(random, 2)])),
        2..10 if size == SIZE && board.variant() == Variant::Renju => {
            let colour = |cell| usize::from(board.stone(cell) == Some(Color::White));
            let key: Stones = stones.iter().map(|&cell| (2 * cell + colour(cell)) as u16).collect();
            let moves = Book::get().0.get(&key)?;
            Some(moves[below(random, moves.len())])
        }
        2 if board.stone(centre) == Some(Color::Black) => {
            let at = |&second: &Offset| board.stone(cell(size, second)) == Some(Color::White);
            let played = SECONDS.into_iter().find(at)?;
            let thirds: Vec<Offset> =
                openings::stones().filter(|[second, _]| *second == played).map(|[_, third]| third).collect();
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
        for (seed, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let mut board = PatternBoard::new(&rules, Weights::of(Variant::Renju));
            let mut random = fastrand::Rng::with_seed(seed as u64);
            line[..3].iter().for_each(|&cell| board.play(image(cell, symmetry)));
            for _ in 3..10 {
                let cell = move_of(&board, &mut random).unwrap();
                assert!(board.stone(cell).is_none());
                board.play(cell);
            }
            assert_eq!(move_of(&board, &mut random), None);
        }
    }
}

//! Training positions from finished games: a game cut off at a random move, and up to eight more moves drawn from a
//! network's policy. Nearly every labelled position is then from another game, and not quite what was played.
//!
//! A library is a text file with one game per line: board size, a space, and the moves as SGF points (`pd` is the fourth
//! point from the right on the fourth line, `tt` a pass), Black first.

use super::boards::{NetAnswer, POINTS, ShownRow, TrainingGame, write_inputs};
use super::searched::{draw, place, stray_move};
use anyhow::{Context, bail};
use heibai_engines::go::State;
use heibai_engines::go::ladder::Reader;
use heibai_games::board::Point;
use heibai_games::go::{Position, Rules};
use heibai_games::position::{HalfPoints, Position as _};
use std::path::Path;
use std::sync::Arc;

/// One of this many games is held out of the training.
pub const HELD_OUT: usize = 64;
/// The largest number of moves drawn from the policy.
const MOST_DRAWN: u32 = 8;
const TEMPERATURES: [f32; 4] = [0.5, 0.8, 1.0, 1.2];
/// The chance of a random move instead of a drawn one.
const STRAY: f32 = 0.04;

struct Finished {
    size: usize,
    /// `None` is a pass.
    moves: Vec<Option<u16>>,
}

/// Finished games.
pub struct Library(Vec<Finished>);

impl Library {
    pub fn read(path: &Path) -> anyhow::Result<Library> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Library::parse(&text).with_context(|| path.display().to_string())
    }

    pub fn parse(text: &str) -> anyhow::Result<Library> {
        let lines = text.lines().enumerate();
        let game = |(number, line)| finished(line).with_context(|| format!("line {}", number + 1));
        let games: Vec<Finished> = lines.map(game).collect::<anyhow::Result<_>>()?;
        if games.len() < 2 {
            bail!("a library needs two games, one of them to be held out");
        }
        Ok(Library(games))
    }

    /// A random game, of the held-out ones or of the others.
    fn choose(&self, random: &mut fastrand::Rng, held_out: bool) -> &Finished {
        let count = self.0.len();
        let index = if held_out {
            random.usize(..count.div_ceil(HELD_OUT)) * HELD_OUT
        } else {
            let index = random.usize(..count - count.div_ceil(HELD_OUT));
            index + index / (HELD_OUT - 1) + 1
        };
        &self.0[index]
    }

    /// A random prefix of a game; it ends before the game is over or breaks our rules.
    pub fn prefix(&self, random: &mut fastrand::Rng, held_out: bool) -> State {
        let game = self.choose(random, held_out);
        let komi = match random.u32(..10) {
            0..6 => 15,
            6..8 => [11, 12, 13, 14][random.usize(..4)],
            _ => 15 + random.i32(-40..=40),
        };
        let rules = Rules::new(game.size, HalfPoints(komi), 0).expect("chosen within the rules");
        let mut state = State::new(&Position::start(&rules), &[]);
        for &point in &game.moves[..random.usize(..=game.moves.len())] {
            let cell = point.map(|point| state.board.cell_of(Point(point)));
            match cell {
                Some(cell) if !state.allows(cell) => break,
                None if state.passes() > 0 => break,
                _ => state.play_cell(cell),
            }
        }
        state
    }
}

fn finished(line: &str) -> anyhow::Result<Finished> {
    let (size, moves) = line.split_once(' ').context("a game is a size, a space and moves")?;
    let size: usize =
        size.parse().ok().filter(|size| (5..=19).contains(size)).context("sizes are 5 to 19")?;
    let (pairs, rest) = moves.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        bail!("half a move is left over");
    }
    let number = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
    let point = |pair: &[u8; 2]| match pair.map(number) {
        [19, 19] => Ok(None),
        [x, y] if x < size && y < size => Ok(Some((y * size + x) as u16)),
        _ => bail!("'{}' is no point", String::from_utf8_lossy(pair)),
    };
    Ok(Finished { size, moves: pairs.iter().map(point).collect::<anyhow::Result<_>>()? })
}

pub struct LibraryGame {
    library: Arc<Library>,
    held_out: bool,
    random: fastrand::Rng,
    state: State,
    /// Moves still to be drawn; at 0 the position may be labelled.
    left: u32,
    temperature: f32,
    reader: Reader,
}

impl LibraryGame {
    pub fn new(seed: u64, library: Arc<Library>, held_out: bool) -> LibraryGame {
        let mut random = fastrand::Rng::with_seed(seed);
        let state = library.prefix(&mut random, held_out);
        let mut game = LibraryGame {
            library,
            held_out,
            random,
            state,
            left: 0,
            temperature: 1.0,
            reader: Reader::default(),
        };
        game.begin();
        game
    }

    fn begin(&mut self) {
        self.state = self.library.prefix(&mut self.random, self.held_out);
        self.left = self.random.u32(..=MOST_DRAWN);
        self.temperature = TEMPERATURES[self.random.usize(..TEMPERATURES.len())];
    }
}

impl TrainingGame for LibraryGame {
    fn show(&mut self, row: ShownRow<'_>) {
        let open = self.random.u32(..20) == 0;
        let may = self.left == 0;
        write_inputs(&self.state, open, &mut self.reader, row.points, row.globals);
        row.about.copy_from_slice(&[i16::from(may), 0]);
    }

    fn answer(&mut self, answer: &NetAnswer<'_>) {
        if self.left == 0 {
            return self.begin();
        }
        self.left -= 1;
        let state = &self.state;
        let legal = state.board.cells().filter(|&cell| state.allows(cell));
        let power = 1.0 / self.temperature;
        let mut moves: Vec<_> =
            legal.map(|cell| (Some(cell), answer.policy(place(state, cell)).max(0.0).powf(power))).collect();
        moves.push((None, answer.policy(POINTS).max(0.0).powf(power)));
        let chosen = if self.random.f32() < STRAY {
            stray_move(state, &mut self.random)
        } else {
            draw(&mut self.random, moves.into_iter())
        };
        self.state.play_cell(chosen);
        if self.state.is_over() {
            self.left = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::tests::{answer, even};
    use super::*;

    fn library(games: usize) -> Library {
        // Every game has its own first move.
        let line = |i: usize| {
            let first = format!("{}{}", (b'a' + (i % 9) as u8) as char, (b'a' + (i / 9) as u8) as char);
            format!("9 {first}iiihtttt\n")
        };
        Library::parse(&(0..games).map(line).collect::<String>()).unwrap()
    }

    #[test]
    fn games_are_read_and_what_is_none_is_refused() {
        let library = Library::parse("19 pddptt\n9 aaii\n").unwrap();
        assert_eq!(library.0[0].moves, [Some(3 * 19 + 15), Some(15 * 19 + 3), None]);
        assert_eq!((library.0[1].size, library.0[1].moves.len()), (9, 2));
        for bad in
            ["", "19 pd", "19 pddp\n9 aaj", "19 pd\n9 jj", "19 pd\nnine aa", "19 pd\n20 aa", "19 pd\n9 A1"]
        {
            assert!(Library::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn held_out_games_are_never_trained_on() {
        for count in [2, 63, 64, 65, 70] {
            let library = library(count);
            let mut random = fastrand::Rng::with_seed(3);
            let mut seen = [vec![0; count], vec![0; count]];
            for held_out in [false, true] {
                for _ in 0..3000 {
                    let chosen = library.choose(&mut random, held_out);
                    let index = library.0.iter().position(|game| std::ptr::eq(game, chosen)).unwrap();
                    seen[usize::from(held_out)][index] += 1;
                }
            }
            let [trained, held] = seen;
            for (index, (trained, held)) in trained.into_iter().zip(held).enumerate() {
                let is_held = index % HELD_OUT == 0;
                assert_eq!((trained > 0, held > 0), (!is_held, is_held), "{index} of {count}");
            }
        }
    }

    #[test]
    fn a_position_is_labelled_after_its_last_drawn_move() {
        let library = Arc::new(library(70));
        let bytes = even(0.0, 0.0);
        let (mut labelled, mut longest) = (0, 0);
        for seed in 0..40 {
            let mut game = LibraryGame::new(seed, library.clone(), seed % 2 == 0);
            for _ in 0..60 {
                let (mut points, mut globals, mut about) = (vec![7; POINTS], [0.0; 19], [0; 2]);
                game.show(ShownRow { points: &mut points, globals: &mut globals, about: &mut about });
                assert_eq!(points.iter().filter(|&&bits| bits & 1 == 1).count(), 81);
                assert_eq!(about, [i16::from(game.left == 0), 0]);
                let (left, moves) = (game.left, game.state.moves());
                game.answer(&answer(&bytes));
                if left == 0 {
                    labelled += 1;
                } else {
                    assert_eq!(game.state.moves(), moves + 1);
                    assert!(game.left + 1 == left || game.state.is_over());
                }
                longest = longest.max(game.state.moves());
            }
        }
        // Four drawn moves in the mean, so that one look of five is labelled.
        assert!((300..700).contains(&labelled), "{labelled}");
        assert!(longest > 5 && longest <= 5 + MOST_DRAWN);
    }
}

//! Many games of Go at once for the training in `train/go`: writes the network inputs of every game's
//! position to standard output, reads a move for each from standard input, and so on without end. The
//! rules and inputs are those of the player itself.
//!
//! A frame, little-endian: for each game 361 numbers of 32 bits (bit n is
//! input plane n of the point, bit 31 whether the side to move may play there; smaller boards lie in the
//! top-left corner of 19x19), then for each game 19 floats (global inputs), then for each game four bytes
//! (size, side to move, and the komi in half points as 16 bits). The answer: for each game a 16-bit move
//! (row * 19 + column, or 361 for a pass) and a 16-bit komi in half points (-32768 keeps it). A move plus
//! 1024 is a side line: it is followed for one to six moves, then the game goes on with the move that
//! stands in the komi's place. Some side lines begin with a capture or an escape instead.

use heibai_engines::go::board::Cell;
use heibai_engines::go::ladder::Reader;
use heibai_engines::go::{State, View, inputs};
use heibai_games::board::Point;
use heibai_games::go::{Position, Rules};
use heibai_games::position::{HalfPoints, Move, Position as _};
use std::io::{Read, Write};

const SIDE: usize = 19;
const POINTS: usize = SIDE * SIDE;
const GLOBALS: usize = 19;
const LEGAL: u32 = 1 << 31;
const KEEP: i16 = i16::MIN;
const BRANCH: u16 = 1024;
/// The most moves of a side line.
const LONGEST: u32 = 6;
/// Of a hundred positions, how many are on 5x5, 6x6, and so on to 19x19.
const SHARES: [f32; 15] = [1., 1., 1., 1., 17., 1., 1., 1., 9., 1., 1., 1., 1., 1., 62.];

struct Game {
    state: State,
    view: View,
    random: fastrand::Rng,
    /// The chance that a random legal move is played instead of the one that was answered.
    stray: f32,
    /// While a side line is followed: its moves that are left, and the game itself.
    main: Option<(u32, Box<State>)>,
    reader: Reader,
}

impl Game {
    fn new(seed: u64) -> Game {
        let mut random = fastrand::Rng::with_seed(seed);
        let state = fresh(&mut random, SIDE);
        let (view, reader) = (View::Game, Reader::default());
        let mut game = Game { state, view, random, stray: 0.0, main: None, reader };
        let size = size(&mut game.random, |_| 1.0);
        game.begin(size);
        game
    }

    fn begin(&mut self, size: usize) {
        self.state = fresh(&mut self.random, size);
        self.stray = [0.0, 0.01, 0.03, 0.1][self.random.usize(..4)];
        self.view = View::Game;
        self.main = None;
        if self.random.u32(..4) == 0 {
            for _ in 0..self.random.u32(1..=6) {
                let mv = self.stray_move();
                self.state.play(mv);
            }
        }
    }

    /// Writes the position's inputs.
    fn show(&mut self, points: &mut [u32], globals: &mut [f32], about: &mut [u8]) {
        let state = &self.state;
        let shown = inputs(state, self.view, &mut self.reader);
        points.fill(0);
        for cell in state.board.cells() {
            let point = state.board.point_of(cell).index();
            let range = shown.starts()[point] as usize..shown.starts()[point + 1] as usize;
            let planes = shown.planes()[range].iter().fold(1u32, |bits, &plane| bits | 1 << plane);
            let legal = if state.allows(cell) { LEGAL } else { 0 };
            points[point / state.size() * SIDE + point % state.size()] = planes | legal;
        }
        globals.copy_from_slice(&shown.globals);
        let komi = (state.komi() as i16).to_le_bytes();
        about.copy_from_slice(&[state.size() as u8, state.turn().index() as u8, komi[0], komi[1]]);
    }

    fn answer(&mut self, place: u16, komi: i16) {
        if let Some((left, game)) = self.main.take() {
            if left == 0 || self.is_at_end() {
                self.state = *game;
            } else {
                self.main = Some((left - 1, game));
                self.place(place % BRANCH);
            }
        } else if self.is_at_end() {
            // A game lasts about as many moves as its board has points, so small boards begin more games.
            let size = size(&mut self.random, |size| 1.0 / (size * size) as f32);
            return self.begin(size);
        } else if place >= BRANCH {
            let before = self.state.clone();
            self.place(komi as u16);
            let game = std::mem::replace(&mut self.state, before);
            self.main = Some((self.random.u32(..LONGEST), Box::new(game)));
            match self.urgent_move().filter(|_| self.random.u32(..3) == 0) {
                Some(mv) => self.state.play(mv),
                None => self.place(place - BRANCH),
            }
        } else {
            if komi != KEEP {
                self.state.set_komi(i32::from(komi));
            }
            if self.random.f32() < self.stray {
                let mv = self.stray_move();
                self.state.play(mv);
            } else {
                self.place(place);
            }
        }
        // The judge and a first look at a position know no last moves; the network must bear that too.
        let open = self.state.passes() > 0 && self.random.bool() || self.random.f32() < 0.08;
        self.view = if open || self.state.is_over() { View::Open } else { View::Game };
    }

    fn is_at_end(&self) -> bool {
        let size = self.state.size();
        self.state.is_over() || self.state.moves() >= (size * size * 3 / 2) as u32
    }

    fn place(&mut self, place: u16) {
        let (x, y) = (usize::from(place) % SIDE, usize::from(place) / SIDE);
        let mv = Point::new(x, y, self.state.size()).map_or(Move::Pass, Move::Place);
        let legal = match mv {
            Move::Pass => true,
            Move::Place(point) => self.state.allows(self.state.board.cell_of(point)),
        };
        if legal {
            self.state.play(mv);
        } else {
            eprintln!("an illegal move was answered");
            self.state.play(Move::Pass);
        }
    }

    /// A move at the last liberty of some chain, good or bad.
    fn urgent_move(&mut self) -> Option<Move> {
        let state = &self.state;
        let board = &state.board;
        let in_atari = |cell: Cell| board.stone(cell).is_some() && board.liberties(cell) == 1;
        let urgent = |&cell: &Cell| board.neighbours(cell).into_iter().any(in_atari) && state.allows(cell);
        let moves: Vec<Cell> = board.cells().filter(urgent).collect();
        self.random.choice(&moves).map(|&cell| Move::Place(board.point_of(cell)))
    }

    fn stray_move(&mut self) -> Move {
        let board = &self.state.board;
        let legal: Vec<_> = board.cells().filter(|&cell| self.state.allows(cell)).collect();
        self.random.choice(&legal).map_or(Move::Pass, |&cell| Move::Place(board.point_of(cell)))
    }
}

/// A board's side, each with its share of the positions times `weight`.
fn size(random: &mut fastrand::Rng, weight: impl Fn(usize) -> f32) -> usize {
    let weights: Vec<f32> = SHARES.iter().zip(5..).map(|(share, size)| share * weight(size)).collect();
    let mut left = random.f32() * weights.iter().sum::<f32>();
    let chosen = weights.iter().position(|weight| {
        left -= weight;
        left <= 0.0
    });
    chosen.map_or(SIDE, |index| 5 + index)
}

/// An empty board, sometimes with another komi or handicap stones.
fn fresh(random: &mut fastrand::Rng, size: usize) -> State {
    let komi = match random.u32(..100) {
        0..70 => 15,
        70..85 => [1, 11, 13, 0, 12, 14][random.usize(..6)],
        _ => random.i32(-80..=80),
    };
    let most = Rules::most_handicap(size);
    let handicap = if most >= 2 && random.u32(..100) < 8 { random.u32(2..=most) } else { 0 };
    let rules = Rules::new(size, HalfPoints(komi), handicap).expect("chosen within the rules");
    State::new(&Position::start(&rules), &[])
}

pub fn run(count: usize, threads: usize, seed: u64) {
    let mut games: Vec<Game> =
        (0..count as u64).map(|i| Game::new(seed.wrapping_mul(1_000_003).wrapping_add(i))).collect();
    let mut points = vec![0u32; count * POINTS];
    let mut globals = vec![0f32; count * GLOBALS];
    let mut about = vec![0u8; count * 4];
    let mut answer = vec![0u8; count * 4];
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let share = count.div_ceil(threads).max(1);
    loop {
        std::thread::scope(|scope| {
            let parts = games.chunks_mut(share).zip(points.chunks_mut(share * POINTS));
            let parts = parts.zip(globals.chunks_mut(share * GLOBALS)).zip(about.chunks_mut(share * 4));
            for (((games, points), globals), about) in parts {
                scope.spawn(move || {
                    let rows =
                        points.chunks_mut(POINTS).zip(globals.chunks_mut(GLOBALS)).zip(about.chunks_mut(4));
                    for (game, ((points, globals), about)) in games.iter_mut().zip(rows) {
                        game.show(points, globals, about);
                    }
                });
            }
        });
        let mut bytes: Vec<u8> = points.iter().flat_map(|x| x.to_le_bytes()).collect();
        bytes.extend(globals.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend_from_slice(&about);
        if output.write_all(&bytes).and_then(|()| output.flush()).is_err()
            || input.read_exact(&mut answer).is_err()
        {
            return;
        }
        let answers: Vec<(u16, i16)> = answer
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&[a, b, c, d]| (u16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])))
            .collect();
        std::thread::scope(|scope| {
            for (games, answers) in games.chunks_mut(share).zip(answers.chunks(share)) {
                scope.spawn(move || {
                    for (game, &(place, komi)) in games.iter_mut().zip(answers) {
                        game.answer(place, komi);
                    }
                });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_games_have_stray_moves_too() {
        let games: Vec<Game> = (0..200).map(Game::new).collect();
        assert!(games.iter().filter(|game| game.stray > 0.0).count() > 100);
        assert!(games.iter().filter(|game| game.state.moves() > 0).count() > 20);
    }

    #[test]
    fn a_side_line_ends_and_the_game_goes_on() {
        for seed in 0..20 {
            let mut game = Game::new(seed);
            let empty = Position::start(&Rules::new(9, Rules::KOMI, 0).unwrap());
            (game.state, game.stray) = (State::new(&empty, &[]), 0.0);
            let komi = game.state.komi();
            game.answer(BRANCH + 2 * 19 + 2, 4 * 19 + 4);
            let side_line = game.state.board.cell_of(Point::new(2, 2, 9).unwrap());
            let played = game.state.board.cell_of(Point::new(4, 4, 9).unwrap());
            let mut shown = 0;
            while game.main.is_some() {
                assert!(!game.state.allows(side_line) && game.state.allows(played), "seed {seed}");
                game.answer(shown, KEEP);
                shown += 1;
            }
            assert!((1..=LONGEST as u16).contains(&shown), "seed {seed}: {shown} positions");
            assert!(game.state.allows(side_line) && !game.state.allows(played), "seed {seed}");
            assert_eq!((game.state.moves(), game.state.komi()), (1, komi), "seed {seed}");
        }
    }
}

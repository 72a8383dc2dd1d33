//! Tournament games from WTHOR databases, and the training positions: a position of a game, then a few moves that the
//! game did not have, because a search mostly meets positions that nobody would play.

use anyhow::Context;
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::pattern::Features;
use heibai_engines::othello::weights::{PHASES, Weights};
use std::path::PathBuf;

/// A game: its moves and Black's margin, as played and with perfect play from 24 empty squares.
pub struct SolvedGame {
    moves: Vec<u8>,
    perfect: i8,
}

/// A position and its value for the side to move, in discs.
#[derive(Clone, Copy, Debug)]
pub struct Labelled {
    pub board: Bitboards,
    pub score: i8,
}

/// One game in this many is held back.
pub const HELD_BACK: usize = 20;
/// The most moves away from the game.
const OFF_THE_GAME: u32 = 9;
/// The header's search depth is 24 in every database: from there the result is that of perfect play.
const PERFECT: u32 = 24;

/// The games of all files, shuffled with a fixed seed, so that every prefix of the list is a fair sample.
pub fn read(files: &[PathBuf]) -> anyhow::Result<Vec<SolvedGame>> {
    let mut games = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
        let cut_off = || format!("{}: cut off", file.display());
        let (header, records) = bytes.split_at_checked(16).with_context(cut_off)?;
        // Games on other boards do not suit this evaluation; the thirteenth byte is the size, 0 meaning 8.
        if matches!(header[12], 0 | 8) {
            games.extend(records.chunks_exact(68).map(SolvedGame::new));
        }
    }
    fastrand::Rng::with_seed(1).shuffle(&mut games);
    Ok(games)
}

impl SolvedGame {
    fn new(record: &[u8]) -> SolvedGame {
        let square = |&code: &u8| {
            let (row, column) = (code / 10, code % 10);
            ((1..=8).contains(&row) && (1..=8).contains(&column)).then(|| (row - 1) * 8 + column - 1)
        };
        SolvedGame {
            moves: record[8..].iter().map_while(square).collect(),
            perfect: (2 * i32::from(record[7]) - 64) as i8,
        }
    }

    /// The game's positions with the result of perfect play, for the side to move.
    pub fn positions(&self) -> Vec<Labelled> {
        let mut seen = Vec::new();
        let mut black = true;
        self.walk(PERFECT, |board, passed| {
            black ^= passed;
            seen.push(Labelled { board, score: if black { self.perfect } else { -self.perfect } });
            black = !black;
        });
        seen
    }

    /// Replays the game down to `empties` empty squares. Calls `seen` with each position before its move, and whether
    /// the other side had to pass first.
    fn walk(&self, empties: u32, mut seen: impl FnMut(Bitboards, bool)) -> Bitboards {
        let mut board = Bitboards::START;
        for &square in &self.moves {
            if board.empties() <= empties {
                break;
            }
            let passed = board.moves() == 0;
            if passed {
                board = board.passed();
            }
            if board.moves() >> square & 1 == 0 {
                break;
            }
            seen(board, passed);
            board = board.played(square.into(), board.flips(square.into()));
        }
        board
    }
}

/// Position number `number` of a phase, the same in every run. `None` if that game does not reach it.
pub fn position(
    games: &[SolvedGame],
    weights: &Weights,
    phase: usize,
    number: usize,
    held_back: bool,
) -> Option<Bitboards> {
    let mut random =
        fastrand::Rng::with_seed((phase as u64) << 32 | number as u64 | u64::from(held_back) << 63);
    let groups = games.len() / HELD_BACK;
    let game = if held_back {
        number % groups * HELD_BACK
    } else {
        let other = number % (groups * (HELD_BACK - 1));
        other / (HELD_BACK - 1) * HELD_BACK + other % (HELD_BACK - 1) + 1
    };
    let empties = 60 - 2 * phase as u32 - random.u32(..if phase + 1 == PHASES { 3 } else { 2 });
    let off = random.u32(..=OFF_THE_GAME).min(60 - empties);
    let mut board = games.get(game)?.walk(empties + off, |_, _| ());
    let mut manners = MANNERS[random.usize(..MANNERS.len())];
    if random.bool() {
        manners.reverse();
    }
    while board.empties() > empties {
        if board.moves() == 0 {
            (board, manners) = (board.passed(), [manners[1], manners[0]]);
        }
        if board.moves() == 0 {
            return None;
        }
        let square = manners[0].choose(&board, weights, &mut random);
        board = board.played(square, board.flips(square));
        manners.reverse();
    }
    (board.empties() == empties).then_some(board)
}

/// How a side moves after leaving the game.
#[derive(Clone, Copy)]
enum Manner {
    /// The best move by the evaluation.
    Best,
    Any,
    /// Half at random, half leaving the fewest replies.
    Wanders,
}

/// How both sides move. In a search one side mostly plays the best move and the other anything; the positions where
/// both play well are decisive.
const MANNERS: [[Manner; 2]; 4] = [
    [Manner::Best, Manner::Best],
    [Manner::Best, Manner::Best],
    [Manner::Best, Manner::Any],
    [Manner::Wanders, Manner::Wanders],
];

impl Manner {
    fn choose(self, board: &Bitboards, weights: &Weights, random: &mut fastrand::Rng) -> u32 {
        let moves = board.moves();
        let any = |random: &mut fastrand::Rng| {
            let skipped = random.u32(..moves.count_ones());
            (0..skipped).fold(moves, |set, _| set & (set - 1)).trailing_zeros()
        };
        let squares = (0..64).filter(|square| moves >> square & 1 == 1);
        let least = |cost: &dyn Fn(&u32) -> i32| squares.min_by_key(cost).expect("there is a move");
        match self {
            Manner::Best => {
                let features = Features::new(board.mover, board.opponent);
                let next = |square: &u32| features.played(*square, board.flips(*square));
                least(&|square| weights.value(&next(square), board.empties() - 1))
            }
            Manner::Wanders if random.bool() => {
                let next = |square: u32| board.played(square, board.flips(square));
                least(&|&square| next(square).moves().count_ones() as i32)
            }
            _ => any(random),
        }
    }
}

//! The linear evaluation: a value and a move-ordering score for the shapes that each side makes on an empty point. The
//! value of a position is the sum over its points, for the side to move. Fitted by `train/gomoku/fit.py` to self-play.

use super::class::{CODES, Classes};
use crate::data::File;
use heibai_games::Color;
use heibai_games::gomoku::Variant;
use std::sync::{Arc, OnceLock};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// By colour of the shapes and code: the value with Black and with White to move.
    pub values: [Vec<[i16; 2]>; 2],
    /// The value of having the move, for Black and White.
    pub tempo: [i16; 2],
    /// The value of a state of threats (`PatternBoard::state`), with Black and with White to move.
    pub state: [Vec<i16>; 2],
    /// The move-ordering scores, indexed like `values`; both colours' scores are added.
    pub order: [Vec<[i16; 2]>; 2],
}

/// Hand-made values by class, for the side to move and for the other side: self-play starts from them.
const OWN: [i16; 16] = [0, 1, 5, 11, 6, 13, 26, 34, 60, 24, 32, 90, 160, 250, 0, 20];
const OTHER: [i16; 16] = [0, 1, 4, 8, 4, 9, 14, 19, 30, 14, 18, 45, 70, 120, 0, 10];
const OWN_ORDER: [i16; 16] = [0, 4, 14, 24, 18, 30, 60, 80, 110, 44, 64, 300, 900, 2000, 0, 90];
const OTHER_ORDER: [i16; 16] = [0, 3, 10, 17, 11, 18, 40, 52, 75, 26, 38, 160, 400, 1000, 0, 50];

/// The number of states of threats.
pub(crate) const STATES: usize = 1 << 11;

const MAGIC: &[u8] = b"heibai gomoku 2\n";

/// Weights by rule set, read when first asked for.
type Shipped = [OnceLock<Arc<Weights>>; 4];

fn shipped(all: &Shipped, variant: Variant, file: File) -> Arc<Weights> {
    let read = || Weights::read(file.bytes()).map_or_else(|_| Weights::guess(variant), Arc::new);
    all[variant as usize].get_or_init(read).clone()
}

impl Weights {
    /// The shipped weights of the levels and opponents, with which their strength was measured.
    pub fn of(variant: Variant) -> Arc<Weights> {
        static ALL: Shipped = [const { OnceLock::new() }; 4];
        let file = match variant {
            Variant::Freestyle => File::Freestyle,
            Variant::Standard => File::Standard,
            Variant::Renju | Variant::RenjuPatterns => File::Renju,
        };
        shipped(&ALL, variant, file)
    }

    /// The shipped weights of the full engine, on which its network was trained.
    pub fn full(variant: Variant) -> Arc<Weights> {
        static ALL: Shipped = [const { OnceLock::new() }; 4];
        match variant {
            Variant::Freestyle => shipped(&ALL, variant, File::FreestyleFull),
            Variant::Standard => Weights::of(variant),
            Variant::Renju | Variant::RenjuPatterns => shipped(&ALL, variant, File::RenjuFull),
        }
    }

    /// The hand-made weights.
    pub fn guess(variant: Variant) -> Arc<Weights> {
        let classes = Classes::of(variant);
        let table = |own: &[i16; 16], other: &[i16; 16], sign: i16| {
            Color::BOTH.map(|color| {
                let of_code = |code| {
                    let class = classes.class(color, code) as usize;
                    let mut value = [sign * other[class]; 2];
                    value[color.index()] = own[class];
                    value
                };
                (0..CODES as u16).map(of_code).collect()
            })
        };
        Arc::new(Weights {
            values: table(&OWN, &OTHER, -1),
            tempo: [15; 2],
            state: [vec![0; STATES], vec![0; STATES]],
            order: table(&OWN_ORDER, &OTHER_ORDER, 1),
        })
    }

    /// Reads a file of weights, whose layout `fit.py` describes.
    pub fn read(bytes: &[u8]) -> Result<Weights, String> {
        let body = bytes.strip_prefix(MAGIC).ok_or("these are no Gomoku weights")?;
        let expected = 2 * (2 + 8 * CODES + 2 * STATES);
        if body.len() != expected {
            return Err(format!("Gomoku weights have {expected} bytes after the head, not {}", body.len()));
        }
        let numbers: Vec<i16> = body.chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]])).collect();
        let (tempo, tables) = numbers.split_at(2);
        // The file is indexed by side to move and by mover or opponent; here by colour, then by side to move.
        let table = |numbers: &[i16]| {
            [0, 1].map(|owner| {
                let at = |turn: usize, code| numbers[(turn * 2 + usize::from(turn != owner)) * CODES + code];
                (0..CODES).map(|code| [at(0, code), at(1, code)]).collect()
            })
        };
        let (values, rest) = tables.split_at(4 * CODES);
        let (order, states) = rest.split_at(4 * CODES);
        let (black, white) = states.split_at(STATES);
        let state = [black.to_vec(), white.to_vec()];
        Ok(Weights { values: table(values), tempo: [tempo[0], tempo[1]], state, order: table(order) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_by_colour_and_turn() {
        let mut bytes = MAGIC.to_vec();
        let numbers = (0..2 + 8 * CODES + 2 * STATES).map(|i| (i % 30_011) as i16);
        bytes.extend(numbers.flat_map(i16::to_le_bytes));
        let weights = Weights::read(&bytes).unwrap();
        assert_eq!(weights.tempo, [0, 1]);
        let at = |table: usize, code: usize| ((2 + table * CODES + code) % 30_011) as i16;
        // Black's shapes are the mover's with Black to move and the other side's with White to move.
        assert_eq!(weights.values[0][7], [at(0, 7), at(3, 7)]);
        assert_eq!(weights.values[1][7], [at(1, 7), at(2, 7)]);
        assert_eq!(weights.order[1][9], [at(5, 9), at(6, 9)]);
        assert_eq!([weights.state[0][3], weights.state[1][3]], [at(8, 3), at(8, STATES + 3)]);
    }

    #[test]
    fn the_shipped_files_are_whole() {
        for variant in Variant::ALL {
            assert_ne!(Weights::of(variant), Weights::guess(variant), "{variant:?}");
            assert_ne!(Weights::full(variant), Weights::guess(variant), "{variant:?}");
        }
    }

    #[test]
    fn broken_files_are_refused() {
        assert!(Weights::read(b"").is_err());
        assert!(Weights::read(MAGIC).is_err());
        assert!(Weights::read(&[MAGIC, &[0; 99]].concat()).is_err());
    }
}

//! The fitted evaluation: what each empty point is worth by the shapes that both sides would make there.
//! The value of a position is the sum over its points, seen from the side to move.

use super::class::{CODES, Class, Classes, Codes};
use heibai_games::Color;
use heibai_games::gomoku::Variant;
use std::sync::{Arc, OnceLock};

/// The values of all codes: for each owner of the shapes, with Black and with White to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    pub values: [Vec<[i16; 2]>; 2],
    /// The value of having the move, for Black and White.
    pub tempo: [i16; 2],
}

/// A point's worth by its class, for the side to move and for the other side: the first guess, from
/// which self-play starts.
const OWN: [i16; 16] = [0, 1, 5, 11, 6, 13, 26, 34, 60, 24, 32, 90, 160, 250, 0, 20];
const OTHER: [i16; 16] = [0, 1, 4, 8, 4, 9, 14, 19, 30, 14, 18, 45, 70, 120, 0, 10];

impl Weights {
    /// The weights that the engine plays with.
    pub fn of(variant: Variant) -> Arc<Weights> {
        static ALL: [OnceLock<Arc<Weights>>; 4] = [const { OnceLock::new() }; 4];
        ALL[variant as usize].get_or_init(|| Weights::guess(variant)).clone()
    }

    /// Values by class alone.
    pub fn guess(variant: Variant) -> Arc<Weights> {
        let classes = Classes::of(variant);
        let table = |color: Color| {
            (0..CODES as u16)
                .map(|code| {
                    let class = classes.class(color, code) as usize;
                    let mut value = [-OTHER[class]; 2];
                    value[color.index()] = OWN[class];
                    value
                })
                .collect()
        };
        debug_assert_eq!(Codes::get().shapes.len(), CODES);
        debug_assert_eq!(Class::from_index(15), Class::Doubtful);
        Arc::new(Weights { values: [table(Color::Black), table(Color::White)], tempo: [15; 2] })
    }
}

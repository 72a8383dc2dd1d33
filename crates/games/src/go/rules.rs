//! What can be agreed before a game of Go: board, komi, handicap.

use crate::position::{HalfPoints, Impossible};

/// Board size, komi and handicap. Area is counted and no board may come back (positional superko).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    /// What White gets, in points.
    komi: HalfPoints,
    /// Stones that Black has on the board before White's first move: 0, or 2 to 9 where the board has the points.
    handicap: u8,
}

impl Rules {
    /// 3¾ stones, which are 7.5 points.
    pub const KOMI: HalfPoints = HalfPoints(15);

    /// Boards go from 2x2 to 25x25; a handicap is 0, or 2 to [`Rules::most_handicap`].
    ///
    /// ```
    /// use heibai_games::HalfPoints;
    /// use heibai_games::go::Rules;
    /// let rules = Rules::new(19, Rules::KOMI, 0).unwrap();
    /// assert_eq!(rules.komi(), HalfPoints::from_f64(7.5));
    /// assert!(Rules::new(26, Rules::KOMI, 0).is_err());
    /// ```
    pub fn new(size: usize, komi: HalfPoints, handicap: u32) -> Result<Rules, Impossible> {
        if !(2..=25).contains(&size) {
            return Err(Impossible::Size(size));
        }
        let most = Rules::most_handicap(size);
        if handicap == 1 || handicap > most {
            return Err(Impossible::Handicap { handicap, size, most });
        }
        Ok(Rules { size: size as u8, komi, handicap: handicap as u8 })
    }

    /// How many fixed handicap points a board has, as GTP defines them.
    pub const fn most_handicap(size: usize) -> u32 {
        match size {
            0..=6 => 0,
            7 => 4,
            n if n % 2 == 0 => 4,
            _ => 9,
        }
    }

    /// The number of lines in one direction.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// What White gets on top of its area.
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// Black's stones before White's first move; 0 in an even game.
    pub fn handicap(&self) -> u32 {
        u32::from(self.handicap)
    }
}

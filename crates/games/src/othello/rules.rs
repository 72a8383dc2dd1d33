//! What can be agreed before an Othello game: the board and who gets the empty squares.

use crate::position::Impossible;

/// Size, and how the empty squares of a finished game are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    /// Empty squares go to the winner (World Othello Federation); otherwise they count for nobody.
    pub empties_to_winner: bool,
}

impl Rules {
    /// The boards that there are.
    pub const SIZES: [usize; 4] = [4, 6, 8, 10];
    /// What [`Rules::variant`] may be.
    pub const VARIANTS: &[&str] = &["standard", "empties-to-winner"];

    /// Boards are 4, 6, 8 or 10 squares wide. Empty squares count for nobody.
    ///
    /// ```
    /// use heibai_games::othello::Rules;
    /// assert!([4, 6, 8, 10].iter().all(|&size| Rules::new(size).is_ok()));
    /// assert!(Rules::new(7).is_err());
    /// ```
    pub fn new(size: usize) -> Result<Rules, Impossible> {
        if !Rules::SIZES.contains(&size) {
            return Err(Impossible::Size(size));
        }
        Ok(Rules { size: size as u8, empties_to_winner: false })
    }

    /// The rules of a board that exists.
    pub(super) fn of_board(size: usize, empties_to_winner: bool) -> Rules {
        Rules { size: size as u8, empties_to_winner }
    }

    /// The number of squares in a row.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The name of the way of counting.
    pub fn variant(&self) -> &'static str {
        Rules::VARIANTS[usize::from(self.empties_to_winner)]
    }

    /// The same board with the way of counting of this name; `None` if there is no such name.
    pub fn with_variant(self, name: &str) -> Option<Rules> {
        let empties_to_winner = Rules::VARIANTS.iter().position(|&v| v == name)? == 1;
        Some(Rules { empties_to_winner, ..self })
    }
}

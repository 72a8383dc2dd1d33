//! Black's forbidden points on the search's board, computed on demand. The definition is the referee's; the answers are
//! fuzzed against it.

use super::board::PatternBoard;
use super::class::Class;
use super::shape::LineShape;
use heibai_games::Color;
use heibai_games::gomoku::Variant;

impl PatternBoard {
    /// Whether the side to move may not play on this empty point.
    #[inline]
    pub fn is_forbidden(&mut self, cell: usize) -> bool {
        self.turn() == Color::Black && self.forbidden_for_black(cell)
    }

    /// Whether Black may not play on this empty point, whoever is to move.
    #[inline]
    pub fn forbidden_for_black(&mut self, cell: usize) -> bool {
        match self.class(Color::Black, cell) {
            Class::Forbidden => true,
            Class::Five => false,
            _ if self.variant() == Variant::RenjuPatterns => self.outlines_forbid(cell),
            Class::Doubtful => self.doubtful_is_forbidden(cell),
            _ => false,
        }
    }

    /// Whether the side to move has a legal move; if not, the game is a draw.
    pub fn has_legal_point(&mut self) -> bool {
        let empty = *self.empty();
        empty.iter().any(|cell| !self.is_forbidden(cell))
    }

    fn doubtful_is_forbidden(&mut self, cell: usize) -> bool {
        let threes = std::array::from_fn(|d| self.shape(Color::Black, cell, d).is_open_three());
        self.double_three(cell, threes)
    }

    /// Whether at least two of the lines that look like threes are threes by the exact definition.
    fn double_three(&mut self, cell: usize, candidates: [bool; 4]) -> bool {
        if candidates.iter().filter(|&&c| c).count() < 2 {
            return false;
        }
        self.try_black(cell, true);
        let mut threes = 0;
        for d in (0..4).filter(|&d| candidates[d]) {
            threes += usize::from(self.real_three(cell, d));
            if threes >= 2 {
                break;
            }
        }
        self.try_black(cell, false);
        threes >= 2
    }

    /// Whether Black can legally make a straight four on this line with the stone just tried on `cell`.
    fn real_three(&mut self, cell: usize, d: usize) -> bool {
        let place = self.grid.places[cell][d];
        let step = self.grid.step[d];
        for (reach, step) in [(place.before, -step), (place.after, step)] {
            // All cells between the stone and the completing point are black.
            let mut other = cell as isize;
            for _ in 0..reach.min(3) {
                other += step;
                match self.stone(other as usize) {
                    Some(Color::Black) => {}
                    Some(Color::White) => break,
                    None => {
                        let straight = self.black_shape_now(other as usize, d) == LineShape::StraightFour;
                        if straight && !self.five_or_forbidden_now(other as usize) {
                            return true;
                        }
                        break;
                    }
                }
            }
        }
        false
    }

    /// Like `forbidden_for_black`, while stones are being tried; a five is no straight four either.
    fn five_or_forbidden_now(&mut self, cell: usize) -> bool {
        let shapes: [LineShape; 4] = std::array::from_fn(|d| self.black_shape_now(cell, d));
        let fours = shapes.iter().filter(|s| s.is_four()).count();
        let has = |shape| shapes.contains(&shape);
        if has(LineShape::Five) || has(LineShape::Overline) || has(LineShape::TwoFours) || fours >= 2 {
            return true;
        }
        self.double_three(cell, shapes.map(LineShape::is_open_three))
    }

    /// Whether two threes by outline meet here: the rule set `renju-patterns`.
    fn outlines_forbid(&self, cell: usize) -> bool {
        (0..4).filter(|&d| self.has_three_outline(cell, d)).count() >= 2
    }

    fn has_three_outline(&self, cell: usize, d: usize) -> bool {
        const OUTLINES: [(usize, u32); 3] = [(5, 0b01110), (6, 0b011010), (6, 0b010110)];
        let place = self.grid.places[cell][d];
        let (mut black, mut empty) = (1u32 << 4, 0u32);
        for i in (-4isize..=4).filter(|&i| i != 0) {
            if -i > place.before as isize || i > place.after as isize {
                continue;
            }
            match self.stone((cell as isize + i * self.grid.step[d]) as usize) {
                Some(Color::Black) => black |= 1 << (i + 4),
                Some(Color::White) => {}
                None => empty |= 1 << (i + 4),
            }
        }
        OUTLINES.iter().any(|&(length, outline)| {
            (0..=9 - length).any(|start| {
                let stones = outline << start;
                let gaps = (((1 << length) - 1) << start) & !stones;
                black & stones == stones && empty & gaps == gaps
            })
        })
    }
}

//! What a stone makes on one line: a table of the shapes of all windows around an empty point, for both colours. It is
//! computed by dynamic programming: a shape follows from those after one more stone.

use heibai_games::gomoku::Variant;
use std::sync::LazyLock;

/// What a stone on an empty point makes of one line through it. The order is the order of strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum LineShape {
    Dead,
    /// Six or more where only exactly five wins.
    Overline,
    ClosedOne,
    OpenOne,
    ClosedTwo,
    /// One or two ways to an open three.
    OpenTwo,
    /// Three ways to an open three.
    OpenTwoWide,
    /// Four or more ways to an open three.
    OpenTwoSolid,
    /// One more stone makes a four, but none makes a straight four.
    ClosedThree,
    /// One way to a straight four.
    OpenThree,
    /// Two or more ways to a straight four.
    OpenThreeSolid,
    Four,
    /// Two fours on one line that are no straight four.
    TwoFours,
    StraightFour,
    Five,
}

impl LineShape {
    pub const COUNT: usize = 15;
    const ALL: [LineShape; LineShape::COUNT] = [
        LineShape::Dead,
        LineShape::Overline,
        LineShape::ClosedOne,
        LineShape::OpenOne,
        LineShape::ClosedTwo,
        LineShape::OpenTwo,
        LineShape::OpenTwoWide,
        LineShape::OpenTwoSolid,
        LineShape::ClosedThree,
        LineShape::OpenThree,
        LineShape::OpenThreeSolid,
        LineShape::Four,
        LineShape::TwoFours,
        LineShape::StraightFour,
        LineShape::Five,
    ];

    /// The shape with this number; numbers above the last are `Dead` and never occur.
    pub const fn from_index(index: usize) -> LineShape {
        if index < LineShape::COUNT { LineShape::ALL[index] } else { LineShape::Dead }
    }

    pub fn is_four(self) -> bool {
        matches!(self, LineShape::Four | LineShape::TwoFours | LineShape::StraightFour)
    }

    pub(crate) fn is_open_three(self) -> bool {
        matches!(self, LineShape::OpenThree | LineShape::OpenThreeSolid)
    }
}

/// The rules for one side's lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct LineRules {
    /// Cells on each side of the point.
    half: usize,
    /// Only exactly five wins.
    exact: bool,
    /// Only a straight four makes a three open (Black in Renju); otherwise two points of five suffice.
    straight: bool,
}

const OWN: u8 = 1;
const EMPTY: u8 = 0;

/// Computes the shapes of all windows for one side.
struct ShapeBuilder {
    rules: LineRules,
    memo: Vec<u8>,
}

const UNKNOWN: u8 = 0xff;

impl ShapeBuilder {
    fn new(rules: LineRules) -> ShapeBuilder {
        ShapeBuilder { rules, memo: vec![UNKNOWN; 3usize.pow(2 * rules.half as u32)] }
    }

    fn index(&self, window: &[u8]) -> usize {
        let half = self.rules.half;
        let cells = window[..half].iter().chain(&window[half + 1..]);
        cells.fold(0, |index, &cell| index * 3 + cell as usize)
    }

    /// The run of own stones through the centre, as first and last index.
    fn run(&self, window: &[u8]) -> (usize, usize) {
        let (mut first, mut last) = (self.rules.half, self.rules.half);
        while first > 0 && window[first - 1] == OWN {
            first -= 1;
        }
        while last + 1 < window.len() && window[last + 1] == OWN {
            last += 1;
        }
        (first, last)
    }

    /// The shape of a window whose centre holds an own stone.
    fn shape(&mut self, window: &mut [u8]) -> LineShape {
        let index = self.index(window);
        if self.memo[index] != UNKNOWN {
            return LineShape::from_index(self.memo[index] as usize);
        }
        let shape = self.look_ahead(window);
        self.memo[index] = shape as u8;
        shape
    }

    fn look_ahead(&mut self, window: &mut [u8]) -> LineShape {
        let (first, last) = self.run(window);
        let length = last - first + 1;
        if length >= 5 {
            let over = self.rules.exact && length > 5;
            return if over { LineShape::Overline } else { LineShape::Five };
        }
        let mut ways = [0u8; LineShape::COUNT];
        let mut fives = Vec::new();
        for i in 0..window.len() {
            if window[i] != EMPTY {
                continue;
            }
            window[i] = OWN;
            let next = self.shape(window);
            window[i] = EMPTY;
            ways[next as usize] += 1;
            if next == LineShape::Five {
                fives.push(i);
            }
        }
        match fives[..] {
            [] => self.below_four(&ways),
            [_] => LineShape::Four,
            [a, b] if b - a == 5 => LineShape::StraightFour,
            _ if self.rules.straight => LineShape::TwoFours,
            _ => LineShape::StraightFour,
        }
    }

    fn below_four(&self, ways: &[u8; LineShape::COUNT]) -> LineShape {
        let of = |shape: LineShape| ways[shape as usize];
        let threes = of(LineShape::OpenThree) + of(LineShape::OpenThreeSolid);
        let open_twos = of(LineShape::OpenTwo) + of(LineShape::OpenTwoWide) + of(LineShape::OpenTwoSolid);
        match () {
            _ if of(LineShape::StraightFour) >= 2 => LineShape::OpenThreeSolid,
            _ if of(LineShape::StraightFour) == 1 => LineShape::OpenThree,
            _ if of(LineShape::Four) + of(LineShape::TwoFours) > 0 => LineShape::ClosedThree,
            _ if threes >= 4 => LineShape::OpenTwoSolid,
            _ if threes == 3 => LineShape::OpenTwoWide,
            _ if threes > 0 => LineShape::OpenTwo,
            _ if of(LineShape::ClosedThree) > 0 => LineShape::ClosedTwo,
            _ if open_twos > 0 => LineShape::OpenOne,
            _ if of(LineShape::ClosedTwo) > 0 => LineShape::ClosedOne,
            _ => LineShape::Dead,
        }
    }
}

/// The two-bit cell codes of a line key.
pub(crate) const KEY_EMPTY: u64 = 0;
pub(crate) const KEY_BLACK: u64 = 1;
pub(crate) const KEY_WHITE: u64 = 2;
pub(crate) const KEY_WALL: u64 = 3;

/// The shapes of every window for both colours under one rule set.
pub struct Shapes {
    half: u32,
    /// Black's shape in the low four bits, White's in the high four.
    pairs: Vec<u8>,
}

impl Shapes {
    fn build(half: usize, black: LineRules, white: LineRules) -> Shapes {
        let black = Shapes::of_side(half, KEY_BLACK, black);
        let white = Shapes::of_side(half, KEY_WHITE, white);
        let pairs = black.iter().zip(&white).map(|(black, white)| black | white << 4).collect();
        Shapes { half: half as u32, pairs }
    }

    /// One side's shape for every key. Keys distinguish four kinds of cells but a side only three, so each half of a
    /// key is first converted to base 3.
    fn of_side(half: usize, own: u64, rules: LineRules) -> Vec<u8> {
        let mut builder = ShapeBuilder::new(rules);
        let halves = 3usize.pow(half as u32);
        let mut window = vec![0u8; 2 * half + 1];
        for index in 0..halves * halves {
            let mut rest = index;
            for i in (0..2 * half).rev() {
                window[if i < half { i } else { i + 1 }] = (rest % 3) as u8;
                rest /= 3;
            }
            window[half] = OWN;
            builder.shape(&mut window);
        }
        let keys = 1 << (2 * half);
        let number = |key: usize| {
            (0..half).fold(0, |number, i| {
                let cell = match (key as u64 >> (2 * i)) & 3 {
                    KEY_EMPTY => EMPTY,
                    code if code == own => OWN,
                    _ => 2,
                };
                number * 3 + usize::from(cell)
            })
        };
        let numbers: Vec<usize> = (0..keys).map(number).collect();
        let whole = |key: usize| builder.memo[numbers[key % keys] * halves + numbers[key / keys]];
        (0..keys * keys).map(whole).collect()
    }

    /// The table of a rule set, built on first use.
    pub fn of(variant: Variant) -> &'static Shapes {
        static FREESTYLE: LazyLock<Shapes> = LazyLock::new(|| {
            let rules = LineRules { half: 4, exact: false, straight: false };
            Shapes::build(4, rules, rules)
        });
        static STANDARD: LazyLock<Shapes> = LazyLock::new(|| {
            let rules = LineRules { half: 5, exact: true, straight: false };
            Shapes::build(5, rules, rules)
        });
        static RENJU: LazyLock<Shapes> = LazyLock::new(|| {
            let black = LineRules { half: 5, exact: true, straight: true };
            let white = LineRules { half: 5, exact: false, straight: false };
            Shapes::build(5, black, white)
        });
        match variant {
            Variant::Freestyle => &FREESTYLE,
            Variant::Standard => &STANDARD,
            Variant::Renju | Variant::RenjuPatterns => &RENJU,
        }
    }

    /// Cells on each side of a point.
    pub fn half(&self) -> usize {
        self.half as usize
    }

    /// Both colours' shapes at position `at` of a line of two-bit codes.
    #[inline(always)]
    pub fn pair(&self, line: u64, at: u32) -> u8 {
        match self.half {
            4 => self.pair_in::<4>(line >> (2 * (at - 4))),
            _ => self.pair_in::<5>(line >> (2 * (at - 5))),
        }
    }

    /// Like `pair`, for a key that begins with the window.
    #[inline(always)]
    pub(crate) fn pair_in<const HALF: u32>(&self, window: u64) -> u8 {
        let low = window & ((1 << (2 * HALF)) - 1);
        let high = (window >> 2) & (((1 << (2 * HALF)) - 1) << (2 * HALF));
        self.pairs[(low | high) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape Black or White (`x`, `o`) makes at the `*` of a line; `#` is the board's edge.
    fn shape(variant: Variant, text: &str, black: bool) -> LineShape {
        let mut line = !0u64;
        let mut at = 0;
        for (i, cell) in text.chars().enumerate() {
            let code = match cell {
                'x' => KEY_BLACK,
                'o' => KEY_WHITE,
                '#' => KEY_WALL,
                _ => KEY_EMPTY,
            };
            if cell == '*' {
                at = i as u32 + 6;
            }
            line = line & !(3 << (2 * (i + 6))) | code << (2 * (i + 6));
        }
        let pair = Shapes::of(variant).pair(line, at);
        LineShape::from_index(usize::from(if black { pair & 15 } else { pair >> 4 }))
    }

    #[test]
    fn shapes_that_players_know() {
        use LineShape::*;
        let free = |text| shape(Variant::Freestyle, text, true);
        assert_eq!(free("oxxxx*o"), Five);
        assert_eq!(free("oxxxx*x"), Five);
        assert_eq!(free("..xxx*.."), StraightFour);
        assert_eq!(free("oxxx*.."), Four);
        assert_eq!(free("oxxx*o"), Dead);
        assert_eq!(free(".x.xx*.x"), StraightFour);
        assert_eq!(free("...xx*..."), OpenThreeSolid);
        assert_eq!(free("..x.x*..."), OpenThree);
        assert_eq!(free("oxx*..."), ClosedThree);
        assert_eq!(free("...x*...."), OpenTwoSolid);
        assert_eq!(free("oxx*.o"), Dead);
        assert_eq!(free("#x*...."), ClosedTwo);
        assert_eq!(free("........*......"), OpenOne);
    }

    #[test]
    fn only_exactly_five_wins_where_the_rules_say_so() {
        use LineShape::*;
        let renju = |text, black| shape(Variant::Renju, text, black);
        assert_eq!(renju("oxxxx*x", true), Overline);
        assert_eq!(renju("xoooo*o", false), Five);
        assert_eq!(shape(Variant::Standard, "xoooo*o", false), Overline);
        assert_eq!(renju(".x.xxx*.", true), Four);
        assert_eq!(renju("x.xx*.x", true), TwoFours);
        assert_eq!(renju("o.oo*.o", false), StraightFour);
        // With a stone beyond each end, no straight four is possible.
        assert_eq!(renju("x..xx*..x", true), ClosedThree);
    }
}

//! What a stone makes on all four lines of a point together: a code for each combination of shapes, and its class for
//! the search (five, open four, ...).

use super::shape::LineShape;
use heibai_games::Color;
use heibai_games::gomoku::Variant;
use std::sync::LazyLock;

/// What a stone makes on a point. The order is the order of strength, the two forbidden kinds aside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    Nothing,
    /// A closed two, or an open one.
    Weak,
    OpenTwo,
    /// Two open twos.
    DoubleTwo,
    ClosedThree,
    /// A closed three and an open two, or two closed threes.
    ClosedThreePlus,
    OpenThree,
    /// An open three and an open two or closed three.
    OpenThreePlus,
    DoubleThree,
    Four,
    /// A four and an open two or closed three.
    FourPlus,
    FourThree,
    /// A straight four or two fours.
    OpenFour,
    Five,
    /// Renju: an overline or a double four, never playable for Black.
    Forbidden,
    /// Renju: perhaps a double three; the exact test decides.
    Doubtful,
}

pub(crate) const CLASSES: usize = 16;

impl Class {
    const ALL: [Class; CLASSES] = [
        Class::Nothing,
        Class::Weak,
        Class::OpenTwo,
        Class::DoubleTwo,
        Class::ClosedThree,
        Class::ClosedThreePlus,
        Class::OpenThree,
        Class::OpenThreePlus,
        Class::DoubleThree,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::OpenFour,
        Class::Five,
        Class::Forbidden,
        Class::Doubtful,
    ];

    pub const fn from_index(index: usize) -> Class {
        Class::ALL[index & 15]
    }
}

/// The number of unordered combinations of four shapes.
pub const CODES: usize = 3060;

/// Unordered combinations of four shapes.
pub struct Codes {
    /// The code of four shapes, four bits each.
    code: Box<[u16; 1 << 16]>,
    /// The shapes of each code, weakest first.
    pub shapes: Vec<[LineShape; 4]>,
}

impl Codes {
    pub fn get() -> &'static Codes {
        static CODES_TABLE: LazyLock<Codes> = LazyLock::new(Codes::build);
        &CODES_TABLE
    }

    fn build() -> Codes {
        let n = LineShape::COUNT;
        let mut shapes = Vec::with_capacity(CODES);
        let mut of_sorted = vec![0u16; 1 << 16];
        for a in 0..n {
            for b in a..n {
                for c in b..n {
                    for d in c..n {
                        of_sorted[a << 12 | b << 8 | c << 4 | d] = shapes.len() as u16;
                        shapes.push([a, b, c, d].map(LineShape::from_index));
                    }
                }
            }
        }
        let mut code = Box::new([0; 1 << 16]);
        for (lines, code) in code.iter_mut().enumerate() {
            let mut s = [lines >> 12, lines >> 8 & 15, lines >> 4 & 15, lines & 15];
            s.sort_unstable();
            *code = of_sorted[s[0] << 12 | s[1] << 8 | s[2] << 4 | s[3]];
        }
        Codes { code, shapes }
    }

    /// The code of four shapes, four bits each.
    #[inline(always)]
    pub fn code(&self, lines: u16) -> u16 {
        self.code[lines as usize]
    }
}

/// The class of every code, for each colour, under one rule set.
pub struct Classes {
    class: [Vec<u8>; 2],
}

impl Classes {
    pub fn of(variant: Variant) -> &'static Classes {
        static PLAIN: LazyLock<Classes> = LazyLock::new(|| Classes::build(plain));
        static RENJU: LazyLock<Classes> = LazyLock::new(|| Classes::build(renju_black));
        static PATTERNS: LazyLock<Classes> = LazyLock::new(|| Classes::build(patterns_black));
        match variant {
            Variant::Freestyle | Variant::Standard => &PLAIN,
            Variant::Renju => &RENJU,
            Variant::RenjuPatterns => &PATTERNS,
        }
    }

    fn build(black: fn(&[LineShape; 4]) -> Class) -> Classes {
        let table = |class: fn(&[LineShape; 4]) -> Class| {
            Codes::get().shapes.iter().map(|shapes| class(shapes) as u8).collect()
        };
        Classes { class: [table(black), table(plain)] }
    }

    #[inline(always)]
    pub fn class(&self, color: Color, code: u16) -> Class {
        Class::from_index(self.class[color.index()][code as usize] as usize)
    }
}

fn count(shapes: &[LineShape; 4], test: impl Fn(LineShape) -> bool) -> usize {
    shapes.iter().filter(|&&s| test(s)).count()
}

/// The class where nothing is forbidden.
fn plain(shapes: &[LineShape; 4]) -> Class {
    let has = |shape| shapes.contains(&shape);
    let fours = count(shapes, |s| s == LineShape::Four);
    let threes = count(shapes, LineShape::is_open_three);
    let closed_threes = count(shapes, |s| s == LineShape::ClosedThree);
    let twos = count(shapes, |s| (LineShape::OpenTwo..=LineShape::OpenTwoSolid).contains(&s));
    let weak = count(shapes, |s| matches!(s, LineShape::ClosedTwo | LineShape::OpenOne));
    match () {
        _ if has(LineShape::Five) => Class::Five,
        _ if fours >= 2 || has(LineShape::StraightFour) || has(LineShape::TwoFours) => Class::OpenFour,
        _ if fours == 1 && threes > 0 => Class::FourThree,
        _ if fours == 1 && closed_threes + twos > 0 => Class::FourPlus,
        _ if fours == 1 => Class::Four,
        _ if threes >= 2 => Class::DoubleThree,
        _ if threes == 1 && closed_threes + twos > 0 => Class::OpenThreePlus,
        _ if threes == 1 => Class::OpenThree,
        _ if closed_threes >= 2 || closed_threes == 1 && twos > 0 => Class::ClosedThreePlus,
        _ if closed_threes == 1 => Class::ClosedThree,
        _ if twos >= 2 => Class::DoubleTwo,
        _ if twos == 1 => Class::OpenTwo,
        _ if weak > 0 => Class::Weak,
        _ => Class::Nothing,
    }
}

/// Black's class in Renju. Overlines and double fours follow from the shapes. A double three does not: a three counts
/// only if its straight four is legal.
fn renju_black(shapes: &[LineShape; 4]) -> Class {
    let has = |shape| shapes.contains(&shape);
    let fours = count(shapes, LineShape::is_four);
    match () {
        _ if has(LineShape::Five) => Class::Five,
        _ if has(LineShape::Overline) || has(LineShape::TwoFours) || fours >= 2 => Class::Forbidden,
        _ if count(shapes, LineShape::is_open_three) >= 2 => Class::Doubtful,
        _ => plain(shapes),
    }
}

/// Black's class under `renju-patterns`, where some closed threes count as open.
fn patterns_black(shapes: &[LineShape; 4]) -> Class {
    match renju_black(shapes) {
        class @ (Class::Five | Class::Forbidden) => class,
        _ if count(shapes, |s| s >= LineShape::ClosedThree) >= 2 => Class::Doubtful,
        class => class,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_forget_the_order_of_directions() {
        let codes = Codes::get();
        assert_eq!(codes.shapes.len(), CODES);
        assert_eq!(codes.code(0x1_2_3_e), codes.code(0xe_3_2_1));
        assert_ne!(codes.code(0x1_2_3_e), codes.code(0x1_2_4_e));
    }

    #[test]
    fn four_and_three_is_legal_for_black_but_double_four_is_not() {
        let classes = Classes::of(Variant::Renju);
        let codes = Codes::get();
        let (three, four) = (LineShape::OpenThree as u16, LineShape::Four as u16);
        let four_three = codes.code(three << 4 | four);
        let double_four = codes.code(four << 4 | four);
        let double_three = codes.code(three << 4 | three);
        assert_eq!(classes.class(Color::Black, four_three), Class::FourThree);
        assert_eq!(classes.class(Color::Black, double_four), Class::Forbidden);
        assert_eq!(classes.class(Color::Black, double_three), Class::Doubtful);
        assert_eq!(classes.class(Color::White, double_four), Class::OpenFour);
    }
}

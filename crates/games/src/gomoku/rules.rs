//! What can be agreed before a game of Gomoku: board, rule set, opening rule; and what Renju forbids.

use crate::board::Color;
use crate::position::Impossible;
use std::fmt;

/// How many in a row win, and what Black may not do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Black wins with exactly five and has forbidden moves (by the Renju International Federation's
    /// recursive definition); White wins with five or more.
    Renju,
    /// The same, with threes counted by the literal patterns of the source documents.
    RenjuPatterns,
    /// Both win with exactly five; six or more is nothing.
    Standard,
    /// Both win with five or more.
    Freestyle,
}

impl Variant {
    /// All rule sets, in the order of their names.
    pub const ALL: [Variant; 4] =
        [Variant::Renju, Variant::RenjuPatterns, Variant::Standard, Variant::Freestyle];
    /// What [`Variant::name`] may be.
    pub const NAMES: &[&str] = &["renju", "renju-patterns", "standard", "freestyle"];

    /// The name in options, records and on the wire.
    pub const fn name(self) -> &'static str {
        Variant::NAMES[self as usize]
    }

    /// The rule set of this name.
    ///
    /// ```
    /// use heibai_games::gomoku::Variant;
    /// assert_eq!(Variant::from_name("freestyle"), Some(Variant::Freestyle));
    /// assert!(Variant::ALL.iter().all(|variant| Variant::from_name(variant.name()) == Some(*variant)));
    /// ```
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL.into_iter().find(|v| v.name() == name)
    }

    /// Whether Black has forbidden moves.
    pub const fn is_renju(self) -> bool {
        matches!(self, Variant::Renju | Variant::RenjuPatterns)
    }

    /// Whether `color` wins only with exactly five; otherwise six or more win too.
    pub const fn needs_exactly_five(self, color: Color) -> bool {
        match self {
            Variant::Renju | Variant::RenjuPatterns => matches!(color, Color::Black),
            Variant::Standard => true,
            Variant::Freestyle => false,
        }
    }
}

/// How the first stones are placed and the colours chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningRule {
    /// None: Black and White play in turn from the first stone.
    Free,
    /// The first player places three stones, the second chooses a colour.
    Swap,
    /// As swap, but the second player may place two more stones and leave the choice to the first.
    Swap2,
    /// The Renju International Federation's rule from 1996 to 2008: two fifth stones are offered.
    Rif,
    /// The first player places three stones and says how many fifth stones will be offered; the second chooses.
    Yamaguchi,
    /// White says after the fourth stone how many fifth stones will be offered, one to eight; then Black may swap.
    Soosorv8,
    /// A swap after every stone, or ten fifth stones after the fourth.
    Taraguchi10,
}

impl OpeningRule {
    /// All opening rules.
    pub const ALL: [OpeningRule; 7] = [
        OpeningRule::Free,
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Rif,
        OpeningRule::Yamaguchi,
        OpeningRule::Soosorv8,
        OpeningRule::Taraguchi10,
    ];
    /// Their names, in the same order.
    pub const NAMES: &[&str] = &["free", "swap", "swap2", "rif", "yamaguchi", "soosorv8", "taraguchi10"];

    /// Whether the rule belongs to Renju and its board of 15x15.
    pub const fn is_renju(self) -> bool {
        !matches!(self, OpeningRule::Free | OpeningRule::Swap | OpeningRule::Swap2)
    }

    /// The name in options, records and on the wire.
    pub const fn name(self) -> &'static str {
        OpeningRule::NAMES[self as usize]
    }

    /// The opening rule of this name.
    pub fn from_name(name: &str) -> Option<OpeningRule> {
        OpeningRule::ALL.into_iter().find(|v| v.name() == name)
    }
}

/// Board size, rule set and opening rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    variant: Variant,
    opening: OpeningRule,
}

impl Rules {
    /// Renju is played on 15x15; the other rule sets on 5x5 to 20x20, without Renju's opening rules.
    ///
    /// ```
    /// use heibai_games::gomoku::{OpeningRule, Rules, Variant};
    /// assert!(Rules::new(20, Variant::Freestyle, OpeningRule::Swap2).is_ok());
    /// assert!(Rules::new(20, Variant::Renju, OpeningRule::Free).is_err());
    /// assert!(Rules::new(15, Variant::Freestyle, OpeningRule::Rif).is_err());
    /// ```
    pub fn new(size: usize, variant: Variant, opening: OpeningRule) -> Result<Rules, Impossible> {
        let fits = if variant.is_renju() { size == 15 } else { (5..=20).contains(&size) };
        if !fits {
            let renju = variant.is_renju();
            return Err(if renju { Impossible::RenjuSize(size) } else { Impossible::Size(size) });
        }
        if opening.is_renju() && !variant.is_renju() {
            return Err(Impossible::RenjuOpening);
        }
        Ok(Rules { size: size as u8, variant, opening })
    }

    /// The number of lines in one direction.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The opening rule.
    pub fn opening(&self) -> OpeningRule {
        self.opening
    }
}

/// What Black may not make in Renju.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Forbidden {
    /// Two threes at once.
    DoubleThree,
    /// Two fours at once.
    DoubleFour,
    /// Six or more in a row.
    Overline,
}

impl Forbidden {
    /// `33`, `44`, `6`.
    pub const fn code(self) -> &'static str {
        match self {
            Forbidden::DoubleThree => "33",
            Forbidden::DoubleFour => "44",
            Forbidden::Overline => "6",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::DoubleThree => "double three",
            Forbidden::DoubleFour => "double four",
            Forbidden::Overline => "overline",
        })
    }
}

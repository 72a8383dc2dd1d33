//! What can be agreed before a game of Go: board, rule set, komi, handicap.

use crate::position::{HalfPoints, Impossible};

/// A rule set that players use. Chinese is the default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RuleSet {
    /// Area, positional superko, no suicide.
    #[default]
    Chinese,
    /// Territory and prisoners, simple ko, no suicide; nothing counts in seki.
    Japanese,
    /// As Japanese.
    Korean,
    /// Area, situational superko, no suicide; White gets a point for each handicap stone but the first.
    Aga,
    /// Area, situational superko, suicide allowed.
    NewZealand,
    /// Area, positional superko, suicide allowed.
    TrompTaylor,
}

/// Which boards a stone may not bring back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KoRule {
    /// No earlier board of the game, whoever moved.
    Positional,
    /// No earlier board with the same side to move.
    Situational,
    /// Not the board before the other side's last move. A longer cycle in which both sides lose as many stones ends the
    /// game without a result when it brings the same board for the third time.
    Simple,
}

impl RuleSet {
    /// All of them, the default first.
    pub const ALL: [RuleSet; 6] = [
        RuleSet::Chinese,
        RuleSet::Japanese,
        RuleSet::Korean,
        RuleSet::Aga,
        RuleSet::NewZealand,
        RuleSet::TrompTaylor,
    ];

    /// The names used on the command line and in files, in the order of `ALL`.
    pub const NAMES: &'static [&'static str] =
        &["chinese", "japanese", "korean", "aga", "new-zealand", "tromp-taylor"];

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        RuleSet::NAMES[self as usize]
    }

    /// The rule set of a name as people, files and programs write it: `Japanese`, `NZ`, `tromp_taylor`.
    ///
    /// ```
    /// use heibai_games::go::RuleSet;
    /// assert_eq!(RuleSet::from_name("Tromp-Taylor"), Some(RuleSet::TrompTaylor));
    /// assert_eq!(RuleSet::from_name("ing"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<RuleSet> {
        let plain: String = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        // Chinese records write the name of the country, with or without the word for rules.
        let plain = plain.trim_end_matches("rules").trim_end_matches("\u{89c4}\u{5219}");
        Some(match plain {
            "chinese" | "cn" | "\u{4e2d}\u{56fd}" => RuleSet::Chinese,
            "japanese" | "jp" | "\u{65e5}\u{672c}" => RuleSet::Japanese,
            "korean" | "kr" | "\u{97e9}\u{56fd}" => RuleSet::Korean,
            "aga" => RuleSet::Aga,
            "newzealand" | "nz" => RuleSet::NewZealand,
            "tromptaylor" | "tt" => RuleSet::TrompTaylor,
            _ => return None,
        })
    }

    /// Whether territory and prisoners are counted, not area.
    pub const fn counts_territory(self) -> bool {
        matches!(self, RuleSet::Japanese | RuleSet::Korean)
    }

    /// Which boards a stone may not bring back.
    pub const fn ko(self) -> KoRule {
        match self {
            RuleSet::Chinese | RuleSet::TrompTaylor => KoRule::Positional,
            RuleSet::Aga | RuleSet::NewZealand => KoRule::Situational,
            RuleSet::Japanese | RuleSet::Korean => KoRule::Simple,
        }
    }

    /// Whether a stone may take the last liberty of its own chain, which is then taken off.
    pub const fn allows_suicide(self) -> bool {
        matches!(self, RuleSet::NewZealand | RuleSet::TrompTaylor)
    }

    /// What White gets in an even game where nothing else was agreed.
    pub const fn komi(self) -> HalfPoints {
        match self {
            RuleSet::Chinese | RuleSet::Aga | RuleSet::TrompTaylor => Rules::KOMI,
            RuleSet::Japanese | RuleSet::Korean => HalfPoints(13),
            RuleSet::NewZealand => HalfPoints(14),
        }
    }
}

/// Board, rule set, komi and handicap of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: u8,
    set: RuleSet,
    /// What White gets, in points.
    komi: HalfPoints,
    /// Stones that Black has on the board before White's first move: 0, or 2 to 9 where the board has the points.
    handicap: u8,
}

impl Rules {
    /// 3¾ stones, which are 7.5 points.
    pub const KOMI: HalfPoints = HalfPoints(15);

    /// Chinese rules. For example:
    ///
    /// ```
    /// use heibai_games::HalfPoints;
    /// use heibai_games::go::{RuleSet, Rules};
    /// let rules = Rules::new(19, Rules::KOMI, 0).unwrap();
    /// assert_eq!(rules.komi(), HalfPoints::from_f64(7.5));
    /// assert!(Rules::new(26, Rules::KOMI, 0).is_err());
    /// assert!(rules.with_set(RuleSet::Japanese).set().counts_territory());
    /// ```
    pub fn new(size: usize, komi: HalfPoints, handicap: u32) -> Result<Rules, Impossible> {
        if !(2..=25).contains(&size) {
            return Err(Impossible::Size(size));
        }
        let most = Rules::most_handicap(size);
        if handicap == 1 || handicap > most {
            return Err(Impossible::Handicap { handicap, size, most });
        }
        Ok(Rules { size: size as u8, set: RuleSet::Chinese, komi, handicap: handicap as u8 })
    }

    /// The same board, komi and handicap under another rule set.
    pub const fn with_set(self, set: RuleSet) -> Rules {
        Rules { set, ..self }
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

    /// The length of the board's side.
    pub fn size(&self) -> usize {
        self.size as usize
    }

    /// The rule set.
    pub fn set(&self) -> RuleSet {
        self.set
    }

    /// What White gets, as it was agreed.
    pub fn komi(&self) -> HalfPoints {
        self.komi
    }

    /// What White gets in the count: komi, and under AGA rules a point for each handicap stone but the first.
    pub fn compensation(&self) -> HalfPoints {
        let stones = if self.set == RuleSet::Aga { i32::from(self.handicap.saturating_sub(1)) } else { 0 };
        HalfPoints(self.komi.0 + 2 * stones)
    }

    /// Black's stones before White's first move.
    pub fn handicap(&self) -> u32 {
        u32::from(self.handicap)
    }
}

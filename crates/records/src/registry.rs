//! What the file formats need of each game: one struct per game.

use heibai_games::Kind;
use heibai_games::go::RuleSet;
use heibai_games::kind::Choice;

/// A game's part in the formats.
pub(crate) struct Registry {
    /// The game's number in SGF.
    pub sgf: u32,
    /// SGF's name of a rule set of ours; `None` if it is the same.
    pub sgf_rules: fn(&str) -> Option<&'static str>,
    /// Our name of a rule set of an SGF record, on a board of this size.
    pub rules_of: fn(&str, Option<usize>) -> Option<String>,
}

/// The entry of a game.
pub(crate) fn of(kind: Kind) -> Registry {
    match kind {
        Kind::Othello => Registry { sgf: 2, sgf_rules: |_| None, rules_of: |named, _| othello_rules(named) },
        Kind::Go => Registry { sgf: 1, sgf_rules: go_name, rules_of: |named, _| go_rules(named) },
        Kind::Gomoku => Registry {
            sgf: 4,
            sgf_rules: |_| None,
            rules_of: |named, size| Some(gomoku_rules(named, size.unwrap_or(15))),
        },
    }
}

fn go_name(own: &str) -> Option<&'static str> {
    Some(match RuleSet::from_name(own)? {
        RuleSet::Chinese => "Chinese",
        RuleSet::Japanese => "Japanese",
        RuleSet::Korean => "Korean",
        RuleSet::Aga => "AGA",
        RuleSet::NewZealand => "NZ",
        RuleSet::TrompTaylor => "Tromp-Taylor",
    })
}

/// The rule set of a Go record; `None` if it is unknown.
fn go_rules(ruleset: &str) -> Option<String> {
    RuleSet::from_name(ruleset).map(|set| set.name().to_owned())
}

fn othello_rules(ruleset: &str) -> Option<String> {
    let wof = ["empties-to-winner", "wof"].iter().any(|name| ruleset.eq_ignore_ascii_case(name));
    wof.then(|| "empties-to-winner".to_owned())
}

/// The rule set of a Gomoku record; without a name, Renju on 15x15 and freestyle elsewhere.
fn gomoku_rules(ruleset: &str, size: usize) -> String {
    let name = ruleset.to_ascii_lowercase();
    let known = Choice { size: Some(size), rules: Some(name.clone()), ..Choice::default() };
    if !name.is_empty() && Kind::Gomoku.rules(&known).is_ok() {
        return name;
    }
    let free = name.contains("free") || name.contains("无禁");
    let variant = match size {
        _ if name.contains("standard") => "standard",
        15 if !free => "renju",
        _ => "freestyle",
    };
    variant.to_owned()
}

//! The openings of a ladder: random ones that our engine finds even, stored in a file so that a resumed run uses the
//! same.

use crate::failure::Context;
use heibai_arena::openings::{balanced, read};
use heibai_arena::registry::Registry;
use heibai_engines::Level;
use heibai_engines::players::level_player;
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Move, Position, Request, Rules};
use heibai_words::{Text, failures};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// `count` openings: those in the file first; missing ones are made and added to it.
pub fn openings(rules: &Rules, count: usize, seed: u64, path: &Path) -> anyhow::Result<Vec<Vec<Move>>> {
    let mut text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).told(|| failures::cannot_read(&path.display().to_string())),
    };
    // The file is empty before the first openings are made, and where the program was killed as it wrote them.
    let mut lines = match text.trim().is_empty() {
        true => Vec::new(),
        false => read(&text, rules).told(|| Text::same(path.display().to_string()))?,
    };
    let Registry { plies, tolerance, .. } = heibai_arena::registry::of(rules.kind());
    let position = AnyPosition::start(rules);
    let have = lines.len();
    for number in have..count {
        let mut random =
            fastrand::Rng::with_seed(seed ^ (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let line = balanced(rules, plies, tolerance, &mut random, &mut |position, moves| {
            value(rules, position, moves)
        });
        let names: Vec<String> = line.iter().map(|&mv| position.write_move(mv)).collect();
        writeln!(text, "{}", names.join(" "))?;
        lines.push(line);
    }
    if lines.len() > have {
        std::fs::write(path, &text).told(|| failures::cannot_write(&path.display().to_string()))?;
    }
    Ok(lines)
}

/// A quick value of a position by our engine: discs ahead, or the win probability above one half.
fn value(rules: &Rules, position: &AnyPosition, moves: &[Move]) -> Option<f64> {
    let limits = crate::registry::of(rules.kind()).glance;
    let start = AnyPosition::start(rules);
    let stop = AtomicBool::new(false);
    let request = Request { start: &start, moves, position, limits: &limits, stop: &stop };
    let mut player = level_player(rules.kind(), Level::Best, 1);
    let value = player.choose(&request).ok()?.thought.value?;
    match value.amount {
        Amount::Discs(discs) => Some(discs),
        _ => value.expected().map(|rate| rate - 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind::Choice;

    /// A longer list of openings begins with the same ones, so that a run can be extended.
    #[test]
    fn more_openings_begin_with_those_that_are_there() {
        let folder = tempfile::tempdir().unwrap();
        for kind in [Kind::Othello, Kind::Gomoku] {
            let rules = kind.rules(&Choice::default()).unwrap();
            let path = |name: &str| folder.path().join(format!("{kind}-{name}"));
            let few = openings(&rules, 3, 5, &path("grown")).unwrap();
            let grown = openings(&rules, 6, 5, &path("grown")).unwrap();
            let at_once = openings(&rules, 6, 5, &path("at-once")).unwrap();
            assert_eq!(few, grown[..3], "{kind}");
            assert_eq!(grown, at_once, "{kind}");
            assert!(grown.iter().all(|line| line.len() == heibai_arena::registry::of(kind).plies), "{kind}");
        }
    }
}

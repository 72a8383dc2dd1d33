//! Openings: from a file of move strings, or random ones; both colours get to play each.

use crate::registry;
use heibai_games::{AnyPosition, Move, Position, Rules};
use heibai_words::{Say, Text, commands};

/// An invalid line of an openings file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadOpening {
    pub line: usize,
    pub reason: Text,
}

impl Say for BadOpening {
    fn text(&self) -> Text {
        commands::opening_line(self.line).because(self.reason.clone())
    }
}

heibai_words::display_as_text!(BadOpening);

impl std::error::Error for BadOpening {}

/// Reads one opening a line: moves written together (`f5d6c4`) or with blanks; `#` begins a comment.
pub fn read(text: &str, rules: &Rules) -> Result<Vec<Vec<Move>>, BadOpening> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let moves = read_moves(line, rules).map_err(|reason| BadOpening { line: number + 1, reason })?;
        openings.push(moves);
    }
    // Without any, every game would begin alike, which nobody means who names a file.
    if openings.is_empty() {
        return Err(BadOpening { line: text.lines().count().max(1), reason: commands::no_opening() });
    }
    Ok(openings)
}

/// A hash of an openings file, to recognise it.
///
/// ```
/// use heibai_arena::openings::fingerprint;
/// assert_eq!(fingerprint("f5d6"), fingerprint("f5d6"));
/// assert_ne!(fingerprint("f5d6"), fingerprint("f5f6"));
/// ```
pub fn fingerprint(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Reads and plays a string of moves.
fn read_moves(text: &str, rules: &Rules) -> Result<Vec<Move>, Text> {
    let mut position = AnyPosition::start(rules);
    let mut moves = Vec::new();
    for word in words(text) {
        let mv = position.read_move(word).map_err(|bad| bad.text())?;
        if position.must_pass() && mv != Move::Pass {
            position.play_unchecked(Move::Pass, &mut ());
            moves.push(Move::Pass);
        }
        position.play(mv).map_err(|illegal| Text::same(word).because(illegal))?;
        moves.push(mv);
    }
    Ok(moves)
}

/// Cuts `f5d6 c4pass` into `f5 d6 c4 pass`: a word ends after its digits.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in text.split_whitespace() {
        let mut start = 0;
        let bytes = part.as_bytes();
        for end in 1..=bytes.len() {
            let over =
                end == bytes.len() || (bytes[end - 1].is_ascii_digit() && !bytes[end].is_ascii_digit());
            if over && part.is_char_boundary(end) {
                words.push(&part[start..end]);
                start = end;
            }
        }
    }
    words
}

/// `plies` random legal moves; drawn again if the game would be over by then.
pub fn random(rules: &Rules, plies: usize, random: &mut fastrand::Rng) -> Vec<Move> {
    for _ in 0..100 {
        let mut position = AnyPosition::start(rules);
        let mut line = Vec::new();
        let mut moves = Vec::new();
        while line.len() < plies && position.outcome().is_none() {
            position.legal_moves(&mut moves);
            // Go offers a pass too, but an opening consists of stones.
            if moves.len() > 1 {
                moves.retain(|&mv| mv != Move::Pass);
            }
            let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) else { break };
            position.play_unchecked(mv, &mut ());
            line.push(mv);
        }
        if position.outcome().is_none() {
            return line;
        }
    }
    Vec::new()
}

/// The value of a position for the side to move, in any unit that is 0 when both sides stand equally well.
pub type Value<'v> = dyn FnMut(&AnyPosition, &[Move]) -> Option<f64> + 'v;

/// An opening that `value` finds even within `tolerance`: the first such one of up to fifty draws, otherwise the most
/// even.
pub fn balanced(
    rules: &Rules,
    plies: usize,
    tolerance: f64,
    random: &mut fastrand::Rng,
    value: &mut Value<'_>,
) -> Vec<Move> {
    let mut best = (f64::INFINITY, Vec::new());
    for _ in 0..50 {
        let Some((line, position)) = natural(rules, plies, random) else { continue };
        let Some(off) = value(&position, &line).map(f64::abs) else { continue };
        if off < best.0 {
            best = (off, line);
        }
        if best.0 <= tolerance {
            break;
        }
    }
    best.1
}

/// Random moves where people usually open.
fn natural(rules: &Rules, plies: usize, random: &mut fastrand::Rng) -> Option<(Vec<Move>, AnyPosition)> {
    let mut position = AnyPosition::start(rules);
    let size = position.size();
    let edge = (registry::of(position.kind()).edge)(size);
    let fits = |mv: &Move| match mv {
        Move::Pass => false,
        Move::Place(point) => {
            let inside = |at: usize| at >= edge && at < size - edge;
            inside(point.x(size)) && inside(point.y(size))
        }
    };
    let (mut line, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..plies {
        position.legal_moves(&mut moves);
        moves.retain(fits);
        let mv = *moves.get(random.usize(..moves.len().max(1)))?;
        position.play_unchecked(mv, &mut ());
        line.push(mv);
    }
    position.outcome().is_none().then_some((line, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind::Choice;

    #[test]
    fn move_strings_are_cut_into_moves() {
        assert_eq!(words("f5d6 c4"), ["f5", "d6", "c4"]);
        assert_eq!(words("h8h10i15"), ["h8", "h10", "i15"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let rules = Kind::Othello.rules(&Choice::default()).unwrap();
        assert_eq!(read("f5d6\n\n# xot\nf5f6", &rules).map(|o| o.len()), Ok(2));
        let bad = read("f5d6\nf5a1", &rules).unwrap_err();
        assert_eq!(bad.line, 2);
    }

    /// A made-up evaluation that likes few stones on the left half: balanced openings are those it finds even.
    #[test]
    fn balanced_openings_are_even_for_their_judge() {
        for kind in Kind::ALL {
            let rules = kind.rules(&Choice::default()).unwrap();
            let mut random = fastrand::Rng::with_seed(4);
            let mut asked = 0;
            let mut value = |position: &AnyPosition, line: &[Move]| {
                asked += 1;
                let left = line.iter().filter(|mv| match mv {
                    Move::Place(point) => point.x(position.size()) * 2 < position.size(),
                    Move::Pass => false,
                });
                Some(left.count() as f64 - 2.0)
            };
            for _ in 0..20 {
                let line = balanced(&rules, 4, 0.0, &mut random, &mut value);
                let mut position = AnyPosition::start(&rules);
                assert!(line.len() == 4 && line.iter().all(|&mv| position.play(mv).is_ok()), "{kind}");
                assert_eq!(value(&position, &line), Some(0.0), "{kind}");
            }
            assert!(asked > 40, "{kind}: every draw was even, so nothing was shown");
        }
    }
}

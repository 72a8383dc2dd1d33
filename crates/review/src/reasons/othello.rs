//! What an Othello move does, in the words of players: corners, mobility, stable discs, parity.

use heibai_games::othello::{Bits, Othello, Region, region};
use heibai_games::{AnyPosition, Color, Point, Position};
use heibai_words::{Text, hints};

/// Parity is worth a word once so few squares are empty.
const LATE: u32 = 20;

/// What can be counted about a move.
struct Figures {
    /// Legal moves of the mover and of the opponent afterwards.
    mobility: [u32; 2],
    /// Discs of the mover that have become safe for good.
    safe: u32,
    /// The size of the empty region that the move was made in, late in the game.
    region: Option<u32>,
}

/// The facts about a move to `point` that leads from `before` to `after` and flips `flipped` discs.
pub(super) fn facts(before: &AnyPosition, after: &AnyPosition, point: Point, flipped: usize) -> Vec<Text> {
    let us = before.turn();
    let figures = match (before, after) {
        (AnyPosition::Othello4(before), AnyPosition::Othello4(after)) => count(before, after, us, point),
        (AnyPosition::Othello6(before), AnyPosition::Othello6(after)) => count(before, after, us, point),
        (AnyPosition::Othello8(before), AnyPosition::Othello8(after)) => count(before, after, us, point),
        (AnyPosition::Othello10(before), AnyPosition::Othello10(after)) => count(before, after, us, point),
        _ => return Vec::new(),
    };
    let mut facts = Vec::new();
    match region(point, before.size()) {
        Region::Corner => facts.push(hints::takes_corner()),
        Region::XSquare | Region::CSquare => facts.push(hints::beside_corner()),
        _ => {}
    }
    facts.extend(figures.sentences(flipped));
    facts
}

fn count<B: Bits, const N: usize>(
    before: &Othello<B, N>,
    after: &Othello<B, N>,
    us: Color,
    point: Point,
) -> Figures {
    let safe = |board: &Othello<B, N>| (board.stable() & board.discs(us)).count();
    let square = u32::from(point.0);
    let regions = before.empty_regions();
    let region = regions.iter().find(|region| region.squares.has(square));
    Figures {
        mobility: [after.mobility(us), after.mobility(!us)],
        safe: safe(after).saturating_sub(safe(before)),
        region: region.filter(|_| before.empties().count() <= LATE).map(|region| region.squares.count()),
    }
}

impl Figures {
    fn sentences(&self, flipped: usize) -> Vec<Text> {
        let [ours, theirs] = self.mobility;
        let mut said = vec![hints::flips(flipped, theirs, ours)];
        if theirs == 0 && ours > 0 {
            said.push(hints::opponent_passes());
        }
        if self.safe > 0 {
            said.push(hints::makes_stable(self.safe));
        }
        // Whoever plays first into an odd region also plays last there, if nobody passes.
        let parity =
            |size: u32| if size % 2 == 1 { hints::odd_region(size) } else { hints::even_region(size) };
        said.extend(self.region.map(parity));
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Move;
    use heibai_games::othello::Othello8;
    use heibai_words::Language;

    /// What is said about Black's move to `square` with these discs on the board.
    fn said(black: u64, white: u64, square: u16, language: Language) -> Vec<String> {
        let before = AnyPosition::Othello8(Othello8::from_bits(black, white, Color::Black).expect("apart"));
        let mut after = before.clone();
        let mut changes = heibai_games::Changes::default();
        after.play_unchecked(Move::Place(Point(square)), &mut changes);
        let said = facts(&before, &after, Point(square), changes.flipped.len());
        said.iter().map(|text| text.get(language).to_owned()).collect()
    }

    #[test]
    fn a_corner_late_in_the_game_has_all_four_reasons() {
        // Everything is full but a1 and h8; a1 flips the first row up to h1.
        let black = 0xff | !0xffu64;
        let (black, white) = (black & !0x7f & !(1 << 63), 0x7e);
        let said = said(black, white, 0, Language::English);
        assert!(said[0].contains("corner"), "{said:?}");
        assert!(said.iter().any(|line| line.contains("flips 6")), "{said:?}");
        assert!(said.iter().any(|line| line.contains("stable")), "{said:?}");
        assert!(said.iter().any(|line| line.contains("in its region (1)")), "{said:?}");
    }

    #[test]
    fn the_first_move_is_about_mobility_alone() {
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        assert_eq!(
            said(black, white, 19, Language::English),
            ["It flips 1 and leaves the opponent 3 moves to our 3."]
        );
        assert_eq!(
            said(black, white, 19, Language::Chinese),
            ["翻转 1 子；此后对方有 3 个合法落点，己方有 3 个。"]
        );
    }
}

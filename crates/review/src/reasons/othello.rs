//! What an Othello move does, in the words of players: corners, mobility, stable discs, parity.

use super::pick;
use heibai_games::gomoku::explain::Language;
use heibai_games::othello::{Bits, Board, Region, region};
use heibai_games::{AnyPosition, Color, Point, Position};

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
pub(super) fn facts(
    before: &AnyPosition,
    after: &AnyPosition,
    point: Point,
    flipped: usize,
    language: Language,
) -> Vec<String> {
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
        Region::Corner => facts.push(pick(
            language,
            "It takes a corner, which can never be flipped.",
            "占角，角上的棋子永远不会被翻转。",
        )),
        Region::XSquare | Region::CSquare => facts.push(pick(
            language,
            "It is beside a corner: reading says it is safe here.",
            "靠近角位，但计算表明此处可行。",
        )),
        _ => {}
    }
    let mut facts: Vec<String> = facts.into_iter().map(str::to_owned).collect();
    facts.extend(figures.sentences(flipped, language));
    facts
}

fn count<B: Bits, const N: usize>(
    before: &Board<B, N>,
    after: &Board<B, N>,
    us: Color,
    point: Point,
) -> Figures {
    let safe = |board: &Board<B, N>| (board.stable() & board.discs(us)).count();
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
    fn sentences(&self, flipped: usize, language: Language) -> Vec<String> {
        let [ours, theirs] = self.mobility;
        let safe = self.safe;
        let mut said = vec![match language {
            Language::English => {
                format!("It flips {flipped} and leaves the opponent {theirs} moves to our {ours}.")
            }
            Language::Chinese => format!("翻转 {flipped} 子；此后对方机动性 {theirs}，己方 {ours}。"),
        }];
        if theirs == 0 && ours > 0 {
            said.push(pick(language, "The opponent must pass.", "对方必须跳过。").to_owned());
        }
        if safe > 0 {
            said.push(match language {
                Language::English => {
                    format!("It makes {safe} more of our discs stable: they can never be flipped.")
                }
                Language::Chinese => format!("新增 {safe} 个稳定子，不会再被翻转。"),
            });
        }
        // Whoever plays first into an odd region also plays last there, if nobody passes.
        if let Some(size) = self.region {
            said.push(match (language, size % 2) {
                (Language::English, 1) => {
                    format!("Parity: its region has {size} empty squares, odd, so we can play last there.")
                }
                (Language::English, _) => format!(
                    "Parity: its region has {size} empty squares, even, so the opponent can play last there."
                ),
                (Language::Chinese, 1) => format!("奇偶：该区域有 {size} 个空位，为奇数，己方可下最后一手。"),
                (Language::Chinese, _) => format!("奇偶：该区域有 {size} 个空位，为偶数，对方可下最后一手。"),
            });
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Move;
    use heibai_games::othello::Othello8;

    /// What is said about Black's move to `square` with these discs on the board.
    fn said(black: u64, white: u64, square: u16, language: Language) -> Vec<String> {
        let before = AnyPosition::Othello8(Othello8::from_bits(black, white, Color::Black).expect("apart"));
        let mut after = before.clone();
        let mut changes = heibai_games::Changes::default();
        after.play_unchecked(Move::Place(Point(square)), &mut changes);
        facts(&before, &after, Point(square), changes.flipped.len(), language)
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
        assert!(said.iter().any(|line| line.contains("1 empty squares, odd")), "{said:?}");
    }

    #[test]
    fn the_first_move_is_about_mobility_alone() {
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        assert_eq!(
            said(black, white, 19, Language::English),
            ["It flips 1 and leaves the opponent 3 moves to our 3."]
        );
        assert_eq!(said(black, white, 19, Language::Chinese), ["翻转 1 子；此后对方机动性 3，己方 3。"]);
    }
}

//! What a Go stone does to the chains around it: captures, atari, and a way out of it.

use heibai_games::go::{Chain, Position as Go};
use heibai_games::{AnyPosition, Color, Position};
use heibai_words::{Text, hints};

/// What the move that leads from `before` to `after` does, `captured` being the stones that it takes.
pub(super) fn facts(before: &AnyPosition, after: &AnyPosition, captured: usize) -> Vec<Text> {
    let (AnyPosition::Go(old), AnyPosition::Go(new)) = (before, after) else { return Vec::new() };
    let us = before.turn();
    let (was, is) = (in_atari(old), in_atari(new));
    // A chain counts where it was not so before; what was captured is no longer there.
    let changed = |from: &[Chain], to: &[Chain], color: Color, on_board: &Go| -> usize {
        let is_in = |chain: &Chain| to.iter().any(|other| other.stones.contains(&chain.stones[0]));
        let stands = |chain: &Chain| on_board.stone(chain.stones[0]) == Some(color);
        let counted = from.iter().filter(|chain| chain.color == color && !is_in(chain) && stands(chain));
        counted.map(|chain| chain.stones.len()).sum()
    };
    let (attacked, saved) = (changed(&is, &was, !us, old), changed(&was, &is, us, new));
    hints::stones(captured, attacked, saved)
}

fn in_atari(position: &Go) -> Vec<Chain> {
    position.chains().into_iter().filter(|chain| chain.liberties.len() == 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, kind::Choice};
    use heibai_words::Language;

    /// What is said of the last of these moves on 9x9.
    fn said(moves: &str, language: Language) -> Vec<String> {
        let choice = Choice { size: Some(9), ..Choice::default() };
        let mut position = AnyPosition::start(&Kind::Go.rules(&choice).unwrap());
        let mut last = Vec::new();
        for name in moves.split_whitespace() {
            let mv = position.read_move(name).unwrap();
            last = super::super::reasons(&position, mv);
            position.play(mv).unwrap();
        }
        last.iter().map(|text| text.get(language).to_owned()).collect()
    }

    #[test]
    fn atari_escape_and_capture_are_told() {
        // White's stone on E5 loses three liberties, runs, and another one is taken.
        assert_eq!(said("D5 E5 F5 A1 E6", Language::English), ["It puts 1 stone in atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 E4", Language::English), ["It gets 1 stone out of atari."]);
        assert_eq!(said("D5 E5 F5 A1 E6 A9 E4", Language::Chinese), ["提掉 1 子。"]);
        assert!(said("D5 E5", Language::English).is_empty());
    }

    #[test]
    fn a_chain_that_stays_in_atari_is_not_told_again() {
        assert!(said("D5 E5 F5 A1 E6 A9 J9", Language::English).is_empty());
    }
}

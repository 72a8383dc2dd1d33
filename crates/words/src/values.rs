//! What a position is worth, with its unit: discs, points or stones, a chance, or a proved end.

use crate::Text;
use heibai_games::Color;
use heibai_games::value::{Amount, Value, Verdict};

catalogue! {
    /// Othello: an advantage.
    discs(lead: f64): "{lead:+.1} discs", "{lead:+.1} 子";
    /// Go: an advantage; Chinese counts half of the points as stones.
    points(lead: f64, stones: f64): "{lead:+.1} points", "{stones:+.1} 子";
    /// A chance to win.
    chance(percent: f64): "{percent:.0} %", "{percent:.0} %";
    /// An evaluation's own units.
    units(units: f64): "{units:+.1}", "{units:+.1} 分";
    /// A proved end.
    wins_in(side: Color, moves: u32): "{side} in {moves}", "{side}胜（{moves} 手）";
    /// A proved end.
    draw(): "a draw", "和棋";
}

/// A value for `side`, as both sides read it: a proved end names its winner.
pub fn value(value: Value, side: Color) -> Text {
    match value.amount {
        Amount::Discs(lead) => discs(lead),
        Amount::Points { lead, .. } => points(lead, lead / 2.0),
        Amount::WinRate(rate) => chance(rate * 100.0),
        Amount::Units { units: number, .. } => units(number),
        Amount::End { verdict: Verdict::Draw, .. } => draw(),
        Amount::End { verdict: Verdict::Win, in_moves } => wins_in(side, in_moves),
        Amount::End { verdict: Verdict::Loss, in_moves } => wins_in(!side, in_moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_in_go_is_told_in_stones_in_chinese() {
        let lead = Value::estimated(Amount::Points { lead: 7.0, win_rate: None });
        assert_eq!(
            value(lead, Color::Black),
            Text { zh: "+3.5 子".to_owned(), en: "+7.0 points".to_owned() }
        );
        let end = Value::proved(Amount::End { verdict: Verdict::Loss, in_moves: 5 });
        assert_eq!(value(end, Color::Black).zh, "白方胜（5 手）");
    }
}

//! The output of `lz-analyze` and `kata-analyze`, which GUIs like Sabaki and Lizzie show while an engine thinks.

use heibai_games::player::Analysis;
use heibai_games::{AnyPosition, Position};
use std::fmt::Write;

/// Which of the two commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `lz-analyze`: win rates in hundredths of a percent.
    Leela,
    /// `kata-analyze`: win rates from 0 to 1, and points.
    Kata,
}

/// One line of `info move ... pv ...` blocks, followed by the ownership map if there is one.
pub fn line(analysis: &Analysis, position: &AnyPosition, dialect: Dialect) -> String {
    let mut text = String::new();
    for (order, candidate) in analysis.candidates.iter().enumerate() {
        let win_rate = candidate.value.and_then(|value| value.expected()).unwrap_or(0.5);
        let name = |mv| position.write_move(mv).to_uppercase();
        let gap = if order > 0 { " " } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(text, "{gap}info move {} visits {}", name(candidate.mv), candidate.nodes.max(1));
        match dialect {
            Dialect::Leela => {
                let rate = (win_rate * 10_000.0).round();
                let prior = (candidate.prior.unwrap_or(0.0) * 10_000.0).round();
                let _ = write!(text, " winrate {rate} prior {prior} lcb {rate}");
            }
            Dialect::Kata => {
                let prior = candidate.prior.unwrap_or(0.0);
                let utility = 2.0 * win_rate - 1.0;
                let _ = write!(
                    text,
                    " utility {utility:.6} winrate {win_rate:.6} prior {prior:.6} lcb {win_rate:.6}"
                );
                let _ = write!(text, " utilityLcb {utility:.6} weight {}", candidate.nodes.max(1));
                if let Some(deviation) = analysis.deviation {
                    let _ = write!(text, " scoreStdev {deviation:.3}");
                }
                if let Some(score) = candidate.value.and_then(|value| value.score()) {
                    let _ = write!(text, " scoreMean {score:.3} scoreLead {score:.3}");
                }
            }
        }
        let _ = write!(text, " order {order} pv");
        for &mv in &candidate.line {
            let _ = write!(text, " {}", name(mv));
        }
    }
    if let (Dialect::Kata, Some(ownership)) = (dialect, &analysis.ownership) {
        // For the side to move, like the win rate.
        let sign = if position.turn() == heibai_games::Color::Black { 1.0 } else { -1.0 };
        text.push_str(" ownership");
        for value in ownership {
            let _ = write!(text, " {:.4}", value * sign);
        }
    }
    text
}

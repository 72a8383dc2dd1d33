//! Adjudication: ends games early, by agreement of both players' evaluations or by a proof.

use heibai_games::{AnyPosition, Color, Outcome};

/// Both sides' values agree for a number of moves in a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreed {
    /// In the players' unit: discs, points, or an evaluation.
    pub value: f64,
    /// Moves in a row, both sides' together.
    pub moves: usize,
}

/// When a game is ended early.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// A win for the side that is ahead by this much in both players' evaluations.
    pub win: Option<Agreed>,
    /// A draw if neither player's evaluation is further from even than this.
    pub draw: Option<Agreed>,
}

/// Proves results: who wins from here, and by how much; `None` if it cannot tell.
pub type Prover<P = AnyPosition> = dyn Fn(&P) -> Option<Outcome> + Sync;

impl Adjudication {
    /// The verdict of the last values, each from the side that moved. A player that reports no values is never
    /// overruled.
    pub fn verdict(&self, values: &[(Color, Option<f64>)]) -> Option<(Option<Color>, String)> {
        let last = |agreed: Agreed| -> Option<Vec<f64>> {
            let from = values.len().checked_sub(agreed.moves.max(2))?;
            // From Black's side.
            values[from..]
                .iter()
                .map(|&(color, value)| value.map(|v| if color == Color::Black { v } else { -v }))
                .collect()
        };
        if let Some(agreed) = self.win
            && let Some(told) = last(agreed)
        {
            let why = || format!("both sides' values beyond {} for {} moves", agreed.value, agreed.moves);
            if told.iter().all(|&value| value >= agreed.value) {
                return Some((Some(Color::Black), why()));
            }
            if told.iter().all(|&value| value <= -agreed.value) {
                return Some((Some(Color::White), why()));
            }
        }
        let agreed = self.draw?;
        let level = last(agreed)?.iter().all(|value| value.abs() <= agreed.value);
        let why = format!("both sides' values within {} for {} moves", agreed.value, agreed.moves);
        level.then_some((None, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn both_must_agree_for_as_long_as_was_asked() {
        let rules = Adjudication {
            win: Some(Agreed { value: 10.0, moves: 4 }),
            draw: Some(Agreed { value: 0.5, moves: 3 }),
        };
        let of = |values: &[(Color, Option<f64>)]| rules.verdict(values).map(|(winner, _)| winner);
        let lead = |b: f64, w: f64| [(Black, Some(b)), (White, Some(w)), (Black, Some(b)), (White, Some(w))];
        assert_eq!(of(&lead(12.0, -11.0)), Some(Some(Black)));
        assert_eq!(of(&lead(-12.0, 11.0)), Some(Some(White)));
        assert_eq!(of(&lead(12.0, -9.0)), None, "White does not see it");
        assert_eq!(of(&lead(12.0, 11.0)), None, "each thinks that it is ahead");
        assert_eq!(of(&lead(12.0, -11.0)[1..]), None, "too early");
        assert_eq!(of(&lead(0.5, 0.0)), Some(None));
        assert_eq!(of(&[(Black, Some(0.0)), (White, None), (Black, Some(0.0))]), None, "one tells nothing");
        assert_eq!(Adjudication::default().verdict(&lead(99.0, -99.0)), None);
    }
}

//! The accuracy of a side: a number for each move, their mean, and the mistakes by class.

use crate::class::Class;
use crate::judged::Judged;
use crate::phase::Phase;
use heibai_games::Color;

/// The accuracy of a move that gave away `lost` of the expected result, 0 to 1: about 0.8 for an inaccuracy, 0.6
/// for a mistake, 0.33 or less for a blunder (more where a proved win was given up and the estimates fall little).
pub fn accuracy(lost: f64) -> f64 {
    (1.0 - lost.clamp(0.0, 1.0)).powi(4)
}

/// How one side played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Summary {
    /// Moves that could be judged.
    pub moves: usize,
    /// The mean accuracy, 0 to 1.
    pub accuracy: Option<f64>,
    /// The same in the opening, the midgame and the endgame.
    pub phases: [Option<f64>; 3],
    /// Inaccuracies, mistakes, blunders.
    pub classes: [usize; 3],
}

impl Summary {
    /// The summary of one side's moves.
    pub fn of(moves: &[Judged], side: Color) -> Summary {
        let judged: Vec<(&Judged, f64)> = moves
            .iter()
            .filter(|judged| judged.side == side)
            .filter_map(|judged| Some((judged, accuracy(judged.lost?))))
            .collect();
        let mean = |phase: Option<Phase>| {
            let wanted = judged.iter().filter(|(judged, _)| phase.is_none_or(|phase| judged.phase == phase));
            let (sum, count) = wanted.fold((0.0, 0), |(sum, count), (_, one)| (sum + one, count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        Summary {
            moves: judged.len(),
            accuracy: mean(None),
            phases: [Phase::Opening, Phase::Midgame, Phase::Endgame].map(|phase| mean(Some(phase))),
            classes: Class::ALL
                .map(|class| judged.iter().filter(|(judged, _)| judged.class == Some(class)).count()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_from_one_to_nothing() {
        assert_eq!((accuracy(0.0), accuracy(1.0), accuracy(-0.5)), (1.0, 0.0, 1.0));
        let steps: Vec<f64> = (0..=20).map(|step| accuracy(f64::from(step) / 20.0)).collect();
        assert!(steps.windows(2).all(|pair| pair[0] > pair[1]));
        assert!(accuracy(Class::Blunder.least()) <= 0.334);
    }
}

//! The sequential probability ratio test: stop as soon as the games have decided between two hypotheses.
//!
//! The generalised test on pairs (five outcomes) or single games (three outcomes): the likelihood ratio of
//! the best-fitting distributions with mean `elo1` and `elo0`, by the normal approximation.

use crate::elo::score_of;

/// H0: the difference is `elo0`; H1: it is `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// The probability of accepting H1 when H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 when H1 is true.
    pub beta: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtResult {
    AcceptH0,
    AcceptH1,
    GoOn,
}

impl Sprt {
    /// A test of `elo0` against `elo1` with both error rates at 5 %; `None` if `elo1` is not the larger.
    ///
    /// ```
    /// use heibai_arena::sprt::Sprt;
    /// assert!(Sprt::new(0.0, 10.0).is_some());
    /// ```
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        let sound = elo0.is_finite() && elo1.is_finite() && elo0 < elo1;
        sound.then_some(Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 })
    }

    /// The logarithm of the likelihood ratio. `counts` are observations of values spread evenly over 0..1.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        let n: u64 = counts.iter().sum();
        if n == 0 {
            return 0.0;
        }
        // Half an observation of every outcome: otherwise the first few results, all alike, would have no variance
        // and decide at once.
        let weights: Vec<f64> = counts.iter().map(|&c| c as f64 + 0.5).collect();
        let total: f64 = weights.iter().sum();
        let step = 1.0 / (counts.len() - 1) as f64;
        let value = |i: usize| i as f64 * step;
        let mean = weights.iter().enumerate().map(|(i, w)| w * value(i)).sum::<f64>() / total;
        let variance =
            weights.iter().enumerate().map(|(i, w)| w * (value(i) - mean).powi(2)).sum::<f64>() / total;
        let (s0, s1) = (score_of(self.elo0), score_of(self.elo1));
        total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn verdict(&self, counts: &[u64]) -> SprtResult {
        let (lower, upper) = self.bounds();
        match self.llr(counts) {
            llr if llr <= lower => SprtResult::AcceptH0,
            llr if llr >= upper => SprtResult::AcceptH1,
            _ => SprtResult::GoOn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::{Pairs, elo_of};

    /// Runs tests on simulated pairs with a known difference; how often H1 was accepted.
    fn accepted(truth: f64, runs: u32, seed: u64) -> f64 {
        let sprt = Sprt::new(0.0, 20.0).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        let win = score_of(truth) - 0.2;
        let mut accepted = 0;
        for _ in 0..runs {
            let mut pairs = [0; 5];
            let verdict = loop {
                let game = |random: &mut fastrand::Rng| match random.f64() {
                    x if x < win => 2,
                    x if x < win + 0.4 => 1,
                    _ => 0,
                };
                let points = game(&mut random) + game(&mut random);
                pairs[points] += 1;
                match sprt.verdict(&pairs) {
                    SprtResult::GoOn => {}
                    verdict => break verdict,
                }
            };
            accepted += u32::from(verdict == SprtResult::AcceptH1);
        }
        f64::from(accepted) / f64::from(runs)
    }

    /// Error rates stay within the promised 5 %, allowing for the noise of 1,000 runs.
    #[test]
    fn errors_are_as_rare_as_promised() {
        assert!(accepted(0.0, 1000, 1) < 0.07);
        assert!(accepted(20.0, 1000, 2) > 0.93);
    }

    #[test]
    fn hypotheses_must_differ() {
        assert!(Sprt::new(5.0, 5.0).is_none() && Sprt::new(f64::NAN, 1.0).is_none());
    }

    /// A published test of another program: 880 wins, 759 losses, 1863 draws, bounds 0 and 5: ratio 2.95.
    #[test]
    fn the_ratio_of_a_published_test_by_games() {
        let llr = Sprt::new(0.0, 5.0).unwrap().llr(&[759, 1863, 880]);
        assert!((llr - 2.95).abs() < 0.01, "{llr}");
    }

    /// Published tests by pairs. Their bounds are in normalised Elo, which the spread of the pairs turns into ours.
    #[test]
    fn the_ratios_of_published_tests_by_pairs() {
        let published: [(Pairs, f64, f64); 6] = [
            ([126, 3369, 7449, 3572, 147], 3.0, 2.95),
            ([279, 2625, 5205, 2810, 316], 3.0, 2.95),
            ([15, 497, 1180, 660, 30], 3.0, 2.97),
            ([118, 1026, 2079, 1138, 143], 5.0, 2.97),
            ([7, 197, 531, 285, 22], 5.0, 2.97),
            ([152, 382, 700, 400, 203], 10.0, 2.95),
        ];
        for (pairs, normalised, ratio) in published {
            let n: u64 = pairs.iter().sum();
            let mean = |f: &dyn Fn(f64) -> f64| {
                pairs.iter().enumerate().map(|(i, &c)| c as f64 * f(i as f64 / 4.0)).sum::<f64>() / n as f64
            };
            let centre = mean(&|x| x);
            let spread = (2.0 * mean(&|x| (x - centre).powi(2))).sqrt();
            let elo1 = elo_of(0.5 + normalised * std::f64::consts::LN_10 / 800.0 * spread);
            let llr = Sprt::new(0.0, elo1).unwrap().llr(&pairs);
            assert!((llr - ratio).abs() < 0.015, "{pairs:?}: {llr}, published {ratio}");
        }
    }
}

//! Ratings from results: the logistic model in which 400 points are odds of ten to one.

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Adds a game by its points: 1, ½ or 0.
    pub fn add(&mut self, points: f64) {
        match points {
            1.0 => self.wins += 1,
            0.5 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The score, as a share of the points; a half before the first game.
    pub fn score(&self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The tally without draws: the convention in which a draw does not affect the rating.
    pub fn without_draws(&self) -> Tally {
        Tally { draws: 0, ..*self }
    }
}

/// Pairs of games from the same opening with colours swapped, by points of the pair: 0, ½, 1, 1½, 2.
pub type Pairs = [u64; 5];

/// A difference in rating with its 95 % error bars.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
    /// The likelihood that the first player is the stronger one.
    pub superiority: f64,
}

/// The rating difference that a score corresponds to; infinite at 0 and 1.
///
/// ```
/// use heibai_arena::elo::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert_eq!(elo_of(0.75).round(), 191.0);
/// ```
pub fn elo_of(score: f64) -> f64 {
    // Adding zero turns a negative zero into a positive one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// The 95 % interval in standard errors to either side.
const Z: f64 = 1.96;

/// The score that a rating difference corresponds to.
///
/// ```
/// use heibai_arena::elo::{elo_of, score_of};
/// assert!((score_of(elo_of(0.6)) - 0.6).abs() < 1e-9);
/// ```
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Mean and variance of one observation, from counts of values spread evenly over 0..1.
fn moments(counts: &[u64]) -> (f64, f64, f64) {
    let n: u64 = counts.iter().sum();
    let step = 1.0 / (counts.len() - 1) as f64;
    let value = |i: usize| i as f64 * step;
    let n = n as f64;
    let mean = counts.iter().enumerate().map(|(i, &c)| c as f64 * value(i)).sum::<f64>() / n;
    let variance =
        counts.iter().enumerate().map(|(i, &c)| c as f64 * (value(i) - mean).powi(2)).sum::<f64>() / n;
    (n, mean, variance)
}

fn estimate(counts: &[u64]) -> Option<Estimate> {
    if counts.iter().sum::<u64>() == 0 {
        return None;
    }
    let (n, mean, variance) = moments(counts);
    // If all values are alike, the sample has no variance, so Wilson's formula gives the interval.
    let (middle, error, low, high) = if variance == 0.0 {
        let (low, high) = wilson(n, mean);
        (f64::midpoint(low, high), (high - low) / (2.0 * Z), low, high)
    } else {
        let error = (variance / n).sqrt();
        (mean, error, (mean - Z * error).max(0.0), (mean + Z * error).min(1.0))
    };
    let superiority = normal((middle - 0.5) / error);
    Some(Estimate { elo: elo_of(mean), low: elo_of(low), high: elo_of(high), superiority })
}

/// From single games, taken as independent.
pub fn from_games(tally: &Tally) -> Option<Estimate> {
    estimate(&[tally.losses, tally.draws, tally.wins])
}

/// From pairs: the opening's advantage for a colour cancels out, so the intervals are narrower.
pub fn from_pairs(pairs: &Pairs) -> Option<Estimate> {
    estimate(pairs)
}

/// The 95 % interval of a score by Wilson's formula: it keeps its width when all games ended alike, and is
/// conservative when there are draws.
pub fn share(tally: &Tally) -> (f64, f64) {
    match tally.games() {
        0 => (0.0, 1.0),
        n => wilson(n as f64, tally.score()),
    }
}

fn wilson(n: f64, p: f64) -> (f64, f64) {
    let (scale, centre) = (1.0 + Z * Z / n, p + Z * Z / (2.0 * n));
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
}

/// The standard normal distribution function, by the error function's continued approximation
/// (Abramowitz and Stegun 7.1.26, error below 1.5e-7).
pub fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let erf = 1.0 - poly * (-z * z).exp();
    if x < 0.0 { (1.0 - erf) / 2.0 } else { f64::midpoint(1.0, erf) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_to_one_is_four_hundred() {
        assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((score_of(elo_of(0.64)) - 0.64).abs() < 1e-12);
    }

    #[test]
    fn the_bars_hold_the_truth_about_as_often_as_they_promise() {
        let mut random = fastrand::Rng::with_seed(7);
        let (truth, mut held) = (35.0, 0);
        let win = score_of(truth) - 0.15;
        for _ in 0..2000 {
            let mut tally = Tally::default();
            for _ in 0..400 {
                match random.f64() {
                    x if x < win => tally.wins += 1,
                    x if x < win + 0.3 => tally.draws += 1,
                    _ => tally.losses += 1,
                }
            }
            let estimate = from_games(&tally).unwrap();
            held += u32::from((estimate.low..=estimate.high).contains(&truth));
        }
        assert!((1860..=1940).contains(&held), "{held} of 2000");
    }

    /// Newcombe's example of the method (1998): 81 of 263 is 0.2553 to 0.3662; and six wins of six prove little.
    #[test]
    fn the_share_of_points_is_never_surer_than_its_games() {
        let of = |wins, losses| share(&Tally { wins, draws: 0, losses });
        let (low, high) = of(81, 182);
        assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4, "{low} {high}");
        assert!(of(6, 0).0 < 0.65 && of(6, 0).1 == 1.0);
        assert_eq!(of(0, 0), (0.0, 1.0));
    }

    #[test]
    fn results_that_are_all_alike_prove_no_more_than_their_number() {
        let level = from_pairs(&[0, 0, 50, 0, 0]).unwrap();
        assert!(level.elo.to_bits() == 0 && (level.superiority - 0.5).abs() < 1e-6, "{level:?}");
        assert!(level.low < -50.0 && level.high > 50.0 && level.low > -150.0, "{level:?}");
        let swept = from_games(&Tally { wins: 2, draws: 0, losses: 0 }).unwrap();
        assert!(swept.elo == f64::INFINITY && swept.high == f64::INFINITY, "{swept:?}");
        assert!(swept.low < 0.0 && swept.superiority < 0.9, "two games prove little: {swept:?}");
        assert!(from_pairs(&[0; 5]).is_none());
    }

    /// Published matches of other programs: the difference and half the width of its 95 % interval.
    #[test]
    fn published_matches_come_out_as_published() {
        let games = from_games(&Tally { wins: 880, draws: 1863, losses: 759 }).unwrap();
        assert!((games.elo - 12.0).abs() < 0.05 && ((games.high - games.low) / 2.0 - 7.9).abs() < 0.05);
        assert!((games.superiority - 0.999).abs() < 0.0005);
        let published: [(Pairs, f64, f64); 5] = [
            ([126, 3369, 7449, 3572, 147], 2.90, 2.08),
            ([279, 2625, 5205, 2810, 316], 4.00, 2.68),
            ([15, 497, 1180, 660, 30], 14.08, 5.21),
            ([118, 1026, 2079, 1138, 143], 6.25, 4.28),
            ([152, 382, 700, 400, 203], 11.35, 8.70),
        ];
        for (pairs, elo, error) in published {
            let found = from_pairs(&pairs).unwrap();
            let width = (found.high - found.low) / 2.0;
            assert!((found.elo - elo).abs() < 0.006 && (width - error).abs() < 0.01, "{pairs:?}: {found:?}");
        }
    }
}

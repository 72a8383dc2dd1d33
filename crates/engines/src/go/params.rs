//! The parameters of the search. The engine's options give them in hundredths, so that matches can compare them; those
//! that are off by default come from KataGo's documentation and are described in `docs/engines/go.md`.

use super::oracle::Opinion;
use super::tree::{LeafValue, Sums};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchParams {
    /// The exploration constant of PUCT.
    pub explore: f64,
    /// First-play urgency: an unvisited move is worth this much less than its parent, times the square root of the
    /// visited policy mass.
    pub first_play: f64,
    /// The same at the root.
    pub root_first_play: f64,
    /// The share of the network's own value in that parent's worth, instead of the average below it; it falls as
    /// more of the policy is visited.
    pub own: f64,
    /// The weight of the score in the utility, next to winning.
    pub score: f64,
    /// How far exploration follows the spread of the utilities: 0 not at all, 1 in proportion.
    pub spread: f64,
    /// The share of the value bias that is corrected in advance (`value_bias`).
    pub learn: f64,
    /// The temperature of the policy: above 1 it is flatter.
    pub policy: f64,
    /// The same at the root.
    pub root_policy: f64,
    /// The share of the hopeful policy, for networks that have one.
    pub hope: f64,
    /// The same at the root.
    pub root_hope: f64,
    /// The error of its value at which an evaluation weighs about 1; surer ones weigh more, at most eightfold. At
    /// 0 all weigh alike. For networks that estimate their error.
    pub trust: f64,
    /// How strongly moves that turned out worse than the average weigh less in it: the power of the chance that they are
    /// not worse.
    pub discount: f64,
    /// The lower confidence bound lies this many standard errors below the mean.
    pub caution: f64,
    /// Moves with at least this share of the most visits may be chosen by their lower confidence bound.
    pub contend: f64,
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams {
            explore: 1.0,
            first_play: 0.2,
            root_first_play: 0.2,
            own: 0.0,
            score: 0.3,
            spread: 0.0,
            learn: 0.45,
            policy: 1.0,
            root_policy: 1.0,
            hope: 0.0,
            root_hope: 0.0,
            trust: 0.0,
            discount: 0.0,
            caution: 3.0,
            contend: 0.15,
        }
    }
}

/// How exploration grows with the visits.
const EXPLORE_GROWTH: f64 = 0.45;
const EXPLORE_BASE: f64 = 500.0;
/// The prior deviation of the utilities below a position.
pub(super) const USUAL_DEVIATION: f64 = 0.4;
/// The largest weight of an evaluation, and that of the end of a game.
const MOST_WEIGHT: f64 = 8.0;

impl SearchParams {
    /// Winning, plus a little for the score, with diminishing returns.
    pub(super) fn utility(&self, worth: LeafValue, size: usize) -> f64 {
        let points = f64::from(worth.lead) / (2.0 * size as f64);
        f64::from(worth.value) + self.score * points.atan() * std::f64::consts::FRAC_2_PI
    }

    /// The exploration factor at a position with `total` visits.
    pub(super) fn exploration(&self, total: f64, sums: &Sums) -> f64 {
        let grown = self.explore + EXPLORE_GROWTH * ((total + EXPLORE_BASE) / EXPLORE_BASE).ln();
        grown * (1.0 + self.spread * (sums.deviation() / USUAL_DEVIATION - 1.0))
    }

    /// What an unvisited move is worth, from the average below its parent, the network's own word on it, and the share
    /// of the policy that was visited.
    pub(super) fn untried(&self, is_root: bool, average: f64, own: f64, visited: f64) -> f64 {
        let less = if is_root { self.root_first_play } else { self.first_play };
        let base = average + self.own * (1.0 - visited.min(1.0).powi(2)) * (own - average);
        base - less * visited.sqrt()
    }

    /// How much an evaluation counts in averages.
    pub(super) fn weight(&self, opinion: &Opinion, over: bool) -> f64 {
        match f64::from(opinion.error) {
            _ if self.trust <= 0.0 => 1.0,
            _ if over => MOST_WEIGHT,
            error if error > 0.0 => self.trust / (error + self.trust / MOST_WEIGHT),
            _ => 1.0,
        }
    }

    /// Whether the root's moves have another policy than those below it.
    pub(super) fn has_root_policy(&self) -> bool {
        self.root_policy != self.policy || self.root_hope != self.hope
    }

    /// The policy that the search follows, in the order of the opinion's moves.
    pub(super) fn priors(&self, opinion: &Opinion, is_root: bool) -> Vec<f32> {
        let (hope, temperature) =
            if is_root { (self.root_hope, self.root_policy) } else { (self.hope, self.policy) };
        let hope = if opinion.hopes.len() == opinion.moves.len() { hope } else { 0.0 };
        let plain = opinion.moves.iter().map(|&(_, prior)| prior);
        if hope == 0.0 && temperature == 1.0 {
            return plain.collect();
        }
        let shape = |(at, prior): (usize, f32)| {
            let hopeful = opinion.hopes.get(at).copied().unwrap_or(1.0);
            let logit = (1.0 - hope) * f64::from(prior.max(LEAST_PRIOR)).ln()
                + hope * f64::from(hopeful.max(LEAST_PRIOR)).ln();
            (logit / temperature).exp()
        };
        let shaped: Vec<f64> = plain.enumerate().map(shape).collect();
        let total: f64 = shaped.iter().sum();
        shaped.into_iter().map(|x| (x / total) as f32).collect()
    }
}

const LEAST_PRIOR: f32 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(plain: &[f32], hopes: &[f32]) -> Opinion {
        let moves = plain.iter().map(|&prior| (None, prior)).collect();
        Opinion { moves, hopes: hopes.to_vec(), ..Opinion::default() }
    }

    #[test]
    fn policies_are_mixed_and_tempered_and_sum_to_one() {
        let (plain, hopes) = ([0.6, 0.3, 0.1], [0.1, 0.3, 0.6]);
        let both = opinion(&plain, &hopes);
        let with = |hope, policy| SearchParams { hope, policy, ..SearchParams::default() };
        assert_eq!(with(0.0, 1.0).priors(&both, false), plain);
        assert_eq!(with(1.0, 1.0).priors(&both, true), plain, "the root has its own share");
        let near = |found: Vec<f32>, wanted: [f32; 3]| {
            let same = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(same && (found.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{found:?} {wanted:?}");
        };
        near(with(1.0, 1.0).priors(&both, false), hopes);
        let middle = (0.06f32).sqrt();
        let total = 2.0 * middle + 0.3;
        near(with(0.5, 1.0).priors(&both, false), [middle / total, 0.3 / total, middle / total]);
        near(with(0.0, 0.5).priors(&both, false), [0.36 / 0.46, 0.09 / 0.46, 0.01 / 0.46]);
        near(with(1.0, 1.0).priors(&opinion(&plain, &[]), false), plain);
    }

    #[test]
    fn sure_evaluations_weigh_more() {
        let unsure = |error| Opinion { error, ..Opinion::default() };
        let params = SearchParams { trust: 0.2, ..SearchParams::default() };
        let weights: Vec<f64> =
            [0.01, 0.1, 0.2, 0.5].map(|error| params.weight(&unsure(error), false)).to_vec();
        assert!(weights.is_sorted_by(|a, b| a > b) && weights[0] < MOST_WEIGHT, "{weights:?}");
        assert!((params.weight(&unsure(0.175), false) - 1.0).abs() < 1e-6);
        assert_eq!(params.weight(&unsure(0.0), false), 1.0, "a network without an estimate");
        assert_eq!(params.weight(&unsure(0.3), true), MOST_WEIGHT, "a finished game is certain");
        assert_eq!(SearchParams::default().weight(&unsure(0.3), true), 1.0);
    }

    #[test]
    fn the_urgency_of_unvisited_moves_falls_with_what_was_visited() {
        let params = SearchParams { own: 1.0, root_first_play: 0.1, ..SearchParams::default() };
        assert_eq!(params.untried(false, 0.5, -0.5, 0.0), -0.5, "nothing was visited: the network's word");
        assert!((params.untried(false, 0.5, -0.5, 1.0) - 0.3).abs() < 1e-9);
        assert!((params.untried(true, 0.5, -0.5, 1.0) - 0.4).abs() < 1e-9);
        assert!((SearchParams::default().untried(false, 0.5, -0.5, 0.25) - 0.4).abs() < 1e-9);
    }
}

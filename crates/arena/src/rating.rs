//! Ratings of many players at once: maximum likelihood over all games, with error bars.

use crate::elo::score_of;

/// Points and games between two players, by index.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    pub a: usize,
    pub b: usize,
    /// Points of `a`, a draw being half a point.
    pub points: f64,
    pub games: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
}

/// The ratings under which these results are most likely; their mean is 0. Each player is also given two drawn games
/// against an average player, so that a player who won or lost everything still has a finite rating.
pub fn rate(players: usize, meetings: &[Meeting]) -> Vec<Rating> {
    rate_with(players, meetings, 2.0)
}

/// Like [`rate`], with another number of drawn games against an average player: the fewer, the less the ends of a
/// long ladder are pulled together.
pub fn rate_with(players: usize, meetings: &[Meeting], prior_games: f64) -> Vec<Rating> {
    const LN: f64 = std::f64::consts::LN_10 / 400.0;
    let mut elo = vec![0.0; players];
    let mut information = vec![0.0; players];
    for _ in 0..20_000 {
        let mut gradient = vec![0.0; players];
        information.iter_mut().for_each(|i| *i = 0.0);
        for meeting in meetings {
            let expected = score_of(elo[meeting.a] - elo[meeting.b]);
            let surplus = meeting.points - meeting.games * expected;
            let weight = meeting.games * expected * (1.0 - expected);
            gradient[meeting.a] += surplus;
            gradient[meeting.b] -= surplus;
            information[meeting.a] += weight;
            information[meeting.b] += weight;
        }
        let mut moved: f64 = 0.0;
        for player in 0..players {
            let expected = score_of(elo[player]);
            let surplus = gradient[player] + prior_games * (0.5 - expected);
            information[player] += prior_games * expected * (1.0 - expected);
            // A damped Newton step for every rating at once.
            let step = (surplus / (information[player] * LN)).clamp(-100.0, 100.0) * 0.5;
            elo[player] += step;
            moved = moved.max(step.abs());
        }
        if moved < 1e-6 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / players.max(1) as f64;
    let error = |information: f64| 1.96 / (information.sqrt() * LN);
    elo.iter().zip(information).map(|(&elo, i)| Rating { elo: elo - mean, error: error(i) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulated results with known ratings come back within their error bars about as often as promised.
    #[test]
    fn known_ratings_come_back() {
        let truth = [120.0, 40.0, -30.0, -130.0];
        let mut random = fastrand::Rng::with_seed(3);
        let mut held = 0;
        for _ in 0..100 {
            let mut meetings = Vec::new();
            for a in 0..4 {
                for b in a + 1..4 {
                    let win = score_of(truth[a] - truth[b]);
                    let points = (0..200).filter(|_| random.f64() < win).count() as f64;
                    meetings.push(Meeting { a, b, points, games: 200.0 });
                }
            }
            let ratings = rate(4, &meetings);
            held += ratings.iter().zip(truth).filter(|(r, t)| (r.elo - t).abs() <= r.error).count();
        }
        assert!((360..=400).contains(&held), "{held} of 400");
    }

    #[test]
    fn a_clean_sweep_has_a_finite_rating() {
        let ratings = rate(2, &[Meeting { a: 0, b: 1, points: 10.0, games: 10.0 }]);
        assert!(ratings[0].elo > 100.0 && ratings[0].elo.is_finite());
        assert_eq!(rate(1, &[]), [Rating { elo: 0.0, error: rate(1, &[])[0].error }]);
    }
}

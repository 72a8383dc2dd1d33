//! Ratings of solvers and problems by Glicko: a problem is a player that wins if it is not solved.

/// A rating with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub rating: f64,
    /// The standard deviation of the true rating.
    pub deviation: f64,
}

/// The least deviation: people learn and forget.
const LEAST_DEVIATION: f64 = 45.0;
const LARGEST_DEVIATION: f64 = 350.0;
/// The initial ratings of problems by grade; tries then change them.
const GRADES: [f64; crate::GRADES] = [1000.0, 1300.0, 1600.0, 1900.0];

impl Rating {
    /// The rating of an unknown solver.
    pub const NEW: Rating = Rating { rating: 1200.0, deviation: LARGEST_DEVIATION };

    /// The rating of an untried problem.
    pub fn of_grade(grade: usize) -> Rating {
        Rating { rating: GRADES[grade.clamp(1, GRADES.len()) - 1], deviation: 200.0 }
    }

    /// The probability that this solver solves a problem with this rating.
    pub fn chance(self, problem: Rating) -> f64 {
        let both = (self.deviation.powi(2) + problem.deviation.powi(2)).sqrt();
        1.0 / (1.0 + 10f64.powf(-weight(both) * (self.rating - problem.rating) / 400.0))
    }

    /// The ratings of solver and problem after one try.
    pub fn after(self, problem: Rating, solved: bool) -> (Rating, Rating) {
        let score = if solved { 1.0 } else { 0.0 };
        (self.updated(problem, score), problem.updated(self, 1.0 - score))
    }

    fn updated(self, other: Rating, score: f64) -> Rating {
        let q = std::f64::consts::LN_10 / 400.0;
        let g = weight(other.deviation);
        let expected = 1.0 / (1.0 + 10f64.powf(-g * (self.rating - other.rating) / 400.0));
        let known = 1.0 / self.deviation.powi(2);
        let told = q.powi(2) * g.powi(2) * expected * (1.0 - expected);
        let rating = self.rating + q / (known + told) * g * (score - expected);
        let deviation = (1.0 / (known + told)).sqrt();
        Rating { rating, deviation: deviation.clamp(LEAST_DEVIATION, LARGEST_DEVIATION) }
    }
}

/// The weight of a result against a rating with this deviation.
fn weight(deviation: f64) -> f64 {
    let q = std::f64::consts::LN_10 / 400.0;
    1.0 / (1.0 + 3.0 * q.powi(2) * deviation.powi(2) / std::f64::consts::PI.powi(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Glickman's published example: 1500 (200) beats 1400 (30), then loses to 1550 (100) and 1700 (300), all in one
    /// period. Applied one after another, the result is close to his 1464 (151.4).
    #[test]
    fn the_published_example_comes_out_nearly_though_taken_in_turn() {
        let mut player = Rating { rating: 1500.0, deviation: 200.0 };
        for (rating, deviation, solved) in
            [(1400.0, 30.0, true), (1550.0, 100.0, false), (1700.0, 300.0, false)]
        {
            player = player.after(Rating { rating, deviation }, solved).0;
        }
        assert!((player.rating - 1464.0).abs() < 15.0, "{player:?}");
        assert!((player.deviation - 151.4).abs() < 3.0, "{player:?}");
    }

    #[test]
    fn a_solver_of_a_fixed_strength_is_found_and_so_is_a_misgraded_problem() {
        // A solver of 1600 tries problems of all grades, in a fixed order that follows the probabilities.
        let mut solver = Rating::NEW;
        let truth = Rating { rating: 1600.0, deviation: LEAST_DEVIATION };
        let mut owed = [0.0; 4];
        for round in 0..80 {
            let grade = round % 4 + 1;
            let problem = Rating { deviation: 60.0, ..Rating::of_grade(grade) };
            owed[grade - 1] += truth.chance(problem);
            let solved = owed[grade - 1] >= 0.5;
            owed[grade - 1] -= f64::from(u8::from(solved));
            solver = solver.after(problem, solved).0;
        }
        assert!((solver.rating - 1600.0).abs() < 80.0 && solver.deviation < 80.0, "{solver:?}");
        let mut problem = Rating::of_grade(1);
        for _ in 0..12 {
            problem = truth.after(problem, false).1;
        }
        assert!(problem.rating > 1700.0, "{problem:?}");
    }
}

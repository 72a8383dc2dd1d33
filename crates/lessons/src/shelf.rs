//! The shelves: all shipped problems, by set.

use crate::{Exercise, go, gomoku, openings, othello};
use heibai_games::Kind;
use serde::de::DeserializeOwned;
use std::sync::LazyLock;

/// Problems of one kind.
pub struct Shelf {
    /// Its name in files and URLs.
    pub set: &'static str,
    pub kind: Kind,
    pub problems: Vec<Exercise>,
}

static SHELVES: LazyLock<Vec<Shelf>> = LazyLock::new(|| {
    let shelf = |set, kind, problems| Shelf { set, kind, problems };
    vec![
        shelf("vcf", Kind::Gomoku, gomoku::fours::graded()),
        shelf("fours", Kind::Gomoku, gomoku::fours::extra()),
        shelf("threats", Kind::Gomoku, gomoku::threats::threats()),
        shelf("defence", Kind::Gomoku, gomoku::defence()),
        shelf("forbidden", Kind::Gomoku, gomoku::forbidden::forbidden()),
        shelf("traps", Kind::Gomoku, gomoku::fours::traps()),
        shelf("openings", Kind::Othello, openings::openings()),
        shelf("endgame", Kind::Othello, othello::drills()),
        shelf("life", Kind::Go, go::life()),
        shelf("corners", Kind::Go, go::corners()),
        shelf("races", Kind::Go, go::races()),
        shelf("connections", Kind::Go, go::connections()),
        shelf("counting", Kind::Go, go::counting::endgames()),
    ]
});

pub fn shelves() -> &'static [Shelf] {
    &SHELVES
}

pub fn shelf(set: &str) -> Option<&'static Shelf> {
    shelves().iter().find(|shelf| shelf.set == set)
}

/// The daily problem is for everybody, so it comes from the first grades.
const DAILY_GRADES: usize = 2;

/// The problem of a day (days since 1970), the same for everybody: a different set of the game each day in turn, and
/// within a set its easier problems in a mixed order.
pub fn daily(kind: Kind, day: i64) -> Option<(&'static Shelf, &'static Exercise)> {
    let easy = |shelf: &'static Shelf| -> Vec<&'static Exercise> {
        shelf.problems.iter().filter(|problem| problem.grade() <= DAILY_GRADES).collect()
    };
    let own: Vec<_> = shelves()
        .iter()
        .filter(|shelf| shelf.kind == kind)
        .map(|shelf| (shelf, easy(shelf)))
        .filter(|(_, problems)| !problems.is_empty())
        .collect();
    let day = usize::try_from(day).ok()?;
    let (shelf, problems) = own.get(day % own.len().max(1))?;
    let count = problems.len();
    // A step coprime to the count visits every problem before one repeats.
    let step = (count / 3..count).find(|&step| step > 0 && gcd(step, count) == 1).unwrap_or(1);
    Some((shelf, problems.get(day / own.len() * step % count)?))
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Shelf {
    /// The problem's name, such as `vcf-07`.
    pub fn id(&self, problem: &Exercise) -> String {
        format!("{}-{:02}", self.set, problem.number())
    }

    pub fn find(&'static self, id: &str) -> Option<&'static Exercise> {
        self.problems.iter().find(|problem| self.id(problem) == id)
    }
}

/// Reads shipped problems.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("the shipped problems are broken: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::symmetry::Symmetry;
    use heibai_games::{AnyPosition, Color, Point, Position};
    use std::collections::HashMap;

    #[test]
    fn every_problem_has_its_name_and_a_position_to_look_at() {
        for shelf in shelves() {
            assert!(shelf.problems.len() >= 20, "{}", shelf.set);
            for problem in &shelf.problems {
                let id = shelf.id(problem);
                let (start, mut legal) = (problem.start(), Vec::new());
                start.legal_moves(&mut legal);
                assert_eq!((start.kind(), legal.is_empty()), (shelf.kind, false), "{id}");
                assert_eq!(shelf.find(&id).unwrap().number(), problem.number());
                assert!((1..=crate::GRADES).contains(&problem.grade()), "{id}");
            }
            assert!(shelf.find("nothing").is_none());
        }
    }

    #[test]
    fn every_day_has_its_problem_and_none_comes_again_before_all_others_came() {
        for kind in Kind::ALL {
            let is_easy = |problem: &&Exercise| problem.grade() <= 2;
            let own: Vec<&Shelf> = shelves()
                .iter()
                .filter(|shelf| shelf.kind == kind && shelf.problems.iter().any(|problem| is_easy(&problem)))
                .collect();
            for shelf in &own {
                let easy = shelf.problems.iter().filter(is_easy).count();
                let days = (0..own.len() * easy).map(|day| daily(kind, 20_000 + day as i64).unwrap());
                let here = days.filter(|(of, _)| of.set == shelf.set).map(|(_, problem)| problem.number());
                let mut numbers: Vec<u32> = here.collect();
                numbers.sort_unstable();
                numbers.dedup();
                assert_eq!(numbers.len(), easy, "{}: only problems that a newcomer may try", shelf.set);
            }
            assert!(daily(kind, -1).is_none());
        }
    }

    /// The canonical form under rotation and reflection.
    fn canonical(position: &AnyPosition) -> (Vec<Option<Color>>, Color) {
        let size = position.size();
        let image = |symmetry: Symmetry| -> Vec<_> {
            Point::all(size).map(|point| position.stone(symmetry.point(point, size))).collect()
        };
        let least = Symmetry::ALL.into_iter().map(image).min_by_key(|stones| format!("{stones:?}"));
        (least.expect("eight of them"), position.turn())
    }

    /// No problem occurs twice, not even rotated or mirrored; the shelves of fours count as one.
    #[test]
    fn no_problem_comes_twice() {
        let mut seen: HashMap<_, String> = HashMap::new();
        for shelf in shelves() {
            let task = if ["vcf", "traps"].contains(&shelf.set) { "fours" } else { shelf.set };
            for problem in &shelf.problems {
                let id = shelf.id(problem);
                // The goal also distinguishes life-and-death problems.
                let goal = format!(
                    "{task} {}",
                    if shelf.kind == Kind::Go { format!("{:?}", problem.goal()) } else { String::new() }
                );
                let key = (goal, canonical(&problem.start()));
                if let Some(other) = seen.insert(key, id.clone()) {
                    panic!("{id} is {other} again");
                }
            }
        }
    }
}

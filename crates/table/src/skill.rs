//! A learner's skill: the rating in each game, today's problems, practice by day.

use crate::problems::{self, GRADES};
use crate::training::{ProgressRow, ProgressView};
use crate::wire::{Game, Text};
use heibai_games::Kind;
use heibai_lessons::{Exercise, Rating, Shelf};
use serde::Serialize;
use utoipa::ToSchema;

pub const DAY_MS: i64 = 86_400_000;
/// The number of days of practice that are reported.
const DAYS_TOLD: i64 = 60;

/// How a try went down, and what it changed.
#[derive(Serialize, ToSchema)]
pub struct Noted {
    #[serde(flatten)]
    pub progress: ProgressView,
    /// The solver's rating in this game after the try, and its change; absent for what is not rated: a problem tried
    /// before, or one's own mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
}

#[derive(Serialize, ToSchema)]
pub struct Rated {
    rating: i64,
    /// The uncertainty of the rating, about two deviations.
    error: i64,
    change: i64,
    problem: i64,
}

impl Rated {
    /// Rates a solver and a problem by a first try: the new ratings of both, and what is reported.
    pub fn of(
        problem: &Exercise,
        solver: Option<Rating>,
        asked: Option<Rating>,
        solved: bool,
    ) -> (Rating, Rating, Rated) {
        let before = solver.unwrap_or(Rating::NEW);
        let (after, asked) = before.after(asked.unwrap_or(Rating::of_grade(problem.grade())), solved);
        let whole = |rating: f64| rating.round() as i64;
        let change = whole(after.rating) - whole(before.rating);
        let error = whole(2.0 * after.deviation);
        (after, asked, Rated { rating: whole(after.rating), error, change, problem: whole(asked.rating) })
    }
}

/// What one can and cannot yet: the rating in each game, and today's problems.
#[derive(Serialize, ToSchema)]
pub struct Skill {
    kind: Game,
    rating: i64,
    /// The uncertainty of the rating, about two deviations.
    error: i64,
    /// The day's problem, the same for everybody.
    set: &'static str,
    problem: String,
    parts: Vec<Ability>,
}

impl Skill {
    /// A solver's skill in a game on a day; `None` if the game has no problems.
    pub fn of(kind: Kind, rating: Option<Rating>, day: i64, progress: &[ProgressRow]) -> Option<Skill> {
        let rating = rating.unwrap_or(Rating::NEW);
        let (shelf, problem) = heibai_lessons::daily(kind, day)?;
        Some(Skill {
            kind: kind.into(),
            rating: rating.rating.round() as i64,
            error: (2.0 * rating.deviation).round() as i64,
            set: shelf.set,
            problem: shelf.id(problem),
            parts: abilities(kind, progress),
        })
    }
}

/// What a solver knows of one grade of a set.
#[derive(Serialize, ToSchema)]
pub struct Ability {
    set: &'static str,
    name: Text,
    grade: &'static str,
    label: Text,
    count: usize,
    tried: usize,
    /// Problems whose last try succeeded.
    known: usize,
}

/// Every grade of every set of a game.
fn abilities(kind: Kind, progress: &[ProgressRow]) -> Vec<Ability> {
    let of_grade = |shelf: &'static Shelf, grade: &'static str| {
        let own = shelf.problems.iter().filter(|p| problems::grade(p) == grade);
        let ids: Vec<String> = own.map(|problem| shelf.id(problem)).collect();
        let tried = || progress.iter().filter(|(set, id, _)| set == shelf.set && ids.contains(id));
        Ability {
            set: shelf.set,
            name: problems::about(shelf).0,
            grade,
            label: heibai_words::players::name(grade).into(),
            count: ids.len(),
            tried: tried().count(),
            known: tried().filter(|(_, _, p)| p.streak > 0).count(),
        }
    };
    let shelves = heibai_lessons::shelves().iter().filter(|shelf| shelf.kind == kind);
    shelves.flat_map(|shelf| GRADES.map(|grade| of_grade(shelf, grade))).collect()
}

#[derive(Serialize, ToSchema)]
pub struct SolverView {
    pub games: Vec<Skill>,
}

/// The name under which a solver's rating in a game is stored.
pub fn solver_name(player: &str, kind: Kind) -> String {
    format!("solver {kind} {player}")
}

/// The name under which a problem's rating is stored.
pub fn problem_name(set: &str, id: &str) -> String {
    format!("problem {set} {id}")
}

/// What was practised on a day, counted since 1970.
#[derive(Serialize, ToSchema)]
pub struct PracticeDay {
    day: i64,
    solved: i64,
    failed: i64,
}

#[derive(Serialize, ToSchema)]
pub struct Practised {
    /// Today, as a number of days since 1970.
    today: i64,
    days: Vec<PracticeDay>,
}

impl Practised {
    /// The first day that is reported.
    pub fn since(today: i64) -> i64 {
        today - DAYS_TOLD + 1
    }

    pub fn new(today: i64, days: Vec<(i64, i64, i64)>) -> Practised {
        let day = |(day, solved, failed)| PracticeDay { day, solved, failed };
        Practised { today, days: days.into_iter().map(day).collect() }
    }
}

//! Training: the shipped problems and those from one's own mistakes, repeated until they are learnt.

use crate::error::Answer;
use crate::line::Line;
use crate::problems::{self, GRADES, TriedView};
use crate::view::to_json;
use crate::wire::{Game, Live, Text, move_of, point_of};
use heibai_games::Move;
use heibai_lessons::{Exercise, Goal, Progress, Shelf};
use heibai_words::lessons as said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

pub const MISTAKES: &str = "mistakes";

#[derive(Serialize, ToSchema)]
pub struct Grade {
    grade: &'static str,
    label: Text,
    count: usize,
}

#[derive(Serialize, ToSchema)]
pub struct Set {
    set: &'static str,
    kind: Game,
    name: Text,
    about: Text,
    grades: Vec<Grade>,
    undo: bool,
    reply_ms: u64,
}

/// The pause before the engine's defence, in milliseconds.
const REPLY_MS: u64 = 400;
/// The grade of one's own mistakes.
const MINE: &str = "mine";

#[derive(Serialize, ToSchema)]
pub struct Sets {
    sets: Vec<Set>,
}

/// A mistake as it is stored: the position before it, and what would have been better.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub struct Mistake {
    of: Line,
    ply: usize,
    best: Option<u16>,
    loss: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Problem {
    id: String,
    grade: &'static str,
    title: Text,
    goal: Text,
    line: Line,
    live: Live,
    #[schema(required)]
    due: Option<i64>,
    /// Solved often enough in a row that it need not come back soon.
    learned: bool,
    /// Nothing is played; the learner points at points.
    points: bool,
}

#[derive(Serialize, ToSchema)]
pub struct Problems {
    problems: Vec<Problem>,
}

fn shipped_set(shelf: &Shelf) -> Set {
    let grade = |&grade: &&'static str| {
        let count = shelf.problems.iter().filter(|p| problems::grade(p) == grade).count();
        Grade { grade, label: heibai_words::players::name(grade).into(), count }
    };
    let (name, about) = problems::about(shelf);
    Set {
        set: shelf.set,
        kind: shelf.kind.into(),
        name,
        about,
        grades: GRADES.iter().map(grade).filter(|grade| grade.count > 0).collect(),
        // The practice in the rules documents has no undo.
        undo: shelf.set != "vcf",
        reply_ms: REPLY_MS,
    }
}

fn shipped_problem(id: String, problem: &Exercise, progress: Option<Progress>) -> Answer<Problem> {
    let number = problem.number();
    Ok(Problem {
        id,
        grade: problems::grade(problem),
        title: said::problem(number).into(),
        goal: problems::goal(problem),
        line: Line::of(&problem.start()),
        live: problems::live(problem)?,
        due: progress.map(|p| p.due),
        learned: progress.is_some_and(Progress::is_learnt),
        points: matches!(problem.goal(), Goal::FindForbidden { .. }),
    })
}

fn problem(id: String, mistake: Mistake, progress: Option<Progress>) -> Answer<Problem> {
    let live = mistake.of.view()?.live;
    let text: Text = said::mistake(mistake.ply, mistake.loss).into();
    let goal: Text = said::find_better().into();
    Ok(Problem {
        id,
        grade: MINE,
        title: text,
        goal,
        line: mistake.of,
        live,
        due: progress.map(|p| p.due),
        learned: progress.is_some_and(Progress::is_learnt),
        points: false,
    })
}

#[derive(Serialize, ToSchema)]
pub struct Made {
    pub id: String,
}

#[derive(Deserialize, ToSchema)]
pub struct Try {
    pub moves: Vec<Option<u16>>,
}

#[derive(Deserialize, ToSchema)]
pub struct AskHelp {
    pub moves: Vec<Option<u16>>,
    /// From 1 on; each step reveals more.
    pub step: usize,
}

/// A mistake takes one move: the better one.
pub fn try_again(mistake: Mistake, moves: &[Option<u16>]) -> Answer<TriedView> {
    let mut line = mistake.of;
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let known = line.play()?.moves().len();
    let tried = heibai_lessons::better_move(move_of(mistake.best), known, &moves)?;
    line.moves.extend(moves.into_iter().map(point_of));
    problems::show(&line, tried)
}

#[derive(Deserialize, ToSchema)]
pub struct Outcome {
    pub solved: bool,
}

#[derive(Serialize, ToSchema)]
pub struct ProgressView {
    solved: i64,
    failed: i64,
    due: i64,
}

impl From<Progress> for ProgressView {
    fn from(p: Progress) -> ProgressView {
        ProgressView { solved: p.solved, failed: p.failed, due: p.due }
    }
}

/// By set, then by problem.
pub type AllProgress = BTreeMap<String, BTreeMap<String, ProgressView>>;

/// Progress as stored: set, problem, progress.
pub type ProgressRow = (String, String, Progress);

/// The progress of a problem.
pub fn known(progress: &[ProgressRow], set: &str, id: &str) -> Option<Progress> {
    progress.iter().find(|(s, p, _)| s == set && p == id).map(|(_, _, p)| *p)
}

/// All progress, by set and problem.
pub fn all_progress(rows: Vec<ProgressRow>) -> AllProgress {
    let mut all = AllProgress::new();
    for (set, problem, progress) in rows {
        all.entry(set).or_default().insert(problem, progress.into());
    }
    all
}

/// The most mistakes kept for one person.
pub const MOST_MISTAKES: usize = 500;

impl Mistake {
    /// Whether both are the same move of a game: a second review adds nothing twice.
    pub fn is_same(&self, other: &Mistake) -> bool {
        to_json(&other.of) == to_json(&self.of) && other.best == self.best
    }

    /// Keeps the position before the mistake, and checks that the better move can be played there.
    pub fn settle(&mut self) -> Answer<()> {
        self.of.moves.truncate(self.ply.saturating_sub(1));
        Ok(self.of.play()?.check(move_of(self.best))?)
    }
}

impl Sets {
    /// The shipped sets and one's own mistakes, latest first.
    pub fn of(mistakes: &[(String, Mistake)]) -> Sets {
        let mut sets: Vec<Set> = heibai_lessons::shelves().iter().map(shipped_set).collect();
        // On the page a set belongs to one game; mistakes from several games appear under the latest one's.
        if let Some((_, latest)) = mistakes.first() {
            let label = said::mistakes_grade().into();
            sets.push(Set {
                set: MISTAKES,
                kind: latest.of.kind,
                name: said::mistakes_name().into(),
                about: said::mistakes_about().into(),
                grades: vec![Grade { grade: MINE, label, count: mistakes.len() }],
                undo: true,
                reply_ms: REPLY_MS,
            });
        }
        Sets { sets }
    }
}

impl Problems {
    /// The problems of a shipped set.
    pub fn of_set(set: &str, progress: &[ProgressRow]) -> Answer<Problems> {
        let shelf = problems::shelf(set)?;
        let shown = |problem: &Exercise| {
            let id = shelf.id(problem);
            shipped_problem(id.clone(), problem, known(progress, set, &id))
        };
        let problems: Answer<_> = shelf.problems.iter().map(shown).collect();
        Ok(Problems { problems: problems? })
    }

    /// One's own mistakes.
    pub fn of_mistakes(mistakes: Vec<(String, Mistake)>, progress: &[ProgressRow]) -> Answer<Problems> {
        let shown = |(id, mistake): (String, Mistake)| {
            let known = known(progress, MISTAKES, &id);
            problem(id, mistake, known)
        };
        let problems: Answer<_> = mistakes.into_iter().map(shown).collect();
        Ok(Problems { problems: problems? })
    }
}

//! How problems are shown: positions and moves on the wire, and the comments on them.

use crate::error::{Answer, Code, Fail};
use crate::facts::unanswerable;
use crate::lessons;
use crate::line::Line;
use crate::wire::{ChangesView, Live, PlayedView, Text, move_of, point_of};
use heibai_games::{Kind, Move, Point, Position};
use heibai_lessons::{Comment, Exercise, Goal, Help, Refused, Shelf, Tried};
use heibai_words::lessons as said;
use heibai_words::names::short;
use serde::Serialize;
use utoipa::ToSchema;

/// The names of the four grades, which are those of the levels.
pub const GRADES: [&str; heibai_lessons::GRADES] = ["beginner", "normal", "hard", "hell"];

/// The answer to a try.
#[derive(Serialize, ToSchema)]
#[schema(as = Tried)]
pub struct TriedView {
    pub status: &'static str,
    step: usize,
    steps: usize,
    /// The other side's latest reply.
    #[schema(required)]
    reply: Option<PlayedView>,
    /// All moves of the exercise so far, including replies: the start of the next try.
    pub moves: Vec<Option<u16>>,
    pub text: Text,
    pub live: Live,
    changes: Vec<ChangesView>,
    /// Why the other side could not answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<Text>,
    /// A wrong move and its refutation, after `moves`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refutation: Vec<Option<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Option<u16>>>,
}

/// One step of help.
#[derive(Serialize, ToSchema)]
#[schema(as = ProblemHelp)]
pub struct HelpView {
    text: Text,
    /// An area that contains the right move; a single point is the move itself.
    area: Vec<u16>,
    /// The number of steps.
    steps: usize,
    /// With the last step: the moves to the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solution: Vec<Option<u16>>,
}

impl From<Refused> for Fail {
    fn from(refused: Refused) -> Fail {
        match refused {
            Refused::OtherMoves => Fail::because(Code::BadRequest, said::odd_moves()),
            Refused::CannotPass => Code::CannotPass.into(),
            Refused::Illegal(illegal) => illegal.into(),
            Refused::Broken(_) => Fail::internal(refused),
        }
    }
}

pub fn shelf(set: &str) -> Answer<&'static Shelf> {
    heibai_lessons::shelf(set).ok_or(Fail::from(Code::NotFound))
}

pub fn find(set: &str, id: &str) -> Answer<&'static Exercise> {
    shelf(set)?.find(id).ok_or(Fail::from(Code::NotFound))
}

/// The name of a grade.
pub fn grade(problem: &Exercise) -> &'static str {
    GRADES[problem.grade().clamp(1, GRADES.len()) - 1]
}

/// What is seen at the start.
pub fn live(problem: &Exercise) -> Answer<Live> {
    let mut live = Line::of(&problem.start()).view()?.live;
    if let Goal::FindForbidden { .. } = problem.goal() {
        hide_forbidden(&mut live, &[]);
    }
    Ok(live)
}

/// Hides forbidden points that have not been found yet.
fn hide_forbidden(live: &mut Live, found: &[Option<u16>]) {
    let mut marked = live.forbidden.take().unwrap_or_default();
    live.legal.extend(marked.iter().map(|f| f.point).filter(|&point| !found.contains(&Some(point))));
    live.legal.sort_unstable();
    marked.retain(|f| found.contains(&Some(f.point)));
    live.forbidden = Some(marked);
}

/// Judges the last of `moves` and shows the board after it.
pub fn attempt(problem: &Exercise, moves: &[Option<u16>]) -> Answer<TriedView> {
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let tried = problem.attempt(&moves)?;
    let mut line = Line::of(&problem.start());
    let points = matches!(problem.goal(), Goal::FindForbidden { .. });
    if !points {
        line.moves = tried.moves.iter().copied().map(point_of).collect();
    }
    let (own, is_trap) = (tried.known + 1, matches!(problem.goal(), Goal::Trap { .. }));
    let mut shown = show(&line, tried)?;
    if points {
        hide_forbidden(&mut shown.live, &shown.moves);
    }
    if is_trap && line.moves.len() > own {
        line.moves.truncate(own);
        shown.why = unanswerable(line.play()?.position());
    }
    Ok(shown)
}

/// A try on the wire; `line` is the position after it.
pub fn show(line: &Line, tried: Tried) -> Answer<TriedView> {
    let view = line.view()?;
    // The first new move is the learner's own.
    let fresh = view.played.get(tried.known..).unwrap_or_default();
    let answered = |m: &&PlayedView| !m.forced && m.side != fresh[0].side;
    let steps = line.replay()?.steps.into_iter().skip(tried.known);
    let points = |moves: Vec<Move>| moves.into_iter().map(point_of).collect();
    Ok(TriedView {
        status: tried.verdict.name(),
        step: tried.step,
        steps: tried.steps,
        reply: fresh.iter().rev().find(answered).cloned(),
        moves: points(tried.moves),
        text: comment(&tried.comment, &view.live, Kind::from(line.kind), line.size.unwrap_or(0)),
        live: view.live,
        changes: steps.map(|step| step.changes).collect(),
        why: Vec::new(),
        refutation: points(tried.refutation),
        solution: tried.solution.map(points),
    })
}

/// Help number `step`, from 1, after `moves`.
pub fn help(problem: &Exercise, moves: &[Option<u16>], step: usize) -> Answer<HelpView> {
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let (text, area) = match heibai_lessons::help(problem, &moves, step)? {
        Help::Idea { goal, moves } => (idea(goal, moves), Vec::new()),
        Help::Area(points) => (said::look_here(), points),
        Help::Move(Move::Place(point)) => {
            (said::play_here(&problem.start().write_move(Move::Place(point))), vec![point])
        }
        Help::Move(Move::Pass) => (said::not_a_pass(), Vec::new()),
    };
    let area = area.into_iter().map(|point| point.0).collect();
    let steps = heibai_lessons::HELP_STEPS;
    let line = if step < steps { Vec::new() } else { problem.solution(&moves)? };
    Ok(HelpView { text: text.into(), area, steps, solution: line.into_iter().map(point_of).collect() })
}

/// What to look for.
fn idea(goal: Goal, moves: usize) -> heibai_words::Text {
    match goal {
        Goal::WinByFours { .. } => said::idea_fours(moves),
        Goal::Trap { .. } => said::idea_trap(moves),
        Goal::WinByThreats { .. } => said::idea_threats(),
        Goal::StopFours => said::idea_stop(),
        Goal::FindForbidden { .. } => said::idea_forbidden(moves),
        Goal::Kill(_) => said::idea_kill(moves),
        Goal::Live(_) => said::idea_live(moves),
        Goal::Race(_) => said::idea_race(moves),
        Goal::Connect(_) => said::idea_connect(moves),
        Goal::KeepDiscs(_) => said::idea_discs(),
        Goal::KeepPoints(score) => said::idea_points(said::count(score), moves),
        Goal::BestOpening => said::idea_opening(),
    }
}

/// The name of a shelf, and what its problems are about.
pub fn about(shelf: &Shelf) -> (Text, Text) {
    let (name, about) = match shelf.set {
        "vcf" => (said::vcf_name(), said::vcf_about()),
        "fours" => (said::fours_name(), said::fours_about()),
        "threats" => (said::threats_name(), said::threats_about()),
        "defence" => (said::defence_name(), said::defence_about()),
        "forbidden" => (said::forbidden_name(), said::forbidden_about()),
        "traps" => (said::traps_name(), said::traps_about()),
        "openings" => (said::openings_name(), said::openings_about()),
        "endgame" => (said::endgame_name(), said::endgame_about()),
        "life" => (said::life_name(), said::life_about()),
        "corners" => (said::corners_name(), said::corners_about()),
        "races" => (said::races_name(), said::races_about()),
        "connections" => (said::connections_name(), said::connections_about()),
        "counting" => (said::counting_name(), said::counting_about()),
        set => (heibai_words::Text::same(set), heibai_words::Text::default()),
    };
    (name.into(), about.into())
}

/// What is asked of the learner.
pub fn goal(problem: &Exercise) -> Text {
    let start = problem.start();
    let side = short(start.turn());
    let at = |point: Point| start.write_move(Move::Place(point));
    match problem.goal() {
        Goal::WinByFours { length } => said::win_by_fours(side, length),
        Goal::Trap { length } => said::win_by_trap(side, length),
        Goal::WinByThreats { length } => said::win_by_threats(side, length),
        Goal::StopFours => said::stop_fours(side),
        Goal::FindForbidden { count } => said::point_at_all(count),
        Goal::Live(point) => said::make_live(side, &at(point)),
        Goal::Kill(point) => said::make_dead(side, &at(point)),
        Goal::Race(point) => said::win_race(side, &at(point)),
        Goal::Connect(point) => said::connect(side, &at(point)),
        Goal::BestOpening => said::best_opening(side),
        Goal::KeepPoints(_) => said::largest_move(side),
        Goal::KeepDiscs(0) => said::keep_draw(side),
        Goal::KeepDiscs(score @ 1..) => said::keep_win(side, score),
        Goal::KeepDiscs(score) => said::keep_loss(side, -score),
    }
    .into()
}

/// Why a move is judged so.
fn comment(comment: &Comment, live: &Live, kind: Kind, size: usize) -> Text {
    let name = |&point: &Point| kind.notation().write(point, size);
    let names = |line: &[Point]| line.iter().map(|p| name(p).to_uppercase()).collect::<Vec<_>>().join(" ");
    // The page writes Othello's columns in lower case and the others' in upper case.
    let shown = |p: &Point| if kind == Kind::Othello { name(p) } else { name(p).to_uppercase() };
    match comment {
        Comment::GoOn => said::go_on(),
        Comment::Five => said::five(),
        Comment::NoFour => said::no_four(),
        Comment::NoWin => said::no_win(),
        Comment::Over => said::is_over(),
        Comment::NoThreatsWin => said::no_threats(),
        Comment::Defended => said::defended(),
        Comment::AllFound => said::all_found(),
        Comment::NotForbidden => said::not_forbidden(),
        Comment::Alive => said::lives(),
        Comment::Dead => said::killed(),
        Comment::RaceWon => said::race_won(),
        Comment::Saved => said::saved(),
        Comment::Elsewhere => said::elsewhere(),
        Comment::KoOrSeki => said::ko_or_seki(),
        Comment::FailsAlone => said::fails_alone(),
        Comment::Better => said::right(),
        Comment::NotBetter => said::there_is_better(),
        Comment::OpeningLoses(discs) => said::opening_loses(*discs),
        Comment::LessonDone => said::lesson_done(),
        Comment::Missed(what) => lessons::missed(what, shown),
        Comment::NotThisPoint(find) => lessons::not_this(find),
        Comment::ThreatsWin(line) => said::right_line(&names(line)),
        Comment::StillWins(line) => said::still_wins(&names(line)),
        Comment::RefutedBy(point) => said::refuted(&name(point)),
        Comment::Forbidden(point) => {
            let marked = live.forbidden.iter().flatten().find(|f| f.point == point.0);
            return marked.map_or_else(Text::default, |f| Text { zh: f.zh.clone(), en: f.en.clone() });
        }
        Comment::KeptDiscs(result) => said::solved(said::result(*result)),
        Comment::KeptPoints(result) => said::count_kept(said::count(*result)),
        Comment::LostPoints { left, best } => said::count_lost(said::count(*left), said::count(*best)),
        Comment::LostDiscs { left, best } => said::missed(*left, *best),
    }
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shelf_has_its_name_and_every_problem_a_board_to_look_at() {
        for shelf in heibai_lessons::shelves() {
            assert_ne!(about(shelf).0.en, shelf.set);
            for problem in &shelf.problems {
                let live = live(problem).unwrap();
                assert!(live.turn.is_some() && !live.legal.is_empty(), "{}", shelf.id(problem));
            }
        }
    }

    #[test]
    fn forbidden_points_are_hidden_until_they_are_found() {
        let shelf = shelf("forbidden").unwrap();
        let is_pair = |problem: &&Exercise| problem.goal() == Goal::FindForbidden { count: 2 };
        let problem = shelf.problems.iter().find(is_pair).unwrap();
        let start = live(problem).unwrap();
        assert!(start.forbidden.unwrap().is_empty());
        let wrong = start.legal.iter().map(|&p| attempt(problem, &[Some(p)]).unwrap());
        let solution = wrong.filter_map(|tried| tried.solution).next().unwrap();
        let one = attempt(problem, &solution[..1]).unwrap();
        assert_eq!((one.status, one.step, one.steps), ("right", 1, 2));
        assert_eq!(one.live.forbidden.unwrap().len(), 1);
        assert!(one.live.board == start.board && !one.live.legal.contains(&solution[0].unwrap()));
        assert!(!one.text.zh.is_empty() && !one.text.en.is_empty());
        assert_eq!(attempt(problem, &solution).unwrap().status, "solved");
    }

    #[test]
    fn the_engines_reply_is_shown_beside_a_right_move() {
        let problem = &shelf("vcf").unwrap().problems[0];
        let start = live(problem).unwrap();
        let right = start.legal.iter().map(|&p| attempt(problem, &[Some(p)]).unwrap());
        let right = right.into_iter().find(|tried| tried.status == "right").unwrap();
        assert_eq!((right.moves.len(), right.changes.len()), (2, 2));
        assert_eq!(right.reply.unwrap().point, right.moves[1]);
    }
}

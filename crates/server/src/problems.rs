//! How lessons are shown: their positions and moves on the wire, and what is said about them.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::texts::side_name;
use crate::wire::{ChangesView, Live, PlayedView, Text, move_of, point_of};
use heibai_games::{Kind, Move, Point, Position};
use heibai_lessons::{Comment, Exercise, Goal, Refused, Shelf, Tried};
use serde::Serialize;
use utoipa::ToSchema;

/// The names of the four grades are those of the levels.
pub(crate) const GRADES: [(&str, &str, &str); heibai_lessons::GRADES] = [
    ("beginner", "新手", "Beginner"),
    ("normal", "正常", "Normal"),
    ("hard", "困难", "Hard"),
    ("hell", "地狱", "Hell"),
];

/// The answer to a try.
#[derive(Serialize, ToSchema)]
#[schema(as = Tried)]
pub(crate) struct TriedView {
    status: &'static str,
    step: usize,
    steps: usize,
    /// The latest answer of the other side.
    reply: Option<PlayedView>,
    /// All moves of the exercise so far, replies included: what the next try begins with.
    moves: Vec<Option<u16>>,
    text: Text,
    live: Live,
    changes: Vec<ChangesView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Option<u16>>>,
}

impl From<Refused> for Fail {
    fn from(refused: Refused) -> Fail {
        match refused {
            Refused::OtherMoves => Fail::because(Code::BadRequest, refused),
            Refused::CannotPass => Code::CannotPass.into(),
            Refused::Illegal(illegal) => illegal.into(),
            Refused::Broken(_) => Fail::internal(refused),
        }
    }
}

pub(crate) fn shelf(set: &str) -> Answer<&'static Shelf> {
    heibai_lessons::shelf(set).ok_or(Fail::from(Code::NotFound))
}

pub(crate) fn find(set: &str, id: &str) -> Answer<&'static dyn Exercise> {
    shelf(set)?.find(id).ok_or(Fail::from(Code::NotFound))
}

/// The name of a grade.
pub(crate) fn grade(problem: &dyn Exercise) -> &'static str {
    GRADES[problem.grade().clamp(1, GRADES.len()) - 1].0
}

/// What is seen at the start.
pub(crate) fn live(problem: &dyn Exercise) -> Answer<Live> {
    let mut live = Line::of(&problem.start()).view()?.live;
    if let Goal::FindForbidden { .. } = problem.goal() {
        hide_forbidden(&mut live, &[]);
    }
    Ok(live)
}

/// Forbidden points that have not been found are not given away.
fn hide_forbidden(live: &mut Live, found: &[Option<u16>]) {
    let mut marked = live.forbidden.take().unwrap_or_default();
    live.legal.extend(marked.iter().map(|f| f.point).filter(|&point| !found.contains(&Some(point))));
    live.legal.sort_unstable();
    marked.retain(|f| found.contains(&Some(f.point)));
    live.forbidden = Some(marked);
}

/// Judges the last of `moves` and shows the board after it.
pub(crate) fn attempt(problem: &dyn Exercise, moves: &[Option<u16>]) -> Answer<TriedView> {
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let tried = problem.attempt(&moves)?;
    let mut line = Line::of(&problem.start());
    let points = matches!(problem.goal(), Goal::FindForbidden { .. });
    if !points {
        line.moves = tried.moves.iter().copied().map(point_of).collect();
    }
    let mut shown = show(&line, tried)?;
    if points {
        hide_forbidden(&mut shown.live, &shown.moves);
    }
    Ok(shown)
}

/// A try on the wire; `line` is the position after it.
pub(crate) fn show(line: &Line, tried: Tried) -> Answer<TriedView> {
    let view = line.view()?;
    // The first move that is new is the learner's own.
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
        solution: tried.solution.map(points),
    })
}

/// The name of a shelf, and what its problems are about.
pub(crate) fn about(shelf: &Shelf) -> (Text, Text) {
    let (name, about) = match shelf.set {
        "vcf" => (
            ("VCF 练习", "VCF practice"),
            ("连续冲四取胜，每题都经过求解器证明", "Win by continuous fours; every problem is proved"),
        ),
        "fours" => (
            ("更多冲四题", "More wins by fours"),
            ("来自引擎对局的连续冲四", "Continuous fours from the engine's own games"),
        ),
        "threats" => (
            ("VCT 练习", "Wins by threats"),
            (
                "冲四不够，要用活三和冲四连续进攻：找出第一手",
                "Fours alone do not win: find the first of the threes and fours that do",
            ),
        ),
        "defence" => (
            ("防守练习", "Defence"),
            ("对方要连续冲四取胜，走一手化解", "Your opponent wins by fours: find the move that stops it"),
        ),
        "forbidden" => (
            ("找禁手", "Forbidden points"),
            ("在棋盘上找出黑棋的全部禁手点", "Point out every point that is forbidden for Black"),
        ),
        "endgame" => (
            ("残局练习", "Endgame drills"),
            (
                "每一手都要保住最佳结果，由精确求解器判定",
                "Keep the best result to the last disc; the exact solver judges every move",
            ),
        ),
        "life" => (
            ("死活题", "Life and death"),
            ("做活或杀棋，每一变化都已穷尽证明", "Live or kill; every variation is proved to the end"),
        ),
        set => ((set, set), ("", "")),
    };
    (Text::new(name.0, name.1), Text::new(about.0, about.1))
}

/// What is asked of the learner.
pub(crate) fn goal(problem: &dyn Exercise) -> Text {
    let start = problem.start();
    let (zh, en) = side_name(start.turn());
    let at = |point: Point| start.write_move(Move::Place(point));
    match problem.goal() {
        Goal::WinByFours { length } => Text::new(
            format!("{zh}先，连续冲四取胜（{length} 手）"),
            format!("{en} to win by fours in {length}"),
        ),
        Goal::WinByThreats { length } => Text::new(
            format!("{zh}先，用活三和冲四连续进攻取胜（{length} 手），找出第一手"),
            format!("{en} to win by threes and fours in {length}: find the first move"),
        ),
        Goal::StopFours => {
            Text::new(format!("{zh}先，化解对方的连续冲四"), format!("{en} to move: stop the win by fours"))
        }
        Goal::FindForbidden { count } => Text::new(
            format!("找出黑棋的全部禁手点（{count} 个）"),
            format!("Point at every point that is forbidden for Black ({count})"),
        ),
        Goal::Live(point) => Text::new(
            format!("{zh}先，做活 {} 的棋", at(point)),
            format!("{en} to move: make {} live", at(point)),
        ),
        Goal::Kill(point) => {
            Text::new(format!("{zh}先，杀死 {} 的棋", at(point)), format!("{en} to move: kill {}", at(point)))
        }
        Goal::KeepDiscs(0) => Text::new(format!("{zh}先，保住和棋"), format!("{en} to move and draw")),
        Goal::KeepDiscs(score) if score > 0 => {
            Text::new(format!("{zh}先，胜 {score} 子"), format!("{en} to move and win by {score}"))
        }
        Goal::KeepDiscs(score) => Text::new(
            format!("{zh}先，最多输 {} 子", -score),
            format!("{en} to move and lose by no more than {}", -score),
        ),
    }
}

fn discs(score: i32) -> (String, String) {
    match score {
        0 => ("和棋".to_owned(), "a draw".to_owned()),
        n if n > 0 => (format!("胜 {n} 子"), format!("a win by {n}")),
        n => (format!("负 {} 子", -n), format!("a loss by {}", -n)),
    }
}

/// Why a move is judged so.
fn comment(comment: &Comment, live: &Live, kind: Kind, size: usize) -> Text {
    let name = |&point: &Point| kind.notation().write(point, size);
    let names = |line: &[Point]| line.iter().map(|p| name(p).to_uppercase()).collect::<Vec<_>>().join(" ");
    let (zh, en) = match comment {
        Comment::GoOn => ("正确，继续", "Right, go on"),
        Comment::Five => ("成五，解出此题", "Five: solved"),
        Comment::NoFour => ("这一手没有形成四", "This makes no four"),
        Comment::NoWin => ("冲四之后没有取胜的续着", "After this four there is no win left"),
        Comment::Over => ("此题已结束", "The exercise is over"),
        Comment::NoThreatsWin => ("此后没有经证明的连续进攻", "After this no win by threats is proved"),
        Comment::Defended => ("守住了", "Defended"),
        Comment::AllFound => ("全部找到", "All found"),
        Comment::NotForbidden => ("这一点不是禁手", "This point is not forbidden"),
        Comment::Alive => ("活了，解出此题", "Alive: solved"),
        Comment::Dead => ("杀死，解出此题", "Dead: solved"),
        Comment::Elsewhere => ("这一手与死活无关", "This is elsewhere: it changes nothing here"),
        Comment::KoOrSeki => ("这样只是劫或双活，还有更好的", "This leaves a ko or a seki; there is better"),
        Comment::FailsAlone => ("对方不应也失败", "It fails even without a reply"),
        Comment::Better => ("正确", "Right"),
        Comment::NotBetter => ("还有更好的一手", "There is a better move"),
        Comment::ThreatsWin(line) => {
            let line = names(line);
            return Text::new(format!("正确，例如：{line}"), format!("Right, for example: {line}"));
        }
        Comment::StillWins(line) => {
            let line = names(line);
            return Text::new(format!("对方仍可取胜：{line}"), format!("It still wins: {line}"));
        }
        Comment::RefutedBy(point) => {
            let name = name(point);
            return Text::new(format!("对方走 {name} 就破解了"), format!("The reply {name} refutes it"));
        }
        Comment::Forbidden(point) => {
            let marked = live.forbidden.iter().flatten().find(|f| f.point == point.0);
            let kind = marked.and_then(|f| f.check["type"].as_str()).unwrap_or_default();
            return Text::new(kind, marked.map_or("", |f| &f.en));
        }
        Comment::KeptDiscs(result) => {
            let (zh, en) = discs(*result);
            return Text::new(format!("解出：{zh}"), format!("Solved: {en}"));
        }
        Comment::LostDiscs { left, best } => {
            let ((zh, en), (best_zh, best_en)) = (discs(*left), discs(*best));
            return Text::new(
                format!("这手之后最多{zh}，本可{best_zh}"),
                format!("After this the best is {en}; it was {best_en}"),
            );
        }
    };
    Text::new(zh, en)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shelf_has_its_name_and_every_problem_a_board_to_look_at() {
        for shelf in heibai_lessons::shelves() {
            assert_ne!(about(shelf).0.en, shelf.set);
            for problem in &shelf.problems {
                let live = live(problem.as_ref()).unwrap();
                assert!(live.turn.is_some() && !live.legal.is_empty(), "{}", shelf.id(problem.as_ref()));
            }
        }
    }

    #[test]
    fn forbidden_points_are_hidden_until_they_are_found() {
        let shelf = shelf("forbidden").unwrap();
        let is_pair = |problem: &&dyn Exercise| problem.goal() == Goal::FindForbidden { count: 2 };
        let problem = shelf.problems.iter().map(Box::as_ref).find(is_pair).unwrap();
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
        let problem = shelf("vcf").unwrap().problems[0].as_ref();
        let start = live(problem).unwrap();
        let right = start.legal.iter().map(|&p| attempt(problem, &[Some(p)]).unwrap());
        let right = right.into_iter().find(|tried| tried.status == "right").unwrap();
        assert_eq!((right.moves.len(), right.changes.len()), (2, 2));
        assert_eq!(right.reply.unwrap().point, right.moves[1]);
    }
}

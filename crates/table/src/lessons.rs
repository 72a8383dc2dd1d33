//! How the first steps are shown: their boards on the wire, and the comments on a move.

use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::problems::{self, TriedView};
use crate::wire::{Game, Live, Text, move_of, point_of};
use heibai_games::{Kind, Move, Point};
use heibai_lessons::steps::{Find, Lesson, Missed, Task, WantedShape, lesson, lessons};
use heibai_words::{Language, first_steps, glossary, lessons as said};
use serde::Serialize;
use utoipa::ToSchema;

/// A lesson as it begins. In its texts `{term:word}` is a word that links to the glossary.
#[derive(Serialize, ToSchema)]
#[schema(as = Lesson)]
pub struct LessonView {
    id: String,
    kind: Game,
    title: Text,
    /// The task of each step; a lesson that asks for points has one text for all of them.
    tasks: Vec<Text>,
    done: Text,
    /// Nothing is played; the learner points at points.
    points: bool,
    steps: usize,
    line: Line,
    live: Live,
}

#[derive(Serialize, ToSchema)]
pub struct Lessons {
    pub lessons: Vec<LessonView>,
}

/// A word of the games, with what it means.
#[derive(Serialize, ToSchema)]
#[schema(as = Term)]
pub struct TermView {
    id: &'static str,
    /// The game it belongs to, `every` or `engines`.
    topic: &'static str,
    name: Text,
    /// Other names for the same.
    also: Vec<Text>,
    about: Text,
}

#[derive(Serialize, ToSchema)]
pub struct Glossary {
    pub terms: Vec<TermView>,
}

pub fn all() -> Answer<Lessons> {
    Ok(Lessons { lessons: lessons().iter().map(view).collect::<Answer<_>>()? })
}

fn view(lesson: &Lesson) -> Answer<LessonView> {
    let words = first_steps::find(lesson.kind(), &lesson.id)
        .ok_or_else(|| Fail::internal(format!("lesson {} has no words", lesson.id)))?;
    let line = start(lesson);
    let mut live = line.view()?.live;
    let points = matches!(lesson.task(), Task::Point(_));
    if points {
        open_to_points(&mut live, &[]);
    }
    // A learner who is to capture is not offered a pass.
    live.can_pass &= lesson.asks_for_a_pass();
    Ok(LessonView {
        id: lesson.id.clone(),
        kind: lesson.kind().into(),
        title: words.title().into(),
        tasks: words.tasks().map(Into::into).collect(),
        done: words.done().into(),
        points,
        steps: lesson.steps(),
        line,
        live,
    })
}

fn start(lesson: &Lesson) -> Line {
    let mut line = Line::of(&lesson.board());
    line.moves = lesson.played().into_iter().map(point_of).collect();
    line
}

/// Where points are asked for, every empty point may be touched, and points not found yet are not revealed.
fn open_to_points(live: &mut Live, found: &[Option<u16>]) {
    let empty = (0..).zip(&live.board).filter(|(_, cell)| **cell == 0).map(|(point, _)| point);
    live.legal = empty.filter(|point| !found.contains(&Some(*point))).collect();
    live.flips = None;
    live.can_pass = false;
    live.forbidden = live.forbidden.take().map(|mut marked| {
        marked.retain(|f| found.contains(&Some(f.point)));
        marked
    });
}

/// Judges the last of `moves` and shows the board after it; without moves it only tells a right one.
pub fn attempt(kind: Kind, id: &str, moves: &[Option<u16>]) -> Answer<TriedView> {
    let lesson = lesson(kind, id).ok_or(Fail::from(Code::NotFound))?;
    let moves: Vec<Move> = moves.iter().copied().map(move_of).collect();
    let tried = lesson.attempt(&moves)?;
    let mut line = start(lesson);
    let points = matches!(lesson.task(), Task::Point(_));
    if !points {
        line.moves.extend(tried.moves.iter().copied().map(point_of));
    }
    let mut shown = problems::show(&line, tried)?;
    if points {
        open_to_points(&mut shown.live, &shown.moves);
    }
    shown.live.can_pass &= lesson.asks_for_a_pass();
    Ok(shown)
}

/// What a legal move in a lesson lacks.
pub fn missed(missed: &Missed, name: impl Fn(&Point) -> String) -> heibai_words::Text {
    match missed {
        Missed::NotAPass => said::not_a_pass(),
        Missed::Flips { flipped, wanted } => said::flips_few(*flipped, *wanted),
        Missed::FlipsTooMany { flipped, most } => said::flips_many(*flipped, *most),
        Missed::NotACorner => said::not_a_corner(),
        Missed::GivesCorner(point) => said::gives_corner(&name(point)),
        Missed::CanBeFlipped(point) => said::can_be_flipped(&name(point)),
        Missed::NotStable => said::not_stable(),
        Missed::StillMoves { moves } => said::still_moves(*moves),
        Missed::TooManyReplies { moves, most } => said::too_many_replies(*moves, *most),
        Missed::Loses { left, best } => said::missed(*left, *best),
        Missed::NotWon => said::not_won(),
        Missed::LosesAt(point) => said::loses_at(&name(point)),
        Missed::NoFour => said::no_five_next(),
        Missed::AnsweredAt(point) => said::answered_at(&name(point)),
        Missed::OpenFourAt(point) => said::open_four_at(&name(point)),
        Missed::NoShape(shapes) => said::no_shape(shape_names(shapes)),
        Missed::DiscsLeft(discs) => said::discs_left(*discs),
        Missed::CapturesNothing => said::captures_nothing(),
        Missed::CapturesFew { captured, wanted } => said::captures_few(*captured, *wanted),
        Missed::StillFree { liberties } => said::still_free(*liberties),
        Missed::OwnAtari => said::own_atari(),
        Missed::RunsTo { at, liberties } => said::runs_to(&name(at), *liberties),
        Missed::FewLiberties { liberties, wanted } => said::few_liberties(*liberties, *wanted),
        Missed::NotConnected => said::not_connected(),
        Missed::JoinedAt(point) => said::joined_at(&name(point)),
        Missed::NotAlive => said::not_alive(),
        Missed::NotDead(Some(point)) => said::saved_at(&name(point)),
        Missed::NotDead(None) => said::not_dead(),
        Missed::RetakesKo => said::retakes_ko(),
    }
}

/// The names of shapes that a step asks for.
fn shape_names(shapes: &[WantedShape]) -> heibai_words::Text {
    let name = |shape: &WantedShape| match shape {
        WantedShape::OpenThree => said::open_three(),
        WantedShape::Four => said::a_four(),
        WantedShape::OpenFour => said::open_four(),
    };
    shapes.iter().map(name).reduce(said::both_shapes).unwrap_or_default()
}

/// Why a point is not one of those asked for.
pub fn not_this(find: &Find) -> heibai_words::Text {
    match find {
        Find::Legal => said::is_not_legal(),
        Find::Illegal => said::is_legal(),
        Find::Forbidden => said::not_forbidden(),
        Find::Liberties { .. } => said::no_liberty(),
        Find::Fives => said::no_five(),
        Find::Neutral => said::not_neutral(),
    }
}

pub fn glossary() -> Glossary {
    let text = |en: &str, zh: &str| Text { zh: zh.to_owned(), en: en.to_owned() };
    let term = |term: &glossary::Term| {
        let (en, zh) = (term.names(Language::English), term.names(Language::Chinese));
        let also = (1..en.len().max(zh.len()))
            .map(|i| text(en.get(i).unwrap_or(&""), zh.get(i).unwrap_or(&"")))
            .collect();
        TermView {
            id: term.id,
            topic: term.topic.name(),
            name: text(en[0], zh[0]),
            also,
            about: text(term.about(Language::English), term.about(Language::Chinese)),
        }
    };
    Glossary { terms: glossary::TERMS.iter().map(term).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_its_words_and_every_word_its_lesson() {
        for kind in Kind::ALL {
            let ids: Vec<&str> =
                lessons().iter().filter(|l| l.kind() == kind).map(|l| l.id.as_str()).collect();
            let words: Vec<&str> = first_steps::of(kind).iter().map(|words| words.id).collect();
            assert_eq!(ids, words, "{kind}");
        }
        for lesson in all().unwrap().lessons {
            let asked = if lesson.points { 1 } else { lesson.steps };
            assert_eq!(lesson.tasks.len(), asked, "{}", lesson.id);
            assert!(lesson.live.turn.is_some() && !lesson.live.legal.is_empty(), "{}", lesson.id);
        }
    }

    #[test]
    fn a_wrong_move_is_refused_with_a_sentence_and_a_forbidden_point_with_its_explanation() {
        let wrong = attempt(Kind::Go, "capture", &[Some(0)]).unwrap();
        assert_eq!((wrong.status, wrong.text.en.as_str()), ("wrong", "This captures nothing"));
        let overline = lesson(Kind::Gomoku, "overline").unwrap();
        let Task::Point(find) = overline.task() else { panic!() };
        let points = find.points(overline.start().position());
        let found = attempt(Kind::Gomoku, "overline", &[Some(points[0].0)]).unwrap();
        assert_eq!(found.status, "solved");
        let refused = attempt(Kind::Gomoku, "overline", &[Some(0)]).unwrap();
        assert_eq!(refused.text.zh, "这一点不是禁手");
        assert!(attempt(Kind::Go, "nothing", &[Some(0)]).is_err());
        // A far move is no four; an answer to it would say nothing.
        let far = attempt(Kind::Gomoku, "trap", &[Some(0)]).unwrap();
        assert_eq!(far.text.zh, "这一手没有冲四，你下一手成不了五");
        let shown = attempt(Kind::Gomoku, "trap", &[]).unwrap();
        assert!(shown.moves.is_empty() && shown.status == "right");
        let retaken = attempt(Kind::Go, "ko-threat", &[Some(30)]).unwrap();
        assert_eq!(retaken.status, "wrong");
        assert!(retaken.text.zh.contains('劫') && retaken.text.en.contains("ko"), "{}", retaken.text.en);
    }
}

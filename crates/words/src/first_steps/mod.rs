//! What the first steps say: for each lesson its title, what each step asks for, and what is said when it is done.
//! A part in braces links to the glossary: `{liberty:liberties}` shows "liberties" and means the term `liberty`.

mod go;
mod gomoku;
mod othello;

use crate::{Sentence, Text};
use heibai_games::Kind;

/// English and Chinese.
type Pair = (&'static str, &'static str);

/// The words of one lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonWords {
    /// The lesson's name.
    pub id: &'static str,
    title: Pair,
    tasks: &'static [Pair],
    done: Pair,
}

impl LessonWords {
    /// The title.
    pub fn title(&self) -> Text {
        text(self.title)
    }

    /// What is asked, step by step.
    pub fn tasks(&self) -> impl Iterator<Item = Text> {
        self.tasks.iter().copied().map(text)
    }

    /// What is said when the lesson is done.
    pub fn done(&self) -> Text {
        text(self.done)
    }
}

fn text((en, zh): Pair) -> Text {
    Text { zh: zh.to_owned(), en: en.to_owned() }
}

const GAMES: [(Kind, &[LessonWords]); 3] =
    [(Kind::Othello, othello::LESSONS), (Kind::Go, go::LESSONS), (Kind::Gomoku, gomoku::LESSONS)];

/// The words of all lessons of a game, in the order in which they are learnt.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_words::first_steps;
/// assert_eq!(first_steps::of(Kind::Go)[1].title().en, "Liberties");
/// ```
pub fn of(kind: Kind) -> &'static [LessonWords] {
    GAMES.iter().find(|(game, _)| *game == kind).map_or(&[], |(_, lessons)| lessons)
}

/// The words of a lesson.
pub fn find(kind: Kind, id: &str) -> Option<&'static LessonWords> {
    of(kind).iter().find(|lesson| lesson.id == id)
}

/// The terms that a text links to.
pub fn terms(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split([':', '}']).next())
}

pub(crate) fn sentences() -> impl Iterator<Item = Sentence> {
    let all = Kind::ALL.into_iter().flat_map(of);
    all.flat_map(|lesson| {
        let pairs = [lesson.title, lesson.done].into_iter().chain(lesson.tasks.iter().copied());
        pairs.map(|(en, zh)| Sentence { name: lesson.id, en, zh })
    })
}

macro_rules! lessons {
    ($($id:literal: $en:literal, $zh:literal, [$($task_en:literal, $task_zh:literal);+], $done_en:literal, $done_zh:literal;)*) => {
        &[$($crate::first_steps::LessonWords {
            id: $id,
            title: ($en, $zh),
            tasks: &[$(($task_en, $task_zh)),+],
            done: ($done_en, $done_zh),
        }),*]
    };
}
use lessons;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_leads_to_a_term() {
        let mut linked = 0;
        for sentence in sentences() {
            for text in [sentence.en, sentence.zh] {
                for term in terms(text) {
                    assert!(crate::glossary::find(term).is_some(), "{}: no term '{term}'", sentence.name);
                    linked += 1;
                }
            }
        }
        assert!(linked > 90, "{linked}");
    }
}

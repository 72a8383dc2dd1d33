//! First steps: learning the rules of each game by playing on small boards. A lesson asks for one thing after
//! another. Any move that does it is right; a wrong move is told what it lacks.

mod aim;
mod find;

pub use aim::{Aim, Missed, WantedShape};
pub use find::Find;

use crate::shelf::read;
use crate::{Comment, Refused, Tried, Verdict, broken};
use aim::Made;
use heibai_games::kind::Choice;
use heibai_games::position::Changes;
use heibai_games::{AnyPosition, Color, Illegal, Kind, Match, Move, Point, Position};
use serde::Deserialize;
use std::sync::LazyLock;
use std::time::Duration;

/// A lesson as stored.
#[derive(Deserialize)]
pub struct Lesson {
    /// Its name in URLs and in the table of its texts.
    pub id: String,
    #[serde(default)]
    rules: Option<String>,
    side: String,
    /// Rows from the top: `X` black, `O` white.
    board: Vec<String>,
    /// Moves made before the lesson begins.
    #[serde(default)]
    played: Vec<String>,
    #[serde(flatten)]
    task: Task,
    #[serde(skip)]
    kind: Option<Kind>,
}

/// What a lesson asks for.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Task {
    Play { steps: Vec<LessonStep> },
    Point(Find),
}

/// One move of the learner, and the reply to it.
#[derive(Deserialize)]
pub struct LessonStep {
    #[serde(flatten)]
    pub aim: Aim,
    /// A move that achieves the aim.
    play: String,
    /// The other side's reply: the first of these that is legal.
    #[serde(default)]
    reply: Vec<String>,
}

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let of = |kind, text| {
        let mut lessons: Vec<Lesson> = read(text);
        lessons.iter_mut().for_each(|lesson| lesson.kind = Some(kind));
        lessons
    };
    let mut all = of(Kind::Othello, include_str!("../../boards/othello.json"));
    all.extend(of(Kind::Go, include_str!("../../boards/go.json")));
    all.extend(of(Kind::Gomoku, include_str!("../../boards/gomoku.json")));
    all
});

/// All lessons, by game, in learning order.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The lesson of a game with this name.
pub fn lesson(kind: Kind, id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|lesson| lesson.kind() == kind && lesson.id == id)
}

impl Lesson {
    pub fn kind(&self) -> Kind {
        self.kind.expect("lessons are read game by game")
    }

    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Whether it asks for a pass.
    pub fn asks_for_a_pass(&self) -> bool {
        matches!(&self.task, Task::Play { steps } if steps.iter().any(|step| step.aim == Aim::Pass))
    }

    /// The number of moves or points the learner has to find.
    pub fn steps(&self) -> usize {
        match &self.task {
            Task::Play { steps } => steps.len(),
            Task::Point(find) => find.points(self.start().position()).len(),
        }
    }

    /// The set-up board, before the moves played on it.
    pub fn board(&self) -> AnyPosition {
        let size = self.board.len();
        let komi = (self.kind() == Kind::Go).then_some(0.0);
        let choice = Choice { size: Some(size), rules: self.rules.clone(), komi, handicap: None };
        let rules = self.kind().rules(&choice).expect("a lesson has rules of its game");
        let stone = |(index, letter): (usize, char)| match letter {
            'X' => Some((Point(index as u16), Color::Black)),
            'O' => Some((Point(index as u16), Color::White)),
            _ => None,
        };
        let stones: Vec<_> = self.board.concat().chars().enumerate().filter_map(stone).collect();
        let turn = if self.side == "white" { Color::White } else { Color::Black };
        AnyPosition::setup(&rules, &stones, turn).expect("a lesson can be set up")
    }

    /// The moves that were made before the lesson begins.
    pub fn played(&self) -> Vec<Move> {
        let board = self.board();
        self.played.iter().map(|name| board.read_move(name).expect("a move of the board")).collect()
    }

    /// The game at the learner's first move.
    pub fn start(&self) -> Match<AnyPosition> {
        let mut game = Match::new(self.board());
        for mv in self.played() {
            game.play(mv, Duration::ZERO).expect("what was played is legal");
        }
        game
    }

    /// Judges the last of `moves`; those before it are the lesson so far, including replies. After a right move the
    /// solution is that of the next step; without any move it is that of the first, for a learner who wants to be shown
    /// one.
    pub fn attempt(&self, moves: &[Move]) -> Result<Tried, Refused> {
        match &self.task {
            _ if moves.is_empty() => self.shown(),
            Task::Play { steps } => self.play(steps, moves),
            Task::Point(find) => self.point_at(find, moves),
        }
    }

    /// The lesson at its beginning, with a move that is right there.
    fn shown(&self) -> Result<Tried, Refused> {
        let start = self.start();
        let first = match &self.task {
            Task::Play { steps } => steps.first().map_or(Ok(None), |step| step.solution(start.position()))?,
            Task::Point(find) => find.points(start.position()).first().copied().map(Move::Place),
        };
        Ok(Tried {
            verdict: Verdict::Right,
            step: 0,
            steps: self.steps(),
            moves: Vec::new(),
            known: start.moves().len(),
            refutation: Vec::new(),
            comment: Comment::GoOn,
            solution: first.map(|mv| vec![mv]),
        })
    }

    fn play(&self, steps: &[LessonStep], moves: &[Move]) -> Result<Tried, Refused> {
        let mut game = self.start();
        let mut rest = moves.iter().copied();
        for (number, step) in steps.iter().enumerate() {
            let known = game.moves().len();
            let mv = rest.next().ok_or(Refused::OtherMoves)?;
            let is_last_try = rest.len() == 0;
            let before = game.position().clone();
            let missed = match game.play(mv, Duration::ZERO) {
                Ok(_) => missing(&before, mv, &step.aim)?,
                Err(Illegal::Repetition { .. }) if is_last_try => Some(Missed::RetakesKo),
                Err(illegal) if is_last_try => return Err(illegal.into()),
                Err(_) => return Err(Refused::OtherMoves),
            };
            if let Some(missed) = missed {
                let tried = Tried {
                    verdict: Verdict::Wrong,
                    step: number,
                    steps: steps.len(),
                    moves: moves[..moves.len() - 1].to_vec(),
                    known,
                    comment: Comment::Missed(missed),
                    refutation: Vec::new(),
                    solution: Some(step.solution(&before)?.into_iter().collect()),
                };
                return if is_last_try { Ok(tried) } else { Err(Refused::OtherMoves) };
            }
            let reply = step.answer(game.position());
            if let Some(reply) = reply {
                game.play(reply, Duration::ZERO).map_err(broken)?;
            }
            if is_last_try {
                let next = steps.get(number + 1);
                let solution = next.map(|step| step.solution(game.position())).transpose()?;
                return Ok(Tried {
                    verdict: if next.is_none() { Verdict::Solved } else { Verdict::Right },
                    step: number + 1,
                    steps: steps.len(),
                    moves: moves.iter().copied().chain(reply).collect(),
                    known,
                    refutation: Vec::new(),
                    comment: if next.is_none() { Comment::LessonDone } else { Comment::GoOn },
                    solution: solution.map(|mv| mv.into_iter().collect()),
                });
            }
            if reply.is_some() && rest.next() != reply {
                return Err(Refused::OtherMoves);
            }
        }
        Err(Refused::OtherMoves)
    }

    fn point_at(&self, find: &Find, moves: &[Move]) -> Result<Tried, Refused> {
        let start = self.start();
        let all = find.points(start.position());
        let tried = Tried::pointing(&all, moves, |last, verdict| match verdict {
            Verdict::Solved => Comment::LessonDone,
            Verdict::Right if *find == Find::Forbidden => Comment::Forbidden(last),
            Verdict::Right => Comment::GoOn,
            _ => Comment::NotThisPoint(find.clone()),
        })?;
        // One of the points is enough of a hint.
        let left = all.iter().map(|&point| Move::Place(point)).find(|point| !tried.moves.contains(point));
        let solution = left.map(|point| vec![point]);
        Ok(Tried { known: start.moves().len(), solution, ..tried })
    }
}

impl LessonStep {
    fn answer(&self, position: &AnyPosition) -> Option<Move> {
        let moves = self.reply.iter().filter_map(|name| position.read_move(name).ok());
        moves.into_iter().find(|&mv| position.check(mv).is_ok())
    }

    /// A move that achieves the aim: the stored one, or, after other right moves, the first there is.
    fn solution(&self, position: &AnyPosition) -> Result<Option<Move>, Refused> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let written = position.read_move(&self.play).map_err(broken)?;
        if let Some(at) = legal.iter().position(|&mv| mv == written) {
            legal.swap(0, at);
        }
        Ok(legal.into_iter().find(|&mv| matches!(missing(position, mv, &self.aim), Ok(None))))
    }
}

/// What a move lacks; `None` if it achieves `aim`.
fn missing(before: &AnyPosition, mv: Move, aim: &Aim) -> Result<Option<Missed>, Refused> {
    before.check(mv)?;
    let (mut after, mut changes) = (before.clone(), Changes::default());
    after.play_unchecked(mv, &mut changes);
    Ok(Made { before, mv, after: &after, changes: &changes }.missing(aim))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(lesson: &Lesson) -> String {
        format!("{} {}", lesson.kind(), lesson.id)
    }

    /// Walks every path of accepted moves through a lesson, up to `most` paths; calls `at` with the tries at each
    /// position.
    fn walk(lesson: &Lesson, moves: &[Move], most: &mut usize, at: &mut impl FnMut(&[Move], &[Tried])) {
        let mut game = lesson.start();
        if matches!(lesson.task, Task::Play { .. }) {
            moves.iter().for_each(|&mv| drop(game.play(mv, Duration::ZERO).unwrap()));
        }
        let mut legal: Vec<Move> = match &lesson.task {
            Task::Play { .. } => Vec::new(),
            Task::Point(_) => Point::all(game.position().size())
                .filter(|&p| game.position().stone(p).is_none() && !moves.contains(&Move::Place(p)))
                .map(Move::Place)
                .collect(),
        };
        if legal.is_empty() {
            game.position().legal_moves(&mut legal);
        }
        let all: Vec<Tried> = legal
            .into_iter()
            .map(|mv| lesson.attempt(&[moves, &[mv]].concat()))
            .map(|tried| tried.unwrap_or_else(|e| panic!("{} after {moves:?}: {e}", name(lesson))))
            .collect();
        at(moves, &all);
        for tried in all.into_iter().filter(|tried| tried.verdict == Verdict::Right) {
            if *most > 0 {
                *most -= 1;
                walk(lesson, &tried.moves, most, at);
            }
        }
    }

    #[test]
    fn each_game_has_twelve_to_twenty_lessons_with_names_of_their_own() {
        for kind in Kind::ALL {
            let ids: Vec<&str> =
                lessons().iter().filter(|l| l.kind() == kind).map(|l| l.id.as_str()).collect();
            assert!((12..=20).contains(&ids.len()), "{kind}: {}", ids.len());
            let mut once = ids.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), ids.len(), "{kind}");
        }
    }

    #[test]
    fn every_lesson_is_completed_by_its_solution() {
        for lesson in lessons() {
            let mut moves = Vec::new();
            let steps = lesson.steps();
            for step in 0..steps {
                let mv = match &lesson.task {
                    Task::Play { steps } => lesson.board().read_move(&steps[step].play).unwrap(),
                    Task::Point(find) => Move::Place(find.points(lesson.start().position())[step]),
                };
                moves.push(mv);
                let tried = lesson.attempt(&moves).unwrap_or_else(|e| panic!("{}: {e}", name(lesson)));
                let wanted = if step + 1 == steps { Verdict::Solved } else { Verdict::Right };
                assert_eq!((tried.verdict, tried.step), (wanted, step + 1), "{} {tried:?}", name(lesson));
                moves = tried.moves;
            }
            assert!(steps > 0, "{}", name(lesson));
        }
    }

    /// A learner who asks to be shown every move comes to the end.
    #[test]
    fn what_is_shown_leads_to_the_end_of_every_lesson() {
        for lesson in lessons() {
            let shown = |tried: &Tried| tried.solution.as_ref().and_then(|moves| moves.first().copied());
            let (mut moves, mut next) = (Vec::new(), shown(&lesson.attempt(&[]).unwrap()));
            for step in 1..=lesson.steps() {
                moves.push(next.unwrap_or_else(|| panic!("{}: nothing is shown", name(lesson))));
                let tried = lesson.attempt(&moves).unwrap_or_else(|e| panic!("{}: {e}", name(lesson)));
                assert!(tried.verdict.is_good() && tried.step == step, "{} {tried:?}", name(lesson));
                assert_eq!(tried.solution.is_none(), tried.verdict == Verdict::Solved, "{}", name(lesson));
                next = shown(&tried);
                moves = tried.moves;
            }
        }
    }

    /// Every move of the learner is either right and leads to the end, or refused with a reason and a way out.
    #[test]
    fn every_right_move_leads_on_and_every_wrong_one_is_told_why() {
        for lesson in lessons() {
            let free = matches!(&lesson.task, Task::Play { steps } if steps[0].aim == Aim::Any);
            let mut refused = 0;
            walk(lesson, &[], &mut 12, &mut |moves, all| {
                let good = all.iter().filter(|tried| tried.verdict.is_good()).count();
                assert!(good > 0, "{} cannot go on after {moves:?}", name(lesson));
                for wrong in all.iter().filter(|tried| tried.verdict == Verdict::Wrong) {
                    refused += 1;
                    assert_eq!(wrong.moves, moves, "{}", name(lesson));
                    let solution = wrong.solution.as_ref().unwrap();
                    assert!(
                        matches!(wrong.comment, Comment::Missed(_) | Comment::NotThisPoint(_)),
                        "{} {:?}",
                        name(lesson),
                        wrong.comment
                    );
                    assert_eq!(solution.len(), 1, "{}", name(lesson));
                }
            });
            assert!(refused > 0 || free, "{} refuses nothing", name(lesson));
        }
    }

    /// The legal moves on a lesson's board, each with its answer and the board after it.
    fn first_tries(kind: Kind, id: &str) -> Vec<(String, Tried, AnyPosition)> {
        let lesson = lesson(kind, id).unwrap();
        let start = lesson.start();
        let mut legal = Vec::new();
        start.position().legal_moves(&mut legal);
        let tried = |mv: Move| {
            let mut after = start.position().clone();
            after.play(mv).unwrap();
            (after.write_move(mv), lesson.attempt(&[mv]).unwrap(), after)
        };
        legal.into_iter().map(tried).collect()
    }

    /// A disc with a gap to the corner is not flipped at once, but is not stable either.
    #[test]
    fn only_discs_that_are_joined_to_the_corner_are_stable() {
        let tries = first_tries(Kind::Othello, "safe");
        let good: Vec<&str> = tries
            .iter()
            .filter(|(_, tried, _)| tried.verdict.is_good())
            .map(|(name, ..)| name.as_str())
            .collect();
        assert_eq!(good, ["b1"]);
        for gap in ["c1", "d1"] {
            let (_, tried, _) = tries.iter().find(|(name, ..)| name == gap).unwrap();
            assert_eq!(tried.comment, Comment::Missed(Missed::NotStable), "{gap}");
        }
    }

    /// The move the lesson calls quiet is so by count: no other move flips as few discs or leaves as few replies.
    #[test]
    fn the_quiet_move_leaves_the_fewest_answers() {
        let tries = first_tries(Kind::Othello, "quiet");
        let answers = |after: &AnyPosition| {
            let mut legal = Vec::new();
            after.legal_moves(&mut legal);
            legal.len()
        };
        let (good, others): (Vec<_>, Vec<_>) =
            tries.iter().partition(|(_, tried, _)| tried.verdict.is_good());
        assert_eq!(good.len(), 1);
        let fewest = answers(&good[0].2);
        assert!(others.iter().all(|(_, _, after)| answers(after) > fewest) && others.len() >= 3);
    }

    /// Retaking a ko at once is explained as a ko, not by the number of a board.
    #[test]
    fn a_ko_that_is_retaken_at_once_is_called_a_ko() {
        let lesson = lesson(Kind::Go, "ko-threat").unwrap();
        let start = lesson.start();
        let refused: Vec<Move> = Point::all(start.position().size())
            .map(Move::Place)
            .filter(|&mv| matches!(start.position().check(mv), Err(Illegal::Repetition { .. })))
            .collect();
        let [ko] = refused[..] else { panic!("{refused:?}") };
        let tried = lesson.attempt(&[ko]).unwrap();
        assert_eq!((tried.verdict, tried.comment), (Verdict::Wrong, Comment::Missed(Missed::RetakesKo)));
        assert!(tried.moves.is_empty());
    }

    #[test]
    fn moves_that_the_lesson_did_not_lead_to_are_refused() {
        for lesson in lessons() {
            let shown = lesson.attempt(&[]).unwrap();
            assert!(shown.step == 0 && shown.moves.is_empty(), "{}", name(lesson));
            let nowhere = Move::Place(Point(60_000));
            assert!(lesson.attempt(&[nowhere]).is_err() || lesson.attempt(&[nowhere, nowhere]).is_err());
            let again = vec![nowhere; 40];
            assert!(lesson.attempt(&again).is_err(), "{}", name(lesson));
        }
    }
}

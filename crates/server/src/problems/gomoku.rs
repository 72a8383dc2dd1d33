//! Gomoku problems of one or a few answers: a defence against fours, and the points that are forbidden.

use super::{Exercise, Tried, odd, read};
use crate::error::{Answer, Code, Fail};
use crate::line::Line;
use crate::wire::{Game, Live, Side, Text};
use heibai_engines::gomoku::practice::win_by_fours;
use heibai_games::gomoku::Position;
use heibai_games::{AnyPosition, Notation, Point, Position as _};
use heibai_words::lessons as said;
use heibai_words::names::short;
use serde::Deserialize;

pub(super) const SIZE: usize = 15;

/// A problem as it is shipped.
#[derive(Deserialize)]
pub(super) struct Shipped {
    pub id: u32,
    pub kind: String,
    pub grade: usize,
    rules: String,
    pub side: Side,
    black: Vec<String>,
    white: Vec<String>,
    pub length: usize,
    answers: Vec<String>,
}

/// The extra problems of one kind, numbered from 1.
pub(super) fn extra(kind: &str) -> Vec<Shipped> {
    let all =
        read::<Shipped>(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vcf/extra.json")));
    let mut chosen: Vec<Shipped> = all.into_iter().filter(|problem| problem.kind == kind).collect();
    chosen.sort_by_key(|problem| (problem.grade, problem.id));
    for (number, problem) in (1..).zip(&mut chosen) {
        problem.id = number;
    }
    chosen
}

pub(super) fn defence() -> Vec<Box<dyn Exercise>> {
    extra("defend").into_iter().map(|shipped| Box::new(Defence(shipped)) as Box<dyn Exercise>).collect()
}

pub(super) fn forbidden() -> Vec<Box<dyn Exercise>> {
    extra("forbidden").into_iter().map(|shipped| Box::new(Forbidden(shipped)) as Box<dyn Exercise>).collect()
}

fn points(names: &[String]) -> impl Iterator<Item = u16> {
    names.iter().filter_map(|name| Notation::Gomoku.read(name, SIZE).ok()).map(|point| point.0)
}

impl Shipped {
    pub fn line(&self) -> Line {
        let black = points(&self.black).map(|point| (point, 1));
        let white = points(&self.white).map(|point| (point, 2));
        Line {
            kind: Game::Gomoku,
            rules: Some(self.rules.clone()),
            size: Some(SIZE),
            komi: None,
            handicap: None,
            stones: black.chain(white).collect(),
            turn: Some(self.side),
            moves: Vec::new(),
        }
    }

    /// The first moves that are right.
    pub fn right(&self) -> impl Iterator<Item = u16> {
        points(&self.answers)
    }

    /// The side that moves.
    pub fn mover(&self) -> heibai_words::Text {
        short(self.side.into())
    }

    /// Tries the one move of a problem; `judge` says of the position after it whether it was right, and why.
    pub fn first_move(
        &self,
        moves: &[Option<u16>],
        judge: impl FnOnce(&Position) -> (bool, Text),
    ) -> Answer<Tried> {
        let &[Some(point)] = moves else { return Err(odd()) };
        let line = Line { moves: vec![Some(point)], ..self.line() };
        let game = line.play()?;
        let AnyPosition::Gomoku(after) = game.position() else {
            return Err(Fail::internal("a problem that is not Gomoku"));
        };
        let (right, text) = judge(after);
        Ok(Tried {
            status: if right { "solved" } else { "failed" },
            step: usize::from(right),
            steps: 1,
            reply: None,
            text,
            live: line.view()?.live,
            changes: line.replay()?.steps.into_iter().map(|step| step.changes).collect(),
            moves: line.moves,
            solution: (!right).then(|| self.right().take(1).map(Some).collect()),
        })
    }
}

/// A line of moves as people read it.
pub(super) fn shown(line: &[Point]) -> String {
    line.iter().map(|&p| Notation::Gomoku.write(p, SIZE).to_uppercase()).collect::<Vec<_>>().join(" ")
}

/// The opponent threatens to win by fours; one move must leave no such win.
struct Defence(Shipped);

impl Exercise for Defence {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Text {
        said::stop_fours(self.0.mover()).into()
    }

    fn line(&self) -> Line {
        self.0.line()
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        self.0.first_move(moves, |after| {
            match after.outcome().is_none().then(|| win_by_fours(after)).flatten() {
                None => (true, said::defended().into()),
                Some(win) => (false, said::still_wins(&shown(&win)).into()),
            }
        })
    }
}

/// Nothing is played: the learner points at the forbidden points, one after another.
struct Forbidden(Shipped);

impl Forbidden {
    /// What is seen when `found` have been pointed at: the others are not given away.
    fn seen(&self, found: &[u16]) -> Answer<Live> {
        let mut live = self.line().view()?.live;
        let mut marked = live.forbidden.take().unwrap_or_default();
        live.legal.extend(marked.iter().map(|f| f.point).filter(|point| !found.contains(point)));
        live.legal.sort_unstable();
        marked.retain(|f| found.contains(&f.point));
        live.forbidden = Some(marked);
        Ok(live)
    }
}

impl Exercise for Forbidden {
    fn number(&self) -> u32 {
        self.0.id
    }

    fn grade(&self) -> usize {
        self.0.grade
    }

    fn goal(&self) -> Text {
        said::point_at_all(self.0.answers.len()).into()
    }

    fn line(&self) -> Line {
        self.0.line()
    }

    fn live(&self) -> Answer<Live> {
        self.seen(&[])
    }

    fn attempt(&self, moves: &[Option<u16>]) -> Answer<Tried> {
        let shown: Vec<u16> = moves.iter().copied().collect::<Option<_>>().ok_or(Code::CannotPass)?;
        let (&last, before) = shown.split_last().ok_or_else(odd)?;
        let all = self.line().view()?.live.forbidden.unwrap_or_default();
        let is_forbidden = |point: u16| all.iter().any(|f| f.point == point);
        let is_new = |(i, point): (usize, &u16)| !before[..i].contains(point) && is_forbidden(*point);
        if !before.iter().enumerate().all(is_new) || before.contains(&last) {
            return Err(odd());
        }
        let right = is_forbidden(last);
        let found = if right { &shown[..] } else { before };
        let (status, text) = match all.iter().find(|f| f.point == last) {
            Some(_) if found.len() == all.len() => ("solved", said::all_found().into()),
            Some(f) => ("right", Text { zh: f.zh.clone(), en: f.en.clone() }),
            None => ("wrong", said::not_forbidden().into()),
        };
        let left = all.iter().map(|f| f.point).filter(|point| !found.contains(point)).map(Some);
        Ok(Tried {
            status,
            step: found.len(),
            steps: all.len(),
            reply: None,
            text,
            live: self.seen(found)?,
            changes: Vec::new(),
            moves: found.iter().copied().map(Some).collect(),
            solution: (!right).then(|| left.collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_answers_defend_and_most_other_moves_do_not() {
        for shipped in extra("defend").into_iter().take(6) {
            let problem = Defence(shipped);
            let answers: Vec<u16> = points(&problem.0.answers).collect();
            for &answer in &answers {
                assert_eq!(problem.attempt(&[Some(answer)]).unwrap().status, "solved");
            }
            let legal = problem.live().unwrap().legal;
            let failed = legal.iter().filter(|&&p| problem.attempt(&[Some(p)]).unwrap().status == "failed");
            assert!(failed.count() > legal.len() / 2, "problem {}", problem.0.id);
        }
    }

    #[test]
    fn forbidden_points_are_hidden_until_they_are_found() {
        let problems = extra("forbidden");
        let problem = Forbidden(problems.into_iter().find(|p| p.answers.len() == 2).unwrap());
        let [first, second] = points(&problem.0.answers).collect::<Vec<_>>()[..] else { panic!() };
        let start = problem.live().unwrap();
        assert!(start.forbidden.unwrap().is_empty() && start.legal.contains(&first));
        let one = problem.attempt(&[Some(second)]).unwrap();
        assert_eq!((one.status, one.step, one.steps), ("right", 1, 2));
        assert_eq!(one.live.forbidden.unwrap().len(), 1);
        assert!(one.live.board == start.board && !one.live.legal.contains(&second));
        assert_eq!(problem.attempt(&[Some(second), Some(first)]).unwrap().status, "solved");
        let quiet = start.legal.iter().copied().find(|&p| p != first && p != second).unwrap();
        let wrong = problem.attempt(&[Some(first), Some(quiet)]).unwrap();
        assert_eq!((wrong.status, wrong.solution), ("wrong", Some(vec![Some(second)])));
        for bad in [vec![], vec![None], vec![Some(quiet), Some(first)], vec![Some(first), Some(first)]] {
            assert!(problem.attempt(&bad).is_err(), "{bad:?}");
        }
    }
}

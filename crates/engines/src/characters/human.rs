//! A player that makes mistakes as people do: it reads only a few plies, overlooks moves (more often far from the
//! last move than near it), and misjudges the positions it does see.

use crate::classic;
use crate::players::{BadPlayer, Options};
use crate::search::meter::Meter;
use crate::search::{alphabeta, below, end_of, value_of_end};
use heibai_games::player::{Fault, Thought};
use heibai_games::{Act, Answer, AnyPosition, Kind, Move, Player, Position, Request};
use heibai_words::{players as said, refusals};

/// What a player sees and how it errs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Skill {
    /// Search depth in plies.
    pub depth: u32,
    /// The evaluation it judges by; this gives the player its style.
    pub eval: &'static str,
    /// The probability of noticing a move near the last one, and of noticing one elsewhere.
    pub notices: (f64, f64),
    /// The standard deviation of its misjudgements, in steps of the evaluation's logistic curve.
    pub misjudges: f64,
}

/// A move within this distance of the last one counts as near.
const NEAR: usize = 2;

impl Skill {
    /// Reads the options of a player's name, such as `depth=2,eval=weights,near=95,far=80,blur=40`. `near` and `far`
    /// are percentages; `blur` is in hundredths of a step.
    pub(crate) fn read(kind: Kind, options: &mut Options<'_>) -> Result<Skill, BadPlayer> {
        let name = options.word("eval");
        let names = classic::names(kind);
        let known = |name: &str| names.iter().find(|known| **known == name).copied();
        let eval = name.map_or(Some(names[0]), known).ok_or_else(|| {
            BadPlayer(said::no_evaluation(kind.name(), name.unwrap_or_default(), &names.join(", ")))
        })?;
        let depth = options.number("depth", 1, 8)? as u32;
        let share = |percent: u64| percent as f64 / 100.0;
        let notices = (share(options.number("near", 100, 100)?), share(options.number("far", 100, 100)?));
        let misjudges = options.number("blur", 0, 1000).map(share)?;
        Ok(Skill { depth, eval, notices, misjudges })
    }
}

pub(crate) struct HumanLike {
    name: String,
    kind: Kind,
    skill: Skill,
    random: fastrand::Rng,
}

impl HumanLike {
    pub(crate) fn new(name: &str, kind: Kind, skill: Skill, seed: u64) -> HumanLike {
        HumanLike { name: name.to_owned(), kind, skill, random: fastrand::Rng::with_seed(seed) }
    }

    /// The moves it notices, or one random move if it notices none.
    fn noticed(&mut self, moves: &[Move], last: Option<Move>, size: usize) -> Vec<Move> {
        let (near, elsewhere) = self.skill.notices;
        let mut seen = Vec::new();
        for &mv in moves {
            let chance = if is_near(mv, last, size) { near } else { elsewhere };
            if self.random.f64() < chance {
                seen.push(mv);
            }
        }
        if seen.is_empty() {
            seen.push(moves[below(&mut self.random, moves.len())]);
        }
        seen
    }
}

fn is_near(mv: Move, last: Option<Move>, size: usize) -> bool {
    match (mv, last) {
        (Move::Place(a), Some(Move::Place(b))) => {
            a.x(size).abs_diff(b.x(size)) <= NEAR && a.y(size).abs_diff(b.y(size)) <= NEAR
        }
        _ => false,
    }
}

/// The value of a move for the side that makes it.
fn value(
    position: &AnyPosition,
    mv: Move,
    depth: u32,
    evaluation: &classic::AnyEvaluation,
    meter: &mut Meter<'_>,
) -> i32 {
    let mut next = position.clone();
    next.play_unchecked(mv, &mut ());
    let value = match next.outcome() {
        Some(outcome) => value_of_end(&next, &outcome, 1),
        None if depth <= 1 => evaluation.evaluate(&next),
        None => alphabeta::search(&next, depth - 1, evaluation, meter)
            .map_or_else(|| evaluation.evaluate(&next), |found| found.value),
    };
    if next.turn() == position.turn() { value } else { -value }
}

impl Player for HumanLike {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let position = request.position;
        if position.kind() != self.kind {
            return Err(refusals::plays_only(self.kind).into());
        }
        let evaluation = classic::evaluation(self.kind, Some(self.skill.eval))
            .ok_or_else(|| refusals::unable("no such evaluation"))?;
        let mut moves = Vec::new();
        evaluation.candidates(position, &mut moves);
        if moves.is_empty() {
            return Err(Fault::NoMove);
        }
        let seen = self.noticed(&moves, request.moves.last().copied(), position.size());
        let mut meter = Meter::new(request.limits, request.stop);
        let depth = request.limits.depth.unwrap_or(u32::MAX).min(self.skill.depth);
        let mut found = Vec::new();
        for mv in seen {
            let value = value(position, mv, depth, &*evaluation, &mut meter);
            // Nobody misjudges a finished game.
            let blur = if end_of(value).is_some() { 0.0 } else { self.skill.misjudges };
            let felt = f64::from(value)
                + blur * evaluation.units_per_step() * crate::search::noise(&mut self.random);
            found.push((mv, value, felt));
            if meter.tick() {
                break;
            }
        }
        found.sort_by(|a, b| b.2.total_cmp(&a.2));
        let (mv, number, _) = found[0];
        let thought = Thought {
            value: Some(classic::value_of(self.kind, &*evaluation, number)),
            depth: Some(depth),
            nodes: meter.nodes,
            line: vec![mv],
            weighed: classic::weighed(
                self.kind,
                &*evaluation,
                found.iter().map(|&(mv, value, _)| (mv, value, false)),
            ),
            ..Thought::default()
        };
        Ok(Answer { act: Act::Play(mv), thought })
    }
}

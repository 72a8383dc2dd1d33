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
    /// How far along a line from the last move a point still counts as near: the row that was just extended is followed
    /// to its ends.
    pub reach: usize,
    /// How much less it sees of the opponent's answers than of its own moves: 0 is nothing, 1 as much. It weighs the
    /// answers that it sees; deeper searches see all of them.
    pub foresees: f64,
    /// The standard deviation of its misjudgements, in steps of the evaluation's logistic curve.
    pub misjudges: f64,
}

/// A move within this distance of the last one counts as near.
const NEAR: usize = 2;

impl Skill {
    /// Reads the options of a player's name, such as `depth=2,eval=weights,near=95,far=80,reach=4,foresees=50,blur=40`.
    /// `near`, `far` and `foresees` are percentages; `blur` is in hundredths of a step.
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
        let foresees = share(options.number("foresees", 0, 100)?);
        let reach = options.number("reach", 0, 24)? as usize;
        Ok(Skill { depth, eval, notices, reach, foresees, misjudges })
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

    /// The moves that it notices, where `share` is how much of its sight it uses.
    fn noticed(
        &mut self,
        moves: &[Move],
        request: &Request<'_>,
        evaluation: &classic::AnyEvaluation,
        share: f64,
    ) -> Vec<Move> {
        let (near, elsewhere) = self.skill.notices;
        let last = request.moves.last().copied();
        let mut is_seen = |&mv: &Move| {
            let sight =
                if is_near(mv, last, request.position.size(), self.skill.reach) { near } else { elsewhere };
            let missed = (1.0 - share * sight).powi(evaluation.glances(request.position, mv));
            self.random.f64() >= missed
        };
        moves.iter().copied().filter(|mv| is_seen(mv)).collect()
    }
}

fn is_near(mv: Move, last: Option<Move>, size: usize, reach: usize) -> bool {
    let (Move::Place(a), Some(Move::Place(b))) = (mv, last) else { return false };
    let (dx, dy) = (a.x(size).abs_diff(b.x(size)), a.y(size).abs_diff(b.y(size)));
    let is_in_line = dx == 0 || dy == 0 || dx == dy;
    dx.max(dy) <= NEAR || is_in_line && dx.max(dy) <= reach
}

/// The value of a move for the side that makes it, if the opponent has only these `answers`; with none of them, or
/// with a deeper search, it is that of the position after the move.
fn value(
    position: &AnyPosition,
    mv: Move,
    answers: &[Move],
    depth: u32,
    evaluation: &classic::AnyEvaluation,
    meter: &mut Meter<'_>,
) -> i32 {
    let mut next = position.clone();
    next.play_unchecked(mv, &mut ());
    let value = match next.outcome() {
        Some(outcome) => value_of_end(&next, &outcome, 1),
        None if depth <= 1 => {
            let can = |answer: &&Move| **answer != mv && next.check(**answer).is_ok();
            let worst =
                answers.iter().filter(can).map(|&answer| value(&next, answer, &[], 1, evaluation, meter));
            worst.max().unwrap_or_else(|| evaluation.evaluate(&next))
        }
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
        let mut seen = self.noticed(&moves, request, &*evaluation, 1.0);
        if seen.is_empty() {
            seen.push(moves[below(&mut self.random, moves.len())]);
        }
        // The points that it would fear: the same ones whatever it plays itself.
        let answers = match self.skill.foresees {
            0.0 => Vec::new(),
            share => self.noticed(&moves, request, &*evaluation, share),
        };
        let mut meter = Meter::new(request.limits, request.stop);
        let depth = request.limits.depth.unwrap_or(u32::MAX).min(self.skill.depth);
        let mut found = Vec::new();
        for mv in seen {
            let value = value(position, mv, &answers, depth, &*evaluation, &mut meter);
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

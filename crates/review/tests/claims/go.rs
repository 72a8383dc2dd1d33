//! Go claims: captures by playing them, ladders and deaths by plain searches with the referee, the engine's count of the
//! board by a second, longer search.

use crate::{Claim, Verdict, deeds};
use heibai_engines::players;
use heibai_games::go::Position as Go;
use heibai_games::player::{Analysis, Candidate, Wanted};
use heibai_games::{AnyPosition, Changes, Color, Kind, Limits, Move, Point, Position, Request};
use heibai_review::causes::{Cause, NEAR, OPEN};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

pub fn check(claim: &Claim<'_>) -> Verdict {
    let (us, them) = (claim.judged.side, !claim.judged.side);
    let (after, better) = (claim.after(claim.judged.played.mv)?, claim.after(claim.judged.best.mv)?);
    let (board, improved) = (go(&after), go(&better));
    let says = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_owned()) };
    match claim.cause {
        Cause::LeavesInAtari { stones, capture } => {
            says(taken_by(&board, *capture).iter().all(|p| stones.contains(p)), "other stones are captured")?;
            says(stones.iter().all(|p| taken_by(&board, *capture).contains(p)), "they are not captured")?;
            says(stones.iter().all(|&p| board.stone(p) == Some(us)), "not the mover's stones")
        }
        Cause::AllowsLadder { stones, first } => {
            is_whole_chain(&board, stones)?;
            let next = played(&board, Move::Place(*first)).ok_or("the first move is not legal")?;
            says(board.stone(stones[0]) == Some(us) && runs_dead(&next, stones[0], 200), "the ladder fails")
        }
        Cause::AllowsKill { stones, region, line } => {
            is_whole_chain(&board, stones)?;
            says(board.stone(stones[0]) == Some(us), "not the mover's stones")?;
            is_captured(&board, stones[0], region)?;
            let mut at = board.clone();
            for &mv in line {
                at = played(&at, mv).ok_or("the line is not legal")?;
            }
            Ok(())
        }
        Cause::MissesCapture { stones } => {
            let Move::Place(best) = claim.judged.best.mv else {
                return Err("a pass captures nothing".into());
            };
            let taken = taken_by(&go(&claim.before), best);
            says(taken.len() == stones.len() && stones.iter().all(|p| taken.contains(p)), "other stones")
        }
        Cause::MissesLadder { stones } => {
            is_whole_chain(&improved, stones)?;
            says(board.stone(stones[0]) == Some(them), "the played move takes the stones")?;
            says(
                improved.stone(stones[0]) == Some(them) && runs_dead(&improved, stones[0], 200),
                "the ladder fails",
            )
        }
        Cause::MissesKill { stones, region } => {
            is_whole_chain(&improved, stones)?;
            says(improved.stone(stones[0]) == Some(them), "not the other side's stones")?;
            is_captured(&improved, stones[0], region)
        }
        Cause::ChangesHands { stones, owner } => {
            says(stones.iter().all(|&p| claim.before.stone(p) == Some(*owner)), "other stones")?;
            if claim.visits == 0 {
                return Ok(());
            }
            let mean =
                |owners: &[f32]| stones.iter().map(|p| owners[p.index()]).sum::<f32>() / stones.len() as f32;
            let [with_best, with_played] = [&better, &after].map(|at| mean(&owners(claim, at, us)));
            says(with_best > 0.0 && with_played < 0.0, &format!("{with_best:.2} and {with_played:.2}"))
        }
        Cause::LineCaptures { stones, line, owner } => {
            let (one, other) = match *owner == us {
                true => (&claim.judged.played.line, &claim.judged.best.line),
                false => (&claim.judged.best.line, &claim.judged.played.line),
            };
            says(one.starts_with(line) && other.len() >= line.len(), "another line")?;
            says(stones.iter().all(|&p| claim.before.stone(p) == Some(*owner)), "other stones")?;
            // Whether they are gone at the end of a line, and still there before its last move.
            let stand = |line: &[Move]| -> Result<Vec<bool>, String> {
                let mut at = go(&claim.before);
                for &mv in line {
                    at = played(&at, mv).ok_or("the line is not legal")?;
                }
                Ok(stones.iter().map(|&p| at.stone(p) == Some(*owner)).collect())
            };
            says(stand(&line[..line.len() - 1])?.iter().all(|&is_there| is_there), "they are taken before")?;
            says(stand(line)?.iter().all(|&is_there| !is_there), "they are not taken")?;
            says(stand(other)?.iter().all(|&is_there| is_there), "they are taken in the other line")
        }
        Cause::OpenPlace => {
            let size = claim.before.size();
            let near = |mv: Move| {
                let Move::Place(at) = mv else { return false };
                let apart = |p: Point| p.x(size).abs_diff(at.x(size)).max(p.y(size).abs_diff(at.y(size)));
                Point::all(size).any(|p| claim.before.stone(p).is_some() && apart(p) <= OPEN)
            };
            says(!near(claim.judged.best.mv) && near(claim.judged.played.mv), "another place")
        }
        Cause::AnswerDoes { reply, deed } => {
            let at = Move::Place(*reply);
            says(claim.judged.played.line.get(1) == Some(&at), "the answer is another one")?;
            deeds::check(&board, *reply, deed)?;
            let spared = improved.check(at).is_err() || deeds::check(&improved, *reply, deed).is_err();
            says(spared, "it does the same after the better move")
        }
        Cause::BetterDoes { deed } => {
            let Move::Place(best) = claim.judged.best.mv else {
                return Err("a pass does nothing".into());
            };
            deeds::check(&go(&claim.before), best, deed)
        }
        Cause::BetterPrevents { deed } => {
            let Move::Place(best) = claim.judged.best.mv else {
                return Err("a pass prevents nothing".into());
            };
            says(
                claim.judged.played.line.get(1) != Some(&claim.judged.best.mv),
                "it is the expected answer",
            )?;
            let stood = |stone: &Point| claim.before.stone(*stone).is_some();
            says(deed.stones().iter().all(stood), "the stones are not there after the better move")?;
            deeds::check(&board, best, deed)
        }
        Cause::GivesArea { area, points } => {
            let sum = |owners: &[f32]| area.iter().map(|p| owners[p.index()]).sum::<f32>();
            let fall = if claim.visits == 0 {
                let seen = claim.judged.ownership.each_ref().map(|owners| owners.as_deref().unwrap_or(&[]));
                let sign = if us == Color::Black { 1.0 } else { -1.0 };
                sign * (sum(seen[0]) - sum(seen[1]))
            } else {
                sum(&owners(claim, &better, us)) - sum(&owners(claim, &after, us))
            };
            // "About": a second search with other random numbers must find half of it at least.
            says(fall >= *points as f32 / 2.0, &format!("it falls by {fall:.1}"))
        }
        Cause::KeyPoint => {
            let best = claim.judged.best.mv;
            says(claim.judged.played.line.get(1) == Some(&best), "the answer is another one")?;
            if claim.visits == 0 {
                return Ok(());
            }
            let found = second_search(claim, &after).candidates;
            says(found.iter().any(|candidate| candidate.mv == best), "a second search does not think of it")?;
            let [first, there] = [0, found.iter().position(|c| c.mv == best).unwrap_or(0)].map(|i| &found[i]);
            says(rate(first) - rate(there) < NEARLY, "another answer is clearly better")
        }
        Cause::Elsewhere { line } => {
            let Move::Place(best) = claim.judged.best.mv else { return Err("a pass is nowhere".into()) };
            let size = claim.before.size();
            let near = |mv: Move| {
                let Move::Place(p) = mv else { return false };
                p.x(size).abs_diff(best.x(size)) <= NEAR && p.y(size).abs_diff(best.y(size)) <= NEAR
            };
            says(line.iter().all(|&mv| near(mv)) && !near(claim.judged.played.mv), "another place")?;
            says(claim.judged.best.line.starts_with(line), "another line")?;
            let stands = |color| {
                Point::all(size).any(|p| claim.before.stone(p) == Some(color) && near(Move::Place(p)))
            };
            says(stands(us) && stands(them), "nobody fights there")?;
            if claim.visits == 0 {
                return Ok(());
            }
            let found = second_search(claim, &claim.before).candidates;
            let there = found.iter().filter(|c| near(c.mv)).map(rate).fold(0.0, f64::max);
            says(rate(&found[0]) - there < NEARLY, "a second search plays in another place")
        }
        Cause::TouchesNothing => {
            let (size, here) = (claim.before.size(), go(&claim.before));
            let (Move::Place(at), Move::Place(best)) = (claim.judged.played.mv, claim.judged.best.mv) else {
                return Err("a pass is nowhere".into());
            };
            let is_edge = |p: Point| [p.x(size), p.y(size)].iter().any(|&v| v == 0 || v + 1 == size);
            says(is_edge(at) && !is_edge(best), "another line")?;
            let mut around = beside(&here, at);
            around.extend(beside(&here, at).into_iter().flat_map(|p| beside(&here, p)));
            around.retain(|p| p.x(size).abs_diff(at.x(size)) < 2 && p.y(size).abs_diff(at.y(size)) < 2);
            says(around.iter().all(|&p| here.stone(p).is_none()), "it touches a stone")
        }
        Cause::AnswerThere { reply } => {
            let (Move::Place(made), Move::Place(best)) = (claim.judged.played.mv, claim.judged.best.mv)
            else {
                return Err("a pass is nowhere".into());
            };
            let at = Move::Place(*reply);
            says(claim.judged.played.line.get(1) == Some(&at), "the answer is another one")?;
            let size = claim.before.size();
            let apart = |a: Point, b: Point| a.x(size).abs_diff(b.x(size)).max(a.y(size).abs_diff(b.y(size)));
            says(apart(*reply, best) <= 2, "the answer is not close to the better move")?;
            says(apart(made, *reply) > 2 && apart(made, best) > 2, "the played move is there, too")?;
            if claim.visits == 0 {
                return Ok(());
            }
            // A longer search wants to play there, too.
            let found = second_search(claim, &after).candidates;
            let is_there = |c: &&Candidate| matches!(c.mv, Move::Place(p) if apart(p, best) <= 2);
            let there = found.iter().filter(is_there).map(rate).fold(0.0, f64::max);
            says(rate(&found[0]) - there < NEARLY, "a second search answers in another place")
        }
        Cause::BetterStands { how } => {
            let Move::Place(best) = claim.judged.best.mv else { return Err("a pass is nowhere".into()) };
            deeds::check_stance(&go(&claim.before), &improved, best, how)
        }
        Cause::LowStone { line } => {
            let size = claim.before.size();
            let from_edge = |mv: Move| match mv {
                Move::Place(p) => {
                    [p.x(size) + 1, size - p.x(size), p.y(size) + 1, size - p.y(size)].into_iter().min()
                }
                Move::Pass => None,
            };
            let (low, high) = (from_edge(claim.judged.played.mv), from_edge(claim.judged.best.mv));
            says(low == Some(*line) && *line <= 2 && high.is_some_and(|high| high > 2), "another line")?;
            let Move::Place(at) = claim.judged.played.mv else { return Err("a pass is nowhere".into()) };
            let near = |p: &Point| p.x(size).abs_diff(at.x(size)).max(p.y(size).abs_diff(at.y(size))) <= NEAR;
            says(
                Point::all(size).filter(near).all(|p| claim.before.stone(p).is_none()),
                "there are stones near",
            )
        }
        other => Err(format!("{other:?} is not said of Go")),
    }
}

fn go(position: &AnyPosition) -> Go {
    let AnyPosition::Go(board) = position else { panic!("Go") };
    (**board).clone()
}

pub(crate) fn played(position: &Go, mv: Move) -> Option<Go> {
    let mut next = position.clone();
    next.play(mv).ok().map(|()| next)
}

/// The stones that a move captures; none if it is not legal.
pub(crate) fn taken_by(position: &Go, at: Point) -> Vec<Point> {
    let mut changes = Changes::default();
    if position.check(Move::Place(at)).is_ok() {
        position.clone().play_unchecked(Move::Place(at), &mut changes);
    }
    changes.removed.into_iter().map(|(point, _)| point).collect()
}

pub(crate) fn beside(position: &Go, of: Point) -> Vec<Point> {
    let size = position.size();
    let apart = |p: Point| p.x(size).abs_diff(of.x(size)) + p.y(size).abs_diff(of.y(size));
    Point::all(size).filter(|&p| apart(p) == 1).collect()
}

/// The stones connected with this one, and their liberties.
pub(crate) fn chain(position: &Go, from: Point) -> (Vec<Point>, Vec<Point>) {
    let (mut stones, mut liberties, mut next) = (vec![from], Vec::new(), 0);
    while let Some(&at) = stones.get(next) {
        next += 1;
        for n in beside(position, at) {
            let list = match position.stone(n) {
                None => &mut liberties,
                Some(color) if Some(color) == position.stone(from) => &mut stones,
                Some(_) => continue,
            };
            if !list.contains(&n) {
                list.push(n);
            }
        }
    }
    (stones, liberties)
}

fn is_whole_chain(position: &Go, stones: &[Point]) -> Verdict {
    let (mut found, mut told) = (chain(position, stones[0]).0, stones.to_vec());
    found.sort();
    told.sort();
    if found == told { Ok(()) } else { Err("not the whole chain".into()) }
}

/// The defender of a chain in atari moves: whether it is captured in a ladder whatever he does.
pub(crate) fn runs_dead(position: &Go, stone: Point, left: u32) -> bool {
    let Some(color) = position.stone(stone) else { return true };
    let (stones, liberties) = chain(position, stone);
    if liberties.len() != 1 || left == 0 {
        return false;
    }
    // He may run, or capture something beside the chain.
    let mut tries = liberties;
    for near in stones.iter().flat_map(|&s| beside(position, s)) {
        if position.stone(near) == Some(!color)
            && let [capture] = chain(position, near).1[..]
        {
            tries.push(capture);
        }
    }
    tries.into_iter().all(|at| match played(position, Move::Place(at)) {
        None => true,
        Some(next) => {
            let liberties = chain(&next, stone).1;
            match liberties.len() {
                0 | 1 => true,
                2 => liberties.into_iter().any(|at| {
                    played(&next, Move::Place(at)).is_some_and(|caught| runs_dead(&caught, stone, left - 1))
                }),
                _ => false,
            }
        }
    })
}

/// Positions that a proof of death may take.
const MOST: usize = 400_000;

/// Whether the stone is captured by play inside the region, its side passing or trying every point.
pub(crate) fn is_captured(position: &Go, stone: Point, region: &[Point]) -> Verdict {
    let mut search = Death { stone, region, attacker: !position.stone(stone).expect("a stone"), looked: 0 };
    for depth in [5, 9, 13, 17, 25] {
        let mut known = HashMap::new();
        if search.dies(position, depth, &mut known) {
            return Ok(());
        }
        if search.looked > MOST {
            return Err(format!("not proved within {MOST} positions"));
        }
    }
    Err("the group does not die".into())
}

struct Death<'a> {
    stone: Point,
    region: &'a [Point],
    attacker: Color,
    looked: usize,
}

type Seen = HashMap<(Vec<Option<Color>>, Color), (u32, bool)>;

impl Death<'_> {
    fn dies(&mut self, position: &Go, depth: u32, known: &mut Seen) -> bool {
        if position.stone(self.stone) != Some(!self.attacker) {
            return true;
        }
        self.looked += 1;
        if depth == 0 || self.looked > MOST {
            return false;
        }
        let stones: Vec<Option<Color>> = self.region.iter().map(|&p| position.stone(p)).collect();
        let key = (stones, position.turn());
        if let Some(&(searched, dies)) = known.get(&key)
            && (dies || searched >= depth)
        {
            return dies;
        }
        let attacks = position.turn() == self.attacker;
        let mut choices: Vec<Move> = self.region.iter().copied().map(Move::Place).collect();
        // The attacker may pass as well, but never needs to; two passes would end the game.
        if !attacks && position.last_moves().next() != Some(Move::Pass) {
            choices.push(Move::Pass);
        }
        let after: Vec<Go> = choices.into_iter().filter_map(|mv| played(position, mv)).collect();
        let dies = match attacks {
            true => after.iter().any(|next| self.dies(next, depth - 1, known)),
            false => after.iter().all(|next| self.dies(next, depth - 1, known)),
        };
        known.insert(key, (depth, dies));
        dies
    }
}

/// Moves of its own line after which a second search is asked for its count.
const FOLLOWED: usize = 6;

/// The expected result of a move.
fn rate(candidate: &Candidate) -> f64 {
    candidate.value.and_then(|value| value.expected()).unwrap_or(0.0)
}

/// Answers within so much of the expected result are both the best.
const NEARLY: f64 = 0.05;

/// A longer search with other random numbers.
fn second_search(claim: &Claim<'_>, position: &AnyPosition) -> Analysis {
    let mut player = players::parse("engine", Kind::Go, 77).expect("the engine");
    player.new_game(&position.rules(), Color::Black).expect("a game");
    let (limits, stop) = (Limits { nodes: Some(claim.visits), ..Limits::default() }, AtomicBool::new(false));
    let request = Request { start: position, moves: &[], position, limits: &limits, stop: &stop };
    player.analyze(&request, Wanted { moves: 10, ownership: false }, &mut |_| {}).expect("an analysis")
}

/// By point: what a longer search with other random numbers expects for `us` at the end of its own line, 1 to -1.
fn owners(claim: &Claim<'_>, position: &AnyPosition, us: Color) -> Vec<f32> {
    let mut player = players::parse("engine", Kind::Go, 77).expect("the engine");
    player.new_game(&position.rules(), Color::Black).expect("a game");
    let mut ask = |position: &AnyPosition, visits: u64| {
        let limits = Limits { nodes: Some(visits), ..Limits::default() };
        let stop = AtomicBool::new(false);
        let request = Request { start: position, moves: &[], position, limits: &limits, stop: &stop };
        player.analyze(&request, Wanted { moves: 1, ownership: true }, &mut |_| {}).expect("an analysis")
    };
    let mut end = position.clone();
    for mv in ask(position, claim.visits).candidates.remove(0).line.into_iter().take(FOLLOWED) {
        let mut next = end.clone();
        if next.play(mv).is_err() || next.outcome().is_some() {
            break;
        }
        end = next;
    }
    let sign = if us == Color::Black { 1.0 } else { -1.0 };
    ask(&end, 1).ownership.expect("ownership").into_iter().map(|x| x * sign).collect()
}

//! Go: stones in atari, ladders, groups that die, what the moves do to stones, and what the engine's count says.

use super::{Cause, Mistake, NEAR, go_quiet};
use crate::deeds::{Deed, deeds, ladders};
use crate::solved::{GROUP, Solved};
use heibai_games::go::{Chain, Position as Go};
use heibai_games::player::Candidate;
use heibai_games::{AnyPosition, Changes, Color, Move, Point, Position};

/// Fewer stones than this are not worth mentioning; in atari they are if they are captured next.
const WORTH_A_WORD: usize = 2;
/// The ownership from which on the engine is sure of a chain; 1 is certain.
const SURE: f32 = 0.7;
/// Captures within this many moves of a line are reported.
const AHEAD: usize = 7;
/// When an area counts as given away: the least fall of the ownership at each of its points, the least fall of the
/// whole area in points, and the least number of points to report.
const FALLS: f32 = 0.4;
const LEAST_AREA: u32 = 5;
const LEAST_TOLD: f64 = 2.0;
/// The area with the largest fall is chosen among many, so part of its fall is noise: a longer search confirms
/// about this share.
const LIKELY: f32 = 0.5;
/// An area is considered if one of the first moves of a line, this many, is played near it.
const AT_HAND: usize = 4;

pub(super) fn find(of: &Mistake<'_>) -> Vec<Cause> {
    let (AnyPosition::Go(before), AnyPosition::Go(after), AnyPosition::Go(better)) =
        (&of.before, &of.after, &of.better)
    else {
        return Vec::new();
    };
    let mut found = Vec::new();
    found.extend(atari(of, after, better));
    found.extend(ladder(of, after, better).filter(|_| found.is_empty()));
    found.extend(kill(of, after, better).filter(|_| found.is_empty()));
    found.extend(answer_does(of, before, after, better).filter(|_| found.is_empty()));
    // What the better move does to the very stones of the answer is the same reason seen from the other side.
    let told: Vec<Point> = found.iter().flat_map(stones_in_danger).collect();
    let says_more = |cause: &Cause| match cause {
        Cause::BetterDoes { deed } | Cause::BetterPrevents { deed } => {
            !deed.stones().iter().any(|stone| told.contains(stone))
        }
        _ => true,
    };
    let better = missed(of, before, after, better).or_else(|| better_does(of, before));
    let better = better.or_else(|| better_prevents(of, before, after)).filter(says_more);
    // The same holds of an answer that saves the very stones which could be taken.
    if let Some(
        Cause::MissesCapture { stones } | Cause::MissesLadder { stones } | Cause::MissesKill { stones, .. },
    ) = &better
    {
        found.retain(|cause| !matches!(cause, Cause::AnswerDoes { deed, .. } if saves(deed, stones)));
    }
    found.extend(better);
    if found.is_empty() {
        found.extend(line_captures(of));
    }
    // Beside what is seen on the board a count must say more.
    let least = if found.is_empty() { LEAST_AREA } else { 2 * LEAST_AREA };
    let is_enough = |cause: &Cause| !matches!(cause, Cause::GivesArea { points, .. } if *points < least);
    let count = changes_hands(of, before).or_else(|| gives_area(of, before)).filter(is_enough);
    // The line that captures them has been told.
    found.extend(count.filter(|count| {
        let stones = stones_of(count);
        !found.iter().any(|cause| {
            matches!(cause, Cause::LineCaptures { stones: taken, .. } if taken.iter().any(|at| stones.contains(at)))
        })
    }));
    let is_key =
        of.is_reply_sure() && of.reply() == Some(of.judged.best.mv) && of.judged.best.mv != Move::Pass;
    let is_told = found.iter().any(|cause| match cause {
        Cause::AnswerDoes { .. } => true,
        Cause::LeavesInAtari { capture: at, .. } | Cause::AllowsLadder { first: at, .. } => {
            of.better_point() == Some(*at)
        }
        _ => false,
    });
    found.extend((is_key && !is_told).then_some(Cause::KeyPoint));
    if found.is_empty() {
        found.extend(go_quiet::find(of, before));
    }
    // A stone or two do not explain a large loss: then what weighs most is told first.
    let heaviest = found.iter().enumerate().max_by_key(|(at, cause)| (weight(cause), usize::MAX - at));
    if let Some((at, cause)) = heaviest
        && weight(cause) > 2 * weight(&found[0])
    {
        found[..=at].rotate_right(1);
    }
    found
}

/// About how many points stand behind a cause.
fn weight(cause: &Cause) -> usize {
    match cause {
        Cause::GivesArea { points, .. } => *points as usize,
        cause => 2 * stones_of(cause).len(),
    }
}

/// The stones that a cause is about.
fn stones_of(cause: &Cause) -> &[Point] {
    match cause {
        Cause::LeavesInAtari { stones, .. }
        | Cause::AllowsLadder { stones, .. }
        | Cause::AllowsKill { stones, .. }
        | Cause::MissesCapture { stones }
        | Cause::MissesLadder { stones }
        | Cause::MissesKill { stones, .. }
        | Cause::ChangesHands { stones, .. }
        | Cause::LineCaptures { stones, .. } => stones,
        Cause::AnswerDoes { deed, .. } | Cause::BetterDoes { deed } | Cause::BetterPrevents { deed } => {
            deed.stones()
        }
        _ => &[],
    }
}

/// What the other side's answer does, where it would not after the better move.
fn answer_does(of: &Mistake<'_>, before: &Go, after: &Go, better: &Go) -> Option<Cause> {
    let Some(Move::Place(reply)) = of.reply() else { return None };
    let anyway = match better.check(Move::Place(reply)) {
        Ok(()) => deeds(better, reply),
        Err(_) => Vec::new(),
    };
    let is_cut_anyway = |deed: &Deed| matches!(deed, Deed::Cuts(stones) if is_cut(better, reply, stones));
    let is_new = |deed: &Deed| !anyway.iter().any(|other| other.is_like(deed)) && !is_cut_anyway(deed);
    let mut done =
        deeds(after, reply).into_iter().filter(|deed| is_loud(deed) && was_there(of, before, deed));
    Some(Cause::AnswerDoes { reply, deed: done.find(is_new)? })
}

/// Whether stones that are rescued were in danger before the played move: a defence against its own attack is no
/// fault of it.
fn was_there(of: &Mistake<'_>, before: &Go, deed: &Deed) -> bool {
    match deed {
        Deed::Saves(stones) | Deed::BreaksLadder(stones) => !breathes(before, stones[0], of.them),
        _ => true,
    }
}

/// What the other side can do on the point of the better move, where its expected answer is another one.
fn better_prevents(of: &Mistake<'_>, before: &Go, after: &Go) -> Option<Cause> {
    let point = of.better_point().filter(|&point| of.reply() != Some(Move::Place(point)))?;
    after.check(Move::Place(point)).ok()?;
    // The played stone would not stand there after the better move.
    let stood = |deed: &Deed| deed.stones().iter().all(|&stone| before.stone(stone).is_some());
    let worth = |deed: &Deed| is_loud(deed) && stood(deed) && was_there(of, before, deed);
    let deed = deeds(after, point).into_iter().find(worth)?;
    Some(Cause::BetterPrevents { deed })
}

/// Whether a stone there leaves no two of these in one chain, nor with a liberty in common where they could be joined.
fn is_cut(position: &Go, at: Point, stones: &[Point]) -> bool {
    let mut after = position.clone();
    if after.play(Move::Place(at)).is_err() {
        return false;
    }
    let chains: Vec<Chain> = stones.iter().filter_map(|&stone| after.chain(stone)).collect();
    let are_apart = |one: &Chain, other: &Chain| {
        !other.stones.contains(&one.stones[0]) && !one.liberties.iter().any(|at| other.liberties.contains(at))
    };
    chains.len() == stones.len()
        && chains.iter().enumerate().all(|(n, one)| chains[..n].iter().all(|other| are_apart(one, other)))
}

/// What the better move does and the played one does not.
fn better_does(of: &Mistake<'_>, before: &Go) -> Option<Cause> {
    let also = match of.judged.played.mv {
        Move::Place(played) => deeds(before, played),
        Move::Pass => Vec::new(),
    };
    let is_new = |deed: &Deed| !also.iter().any(|other| other.is_like(deed));
    let deed = deeds(before, of.better_point()?).into_iter().filter(is_loud).find(is_new)?;
    Some(Cause::BetterDoes { deed })
}

/// The stones that the other side takes, catches or kills.
fn stones_in_danger(cause: &Cause) -> Vec<Point> {
    match cause {
        Cause::LeavesInAtari { stones, .. }
        | Cause::AllowsLadder { stones, .. }
        | Cause::AllowsKill { stones, .. } => stones.clone(),
        Cause::AnswerDoes { deed, .. } => deed.stones().to_vec(),
        _ => Vec::new(),
    }
}

/// Whether some of these stones are saved.
fn saves(deed: &Deed, stones: &[Point]) -> bool {
    let is_rescue = matches!(deed, Deed::Saves(_) | Deed::BreaksLadder(_) | Deed::Lives { .. });
    is_rescue && deed.stones().iter().any(|stone| stones.contains(stone))
}

/// Whether a deed is worth mentioning; an atari that can be answered decides little.
fn is_loud(deed: &Deed) -> bool {
    !matches!(deed, Deed::PutsInAtari(_))
}

/// Whether the stone is gone, or its chain has two liberties or more.
fn breathes(position: &Go, stone: Point, color: Color) -> bool {
    position.stone(stone) != Some(color)
        || position.chain(stone).is_none_or(|chain| chain.liberties.len() > 1)
}

/// The largest chain of the mover that the other side can take at once.
fn atari(of: &Mistake<'_>, after: &Go, better: &Go) -> Option<Cause> {
    let is_next = |point: Point| {
        of.judged.played.line.iter().skip(1).step_by(2).take(2).any(|&mv| mv == Move::Place(point))
    };
    let taken = |chain: &Chain| {
        let &[capture] = &chain.liberties[..] else { return None };
        let legal = after.check(Move::Place(capture)).is_ok();
        let matters = chain.stones.len() >= WORTH_A_WORD || is_next(capture);
        let new = chain.stones.iter().all(|&stone| breathes(better, stone, of.us));
        (chain.color == of.us && legal && matters && new).then_some(capture)
    };
    let chains = after.chains();
    let found = chains.iter().filter_map(|chain| Some((chain, taken(chain)?)));
    let (chain, capture) = found.max_by_key(|(chain, _)| chain.stones.len())?;
    Some(Cause::LeavesInAtari { stones: chain.stones.clone(), capture })
}

fn ladder(of: &Mistake<'_>, after: &Go, better: &Go) -> Option<Cause> {
    let also = ladders(better);
    let is_new = |chain: &Chain| {
        let same = |(other, _): &(Chain, _)| other.stones.iter().any(|stone| chain.stones.contains(stone));
        !also.iter().any(same) && chain.stones.iter().all(|&stone| breathes(better, stone, of.us))
    };
    let caught = ladders(after).into_iter().filter(|(chain, _)| chain.color == of.us && is_new(chain));
    let worth = caught.filter(|(chain, _)| chain.stones.len() >= WORTH_A_WORD);
    let legal = |moves: Vec<Point>| moves.into_iter().find(|&first| after.check(Move::Place(first)).is_ok());
    let (chain, first) = worth
        .filter_map(|(chain, moves)| Some((chain, legal(moves)?)))
        .max_by_key(|(chain, _)| chain.stones.len())?;
    Some(Cause::AllowsLadder { stones: chain.stones, first })
}

/// The chains of the side not to move that the other can capture at once (false) or, from two stones on, catch in
/// a ladder (true); the largest first.
pub(super) fn in_danger(position: &Go) -> Vec<(Vec<Point>, bool)> {
    let them = !position.turn();
    let taken = |chain: &Chain| match chain.liberties[..] {
        [capture] => position.check(Move::Place(capture)).is_ok(),
        _ => false,
    };
    let in_atari = position.chains().into_iter().filter(|chain| chain.color == them && taken(chain));
    let caught = ladders(position).into_iter().filter(|(chain, moves)| {
        chain.color == them && !moves.is_empty() && chain.stones.len() >= WORTH_A_WORD
    });
    let mut found: Vec<(Vec<Point>, bool)> = in_atari.map(|chain| (chain.stones, false)).collect();
    found.extend(caught.map(|(chain, _)| (chain.stones, true)));
    found.sort_by_key(|(stones, _)| std::cmp::Reverse(stones.len()));
    found
}

fn is_killed(position: &Go, stone: Point) -> Option<bool> {
    Some(Solved::of(position, stone)?.is_killed())
}

fn kill(of: &Mistake<'_>, after: &Go, better: &Go) -> Option<Cause> {
    let mut groups: Vec<Chain> = after.chains();
    groups.retain(|chain| chain.color == of.us && chain.stones.len() >= GROUP);
    groups.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    groups.into_iter().find_map(|chain| {
        let stone = *chain.stones.iter().find(|&&stone| better.stone(stone) == Some(of.us))?;
        let solved = Solved::of(after, stone).filter(Solved::is_killed)?;
        if is_killed(better, stone)? {
            return None;
        }
        let (region, line) = (solved.points().to_vec(), solved.line());
        Some(Cause::AllowsKill { stones: chain.stones, region, line })
    })
}

/// What the better move takes, catches or kills.
fn missed(of: &Mistake<'_>, before: &Go, after: &Go, better: &Go) -> Option<Cause> {
    let mut changes = Changes::default();
    before.clone().play_unchecked(of.judged.best.mv, &mut changes);
    let stones: Vec<Point> = changes.removed.iter().map(|&(point, _)| point).collect();
    if !stones.is_empty() {
        return Some(Cause::MissesCapture { stones });
    }
    // Chains that were caught before, or that the played move takes, are none that it missed.
    let mut already = ladders(after);
    already.extend(ladders(before).into_iter().filter(|(_, moves)| moves.is_empty()));
    let caught = ladders(better).into_iter().filter(|(chain, moves)| {
        let same = |(other, _): &(Chain, _)| other.stones.contains(&chain.stones[0]);
        chain.color == of.them
            && moves.is_empty()
            && chain.stones.len() >= WORTH_A_WORD
            && after.stone(chain.stones[0]) == Some(of.them)
            && !already.iter().any(same)
    });
    if let Some((chain, _)) = caught.max_by_key(|(chain, _)| chain.stones.len()) {
        return Some(Cause::MissesLadder { stones: chain.stones });
    }
    let mut groups = better.chains();
    groups.retain(|chain| chain.color == of.them && chain.stones.len() >= GROUP);
    groups.into_iter().find_map(|chain| {
        let stone = *chain.stones.first()?;
        let solved = Solved::of(better, stone).filter(Solved::is_killed)?;
        if is_killed(after, stone)? {
            return None;
        }
        Some(Cause::MissesKill { stones: chain.stones, region: solved.points().to_vec() })
    })
}

/// By point: the ownership after the better and after the played move, from 1 (the mover's) to -1.
fn expected(of: &Mistake<'_>) -> Option<[Vec<f32>; 2]> {
    let sign = if of.us == Color::Black { 1.0 } else { -1.0 };
    let seen = |owners: &Option<Vec<f32>>| Some(owners.as_ref()?.iter().map(|&x| x * sign).collect());
    let [best, played] = &of.judged.ownership;
    let both: [Vec<f32>; 2] = [seen(best)?, seen(played)?];
    let points = of.before.size() * of.before.size();
    both.iter().all(|owners| owners.len() == points).then_some(both)
}

/// The mean ownership of a chain's stones.
fn mean(owners: &[f32], chain: &Chain) -> f32 {
    chain.stones.iter().map(|stone| owners[stone.index()]).sum::<f32>() / chain.stones.len() as f32
}

/// Stones that are the mover's, or captured, with the better move, and the other side's with the played one.
/// Ownership alone does not settle life and death, so they must be captured in one of the lines, too.
fn changes_hands(of: &Mistake<'_>, before: &Go) -> Option<Cause> {
    let [best, played] = expected(of)?;
    let mut turned = before.chains();
    turned.retain(|chain| mean(&best, chain) >= SURE && mean(&played, chain) <= -SURE && is_taken(of, chain));
    turned.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let owner = turned.first()?.color;
    turned.retain(|chain| chain.color == owner);
    // Of a single stone several short looks may agree by chance.
    if turned.iter().map(|chain| chain.stones.len()).sum::<usize>() < WORTH_A_WORD {
        return None;
    }
    Some(Cause::ChangesHands { stones: turned.into_iter().flat_map(|chain| chain.stones).collect(), owner })
}

/// Whether a chain is captured in the one line where its owner loses it, and not in the other.
fn is_taken(of: &Mistake<'_>, chain: &Chain) -> bool {
    let (played, best) = (&of.judged.played.line, &of.judged.best.line);
    let (loses, keeps) = if chain.color == of.us { (played, best) } else { (best, played) };
    let is_in = |line: &[Move]| {
        captured(&of.before, line).iter().any(|(_, stones)| stones.contains(&chain.stones[0]))
    };
    is_in(loses) && !is_in(keeps)
}

/// Stones of the mover that are captured in the line of the played move alone, or else of the other side in that of the
/// better one.
fn line_captures(of: &Mistake<'_>) -> Option<Cause> {
    let (played, best) = (&of.judged.played, &of.judged.best);
    let only_in = |one: &Candidate, other: &Candidate, owner: Color| {
        let spared = captured(&of.before, &other.line);
        let (number, stones) = captured(&of.before, &one.line).into_iter().find(|(number, stones)| {
            let stood = stones.iter().all(|&stone| of.before.stone(stone) == Some(owner));
            let is_new = |(_, others): &(usize, Vec<Point>)| !others.iter().any(|at| stones.contains(at));
            *number < AHEAD && stood && stones.len() >= WORTH_A_WORD && spared.iter().all(is_new)
        })?;
        let line = one.line[..=number].to_vec();
        (other.line.len() > number).then_some(Cause::LineCaptures { stones, line, owner })
    };
    only_in(played, best, of.us).or_else(|| only_in(best, played, of.them))
}

/// The captures of a line: the number of the move, and the stones that it takes.
fn captured(before: &AnyPosition, line: &[Move]) -> Vec<(usize, Vec<Point>)> {
    let (mut at, mut found) = (before.clone(), Vec::new());
    for (number, &mv) in line.iter().enumerate() {
        if at.check(mv).is_err() {
            break;
        }
        let mut changes = Changes::default();
        at.play_unchecked(mv, &mut changes);
        let stones: Vec<Point> = changes.removed.iter().map(|&(point, _)| point).collect();
        found.extend((!stones.is_empty()).then_some((number, stones)));
    }
    found
}

/// The stones of chains whose life is undecided, or decided differently after the two moves. Only reading settles
/// them: a longer search may find the opposite, for the area around them too.
fn undecided(before: &Go, best: &[f32], played: &[f32]) -> Vec<Point> {
    let is_open = |chain: &Chain| {
        let [best, played] = [best, played].map(|owners| mean(owners, chain));
        best.abs().min(played.abs()) < SURE || best * played < 0.0
    };
    let chains = before.chains().into_iter().filter(|c| c.stones.len() >= WORTH_A_WORD && is_open(c));
    chains.flat_map(|chain| chain.stones).collect()
}

/// The area where the engine's count falls most, and by how many points.
fn gives_area(of: &Mistake<'_>, before: &Go) -> Option<Cause> {
    let [best, played] = expected(of)?;
    let size = of.before.size();
    let fall = |at: Point| best[at.index()] - played[at.index()];
    let mut open: Vec<Point> = Point::all(size).filter(|&at| fall(at) >= FALLS).collect();
    let mut areas: Vec<Vec<Point>> = Vec::new();
    while let Some(first) = open.pop() {
        let (mut area, mut next) = (vec![first], 0);
        while let Some(&at) = area.get(next) {
            next += 1;
            let beside = |p: &Point| p.x(size).abs_diff(at.x(size)).max(p.y(size).abs_diff(at.y(size))) <= 1;
            area.extend(open.extract_if(.., |p| beside(p)));
        }
        areas.push(area);
    }
    let open: Vec<Point> = undecided(before, &best, &played);
    areas.retain(|area| is_at_hand(of, area) && !area.iter().any(|at| open.contains(at)));
    let sum = |area: &[Point]| area.iter().map(|&at| fall(at)).sum::<f32>();
    let mut area = areas.into_iter().max_by(|a, b| sum(a).total_cmp(&sum(b)))?;
    let points = sum(&area) * LIKELY;
    // It is named by the better move, or by where most is lost.
    area.sort_by(|&a, &b| fall(b).total_cmp(&fall(a)).then(a.cmp(&b)));
    if let Some(best) = of.better_point().and_then(|best| area.iter().position(|&at| at == best)) {
        area.swap(0, best);
    }
    if points < LEAST_AREA as f32 {
        return None;
    }
    // Part of it comes back elsewhere: no more is told than the whole board falls by.
    let score = |candidate: &Candidate| candidate.value?.score();
    let fall = score(&of.judged.best)? - score(&of.judged.played)?;
    let points = f64::from(points).min(fall).round();
    (points >= LEAST_TOLD).then_some(Cause::GivesArea { area, points: points as u32 })
}

/// Whether one of these points is near the first moves of either line. Differences in ownership elsewhere are
/// noise.
fn is_at_hand(of: &Mistake<'_>, points: &[Point]) -> bool {
    let size = of.before.size();
    let lines = [&of.judged.played.line, &of.judged.best.line];
    let mut moves = lines.into_iter().flat_map(|line| line.iter().take(AT_HAND));
    moves.any(|&mv| is_near(mv, points, size))
}

/// Whether a move is near some of these points.
fn is_near(mv: Move, points: &[Point], size: usize) -> bool {
    matches!(mv, Move::Place(made) if points.iter().any(|&at| are_near(at, made, size)))
}

pub(super) fn are_near(a: Point, b: Point, size: usize) -> bool {
    a.x(size).abs_diff(b.x(size)) <= NEAR && a.y(size).abs_diff(b.y(size)) <= NEAR
}

/// Whether a stone of this colour stands near a point.
pub(super) fn has_near(position: &AnyPosition, point: Point, color: Color) -> bool {
    let size = position.size();
    Point::all(size).any(|at| position.stone(at) == Some(color) && are_near(at, point, size))
}

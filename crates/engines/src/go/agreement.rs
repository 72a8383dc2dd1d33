//! Makes the verdicts on a whole board consistent: a captured chain needs a living captor, and chains of both sides
//! cannot die of each other. Verdicts that break these laws are corrected and called unsure. Seki is found here too,
//! because it concerns both sides.

use super::judge::{ChainVerdict, Grounds, SURE, Status};
use super::reading::MOST_EMPTY;
use heibai_games::board::{Color, Point};
use heibai_games::go;
use heibai_games::position::Position as _;

/// The certainty of a verdict that only these laws decide.
const DOUBT: f32 = SURE / 2.0;

/// Corrects verdicts that cannot be true together.
pub(super) fn agree(position: &go::Position, verdicts: &mut [ChainVerdict]) {
    // Each round revives a chain, so the loop ends.
    while let Some((i, certainty)) = revived(position, verdicts) {
        let verdict = &mut verdicts[i];
        (verdict.status, verdict.grounds, verdict.certainty) =
            (Status::Alive, Grounds::HasTerritory, certainty);
    }
    vouch(position, verdicts);
    for i in 0..verdicts.len() {
        let touches_rival = |v: &ChainVerdict| {
            v.status == Status::Dead && v.color != verdicts[i].color && touch(position, v, &verdicts[i])
        };
        if verdicts[i].status == Status::Dead && verdicts.iter().any(touches_rival) {
            verdicts[i].certainty = verdicts[i].certainty.min(DOUBT);
        }
    }
}

/// An unsure chain next to a dead enemy chain, with only its own side around, lives as surely as that chain is dead:
/// a throw-in may be captured and still have done its work.
fn vouch(position: &go::Position, verdicts: &mut [ChainVerdict]) {
    for area in areas(position, verdicts) {
        let [color] = area.living[..] else { continue };
        for i in 0..verdicts.len() {
            let thrown_in = &verdicts[i];
            if thrown_in.color != color || thrown_in.status == Status::Dead || !thrown_in.is_unsure() {
                continue;
            }
            let captives =
                area.dead.iter().map(|&j| &verdicts[j]).filter(|dead| touch(position, dead, thrown_in));
            let surest = captives.map(|dead| dead.certainty).fold(thrown_in.certainty, f32::max);
            verdicts[i].certainty = surest;
        }
    }
}

/// A chain judged dead that cannot be, and how sure it is that it lives.
fn revived(position: &go::Position, verdicts: &[ChainVerdict]) -> Option<(usize, f32)> {
    for area in areas(position, verdicts) {
        let borders = |color: Color| area.living.contains(&color);
        let of = |color: Color| area.dead.iter().copied().filter(move |&i| verdicts[i].color == color);
        // Nothing dies without a captor; the less certain verdict gives way first.
        let lone = |&i: &usize| !borders(!verdicts[i].color);
        let doubt = |&i: &usize| verdicts[i].certainty;
        let least = |list: Vec<usize>| list.into_iter().min_by(|a, b| doubt(a).total_cmp(&doubt(b)));
        let Some(found) = least(area.dead.iter().copied().filter(lone).collect()) else { continue };
        // Stones inside their own side's area, next to dead enemy stones, are a throw-in that has done its work.
        let captives = of(!verdicts[found].color).map(|i| verdicts[i].certainty).reduce(f32::max);
        let certainty = captives.filter(|_| borders(verdicts[found].color)).unwrap_or(DOUBT);
        return Some((found, certainty));
    }
    None
}

/// A connected area of empty points and dead stones.
struct Area {
    /// Verdicts of the dead chains in it.
    dead: Vec<usize>,
    /// The colours of the living chains around it.
    living: Vec<Color>,
    empty: u32,
}

fn areas(position: &go::Position, verdicts: &[ChainVerdict]) -> Vec<Area> {
    let size = position.size();
    let mut chain_of = vec![usize::MAX; size * size];
    for (i, verdict) in verdicts.iter().enumerate() {
        verdict.stones.iter().for_each(|stone| chain_of[stone.index()] = i);
    }
    let is_dead = |point: Point| verdicts.get(chain_of[point.index()]).map(|v| v.status == Status::Dead);
    let mut seen = vec![false; size * size];
    let mut areas = Vec::new();
    for start in Point::all(size) {
        if seen[start.index()] || is_dead(start) == Some(false) {
            continue;
        }
        seen[start.index()] = true;
        let mut points = vec![start];
        let mut area = Area { dead: Vec::new(), living: Vec::new(), empty: 0 };
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            let chain = chain_of[point.index()];
            area.empty += u32::from(chain == usize::MAX);
            if chain != usize::MAX && !area.dead.contains(&chain) {
                area.dead.push(chain);
            }
            for near in beside(point, size) {
                if is_dead(near) == Some(false) {
                    let color = verdicts[chain_of[near.index()]].color;
                    if !area.living.contains(&color) {
                        area.living.push(color);
                    }
                } else if !std::mem::replace(&mut seen[near.index()], true) {
                    points.push(near);
                }
            }
        }
        if !area.dead.is_empty() {
            areas.push(area);
        }
    }
    areas
}

fn beside(point: Point, size: usize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x(size), point.y(size));
    let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    near.into_iter().filter_map(move |(x, y)| Point::new(x, y, size))
}

/// Whether two chains touch.
fn touch(position: &go::Position, a: &ChainVerdict, b: &ChainVerdict) -> bool {
    let size = position.size();
    a.stones.iter().any(|&stone| beside(stone, size).any(|near| b.stones.binary_search(&near).is_ok()))
}

/// By point: whether it lies in a neutral area of more points than reading can settle. Nobody has closed such an area:
/// play is not over there.
pub(super) fn open_points(position: &go::Position, owners: &[Option<Color>]) -> Vec<bool> {
    let size = position.size();
    let mut seen: Vec<bool> = owners.iter().map(Option::is_some).collect();
    let mut open = vec![false; size * size];
    for start in Point::all(size) {
        if std::mem::replace(&mut seen[start.index()], true) {
            continue;
        }
        let mut points = vec![start];
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in beside(point, size) {
                if !std::mem::replace(&mut seen[near.index()], true) {
                    points.push(near);
                }
            }
        }
        if points.len() > MOST_EMPTY as usize {
            points.iter().for_each(|point| open[point.index()] = true);
        }
    }
    open
}

/// Living chains that were thought to have territory and breathe in open areas alone: whether they live is not decided.
pub(super) fn leave_open(position: &go::Position, owners: &[Option<Color>], verdicts: &mut [ChainVerdict]) {
    let open = open_points(position, owners);
    for verdict in verdicts.iter_mut() {
        let Some(chain) = position.chain(verdict.stones[0]) else { continue };
        let is_thought = verdict.status == Status::Alive && verdict.grounds == Grounds::HasTerritory;
        let has_none = chain.liberties.iter().all(|point| owners[point.index()].is_none());
        if is_thought && has_none && chain.liberties.iter().any(|point| open[point.index()]) {
            verdict.grounds = Grounds::OpenArea;
            verdict.certainty = verdict.certainty.min(DOUBT);
        }
    }
}

/// Marks as seki the living chains without territory whose liberties are all neutral and shared with such chains of
/// the other side. Chains of one colour that share two liberties count as one. The verdict is sure only if reading
/// has shown that nothing can be captured; an open area, where there is still play, is no seki.
pub(super) fn mark_seki(position: &go::Position, owners: &[Option<Color>], verdicts: &mut [ChainVerdict]) {
    let liberties: Vec<Vec<Point>> = verdicts
        .iter()
        .map(|v| position.chain(v.stones[0]).map(|chain| chain.liberties).unwrap_or_default())
        .collect();
    let is_open = open_points(position, owners);
    let neutral = |point: &Point| owners[point.index()].is_none() && !is_open[point.index()];
    let mut group: Vec<usize> = (0..verdicts.len()).collect();
    for a in 0..verdicts.len() {
        for b in 0..a {
            if verdicts[a].color == verdicts[b].color
                && group[a] != group[b]
                && liberties[a].iter().filter(|point| liberties[b].contains(point)).count() >= 2
            {
                let (from, to) = (group[a], group[b]);
                group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
            }
        }
    }
    let open = |i: usize| {
        let v = &verdicts[i];
        v.status == Status::Alive && matches!(v.grounds, Grounds::HasTerritory | Grounds::NotCaptured)
    };
    let bare = |i: usize| {
        let members = (0..verdicts.len()).filter(|&j| group[j] == group[i]);
        members.clone().all(open) && members.flat_map(|j| &liberties[j]).all(neutral)
    };
    let candidates: Vec<usize> = (0..verdicts.len()).filter(|&i| open(i) && bare(i)).collect();
    let faces = |i: usize| {
        candidates.iter().any(|&j| {
            verdicts[i].color != verdicts[j].color
                && liberties[i].iter().any(|point| liberties[j].contains(point))
        })
    };
    let facing: Vec<usize> = candidates.iter().copied().filter(|&i| faces(i)).collect();
    for i in facing {
        let verdict = &mut verdicts[i];
        if verdict.grounds != Grounds::NotCaptured {
            verdict.certainty = verdict.certainty.min(DOUBT);
        }
        (verdict.status, verdict.grounds) = (Status::Seki, Grounds::SharedLiberties);
    }
}

/// Kills, as unsure, chains that were thought to live by territory and have none, if only the other side lives around
/// them and it is no seki. In areas small enough to be read, what reading could not prove dead (a double ko) stays,
/// as do chains of both sides that have no other captor than each other. Returns whether there were any.
pub(super) fn bury(position: &go::Position, owners: &[Option<Color>], verdicts: &mut [ChainVerdict]) -> bool {
    let bare = |v: &ChainVerdict| {
        let chain = position.chain(v.stones[0]);
        chain.is_some_and(|chain| chain.liberties.iter().all(|point| owners[point.index()].is_none()))
    };
    let thought = |v: &ChainVerdict| v.status == Status::Alive && v.grounds == Grounds::HasTerritory;
    let doubtful: Vec<usize> = (0..verdicts.len())
        .filter(|&i| thought(&verdicts[i]) && verdicts[i].is_unsure() && bare(&verdicts[i]))
        .collect();
    let mut without = verdicts.to_vec();
    doubtful.iter().for_each(|&i| without[i].status = Status::Dead);
    let areas = areas(position, &without);
    let surrounded = |i: usize| {
        let around = areas.iter().find(|area| area.dead.contains(&i));
        around.is_some_and(|area| {
            let is_contested =
                area.dead.iter().any(|j| doubtful.contains(j) && verdicts[*j].color != verdicts[i].color);
            area.living == [!verdicts[i].color] && area.empty > MOST_EMPTY && !is_contested
        })
    };
    let buried: Vec<usize> = doubtful.iter().copied().filter(|&i| surrounded(i)).collect();
    for &i in &buried {
        let verdict = &mut verdicts[i];
        (verdict.status, verdict.grounds) = (Status::Dead, Grounds::NoTwoEyes);
        verdict.certainty = verdict.certainty.min(DOUBT);
    }
    !buried.is_empty()
}

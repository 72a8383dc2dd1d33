//! Discs of Othello that can never be flipped, by a plain reading of what is said about them: on an edge by trying every
//! order of play along it, elsewhere by the four lines through a disc.

use heibai_games::{AnyPosition, Color, Point, Position};
use std::collections::HashMap;

type Edge = Vec<Option<Color>>;

/// The discs of one side that are certain to stay.
pub fn stable(position: &AnyPosition, side: Color) -> Vec<Point> {
    let size = position.size();
    let mut safe: Vec<Point> = Vec::new();
    let is_inner = |p: &Point| [p.x(size), p.y(size)].iter().all(|&v| v > 0 && v < size - 1);
    let on_edges = edges_of(size).map(|edge| kept(position, &edge));
    for point in Point::all(size).filter(|p| !is_inner(p) && position.stone(*p).is_some()) {
        let mut edges = on_edges.iter().filter(|(all, _)| all.contains(&point));
        if edges.all(|(_, kept)| kept.contains(&point)) {
            safe.push(point);
        }
    }
    loop {
        let more: Vec<Point> = Point::all(size)
            .filter(|p| is_inner(p) && position.stone(*p).is_some() && !safe.contains(p))
            .filter(|&p| {
                [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(|way| is_held(position, &safe, p, way))
            })
            .collect();
        if more.is_empty() {
            break;
        }
        safe.extend(more);
    }
    safe.retain(|&p| position.stone(p) == Some(side));
    safe
}

fn edges_of(size: usize) -> [Vec<Point>; 4] {
    let last = size - 1;
    let at = |x: usize, y: usize| Point((y * size + x) as u16);
    [
        (0..size).map(|n| at(n, 0)).collect(),
        (0..size).map(|n| at(n, last)).collect(),
        (0..size).map(|n| at(0, n)).collect(),
        (0..size).map(|n| at(last, n)).collect(),
    ]
}

/// The points of an edge, and those whose discs keep their colour however it is filled.
fn kept(position: &AnyPosition, points: &[Point]) -> (Vec<Point>, Vec<Point>) {
    let edge: Edge = points.iter().map(|&p| position.stone(p)).collect();
    let mut seen: HashMap<Edge, ()> = HashMap::new();
    let mut open = vec![edge.clone()];
    let mut keeps: Vec<bool> = edge.iter().map(Option::is_some).collect();
    while let Some(now) = open.pop() {
        for (keep, (first, now)) in keeps.iter_mut().zip(edge.iter().zip(&now)) {
            *keep &= first == now;
        }
        for at in (0..now.len()).filter(|&at| now[at].is_none()) {
            for color in Color::BOTH {
                let next = placed(&now, at, color);
                if seen.insert(next.clone(), ()).is_none() {
                    open.push(next);
                }
            }
        }
    }
    let kept = points.iter().zip(keeps).filter(|(_, keep)| *keep).map(|(&p, _)| p).collect();
    (points.to_vec(), kept)
}

fn placed(edge: &Edge, at: usize, color: Color) -> Edge {
    let mut next = edge.clone();
    next[at] = Some(color);
    let ways: [Vec<usize>; 2] = [(at + 1..edge.len()).collect(), (0..at).rev().collect()];
    for way in ways {
        let enclosed = way.iter().take_while(|&&n| edge[n] == Some(!color)).count();
        if way.get(enclosed).is_some_and(|&n| edge[n] == Some(color)) {
            way[..enclosed].iter().for_each(|&n| next[n] = Some(color));
        }
    }
    next
}

/// Whether nothing can flip a disc along one line: a safe disc of its colour is beside it there, or no square is empty
/// between the safe discs, or the rim, on both sides.
fn is_held(position: &AnyPosition, safe: &[Point], of: Point, (dx, dy): (i32, i32)) -> bool {
    let size = position.size() as i32;
    let (x, y) = (of.x(position.size()) as i32, of.y(position.size()) as i32);
    let walk = |sign: i32| {
        let on = move |n: i32| (x + sign * n * dx, y + sign * n * dy);
        (1..size)
            .map(on)
            .take_while(move |(x, y)| (0..size).contains(x) && (0..size).contains(y))
            .map(move |(x, y)| Point((y * size + x) as u16))
    };
    let is_beside = |sign: i32| {
        walk(sign).next().is_some_and(|p| safe.contains(&p) && position.stone(p) == position.stone(of))
    };
    let is_full =
        |sign: i32| walk(sign).take_while(|p| !safe.contains(p)).all(|p| position.stone(p).is_some());
    is_beside(1) || is_beside(-1) || (is_full(1) && is_full(-1))
}

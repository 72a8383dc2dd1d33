//! Where territory is counted: the points that their owner has to fill before the count.
//!
//! Players stop before the neutral points are filled. When they are, a chain may be left with one liberty of its own,
//! and has to be connected there, unless a neutral point connects it: a false eye, or a wall with a defect. Such a
//! point is no territory.

use super::board::ChainBoard;
use super::score::owners;
use crate::board::{Color, Point};

/// By point: what stands there once dead stones are gone.
type Stones = Vec<Option<Color>>;

/// Puts stones on the points that their owners have to fill.
pub(super) fn fill(board: &ChainBoard, stones: &mut Stones, seki: &[bool]) {
    while let Some((point, color)) = needed(board, stones, seki) {
        stones[point] = Some(color);
    }
}

fn needed(board: &ChainBoard, stones: &Stones, seki: &[bool]) -> Option<(usize, Color)> {
    let owners = owners(board, stones.clone(), seki);
    let mut met = vec![false; stones.len()];
    (0..stones.len()).find_map(|start| {
        let color = stones[start]?;
        if met[start] {
            return None;
        }
        let (chain, liberties) = chain(board, stones, start, &mut met);
        // Whether a stone there joins the chain to others of its colour.
        let joins = |&point: &usize| {
            beside(board, point).any(|next| stones[next] == Some(color) && !chain.contains(&next))
        };
        let (own, neutral): (Vec<usize>, Vec<usize>) =
            liberties.into_iter().partition(|&point| owners[point].is_some());
        match own[..] {
            [last] if joins(&last) && !neutral.iter().any(joins) => Some((last, color)),
            _ => None,
        }
    })
}

/// The stones that hang together with the one at `start`, and their liberties.
fn chain(board: &ChainBoard, stones: &Stones, start: usize, met: &mut [bool]) -> (Vec<usize>, Vec<usize>) {
    let (mut chain, mut liberties) = (vec![start], Vec::new());
    met[start] = true;
    let mut done = 0;
    while let Some(&stone) = chain.get(done) {
        done += 1;
        for next in beside(board, stone) {
            if stones[next].is_none() && !liberties.contains(&next) {
                liberties.push(next);
            } else if stones[next] == stones[start] && !met[next] {
                met[next] = true;
                chain.push(next);
            }
        }
    }
    (chain, liberties)
}

fn beside(board: &ChainBoard, point: usize) -> impl Iterator<Item = usize> {
    board.beside(board.cell(Point(point as u16))).map(|next| board.point(next).index())
}

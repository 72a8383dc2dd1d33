//! Values against plain minimax with the same evaluation.

use super::*;
use heibai_games::Limits;
use std::sync::atomic::AtomicBool;

/// A position of a random game where the side to move can move.
fn random_position(random: &mut fastrand::Rng, plies: u32) -> Option<TenNode> {
    let mut node = TenNode::new(Sides { mover: 1 << 45 | 1 << 54, opponent: 1 << 44 | 1 << 55 });
    for _ in 0..plies {
        let squares: Vec<u32> = node.moves.squares().collect();
        if squares.is_empty() {
            return None;
        }
        node = node.after(squares[random.usize(..squares.len())]);
    }
    (node.moves != 0).then_some(node)
}

fn minimax(node: &TenNode, depth: u32) -> i32 {
    if node.moves == 0 {
        let passed = node.passed();
        return match passed.moves {
            0 => UNIT * node.sides.final_score::<10>(),
            _ => -minimax(&passed, depth),
        };
    }
    if depth == 0 {
        return node.value(&WEIGHTS);
    }
    node.moves.squares().map(|square| -minimax(&node.after(square), depth - 1)).max().expect("a move")
}

#[test]
fn values_are_minimax_values() {
    let mut random = fastrand::Rng::with_seed(10);
    let never = AtomicBool::new(false);
    for plies in [0, 5, 20, 40, 60, 80, 90, 93] {
        for depth in 1..=3 {
            let Some(node) = random_position(&mut random, plies) else { continue };
            let mut meter = Meter::new(&Limits::default(), &never);
            let found = search(node.sides, depth, true, &WEIGHTS, &mut meter).expect("a move");
            assert_eq!(found.depth, depth.min(node.empties));
            for rated in &found.moves {
                assert_eq!(rated.value, -minimax(&node.after(rated.square), found.depth - 1));
            }
            let quick = search(node.sides, depth, false, &WEIGHTS, &mut meter).expect("a move");
            assert_eq!(quick.moves[0].value, found.moves[0].value);
            assert_eq!(quick.line[0], Some(quick.moves[0].square));
        }
    }
}

#[test]
fn a_stopped_search_keeps_the_last_finished_depth() {
    let never = AtomicBool::new(false);
    let node = random_position(&mut fastrand::Rng::with_seed(1), 30).expect("a game of thirty plies");
    let depth = |nodes| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        search(node.sides, 60, false, &WEIGHTS, &mut Meter::new(&limits, &never)).map(|found| found.depth)
    };
    assert_eq!(depth(1), None);
    let (few, many) = (depth(300), depth(30_000));
    assert!(few >= Some(1) && many > few, "{few:?} {many:?}");
}

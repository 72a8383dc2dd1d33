//! The laboratory watches the real searches: what is found does not depend on it, and what is written down is what was
//! searched.

use heibai_engines::laboratory::{self, WatchedSearch};
use heibai_engines::search::meter::Meter;
use heibai_engines::search::watch::{Left, Trace};
use heibai_engines::search::{alphabeta, minimax};
use heibai_engines::{classic, players};
use heibai_games::kind::Choice;
use heibai_games::player::Thought;
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Kind, Limits, Move, Player, Position, Request};
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

fn meter() -> Meter<'static> {
    Meter::new(&Limits::default(), &NEVER)
}

/// Positions of every game after a few random moves, on boards small enough for plain minimax.
fn positions() -> Vec<AnyPosition> {
    let mut found = Vec::new();
    for (kind, size, rules) in
        [(Kind::Othello, 8, None), (Kind::Go, 4, None), (Kind::Gomoku, 7, Some("freestyle"))]
    {
        let choice = Choice { size: Some(size), rules: rules.map(str::to_owned), ..Choice::default() };
        let rules = kind.rules(&choice).unwrap();
        for seed in 0..4 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut position = AnyPosition::start(&rules);
            let mut moves = Vec::new();
            for _ in 0..4 + 3 * seed {
                position.legal_moves(&mut moves);
                if position.outcome().is_some() || moves.is_empty() {
                    break;
                }
                position.play(moves[random.usize(..moves.len())]).unwrap();
            }
            if position.outcome().is_none() {
                found.push(position);
            }
        }
    }
    found
}

fn thought(player: &str, position: &AnyPosition, seed: u64) -> Thought {
    let mut player: Box<dyn Player> = players::parse(player, position.kind(), seed).unwrap();
    let limits = Limits::default();
    let request = Request { start: position, moves: &[], position, limits: &limits, stop: &NEVER };
    player.choose(&request).unwrap().thought
}

/// The value of a child for the side to move in its parent.
fn for_parent(trace: &Trace, child: usize) -> i32 {
    let node = &trace.nodes[child];
    let parent = &trace.nodes[node.parent.unwrap() as usize];
    if parent.turn == node.turn { node.value } else { -node.value }
}

/// Every value follows from those below it; every cut-off has its reason.
fn check_tree(position: &AnyPosition, found: &WatchedSearch, pruned: bool) {
    let trace = &found.trace;
    assert_eq!(trace.nodes[0].value, found.value);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); trace.nodes.len()];
    for (number, node) in trace.nodes.iter().enumerate().skip(1) {
        children[node.parent.unwrap() as usize].push(number);
    }
    for (number, node) in trace.nodes.iter().enumerate() {
        assert_eq!(node.entered - trace.nodes[0].entered, number as u64, "in the order of entry");
        let best = children[number].iter().map(|&child| for_parent(trace, child)).max();
        match node.left {
            Left::Evaluated | Left::Over => assert_eq!(best, None),
            Left::Searched => assert_eq!(best, Some(node.value)),
            Left::Cut => {
                assert!(pruned && best == Some(node.value));
                assert!(node.value >= node.beta.expect("a closed window"), "{position:?}");
                let last = *children[number].last().unwrap();
                assert!(for_parent(trace, last) >= node.beta.unwrap(), "the last move was the one too good");
            }
        }
        assert!(node.left == Left::Cut || node.cut.is_empty());
    }
    // The line leads down the tree to the value.
    let mut at = 0;
    for depth in 1..=found.line.len() {
        let next = trace.find(&found.line[..depth]).expect("the best line was searched");
        assert_eq!(for_parent(trace, next), trace.nodes[at].value);
        at = next;
    }
    assert_eq!(trace.find(&[Move::Pass, Move::Pass, Move::Pass, Move::Pass]), None);
}

#[test]
fn a_watched_search_finds_the_same_with_the_same_nodes() {
    let mut saved = 0;
    for position in positions() {
        let kind = position.kind();
        for eval in classic::names(kind) {
            let evaluation = classic::evaluation(kind, Some(eval)).unwrap();
            for depth in 1..=3 {
                let mut plain = meter();
                let ranked = minimax::ranked(&position, depth, &*evaluation, &mut plain);
                let full = laboratory::minimax(&position, depth, Some(eval), &mut meter()).unwrap();
                assert_eq!((full.value, full.line[0]), (ranked[0].1, ranked[0].0), "{kind} {eval}");
                assert_eq!(full.nodes, plain.nodes, "{kind} {eval}");
                // Minimax counts neither the root nor finished games.
                assert_eq!(full.trace.entered, plain.nodes + full.trace.over + 1);
                check_tree(&position, &full, false);

                let mut pruned = meter();
                let found = alphabeta::search(&position, depth, &*evaluation, &mut pruned).unwrap();
                let watched = laboratory::alphabeta(&position, depth, Some(eval), &mut meter()).unwrap();
                assert_eq!((watched.value, &watched.line), (found.value, &found.line), "{kind} {eval}");
                assert_eq!((watched.nodes, watched.depth), (pruned.nodes, found.depth));
                assert_eq!(watched.trace.entered, pruned.nodes + watched.trace.over);
                let all: u64 = watched.trace.iterations.iter().map(|iteration| iteration.nodes).sum();
                assert_eq!(all, watched.trace.entered);
                check_tree(&position, &watched, true);
                if watched.depth == depth {
                    assert_eq!(watched.value, full.value, "{kind} {eval}: the same value as minimax");
                    assert!(watched.trace.nodes.len() <= full.trace.nodes.len());
                    saved += full.trace.nodes.len() - watched.trace.nodes.len();
                }
            }
        }
    }
    assert!(saved > 1000, "cut-offs save nodes: {saved}");
    assert!(laboratory::minimax(&positions()[0], 1, Some("nothing"), &mut meter()).is_none());
}

/// Visits and means follow from what was written down, and are those of the player.
#[test]
fn a_watched_tree_search_is_the_players() {
    for position in positions() {
        let names = classic::names(position.kind());
        for eval in [None, Some(names[0])] {
            let watched = laboratory::monte_carlo(&position, 120, eval, 7, &mut meter()).unwrap();
            let option = eval.map(|eval| format!(",eval={eval}")).unwrap_or_default();
            let told = thought(&format!("mcts:playouts=120{option}"), &position, 7);
            assert_eq!(told.nodes, watched.nodes);
            assert_eq!(watched.trace.judged.len(), 120);
            let mut visits = vec![0_u32; watched.trace.nodes.len() + 1];
            let mut points = vec![0.0; visits.len()];
            for &(node, black) in &watched.trace.judged {
                let mut at = node as usize;
                loop {
                    visits[at] += 1;
                    points[at] += black;
                    if at == 0 {
                        break;
                    }
                    at = watched.trace.nodes[at - 1].0 as usize;
                }
            }
            assert_eq!(visits[0], 120);
            assert_eq!(watched.moves.len(), told.weighed.len());
            for (&(mv, seen, mean), weighed) in watched.moves.iter().zip(&told.weighed) {
                let first = watched.trace.nodes.iter().position(|&(parent, m, _)| parent == 0 && m == mv);
                let node = first.unwrap() + 1;
                let black = points[node] / f64::from(visits[node]);
                let own = if position.turn() == Color::Black { black } else { 1.0 - black };
                assert_eq!((seen, u64::from(seen), mv), (visits[node], weighed.nodes, weighed.mv));
                assert!((mean - own).abs() < 1e-9 && weighed.value.amount == Amount::WinRate(mean));
            }
        }
    }
}

#[test]
fn the_parts_of_an_evaluation_add_up_to_it() {
    for position in positions() {
        for judged in laboratory::evaluations(&position) {
            let sign = if position.turn() == Color::Black { 1 } else { -1 };
            let evaluation = classic::evaluation(position.kind(), Some(judged.name)).unwrap();
            assert_eq!(judged.value, sign * evaluation.evaluate(&position), "{}", judged.name);
            match &judged.parts {
                Some(parts) => assert_eq!(parts.sum(), judged.value, "{}", judged.name),
                None => assert_eq!(judged.name, "learned"),
            }
            for (mv, value) in judged.after {
                let mut next = position.clone();
                next.play(mv).unwrap();
                let sign = if next.turn() == Color::Black { 1 } else { -1 };
                assert_eq!(value, sign * evaluation.evaluate(&next));
            }
        }
    }
}

/// A part of a tree is whole plies, as many as fit.
#[test]
fn a_part_of_a_tree_is_whole_plies() {
    let position = positions().remove(0);
    let found = laboratory::minimax(&position, 4, None, &mut meter()).unwrap();
    let trace = &found.trace;
    for most in [1, 20, 200, usize::MAX] {
        let part = trace.part(0, most);
        let deepest = part.iter().map(|&n| trace.nodes[n].ply).max().unwrap();
        let whole = trace.nodes.iter().filter(|node| node.ply <= deepest).count();
        assert_eq!(part.len(), whole);
        assert!(deepest == 1 || part.len() <= most);
    }
    let below = trace.find(&found.line[..2]).unwrap();
    let part = trace.part(below, usize::MAX);
    assert_eq!(part.len() as u64, trace.nodes[below].below());
    assert!(trace.part(usize::MAX, 10).is_empty());
}

#[test]
fn the_network_looks_at_go_alone() {
    for position in positions() {
        match laboratory::glance(&position, &[]) {
            Some(glance) => {
                assert_eq!(position.kind(), Kind::Go);
                let all: f32 = glance.policy.iter().map(|(_, p)| p).sum();
                assert!((all - 1.0).abs() < 1e-3, "{all}");
                assert!(glance.policy.iter().all(|&(mv, _)| position.check(mv).is_ok()));
                assert_eq!(glance.ownership.len(), 16);
                assert!((0.0..=1.0).contains(&glance.win_rate));
            }
            None => assert_ne!(position.kind(), Kind::Go),
        }
    }
}

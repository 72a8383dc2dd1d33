//! The laws of the tree search with a policy and a value from outside.

use heibai_engines::observation::{action, mask};
use heibai_engines::search::puct::{Params, Root, Tree, Walk};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Move, Position};

fn othello(size: usize) -> AnyPosition {
    let choice = Choice { size: Some(size), ..Choice::default() };
    AnyPosition::start(&Kind::Othello.rules(&choice).unwrap())
}

/// A network that is a hash of the position.
fn network(position: &AnyPosition) -> (Vec<f32>, f32) {
    let mut random = fastrand::Rng::with_seed(position.key());
    let logits = (0..mask(position).len()).map(|_| 2.0 * random.f32()).collect();
    (logits, 2.0 * random.f32() - 1.0)
}

/// Searches with so many leaves at once.
fn search(tree: &mut Tree, root: &AnyPosition, visits: u32, leaves: usize) {
    tree.begin(visits);
    loop {
        let mut waiting = Vec::new();
        while waiting.len() < leaves && tree.wants_more() {
            let mut position = root.clone();
            match tree.select(&mut position, |position, mv| position.play_unchecked(mv, &mut ())) {
                Walk::Leaf => waiting.push(position),
                Walk::Ended => {}
                Walk::Blocked => break,
            }
        }
        if waiting.is_empty() {
            break;
        }
        assert_eq!(tree.waiting(), waiting.len());
        for position in waiting {
            let (logits, value) = network(&position);
            tree.answer(root.size(), &logits, value);
        }
    }
    assert_eq!(tree.waiting(), 0);
}

fn gumbel() -> Params {
    Params { root: Root::Gumbel { considered: 8, noise: 1.0, scale: 1.0 }, ..Params::default() }
}

#[test]
fn every_visit_is_spent_whatever_the_root_and_the_leaves() {
    for params in [Params::default(), gumbel()] {
        for (visits, leaves) in [(0, 1), (1, 1), (7, 3), (100, 1), (100, 16), (333, 5)] {
            let root = othello(6);
            let mut tree = Tree::new(params, 1);
            search(&mut tree, &root, visits, leaves);
            let moves = tree.moves();
            assert_eq!(moves.iter().map(|told| told.visits).sum::<u32>(), visits);
            assert!((moves.iter().map(|told| told.policy).sum::<f32>() - 1.0).abs() < 1e-4);
            assert!(moves.iter().all(|told| told.mean.is_none_or(|mean| (-1.0..=1.0).contains(&mean))));
            assert!(root.check(tree.choose(1.0).unwrap()).is_ok());
        }
    }
}

#[test]
fn the_tree_below_a_played_move_is_kept() {
    let mut root = othello(6);
    let mut tree = Tree::new(Params::default(), 1);
    search(&mut tree, &root, 200, 4);
    let best = tree.choose(0.0).unwrap();
    let told = tree.moves().into_iter().find(|told| told.mv == best).unwrap();
    let (line, mean) = (tree.line(None), told.mean.unwrap());
    tree.advance(best, true);
    root.play(best).unwrap();
    // Its own answer was one of the visits; the value is now the other side's.
    assert_eq!(tree.visits(), told.visits - 1);
    assert!((tree.value() + mean).abs() < 1e-9);
    assert_eq!(tree.line(None), line[1..]);
    search(&mut tree, &root, 50, 1);
    assert_eq!(tree.visits(), told.visits + 49);
    tree.advance(tree.line(None)[0], false);
    assert_eq!(tree.visits(), 0);
}

#[test]
fn leaves_that_are_never_answered_leave_no_trace() {
    let root = othello(6);
    let mut trees = [Params::default(), gumbel()].map(|params| [Tree::new(params, 3), Tree::new(params, 3)]);
    for [plain, disturbed] in &mut trees {
        search(plain, &root, 60, 1);
        search(disturbed, &root, 60, 1);
        disturbed.begin(20);
        for _ in 0..5 {
            disturbed.select(&mut root.clone(), |position, mv| position.play_unchecked(mv, &mut ()));
        }
        disturbed.cancel();
        assert_eq!(plain.visits(), disturbed.visits());
        let visits = |tree: &Tree| tree.moves().iter().map(|told| told.visits).collect::<Vec<_>>();
        assert_eq!(visits(plain), visits(disturbed));
        search(disturbed, &root, 40, 2);
        assert_eq!(disturbed.visits(), 100);
    }
}

#[test]
fn the_end_of_a_game_is_worth_its_result() {
    // The last moves of a game, from every position with few empty squares: the search agrees with minimax.
    fn best(position: &AnyPosition) -> f64 {
        if let Some(outcome) = position.outcome() {
            return 2.0 * outcome.points(position.turn()) - 1.0;
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let value = |&mv: &Move| {
            let mut child = position.clone();
            child.play_unchecked(mv, &mut ());
            let sign = if child.turn() == position.turn() { 1.0 } else { -1.0 };
            sign * best(&child)
        };
        moves.iter().map(value).fold(f64::NEG_INFINITY, f64::max)
    }
    let mut random = fastrand::Rng::with_seed(7);
    let mut compared = 0;
    for _ in 0..40 {
        let mut position = othello(4);
        let mut moves = Vec::new();
        for _ in 0..7 {
            position.legal_moves(&mut moves);
            if !moves.is_empty() {
                position.play_unchecked(moves[random.usize(..moves.len())], &mut ());
            }
        }
        if position.outcome().is_some() {
            continue;
        }
        let wanted = best(&position);
        let mut tree = Tree::new(Params::default(), 1);
        search(&mut tree, &position, 3000, 1);
        let chosen = tree.choose(0.0).unwrap();
        let mut child = position.clone();
        child.play_unchecked(chosen, &mut ());
        let sign = if child.turn() == position.turn() { 1.0 } else { -1.0 };
        assert_eq!(sign * best(&child), wanted, "{position:?}: {chosen:?}");
        compared += 1;
    }
    assert!(compared > 20);
}

#[test]
fn halving_gives_the_last_two_most_of_the_visits() {
    let root = othello(8);
    let mut tree = Tree::new(gumbel(), 5);
    search(&mut tree, &root, 64, 1);
    let mut visits: Vec<u32> = tree.moves().iter().map(|told| told.visits).collect();
    visits.sort_unstable();
    // Four moves: 8 visits each in the first of two phases, then 16 more for two of them.
    assert_eq!(visits, [8, 8, 24, 24]);
    let most = tree.moves().iter().filter(|told| told.visits == 24).map(|told| told.mv).collect::<Vec<_>>();
    assert!(most.contains(&tree.choose(0.0).unwrap()));
}

#[test]
fn noise_moves_the_visits_and_the_seed_decides_it() {
    let root = othello(6);
    let visits = |share: f64, seed: u64| {
        let params = Params { root: Root::Puct { share, alpha: 0.5 }, ..Params::default() };
        let mut tree = Tree::new(params, seed);
        search(&mut tree, &root, 100, 4);
        tree.moves().iter().map(|told| told.visits).collect::<Vec<_>>()
    };
    assert_eq!(visits(0.5, 1), visits(0.5, 1));
    assert_eq!(visits(0.0, 1), visits(0.0, 2));
    assert!((2..9).any(|seed| visits(0.9, seed) != visits(0.9, 1)));
}

#[test]
fn moves_are_numbered_as_python_numbers_them() {
    let position = othello(8);
    let of = |text: &str| action::of(position.read_move(text).unwrap(), 8);
    assert_eq!((of("a1"), of("h1"), of("a2"), of("pass")), (0, 7, 8, 64));
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(mask(&position).iter().filter(|&&legal| legal).count(), 4);
}

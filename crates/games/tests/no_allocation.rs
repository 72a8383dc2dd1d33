//! Playing a move takes no memory from the heap: counted by an allocator that watches this thread.

use heibai_games::gomoku;
use heibai_games::kind::{Choice, Kind, Rules};
use heibai_games::othello::{Othello4, Othello6, Othello8, Othello10};
use heibai_games::{Move, Position};

/// The moves of a random game.
fn random_game<P: Position>(start: &P, seed: u64) -> Vec<Move> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = start.clone();
    let (mut legal, mut moves) = (Vec::new(), Vec::new());
    loop {
        position.legal_moves(&mut legal);
        let Some(&mv) = rng.choice(&legal) else { return moves };
        position.play_unchecked(mv, &mut ());
        moves.push(mv);
    }
}

fn allocations<P: Position>(start: &P) -> u64 {
    let mut counted = 0;
    for seed in 0..20 {
        let moves = random_game(start, seed);
        let mut position = start.clone();
        let measured = allocation_counter::measure(|| {
            for &mv in &moves {
                position.play_unchecked(mv, &mut ());
                std::hint::black_box((position.outcome(), position.key(), position.must_pass()));
            }
        });
        assert!(moves.len() > 3);
        counted += measured.count_total;
    }
    counted
}

#[test]
fn the_allocator_is_watched() {
    let measured = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!(measured.count_total, 1);
}

#[test]
fn othello_takes_no_memory_to_play() {
    assert_eq!(allocations(&Othello4::new()), 0);
    assert_eq!(allocations(&Othello6::new()), 0);
    assert_eq!(allocations(&Othello8::new()), 0);
    assert_eq!(allocations(&Othello10::new()), 0);
}

#[test]
fn gomoku_takes_no_memory_to_play() {
    for name in gomoku::Variant::NAMES {
        let choice = Choice { rules: Some((*name).to_owned()), ..Choice::default() };
        let Ok(Rules::Gomoku(rules)) = Kind::Gomoku.rules(&choice) else { panic!("{name} exists") };
        assert_eq!(allocations(&gomoku::Position::start(&rules)), 0, "{name}");
    }
}

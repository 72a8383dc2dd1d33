//! The search against a slow, obvious one, at every CPU level.

use super::super::scalar;
use super::*;

/// Plain minimax with the scalar moves.
fn minimax(mover: u64, opponent: u64) -> i32 {
    let mut moves = scalar::mobility::<u64, 8>(mover, opponent);
    if moves == 0 {
        if scalar::mobility::<u64, 8>(opponent, mover) == 0 {
            return finished::<8>(mover, opponent);
        }
        return -minimax(opponent, mover);
    }
    let mut best = NONE;
    while moves != 0 {
        let square = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = scalar::flips::<u64, 8>(square, mover, opponent);
        best = best.max(-minimax(opponent ^ flips, mover ^ flips ^ 1 << square));
    }
    best
}

/// A position of a random game with this many empty squares, if it lasts so long.
fn random_position(random: &mut fastrand::Rng, empties: u32) -> Option<(u64, u64)> {
    let (mut mover, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000);
    while (mover | opponent).count_zeros() != empties {
        let mut moves = scalar::mobility::<u64, 8>(mover, opponent);
        if moves == 0 {
            (mover, opponent) = (opponent, mover);
            moves = scalar::mobility::<u64, 8>(mover, opponent);
            if moves == 0 {
                return None;
            }
        }
        for _ in 0..random.u32(..moves.count_ones()) {
            moves &= moves - 1;
        }
        let square = moves.trailing_zeros();
        let flips = scalar::flips::<u64, 8>(square, mover, opponent);
        (mover, opponent) = (opponent ^ flips, mover ^ flips ^ 1 << square);
    }
    Some((mover, opponent))
}

/// The table holds positions with either side to move; an entry for one says nothing about the other.
#[test]
fn a_known_position_of_the_other_side_decides_nothing() {
    let mut random = fastrand::Rng::with_seed(9);
    let mut better_to_pass = 0;
    for _ in 0..40 {
        let Some((mover, opponent)) = random_position(&mut random, 9) else { continue };
        let (value, other) = (minimax(mover, opponent), minimax(opponent, mover));
        better_to_pass += i32::from(-other > value);
        for (solve, _) in levels() {
            let mut state = Endgame::default();
            assert_eq!(solve((opponent, mover), -value - 1, &mut state) > -value - 1, other > -value - 1);
            assert!(solve((mover, opponent), value, &mut state) <= value, "{mover:#x} {opponent:#x}");
        }
    }
    assert!(better_to_pass > 0);
}

type Solve = fn((u64, u64), i32, &mut Endgame) -> i32;
type Expand = fn(u64, u64, u64, &mut [Reply]) -> usize;

/// The searches for the levels of this processor.
fn levels() -> Vec<(Solve, Expand)> {
    let mut levels: Vec<(Solve, Expand)> = vec![(plain::solve::<8>, plain::expand)];
    #[cfg(target_arch = "x86_64")]
    {
        if cpu::best() >= Level::Avx2 {
            levels.push((x86::solve_avx2::<8>, x86::expand_avx2));
        }
        if cpu::best() >= Level::Avx512 {
            levels.push((x86::solve_avx512::<8>, x86::expand_avx512));
        }
    }
    levels
}

#[test]
fn every_level_finds_minimax_values() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut states: Vec<Endgame> = levels().iter().map(|_| Endgame::new(10)).collect();
    for round in 0..3000 {
        let empties = round % 9;
        let Some((mover, opponent)) = random_position(&mut random, empties) else { continue };
        let value = minimax(mover, opponent);
        let alpha = value + random.i32(-6..6);
        for ((solve, _), state) in levels().iter().zip(&mut states) {
            let bound = solve((mover, opponent), alpha, state);
            assert_eq!(bound > alpha, value > alpha, "{mover:#x} {opponent:#x} {alpha}");
            assert!(if bound > alpha { bound <= value } else { bound >= value });
        }
    }
    assert!(states.iter().all(|state| state.nodes == states[0].nodes));
}

#[test]
fn every_level_visits_the_same_positions() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut states: Vec<Endgame> = levels().iter().map(|_| Endgame::new(12)).collect();
    for round in 0..60 {
        let Some((mover, opponent)) = random_position(&mut random, 9 + round % 5) else { continue };
        let alpha = random.i32(-20..20);
        let values: Vec<i32> = levels()
            .iter()
            .zip(&mut states)
            .map(|((solve, _), state)| solve((mover, opponent), alpha, state))
            .collect();
        assert!(values.iter().all(|value| *value == values[0]));
    }
    assert!(states.iter().all(|state| state.nodes == states[0].nodes));
}

#[test]
fn expansions_are_equal_at_every_level() {
    let mut random = fastrand::Rng::with_seed(9);
    for round in 0..2000 {
        let Some((mover, opponent)) = random_position(&mut random, 1 + round % 60) else { continue };
        let moves = scalar::mobility::<u64, 8>(mover, opponent);
        let made: Vec<Vec<Reply>> = levels()
            .iter()
            .map(|(_, expand)| {
                let mut replies = [Reply::default(); 34];
                let count = expand(mover, opponent, moves, &mut replies);
                replies[..count].to_vec()
            })
            .collect();
        assert_eq!(made[0].len(), moves.count_ones() as usize);
        assert!(made.iter().all(|replies| *replies == made[0]));
    }
}

#[test]
fn the_last_square_on_every_line() {
    let mut random = fastrand::Rng::with_seed(10);
    for _ in 0..20_000 {
        let square = random.u32(..64);
        let mover = random.u64(..) & !(1 << square);
        let opponent = !mover & !(1 << square);
        let value = minimax(mover, opponent);
        for (solve, _) in levels() {
            assert_eq!(solve((mover, opponent), 0, &mut Endgame::new(1)), value);
        }
    }
}

/// The twins of `fan` agree, also with more moves than lanes.
#[test]
fn fans_are_equal_at_every_level() {
    let mut random = fastrand::Rng::with_seed(10);
    let (mut full, mut few) = (0, 0);
    for round in 0..2000 {
        let Some(b) = random_position(&mut random, 1 + round % 50) else { continue };
        let (moves, odd) = (scalar::mobility::<u64, 8>(b.0, b.1), random.u64(..));
        let plain = fan::fan::<8>(b, moves, odd);
        assert_eq!(plain.rest(moves).count_ones(), moves.count_ones().saturating_sub(LANES as u32));
        full += u32::from(plain.rest(moves) != 0);
        few += u32::from((1..=4).contains(&moves.count_ones()));
        #[cfg(target_arch = "x86_64")]
        if cpu::best() >= Level::Avx512 {
            assert_eq!(x86::fan_avx512::<8>(b, moves, odd), plain);
        }
    }
    assert!(full > 100, "many positions have more moves than lanes");
    assert!(few > 100, "many have few enough for narrow vectors");
}

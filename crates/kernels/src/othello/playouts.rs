//! Random games on 8x8, many at a time: one game in each vector lane; a finished game is replaced by the next.
//!
//! Game number n of a seed is the same game at every CPU level and in every lane.

use super::kernel::{Kernel, Task, run_at};
use super::lanes::{self, Lanes, WIDTH};
use crate::cpu::{self, Level};

/// The results of a number of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutTally {
    pub games: u64,
    /// Discs placed; passes are not counted.
    pub moves: u64,
    pub passes: u64,
    pub black_wins: u64,
    pub white_wins: u64,
    pub draws: u64,
    /// Black's discs minus White's over all games: a checksum.
    pub discs: i64,
}

/// Plays `games` random games from the first move to the end, each choice uniform among the legal moves.
pub fn playouts(seed: u64, games: u64) -> PlayoutTally {
    playouts_at(cpu::level(), seed, games)
}

/// Like [`playouts`], at a given CPU level.
pub fn playouts_at(level: Level, seed: u64, games: u64) -> PlayoutTally {
    run_at(level, Playouts { seed, games })
}

struct Playouts {
    seed: u64,
    games: u64,
}

/// The start, Black to move.
const BLACK: u64 = 0x0000_0008_1000_0000;
const WHITE: u64 = 0x0000_0010_0800_0000;

/// The games in play. A lane without a game holds an empty board and is not `live`.
struct PlayoutLanes {
    mover: Lanes,
    opponent: Lanes,
    random: [Random; WIDTH],
    black_moves: [bool; WIDTH],
    passed: [bool; WIDTH],
    live: [bool; WIDTH],
    tally: PlayoutTally,
}

impl Task for Playouts {
    type Output = PlayoutTally;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> PlayoutTally {
        let mut table = PlayoutLanes {
            mover: [0; WIDTH],
            opponent: [0; WIDTH],
            random: [Random(0); WIDTH],
            black_moves: [true; WIDTH],
            passed: [false; WIDTH],
            live: [false; WIDTH],
            tally: PlayoutTally::default(),
        };
        let mut begun = 0;
        while table.tally.games < self.games {
            let moves = lanes::mobility(&table.mover, &table.opponent);
            let mut discs = [0; WIDTH];
            for lane in 0..WIDTH {
                if moves[lane] != 0 {
                    let count = moves[lane].count_ones();
                    discs[lane] = kernel.ranked(moves[lane], table.random[lane].below(count));
                    table.tally.moves += 1;
                    table.passed[lane] = false;
                } else if table.live[lane] && !table.passed[lane] {
                    table.passed[lane] = true;
                    table.tally.passes += 1;
                } else {
                    discs[lane] = table.seat(lane, self.seed, &mut begun, self.games, kernel);
                }
            }
            table.play(&discs);
        }
        table.tally
    }
}

impl PlayoutLanes {
    /// Ends the game in a lane and starts the next one there; returns its first move.
    #[inline(always)]
    fn seat<K: Kernel>(&mut self, lane: usize, seed: u64, begun: &mut u64, games: u64, kernel: K) -> u64 {
        if self.live[lane] {
            self.finish(lane);
        }
        self.live[lane] = *begun < games;
        if !self.live[lane] {
            (self.mover[lane], self.opponent[lane]) = (0, 0);
            return 0;
        }
        (self.mover[lane], self.opponent[lane]) = (BLACK, WHITE);
        self.random[lane] = Random::of_game(seed, *begun);
        self.black_moves[lane] = true;
        self.passed[lane] = false;
        *begun += 1;
        self.tally.moves += 1;
        let moves = kernel.mobility(BLACK, WHITE);
        kernel.ranked(moves, self.random[lane].below(moves.count_ones()))
    }

    /// Both sides have passed. These passes are not counted as moves: the game ended before them.
    fn finish(&mut self, lane: usize) {
        self.tally.passes -= 1;
        self.tally.games += 1;
        let mut discs =
            i64::from(self.mover[lane].count_ones()) - i64::from(self.opponent[lane].count_ones());
        if !self.black_moves[lane] {
            discs = -discs;
        }
        self.tally.discs += discs;
        match discs {
            1.. => self.tally.black_wins += 1,
            0 => self.tally.draws += 1,
            _ => self.tally.white_wins += 1,
        }
    }

    /// Places one disc in every lane, or passes where there is none.
    #[inline(always)]
    fn play(&mut self, discs: &Lanes) {
        let flips = lanes::flips(discs, &self.mover, &self.opponent);
        for lane in 0..WIDTH {
            let mover = self.mover[lane] ^ (flips[lane] | discs[lane]);
            self.mover[lane] = self.opponent[lane] ^ flips[lane];
            self.opponent[lane] = mover;
            self.black_moves[lane] = !self.black_moves[lane];
        }
    }
}

/// A random generator (the wyrand step); each game has its own stream.
#[derive(Clone, Copy)]
struct Random(u64);

impl Random {
    fn of_game(seed: u64, game: u64) -> Random {
        let mut mixed = Random(seed.wrapping_add(game.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        Random(mixed.next())
    }

    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number below `count` (at most 64); the bias is below 2^-26.
    #[inline(always)]
    fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count)) >> 32) as u32
    }
}

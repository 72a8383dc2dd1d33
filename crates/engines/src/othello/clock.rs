//! Divides the time of a game: the midgame moves share what the endgame proof does not need.
//!
//! How long a proof takes depends on the machine, so the division depends on the speed of this game's searches so
//! far. The constants were tuned by games on a clock of processor time (docs/lab/othello.md, Clock).

use std::time::Duration;

/// With at most this many empty squares, all remaining time is for the proof.
const PROOF_FROM: u32 = 27;
/// Nodes of midgame search in the time that proves almost every position with that many empty squares: 11 s on a core
/// that searches 4.3 million midgame nodes a second, and about 30 million in the endgame.
const PROOF_NODES: f64 = 45e6;
/// Where the machine cannot afford the proof, it gets at most this many shares of a full move.
const MOST_FOR_PROOF: f64 = 5.0;
/// Assumed midgame speed in nodes per second, before anything was searched.
const USUAL_SPEED: f64 = 4e6;
/// Shorter searches say little about speed.
const LEAST_TIME: Duration = Duration::from_millis(100);

/// The midgame speed of this machine, in nodes per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Speed(f64);

impl Default for Speed {
    fn default() -> Speed {
        Speed(USUAL_SPEED)
    }
}

impl Speed {
    /// Updates the speed after a search that did not reach the end of the game.
    pub fn note(&mut self, nodes: u64, time: Duration) {
        if time >= LEAST_TIME && nodes > 0 {
            self.0 = nodes as f64 / time.as_secs_f64();
        }
    }

    /// The part of the remaining time, 0 to 1, that a move may take.
    pub fn part(&self, left: Duration, empties: u32) -> f64 {
        // The proof's part of the remaining time.
        let proof = PROOF_NODES / (self.0 * left.as_secs_f64()).max(1.0);
        if empties > PROOF_FROM {
            let weights: f64 = (PROOF_FROM + 1..=empties).rev().step_by(2).map(weight).sum();
            let kept = proof.min(MOST_FOR_PROOF / (MOST_FOR_PROOF + weights));
            (1.0 - kept) * weight(empties) / weights
        } else if proof <= 1.5 {
            0.8
        } else {
            1.0 / 3.0
        }
    }
}

/// A move's share. Little is left over where a proof may succeed ahead of its time.
fn weight(empties: u32) -> f64 {
    match empties {
        33.. => 1.0,
        31.. => 0.5,
        29.. => 0.2,
        _ => 0.1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of the time left when the proof begins, if every search takes its full share.
    fn kept(total: Duration, speed: Speed, mut empties: u32) -> f64 {
        let mut left = total;
        while empties > PROOF_FROM {
            left = left.mul_f64(1.0 - speed.part(left, empties));
            empties -= 2;
        }
        left.as_secs_f64() / total.as_secs_f64()
    }

    #[test]
    fn a_fast_machine_uses_the_time_before_the_proof_and_a_slow_one_keeps_it() {
        let total = Duration::from_secs(300);
        for empties in [59, 60, 52, 51, 40] {
            let (fast, slow) = (kept(total, Speed(4.3e6), empties), kept(total, Speed(0.05e6), empties));
            assert!((0.03..0.05).contains(&fast), "{empties}: {fast}");
            assert!((0.2..0.6).contains(&slow), "{empties}: {slow}");
        }
    }

    #[test]
    fn every_part_lies_between_nothing_and_all() {
        for left in [Duration::ZERO, Duration::from_nanos(1), Duration::from_secs(7), Duration::MAX] {
            for speed in [1e-3, 1.0, 1e6, 1e12] {
                for empties in 0..=60 {
                    let part = Speed(speed).part(left, empties);
                    assert!(part > 0.0 && part <= 1.0, "{left:?} {speed} {empties}: {part}");
                }
            }
        }
    }

    #[test]
    fn the_speed_is_that_of_the_last_long_search() {
        let mut speed = Speed::default();
        speed.note(1_000_000, Duration::from_millis(1));
        assert_eq!(speed.0, USUAL_SPEED);
        speed.note(0, Duration::from_secs(1));
        assert_eq!(speed.0, USUAL_SPEED);
        speed.note(1_000_000, Duration::from_secs(1));
        assert_eq!(speed.0, 1e6);
    }
}

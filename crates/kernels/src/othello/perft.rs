//! Counting the leaves of the game tree on 8x8, many positions at a time.
//!
//! Every depth has a queue of moves to be played. A batch from one queue is played and its replies are generated in
//! vector lanes; the replies go to the next queue, and at depth 1 they are only counted. The deepest non-empty queue
//! is emptied first, so that no queue outgrows its fixed size.

use super::kernel::{Kernel, Task, run_at};
use super::lanes::{self, Lanes, WIDTH};
use crate::cpu::{self, Level};

/// Enough for a nearly full batch and the replies to one whole batch.
const ROOM: usize = WIDTH + WIDTH * 64;

/// The number of move sequences of `depth` plies; a game that ends earlier counts once where it ends. With
/// `free_passes` a pass is no ply.
pub fn perft(mover: u64, opponent: u64, depth: u32, free_passes: bool) -> u64 {
    perft_at(cpu::level(), mover, opponent, depth, free_passes)
}

/// Like [`perft`], at a given CPU level.
pub fn perft_at(level: Level, mover: u64, opponent: u64, depth: u32, free_passes: bool) -> u64 {
    let queues = (0..depth).map(|_| Queue::new()).collect();
    run_at(level, Perft { mover, opponent, depth, count: Count { queues, leaves: 0, free_passes } })
}

struct Perft {
    mover: u64,
    opponent: u64,
    depth: u32,
    count: Count,
}

/// Moves to be played, with their positions.
struct Queue {
    mover: Box<[u64; ROOM]>,
    opponent: Box<[u64; ROOM]>,
    disc: Box<[u64; ROOM]>,
    len: usize,
}

struct Count {
    /// `queues[d]` holds the moves after which `d` plies remain; the first queue stays empty.
    queues: Vec<Queue>,
    leaves: u64,
    free_passes: bool,
}

impl Queue {
    fn new() -> Queue {
        let room = || vec![0; ROOM].try_into().expect("made with this length");
        Queue { mover: room(), opponent: room(), disc: room(), len: 0 }
    }

    #[inline(always)]
    fn push_all(&mut self, mover: u64, opponent: u64, mut moves: u64) {
        let room = self.len..self.len + 64;
        let movers = &mut self.mover[room.clone()];
        let opponents = &mut self.opponent[room.clone()];
        let discs = &mut self.disc[room];
        let mut at = 0;
        while moves != 0 {
            // A set has at most 64 squares: the mask changes nothing and removes three bounds checks.
            movers[at & 63] = mover;
            opponents[at & 63] = opponent;
            discs[at & 63] = moves & moves.wrapping_neg();
            moves &= moves - 1;
            at += 1;
        }
        self.len += at;
    }

    /// Pops the last batch of moves off the queue: discs, movers, opponents, and how many there are. A short batch is
    /// filled up with garbage.
    #[inline(always)]
    fn pop(&mut self) -> (&Lanes, &Lanes, &Lanes, usize) {
        let count = self.len.min(WIDTH);
        self.len -= count;
        let at = self.len;
        (lanes_at(&self.disc, at), lanes_at(&self.mover, at), lanes_at(&self.opponent, at), count)
    }
}

#[inline(always)]
fn lanes_at(moves: &[u64; ROOM], at: usize) -> &Lanes {
    moves[at..at + WIDTH].try_into().expect("as long as it was cut")
}

impl Task for Perft {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let Perft { mover, opponent, depth, mut count } = self;
        count.expand(kernel, mover, opponent, kernel.mobility(mover, opponent), depth);
        while let Some(left) = count.next() {
            if left == 1 {
                count.count_last(kernel);
            } else {
                count.play(kernel, left);
            }
        }
        count.leaves
    }
}

impl Count {
    /// The queue to work on: the one with the fewest plies left that fills a batch; otherwise the one with the most,
    /// because its replies may fill the others.
    #[inline(always)]
    fn next(&self) -> Option<usize> {
        let full = (1..self.queues.len()).find(|&left| self.queues[left].len >= WIDTH);
        full.or_else(|| (1..self.queues.len()).rev().find(|&left| self.queues[left].len > 0))
    }

    /// Adds a position with `left` plies to go and its legal `moves`.
    #[inline(always)]
    fn expand<K: Kernel>(&mut self, kernel: K, mover: u64, opponent: u64, moves: u64, left: u32) {
        if moves != 0 || left == 0 {
            return self.take(mover, opponent, moves, left);
        }
        let replies = kernel.mobility(opponent, mover);
        let after = if self.free_passes { left } else { left - 1 };
        self.take(opponent, mover, replies, if replies == 0 { 0 } else { after });
    }

    /// Like `expand`, where no pass is needed; a finished game has no plies left.
    #[inline(always)]
    fn take(&mut self, mover: u64, opponent: u64, moves: u64, left: u32) {
        match left {
            0 => self.leaves += 1,
            1 => self.leaves += u64::from(moves.count_ones()),
            _ => self.queues[left as usize - 1].push_all(mover, opponent, moves),
        }
    }

    /// Plays a batch of moves after which `left` plies remain.
    #[inline(always)]
    fn play<K: Kernel>(&mut self, kernel: K, left: usize) {
        let (disc, mover, opponent, count) = self.queues[left].pop();
        let after = lanes::play(disc, mover, opponent);
        for i in 0..count {
            self.expand(kernel, after.mover[i], after.opponent[i], after.moves[i], left as u32);
        }
    }

    /// Plays a batch of moves after which one ply remains, and counts the replies. A position without one is a leaf
    /// itself: the game is over, or the pass is the last ply. Free passes and the last, short batch take the general
    /// path.
    #[inline(always)]
    fn count_last<K: Kernel>(&mut self, kernel: K) {
        if self.queues[1].len < WIDTH || self.free_passes {
            return self.play(kernel, 1);
        }
        let (disc, mover, opponent, _) = self.queues[1].pop();
        self.leaves += lanes::count_replies(disc, mover, opponent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: (u64, u64) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);

    #[test]
    fn every_level_counts_what_is_published() {
        let published = [1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
        for level in cpu::available() {
            for (depth, leaves) in (0..).zip(published) {
                assert_eq!(perft_at(level, START.0, START.1, depth, false), leaves, "{level:?} {depth}");
            }
        }
    }
}

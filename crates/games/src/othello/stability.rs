//! Stable discs: those that no continuation of the game can flip.
//!
//! [`Othello::stable`] proves stability without search and never errs on the side of calling a disc stable.
//! On the border it is exact if every empty border square may yet be taken by either side: a table holds,
//! for every filling of an edge, the discs that no order of play along it can flip. In the interior a disc
//! is proved stable if it is safe on each of its four lines, that is, if
//! - a neighbour on the line is a stable disc of the same colour (whatever flips the disc would flip the
//!   neighbour too), or
//! - there is no empty square on the line between the nearest stable discs on either side, or the border
//!   (a disc is flipped only by one placed on its line, with nothing stable in between).
//!
//! This is repeated until nothing is added. What it cannot see is a disc that is safe only because some
//! square stays unplayable, or only through two lines together. [`Othello::stable_by_search`] looks at every
//! continuation instead and is exact, where there are few enough of them.

use super::board::Othello;
use crate::board::Color;
use heibai_kernels::othello::Bits;
use std::collections::HashSet;
use std::sync::OnceLock;

impl<B: Bits, const N: usize> Othello<B, N> {
    /// The discs of both colours that are proved never to be flipped again.
    ///
    /// ```
    /// use heibai_games::Color;
    /// use heibai_games::othello::Othello8;
    /// assert_eq!(Othello8::new().stable(), 0);
    /// // A disc in a corner can never be flipped.
    /// let corner = Othello8::from_bits(1, 1 << 1, Color::White).unwrap();
    /// assert_eq!(corner.stable() & 1, 1);
    /// ```
    pub fn stable(&self) -> B {
        let border = self.border_stable();
        let inner = (self.mover() | self.opponent()) & !Self::border();
        let mut stable = border;
        loop {
            let safe = (inner & !stable).squares().filter(|&square| self.is_safe(square, stable));
            let grown = safe.fold(stable, |set, square| set | B::square(square));
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }

    /// The discs of both colours that no continuation flips, by looking at all of them; `None` if there are
    /// more than `most` positions to look at.
    pub fn stable_by_search(&self, most: usize) -> Option<B> {
        let mut seen = HashSet::new();
        let mut open = vec![*self];
        let start = [self.discs(Color::Black), self.discs(Color::White)];
        let proved = self.stable();
        let mut stable = start[0] | start[1];
        while let Some(board) = open.pop() {
            for color in Color::BOTH {
                stable &= !(start[color.index()] & board.discs(!color));
            }
            if stable == proved {
                break;
            }
            let mut moves = board.placements(board.side());
            if moves.is_empty() {
                let mut passed = board;
                passed.pass();
                moves = passed.placements(passed.side());
                if !moves.is_empty() {
                    open.push(passed);
                }
                continue;
            }
            if !seen.insert(board) {
                continue;
            }
            if seen.len() > most {
                return None;
            }
            for square in moves.squares() {
                let mut next = board;
                next.place(square, board.flips(square));
                open.push(next);
            }
        }
        Some(stable)
    }

    /// The stable discs, and whether these are all: what [`Othello::stable_by_search`] finds within `most` positions, else
    /// what is proved without a search.
    pub fn stable_within(&self, most: usize) -> (B, bool) {
        let all = self.stable_by_search(most);
        (all.unwrap_or_else(|| self.stable()), all.is_some())
    }

    /// The squares of the border, corners included.
    fn border() -> B {
        let on_border = |i: &usize| [0, N - 1].contains(&(i % N)) || [0, N - 1].contains(&(i / N));
        (0..N * N).filter(on_border).fold(B::EMPTY, |set, i| set | B::square(i as u32))
    }

    /// The discs of the border that play along their edge cannot flip: no other line can.
    fn border_stable(&self) -> B {
        let last = N as u32 - 1;
        let size = N as u32;
        // Each edge as its first square and the step to the next one.
        let edges = [(0, 1), (last * size, 1), (0, size), (last, size)];
        let (mut stable, mut unstable) = (B::EMPTY, B::EMPTY);
        for (first, step) in edges {
            let mut filling = 0;
            for i in (0..size).rev() {
                let square = first + i * step;
                let digit = Color::BOTH.iter().position(|&c| self.discs(c).has(square)).map_or(0, |c| c + 1);
                filling = filling * 3 + digit;
            }
            let safe = edge_table(N)[filling];
            for i in 0..size {
                let square = B::square(first + i * step);
                if safe >> i & 1 == 1 {
                    stable |= square;
                } else {
                    unstable |= square;
                }
            }
        }
        stable & !unstable
    }

    /// Whether the disc on an inner `square` is safe on all four lines, given discs known to be stable.
    fn is_safe(&self, square: u32, stable: B) -> bool {
        let size = N as i32;
        let own = if self.mover().has(square) { self.mover() } else { self.opponent() } & stable;
        let empties = self.empties();
        let safe_on = |(dx, dy): (i32, i32)| {
            let mut full = true;
            for (dx, dy) in [(dx, dy), (-dx, -dy)] {
                let (mut x, mut y) = (square as i32 % size + dx, square as i32 / size + dy);
                if own.has((y * size + x) as u32) {
                    return true;
                }
                while (0..size).contains(&x) && (0..size).contains(&y) {
                    let at = (y * size + x) as u32;
                    if stable.has(at) {
                        break;
                    }
                    full &= !empties.has(at);
                    (x, y) = (x + dx, y + dy);
                }
            }
            full
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().all(safe_on)
    }
}

/// For every filling of an edge (a number in base three, the first square lowest, 1 black, 2 white) the
/// set of its stable discs. Made at the first question.
fn edge_table(size: usize) -> &'static [u16] {
    static TABLES: [OnceLock<Vec<u16>>; 4] = [const { OnceLock::new() }; 4];
    TABLES[size / 2 - 2].get_or_init(|| {
        let mut known = vec![None; 3_usize.pow(size as u32)];
        for filling in 0..known.len() {
            edge_stable(&cells(filling, size), &mut known);
        }
        known.into_iter().map(|set| set.unwrap_or(0)).collect()
    })
}

fn cells(mut filling: usize, size: usize) -> Vec<u8> {
    let digit = |_| {
        let digit = (filling % 3) as u8;
        filling /= 3;
        digit
    };
    (0..size).map(digit).collect()
}

/// The discs of an edge that keep their colour whatever is placed on its empty squares, in any order and by
/// either side.
fn edge_stable(edge: &[u8], known: &mut [Option<u16>]) -> u16 {
    let filling = edge.iter().rev().fold(0, |number, &digit| number * 3 + usize::from(digit));
    if let Some(stable) = known[filling] {
        return stable;
    }
    let discs = (0..edge.len()).filter(|&i| edge[i] != 0);
    let mut stable = discs.fold(0, |set, i| set | 1 << i);
    for at in (0..edge.len()).filter(|&i| edge[i] == 0) {
        for color in [1, 2] {
            let mut next = edge.to_vec();
            next[at] = color;
            let flipped = edge_flips(edge, at, color);
            flipped.iter().for_each(|&i| next[i] = color);
            stable &= edge_stable(&next, known);
            stable &= !flipped.iter().fold(0, |set, &i| set | 1 << i);
        }
    }
    known[filling] = Some(stable);
    stable
}

/// What a disc on `at` flips along the edge.
fn edge_flips(edge: &[u8], at: usize, color: u8) -> Vec<usize> {
    let up: Vec<usize> = (at + 1..edge.len()).collect();
    let down: Vec<usize> = (0..at).rev().collect();
    let bracketed = |way: &[usize]| {
        let run = way.iter().take_while(|&&i| edge[i] == 3 - color).count();
        let closed = way.get(run).is_some_and(|&i| edge[i] == color);
        way[..if closed { run } else { 0 }].to_vec()
    };
    [bracketed(&up), bracketed(&down)].concat()
}

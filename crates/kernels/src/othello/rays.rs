//! The rays of each square and how many discs a last move flips along a line: tables made while compiling.

/// For each square the squares on its eight rays: four towards higher squares (right, down, down-left,
/// down-right), then their opposites. The order of the axes is that of [`STEPS`].
pub(super) static RAYS: [[u64; 8]; 64] = rays();

/// How far neighbours lie apart on each axis.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

const fn rays() -> [[u64; 8]; 64] {
    let towards = [(1, 0), (0, 1), (-1, 1), (1, 1), (-1, 0), (0, -1), (1, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut ray = 0;
        while ray < 8 {
            let (dx, dy) = towards[ray];
            let (mut x, mut y) = (square as i32 % 8 + dx, square as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[square][ray] |= 1 << (y * 8 + x);
                x += dx;
                y += dy;
            }
            ray += 1;
        }
        square += 1;
    }
    rays
}

/// The lines through each square, itself included, and its place on each: column, rising and falling
/// diagonal; the row is plain arithmetic.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) squares: [u64; 3],
    pub(super) place: [u8; 3],
}

pub(super) static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let rays = rays();
    let mut lines = [Lines { squares: [0; 3], place: [0; 3] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 3 {
            let below = rays[square][axis + 5];
            lines[square].squares[axis] = below | rays[square][axis + 1] | 1 << square;
            lines[square].place[axis] = below.count_ones() as u8;
            axis += 1;
        }
        square += 1;
    }
    lines
}

/// `LAST[place][discs]`: how many discs a move to `place` flips on a line that is full but for it, where the
/// mover has `discs`. A line shorter than eight has no discs beyond its end, so nothing is bracketed there.
pub(super) static LAST: [[u8; 256]; 8] = last();

const fn last() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut discs = 0;
        while discs < 256 {
            let mut step = -1;
            while step <= 1 {
                let mut at = place as i32 + step;
                let mut run = 0;
                while at >= 0 && at < 8 && discs >> at & 1 == 0 {
                    run += 1;
                    at += step;
                }
                if at >= 0 && at < 8 {
                    table[place][discs] += run;
                }
                step += 2;
            }
            discs += 1;
        }
        place += 1;
    }
    table
}

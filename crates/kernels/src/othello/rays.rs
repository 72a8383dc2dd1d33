//! The rays of each square, and the number of discs that a last move flips along a line: tables computed at compile
//! time.

/// For each square the squares on its eight rays: four towards higher squares (right, down, down-left,
/// down-right), then their opposites. The order of the axes is that of [`STEPS`].
pub(super) static RAYS: [[u64; 8]; 64] = rays();

/// The distance between neighbours on each axis.
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

/// The lines through each square (column, rising and falling diagonal), including the square itself, and its index on
/// each; the row is plain arithmetic.
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

/// `LAST[place][discs]`: how many discs a move to `place` flips on a line that is otherwise full, where the mover has
/// `discs`. A line shorter than eight has no discs beyond its end, so nothing is bracketed there.
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

/// The four lines through a square (row, column, diagonals), each gathered into one number.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Cross {
    pub(super) squares: [u64; 4],
    /// Where the line's entries begin in [`LAST_OF_BOTH`].
    pub(super) start: [u16; 4],
}

/// For the last empty square.
pub(super) static CROSSES: [Cross; 64] = crosses();

const fn crosses() -> [Cross; 64] {
    let rays = rays();
    let mut crosses = [Cross { squares: [0; 4], start: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (below, above) = (rays[square][axis + 4], rays[square][axis]);
            let (place, length) = (below.count_ones(), (below | above).count_ones() + 1);
            crosses[square].squares[axis] = below | above | 1 << square;
            crosses[square].start[axis] = start(length, place);
            axis += 1;
        }
        square += 1;
    }
    crosses
}

/// The first entry of the lines of this length whose empty square is at `place`.
const fn start(length: u32, place: u32) -> u16 {
    let mut start = 0;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    (start + (place << length)) as u16
}

/// How many discs a move to the only empty square of a line flips. Low byte: if made by the side that has the discs
/// of the index; high byte: by the other side. Entries are grouped by length and place, see [`start`].
pub(super) static LAST_OF_BOTH: [u16; 4096] = last_of_both();

const fn last_of_both() -> [u16; 4096] {
    let (mut table, last) = ([0; 4096], last());
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut discs = 0;
            while discs < 1 << length {
                let at = start(length, place) as usize + discs;
                let others = ((1 << length) - 1) & !discs & !(1 << place);
                table[at] = last[place as usize][discs] as u16 + ((last[place as usize][others] as u16) << 8);
                discs += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

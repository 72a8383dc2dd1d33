//! The star points of each game's boards, by column and row.

/// The points that mark the central sixteen squares; small boards have none.
pub fn othello(size: usize) -> Vec<(usize, usize)> {
    match size {
        8 | 10 => crossings(&[1, size - 3]),
        _ => Vec::new(),
    }
}

pub fn go(size: usize) -> Vec<(usize, usize)> {
    match size {
        0..=6 => Vec::new(),
        7..=12 if size % 2 == 1 => crossings(&[2, size / 2, size - 3]),
        7..=12 => crossings(&[2, size - 3]),
        _ if size % 2 == 1 => crossings(&[3, size / 2, size - 4]),
        _ => crossings(&[3, size - 4]),
    }
}

/// A Renju board has no star points in the middle of its sides.
pub fn gomoku(size: usize) -> Vec<(usize, usize)> {
    let mut stars = go(size);
    stars.retain(|&(x, y)| (x == size / 2) == (y == size / 2));
    stars
}

fn crossings(lines: &[usize]) -> Vec<(usize, usize)> {
    lines.iter().flat_map(|&x| lines.iter().map(move |&y| (x, y))).collect()
}

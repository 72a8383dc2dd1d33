//! What the pattern evaluations of 6x6 and 10x10 share: the places of their patterns, and the sets in their files.

/// Every place of every pattern on the board, in order: its squares, and the table entry of the empty pattern; and the
/// number of all entries. A pattern is given in one of its places; `turned` is a square under one of the eight symmetries.
pub(super) fn places(
    patterns: &[&[u32]],
    turned: impl Fn(u32, usize) -> u32,
) -> (Vec<(Vec<u32>, usize)>, usize) {
    let (mut places, mut begin) = (Vec::new(), 0);
    for pattern in patterns {
        let size = 3usize.pow(pattern.len() as u32);
        let mut seen = Vec::new();
        for symmetry in 0..8 {
            let squares: Vec<u32> = pattern.iter().map(|&square| turned(square, symmetry)).collect();
            let set = squares.iter().fold(0u128, |set, square| set | 1 << square);
            if !seen.contains(&set) {
                seen.push(set);
                places.push((squares, begin + size / 2));
            }
        }
        begin += size;
    }
    (places, begin)
}

/// Takes a set off the front of a file: little-endian numbers, then one byte for each entry of the table.
pub(super) fn read_set<const NUMBERS: usize>(rest: &mut &[u8], table: &mut [i8]) -> Option<[i16; NUMBERS]> {
    let (numbers, after) = rest.split_at_checked(2 * NUMBERS)?;
    let (entries, after) = after.split_at_checked(table.len())?;
    table.iter_mut().zip(entries).for_each(|(to, from)| *to = *from as i8);
    *rest = after;
    Some(std::array::from_fn(|n| i16::from_le_bytes([numbers[2 * n], numbers[2 * n + 1]])))
}

/// Appends a set to a file.
pub(super) fn write_set<const NUMBERS: usize>(out: &mut Vec<u8>, numbers: [i16; NUMBERS], table: &[i8]) {
    out.extend(numbers.map(i16::to_le_bytes).as_flattened());
    out.extend(table.iter().map(|&weight| weight as u8));
}

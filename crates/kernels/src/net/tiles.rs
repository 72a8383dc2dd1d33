//! Byte convolutions with matrix tiles (AMX): sixteen points by sixteen output channels and up to 64 products
//! deep in one instruction. The sums are those of `conv8`.
//!
//! Sixteen consecutive points are the rows of a tile. A tile that starts in one line of a board therefore runs over
//! the border into the next; the sums of border points are not used.

use super::PANEL;

/// Rows of a tile.
pub(super) const ROWS: usize = 16;
/// Points whose sums are computed together: two tiles.
pub(super) const POINTS: usize = 2 * ROWS;
/// Tiles with less depth than this are slower than vectors.
const LEAST_DEPTH: usize = 32;

/// Whether this processor has tiles for bytes and the system allows this process to use them.
pub(super) fn are_available() -> bool {
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
        *FOUND.get_or_init(x86::ask)
    }
    #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
    false
}

/// One tile of points: where its first row reads, and which of its rows are points; the first of them is number
/// `first`.
pub(super) struct Tile {
    base: usize,
    pub(super) first: usize,
    pub(super) rows: Vec<u8>,
}

/// How the reads of a convolution map to tiles.
pub(super) struct Layout {
    /// The bytes between two points, and so between two rows of a tile.
    step: usize,
    /// The bytes of a row: the products of one instruction.
    depth: usize,
    /// From a row's point to its bytes, for each instruction in the order of the weights.
    reads: Vec<isize>,
    pub(super) tiles: Vec<Tile>,
}

impl Layout {
    /// `None` if the points are not laid out as tiles need them: the caller then uses vectors. Every read of the
    /// layout is inside an input of `length` bytes.
    pub(super) fn new(length: usize, points: &[u32], offsets: &[i32], inputs: usize) -> Option<Layout> {
        let (depth, reads) = reads(offsets, inputs)?;
        let (before, after) = (*offsets.iter().min()?, *offsets.iter().max()?);
        // The places where a row may begin.
        let lowest = usize::try_from(-before.min(0)).ok()?;
        let highest = length.checked_sub(usize::try_from(after.max(0)).ok()? + inputs)?;
        let mut tiles = Vec::with_capacity(points.len() / (ROWS / 2) + 1);
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            // The last tile begins before the first remaining point, so that it ends inside the input.
            let end = point as usize + (ROWS - 1) * inputs;
            let back = end.saturating_sub(highest).div_ceil(inputs) * inputs;
            let base = (point as usize).checked_sub(back).filter(|&base| base >= lowest)?;
            let (first, mut rows) = (next, Vec::with_capacity(ROWS));
            while let Some(from_base) = points.get(next).and_then(|&p| (p as usize).checked_sub(base)) {
                if from_base / inputs >= ROWS {
                    break;
                }
                if from_base % inputs != 0 {
                    return None;
                }
                rows.push((from_base / inputs) as u8);
                next += 1;
            }
            if next == first {
                return None;
            }
            tiles.push(Tile { base, first, rows });
        }
        Some(Layout { step: inputs, depth, reads, tiles })
    }
}

/// Reads adjacent taps as one run of bytes. Returns the depth of the tiles and where each instruction reads.
fn reads(offsets: &[i32], inputs: usize) -> Option<(usize, Vec<isize>)> {
    let runs = offsets.chunk_by(|a, b| b - a == inputs as i32);
    let depth = (LEAST_DEPTH..=64)
        .rev()
        .step_by(4)
        .find(|depth| runs.clone().all(|run| (run.len() * inputs).is_multiple_of(*depth)))?;
    let each = runs.flat_map(|run| {
        let parts = run.len() * inputs / depth;
        (0..parts).map(|part| run[0] as isize + (part * depth) as isize)
    });
    Some((depth, each.collect()))
}

/// The configured tiles of one convolution; released on drop.
pub(super) struct Tiles<'a> {
    layout: &'a Layout,
    input: &'a [u8],
}

impl<'a> Tiles<'a> {
    /// `layout` was made for an input of this length, on a processor with tiles.
    pub(super) fn new(layout: &'a Layout, input: &'a [u8]) -> Tiles<'a> {
        assert!(are_available());
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        x86::configure(layout.depth);
        Tiles { layout, input }
    }

    /// The sums of one or two tiles and 32 output channels.
    pub(super) fn sums(&self, tiles: &[Tile], panel: &[i8], sums: &mut [i32; POINTS * PANEL]) {
        let Layout { step, depth, reads, .. } = self.layout;
        assert_eq!(panel.len(), reads.len() * depth * PANEL);
        let [a, b] = [tiles[0].base, tiles[tiles.len() - 1].base];
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        // SAFETY: `new` configured the tiles for this depth, and `Layout::new` bounded every read of the input; the
        // panel's length was asserted.
        unsafe {
            x86::multiply([&self.input[a], &self.input[b]], *step, *depth, reads, panel, sums);
        }
        #[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
        let _ = (a, b, step, panel, sums, self.input);
    }
}

impl Drop for Tiles<'_> {
    fn drop(&mut self) {
        #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
        x86::release();
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod x86 {
    use super::{PANEL, POINTS, ROWS};
    use std::arch::asm;
    use std::arch::x86_64::__cpuid_count;

    /// Asks the processor for its tiles, and Linux for the permission to use them.
    pub(super) fn ask() -> bool {
        const TILE_AND_INT8: u32 = 1 << 24 | 1 << 25;
        const REQUEST_PERMISSION: libc::c_long = 0x1023;
        const TILE_DATA: libc::c_long = 18;
        if __cpuid_count(0, 0).eax < 7 || __cpuid_count(7, 0).edx & TILE_AND_INT8 != TILE_AND_INT8 {
            return false;
        }
        // SAFETY: this call takes two numbers and no memory; where it is unknown it fails.
        unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0 }
    }

    /// The shapes of the eight tile registers, as the instruction reads them.
    #[repr(C, align(64))]
    struct Shapes {
        palette: u8,
        start_row: u8,
        reserved: [u8; 14],
        row_bytes: [u16; 16],
        rows: [u8; 16],
    }

    /// Registers 0 to 3 hold sums, 4 and 5 activations, 6 and 7 weights.
    pub(super) fn configure(depth: usize) {
        let (mut row_bytes, mut rows) = ([0; 16], [0; 16]);
        row_bytes[..8].copy_from_slice(&[64, 64, 64, 64, depth as u16, depth as u16, 64, 64]);
        let weights = (depth / 4) as u8;
        let full = ROWS as u8;
        rows[..8].copy_from_slice(&[full, full, full, full, full, full, weights, weights]);
        let shapes = Shapes { palette: 1, start_row: 0, reserved: [0; 14], row_bytes, rows };
        // SAFETY: the processor has tiles (the caller asserts it) and the shapes are within their limits.
        unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const shapes, options(nostack, readonly)) }
    }

    pub(super) fn release() {
        // SAFETY: only reached after `configure`.
        unsafe { asm!("tilerelease", options(nostack, nomem)) }
    }

    /// # Safety
    /// The tiles are configured for `depth`. From both points of `from`, sixteen rows of `depth` bytes every
    /// `step` bytes can be read at each of `reads`; the panel has `depth` x 32 weights for each of them.
    pub(super) unsafe fn multiply(
        from: [*const u8; 2],
        step: usize,
        depth: usize,
        reads: &[isize],
        panel: &[i8],
        sums: &mut [i32; POINTS * PANEL],
    ) {
        let line = PANEL * 4;
        // SAFETY: the caller's promise; the stores fill `sums`, two tiles of 16 rows of 32 numbers.
        unsafe {
            asm!(
                "tilezero tmm0",
                "tilezero tmm1",
                "tilezero tmm2",
                "tilezero tmm3",
                "2:",
                "mov {at}, [{reads}]",
                "tileloadd tmm6, [{weights} + {line}]",
                "lea {row}, [{a} + {at}]",
                "tileloadd tmm4, [{row} + {step}]",
                "tdpbusd tmm0, tmm4, tmm6",
                "tileloadd tmm7, [{weights} + {line} + 64]",
                "tdpbusd tmm1, tmm4, tmm7",
                "lea {row}, [{b} + {at}]",
                "tileloadd tmm5, [{row} + {step}]",
                "tdpbusd tmm2, tmm5, tmm6",
                "tdpbusd tmm3, tmm5, tmm7",
                "add {weights}, {forward}",
                "add {reads}, 8",
                "cmp {reads}, {end}",
                "jne 2b",
                "tilestored [{sums} + {line}], tmm0",
                "tilestored [{sums} + {line} + 64], tmm1",
                "tilestored [{sums} + {line} + 2048], tmm2",
                "tilestored [{sums} + {line} + 2112], tmm3",
                at = out(reg) _,
                row = out(reg) _,
                reads = inout(reg) reads.as_ptr() => _,
                end = in(reg) reads.as_ptr_range().end,
                weights = inout(reg) panel.as_ptr() => _,
                forward = in(reg) depth * PANEL,
                a = in(reg) from[0],
                b = in(reg) from[1],
                step = in(reg) step,
                line = in(reg) line,
                sums = in(reg) sums.as_mut_ptr(),
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack),
            );
        }
    }
}

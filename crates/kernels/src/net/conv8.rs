//! Convolutions of unsigned 8-bit activations with signed 8-bit weights, summed in 32 bits.

use super::tiles::{self, Layout, Tiles};
use super::{Aligned, Lane, PANEL, for_lanes};

/// Points computed together: with two vectors per point they fill the registers of AVX-512.
const POINTS: usize = 13;

/// Where a convolution reads: the offset of each output point's centre in the padded activations, and of each tap
/// relative to the centre.
#[derive(Clone, Copy)]
pub struct Taps<'a> {
    pub points: &'a [u32],
    pub offsets: &'a [i32],
}

/// Where the sums go; `scale` and `bias` hold a number for each output channel.
pub enum Sink<'a> {
    /// `out[point][channel] = sum * scale + bias`, rows of [`Conv8::stride`].
    Float(&'a mut [f32]),
    /// `out[point][channel] += sum * scale + bias`.
    Add(&'a mut [f32]),
    /// The nearest of 0 to 255 to `sum * scale + bias`, at `places[point] + channel`.
    Bytes { out: &'a mut [u8], places: &'a [u32] },
    /// The byte of mish of `sum * scale + bias`, as [`super::quantise_mish`] makes it; `inverse` has a number for each
    /// channel of a row.
    Mish { out: &'a mut [u8], places: &'a [u32], inverse: &'a [f32] },
}

/// Packed weights of one convolution.
#[derive(Clone)]
pub struct Conv8 {
    taps: usize,
    inputs: usize,
    outputs: usize,
    packed: Aligned<i8, 64>,
    scale: Vec<f32>,
    bias: Vec<f32>,
}

impl Conv8 {
    /// From `weights[tap][input][output]`; `inputs` must be a multiple of four.
    pub fn new(taps: usize, inputs: usize, outputs: usize, weights: &[i8]) -> Conv8 {
        assert!(inputs.is_multiple_of(4) && weights.len() == taps * inputs * outputs);
        let mut packed = Aligned::new(0, outputs.div_ceil(PANEL) * taps * inputs * PANEL);
        for (index, &weight) in weights.iter().enumerate() {
            let (output, row) = (index % outputs, index / outputs);
            let group = output / PANEL * taps * inputs / 4 + row / 4;
            packed[(group * PANEL + output % PANEL) * 4 + row % 4] = weight;
        }
        let stride = outputs.next_multiple_of(PANEL);
        Conv8 { taps, inputs, outputs, packed, scale: vec![0.0; stride], bias: vec![0.0; stride] }
    }

    /// Sets the scale and bias of each output channel.
    pub fn finish(mut self, scale: &[f32], bias: &[f32]) -> Conv8 {
        self.scale[..self.outputs].copy_from_slice(scale);
        self.bias[..self.outputs].copy_from_slice(bias);
        self
    }

    /// The length of a row of results.
    pub fn stride(&self) -> usize {
        self.scale.len()
    }

    /// Runs over all points. Every read must lie inside `input`; this is checked.
    pub fn run(&self, lane: Lane, input: &[u8], taps: Taps<'_>, sink: &mut Sink<'_>) {
        assert_eq!(taps.offsets.len(), self.taps);
        self.check(input.len(), taps);
        if lane == Lane::Amx
            && let Some(layout) = Layout::new(input.len(), taps.points, taps.offsets, self.inputs)
        {
            return self.run_tiles(input, &layout, sink);
        }
        let rows: [u8; POINTS] = std::array::from_fn(|row| row as u8);
        let mut sums = [0i32; POINTS * PANEL];
        for (index, panel) in self.panels() {
            for (block, points) in taps.points.chunks(POINTS).enumerate() {
                tile(lane, input, points, taps.offsets, self.inputs, panel, &mut sums);
                self.finish_panel(lane, index, &sums, &rows[..points.len()], block * POINTS, sink);
            }
        }
    }

    fn run_tiles(&self, input: &[u8], layout: &Layout, sink: &mut Sink<'_>) {
        let tiles = Tiles::new(layout, input);
        let mut sums = [0i32; tiles::POINTS * PANEL];
        for (index, panel) in self.panels() {
            for pair in layout.tiles.chunks(2) {
                tiles.sums(pair, panel, &mut sums);
                for (tile, sums) in pair.iter().zip(sums.chunks_exact(tiles::ROWS * PANEL)) {
                    self.finish_panel(Lane::Amx, index, sums, &tile.rows, tile.first, sink);
                }
            }
        }
    }

    /// The weights of each 32 output channels.
    fn panels(&self) -> impl Iterator<Item = (usize, &[i8])> {
        self.packed.chunks_exact(self.taps * self.inputs * PANEL).enumerate()
    }

    fn finish_panel(
        &self,
        lane: Lane,
        index: usize,
        sums: &[i32],
        rows: &[u8],
        first: usize,
        sink: &mut Sink<'_>,
    ) {
        let (scale, bias) = (&self.scale[index * PANEL..], &self.bias[index * PANEL..]);
        finish(lane, sums, rows, first, index, self.stride(), scale, bias, sink);
    }

    fn check(&self, length: usize, taps: Taps<'_>) {
        let lowest = taps.points.iter().min().copied().unwrap_or(0);
        let highest = taps.points.iter().max().copied().unwrap_or(0);
        let before = taps.offsets.iter().min().copied().unwrap_or(0);
        let after = taps.offsets.iter().max().copied().unwrap_or(0);
        assert!(i64::from(lowest) + i64::from(before) >= 0);
        assert!(i64::from(highest) + i64::from(after) + self.inputs as i64 <= length as i64);
    }
}

for_lanes! {
    /// Turns one block of sums into results: those in `rows`, for the points from `first` on.
    fn finish(
        sums: &[i32],
        rows: &[u8],
        first: usize,
        panel: usize,
        stride: usize,
        scale: &[f32],
        bias: &[f32],
        sink: &mut Sink<'_>,
    ) {
        let (scale, bias) = (&scale[..PANEL], &bias[..PANEL]);
        for (i, &row) in rows.iter().enumerate() {
            let sums = &sums[usize::from(row) * PANEL..][..PANEL];
            let row = (first + i) * stride + panel * PANEL;
            match sink {
                Sink::Float(out) => {
                    let out = &mut out[row..][..PANEL];
                    for c in 0..PANEL {
                        out[c] = sums[c] as f32 * scale[c] + bias[c];
                    }
                }
                Sink::Add(out) => {
                    let out = &mut out[row..][..PANEL];
                    for c in 0..PANEL {
                        out[c] += sums[c] as f32 * scale[c] + bias[c];
                    }
                }
                Sink::Bytes { out, places } => {
                    let out = &mut out[places[first + i] as usize + panel * PANEL..][..PANEL];
                    for c in 0..PANEL {
                        out[c] = super::planes::nearest_byte(sums[c] as f32 * scale[c] + bias[c]);
                    }
                }
                Sink::Mish { out, places, inverse } => {
                    let out = &mut out[places[first + i] as usize + panel * PANEL..][..PANEL];
                    let inverse = &inverse[panel * PANEL..][..PANEL];
                    for c in 0..PANEL {
                        out[c] = super::mish::mish_byte(sums[c] as f32 * scale[c] + bias[c], inverse[c]);
                    }
                }
            }
        }
    }
}

/// The sums of up to 13 points and 32 output channels. `Conv8::check` has checked the reads.
#[inline]
fn tile(
    lane: Lane,
    input: &[u8],
    points: &[u32],
    offsets: &[i32],
    inputs: usize,
    panel: &[i8],
    sums: &mut [i32; POINTS * PANEL],
) {
    debug_assert!(points.len() <= POINTS && panel.len() == offsets.len() * inputs * PANEL);
    match lane {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the lane says that the processor has the instructions; `check` bounded every read.
        Lane::Vnni | Lane::Amx => unsafe {
            x86::dispatch_vnni(input, points, offsets, inputs / 4, panel, sums)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Lane::Avx2 => unsafe { x86::dispatch_avx2(input, points, offsets, inputs / 4, panel, sums) },
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        Lane::Simd128 => wasm::tile(input, points, offsets, inputs, panel, sums),
        _ => scalar(input, points, offsets, inputs, panel, sums),
    }
}

fn scalar(
    input: &[u8],
    points: &[u32],
    offsets: &[i32],
    inputs: usize,
    panel: &[i8],
    sums: &mut [i32; POINTS * PANEL],
) {
    for (&point, sums) in points.iter().zip(sums.chunks_exact_mut(PANEL)) {
        sums.fill(0);
        for (&offset, weights) in offsets.iter().zip(panel.chunks_exact(inputs * PANEL)) {
            let activations = &input[(point as i32 + offset) as usize..][..inputs];
            for (x, w) in activations.chunks_exact(4).zip(weights.chunks_exact(4 * PANEL)) {
                for (sum, w) in sums.iter_mut().zip(w.chunks_exact(4)) {
                    *sum += (0..4).map(|i| i32::from(x[i]) * i32::from(w[i])).sum::<i32>();
                }
            }
        }
    }
}

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod wasm {
    use super::{PANEL, POINTS};
    use std::arch::wasm32::*;

    /// Points whose sums are kept in registers, four channels each.
    const BLOCK: usize = 4;

    /// The twin of `scalar`. Products are summed in pairs of 16-bit numbers, which cannot overflow in 32 bits.
    pub(super) fn tile(
        input: &[u8],
        points: &[u32],
        offsets: &[i32],
        inputs: usize,
        panel: &[i8],
        sums: &mut [i32; POINTS * PANEL],
    ) {
        let groups = inputs / 4;
        let mut wide: Vec<[v128; BLOCK]> = vec![[i16x8_splat(0); BLOCK]; offsets.len() * groups];
        for (block, points) in points.chunks(BLOCK).enumerate() {
            // Four activations twice over, as 16-bit numbers: the factor of every channel in the block.
            for (r, &point) in points.iter().enumerate() {
                for (wide, &offset) in wide.chunks_exact_mut(groups).zip(offsets) {
                    let row = &input[(point as i32 + offset) as usize..][..inputs];
                    for (wide, x) in wide.iter_mut().zip(row.as_chunks().0) {
                        wide[r] = u16x8_extend_low_u8x16(i32x4_splat(i32::from_le_bytes(*x)));
                    }
                }
            }
            for channel in (0..PANEL).step_by(4) {
                let mut acc = [[i32x4_splat(0); 2]; BLOCK];
                let weights = panel.as_chunks::<{ 4 * PANEL }>().0;
                for (x, w) in wide.iter().zip(weights) {
                    let w: &[i8; 16] = w[channel * 4..].first_chunk().expect("four channels");
                    let w = load(w);
                    let (low, high) = (i16x8_extend_low_i8x16(w), i16x8_extend_high_i8x16(w));
                    for r in 0..BLOCK {
                        acc[r][0] = i32x4_add(acc[r][0], i32x4_dot_i16x8(x[r], low));
                        acc[r][1] = i32x4_add(acc[r][1], i32x4_dot_i16x8(x[r], high));
                    }
                }
                for r in 0..points.len() {
                    let [low, high] = acc[r];
                    // Each channel's sum lies in two halves.
                    let even = i32x4_shuffle::<0, 2, 4, 6>(low, high);
                    let odd = i32x4_shuffle::<1, 3, 5, 7>(low, high);
                    let sum = i32x4_add(even, odd);
                    let out = &mut sums[(block * BLOCK + r) * PANEL + channel..][..4];
                    out.copy_from_slice(&[
                        i32x4_extract_lane::<0>(sum),
                        i32x4_extract_lane::<1>(sum),
                        i32x4_extract_lane::<2>(sum),
                        i32x4_extract_lane::<3>(sum),
                    ]);
                }
            }
        }
    }

    fn load(bytes: &[i8; 16]) -> v128 {
        // SAFETY: sixteen readable bytes.
        unsafe { v128_load(bytes.as_ptr().cast()) }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{PANEL, POINTS};
    use std::arch::x86_64::*;

    /// # Safety
    /// AVX-512 F and VNNI; every point plus every offset has `groups` x 4 readable bytes in `input`.
    #[target_feature(enable = "avx512f,avx512vnni")]
    pub(super) unsafe fn dispatch_vnni(
        input: &[u8],
        points: &[u32],
        offsets: &[i32],
        groups: usize,
        panel: &[i8],
        sums: &mut [i32; POINTS * PANEL],
    ) {
        macro_rules! rows {
            ($($n:literal)*) => { match points.len() {
                // SAFETY: the caller's promise is passed on; the number of points fits.
                $($n => unsafe { tile_vnni::<$n>(input, points, offsets, groups, panel, sums) },)*
                _ => unreachable!(),
            } };
        }
        rows!(1 2 3 4 5 6 7 8 9 10 11 12 13)
    }

    /// # Safety
    /// As `dispatch_vnni`, with exactly `R` points.
    #[target_feature(enable = "avx512f,avx512vnni")]
    unsafe fn tile_vnni<const R: usize>(
        input: &[u8],
        points: &[u32],
        offsets: &[i32],
        groups: usize,
        panel: &[i8],
        sums: &mut [i32; POINTS * PANEL],
    ) {
        let mut acc = [[_mm512_setzero_si512(); 2]; R];
        let mut weights = panel.as_ptr();
        // SAFETY: reads of activations are the caller's promise; the panel holds offsets x groups x 128
        // bytes; R x 32 sums fit because R is at most 13.
        unsafe {
            for &offset in offsets {
                let mut at = [input.as_ptr(); R];
                for r in 0..R {
                    at[r] = input.as_ptr().offset(points[r] as isize + offset as isize);
                }
                for g in 0..groups {
                    let w0 = _mm512_loadu_si512(weights.cast());
                    let w1 = _mm512_loadu_si512(weights.add(64).cast());
                    weights = weights.add(128);
                    for r in 0..R {
                        let x = _mm512_set1_epi32(at[r].add(g * 4).cast::<i32>().read_unaligned());
                        acc[r][0] = _mm512_dpbusd_epi32(acc[r][0], x, w0);
                        acc[r][1] = _mm512_dpbusd_epi32(acc[r][1], x, w1);
                    }
                }
            }
            for (r, acc) in acc.iter().enumerate() {
                let out = sums.as_mut_ptr().add(r * PANEL);
                _mm512_storeu_si512(out.cast(), acc[0]);
                _mm512_storeu_si512(out.add(16).cast(), acc[1]);
            }
        }
    }

    /// # Safety
    /// AVX2; reads as in `dispatch_vnni`.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn dispatch_avx2(
        input: &[u8],
        points: &[u32],
        offsets: &[i32],
        groups: usize,
        panel: &[i8],
        sums: &mut [i32; POINTS * PANEL],
    ) {
        for half in [0, 1] {
            for (index, pair) in points.chunks(2).enumerate() {
                let out = &mut sums[index * 2 * PANEL + half * 16..];
                // SAFETY: the caller's promise is passed on.
                unsafe {
                    match pair.len() {
                        2 => tile_avx2::<2>(input, pair, offsets, groups, panel, half, out),
                        _ => tile_avx2::<1>(input, pair, offsets, groups, panel, half, out),
                    }
                }
            }
        }
    }

    /// Sixteen channels of `R` points. Products are summed in pairs of 16-bit numbers, which cannot
    /// overflow in 32 bits (8-bit pair sums would saturate in 16), so the result equals VNNI's.
    ///
    /// # Safety
    /// AVX2; reads as in `dispatch_vnni`; `out` holds `R` rows.
    #[target_feature(enable = "avx2")]
    unsafe fn tile_avx2<const R: usize>(
        input: &[u8],
        points: &[u32],
        offsets: &[i32],
        groups: usize,
        panel: &[i8],
        half: usize,
        out: &mut [i32],
    ) {
        let mut acc = [[_mm256_setzero_si256(); 4]; R];
        // SAFETY: activations by the caller's promise; weights stay inside the panel; `out` has R rows
        // of which 16 numbers are written.
        unsafe {
            let mut weights = panel.as_ptr().add(half * 64);
            for &offset in offsets {
                for g in 0..groups {
                    let mut x = [_mm256_setzero_si256(); R];
                    for r in 0..R {
                        let at = input.as_ptr().offset(points[r] as isize + offset as isize).add(g * 4);
                        x[r] = _mm256_cvtepu8_epi16(_mm_set1_epi32(at.cast::<i32>().read_unaligned()));
                    }
                    for j in 0..4 {
                        let w = _mm256_cvtepi8_epi16(_mm_loadu_si128(weights.add(j * 16).cast()));
                        for r in 0..R {
                            acc[r][j] = _mm256_add_epi32(acc[r][j], _mm256_madd_epi16(x[r], w));
                        }
                    }
                    weights = weights.add(128);
                }
            }
            for (r, acc) in acc.iter().enumerate() {
                // Lanes hold (channel, half of the group); hadd joins the halves, the permute sorts them.
                let low = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(acc[0], acc[1]));
                let high = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(acc[2], acc[3]));
                let row = out.as_mut_ptr().add(r * PANEL);
                _mm256_storeu_si256(row.cast(), low);
                _mm256_storeu_si256(row.add(8).cast(), high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(lane: Lane, conv: &Conv8, input: &[u8], taps: Taps<'_>, kind: usize) -> (Vec<f32>, Vec<u8>) {
        let stride = conv.stride();
        let mut floats = vec![0.25; taps.points.len() * stride];
        let mut bytes = vec![1; taps.points.len() * stride];
        let places: Vec<u32> = (0..taps.points.len() as u32).map(|i| i * stride as u32).collect();
        let inverse: Vec<f32> = (0..stride).map(|c| 3.0 + c as f32).collect();
        let mut sink = match kind {
            0 => Sink::Float(&mut floats),
            1 => Sink::Add(&mut floats),
            2 => Sink::Mish { out: &mut bytes, places: &places, inverse: &inverse },
            _ => Sink::Bytes { out: &mut bytes, places: &places },
        };
        conv.run(lane, input, taps, &mut sink);
        (floats, bytes)
    }

    #[test]
    fn every_lane_gives_the_scalar_bits() {
        let mut random = fastrand::Rng::with_seed(8);
        for (size, inputs, outputs, extreme) in [
            (5, 4, 1, true),
            (7, 96, 96, false),
            (9, 32, 40, true),
            (2, 128, 32, false),
            (13, 160, 33, false),
            (19, 128, 64, false),
        ] {
            let side = size + 2;
            let byte = |random: &mut fastrand::Rng| if extreme { 255 } else { random.u8(..) };
            let input: Vec<u8> = (0..side * side * inputs).map(|_| byte(&mut random)).collect();
            let weight = |random: &mut fastrand::Rng| if extreme { -127 } else { random.i8(-127..=127) };
            let weights: Vec<i8> = (0..9 * inputs * outputs).map(|_| weight(&mut random)).collect();
            let scale: Vec<f32> = (0..outputs).map(|_| random.f32() * 1e-3).collect();
            let bias: Vec<f32> = (0..outputs).map(|_| random.f32() * 100.0).collect();
            let conv = Conv8::new(9, inputs, outputs, &weights).finish(&scale, &bias);
            let points: Vec<u32> = (0..size * size)
                .map(|p| ((p / size + 1) * side + p % size + 1) as u32 * inputs as u32)
                .collect();
            let offsets: Vec<i32> =
                (0..9).map(|t| ((t / 3 - 1) * side as i32 + t % 3 - 1) * inputs as i32).collect();
            let taps = Taps { points: &points, offsets: &offsets };
            for kind in 0..4 {
                let expected = results(Lane::Scalar, &conv, &input, taps, kind);
                for lane in Lane::available() {
                    assert_eq!(results(lane, &conv, &input, taps, kind), expected, "{lane:?} {size} {kind}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "length")]
    fn a_read_outside_the_input_is_refused() {
        let conv = Conv8::new(1, 4, 1, &[1; 4]);
        let taps = Taps { points: &[13], offsets: &[0] };
        conv.run(Lane::best(), &[0; 16], taps, &mut Sink::Float(&mut [0.0; 32]));
    }
}

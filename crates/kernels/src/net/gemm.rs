//! Single-precision matrix products: many rows times one packed matrix of weights.

use super::{Aligned, Lane, PANEL};

/// Rows computed together: with two vectors per row they fill the registers of AVX-512.
const ROWS: usize = 13;

/// Weights packed for [`Matrix::multiply`]: panels of 32 columns, each row by row.
#[derive(Clone)]
pub struct Matrix {
    inputs: usize,
    outputs: usize,
    packed: Aligned<f32, 16>,
}

impl Matrix {
    /// From `weights[input][output]`.
    pub fn new(inputs: usize, outputs: usize, weights: &[f32]) -> Matrix {
        assert_eq!(weights.len(), inputs * outputs);
        let mut packed = Aligned::new(0.0, outputs.div_ceil(PANEL) * inputs * PANEL);
        for (input, row) in weights.chunks_exact(outputs.max(1)).enumerate() {
            for (output, &weight) in row.iter().enumerate() {
                packed[(output / PANEL * inputs + input) * PANEL + output % PANEL] = weight;
            }
        }
        Matrix { inputs, outputs, packed }
    }

    pub fn inputs(&self) -> usize {
        self.inputs
    }

    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The length of a row of results: the outputs, rounded up to whole panels.
    pub fn stride(&self) -> usize {
        self.outputs.next_multiple_of(PANEL)
    }

    /// `results[row][output] = sum over inputs of rows[row][input] * weights[input][output]`; rows begin
    /// every `row_stride` numbers, results every [`Matrix::stride`].
    pub fn multiply(&self, lane: Lane, rows: &[f32], row_stride: usize, results: &mut [f32]) {
        let stride = self.stride();
        let count = results.len() / stride;
        if count == 0 || self.inputs == 0 {
            results.fill(0.0);
            return;
        }
        assert!(row_stride >= self.inputs && rows.len() >= (count - 1) * row_stride + self.inputs);
        for (index, panel) in self.packed.chunks_exact(self.inputs * PANEL).enumerate() {
            let mut row = 0;
            while row < count {
                let height = ROWS.min(count - row);
                let a = &rows[row * row_stride..];
                let c = &mut results[row * stride + index * PANEL..];
                tile(lane, height, self.inputs, (a, row_stride), panel, (c, stride));
                row += height;
            }
        }
    }
}

/// One block of `height` rows and 32 columns.
#[inline]
fn tile(
    lane: Lane,
    height: usize,
    depth: usize,
    (a, a_stride): (&[f32], usize),
    panel: &[f32],
    (c, c_stride): (&mut [f32], usize),
) {
    assert!(panel.len() >= depth * PANEL);
    assert!(a.len() >= (height - 1) * a_stride + depth);
    assert!(c.len() >= (height - 1) * c_stride + PANEL);
    match lane {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the lane says that the processor has the instructions; the bounds were asserted above.
        Lane::Vnni | Lane::Amx => unsafe {
            x86::dispatch512(height, depth, a.as_ptr(), a_stride, panel.as_ptr(), c.as_mut_ptr(), c_stride)
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: as above.
        Lane::Avx2 => unsafe {
            x86::dispatch256(height, depth, a.as_ptr(), a_stride, panel.as_ptr(), c.as_mut_ptr(), c_stride)
        },
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        Lane::Simd128 => wasm::tile(height, depth, (a, a_stride), panel, (c, c_stride)),
        _ => {
            for row in 0..height {
                let mut sums = [0.0f32; PANEL];
                let x = &a[row * a_stride..][..depth];
                for (&x, weights) in x.iter().zip(panel.chunks_exact(PANEL)) {
                    for (sum, &weight) in sums.iter_mut().zip(weights) {
                        *sum = x.mul_add(weight, *sum);
                    }
                }
                c[row * c_stride..][..PANEL].copy_from_slice(&sums);
            }
        }
    }
}

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod wasm {
    use super::PANEL;
    use std::arch::wasm32::*;

    /// A fused multiply-add in single precision, two at a time in double precision. The product of two 24-bit numbers
    /// is exact there. The sum is rounded to odd (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums",
    /// 2008), so that rounding it again to single precision equals one rounding of the exact value.
    #[inline(always)]
    fn fused(x: v128, weight: v128, sum: v128) -> v128 {
        let product = f64x2_mul(x, weight);
        let total = f64x2_add(product, sum);
        // The rounding error of the addition (Knuth's two-sum).
        let back = f64x2_sub(total, product);
        let lost = f64x2_add(f64x2_sub(product, f64x2_sub(total, back)), f64x2_sub(sum, back));
        let inexact = f64x2_gt(f64x2_abs(lost), f64x2_splat(0.0));
        let even = i64x2_eq(v128_and(total, i64x2_splat(1)), i64x2_splat(0));
        // Of the two neighbours of the exact value take the odd one: one step up in size if the error has the sign of
        // the total, else one down.
        let same = i64x2_ge(v128_xor(total, lost), i64x2_splat(0));
        let step = v128_or(same, i64x2_splat(1));
        let step = i64x2_sub(i64x2_splat(0), step);
        let odd = i64x2_add(total, step);
        let rounded = v128_bitselect(odd, total, v128_and(inexact, even));
        f64x2_promote_low_f32x4(f32x4_demote_f64x2_zero(rounded))
    }

    /// The twin of the scalar loop.
    pub(super) fn tile(
        height: usize,
        depth: usize,
        (a, a_stride): (&[f32], usize),
        panel: &[f32],
        (c, c_stride): (&mut [f32], usize),
    ) {
        for row in 0..height {
            let x = &a[row * a_stride..][..depth];
            for column in (0..PANEL).step_by(4) {
                let mut sums = [f64x2_splat(0.0); 2];
                for (&x, weights) in x.iter().zip(panel.chunks_exact(PANEL)) {
                    let x = f64x2_splat(f64::from(x));
                    let w = &weights[column..column + 4];
                    let low = f64x2(f64::from(w[0]), f64::from(w[1]));
                    let high = f64x2(f64::from(w[2]), f64::from(w[3]));
                    sums = [fused(x, low, sums[0]), fused(x, high, sums[1])];
                }
                let out = &mut c[row * c_stride + column..][..4];
                out[0] = f64x2_extract_lane::<0>(sums[0]) as f32;
                out[1] = f64x2_extract_lane::<1>(sums[0]) as f32;
                out[2] = f64x2_extract_lane::<0>(sums[1]) as f32;
                out[3] = f64x2_extract_lane::<1>(sums[1]) as f32;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::PANEL;
    use std::arch::x86_64::*;

    macro_rules! rows {
        ($height:expr, $function:ident, $args:tt; $($n:literal)*) => {
            match $height { $($n => $function::<$n> $args,)* _ => unreachable!() }
        };
    }

    /// # Safety
    /// AVX-512F; pointers valid for the block as `tile` asserts.
    #[target_feature(enable = "avx512f")]
    pub(super) unsafe fn dispatch512(
        height: usize,
        depth: usize,
        a: *const f32,
        a_stride: usize,
        b: *const f32,
        c: *mut f32,
        c_stride: usize,
    ) {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { rows!(height, tile512, (depth, a, a_stride, b, c, c_stride); 1 2 3 4 5 6 7 8 9 10 11 12 13) }
    }

    /// # Safety
    /// As `dispatch512`, with exactly `R` rows.
    #[target_feature(enable = "avx512f")]
    unsafe fn tile512<const R: usize>(
        depth: usize,
        a: *const f32,
        a_stride: usize,
        b: *const f32,
        c: *mut f32,
        c_stride: usize,
    ) {
        let mut sums = [[_mm512_setzero_ps(); 2]; R];
        // SAFETY: depth x 32 weights, R rows of depth numbers and R rows of 32 results are readable or
        // writable, as `tile` asserted.
        unsafe {
            for i in 0..depth {
                let b0 = _mm512_loadu_ps(b.add(i * PANEL));
                let b1 = _mm512_loadu_ps(b.add(i * PANEL + 16));
                for (r, sum) in sums.iter_mut().enumerate() {
                    let x = _mm512_set1_ps(*a.add(r * a_stride + i));
                    sum[0] = _mm512_fmadd_ps(x, b0, sum[0]);
                    sum[1] = _mm512_fmadd_ps(x, b1, sum[1]);
                }
            }
            for (r, sum) in sums.iter().enumerate() {
                _mm512_storeu_ps(c.add(r * c_stride), sum[0]);
                _mm512_storeu_ps(c.add(r * c_stride + 16), sum[1]);
            }
        }
    }

    /// # Safety
    /// AVX2 and FMA; pointers valid for the block as `tile` asserts.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn dispatch256(
        height: usize,
        depth: usize,
        a: *const f32,
        a_stride: usize,
        b: *const f32,
        c: *mut f32,
        c_stride: usize,
    ) {
        let mut row = 0;
        while row < height {
            let rows = (height - row).min(6);
            for half in [0, 16] {
                // SAFETY: the rows and columns of this part lie inside the block.
                unsafe {
                    let (a, b) = (a.add(row * a_stride), b.add(half));
                    let c = c.add(row * c_stride + half);
                    rows!(rows, tile256, (depth, a, a_stride, b, c, c_stride); 1 2 3 4 5 6)
                }
            }
            row += rows;
        }
    }

    /// # Safety
    /// AVX2 and FMA; `R` rows, 16 columns of a panel of 32.
    #[target_feature(enable = "avx2,fma")]
    unsafe fn tile256<const R: usize>(
        depth: usize,
        a: *const f32,
        a_stride: usize,
        b: *const f32,
        c: *mut f32,
        c_stride: usize,
    ) {
        let mut sums = [[_mm256_setzero_ps(); 2]; R];
        // SAFETY: as in `tile512`, for half of the columns.
        unsafe {
            for i in 0..depth {
                let b0 = _mm256_loadu_ps(b.add(i * PANEL));
                let b1 = _mm256_loadu_ps(b.add(i * PANEL + 8));
                for (r, sum) in sums.iter_mut().enumerate() {
                    let x = _mm256_set1_ps(*a.add(r * a_stride + i));
                    sum[0] = _mm256_fmadd_ps(x, b0, sum[0]);
                    sum[1] = _mm256_fmadd_ps(x, b1, sum[1]);
                }
            }
            for (r, sum) in sums.iter().enumerate() {
                _mm256_storeu_ps(c.add(r * c_stride), sum[0]);
                _mm256_storeu_ps(c.add(r * c_stride + 8), sum[1]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_gives_the_scalar_bits() {
        let mut random = fastrand::Rng::with_seed(7);
        for (count, inputs, outputs) in [(1, 1, 1), (25, 96, 96), (14, 33, 40), (40, 22, 64), (7, 3, 31)] {
            let weights: Vec<f32> = (0..inputs * outputs).map(|_| random.f32() - 0.5).collect();
            let rows: Vec<f32> = (0..count * (inputs + 3)).map(|_| random.f32() - 0.5).collect();
            let matrix = Matrix::new(inputs, outputs, &weights);
            let run = |lane| {
                let mut results = vec![9.0; count * matrix.stride()];
                matrix.multiply(lane, &rows, inputs + 3, &mut results);
                results
            };
            let expected = run(Lane::Scalar);
            let plain: f32 = (0..inputs).map(|i| rows[i] * weights[i * outputs]).sum();
            assert!((plain - expected[0]).abs() < 1e-4);
            for lane in Lane::available() {
                assert_eq!(run(lane), expected, "{lane:?} {count}x{inputs}x{outputs}");
            }
        }
    }
}

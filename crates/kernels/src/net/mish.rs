//! The activation mish, x tanh(ln(1 + e^x)), over whole planes and into bytes. Its minimum is -0.309, so the byte
//! [`MISH_ZERO`] stands for zero.

use super::for_lanes;
use super::planes::{Norm, each_point, nearest_byte, pool_points};

/// The byte that stands for zero.
pub const MISH_ZERO: u8 = 16;

/// Mish with one exponential: with n = e^x (e^x + 2), tanh(ln(1 + e^x)) = n / (n + 2). The exponential is a power of
/// two, set by its bits, times a polynomial of the remainder (the Taylor series of 2^f for |f| <= 1/2, off by less
/// than 2e-7). Nothing is fused, so that every lane gives the same bits.
#[inline(always)]
pub(super) fn mish(x: f32) -> f32 {
    const SHIFT: f32 = 12_582_912.0;
    let x = x.max(-60.0);
    let power = x.min(20.0) * std::f32::consts::LOG2_E;
    let shifted = power + SHIFT;
    let f = power - (shifted - SHIFT);
    let part = 1.540_353e-4;
    let part = part * f + 1.333_355_8e-3;
    let part = part * f + 9.618_129e-3;
    let part = part * f + 5.550_411e-2;
    let part = part * f + 2.402_265e-1;
    let part = part * f + std::f32::consts::LN_2;
    let part = part * f + 1.0;
    let e = f32::from_bits(part.to_bits().wrapping_add(shifted.to_bits() << 23));
    let n = e * (e + 2.0);
    x * (n / (n + 2.0))
}

/// Mish as a byte; `inverse` is the number of byte steps per unit.
#[inline(always)]
pub(super) fn mish_byte(x: f32, inverse: f32) -> u8 {
    nearest_byte(mish(x) * inverse + f32::from(MISH_ZERO))
}

for_lanes! {
    /// `out[place + channel] = mish(x * scale + bias)` for each point; points begin every `stride` numbers.
    pub fn normalise_mish(
        x: &[f32],
        stride: usize,
        norm: &Norm,
        out: &mut [f32],
        places: &[u32],
    ) {
        each_point(x, stride, norm, (out, places), |x, _| mish(x));
    }
}

for_lanes! {
    /// `x = mish(x * scale + bias)` in place, for rows of `stride`.
    pub fn mish_rows(
        x: &mut [f32],
        stride: usize,
        norm: &Norm,
    ) {
        let channels = norm.scale.len();
        for x in x.chunks_exact_mut(stride) {
            let x = &mut x[..channels];
            let (scale, bias) = (&norm.scale[..channels], &norm.bias[..channels]);
            for c in 0..channels {
                x[c] = mish(x[c] * scale[c] + bias[c]);
            }
        }
    }
}

for_lanes! {
    /// `out[place + channel]` = the nearest of 0 to 255 to `mish(x * scale + bias) * inverse + MISH_ZERO`.
    pub fn quantise_mish(
        x: &[f32],
        stride: usize,
        norm: &Norm,
        inverse: &[f32],
        out: &mut [u8],
        places: &[u32],
    ) {
        let inverse = &inverse[..norm.scale.len()];
        each_point(x, stride, norm, (out, places), |x, channel| mish_byte(x, inverse[channel]));
    }
}

for_lanes! {
    /// The sum and the maximum of each channel of `mish(x * scale + bias)` over the points of `x`, which begin every
    /// `stride` numbers, offset by `from`.
    pub fn pool_mish(
        x: &[f32],
        stride: usize,
        from: usize,
        norm: &Norm,
        sums: &mut [f32],
        maxima: &mut [f32],
    ) {
        pool_points((x, stride, from), norm, (sums, maxima), f32::MIN, mish);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Lane;

    fn exact(x: f64) -> f64 {
        x * x.exp().ln_1p().tanh()
    }

    #[test]
    fn mish_is_what_its_definition_says() {
        for step in -30_000..=60_000 {
            let x = step as f32 * 1e-3;
            let off = (f64::from(mish(x)) - exact(f64::from(x))).abs();
            assert!(off <= 1e-6 * f64::from(x.abs()).max(1.0), "{x}: {off}");
        }
        for (x, wanted) in [(0.0, 0.0), (1e9, 1e9), (-1e9, 0.0), (f32::MIN, 0.0)] {
            assert!((mish(x) - wanted).abs() <= 1e-9 * x.abs().min(1.0), "{x}: {}", mish(x));
        }
    }

    #[test]
    fn bytes_of_mish_hold_its_lowest_value() {
        // The finest possible step: 16 steps reach down to the minimum.
        let inverse = 16.0 / 0.309;
        assert_eq!(mish_byte(0.0, inverse), MISH_ZERO);
        let lowest = (-3000..0).map(|x| mish(x as f32 * 1e-3)).fold(0.0, f32::min);
        assert!((lowest + 0.3088).abs() < 1e-4 && mish_byte(-1.19, inverse) == 0);
        assert_eq!(mish_byte(100.0, inverse), 255);
    }

    #[test]
    fn every_lane_gives_the_scalar_bits() {
        let mut random = fastrand::Rng::with_seed(11);
        let (points, channels, stride) = (25, 40, 64);
        let numbers = |random: &mut fastrand::Rng, n: usize| -> Vec<f32> {
            (0..n).map(|_| random.f32() * 9.0 - 6.0).collect()
        };
        let x = numbers(&mut random, points * stride);
        let norm = Norm { scale: numbers(&mut random, channels), bias: numbers(&mut random, channels) };
        let inverse: Vec<f32> = (0..channels).map(|_| 2.0 + 40.0 * random.f32()).collect();
        let places: Vec<u32> = (0..points as u32).map(|p| p * 41).collect();
        let run = |lane| {
            let mut floats = vec![0.0; points * 41];
            normalise_mish(lane, &x, stride, &norm, &mut floats, &places);
            let mut bytes = vec![0; points * 41];
            quantise_mish(lane, &x, stride, &norm, &inverse, &mut bytes, &places);
            let mut rows = x.clone();
            mish_rows(lane, &mut rows, stride, &norm);
            let (mut sums, mut maxima) = (vec![0.0; channels], vec![0.0; channels]);
            pool_mish(lane, &x, stride, 8, &norm, &mut sums, &mut maxima);
            (floats, bytes, rows, sums, maxima)
        };
        let expected = run(Lane::Scalar);
        for lane in Lane::available() {
            assert!(run(lane) == expected, "{lane:?}");
        }
    }
}

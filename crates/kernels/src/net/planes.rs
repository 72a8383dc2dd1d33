//! Passes over whole planes: normalisation with ReLU, rounding to bytes, pooling, and the first layer, whose inputs
//! are mostly zero.

use super::for_lanes;

/// The normalisation of each channel before a layer: `x * scale + bias`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Norm {
    pub scale: Vec<f32>,
    pub bias: Vec<f32>,
}

/// The nearest integer from 0 to 255 (halves to even): adding 1.5 * 2^23 leaves it in the low bits.
#[inline(always)]
pub(super) fn nearest_byte(x: f32) -> u8 {
    (x.clamp(0.0, 255.0) + 12_582_912.0).to_bits() as u8
}

/// `out[place + channel] = finish(x * scale + bias, channel)` for each point; points begin every `stride` numbers.
#[inline(always)]
pub(super) fn each_point<T>(
    x: &[f32],
    stride: usize,
    norm: &Norm,
    (out, places): (&mut [T], &[u32]),
    finish: impl Fn(f32, usize) -> T,
) {
    let channels = norm.scale.len();
    for (x, &place) in x.chunks_exact(stride).zip(places) {
        let (x, out) = (&x[..channels], &mut out[place as usize..][..channels]);
        let (scale, bias) = (&norm.scale[..channels], &norm.bias[..channels]);
        for c in 0..channels {
            out[c] = finish(x[c] * scale[c] + bias[c], c);
        }
    }
}

/// The sum and the maximum of each channel of `activate(x * scale + bias)` over the points of `x`, which begin every
/// `stride` numbers, offset by `from`. No activation is below `least`.
#[inline(always)]
pub(super) fn pool_points(
    (x, stride, from): (&[f32], usize, usize),
    norm: &Norm,
    (sums, maxima): (&mut [f32], &mut [f32]),
    least: f32,
    activate: impl Fn(f32) -> f32,
) {
    let channels = norm.scale.len();
    let (scale, bias) = (&norm.scale[..channels], &norm.bias[..channels]);
    let (sums, maxima) = (&mut sums[..channels], &mut maxima[..channels]);
    sums.fill(0.0);
    maxima.fill(least);
    for x in x.chunks_exact(stride) {
        let x = &x[from..][..channels];
        for c in 0..channels {
            let value = activate(x[c] * scale[c] + bias[c]);
            sums[c] += value;
            maxima[c] = maxima[c].max(value);
        }
    }
}

for_lanes! {
    /// `out[place + channel] = max(0, x * scale + bias)` for each point; points begin every `stride` numbers.
    pub fn normalise(
        x: &[f32],
        stride: usize,
        norm: &Norm,
        out: &mut [f32],
        places: &[u32],
    ) {
        each_point(x, stride, norm, (out, places), |x, _| x.max(0.0));
    }
}

for_lanes! {
    /// `out[place + channel]` = the nearest of 0 to 255 to `x * scale + bias`.
    pub fn quantise(
        x: &[f32],
        stride: usize,
        norm: &Norm,
        out: &mut [u8],
        places: &[u32],
    ) {
        each_point(x, stride, norm, (out, places), |x, _| nearest_byte(x));
    }
}

for_lanes! {
    /// The sum and the maximum of each channel of `max(0, x * scale + bias)` over the points of `x`, which begin
    /// every `stride` numbers, offset by `from`.
    pub fn pool(
        x: &[f32],
        stride: usize,
        from: usize,
        norm: &Norm,
        sums: &mut [f32],
        maxima: &mut [f32],
    ) {
        pool_points((x, stride, from), norm, (sums, maxima), 0.0, |x| x.max(0.0));
    }
}

for_lanes! {
    /// A convolution whose inputs are zero or one and mostly zero. `active[starts[p]..starts[p + 1]]` are the input
    /// channels set at point `p` of a board with side `size`; `weights[tap][input][output]` has the taps of a square
    /// of side `width`; the result is added to `out[p][output]`.
    pub fn first_layer(
        size: usize,
        width: usize,
        inputs: usize,
        weights: &[f32],
        active: &[u16],
        starts: &[u32],
        out: &mut [f32],
        stride: usize,
    ) {
        let reach = width / 2;
        for y in 0..size {
            for x in 0..size {
                let out = &mut out[(y * size + x) * stride..][..stride];
                for from_y in y.saturating_sub(reach)..(y + reach + 1).min(size) {
                    for from_x in x.saturating_sub(reach)..(x + reach + 1).min(size) {
                        let tap = (from_y + reach - y) * width + from_x + reach - x;
                        let from = from_y * size + from_x;
                        let range = starts[from] as usize..starts[from + 1] as usize;
                        for &channel in &active[range] {
                            let row = &weights[(tap * inputs + channel as usize) * stride..][..stride];
                            for (out, &weight) in out.iter_mut().zip(row) {
                                *out += weight;
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Lane;

    #[test]
    fn bytes_round_to_the_nearest_and_stay_in_range() {
        for (x, byte) in [(-3.0, 0), (0.4, 0), (0.6, 1), (2.5, 2), (3.5, 4), (254.7, 255), (1e9, 255)] {
            assert_eq!(nearest_byte(x), byte, "{x}");
        }
    }

    #[test]
    fn every_lane_gives_the_scalar_bits() {
        let mut random = fastrand::Rng::with_seed(9);
        let (size, channels, stride) = (5, 40, 64);
        let numbers = |random: &mut fastrand::Rng, n: usize| -> Vec<f32> {
            (0..n).map(|_| random.f32() * 4.0 - 2.0).collect()
        };
        let x = numbers(&mut random, size * size * stride);
        let norm = Norm { scale: numbers(&mut random, channels), bias: numbers(&mut random, channels) };
        let places: Vec<u32> = (0..(size * size) as u32).map(|p| p * 41).collect();
        let weights = numbers(&mut random, 9 * 6 * stride);
        let active: Vec<u16> = (0..size * size * 2).map(|_| random.u16(0..6)).collect();
        let starts: Vec<u32> = (0..=(size * size) as u32).map(|p| p * 2).collect();
        let run = |lane| {
            let mut floats = vec![0.0; size * size * 41];
            normalise(lane, &x, stride, &norm, &mut floats, &places);
            let mut bytes = vec![0; size * size * 41];
            quantise(lane, &x, stride, &norm, &mut bytes, &places);
            let (mut sums, mut maxima) = (vec![0.0; channels], vec![0.0; channels]);
            pool(lane, &x, stride, 8, &norm, &mut sums, &mut maxima);
            let mut first = vec![0.5; size * size * stride];
            first_layer(lane, size, 3, 6, &weights, &active, &starts, &mut first, stride);
            (floats, bytes, sums, maxima, first)
        };
        let expected = run(Lane::Scalar);
        for lane in Lane::available() {
            assert!(run(lane) == expected, "{lane:?}");
        }
    }
}

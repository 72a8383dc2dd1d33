//! Calibration: measures the ranges that a network needs to run in bytes, by running it in single precision.

use super::bytes::input_widths;
use super::inputs::Inputs;
use super::model::{Activation, Model};
use super::network::{Network, NetworkError, Scratch};
use heibai_kernels::net::MISH_ZERO;

/// How much the step of a channel follows its own range instead of the layer's: 0 is one step for the layer, 1 a step
/// for each channel. In between, the rounding errors of activations and of weights (which carry the steps) are
/// balanced: of 0, 0.15, 0.3, 0.6 and 1, this value kept the most best moves.
const FOLLOW: f32 = 0.3;

/// The share of a channel's activations inside its range; the few above are clipped.
const KEPT: f64 = 0.9999;

/// The minimum of mish is minus this.
const LOWEST_MISH: f32 = 0.309;

/// Sets the model's ranges from these positions.
pub fn calibrate(model: Model, positions: &[Inputs]) -> Result<Model, NetworkError> {
    let widths = input_widths(&model)?;
    let activation = model.byte_activation();
    let points = positions.iter().map(|inputs| inputs.size().pow(2)).sum();
    let mut seen: Vec<Vec<Top>> = widths.iter().map(|&width| vec![Top::new(points); width]).collect();
    let network = Network::float(model)?;
    let mut scratch = Scratch::default();
    for inputs in positions {
        let mut watch = |layer: usize, rows: &[f32], stride: usize| {
            for row in rows.chunks_exact(stride) {
                for (channel, &x) in seen[layer].iter_mut().zip(row) {
                    if x > 0.0 {
                        channel.add(x);
                    }
                }
            }
        };
        network.watched(&mut scratch, std::slice::from_ref(inputs), Some(&mut watch));
    }
    let mut model = network.into_model();
    let ranges = seen.into_iter().flat_map(layer_ranges);
    model.ranges = match activation {
        Some(Activation::Mish) => ranges.map(with_zero).collect(),
        _ => ranges.collect(),
    };
    Ok(model)
}

/// The range of all 255 steps if `MISH_ZERO` of them are below zero and must hold the minimum.
fn with_zero(range: f32) -> f32 {
    let below = f32::from(MISH_ZERO);
    255.0 * (range / (255.0 - below)).max(LOWEST_MISH / below)
}

fn layer_ranges(channels: Vec<Top>) -> Vec<f32> {
    let tops: Vec<f32> = channels.iter().map(Top::kept).collect();
    let most = tops.iter().copied().fold(1e-6, f32::max);
    tops.into_iter().map(|own| own.max(most * 1e-3).powf(FOLLOW) * most.powf(1.0 - FOLLOW)).collect()
}

/// The largest numbers of a channel: as many as lie above the share that is kept.
#[derive(Clone)]
struct Top {
    /// Ascending.
    largest: Vec<f32>,
    room: usize,
    count: usize,
}

impl Top {
    /// For at most `most` numbers.
    fn new(most: usize) -> Top {
        Top { largest: Vec::new(), room: Top::above(most) + 1, count: 0 }
    }

    /// How many of `count` numbers are clipped.
    fn above(count: usize) -> usize {
        let last = count.saturating_sub(1);
        last - (last as f64 * KEPT) as usize
    }

    fn add(&mut self, x: f32) {
        self.count += 1;
        if self.largest.len() == self.room {
            if x <= self.largest[0] {
                return;
            }
            self.largest.remove(0);
        }
        let at = self.largest.partition_point(|&y| y < x);
        self.largest.insert(at, x);
    }

    /// The range: the largest number that is not clipped.
    fn kept(&self) -> f32 {
        let at = self.largest.len().saturating_sub(1 + Top::above(self.count));
        self.largest.get(at).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_sorting_would_find() {
        let mut seed = 5u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32
        };
        for count in [0, 1, 2, 9_999, 10_000, 10_001, 10_002, 36_100] {
            let mut numbers: Vec<f32> = (0..count).map(|_| random()).collect();
            let mut top = Top::new(36_100);
            numbers.iter().for_each(|&x| top.add(x));
            numbers.sort_by(f32::total_cmp);
            let wanted = match count {
                0 => 0.0,
                _ => numbers[((count - 1) as f64 * KEPT) as usize],
            };
            assert_eq!(top.kept(), wanted, "{count}");
        }
    }

    #[test]
    fn ranges_of_mish_hold_what_is_below_zero() {
        for range in [0.1, 1.0, 5.0, 30.0] {
            let step = with_zero(range) / 255.0;
            assert!(step * 16.0 >= LOWEST_MISH && step * 239.0 >= range - 1e-5, "{range}");
        }
    }
}

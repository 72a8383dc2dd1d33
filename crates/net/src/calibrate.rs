//! Finds the ranges that a network needs to run in bytes, by watching it in single precision.

use super::bytes::input_widths;
use super::inputs::Inputs;
use super::model::Model;
use super::network::{Network, NetworkError, Scratch};

/// How much of a channel's own range its step follows, the rest following the layer's: 0 is one step for
/// the layer, 1 a step for each channel. In between, the rounding of activations and of weights (which
/// carry the steps) is balanced: of 0, 0.15, 0.3, 0.6 and 1, this one kept the most best moves.
const FOLLOW: f32 = 0.3;

/// The share of a channel's activations that are told apart exactly; the few above are cut off.
const KEPT: f64 = 0.9999;

/// Sets the model's ranges from these positions.
pub fn calibrate(model: Model, positions: &[Inputs]) -> Result<Model, NetworkError> {
    let widths = input_widths(&model)?;
    let mut seen: Vec<Vec<Vec<f32>>> = widths.iter().map(|&width| vec![Vec::new(); width]).collect();
    let network = Network::float(model)?;
    let mut scratch = Scratch::default();
    for inputs in positions {
        let mut watch = |layer: usize, rows: &[f32], stride: usize| {
            for row in rows.chunks_exact(stride) {
                for (channel, &x) in seen[layer].iter_mut().zip(row) {
                    if x > 0.0 {
                        channel.push(x);
                    }
                }
            }
        };
        network.watched(&mut scratch, std::slice::from_ref(inputs), Some(&mut watch));
    }
    let mut model = network.into_model();
    model.ranges = seen.into_iter().flat_map(layer_ranges).collect();
    Ok(model)
}

fn layer_ranges(channels: Vec<Vec<f32>>) -> Vec<f32> {
    let tops: Vec<f32> = channels.into_iter().map(top).collect();
    let most = tops.iter().copied().fold(1e-6, f32::max);
    tops.into_iter().map(|own| own.max(most * 1e-3).powf(FOLLOW) * most.powf(1.0 - FOLLOW)).collect()
}

fn top(mut values: Vec<f32>) -> f32 {
    if values.is_empty() {
        return 0.0;
    }
    let at = ((values.len() - 1) as f64 * KEPT) as usize;
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}

//! The heads of a network: policy, value, score and ownership from the trunk's last activations.

use super::inputs::Output;
use super::model::{Activation, Model, PolicyHead, Rectifier, Scaling, ValueHead};
use heibai_kernels::net::{Lane, Matrix, mish_rows, pool, pool_mish};

/// The heads, ready to run; their first layers are one matrix product.
pub(super) struct Heads {
    first: Matrix,
    policy: PolicyHead,
    value: ValueHead,
    scaling: Scaling,
    /// The version of KataGo's format, which decides what the estimated error means.
    version: u32,
}

/// Scratch memory of the heads.
#[derive(Default)]
pub(super) struct HeadSpace {
    first: Vec<f32>,
    pooled: Vec<f32>,
    bias: Vec<f32>,
    hidden: Vec<f32>,
    out: Vec<f32>,
}

impl Heads {
    pub(super) fn new(model: &Model, channels: usize) -> Heads {
        let (policy, value) = (model.policy.clone(), model.value.clone());
        let layers = [&policy.points, &policy.pooled, &value.conv];
        let outputs = layers.iter().map(|layer| layer.outputs).sum();
        let mut weights = Vec::with_capacity(channels * outputs);
        for input in 0..channels {
            for layer in layers {
                let row = layer.weights.chunks_exact(layer.outputs).nth(input);
                weights.extend_from_slice(row.unwrap_or(&vec![0.0; layer.outputs]));
            }
        }
        Heads {
            first: Matrix::new(channels, outputs, &weights),
            policy,
            value,
            scaling: model.scaling,
            version: model.version,
        }
    }

    /// Evaluates one board's activations, `tip[point][channel]`.
    pub(super) fn run(&self, lane: Lane, tip: &[f32], size: usize, space: &mut HeadSpace) -> Output {
        let stride = self.first.stride();
        space.first.clear();
        space.first.resize(size * size * stride, 0.0);
        self.first.multiply(lane, tip, self.first.inputs(), &mut space.first);
        let mut output = Output::default();
        self.run_policy(lane, size, space, &mut output);
        self.run_value(lane, size, space, &mut output);
        output
    }

    fn run_policy(&self, lane: Lane, size: usize, space: &mut HeadSpace, output: &mut Output) {
        let (head, stride) = (&self.policy, self.first.stride());
        pool_three(lane, size, (&space.first, stride, head.points.outputs), &head.pool, &mut space.pooled);
        head.to_bias.apply(&space.pooled, &mut space.bias);
        let channels = head.points.outputs;
        output.policy.clear();
        for row in space.first.chunks_exact_mut(stride) {
            row.iter_mut().zip(&space.bias).for_each(|(x, bias)| *x += bias);
        }
        rectify(lane, &head.between, &mut space.first, stride, 0);
        for row in space.first.chunks_exact(stride) {
            let row = &row[..channels];
            // Newer networks have several policies; the first is the plain one, the second the hopeful one.
            let logit = |which: usize| {
                let weights = head.last.weights.iter().skip(which).step_by(head.last.outputs);
                row.iter().zip(weights).map(|(x, w)| x * w).sum()
            };
            output.policy.push(logit(0));
            if head.last.outputs > 1 {
                output.hopeful.push(logit(1));
            }
        }
        head.pass.apply(&space.pooled, &mut space.hidden);
        if let Some((activation, more)) = &head.pass_more {
            activate(*activation, &mut space.hidden);
            more.apply(&space.hidden, &mut space.out);
        } else {
            space.out.clone_from(&space.hidden);
        }
        output.policy.push(space.out[0]);
        match space.out.get(1) {
            Some(&pass) if head.last.outputs > 1 => output.hopeful.push(pass),
            _ => output.hopeful.clear(),
        }
    }

    fn run_value(&self, lane: Lane, size: usize, space: &mut HeadSpace, output: &mut Output) {
        let (head, stride) = (&self.value, self.first.stride());
        let from = self.policy.points.outputs + self.policy.pooled.outputs;
        let channels = head.conv.outputs;
        pool_three(lane, size, (&space.first, stride, from), &head.rectifier, &mut space.pooled);
        // Here the third part is the mean again, scaled by the board's size squared.
        let side = size as f32 - 14.0;
        for c in 0..channels {
            space.pooled[2 * channels + c] = space.pooled[c] * (side * side * 0.01 - 0.1);
        }
        output.ownership.clear();
        rectify(lane, &head.rectifier, &mut space.first, stride, from);
        for row in space.first.chunks_exact(stride) {
            let row = &row[from..][..channels];
            let sum: f32 = row.iter().zip(&head.ownership.weights).map(|(x, w)| x * w).sum();
            output.ownership.push(sum.tanh());
        }
        head.hidden.apply(&space.pooled, &mut space.hidden);
        activate(head.activation, &mut space.hidden);
        self.finish(&space.hidden, &mut space.out, output);
    }

    fn finish(&self, hidden: &[f32], out: &mut Vec<f32>, output: &mut Output) {
        self.value.value.apply(hidden, out);
        let most = out.iter().copied().fold(f32::MIN, f32::max);
        let [win, loss, none] = [out[0], out[1], out[2]].map(|x| (x - most).exp());
        let total = win + loss + none;
        output.win = win / total;
        output.loss = loss / total;
        self.value.score.apply(hidden, out);
        let counted = 1.0 - none / total;
        output.score = out[0] * self.scaling.score * counted;
        output.deviation = softplus(out[1]) * self.scaling.deviation;
        output.lead = out[2] * self.scaling.lead;
        output.error = match (out.get(4), self.version) {
            (Some(&x), _) if out.len() < 6 || !x.is_finite() => 0.0,
            (Some(&x), 14..) => softplus(x / 2.0) / 2.0,
            (Some(&x), 10..) => softplus(x).sqrt() / 2.0,
            (Some(&x), _) => softplus(x),
            (None, _) => 0.0,
        };
    }
}

/// Activates the channels of a layer that begin at `from` in rows of `stride`.
fn rectify(lane: Lane, rectifier: &Rectifier, rows: &mut [f32], stride: usize, from: usize) {
    if rectifier.activation != Activation::Mish {
        let channels = from..from + rectifier.channels();
        return rows.chunks_exact_mut(stride).for_each(|row| rectifier.apply(&mut row[channels.clone()]));
    }
    // The last row ends before a whole stride.
    let last = rows.len() - stride;
    mish_rows(lane, &mut rows[from..], stride, &rectifier.norm);
    if from > 0 {
        let row = &mut rows[last + from..];
        let length = row.len();
        mish_rows(lane, row, length, &rectifier.norm);
    }
}

fn softplus(x: f32) -> f32 {
    if x > 40.0 { x } else { x.exp().ln_1p() }
}

fn activate(activation: Activation, x: &mut [f32]) {
    x.iter_mut().for_each(|x| *x = activation.apply(*x));
}

/// Global pooling: the mean of each channel, the mean scaled by the board size, and the maximum, of the activated
/// numbers in `rows` at `from`.
pub(super) fn pool_three(
    lane: Lane,
    size: usize,
    (rows, stride, from): (&[f32], usize, usize),
    rectifier: &Rectifier,
    out: &mut Vec<f32>,
) {
    let channels = rectifier.channels();
    out.clear();
    out.resize(channels * 3, 0.0);
    let (means, rest) = out.split_at_mut(channels);
    let (scaled, maxima) = rest.split_at_mut(channels);
    match rectifier.activation {
        Activation::Relu => pool(lane, rows, stride, from, &rectifier.norm, means, maxima),
        Activation::Mish => pool_mish(lane, rows, stride, from, &rectifier.norm, means, maxima),
        Activation::Identity | Activation::Silu => {
            maxima.fill(f32::MIN);
            for row in rows.chunks_exact(stride) {
                let mut row = row[from..][..channels].to_vec();
                rectifier.apply(&mut row);
                for c in 0..channels {
                    means[c] += row[c];
                    maxima[c] = maxima[c].max(row[c]);
                }
            }
        }
    }
    let area = (size * size) as f32;
    for c in 0..channels {
        means[c] /= area;
        scaled[c] = means[c] * (size as f32 - 14.0) * 0.1;
    }
}

//! The trunk of a network in bytes: activations from 0 to 255, weights from -127 to 127, the residual
//! stream itself in single precision. Only for networks whose activations are rectifiers.

use super::float::{join, padded, padded_weights};
use super::heads::pool_three;
use super::model::{Block, Conv, Dense, Model, Norm, Rectifier};
use super::network::NetworkError;
use heibai_kernels::net::{Conv8, Lane, Sink, Taps, quantise};

/// For each convolution of the trunk, in order, the largest activation of each input channel that is
/// still told apart; what is larger is cut off.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ranges(pub Vec<Vec<f32>>);

impl Ranges {
    /// The ranges that were measured in training and stand in the model.
    pub(super) fn of(model: &Model) -> Result<Ranges, NetworkError> {
        let widths = input_widths(model)?;
        if model.ranges.len() != widths.iter().sum::<usize>() {
            return Err(NetworkError("the network has no ranges for bytes; convert it first".to_owned()));
        }
        let mut rest = model.ranges.as_slice();
        let mut take = |width: usize| {
            let (first, after) = rest.split_at(width);
            rest = after;
            first.to_vec()
        };
        Ok(Ranges(widths.into_iter().map(&mut take).collect()))
    }
}

/// The input channels of each convolution of the trunk.
pub(super) fn input_widths(model: &Model) -> Result<Vec<usize>, NetworkError> {
    if !model.is_rectified() {
        return Err(NetworkError(
            "only networks of rectifiers without nested blocks run in bytes".to_owned(),
        ));
    }
    let mut widths = Vec::new();
    for block in &model.blocks {
        match block {
            Block::Plain { first, second, .. } => widths.extend([first.inputs, second.inputs]),
            Block::Pooling(p) => widths.extend([p.regular.inputs, p.second.inputs]),
            Block::Nested { .. } | Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => {
                unreachable!("refused above")
            }
        }
    }
    Ok(widths)
}

/// A convolution with the scale that turns its sums into numbers.
struct Layer {
    conv: Conv8,
    width: usize,
    /// Turns the layer's input into bytes.
    norm: Norm,
    inputs: usize,
    outputs: usize,
}

enum Step {
    Plain { first: Layer, second: Layer },
    Pooling { first: Layer, regular: usize, pool: Rectifier, to_bias: Dense, second: Layer },
}

pub(super) struct Bytes {
    steps: Vec<Step>,
    tip: Rectifier,
}

impl Layer {
    /// `next`, where the sums go straight into bytes, is the norm of the layer after.
    fn new(rectifier: &Rectifier, conv: &Conv, ranges: &[f32], next: Option<&Norm>) -> Layer {
        let steps: Vec<f32> = ranges.iter().map(|range| range.max(1e-6) / 255.0).collect();
        let norm = &rectifier.norm;
        let scale = norm.scale.iter().zip(&steps).map(|(scale, step)| scale / step).collect();
        let bias = norm.bias.iter().zip(&steps).map(|(bias, step)| bias / step).collect();
        let (bytes, unit) = round_weights(conv, &steps);
        let (mut out_scale, mut out_bias) = (unit, vec![0.0; conv.outputs]);
        if let Some(next) = next {
            out_scale.iter_mut().zip(&next.scale).for_each(|(unit, scale)| *unit *= scale);
            out_bias.clone_from(&next.bias);
        }
        let taps = conv.width * conv.width;
        let conv8 = Conv8::new(taps, padded(conv.inputs), conv.outputs, &bytes).finish(&out_scale, &out_bias);
        let (inputs, outputs) = (padded(conv.inputs), conv.outputs);
        Layer { conv: conv8, width: conv.width, norm: Norm { scale, bias }, inputs, outputs }
    }
}

/// Each output channel's weights, times the steps of the input bytes, as bytes and their unit.
fn round_weights(conv: &Conv, steps: &[f32]) -> (Vec<i8>, Vec<f32>) {
    let mut weights = padded_weights(conv);
    let (inputs, outputs) = (padded(conv.inputs), conv.outputs);
    for (row, weights) in weights.chunks_exact_mut(outputs).enumerate() {
        let step = steps.get(row % inputs).copied().unwrap_or(0.0);
        weights.iter_mut().for_each(|w| *w *= step);
    }
    let mut units = vec![1e-12f32; outputs];
    for weights in weights.chunks_exact(outputs) {
        units.iter_mut().zip(weights).for_each(|(unit, w)| *unit = unit.max(w.abs() / 127.0));
    }
    let rounded = weights.iter().enumerate();
    let rounded = rounded.map(|(i, w)| (w / units[i % outputs]).round() as i8).collect();
    (rounded, units)
}

struct Frame {
    channels: usize,
    places: Vec<u32>,
    buffer: Vec<u8>,
}

pub(super) struct BytesSpace {
    size: usize,
    boards: usize,
    /// Inputs of first and of second convolutions: one writes into the other.
    frames: [Vec<Frame>; 2],
    middle: Vec<f32>,
    pooled: Vec<f32>,
    bias: Vec<f32>,
}

/// A border of one point around each board.
fn side(size: usize) -> usize {
    size + 2
}

impl BytesSpace {
    fn frame(&mut self, which: usize, channels: usize) -> usize {
        let frames = &mut self.frames[which];
        if let Some(found) = frames.iter().position(|f| f.channels == channels) {
            return found;
        }
        let (size, side) = (self.size, side(self.size));
        let area = size * size;
        let place = |p: usize| (p / area * side + p % area / size + 1) * side + p % size + 1;
        let places = (0..area * self.boards).map(|p| (place(p) * channels) as u32).collect();
        frames.push(Frame { channels, places, buffer: vec![0; self.boards * side * side * channels] });
        frames.len() - 1
    }
}

fn offsets(width: usize, size: usize, channels: usize) -> Vec<i32> {
    let reach = (width / 2) as i32;
    let steps = -reach..=reach;
    let line = |dy: i32| steps.clone().map(move |dx| (dy * side(size) as i32 + dx) * channels as i32);
    steps.clone().flat_map(line).collect()
}

impl Bytes {
    pub(super) fn new(model: &Model, ranges: &Ranges) -> Result<Bytes, NetworkError> {
        let mut ranges = ranges.0.iter();
        let mut range = || ranges.next().map(Vec::as_slice).unwrap_or_default();
        let mut steps = Vec::new();
        for block in &model.blocks {
            steps.push(match block {
                Block::Plain { before, first, between, second } => {
                    let (first_range, second_range) = (range(), range());
                    let second = Layer::new(between, second, second_range, None);
                    let first = Layer::new(before, first, first_range, Some(&second.norm));
                    Step::Plain { first, second }
                }
                Block::Pooling(p) => {
                    let first = Layer::new(&p.before, &join(&p.regular, &p.pooled)?, range(), None);
                    let second = Layer::new(&p.between, &p.second, range(), None);
                    let (pool, to_bias) = (p.pool.clone(), p.to_bias.clone());
                    Step::Pooling { first, regular: p.regular.outputs, pool, to_bias, second }
                }
                Block::Nested { .. } | Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => {
                    return Err(NetworkError("only plain and pooling blocks run in bytes".to_owned()));
                }
            });
        }
        let narrow = |layer: &Layer| layer.width == 1 || layer.width == 3;
        let fits = steps.iter().all(|step| match step {
            Step::Plain { first, second } | Step::Pooling { first, second, .. } => {
                narrow(first) && narrow(second)
            }
        });
        if !fits {
            return Err(NetworkError("only 1x1 and 3x3 filters run in bytes".to_owned()));
        }
        Ok(Bytes { steps, tip: model.tip.clone() })
    }

    pub(super) fn space(&self, size: usize, boards: usize) -> BytesSpace {
        let frames = [Vec::new(), Vec::new()];
        let [middle, pooled, bias] = [(); 3].map(|()| Vec::new());
        BytesSpace { size, boards, frames, middle, pooled, bias }
    }

    pub(super) fn run(&self, lane: Lane, space: &mut BytesSpace, trunk: &mut [f32]) {
        let stride = padded(self.tip.channels());
        for step in &self.steps {
            match step {
                Step::Plain { first, second } => plain(lane, space, first, second, trunk, stride),
                Step::Pooling { first, regular, pool, to_bias, second } => {
                    let board = Pooled { regular: *regular, pool, to_bias };
                    board.run(lane, space, first, second, trunk, stride);
                }
            }
        }
        trunk.chunks_exact_mut(stride).for_each(|row| self.tip.apply(row));
    }
}

fn plain(
    lane: Lane,
    space: &mut BytesSpace,
    first: &Layer,
    second: &Layer,
    trunk: &mut [f32],
    stride: usize,
) {
    let (a, b) = (space.frame(0, first.inputs), space.frame(1, padded(first.outputs)));
    let (size, [a_frames, b_frames]) = (space.size, &mut space.frames);
    let (a, b) = (&mut a_frames[a], &mut b_frames[b]);
    quantise(lane, trunk, stride, &first.norm, &mut a.buffer, &a.places);
    let reach = offsets(first.width, size, a.channels);
    let taps = Taps { points: &a.places, offsets: &reach };
    first.conv.run(lane, &a.buffer, taps, &mut Sink::Bytes { out: &mut b.buffer, places: &b.places });
    let reach = offsets(second.width, size, b.channels);
    let taps = Taps { points: &b.places, offsets: &reach };
    second.conv.run(lane, &b.buffer, taps, &mut Sink::Add(trunk));
}

struct Pooled<'a> {
    regular: usize,
    pool: &'a Rectifier,
    to_bias: &'a Dense,
}

impl Pooled<'_> {
    fn run(
        &self,
        lane: Lane,
        space: &mut BytesSpace,
        first: &Layer,
        second: &Layer,
        trunk: &mut [f32],
        stride: usize,
    ) {
        let (a, b) = (space.frame(0, first.inputs), space.frame(1, second.inputs));
        let (size, area) = (space.size, space.size * space.size);
        let BytesSpace { frames: [a_frames, b_frames], middle, pooled, bias, .. } = space;
        let (a, b) = (&mut a_frames[a], &mut b_frames[b]);
        quantise(lane, trunk, stride, &first.norm, &mut a.buffer, &a.places);
        let reach = offsets(first.width, size, a.channels);
        let taps = Taps { points: &a.places, offsets: &reach };
        let width = first.conv.stride();
        middle.resize(a.places.len() * width, 0.0);
        first.conv.run(lane, &a.buffer, taps, &mut Sink::Float(middle));
        for (board, places) in middle.chunks_exact(area * width).zip(b.places.chunks_exact(area)) {
            pool_three(lane, size, (board, width, self.regular), self.pool, pooled);
            self.to_bias.apply(pooled, bias);
            let mut shifted = second.norm.clone();
            for (to, (bias, scale)) in shifted.bias.iter_mut().zip(bias.iter().zip(&shifted.scale)) {
                *to += bias * scale;
            }
            quantise(lane, board, width, &shifted, &mut b.buffer, places);
        }
        let reach = offsets(second.width, size, b.channels);
        let taps = Taps { points: &b.places, offsets: &reach };
        second.conv.run(lane, &b.buffer, taps, &mut Sink::Add(trunk));
    }
}

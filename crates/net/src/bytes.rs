//! The trunk of a network quantized to bytes: activations from 0 to 255, weights from -127 to 127, the residual
//! stream itself (of the trunk and inside bottlenecks) in single precision. Only for networks whose activations are
//! all ReLU or all mish. A byte is `value / step + zero`; the zero point is 0 for ReLU and `MISH_ZERO` for mish. The
//! zero point adds the same to every sum, at the border too, and the bias subtracts it.

use super::float::{join, padded, padded_weights, rectify_tip};
use super::heads::pool_three;
use super::model::{Activation, Block, Conv, Dense, Model, Norm, Rectifier};
use super::network::NetworkError;
use heibai_kernels::net::{Conv8, Lane, MISH_ZERO, Sink, Taps, quantise, quantise_mish};
use std::slice;

/// For each convolution of the trunk, in order, the range of each input channel; larger activations are clipped.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Ranges(pub Vec<Vec<f32>>);

impl Ranges {
    /// The ranges that are stored in the model.
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
    fn collect(blocks: &[Block], widths: &mut Vec<usize>) {
        for block in blocks {
            match block {
                Block::Plain { first, second, .. } => widths.extend([first.inputs, second.inputs]),
                Block::Pooling(p) => widths.extend([p.regular.inputs, p.second.inputs]),
                Block::Nested { narrow, inner, widen, .. } => {
                    widths.push(narrow.inputs);
                    collect(inner, widths);
                    widths.push(widen.inputs);
                }
                Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => {
                    unreachable!("refused before")
                }
            }
        }
    }
    if !model.runs_in_bytes() {
        return Err(NetworkError("only networks of rectifiers or of mish run in bytes".to_owned()));
    }
    let mut widths = Vec::new();
    collect(&model.blocks, &mut widths);
    Ok(widths)
}

/// A convolution and the quantization of its input.
struct Layer {
    conv: Conv8,
    width: usize,
    /// Quantizes the layer's input; for mish, gives the argument of mish.
    norm: Norm,
    /// Byte steps per unit, for mish.
    inverse: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

enum ByteBlock {
    Plain { first: Layer, second: Layer },
    Pooling { first: Layer, regular: usize, pool: Rectifier, to_bias: Dense, second: Layer },
    Nested { narrow: Layer, inner: Vec<ByteBlock>, widen: Layer },
}

pub(super) struct Bytes {
    steps: Vec<ByteBlock>,
    tip: Rectifier,
}

impl Layer {
    /// If the sums go straight into bytes, `next` is the norm of the following layer.
    fn new(
        rectifier: &Rectifier,
        conv: &Conv,
        ranges: &[f32],
        next: Option<&Norm>,
    ) -> Result<Layer, NetworkError> {
        if conv.width != 1 && conv.width != 3 {
            return Err(NetworkError("only 1x1 and 3x3 filters run in bytes".to_owned()));
        }
        let steps: Vec<f32> = ranges.iter().map(|range| range.max(1e-6) / 255.0).collect();
        let (inputs, outputs) = (padded(conv.inputs), conv.outputs);
        let (bytes, units) = round_weights(conv, &steps);
        let (mut norm, mut inverse, mut biases) =
            (rectifier.norm.clone(), Vec::new(), vec![0.0; conv.outputs]);
        if rectifier.activation == Activation::Mish {
            inverse = steps.iter().map(|step| 1.0 / step).collect();
            inverse.resize(inputs, 0.0);
            for (output, (bias, unit)) in biases.iter_mut().zip(&units).enumerate() {
                let column = bytes.iter().skip(output).step_by(outputs);
                let sum: i32 = column.map(|&w| i32::from(w) * i32::from(MISH_ZERO)).sum();
                *bias = -(sum as f32) * unit;
            }
        } else {
            norm.scale.iter_mut().zip(&steps).for_each(|(scale, step)| *scale /= step);
            norm.bias.iter_mut().zip(&steps).for_each(|(bias, step)| *bias /= step);
        }
        let mut scales = units;
        if let Some(next) = next {
            scales.iter_mut().zip(&next.scale).for_each(|(unit, scale)| *unit *= scale);
            for (bias, (scale, more)) in biases.iter_mut().zip(next.scale.iter().zip(&next.bias)) {
                *bias = *bias * scale + more;
            }
        }
        let taps = conv.width * conv.width;
        let conv8 = Conv8::new(taps, inputs, outputs, &bytes).finish(&scales, &biases);
        Ok(Layer { conv: conv8, width: conv.width, norm, inverse, inputs, outputs })
    }

    /// Quantizes rows of `stride`, normalised by `norm`, into places of a frame.
    fn quantise(&self, lane: Lane, rows: &[f32], stride: usize, norm: &Norm, to: (&mut [u8], &[u32])) {
        if self.inverse.is_empty() {
            quantise(lane, rows, stride, norm, to.0, to.1);
        } else {
            quantise_mish(lane, rows, stride, norm, &self.inverse, to.0, to.1);
        }
    }

    /// Convolves the content of its frame.
    fn run(&self, lane: Lane, size: usize, frame: &PaddedBytes, sink: &mut Sink<'_>) {
        let reach = offsets(self.width, size, frame.channels);
        self.conv.run(lane, &frame.buffer, Taps { points: &frame.places, offsets: &reach }, sink);
    }

    /// The sink of the previous layer: bytes for this one.
    fn sink<'a>(&'a self, frame: &'a mut PaddedBytes) -> Sink<'a> {
        let (out, places) = (frame.buffer.as_mut_slice(), frame.places.as_slice());
        if self.inverse.is_empty() {
            Sink::Bytes { out, places }
        } else {
            Sink::Mish { out, places, inverse: &self.inverse }
        }
    }
}

/// Each output channel's weights, times the steps of the input bytes, as bytes and their scale.
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

struct PaddedBytes {
    channels: usize,
    places: Vec<u32>,
    buffer: Vec<u8>,
}

pub(super) struct BytesSpace {
    size: usize,
    boards: usize,
    /// The byte at the border: the zero point.
    zero: u8,
    /// Inputs of the first and second convolutions of blocks: one writes into the other.
    frames: [Vec<PaddedBytes>; 2],
    middle: Vec<f32>,
    /// The residual stream inside a bottleneck.
    narrow: Vec<f32>,
    pooled: Vec<f32>,
    bias: Vec<f32>,
}

/// Points begin on lines of the cache where their channels fill whole lines: a load that straddles two lines takes as
/// long as two.
const CACHE_LINE: usize = 64;

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
        let buffer = vec![self.zero; self.boards * side * side * channels + CACHE_LINE];
        let start = buffer.as_ptr().align_offset(CACHE_LINE);
        let start = if start < CACHE_LINE { start } else { 0 };
        let places = (0..area * self.boards).map(|p| (start + place(p) * channels) as u32).collect();
        frames.push(PaddedBytes { channels, places, buffer });
        frames.len() - 1
    }
}

fn offsets(width: usize, size: usize, channels: usize) -> Vec<i32> {
    let reach = (width / 2) as i32;
    let steps = -reach..=reach;
    let line = |dy: i32| steps.clone().map(move |dx| (dy * side(size) as i32 + dx) * channels as i32);
    steps.clone().flat_map(line).collect()
}

/// Builds the steps of blocks, taking their ranges from the iterator.
fn build(blocks: &[Block], ranges: &mut slice::Iter<'_, Vec<f32>>) -> Result<Vec<ByteBlock>, NetworkError> {
    let next = |ranges: &mut slice::Iter<'_, Vec<f32>>| ranges.next().cloned().unwrap_or_default();
    let mut steps = Vec::new();
    for block in blocks {
        steps.push(match block {
            Block::Plain { before, first, between, second } => {
                let (first_range, second_range) = (next(ranges), next(ranges));
                let second = Layer::new(between, second, &second_range, None)?;
                let first = Layer::new(before, first, &first_range, Some(&second.norm))?;
                ByteBlock::Plain { first, second }
            }
            Block::Pooling(p) => {
                let first = Layer::new(&p.before, &join(&p.regular, &p.pooled)?, &next(ranges), None)?;
                let second = Layer::new(&p.between, &p.second, &next(ranges), None)?;
                let (pool, to_bias) = (p.pool.clone(), p.to_bias.clone());
                ByteBlock::Pooling { first, regular: p.regular.outputs, pool, to_bias, second }
            }
            Block::Nested { before, narrow, inner, after, widen } => {
                let narrow = Layer::new(before, narrow, &next(ranges), None)?;
                let inner = build(inner, ranges)?;
                let widen = Layer::new(after, widen, &next(ranges), None)?;
                ByteBlock::Nested { narrow, inner, widen }
            }
            Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => {
                return Err(NetworkError("attention does not run in bytes".to_owned()));
            }
        });
    }
    Ok(steps)
}

impl Bytes {
    pub(super) fn new(model: &Model, ranges: &Ranges) -> Result<Bytes, NetworkError> {
        Ok(Bytes { steps: build(&model.blocks, &mut ranges.0.iter())?, tip: model.tip.clone() })
    }

    pub(super) fn space(&self, size: usize, boards: usize) -> BytesSpace {
        let frames = [Vec::new(), Vec::new()];
        let zero = if self.tip.activation == Activation::Mish { MISH_ZERO } else { 0 };
        let [middle, narrow, pooled, bias] = [(); 4].map(|()| Vec::new());
        BytesSpace { size, boards, zero, frames, middle, narrow, pooled, bias }
    }

    pub(super) fn run(&self, lane: Lane, space: &mut BytesSpace, trunk: &mut [f32]) {
        let stride = padded(self.tip.channels());
        run_steps(&self.steps, lane, space, trunk, stride);
        rectify_tip(lane, &self.tip, trunk, stride);
    }
}

fn run_steps(steps: &[ByteBlock], lane: Lane, space: &mut BytesSpace, trunk: &mut [f32], stride: usize) {
    for step in steps {
        match step {
            ByteBlock::Plain { first, second } => plain(lane, space, first, second, trunk, stride),
            ByteBlock::Pooling { first, regular, pool, to_bias, second } => {
                let board = Pooled { regular: *regular, pool, to_bias };
                board.run(lane, space, first, second, trunk, stride);
            }
            ByteBlock::Nested { narrow, inner, widen } => {
                let (width, size) = (narrow.conv.stride(), space.size);
                let mut stream = std::mem::take(&mut space.narrow);
                stream.resize(trunk.len() / stride * width, 0.0);
                let at = space.frame(0, narrow.inputs);
                let frame = &mut space.frames[0][at];
                narrow.quantise(lane, trunk, stride, &narrow.norm, (&mut frame.buffer, &frame.places));
                narrow.run(lane, size, frame, &mut Sink::Float(&mut stream));
                run_steps(inner, lane, space, &mut stream, width);
                let at = space.frame(0, widen.inputs);
                let frame = &mut space.frames[0][at];
                widen.quantise(lane, &stream, width, &widen.norm, (&mut frame.buffer, &frame.places));
                widen.run(lane, size, frame, &mut Sink::Add(trunk));
                space.narrow = stream;
            }
        }
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
    first.quantise(lane, trunk, stride, &first.norm, (&mut a.buffer, &a.places));
    first.run(lane, size, a, &mut second.sink(b));
    second.run(lane, size, b, &mut Sink::Add(trunk));
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
        first.quantise(lane, trunk, stride, &first.norm, (&mut a.buffer, &a.places));
        let width = first.conv.stride();
        middle.resize(a.places.len() * width, 0.0);
        first.run(lane, size, a, &mut Sink::Float(middle));
        for (board, places) in middle.chunks_exact(area * width).zip(b.places.chunks_exact(area)) {
            pool_three(lane, size, (board, width, self.regular), self.pool, pooled);
            self.to_bias.apply(pooled, bias);
            let mut shifted = second.norm.clone();
            for (to, (bias, scale)) in shifted.bias.iter_mut().zip(bias.iter().zip(&shifted.scale)) {
                *to += bias * scale;
            }
            second.quantise(lane, board, width, &shifted, (&mut b.buffer, places));
        }
        second.run(lane, size, b, &mut Sink::Add(trunk));
    }
}

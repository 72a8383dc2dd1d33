//! The trunk of a network in single precision.

use super::attention::{AttentionStep, FeedForwardStep, inverse_rms};
use super::heads::pool_three;
use super::model::{Activation, Block, Conv, Dense, Model, Norm, Rectifier};
use super::network::NetworkError;
use heibai_kernels::net::{Lane, Matrix, PANEL, Winograd, Workspace, mish_rows, normalise, normalise_mish};

/// The length of a row: the channels rounded up to whole panels.
pub(super) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(PANEL)
}

/// The weights of a convolution with zeros for padded inputs.
pub(super) fn padded_weights(conv: &Conv) -> Vec<f32> {
    let mut weights = Vec::with_capacity(conv.width * conv.width * padded(conv.inputs) * conv.outputs);
    for tap in conv.weights.chunks_exact(conv.inputs * conv.outputs) {
        weights.extend_from_slice(tap);
        weights.resize(weights.len() + (padded(conv.inputs) - conv.inputs) * conv.outputs, 0.0);
    }
    weights
}

enum Layer {
    Points(Matrix),
    Square(Winograd),
}

impl Layer {
    fn new(conv: &Conv) -> Result<Layer, NetworkError> {
        let weights = padded_weights(conv);
        match conv.width {
            1 => Ok(Layer::Points(Matrix::new(padded(conv.inputs), conv.outputs, &weights))),
            3 => Ok(Layer::Square(Winograd::new(padded(conv.inputs), conv.outputs, &weights))),
            width => Err(NetworkError(format!("a {width}x{width} filter inside a block is not supported"))),
        }
    }
}

enum FloatBlock {
    Plain {
        before: Rectifier,
        first: Layer,
        between: Rectifier,
        second: Layer,
        channels: [usize; 2],
    },
    Pooling(Box<PoolingStep>),
    Nested {
        before: Rectifier,
        narrow: Layer,
        inner: Vec<FloatBlock>,
        after: Rectifier,
        widen: Layer,
        channels: [usize; 2],
    },
    Attention(AttentionStep),
    FeedForward(FeedForwardStep),
    Rms {
        channels: usize,
        epsilon: f32,
        whole_board: bool,
    },
}

struct PoolingStep {
    before: Rectifier,
    /// The regular and the pooled channels together.
    first: Layer,
    regular: usize,
    pool: Rectifier,
    to_bias: Dense,
    between: Rectifier,
    second: Layer,
    channels: usize,
}

/// A trunk ready to run.
pub(super) struct Float {
    steps: Vec<FloatBlock>,
    tip: Rectifier,
    most_channels: usize,
}

/// The boards side by side with their borders, for one number of channels.
struct PaddedFloats {
    channels: usize,
    places: Vec<u32>,
    buffer: Vec<f32>,
}

/// Scratch memory for one board size and number of boards.
pub(super) struct FloatSpace {
    size: usize,
    boards: usize,
    workspace: Workspace,
    frames: Vec<PaddedFloats>,
    flat: Vec<f32>,
}

impl FloatSpace {
    fn points(&self) -> usize {
        self.size * self.size * self.boards
    }

    fn frame(&mut self, channels: usize) -> &mut PaddedFloats {
        if let Some(found) = self.frames.iter().position(|f| f.channels == channels) {
            return &mut self.frames[found];
        }
        let (size, side) = (self.size, Workspace::padded_side(self.size));
        let area = size * size;
        let place = |p: usize| (p / area * side + p % area / size + 1) * side + p % size + 1;
        let places = (0..self.points()).map(|p| (place(p) * channels) as u32).collect();
        let buffer = vec![0.0; self.boards * side * side * channels];
        self.frames.push(PaddedFloats { channels, places, buffer });
        self.frames.last_mut().expect("one was pushed")
    }
}

/// Called with the activated inputs of every convolution of the trunk, in order, as rows of `stride`.
pub(super) type Watch<'a> = &'a mut dyn FnMut(usize, &[f32], usize);

/// One run over a trunk.
struct Run<'a, 'w> {
    lane: Lane,
    space: &'a mut FloatSpace,
    watch: Option<Watch<'w>>,
    layer: usize,
}

impl Float {
    pub(super) fn new(model: &Model) -> Result<Float, NetworkError> {
        let mut most_channels = padded(model.channels());
        let steps = build(&model.blocks, model.channels(), &mut most_channels)?;
        Ok(Float { steps, tip: model.tip.clone(), most_channels })
    }

    pub(super) fn space(&self, size: usize, boards: usize) -> FloatSpace {
        let workspace = Workspace::new(size, boards, self.most_channels);
        FloatSpace { size, boards, workspace, frames: Vec::new(), flat: Vec::new() }
    }

    /// Runs all blocks over `trunk[point][channel]`, which the activated tip replaces.
    pub(super) fn run(
        &self,
        lane: Lane,
        space: &mut FloatSpace,
        trunk: &mut [f32],
        watch: Option<Watch<'_>>,
    ) {
        let stride = padded(self.tip.channels());
        Run { lane, space, watch, layer: 0 }.steps(&self.steps, trunk, stride);
        rectify_tip(lane, &self.tip, trunk, stride);
    }
}

fn build(blocks: &[Block], channels: usize, most: &mut usize) -> Result<Vec<FloatBlock>, NetworkError> {
    blocks.iter().map(|block| step(block, channels, most)).collect()
}

fn step(block: &Block, channels: usize, most: &mut usize) -> Result<FloatBlock, NetworkError> {
    match block {
        Block::Plain { before, first, between, second } => {
            *most = padded(first.outputs).max(*most);
            Ok(FloatBlock::Plain {
                before: before.clone(),
                first: Layer::new(first)?,
                between: between.clone(),
                second: Layer::new(second)?,
                channels: [first.inputs, first.outputs],
            })
        }
        Block::Pooling(p) => {
            let joined = join(&p.regular, &p.pooled)?;
            *most = padded(joined.outputs).max(*most);
            Ok(FloatBlock::Pooling(Box::new(PoolingStep {
                before: p.before.clone(),
                first: Layer::new(&joined)?,
                regular: p.regular.outputs,
                pool: p.pool.clone(),
                to_bias: p.to_bias.clone(),
                between: p.between.clone(),
                second: Layer::new(&p.second)?,
                channels: joined.outputs,
            })))
        }
        Block::Nested { before, narrow, inner, after, widen } => {
            *most = padded(narrow.outputs).max(*most);
            Ok(FloatBlock::Nested {
                before: before.clone(),
                narrow: Layer::new(narrow)?,
                inner: build(inner, narrow.outputs, most)?,
                after: after.clone(),
                widen: Layer::new(widen)?,
                channels: [narrow.inputs, narrow.outputs],
            })
        }
        Block::Attention(attention) => Ok(FloatBlock::Attention(AttentionStep::new(attention))),
        Block::FeedForward(layers) => Ok(FloatBlock::FeedForward(FeedForwardStep::new(layers))),
        &Block::Rms { epsilon, whole_board } => Ok(FloatBlock::Rms { channels, epsilon, whole_board }),
    }
}

/// Two convolutions of the same inputs, joined into one.
pub(super) fn join(a: &Conv, b: &Conv) -> Result<Conv, NetworkError> {
    if a.width != b.width || a.inputs != b.inputs {
        return Err(NetworkError("a pooling block mixes filters of two sizes".to_owned()));
    }
    let rows = a.weights.chunks_exact(a.outputs).zip(b.weights.chunks_exact(b.outputs));
    let weights = rows.flat_map(|(a, b)| a.iter().chain(b).copied()).collect();
    Ok(Conv { width: a.width, inputs: a.inputs, outputs: a.outputs + b.outputs, weights })
}

impl Run<'_, '_> {
    fn steps(&mut self, steps: &[FloatBlock], trunk: &mut [f32], stride: usize) {
        for step in steps {
            match step {
                FloatBlock::Plain { before, first, between, second, channels } => {
                    let mut middle = vec![0.0; self.space.points() * padded(channels[1])];
                    self.layer(before, first, trunk, stride, &mut middle, false);
                    self.layer(between, second, &middle, padded(channels[1]), trunk, true);
                }
                FloatBlock::Pooling(p) => self.pooling(p, trunk, stride),
                FloatBlock::Nested { before, narrow, inner, after, widen, channels } => {
                    let width = padded(channels[1]);
                    let mut middle = vec![0.0; self.space.points() * width];
                    self.layer(before, narrow, trunk, stride, &mut middle, false);
                    self.steps(inner, &mut middle, width);
                    self.layer(after, widen, &middle, width, trunk, true);
                }
                FloatBlock::Attention(step) => step.run(self.lane, self.space.size, trunk, stride),
                FloatBlock::FeedForward(step) => step.run(self.lane, trunk, stride),
                FloatBlock::Rms { channels, epsilon, whole_board } => {
                    let points = if *whole_board { self.space.size.pow(2) } else { 1 };
                    for part in trunk.chunks_exact_mut(points * stride) {
                        // Padding is zero and adds nothing.
                        let scale = inverse_rms(part, points * channels, *epsilon);
                        part.iter_mut().for_each(|x| *x *= scale);
                    }
                }
            }
        }
    }

    fn pooling(&mut self, p: &PoolingStep, trunk: &mut [f32], stride: usize) {
        let width = padded(p.channels);
        let mut middle = vec![0.0; self.space.points() * width];
        self.layer(&p.before, &p.first, trunk, stride, &mut middle, false);
        let (mut pooled, mut bias) = (Vec::new(), Vec::new());
        let size = self.space.size;
        for board in middle.chunks_exact_mut(size * size * width) {
            pool_three(self.lane, size, (board, width, p.regular), &p.pool, &mut pooled);
            p.to_bias.apply(&pooled, &mut bias);
            for row in board.chunks_exact_mut(width) {
                row[..p.regular].iter_mut().zip(&bias).for_each(|(x, bias)| *x += bias);
            }
        }
        self.layer(&p.between, &p.second, &middle, width, trunk, true);
    }

    /// Applies the activation to `x` and convolves it into `out`.
    fn layer(
        &mut self,
        rectifier: &Rectifier,
        layer: &Layer,
        x: &[f32],
        stride: usize,
        out: &mut [f32],
        add: bool,
    ) {
        let (lane, channels) = (self.lane, padded(rectifier.channels()));
        match layer {
            Layer::Square(conv) => {
                let frame = self.space.frame(channels);
                let (mut buffer, places) =
                    (std::mem::take(&mut frame.buffer), std::mem::take(&mut frame.places));
                rectify(lane, rectifier, x, stride, &mut buffer, &places);
                conv.run(lane, &mut self.space.workspace, &buffer, out, add);
                let frame = self.space.frame(channels);
                (frame.buffer, frame.places) = (buffer, places);
            }
            Layer::Points(matrix) => {
                let mut flat = std::mem::take(&mut self.space.flat);
                let points = self.space.points();
                flat.clear();
                flat.resize(points * (channels + matrix.stride()), 0.0);
                let (input, results) = flat.split_at_mut(points * channels);
                let places: Vec<u32> = (0..points).map(|p| (p * channels) as u32).collect();
                rectify(lane, rectifier, x, stride, input, &places);
                matrix.multiply(lane, input, channels, results);
                for (out, &result) in out.iter_mut().zip(results.iter()) {
                    *out = if add { *out + result } else { result };
                }
                self.space.flat = flat;
            }
        }
        if let Some(watch) = &mut self.watch {
            let mut seen = vec![0.0; self.space.points() * channels];
            let places: Vec<u32> = (0..self.space.points()).map(|p| (p * channels) as u32).collect();
            rectify(lane, rectifier, x, stride, &mut seen, &places);
            watch(self.layer, &seen, channels);
        }
        self.layer += 1;
    }
}

/// The last activation of a trunk, in place.
pub(super) fn rectify_tip(lane: Lane, tip: &Rectifier, trunk: &mut [f32], stride: usize) {
    match tip.activation {
        Activation::Mish => mish_rows(lane, trunk, stride, &tip.norm),
        _ => trunk.chunks_exact_mut(stride).for_each(|row| tip.apply(row)),
    }
}

fn rectify(lane: Lane, rectifier: &Rectifier, x: &[f32], stride: usize, out: &mut [f32], places: &[u32]) {
    match rectifier.activation {
        Activation::Relu => return normalise(lane, x, stride, &rectifier.norm, out, places),
        Activation::Mish => return normalise_mish(lane, x, stride, &rectifier.norm, out, places),
        Activation::Identity | Activation::Silu => {}
    }
    let Norm { scale, bias } = &rectifier.norm;
    for (x, &place) in x.chunks_exact(stride).zip(places) {
        let out = &mut out[place as usize..][..scale.len()];
        for c in 0..scale.len() {
            out[c] = rectifier.activation.apply(x[c] * scale[c] + bias[c]);
        }
    }
}

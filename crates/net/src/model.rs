//! The layers of a network and their weights in single precision, whatever file they came from.

pub use heibai_kernels::net::Norm;

/// A square convolution; `weights[tap][input][output]`, taps row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Conv {
    pub width: usize,
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
}

/// A dense layer; `weights[input][output]`, with a bias if it has one.
#[derive(Clone, PartialEq, Debug)]
pub struct Dense {
    pub inputs: usize,
    pub outputs: usize,
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Dense {
    /// `out = x * weights + bias`.
    pub fn apply(&self, x: &[f32], out: &mut Vec<f32>) {
        out.clear();
        if self.bias.is_empty() {
            out.resize(self.outputs, 0.0);
        } else {
            out.extend_from_slice(&self.bias);
        }
        for (&x, row) in x.iter().zip(self.weights.chunks_exact(self.outputs)) {
            for (out, &weight) in out.iter_mut().zip(row) {
                *out += x * weight;
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activation {
    Identity,
    Relu,
    Mish,
    Silu,
}

impl Activation {
    pub fn apply(self, x: f32) -> f32 {
        match self {
            Activation::Identity => x,
            Activation::Relu => x.max(0.0),
            // In single precision ln(1 + e^x) equals x long before e^x overflows.
            Activation::Mish if x > 20.0 => x,
            Activation::Mish => x * x.exp().ln_1p().tanh(),
            Activation::Silu => x / (1.0 + (-x).exp()),
        }
    }
}

/// A normalisation and the activation after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Rectifier {
    pub norm: Norm,
    pub activation: Activation,
}

impl Rectifier {
    pub fn channels(&self) -> usize {
        self.norm.scale.len()
    }

    pub fn apply(&self, x: &mut [f32]) {
        for (x, (scale, bias)) in x.iter_mut().zip(self.norm.scale.iter().zip(&self.norm.bias)) {
            *x = self.activation.apply(*x * scale + bias);
        }
    }
}

/// RMS norm: the channels of each point divided by their root mean square, times a weight each.
#[derive(Clone, PartialEq, Debug)]
pub struct RmsNorm {
    pub epsilon: f32,
    pub weights: Vec<f32>,
}

/// A residual block; its output is added to its input.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    Plain {
        before: Rectifier,
        first: Conv,
        between: Rectifier,
        second: Conv,
    },
    /// Global pooling: the mean and maximum of some channels shift the others.
    Pooling(Box<Pooling>),
    /// A bottleneck: a narrow stack of blocks between two 1x1 convolutions.
    Nested {
        before: Rectifier,
        narrow: Conv,
        inner: Vec<Block>,
        after: Rectifier,
        widen: Conv,
    },
    Attention(Box<Attention>),
    FeedForward(Box<FeedForward>),
    /// The only block that is not residual: an RMS norm, of each point or of the whole board.
    Rms {
        epsilon: f32,
        whole_board: bool,
    },
}

/// Self-attention over the points of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Attention {
    pub norm: RmsNorm,
    /// Query heads.
    pub heads: usize,
    /// Key-value heads; each serves the same number of query heads (grouped-query attention).
    pub groups: usize,
    pub query: Dense,
    pub key: Dense,
    pub value: Dense,
    pub out: Dense,
    /// Rotary position embedding: the angles by which one step to the right and one step down rotate a pair of
    /// channels of queries and keys, for each pair of each group; empty if positions do not count.
    pub turns: Vec<[f32; 2]>,
}

impl Attention {
    /// Channels of a head's queries and keys, and of its values.
    pub fn widths(&self) -> (usize, usize) {
        (self.query.outputs / self.heads, self.value.outputs / self.groups)
    }
}

/// A gated feed-forward layer (SwiGLU): SiLU of the first dense layer times `gate`, then a third.
#[derive(Clone, PartialEq, Debug)]
pub struct FeedForward {
    pub norm: RmsNorm,
    pub first: Dense,
    pub gate: Dense,
    pub second: Dense,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Pooling {
    pub before: Rectifier,
    pub regular: Conv,
    pub pooled: Conv,
    pub pool: Rectifier,
    pub to_bias: Dense,
    pub between: Rectifier,
    pub second: Conv,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PolicyHead {
    pub points: Conv,
    pub pooled: Conv,
    pub pool: Rectifier,
    pub to_bias: Dense,
    pub between: Rectifier,
    pub last: Conv,
    pub pass: Dense,
    /// An extra layer for the pass in newer networks.
    pub pass_more: Option<(Activation, Dense)>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ValueHead {
    pub conv: Conv,
    pub rectifier: Rectifier,
    pub hidden: Dense,
    pub activation: Activation,
    /// Win, loss, no result.
    pub value: Dense,
    /// Score mean, its deviation, lead, and others that are not used.
    pub score: Dense,
    pub ownership: Conv,
}

/// How the score outputs are scaled to points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scaling {
    pub score: f32,
    pub deviation: f32,
    pub lead: f32,
}

impl Default for Scaling {
    fn default() -> Scaling {
        Scaling { score: 20.0, deviation: 20.0, lead: 20.0 }
    }
}

/// A whole network.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    pub name: String,
    /// The version of KataGo's format, 8 or later: all have the same inputs.
    pub version: u32,
    pub scaling: Scaling,
    pub first: Conv,
    pub globals: Dense,
    pub blocks: Vec<Block>,
    pub tip: Rectifier,
    pub policy: PolicyHead,
    pub value: ValueHead,
    /// The range of each input channel of the trunk's convolutions, in order, for running in bytes: larger
    /// activations are clipped. Empty if the ranges were not measured.
    pub ranges: Vec<f32>,
}

/// The number of input planes and global inputs of every network here.
pub const PLANES: usize = 22;
pub const GLOBALS: usize = 19;

impl Model {
    pub fn channels(&self) -> usize {
        self.first.outputs
    }

    /// All convolutions, in the order of the file.
    pub fn convolutions(&self) -> Vec<&Conv> {
        let mut found = vec![&self.first];
        collect(&self.blocks, &mut found);
        let (policy, value) = (&self.policy, &self.value);
        found.extend([&policy.points, &policy.pooled, &policy.last, &value.conv, &value.ownership]);
        found
    }

    /// Weights of convolutions and full connections.
    pub fn parameters(&self) -> usize {
        let dense = [&self.globals, &self.policy.to_bias, &self.value.hidden].map(|d| d.weights.len());
        self.products_per_point() + dense.iter().sum::<usize>()
    }

    /// Multiplications per point of the board, without those between points in attention.
    pub fn products_per_point(&self) -> usize {
        let filters: usize = self.convolutions().iter().map(|c| c.weights.len()).sum();
        filters + connections(&self.blocks)
    }

    /// The activation of the whole trunk if it can run in bytes: one that bytes can represent, the same everywhere,
    /// and no attention.
    pub fn byte_activation(&self) -> Option<Activation> {
        fn is_same(blocks: &[Block], wanted: Activation) -> bool {
            let same = |r: &Rectifier| r.activation == wanted;
            blocks.iter().all(|block| match block {
                Block::Plain { before, between, .. } => same(before) && same(between),
                Block::Pooling(p) => same(&p.before) && same(&p.pool) && same(&p.between),
                Block::Nested { before, inner, after, .. } => {
                    same(before) && is_same(inner, wanted) && same(after)
                }
                Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => false,
            })
        }
        let wanted = self.tip.activation;
        let holds = matches!(wanted, Activation::Relu | Activation::Mish);
        (holds && is_same(&self.blocks, wanted)).then_some(wanted)
    }

    /// Whether the trunk can run in bytes.
    pub fn runs_in_bytes(&self) -> bool {
        self.byte_activation().is_some()
    }
}

fn collect<'a>(blocks: &'a [Block], found: &mut Vec<&'a Conv>) {
    for block in blocks {
        match block {
            Block::Plain { first, second, .. } => found.extend([first, second]),
            Block::Pooling(p) => found.extend([&p.regular, &p.pooled, &p.second]),
            Block::Nested { narrow, inner, widen, .. } => {
                found.push(narrow);
                collect(inner, found);
                found.push(widen);
            }
            Block::Attention(_) | Block::FeedForward(_) | Block::Rms { .. } => {}
        }
    }
}

/// Weights of the dense layers at each point.
fn connections(blocks: &[Block]) -> usize {
    let weights = |layers: &[&Dense]| layers.iter().map(|dense| dense.weights.len()).sum();
    let of_block = |block: &Block| match block {
        Block::Nested { inner, .. } => connections(inner),
        Block::Attention(a) => weights(&[&a.query, &a.key, &a.value, &a.out]),
        Block::FeedForward(f) => weights(&[&f.first, &f.gate, &f.second]),
        Block::Plain { .. } | Block::Pooling(_) | Block::Rms { .. } => 0,
    };
    blocks.iter().map(of_block).sum()
}

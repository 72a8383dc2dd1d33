//! A network ready to run: the first layer, the trunk in single precision or in bytes, and the heads.

use super::bytes::{Bytes, BytesSpace, Ranges};
use super::float::{Float, FloatSpace, padded};
use super::heads::{HeadSpace, Heads};
use super::inputs::{Inputs, Output};
use super::model::{GLOBALS, Model, PLANES};
use heibai_kernels::net::{Lane, first_layer};
use std::fmt;

/// Why a network cannot run here, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkError(pub String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// How a trunk computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Single precision.
    Float,
    /// Bytes: about twice as fast, slightly less exact.
    Bytes,
}

enum Trunk {
    Float(Float),
    Bytes(Bytes),
}

pub struct Network {
    model: Model,
    lane: Lane,
    /// The first layer's weights, rows padded.
    first: Vec<f32>,
    trunk: Trunk,
    heads: Heads,
}

enum TrunkSpace {
    Float(FloatSpace),
    Bytes(BytesSpace),
}

/// Scratch memory for evaluations; one per thread.
#[derive(Default)]
pub struct Scratch {
    /// The board size and number of boards that the memory is made for.
    shape: (usize, usize),
    trunk: Option<TrunkSpace>,
    /// The output of the first layer for the plane of ones.
    base: Vec<f32>,
    rows: Vec<f32>,
    globals: Vec<f32>,
    heads: HeadSpace,
}

impl Network {
    pub fn float(model: Model) -> Result<Network, NetworkError> {
        let trunk = Trunk::Float(Float::new(&model)?);
        Ok(Network::new(model, trunk))
    }

    /// In bytes, with the model's own ranges.
    pub fn bytes(model: Model) -> Result<Network, NetworkError> {
        let ranges = Ranges::of(&model)?;
        let trunk = Trunk::Bytes(Bytes::new(&model, &ranges)?);
        Ok(Network::new(model, trunk))
    }

    fn new(model: Model, trunk: Trunk) -> Network {
        let stride = padded(model.channels());
        let mut first = vec![0.0; model.first.width.pow(2) * PLANES * stride];
        for (to, from) in
            first.chunks_exact_mut(stride).zip(model.first.weights.chunks_exact(model.channels()))
        {
            to[..from.len()].copy_from_slice(from);
        }
        let heads = Heads::new(&model, stride);
        Network { model, lane: Lane::best(), first, trunk, heads }
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    pub fn into_model(self) -> Model {
        self.model
    }

    pub fn lane(&self) -> Lane {
        self.lane
    }

    pub fn precision(&self) -> Precision {
        match self.trunk {
            Trunk::Float(_) => Precision::Float,
            Trunk::Bytes(_) => Precision::Bytes,
        }
    }

    /// Evaluates one position.
    pub fn evaluate(&self, scratch: &mut Scratch, inputs: &Inputs) -> Output {
        self.evaluate_all(scratch, std::slice::from_ref(inputs)).pop().expect("one answer for one position")
    }

    /// Evaluates several positions of one board size.
    pub fn evaluate_all(&self, scratch: &mut Scratch, inputs: &[Inputs]) -> Vec<Output> {
        self.watched(scratch, inputs, None)
    }

    /// Evaluates, calling `watch` with the inputs of each convolution; only in single precision.
    pub(super) fn watched(
        &self,
        scratch: &mut Scratch,
        inputs: &[Inputs],
        watch: Option<super::float::Watch<'_>>,
    ) -> Vec<Output> {
        let Some(size) = inputs.first().map(Inputs::size) else { return Vec::new() };
        assert!(inputs.iter().all(|i| i.size() == size), "boards of one size");
        self.prepare(scratch, size, inputs.len());
        self.first(scratch, inputs);
        match (&self.trunk, scratch.trunk.as_mut()) {
            (Trunk::Float(trunk), Some(TrunkSpace::Float(space))) => {
                trunk.run(self.lane, space, &mut scratch.rows, watch);
            }
            (Trunk::Bytes(trunk), Some(TrunkSpace::Bytes(space))) => {
                trunk.run(self.lane, space, &mut scratch.rows);
            }
            _ => unreachable!("prepared for this trunk"),
        }
        let stride = padded(self.model.channels());
        let boards = scratch.rows.chunks_exact(size * size * stride);
        boards.map(|tip| self.heads.run(self.lane, tip, size, &mut scratch.heads)).collect()
    }

    fn prepare(&self, scratch: &mut Scratch, size: usize, boards: usize) {
        if scratch.shape == (size, boards) && scratch.trunk.is_some() {
            return;
        }
        scratch.trunk = Some(match &self.trunk {
            Trunk::Float(trunk) => TrunkSpace::Float(trunk.space(size, boards)),
            Trunk::Bytes(trunk) => TrunkSpace::Bytes(trunk.space(size, boards)),
        });
        let (area, stride) = (size * size, padded(self.model.channels()));
        scratch.base.clear();
        scratch.base.resize(area * stride, 0.0);
        let starts: Vec<u32> = (0..=area as u32).collect();
        self.add_planes(size, &vec![0; area], &starts, &mut scratch.base);
        scratch.shape = (size, boards);
    }

    fn add_planes(&self, size: usize, planes: &[u16], starts: &[u32], out: &mut [f32]) {
        let (width, stride) = (self.model.first.width, padded(self.model.channels()));
        first_layer(self.lane, size, width, PLANES, &self.first, planes, starts, out, stride);
    }

    fn first(&self, scratch: &mut Scratch, inputs: &[Inputs]) {
        let stride = padded(self.model.channels());
        scratch.rows.clear();
        for inputs in inputs {
            let start = scratch.rows.len();
            scratch.rows.extend_from_slice(&scratch.base);
            let board = &mut scratch.rows[start..];
            debug_assert_eq!(inputs.globals.len(), GLOBALS);
            self.model.globals.apply(&inputs.globals, &mut scratch.globals);
            for row in board.chunks_exact_mut(stride) {
                row.iter_mut().zip(&scratch.globals).for_each(|(x, global)| *x += global);
            }
            self.add_planes(inputs.size(), inputs.planes(), inputs.starts(), board);
        }
    }
}

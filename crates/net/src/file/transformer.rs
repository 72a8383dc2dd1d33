//! Transformer blocks in our own format.

use super::super::blocks::ReadBlocks;
use super::super::katago::BadNetwork;
use super::super::model::{Attention, Block, Dense, FeedForward, RmsNorm};
use super::{MOST_CHANNELS, Reader, Writer};

impl Writer<'_> {
    fn rms_norm(&mut self, norm: &RmsNorm) {
        self.floats(&[norm.epsilon]);
        self.floats(&norm.weights);
    }

    pub(super) fn attention(&mut self, attention: &Attention) {
        self.bytes.push(3);
        [attention.heads, attention.groups, attention.turns.len()].into_iter().for_each(|n| self.short(n));
        self.rms_norm(&attention.norm);
        [&attention.query, &attention.key, &attention.value, &attention.out]
            .into_iter()
            .for_each(|d| self.dense(d));
        self.floats(attention.turns.as_flattened());
    }

    pub(super) fn feed_forward(&mut self, layers: &FeedForward) {
        self.bytes.push(4);
        self.rms_norm(&layers.norm);
        [&layers.first, &layers.gate, &layers.second].into_iter().for_each(|d| self.dense(d));
    }
}

impl Reader<'_> {
    pub(super) fn positive(&mut self) -> Result<f32, BadNetwork> {
        let found = self.floats(1)?[0];
        if found > 0.0 { Ok(found) } else { self.bad("a normalisation divides by nothing") }
    }

    fn without_bias(&self, layers: &[&Dense]) -> Result<(), BadNetwork> {
        let has_none = layers.iter().all(|dense| dense.bias.is_empty());
        if has_none { Ok(()) } else { self.bad("connections at each point have no bias") }
    }

    fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, BadNetwork> {
        Ok(RmsNorm { epsilon: self.positive()?, weights: self.floats(channels)? })
    }

    pub(super) fn attention(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        let heads = self.short("a number of heads", 1..=MOST_CHANNELS)?;
        let groups = self.short("a number of heads", 1..=heads)?;
        let turns = self.short("a number of turns", 0..=MOST_CHANNELS)?;
        let norm = self.rms_norm(channels)?;
        let query = self.dense(channels, None)?;
        let key = self.dense(channels, None)?;
        let value = self.dense(channels, None)?;
        let width = query.outputs / heads;
        let shapes = [
            heads % groups == 0,
            query.outputs % heads == 0,
            key.outputs == groups * width,
            value.outputs % groups == 0,
            turns == 0 || width % 2 == 0 && turns == groups * width / 2,
        ];
        if shapes.contains(&false) {
            return self.bad("the heads of an attention do not fit each other");
        }
        let out = self.dense(heads * (value.outputs / groups), Some(channels))?;
        self.without_bias(&[&query, &key, &value, &out])?;
        let turns = self.floats(2 * turns)?.as_chunks::<2>().0.to_vec();
        Ok(Block::Attention(Box::new(Attention { norm, heads, groups, query, key, value, out, turns })))
    }

    pub(super) fn feed_forward(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        let norm = self.rms_norm(channels)?;
        let first = self.dense(channels, None)?;
        let gate = self.dense(channels, Some(first.outputs))?;
        let second = self.dense(first.outputs, Some(channels))?;
        self.without_bias(&[&first, &gate, &second])?;
        Ok(Block::FeedForward(Box::new(FeedForward { norm, first, gate, second })))
    }
}

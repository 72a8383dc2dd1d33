//! Transformer blocks in KataGo's format, model version 15 and later.

use super::super::blocks::ReadBlocks;
use super::super::model::{Attention, Block, FeedForward, Norm, RmsNorm};
use super::{BadNetwork, MOST_CHANNELS, Reader};

const MOST_HEADS: usize = 256;

impl Reader<'_> {
    pub(super) fn attention(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        let heads = self.number("a number of heads", 1..=MOST_HEADS)?;
        let groups = self.number("a number of heads", 1..=heads)?;
        if heads % groups != 0 {
            return self.bad(format!("{heads} heads cannot share {groups} heads of keys"));
        }
        let width = self.number("a head's width", 1..=MOST_CHANNELS / heads)?;
        let value_width = self.number("a head's width", 1..=MOST_CHANNELS / heads)?;
        let turns = self.number("a yes or no", 0..=1)? == 1;
        let learned = self.number("a yes or no", 0..=1)? == 1;
        if turns && width % 2 == 1 {
            return self.bad("a head that is turned needs an even width");
        }
        let norm = self.rms_norm(channels)?;
        let query = self.dense(channels, Some(heads * width))?;
        let key = self.dense(channels, Some(groups * width))?;
        let value = self.dense(channels, Some(groups * value_width))?;
        let out = self.dense(heads * value_width, Some(channels))?;
        let turns = match (turns, learned) {
            (false, _) => Vec::new(),
            (true, true) => self.learned_turns(groups, width / 2)?,
            (true, false) => self.fixed_turns(groups, width / 2)?,
        };
        Ok(Block::Attention(Box::new(Attention { norm, heads, groups, query, key, value, out, turns })))
    }

    fn learned_turns(&mut self, groups: usize, pairs: usize) -> Result<Vec<[f32; 2]>, BadNetwork> {
        self.word("a layer's name")?;
        self.number("a number of heads", groups..=groups)?;
        self.number("a number of pairs", pairs..=pairs)?;
        self.number("a number of directions", 2..=2)?;
        let numbers = self.floats(groups * pairs * 2)?;
        Ok(numbers.as_chunks::<2>().0.to_vec())
    }

    /// Fixed rotary frequencies: half of the pairs rotate with steps down, the other half with steps to the right,
    /// each slower than the one before.
    fn fixed_turns(&mut self, groups: usize, pairs: usize) -> Result<Vec<[f32; 2]>, BadNetwork> {
        self.word("a layer's name")?;
        let theta = self.positive("the base of the turns")?;
        let half = pairs / 2;
        let slower = |pair: usize| 1.0 / theta.powf(2.0 * pair as f32 / pairs as f32);
        let turn = |pair: usize| if pair < half { [0.0, slower(pair)] } else { [slower(pair - half), 0.0] };
        Ok((0..groups * pairs).map(|index| turn(index % pairs)).collect())
    }

    pub(super) fn feed_forward(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        self.number("a number of channels", channels..=channels)?;
        let hidden = self.number("a number of channels", 1..=MOST_CHANNELS)?;
        if self.number("a yes or no", 0..=1)? == 0 {
            return self.bad("connections without a gate are not supported");
        }
        let norm = self.rms_norm(channels)?;
        let first = self.dense(channels, Some(hidden))?;
        let gate = self.dense(channels, Some(hidden))?;
        let second = self.dense(hidden, Some(channels))?;
        Ok(Block::FeedForward(Box::new(FeedForward { norm, first, gate, second })))
    }

    fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, BadNetwork> {
        self.word("a layer's name")?;
        self.number("a number of channels", channels..=channels)?;
        let epsilon = self.positive("a normalisation's epsilon")?;
        Ok(RmsNorm { epsilon, weights: self.floats(channels)? })
    }

    /// The normalisation after the last block, if it is an RMS norm.
    pub(super) fn rms_tip(&mut self, channels: usize) -> Result<(Block, Norm), BadNetwork> {
        self.word("a layer's name")?;
        self.number("a number of channels", channels..=channels)?;
        let epsilon = self.positive("a normalisation's epsilon")?;
        let whole_board = self.number("a yes or no", 0..=1)? == 1;
        self.number("channels normalised together", 0..=0)?;
        let norm = Norm { scale: self.floats(channels)?, bias: self.floats(channels)? };
        Ok((Block::Rms { epsilon, whole_board }, norm))
    }
}

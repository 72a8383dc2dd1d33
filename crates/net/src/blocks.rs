//! Reads the blocks of a trunk, whose layers have the same order in both file formats.

use super::katago::BadNetwork;
use super::model::{Block, Conv, Dense, Pooling, Rectifier};

/// A reader of layers. A size that is given must match the file.
pub(super) trait ReadBlocks {
    /// A convolution of the trunk; `shared` means that it has the same input as the one before.
    fn inner(&mut self, inputs: usize, outputs: Option<usize>, shared: bool) -> Result<Conv, BadNetwork>;

    fn rectifier(&mut self, channels: usize) -> Result<Rectifier, BadNetwork>;

    fn dense(&mut self, inputs: usize, outputs: Option<usize>) -> Result<Dense, BadNetwork>;

    fn plain_block(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        let before = self.rectifier(channels)?;
        let first = self.inner(channels, None, false)?;
        let between = self.rectifier(first.outputs)?;
        let second = self.inner(first.outputs, Some(channels), false)?;
        Ok(Block::Plain { before, first, between, second })
    }

    fn pooling_block(&mut self, channels: usize) -> Result<Block, BadNetwork> {
        let before = self.rectifier(channels)?;
        let regular = self.inner(channels, None, false)?;
        let pooled = self.inner(channels, None, true)?;
        let pool = self.rectifier(pooled.outputs)?;
        let to_bias = self.dense(pooled.outputs * 3, Some(regular.outputs))?;
        let between = self.rectifier(regular.outputs)?;
        let second = self.inner(regular.outputs, Some(channels), false)?;
        Ok(Block::Pooling(Box::new(Pooling { before, regular, pooled, pool, to_bias, between, second })))
    }
}

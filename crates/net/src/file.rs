//! Our own network file: weights of the trunk in bytes where the ranges are known, the rest in single
//! precision, and a checksum. Described in `docs/formats/network.md`.

mod transformer;

use super::blocks::ReadBlocks;
use super::katago::{self, BadNetwork};
use super::model::{
    Activation, Block, Conv, Dense, GLOBALS, Model, Norm, PLANES, PolicyHead, Rectifier, Scaling, ValueHead,
};
use flate2::Crc;

const MAGIC: &[u8; 8] = b"HBNET\x00\x00\x01";
const MOST_CHANNELS: usize = 4096;
const MOST_BLOCKS: usize = 1000;

/// Reads a network in our own format or in KataGo's, whichever it is.
pub fn read(bytes: &[u8]) -> Result<Model, BadNetwork> {
    if !bytes.starts_with(MAGIC) {
        return katago::read(bytes);
    }
    let bad = |at, reason: &str| Err(BadNetwork { at, reason: reason.to_owned() });
    let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
        return bad(bytes.len(), "the file is cut off");
    };
    let mut crc = Crc::new();
    crc.update(body);
    if crc.sum() != u32::from_le_bytes(*sum) {
        return bad(body.len(), "the checksum is wrong: the file is damaged or cut off");
    }
    let mut reader = Reader { bytes: body, at: MAGIC.len(), ranges: Vec::new() };
    let model = reader.model()?;
    if reader.at != body.len() { reader.bad("bytes are left over") } else { Ok(model) }
}

/// The network in our own format. Trunk weights are rounded to bytes if the model has ranges.
pub fn write(model: &Model) -> Vec<u8> {
    let mut writer = Writer { bytes: MAGIC.to_vec(), ranges: &model.ranges };
    writer.model(model);
    let mut crc = Crc::new();
    crc.update(&writer.bytes);
    writer.bytes.extend(crc.sum().to_le_bytes());
    writer.bytes
}

struct Writer<'a> {
    bytes: Vec<u8>,
    /// Ranges of the trunk's remaining convolutions.
    ranges: &'a [f32],
}

impl Writer<'_> {
    fn short(&mut self, number: usize) {
        self.bytes.extend((number as u16).to_le_bytes());
    }

    fn floats(&mut self, numbers: &[f32]) {
        self.bytes.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
    }

    fn conv(&mut self, conv: &Conv) {
        [conv.width, conv.inputs, conv.outputs].into_iter().for_each(|n| self.short(n));
        self.floats(&conv.weights);
    }

    /// A convolution of the trunk, in bytes if there are ranges.
    fn inner(&mut self, conv: &Conv) {
        [conv.width, conv.inputs, conv.outputs].into_iter().for_each(|n| self.short(n));
        let Some(ranges) = self.ranges.split_off(..conv.inputs) else {
            self.bytes.push(0);
            return self.floats(&conv.weights);
        };
        self.bytes.push(1);
        self.floats(ranges);
        self.rounded(conv, ranges);
    }

    fn rounded(&mut self, conv: &Conv, ranges: &[f32]) {
        let row_scale = |row: usize| ranges[row % conv.inputs].max(1e-6) / 255.0;
        let rows = || conv.weights.chunks_exact(conv.outputs).enumerate();
        let mut units = vec![1e-12f32; conv.outputs];
        for (row, weights) in rows() {
            let step = row_scale(row);
            units.iter_mut().zip(weights).for_each(|(unit, w)| *unit = unit.max((w * step).abs() / 127.0));
        }
        self.floats(&units);
        for (row, weights) in rows() {
            let step = row_scale(row);
            let bytes = weights.iter().zip(&units).map(|(w, unit)| (w * step / unit).round() as i8 as u8);
            self.bytes.extend(bytes);
        }
    }

    fn rectifier(&mut self, rectifier: &Rectifier) {
        self.short(rectifier.channels());
        self.floats(&rectifier.norm.scale);
        self.floats(&rectifier.norm.bias);
        self.bytes.push(rectifier.activation as u8);
    }

    fn dense(&mut self, dense: &Dense) {
        [dense.inputs, dense.outputs, dense.bias.len()].into_iter().for_each(|n| self.short(n));
        self.floats(&dense.weights);
        self.floats(&dense.bias);
    }

    fn blocks(&mut self, blocks: &[Block]) {
        self.short(blocks.len());
        for block in blocks {
            match block {
                Block::Plain { before, first, between, second } => {
                    self.bytes.push(0);
                    self.rectifier(before);
                    self.inner(first);
                    self.rectifier(between);
                    self.inner(second);
                }
                Block::Pooling(p) => {
                    self.bytes.push(1);
                    self.rectifier(&p.before);
                    // The two share their input, so they share its ranges.
                    let shared = self.ranges;
                    self.inner(&p.regular);
                    self.ranges = shared;
                    self.inner(&p.pooled);
                    self.rectifier(&p.pool);
                    self.dense(&p.to_bias);
                    self.rectifier(&p.between);
                    self.inner(&p.second);
                }
                Block::Nested { before, narrow, inner, after, widen } => {
                    self.bytes.push(2);
                    self.rectifier(before);
                    self.inner(narrow);
                    self.blocks(inner);
                    self.rectifier(after);
                    self.inner(widen);
                }
                Block::Attention(attention) => self.attention(attention),
                Block::FeedForward(layers) => self.feed_forward(layers),
                Block::Rms { epsilon, whole_board } => {
                    self.bytes.extend([5, u8::from(*whole_board)]);
                    self.floats(&[*epsilon]);
                }
            }
        }
    }

    fn model(&mut self, model: &Model) {
        let name = &model.name.as_bytes()[..model.name.len().min(128)];
        self.short(name.len());
        self.bytes.extend_from_slice(name);
        self.short(model.version as usize);
        self.floats(&[model.scaling.score, model.scaling.deviation, model.scaling.lead]);
        self.conv(&model.first);
        self.dense(&model.globals);
        self.blocks(&model.blocks);
        self.rectifier(&model.tip);
        let policy = &model.policy;
        self.conv(&policy.points);
        self.conv(&policy.pooled);
        self.rectifier(&policy.pool);
        self.dense(&policy.to_bias);
        self.rectifier(&policy.between);
        self.conv(&policy.last);
        self.dense(&policy.pass);
        self.bytes.push(u8::from(policy.pass_more.is_some()));
        if let Some((activation, more)) = &policy.pass_more {
            self.bytes.push(*activation as u8);
            self.dense(more);
        }
        let value = &model.value;
        self.conv(&value.conv);
        self.rectifier(&value.rectifier);
        self.dense(&value.hidden);
        self.bytes.push(value.activation as u8);
        self.dense(&value.value);
        self.dense(&value.score);
        self.conv(&value.ownership);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    ranges: Vec<f32>,
}

impl<'a> Reader<'a> {
    fn bad<T>(&self, reason: impl Into<String>) -> Result<T, BadNetwork> {
        Err(BadNetwork { at: self.at, reason: reason.into() })
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], BadNetwork> {
        let Some(found) = self.bytes[self.at..].get(..count) else { return self.bad("the file is cut off") };
        self.at += count;
        Ok(found)
    }

    fn byte(&mut self) -> Result<u8, BadNetwork> {
        Ok(self.take(1)?[0])
    }

    fn short(&mut self, what: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, BadNetwork> {
        let bytes = self.take(2)?;
        let number = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        if range.contains(&number) { Ok(number) } else { self.bad(format!("{what} is {number}")) }
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, BadNetwork> {
        let bytes = self.take(count.saturating_mul(4))?;
        let floats: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect();
        if floats.iter().all(|x| x.is_finite()) { Ok(floats) } else { self.bad("a weight is not a number") }
    }

    fn sizes(&mut self, inputs: Option<usize>, outputs: Option<usize>) -> Result<Conv, BadNetwork> {
        let width = self.short("a filter's width", 1..=9)?;
        let [found_in, found_out] = [(); 2].map(|()| self.short("a number of channels", 1..=MOST_CHANNELS));
        let (found_in, found_out) = (found_in?, found_out?);
        let wrong = |wanted: Option<usize>, found| wanted.is_some_and(|wanted| wanted != found);
        if width % 2 == 0 || wrong(inputs, found_in) || wrong(outputs, found_out) {
            return self.bad("a layer does not fit its neighbours");
        }
        Ok(Conv { width, inputs: found_in, outputs: found_out, weights: Vec::new() })
    }

    fn conv(&mut self, inputs: Option<usize>, outputs: Option<usize>) -> Result<Conv, BadNetwork> {
        let mut conv = self.sizes(inputs, outputs)?;
        conv.weights = self.floats(conv.width * conv.width * conv.inputs * conv.outputs)?;
        Ok(conv)
    }

    fn activation(&mut self) -> Result<Activation, BadNetwork> {
        let all = [Activation::Identity, Activation::Relu, Activation::Mish, Activation::Silu];
        let byte = self.byte()?;
        all.get(usize::from(byte))
            .copied()
            .map_or_else(|| self.bad(format!("no activation has the number {byte}")), Ok)
    }

    fn blocks(&mut self, channels: usize, depth: usize) -> Result<Vec<Block>, BadNetwork> {
        let count = self.short("a number of blocks", 1..=MOST_BLOCKS)?;
        if depth > 4 {
            return self.bad("blocks are nested too deeply");
        }
        (0..count).map(|_| self.block(channels, depth)).collect()
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<Block, BadNetwork> {
        match self.byte()? {
            0 => self.plain_block(channels),
            1 => self.pooling_block(channels),
            2 => {
                let before = self.rectifier(channels)?;
                let narrow = self.inner(channels, None, false)?;
                let inner = self.blocks(narrow.outputs, depth + 1)?;
                let after = self.rectifier(narrow.outputs)?;
                let widen = self.inner(narrow.outputs, Some(channels), false)?;
                Ok(Block::Nested { before, narrow, inner, after, widen })
            }
            3 => self.attention(channels),
            4 => self.feed_forward(channels),
            5 => Ok(Block::Rms { whole_board: self.byte()? != 0, epsilon: self.positive()? }),
            kind => self.bad(format!("no kind of block has the number {kind}")),
        }
    }

    fn model(&mut self) -> Result<Model, BadNetwork> {
        let length = self.short("the name's length", 0..=128)?;
        let name = String::from_utf8_lossy(self.take(length)?).into_owned();
        let version = self.short("the version", 8..=16)? as u32;
        let scaling = self.floats(3)?;
        let scaling = Scaling { score: scaling[0], deviation: scaling[1], lead: scaling[2] };
        let first = self.conv(Some(PLANES), None)?;
        let channels = first.outputs;
        let globals = self.dense(GLOBALS, Some(channels))?;
        let blocks = self.blocks(channels, 0)?;
        let tip = self.rectifier(channels)?;
        let policy = self.policy(channels)?;
        let value = self.value(channels)?;
        let ranges = std::mem::take(&mut self.ranges);
        Ok(Model { name, version, scaling, first, globals, blocks, tip, policy, value, ranges })
    }

    fn policy(&mut self, channels: usize) -> Result<PolicyHead, BadNetwork> {
        let points = self.conv(Some(channels), None)?;
        let pooled = self.conv(Some(channels), None)?;
        let pool = self.rectifier(pooled.outputs)?;
        let to_bias = self.dense(pooled.outputs * 3, Some(points.outputs))?;
        let between = self.rectifier(points.outputs)?;
        let last = self.conv(Some(points.outputs), None)?;
        let pass = self.dense(pooled.outputs * 3, None)?;
        let pass_more = match self.byte()? {
            0 => None,
            _ => Some((self.activation()?, self.dense(pass.outputs, None)?)),
        };
        if points.width != 1 || pooled.width != 1 || last.width != 1 {
            return self.bad("the policy head needs 1x1 filters");
        }
        Ok(PolicyHead { points, pooled, pool, to_bias, between, last, pass, pass_more })
    }

    fn value(&mut self, channels: usize) -> Result<ValueHead, BadNetwork> {
        let conv = self.conv(Some(channels), None)?;
        let rectifier = self.rectifier(conv.outputs)?;
        let hidden = self.dense(conv.outputs * 3, None)?;
        let activation = self.activation()?;
        let value = self.dense(hidden.outputs, Some(3))?;
        let score = self.dense(hidden.outputs, None)?;
        let ownership = self.conv(Some(conv.outputs), Some(1))?;
        if conv.width != 1 || ownership.width != 1 || score.outputs < 3 {
            return self.bad("the value head is not complete");
        }
        Ok(ValueHead { conv, rectifier, hidden, activation, value, score, ownership })
    }
}

impl ReadBlocks for Reader<'_> {
    fn inner(&mut self, inputs: usize, outputs: Option<usize>, shared: bool) -> Result<Conv, BadNetwork> {
        let mut conv = self.sizes(Some(inputs), outputs)?;
        let count = conv.width * conv.width * conv.inputs * conv.outputs;
        if self.byte()? == 0 {
            conv.weights = self.floats(count)?;
            return Ok(conv);
        }
        let ranges = self.floats(conv.inputs)?;
        let units = self.floats(conv.outputs)?;
        let bytes = self.take(count)?;
        let weight = |(i, &byte): (usize, &u8)| {
            let step = ranges[i / conv.outputs % conv.inputs].max(1e-6) / 255.0;
            f32::from(byte as i8) * units[i % conv.outputs] / step
        };
        conv.weights = bytes.iter().enumerate().map(weight).collect();
        if !shared {
            self.ranges.extend(ranges);
        }
        if conv.weights.iter().all(|x| x.is_finite()) {
            Ok(conv)
        } else {
            self.bad("a weight is not a number")
        }
    }

    fn rectifier(&mut self, channels: usize) -> Result<Rectifier, BadNetwork> {
        self.short("a number of channels", channels..=channels)?;
        let norm = Norm { scale: self.floats(channels)?, bias: self.floats(channels)? };
        Ok(Rectifier { norm, activation: self.activation()? })
    }

    fn dense(&mut self, inputs: usize, outputs: Option<usize>) -> Result<Dense, BadNetwork> {
        self.short("a number of channels", inputs..=inputs)?;
        let found = self.short("a number of channels", 1..=MOST_CHANNELS)?;
        let bias = self.short("a number of channels", 0..=found)?;
        if outputs.is_some_and(|outputs| outputs != found) || (bias != 0 && bias != found) {
            return self.bad("a layer does not fit its neighbours");
        }
        let weights = self.floats(inputs * found)?;
        Ok(Dense { inputs, outputs: found, weights, bias: self.floats(bias)? })
    }
}

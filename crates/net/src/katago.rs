//! Reads networks in KataGo's format (`.bin.gz`, `.bin`, `.txt.gz`, `.txt`), model versions 8 to 16: words
//! separated by white space, and blocks of weights as text or after `@BIN@` as little-endian numbers.

mod transformer;

use super::blocks::ReadBlocks;
use super::model::{
    Activation, Block, Conv, Dense, GLOBALS, Model, Norm, PLANES, PolicyHead, Rectifier, Scaling, ValueHead,
};
use flate2::read::MultiGzDecoder;
use std::fmt;
use std::io::Read;

/// Why a file is not a valid network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadNetwork {
    /// The byte of the uncompressed file where reading failed.
    pub at: usize,
    pub reason: String,
}

impl fmt::Display for BadNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at, self.reason)
    }
}

impl std::error::Error for BadNetwork {}

/// No network of today is larger; a file that claims to be is refused before memory is allocated.
const MOST_BYTES: u64 = 1 << 30;
const MOST_CHANNELS: usize = 4096;
const MOST_BLOCKS: usize = 1000;

/// Decompresses gzip if it is gzip. Weights hardly compress, so a file that grows more than sixteenfold is refused.
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, BadNetwork> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.to_vec());
    }
    let limit = MOST_BYTES.min(bytes.len() as u64 * 16 + 4096);
    let mut unpacked = Vec::new();
    let result = MultiGzDecoder::new(bytes).take(limit + 1).read_to_end(&mut unpacked);
    let bad = |reason: String| BadNetwork { at: unpacked.len(), reason };
    result.map_err(|error| bad(format!("the packed data are broken: {error}")))?;
    if unpacked.len() as u64 > limit {
        return Err(bad("the file unpacks to far more than a network needs".to_owned()));
    }
    Ok(unpacked)
}

/// Reads a network from the bytes of a file, compressed or not.
pub fn read(bytes: &[u8]) -> Result<Model, BadNetwork> {
    let unpacked = unpack(bytes)?;
    let mut reader = Reader { bytes: &unpacked, at: 0, version: 8 };
    reader.model()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    version: u32,
}

impl Reader<'_> {
    fn bad<T>(&self, reason: impl Into<String>) -> Result<T, BadNetwork> {
        Err(BadNetwork { at: self.at, reason: reason.into() })
    }

    fn word(&mut self, what: &str) -> Result<String, BadNetwork> {
        let rest = &self.bytes[self.at..];
        let Some(start) = rest.iter().position(|b| !b.is_ascii_whitespace()) else {
            return self.bad(format!("the file ends where {what} should be"));
        };
        let word = &rest[start..];
        let end = word.iter().position(u8::is_ascii_whitespace).unwrap_or(word.len());
        if end > 128 || !word[..end].iter().all(|b| b.is_ascii_graphic()) {
            return self.bad(format!("expected {what}, found something else"));
        }
        self.at += start + end;
        Ok(String::from_utf8_lossy(&word[..end]).into_owned())
    }

    fn number(&mut self, what: &str, range: std::ops::RangeInclusive<usize>) -> Result<usize, BadNetwork> {
        let word = self.word(what)?;
        match word.parse::<usize>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => self.bad(format!("{what} is '{word}', expected {} to {}", range.start(), range.end())),
        }
    }

    fn positive(&mut self, what: &str) -> Result<f32, BadNetwork> {
        let word = self.word(what)?;
        match word.parse::<f32>() {
            Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
            _ => self.bad(format!("{what} is '{word}', expected a positive number")),
        }
    }

    /// `count` weights, as text or binary.
    fn floats(&mut self, count: usize) -> Result<Vec<f32>, BadNetwork> {
        let skip = self.bytes[self.at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        let rest = &self.bytes[self.at + skip..];
        let Some(rest) = rest.strip_prefix(b"@BIN@") else {
            // Each number takes at least two bytes, so a short file cannot cause a large allocation.
            if count > rest.len() / 2 + 1 {
                return self.bad(format!("expected {count} weights, the file ends before"));
            }
            return (0..count).map(|_| self.float()).collect();
        };
        let Some(data) = count.checked_mul(4).and_then(|length| rest.get(..length)) else {
            return self.bad(format!("expected {count} weights, the file ends before"));
        };
        let floats: Vec<f32> =
            data.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        self.at += skip + 5 + data.len();
        if floats.iter().any(|x| !x.is_finite()) {
            return self.bad("a weight is not a number");
        }
        Ok(floats)
    }

    fn float(&mut self) -> Result<f32, BadNetwork> {
        let word = self.word("a weight")?;
        match word.parse::<f32>() {
            Ok(x) if x.is_finite() => Ok(x),
            _ => self.bad(format!("'{word}' is no weight")),
        }
    }

    fn conv(&mut self, inputs: Option<usize>, outputs: Option<usize>) -> Result<Conv, BadNetwork> {
        let name = self.word("a layer's name")?;
        let height = self.number("a filter's height", 1..=9)?;
        let width = self.number("a filter's width", 1..=9)?;
        let found = (
            self.number("a number of channels", 1..=MOST_CHANNELS)?,
            self.number("a number of channels", 1..=MOST_CHANNELS)?,
        );
        let dilation =
            (self.number("a filter's dilation", 1..=9)?, self.number("a filter's dilation", 1..=9)?);
        if height != width || width % 2 == 0 || dilation != (1, 1) {
            return self
                .bad(format!("layer {name}: only odd, square filters without dilation are supported"));
        }
        self.fits(&name, "inputs", found.0, inputs)?;
        self.fits(&name, "outputs", found.1, outputs)?;
        let weights = self.floats(width * width * found.0 * found.1)?;
        Ok(Conv { width, inputs: found.0, outputs: found.1, weights })
    }

    fn fits(&self, name: &str, what: &str, found: usize, wanted: Option<usize>) -> Result<(), BadNetwork> {
        match wanted {
            Some(wanted) if wanted != found => {
                self.bad(format!("layer {name} has {found} {what}, its neighbour needs {wanted}"))
            }
            _ => Ok(()),
        }
    }

    fn norm(&mut self, channels: usize) -> Result<Norm, BadNetwork> {
        let name = self.word("a layer's name")?;
        let found = self.number("a number of channels", 1..=MOST_CHANNELS)?;
        self.fits(&name, "channels", found, Some(channels))?;
        let epsilon = self.positive("a normalisation's epsilon")?;
        let has_scale = self.number("a yes or no", 0..=1)? == 1;
        let has_bias = self.number("a yes or no", 0..=1)? == 1;
        let mean = self.floats(channels)?;
        let variance = self.floats(channels)?;
        let mut scale = if has_scale { self.floats(channels)? } else { vec![1.0; channels] };
        let mut bias = if has_bias { self.floats(channels)? } else { vec![0.0; channels] };
        for c in 0..channels {
            scale[c] /= (variance[c] + epsilon).sqrt();
            bias[c] -= mean[c] * scale[c];
        }
        if scale.iter().chain(&bias).any(|x| !x.is_finite()) {
            return self.bad(format!("normalisation {name} divides by nothing"));
        }
        Ok(Norm { scale, bias })
    }

    fn activation(&mut self) -> Result<Activation, BadNetwork> {
        self.word("an activation's name")?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        let kind = self.word("an activation")?;
        match kind.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            _ => self.bad(format!("no activation is called '{kind}'")),
        }
    }

    fn with_bias(&mut self, mut dense: Dense) -> Result<Dense, BadNetwork> {
        let name = self.word("a layer's name")?;
        let found = self.number("a number of channels", 1..=MOST_CHANNELS)?;
        self.fits(&name, "channels", found, Some(dense.outputs))?;
        dense.bias = self.floats(found)?;
        Ok(dense)
    }

    fn blocks(&mut self, count: usize, channels: usize, depth: usize) -> Result<Vec<Block>, BadNetwork> {
        if depth > 4 {
            return self.bad("blocks are nested too deeply");
        }
        (0..count).map(|_| self.block(channels, depth)).collect()
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<Block, BadNetwork> {
        let kind = self.word("a block")?;
        self.word("a block's name")?;
        match kind.as_str() {
            "ordinary_block" => self.plain_block(channels),
            "gpool_block" => self.pooling_block(channels),
            "nested_bottleneck_block" => {
                let count = self.number("a number of blocks", 1..=MOST_BLOCKS)?;
                let before = self.rectifier(channels)?;
                let narrow = self.conv(Some(channels), None)?;
                let inner = self.blocks(count, narrow.outputs, depth + 1)?;
                let after = self.rectifier(narrow.outputs)?;
                let widen = self.conv(Some(narrow.outputs), Some(channels))?;
                Ok(Block::Nested { before, narrow, inner, after, widen })
            }
            "transformer_attention_block" => self.attention(channels),
            "transformer_ffn_block" => self.feed_forward(channels),
            _ => self.bad(format!("blocks of the kind '{kind}' are not supported")),
        }
    }

    fn model(&mut self) -> Result<Model, BadNetwork> {
        let name = self.word("the network's name")?;
        self.version = self.number("the model version", 8..=16)? as u32;
        self.number("the number of input planes", PLANES..=PLANES)?;
        self.number("the number of global inputs", GLOBALS..=GLOBALS)?;
        let scaling = self.scaling()?;
        if self.version >= 15 {
            self.number("the kind of extra inputs", 0..=0)?;
            for _ in 0..7 {
                self.number("an option", 0..=0)?;
            }
        }
        self.word("the trunk's name")?;
        let count = self.number("a number of blocks", 1..=MOST_BLOCKS)?;
        let channels = self.number("a number of channels", 1..=MOST_CHANNELS)?;
        for _ in 0..4 {
            self.number("a number of channels", 0..=MOST_CHANNELS)?;
        }
        let mut has_rms = false;
        if self.version >= 15 {
            has_rms = self.number("the kind of the trunk's normalisations", 0..=1)? == 1;
            for _ in 0..5 {
                self.number("an option", 0..=0)?;
            }
        }
        let first = self.conv(Some(PLANES), Some(channels))?;
        let globals = self.dense(GLOBALS, Some(channels))?;
        let mut blocks = self.blocks(count, channels, 0)?;
        let tip = if has_rms {
            let (rms, norm) = self.rms_tip(channels)?;
            blocks.push(rms);
            Rectifier { norm, activation: self.activation()? }
        } else {
            self.rectifier(channels)?
        };
        let policy = self.policy(channels)?;
        let value = self.value(channels)?;
        let version = self.version;
        Ok(Model { name, version, scaling, first, globals, blocks, tip, policy, value, ranges: Vec::new() })
    }

    fn scaling(&mut self) -> Result<Scaling, BadNetwork> {
        if self.version < 13 {
            return Ok(Scaling::default());
        }
        self.positive("a multiplier")?;
        let score = self.positive("the score's multiplier")?;
        let deviation = self.positive("the score deviation's multiplier")?;
        let lead = self.positive("the lead's multiplier")?;
        for _ in 0..3 {
            self.positive("a multiplier")?;
        }
        Ok(Scaling { score, deviation, lead })
    }

    fn policy(&mut self, channels: usize) -> Result<PolicyHead, BadNetwork> {
        let outputs = match self.version {
            16 => 4,
            12..16 => 2,
            _ => 1,
        };
        self.word("the policy head's name")?;
        let points = self.conv(Some(channels), None)?;
        let pooled = self.conv(Some(channels), None)?;
        let pool = self.rectifier(pooled.outputs)?;
        let to_bias = self.dense(pooled.outputs * 3, Some(points.outputs))?;
        let between = self.rectifier(points.outputs)?;
        let last = self.conv(Some(points.outputs), Some(outputs))?;
        let (pass, pass_more) = if self.version >= 15 {
            let hidden = self.dense(pooled.outputs * 3, None)?;
            let hidden = self.with_bias(hidden)?;
            let activation = self.activation()?;
            let more = self.dense(hidden.outputs, Some(outputs))?;
            (hidden, Some((activation, more)))
        } else {
            (self.dense(pooled.outputs * 3, Some(outputs))?, None)
        };
        if points.width != 1 || pooled.width != 1 || last.width != 1 {
            return self.bad("the policy head needs 1x1 filters");
        }
        Ok(PolicyHead { points, pooled, pool, to_bias, between, last, pass, pass_more })
    }

    fn value(&mut self, channels: usize) -> Result<ValueHead, BadNetwork> {
        self.word("the value head's name")?;
        let conv = self.conv(Some(channels), None)?;
        let rectifier = self.rectifier(conv.outputs)?;
        let hidden = self.dense(conv.outputs * 3, None)?;
        let hidden = self.with_bias(hidden)?;
        let activation = self.activation()?;
        let value = self.dense(hidden.outputs, Some(3))?;
        let value = self.with_bias(value)?;
        let score = self.dense(hidden.outputs, Some(if self.version >= 9 { 6 } else { 4 }))?;
        let score = self.with_bias(score)?;
        let ownership = self.conv(Some(conv.outputs), Some(1))?;
        if conv.width != 1 || ownership.width != 1 {
            return self.bad("the value head needs 1x1 filters");
        }
        Ok(ValueHead { conv, rectifier, hidden, activation, value, score, ownership })
    }
}

impl ReadBlocks for Reader<'_> {
    fn inner(&mut self, inputs: usize, outputs: Option<usize>, _shared: bool) -> Result<Conv, BadNetwork> {
        self.conv(Some(inputs), outputs)
    }

    fn rectifier(&mut self, channels: usize) -> Result<Rectifier, BadNetwork> {
        Ok(Rectifier { norm: self.norm(channels)?, activation: self.activation()? })
    }

    fn dense(&mut self, inputs: usize, outputs: Option<usize>) -> Result<Dense, BadNetwork> {
        let name = self.word("a layer's name")?;
        let found = self.number("a number of channels", 1..=MOST_CHANNELS * 3)?;
        self.fits(&name, "inputs", found, Some(inputs))?;
        let found = self.number("a number of channels", 1..=MOST_CHANNELS)?;
        self.fits(&name, "outputs", found, outputs)?;
        let weights = self.floats(inputs * found)?;
        Ok(Dense { inputs, outputs: found, weights, bias: Vec::new() })
    }
}

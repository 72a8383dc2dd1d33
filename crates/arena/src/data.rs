//! Training data: games of self-play in compressed, checksummed frames. A file that was cut loses only the frame that was
//! being written; an index is made by reading the frame heads alone.
//!
//! A frame is `HBF1`, then four little-endian u32 (games, bytes before compression, bytes after, CRC-32 of the compressed
//! bytes), then the bytes (zstd). A game is its number, its result and its moves; see [`SelfPlayGame`].

use std::io::{self, Read, Seek, SeekFrom, Write};

const MAGIC: [u8; 4] = *b"HBF1";
const HEAD: usize = 20;
/// A frame that claims to be larger than this is no frame of ours.
const LARGEST: u32 = 1 << 28;
/// How a pass is written among points.
const PASS: u16 = u16::MAX;

/// One game of self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayGame {
    pub number: u64,
    /// 1 Black won, -1 White won, 0 drawn.
    pub result: i8,
    /// Black's margin in half points, where the game is counted.
    pub margin: i16,
    /// How many moves were given rather than chosen.
    pub opening: u16,
    /// Points row-major from the top-left corner; `None` is a pass.
    pub moves: Vec<Option<u16>>,
    /// What the mover thought of each move; NaN where it said nothing.
    pub scores: Vec<f32>,
}

impl SelfPlayGame {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.result as u8);
        bytes.extend(self.margin.to_le_bytes());
        bytes.extend(self.opening.to_le_bytes());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for mv in &self.moves {
            bytes.extend(mv.unwrap_or(PASS).to_le_bytes());
        }
        for index in 0..self.moves.len() {
            bytes.extend(self.scores.get(index).copied().unwrap_or(f32::NAN).to_le_bytes());
        }
    }

    fn read(bytes: &mut &[u8]) -> Option<SelfPlayGame> {
        let number = u64::from_le_bytes(take(bytes)?);
        let [result] = take(bytes)?;
        let margin = i16::from_le_bytes(take(bytes)?);
        let opening = u16::from_le_bytes(take(bytes)?);
        let count = u16::from_le_bytes(take(bytes)?);
        let mut moves = Vec::with_capacity(count.into());
        for _ in 0..count {
            let point = u16::from_le_bytes(take(bytes)?);
            moves.push((point != PASS).then_some(point));
        }
        let mut scores = Vec::with_capacity(count.into());
        for _ in 0..count {
            scores.push(f32::from_le_bytes(take(bytes)?));
        }
        Some(SelfPlayGame { number, result: result as i8, margin, opening, moves, scores })
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*head)
}

/// Writes one frame.
pub fn write_frame(output: &mut impl Write, games: &[SelfPlayGame]) -> io::Result<()> {
    let mut raw = Vec::new();
    games.iter().for_each(|game| game.write(&mut raw));
    let packed = zstd::bulk::compress(&raw, 9)?;
    let mut frame = Vec::with_capacity(HEAD + packed.len());
    frame.extend(MAGIC);
    for number in [games.len() as u32, raw.len() as u32, packed.len() as u32, crc32fast::hash(&packed)] {
        frame.extend(number.to_le_bytes());
    }
    frame.extend(packed);
    output.write_all(&frame)
}

/// Where a frame lies and how many games it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub offset: u64,
    pub games: u32,
    raw: u32,
    packed: u32,
    sum: u32,
}

/// The whole frames of a file. What follows the last of them is a tail that was cut, or nothing; anything else is an error, so
/// that nobody takes it for a tail and writes over it.
pub fn index(file: &mut (impl Read + Seek)) -> io::Result<Vec<Frame>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut frames = Vec::new();
    let mut offset = 0;
    while offset + HEAD as u64 <= length {
        file.seek(SeekFrom::Start(offset))?;
        let mut head = [0; HEAD];
        file.read_exact(&mut head)?;
        let number = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        let frame = Frame { offset, games: number(4), raw: number(8), packed: number(12), sum: number(16) };
        let end = offset + HEAD as u64 + u64::from(frame.packed);
        if head[..4] != MAGIC || frame.packed > LARGEST || frame.raw > LARGEST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("no frame of games at byte {offset}"),
            ));
        }
        if end > length {
            break;
        }
        frames.push(frame);
        offset = end;
    }
    Ok(frames)
}

/// Where the next frame belongs: after the last whole one.
pub fn end(frames: &[Frame]) -> u64 {
    frames.last().map_or(0, |frame| frame.offset + HEAD as u64 + u64::from(frame.packed))
}

/// The games of one frame; an error if it is damaged.
pub fn read_frame(file: &mut (impl Read + Seek), frame: &Frame) -> io::Result<Vec<SelfPlayGame>> {
    let damaged =
        |why: &str| io::Error::new(io::ErrorKind::InvalidData, format!("frame at {}: {why}", frame.offset));
    file.seek(SeekFrom::Start(frame.offset + HEAD as u64))?;
    let mut packed = vec![0; frame.packed as usize];
    file.read_exact(&mut packed)?;
    if crc32fast::hash(&packed) != frame.sum {
        return Err(damaged("the checksum does not fit"));
    }
    let raw = zstd::bulk::decompress(&packed, frame.raw as usize)?;
    let mut rest = &raw[..];
    let mut games = Vec::new();
    while !rest.is_empty() {
        games.push(SelfPlayGame::read(&mut rest).ok_or_else(|| damaged("a game is cut"))?);
    }
    if games.len() as u32 != frame.games {
        return Err(damaged("the number of games does not fit"));
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn games(from: u64) -> Vec<SelfPlayGame> {
        let game = |number| SelfPlayGame {
            number,
            result: -1,
            margin: -7,
            opening: 2,
            moves: vec![Some(27), None, Some(360)],
            scores: vec![0.5, -1.0, 2.0],
        };
        (from..from + 10).map(game).collect()
    }

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, &games(0)).unwrap();
        write_frame(&mut bytes, &games(10)).unwrap();
        bytes
    }

    #[test]
    fn games_come_back() {
        let mut file = Cursor::new(file());
        let frames = index(&mut file).unwrap();
        assert_eq!(frames.len(), 2);
        assert_eq!(read_frame(&mut file, &frames[1]).unwrap(), games(10));
    }

    #[test]
    fn a_cut_file_loses_only_its_tail() {
        let whole = file();
        for cut in 0..whole.len() {
            let mut file = Cursor::new(whole[..cut].to_vec());
            let frames = index(&mut file).unwrap();
            assert!(end(&frames) <= cut as u64);
            for frame in &frames {
                assert_eq!(read_frame(&mut file, frame).unwrap().len(), 10);
            }
        }
    }

    /// A file of something else, or one with a hole, is no file with a tail to be cut off.
    #[test]
    fn what_is_no_frame_is_no_tail() {
        let mut holed = file();
        let second = index(&mut Cursor::new(&holed)).unwrap()[1].offset;
        holed[second as usize] = b'X';
        let error = index(&mut Cursor::new(holed)).unwrap_err().to_string();
        assert!(error.contains(&format!("byte {second}")), "{error}");
        assert!(index(&mut Cursor::new(b"a text that is no training data".to_vec())).is_err());
    }

    #[test]
    fn damage_is_found() {
        let mut bytes = file();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let mut file = Cursor::new(bytes);
        let frames = index(&mut file).unwrap();
        assert!(read_frame(&mut file, &frames[0]).is_ok());
        assert!(read_frame(&mut file, &frames[1]).is_err());
    }
}

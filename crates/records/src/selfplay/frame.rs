//! The frames of a file: a header of 20 bytes, then compressed games.

use super::game::SHORTEST;
use super::{About, SelfPlayGame};
use crate::error::{Fault, Place, ReadError};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use heibai_words::{Text, failures, records as said};
use std::io::{self, Read, Seek, SeekFrom, Write};

const MAGIC: [u8; 4] = *b"HBF2";
/// The previous version, which had neither game nor rules.
const OLD: [u8; 4] = *b"HBF1";
const HEAD: usize = 20;
/// The largest frame.
const LARGEST: u32 = crate::error::MAX_GAME_BYTES as u32;

/// Writes one frame.
pub fn write_frame(output: &mut impl Write, about: &About, games: &[SelfPlayGame]) -> io::Result<()> {
    let about = about.write();
    let mut raw = Vec::new();
    raw.extend((about.len() as u16).to_le_bytes());
    raw.extend(about.as_bytes());
    games.iter().for_each(|game| game.write(&mut raw));
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&raw)?;
    let packed = encoder.finish()?;
    let mut frame = Vec::with_capacity(HEAD + packed.len());
    frame.extend(MAGIC);
    for number in [games.len() as u32, raw.len() as u32, packed.len() as u32, checksum(&packed)] {
        frame.extend(number.to_le_bytes());
    }
    frame.extend(packed);
    output.write_all(&frame)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

/// The header of a frame, and its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The offset in the file.
    pub offset: u64,
    /// The number of games.
    pub games: u32,
    raw: u32,
    packed: u32,
    sum: u32,
}

impl Frame {
    /// The offset of the next frame.
    pub fn end(&self) -> u64 {
        self.offset + HEAD as u64 + u64::from(self.packed)
    }

    fn parse(head: &[u8; HEAD], offset: u64) -> Result<Frame, ReadError> {
        let number = |i: usize| u32::from_le_bytes([head[i], head[i + 1], head[i + 2], head[i + 3]]);
        let frame = Frame { offset, games: number(4), raw: number(8), packed: number(12), sum: number(16) };
        if head[..4] == OLD {
            return Err(ReadError::unsupported(Place::Byte(offset), said::old_selfplay()));
        }
        if head[..4] != MAGIC || frame.packed > LARGEST || frame.raw > LARGEST {
            return Err(ReadError::malformed(Place::Byte(offset), said::no_frame()));
        }
        Ok(frame)
    }

    fn unpack(&self, packed: &[u8]) -> Result<(About, Vec<SelfPlayGame>), Text> {
        if checksum(packed) != self.sum {
            return Err(said::bad_checksum());
        }
        let mut raw = Vec::new();
        let inflated = ZlibDecoder::new(packed).take(u64::from(self.raw) + 1).read_to_end(&mut raw);
        if inflated.is_err() || raw.len() != self.raw as usize {
            return Err(said::bad_frame());
        }
        let length = raw.first_chunk().map_or(0, |bytes| usize::from(u16::from_le_bytes(*bytes)));
        let about = About::read(raw.get(2..2 + length).ok_or_else(said::bad_frame)?)?;
        let mut rest = &raw[2 + length..];
        let area = about.rules.size().pow(2);
        let mut games = Vec::with_capacity((self.games as usize).min(rest.len() / SHORTEST));
        while !rest.is_empty() {
            games.push(SelfPlayGame::read(&mut rest, area).ok_or_else(said::bad_frame)?);
        }
        if games.len() != self.games as usize {
            return Err(said::bad_frame());
        }
        Ok((about, games))
    }
}

fn failed(at: u64, error: &io::Error) -> ReadError {
    ReadError::new(Place::Byte(at), Fault::Source(failures::system(error)))
}

/// Reads `wanted` bytes; an error if there are fewer.
fn fill(reader: &mut impl Read, bytes: &mut Vec<u8>, wanted: usize, at: u64) -> Result<(), ReadError> {
    reader.take(wanted as u64).read_to_end(bytes).map_err(|error| failed(at, &error))?;
    if bytes.len() < wanted { Err(ReadError::malformed(Place::Byte(at), said::cut_short())) } else { Ok(()) }
}

type Contents = Result<(About, Vec<SelfPlayGame>), Text>;

/// The next frame of a stream, and the offset of the one after it; `None` at the end.
pub(super) fn next(reader: &mut impl Read, at: u64) -> Result<Option<(u64, Contents)>, ReadError> {
    let mut head = Vec::new();
    if let Err(error) = fill(reader, &mut head, HEAD, at) {
        return if head.is_empty() && matches!(error.fault, Fault::Malformed(_)) {
            Ok(None)
        } else {
            Err(error)
        };
    }
    let head = head.first_chunk().ok_or_else(|| ReadError::malformed(Place::Byte(at), said::no_frame()))?;
    let frame = Frame::parse(head, at)?;
    let mut packed = Vec::new();
    fill(reader, &mut packed, frame.packed as usize, at)?;
    Ok(Some((frame.end(), frame.unpack(&packed))))
}

/// The complete frames of a file, by their headers. After the last one there may be a truncated frame; anything else is
/// an error, so that it is not overwritten by mistake.
pub fn index(file: &mut (impl Read + Seek)) -> Result<Vec<Frame>, ReadError> {
    let length = file.seek(SeekFrom::End(0)).map_err(|error| failed(0, &error))?;
    let mut frames = Vec::new();
    let mut offset = 0;
    while offset + HEAD as u64 <= length {
        let mut head = [0; HEAD];
        let read = file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(&mut head));
        read.map_err(|error| failed(offset, &error))?;
        let frame = Frame::parse(&head, offset)?;
        if frame.end() > length {
            break;
        }
        frames.push(frame);
        offset = frame.end();
    }
    Ok(frames)
}

/// The offset for the next frame: after the last complete one.
pub fn end(frames: &[Frame]) -> u64 {
    frames.last().map_or(0, Frame::end)
}

/// Reads one frame; an error if it is damaged.
pub fn read_frame(
    file: &mut (impl Read + Seek),
    frame: &Frame,
) -> Result<(About, Vec<SelfPlayGame>), ReadError> {
    let at = frame.offset;
    file.seek(SeekFrom::Start(at + HEAD as u64)).map_err(|error| failed(at, &error))?;
    let mut packed = Vec::new();
    fill(file, &mut packed, frame.packed as usize, at)?;
    frame.unpack(&packed).map_err(|reason| ReadError::malformed(Place::Byte(at), reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::kind::Choice;
    use heibai_games::{Color, HalfPoints, Kind, Reason};
    use std::io::Cursor;

    fn about() -> About {
        let choice = Choice { size: Some(19), komi: Some(6.5), ..Choice::default() };
        About { rules: Kind::Go.rules(&choice).unwrap(), player: "alphabeta:depth=2".to_owned(), seed: 7 }
    }

    fn games(from: u64) -> Vec<SelfPlayGame> {
        let game = |number| SelfPlayGame {
            number,
            winner: Some(Color::White),
            reason: Reason::TwoPasses,
            margin: Some(HalfPoints(-7)),
            opening: 2,
            moves: vec![Some(27), None, Some(360)],
            scores: vec![0.5, -1.0, 2.0],
            visits: vec![vec![], vec![(None, 70_000), (Some(3), 1)], vec![]],
        };
        (from..from + 10).map(game).collect()
    }

    fn file() -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, &about(), &games(0)).unwrap();
        write_frame(&mut bytes, &about(), &games(10)).unwrap();
        bytes
    }

    #[test]
    fn games_come_back() {
        let mut file = Cursor::new(file());
        let frames = index(&mut file).unwrap();
        assert_eq!(frames.len(), 2);
        assert_eq!(read_frame(&mut file, &frames[1]).unwrap(), (about(), games(10)));
        let streamed: Vec<SelfPlayGame> =
            super::super::read(file.get_ref().as_slice()).map(|game| game.unwrap().1).collect();
        assert_eq!(streamed, [games(0), games(10)].concat());
    }

    #[test]
    fn a_cut_file_loses_only_its_tail() {
        let whole = file();
        let first = index(&mut Cursor::new(&whole)).unwrap()[0].end() as usize;
        for cut in 0..whole.len() {
            let mut file = Cursor::new(whole[..cut].to_vec());
            let frames = index(&mut file).unwrap();
            assert!(end(&frames) <= cut as u64);
            for frame in &frames {
                assert_eq!(read_frame(&mut file, frame).unwrap().1.len(), 10);
            }
            let streamed: Vec<_> = super::super::read(&whole[..cut]).collect();
            let (good, bad) = (streamed.iter().filter(|g| g.is_ok()), streamed.iter().filter(|g| g.is_err()));
            assert_eq!(
                (good.count(), bad.count()),
                (10 * frames.len(), usize::from(cut != 0 && cut != first))
            );
        }
    }

    /// Other data, or a corrupt header, is not taken for a truncated frame.
    #[test]
    fn what_is_no_frame_is_no_tail() {
        let mut holed = file();
        let second = index(&mut Cursor::new(&holed)).unwrap()[1].offset;
        holed[second as usize] = b'X';
        let error = index(&mut Cursor::new(holed)).unwrap_err().to_string();
        assert!(error.contains(&format!("byte {second}")), "{error}");
        assert!(index(&mut Cursor::new(b"a text that is no training data".to_vec())).is_err());
        let old = [&b"HBF1"[..], &[0; 16]].concat();
        assert!(index(&mut Cursor::new(old)).unwrap_err().to_string().contains("version 1"));
    }

    #[test]
    fn damage_is_found_and_the_next_frame_follows() {
        let whole = file();
        let second = index(&mut Cursor::new(&whole)).unwrap()[1].offset as usize;
        for damaged in HEAD..second {
            let mut bytes = whole.clone();
            bytes[damaged] ^= 1;
            let mut file = Cursor::new(&bytes);
            let frames = index(&mut file).unwrap();
            assert!(read_frame(&mut file, &frames[0]).is_err());
            assert!(read_frame(&mut file, &frames[1]).is_ok());
            let games: Vec<_> = super::super::read(&bytes[..]).collect();
            assert_eq!((games.len(), games.iter().filter(|game| game.is_err()).count()), (11, 1));
        }
    }

    /// A small frame that expands to more than its header says (a zip bomb) is refused before it fills the memory.
    #[test]
    fn a_frame_that_unfolds_to_more_than_it_says_is_refused() {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![0; 1 << 24]).unwrap();
        let packed = encoder.finish().unwrap();
        let mut bytes = MAGIC.to_vec();
        for number in [1, 100, packed.len() as u32, checksum(&packed)] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(packed);
        assert!(super::super::read(&bytes[..]).next().unwrap().is_err());
    }
}

//! Decodes a stream of bytes in chunks, detects its encoding and tracks places.
//!
//! The encoding is that of a byte order mark; else that of an SGF file's `CA[...]`; else UTF-8 if the text is valid
//! UTF-8, and otherwise GB18030 (which includes GBK and GB2312). Chinese records often name UTF-8, or nothing, and are
//! GB18030.

use crate::coding::{self, Decoder, Encoding, GB18030, Malformed, UTF_8};
use crate::error::{Fault, Place, ReadError};
use heibai_words::{failures, records as said};
use std::io::Read;

const CHUNK: usize = 64 << 10;

enum Coding {
    /// Only ASCII so far.
    Open,
    Known(Decoder),
}

/// Text that is decoded as it is needed.
pub(crate) struct Text<R> {
    reader: R,
    coding: Coding,
    begun: bool,
    ended: bool,
    /// Decoded text; `ready[taken..]` is still to be taken.
    ready: String,
    taken: usize,
    /// Where `ready[taken..]` begins.
    place: Place,
}

impl<R: Read> Text<R> {
    pub(crate) fn new(reader: R) -> Text<R> {
        Text {
            reader,
            coding: Coding::Open,
            begun: false,
            ended: false,
            ready: String::new(),
            taken: 0,
            place: Place::START,
        }
    }

    /// The decoded text that was not taken yet.
    pub(crate) fn waiting(&self) -> &str {
        &self.ready[self.taken..]
    }

    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Decodes another chunk; false at the end of the input.
    pub(crate) fn more(&mut self) -> Result<bool, ReadError> {
        if self.ended {
            return Ok(false);
        }
        if self.taken > CHUNK && self.taken > self.ready.len() / 2 {
            self.ready.drain(..self.taken);
            self.taken = 0;
        }
        let mut bytes = vec![0; CHUNK];
        let mut filled = 0;
        while filled < CHUNK {
            let got = self.reader.read(&mut bytes[filled..]);
            match got {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Err(ReadError::new(self.end_place(), Fault::Source(failures::system(&error))));
                }
            }
        }
        bytes.truncate(filled);
        self.ended = filled < CHUNK;
        if !self.begun {
            self.begun = true;
            self.sniff(&bytes);
        }
        let before = self.ready.len();
        self.decode(&bytes)?;
        Ok(self.ready.len() > before || !self.ended)
    }

    /// Takes `bytes` bytes of the waiting text, up to a character boundary.
    pub(crate) fn take(&mut self, bytes: usize) -> &str {
        let from = self.taken;
        self.taken += bytes;
        let text = &self.ready[from..self.taken];
        self.place = self.place.after(text);
        text
    }

    /// Takes the next line without its end; `None` at the end of the input.
    pub(crate) fn line(&mut self, limit: usize) -> Result<Option<(Place, String)>, ReadError> {
        let place = self.place;
        let mut searched = 0;
        loop {
            if let Some(at) = self.waiting()[searched..].find('\n') {
                let text = self.take(searched + at + 1);
                let line = text.trim_end_matches(['\n', '\r']).to_owned();
                return Ok(Some((place, line)));
            }
            searched = self.waiting().len();
            if searched > limit {
                return Err(ReadError::too_large(place, said::long_line(limit)));
            }
            if !self.more()? {
                let rest = self.waiting().len();
                let line = self.take(rest).trim_end_matches('\r').to_owned();
                return Ok((rest > 0).then_some((place, line)));
            }
        }
    }

    /// Everything that is left, up to a limit.
    pub(crate) fn rest(&mut self, limit: usize) -> Result<String, ReadError> {
        while self.more()? {
            if self.waiting().len() > limit {
                return Err(ReadError::too_large(self.place, said::large_game(limit)));
            }
        }
        let rest = self.waiting().len();
        Ok(self.take(rest).to_owned())
    }

    fn end_place(&self) -> Place {
        self.place.after(self.waiting())
    }

    fn sniff(&mut self, head: &[u8]) {
        let known = coding::marked(head).or_else(|| named(head).filter(|encoding| *encoding != UTF_8));
        if let Some(encoding) = known {
            self.coding = Coding::Known(Decoder::new(encoding));
        }
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let mut bytes = bytes;
        if let Coding::Open = self.coding {
            let ascii = bytes.iter().take_while(|byte| byte.is_ascii()).count();
            self.ready.push_str(std::str::from_utf8(&bytes[..ascii]).expect("ASCII is UTF-8"));
            bytes = &bytes[ascii..];
            if bytes.is_empty() {
                return Ok(());
            }
            // A character cut off by the end of the chunk is still valid UTF-8.
            let utf8 = std::str::from_utf8(bytes).err().is_none_or(|e| e.error_len().is_none());
            let encoding = if utf8 { UTF_8 } else { GB18030 };
            self.coding = Coding::Known(Decoder::within(encoding));
        }
        let Coding::Known(decoder) = &mut self.coding else { return Ok(()) };
        if let Err(Malformed) = decoder.push(bytes, self.ended, &mut self.ready) {
            self.ended = true;
            let reason = said::bad_encoding(decoder.name());
            return Err(ReadError::new(self.end_place(), Fault::Encoding(reason)));
        }
        Ok(())
    }
}

/// The encoding in the `CA` property near the beginning of an SGF file.
fn named(head: &[u8]) -> Option<Encoding> {
    if head.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'(') {
        return None;
    }
    let at = head.windows(3).position(|window| window == b"CA[")? + 3;
    let length = head[at..].iter().take(40).position(|&byte| byte == b']')?;
    coding::named(&head[at..at + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, ReadError> {
        Text::new(bytes).rest(1 << 20)
    }

    #[test]
    fn encodings_are_found_out() {
        let chinese = "(;PB[黑胜]C[棋\\]])";
        let (gb, _, _) = GB18030.encode(chinese);
        assert_eq!(read(&gb).unwrap(), chinese);
        assert_eq!(read(chinese.as_bytes()).unwrap(), chinese);
        assert_eq!(read(&[b"\xef\xbb\xbf", chinese.as_bytes()].concat()).unwrap(), chinese);
        let named = "(;CA[Shift_JIS]PB[本因坊])";
        let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode(named);
        assert_eq!(read(&sjis).unwrap(), named);
        let utf16: Vec<u8> =
            [0xfeffu16].into_iter().chain(chinese.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16).unwrap(), chinese);
    }

    #[test]
    fn a_long_ascii_head_decides_nothing() {
        let text = format!("{}黑", "a".repeat(CHUNK - 1));
        assert_eq!(read(text.as_bytes()).unwrap(), text);
        let (gb, _, _) = GB18030.encode(&text);
        assert_eq!(read(&gb).unwrap(), text);
    }

    #[test]
    fn bytes_of_no_encoding_have_a_place() {
        let error = read(b"line one\n\xff\xff\xff").unwrap_err();
        assert_eq!(error.place, Place::Text { line: 2, column: 1 });
        assert!(matches!(error.fault, Fault::Encoding(_)), "{error}");
    }

    #[test]
    fn lines_end_in_any_way() {
        let mut text = Text::new(&b"one\r\ntwo\n\nfour"[..]);
        let mut lines = Vec::new();
        while let Some((place, line)) = text.line(100).unwrap() {
            lines.push((place.line(), line));
        }
        let expected = [(1, "one"), (2, "two"), (3, ""), (4, "four")];
        assert_eq!(lines, expected.map(|(n, line)| (n, line.to_owned())));
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut text = Text::new(std::io::repeat(b'a'));
        let error = text.line(1000).unwrap_err();
        assert!(matches!(error.fault, Fault::TooLarge(_)), "{error}");
    }
}

//! Text encodings. Natively they come from a library. A browser has its own, so in WebAssembly the host lends its decoder
//! (`lend_decoder`), which saves a hundred kilobytes.

/// The bytes are invalid in their encoding.
pub(crate) struct Malformed;

#[cfg(target_family = "wasm")]
pub use here::lend_decoder;
pub(crate) use here::{Decoder, Encoding, GB18030, UTF_8, decode_chinese, marked, named};

#[cfg(not(target_family = "wasm"))]
mod here {
    use super::Malformed;
    pub(crate) use encoding_rs::{GB18030, UTF_8};

    pub(crate) type Encoding = &'static encoding_rs::Encoding;

    /// Decodes a text in chunks.
    pub(crate) struct Decoder(encoding_rs::Decoder, Encoding);

    impl Decoder {
        /// From the beginning of a text, which may have a byte order mark.
        pub(crate) fn new(encoding: Encoding) -> Decoder {
            Decoder(encoding.new_decoder(), encoding)
        }

        /// From the middle of a text.
        pub(crate) fn within(encoding: Encoding) -> Decoder {
            Decoder(encoding.new_decoder_without_bom_handling(), encoding)
        }

        pub(crate) fn name(&self) -> &str {
            self.1.name()
        }

        /// Appends the decoded bytes; `last` marks the final chunk.
        pub(crate) fn push(&mut self, bytes: &[u8], last: bool, text: &mut String) -> Result<(), Malformed> {
            let most = self.0.max_utf8_buffer_length_without_replacement(bytes.len());
            text.reserve(most.unwrap_or(4 * bytes.len()));
            match self.0.decode_to_string_without_replacement(bytes, text, last).0 {
                encoding_rs::DecoderResult::Malformed(..) => Err(Malformed),
                _ => Ok(()),
            }
        }
    }

    /// The encoding of a byte order mark.
    pub(crate) fn marked(head: &[u8]) -> Option<Encoding> {
        Some(encoding_rs::Encoding::for_bom(head)?.0)
    }

    /// The encoding of a name. GBK and GB2312 are read as GB18030, their superset.
    pub(crate) fn named(label: &[u8]) -> Option<Encoding> {
        let encoding = encoding_rs::Encoding::for_label(label)?;
        Some(if encoding == encoding_rs::GBK { GB18030 } else { encoding })
    }

    /// Decodes GB18030; invalid bytes are replaced.
    pub(crate) fn decode_chinese(bytes: &[u8]) -> String {
        GB18030.decode_without_bom_handling(bytes).0.into_owned()
    }
}

#[cfg(target_family = "wasm")]
mod here {
    use super::Malformed;
    use std::borrow::Cow;
    use std::sync::OnceLock;

    /// A name as `TextDecoder` knows it.
    pub(crate) type Encoding = Cow<'static, str>;
    pub(crate) const UTF_8: Encoding = Cow::Borrowed("utf-8");
    pub(crate) const GB18030: Encoding = Cow::Borrowed("gb18030");

    /// Decodes bytes in the encoding of this name; `None` if they are invalid or the name is unknown.
    pub type Decode = fn(&str, &[u8]) -> Option<String>;

    static LENT: OnceLock<Decode> = OnceLock::new();

    /// Sets the host's decoder; later calls have no effect.
    pub fn lend_decoder(decode: Decode) {
        let _ = LENT.set(decode);
    }

    fn decoded(encoding: &str, bytes: &[u8]) -> Option<String> {
        LENT.get().and_then(|decode| decode(encoding, bytes))
    }

    /// Decodes UTF-8 in chunks, and other encodings once the text is complete.
    pub(crate) struct Decoder(Encoding, Vec<u8>);

    impl Decoder {
        pub(crate) fn new(encoding: Encoding) -> Decoder {
            Decoder(encoding, Vec::new())
        }

        pub(crate) fn within(encoding: Encoding) -> Decoder {
            Decoder::new(encoding)
        }

        pub(crate) fn name(&self) -> &str {
            &self.0
        }

        pub(crate) fn push(&mut self, bytes: &[u8], last: bool, text: &mut String) -> Result<(), Malformed> {
            self.1.extend(bytes);
            if self.0 != UTF_8 {
                if last {
                    text.push_str(&decoded(&self.0, &self.1).ok_or(Malformed)?);
                }
                return Ok(());
            }
            let (valid, whole) = match std::str::from_utf8(&self.1) {
                Ok(all) => (all.len(), true),
                // A character cut off by the end of a chunk continues in the next one.
                Err(error) => (error.valid_up_to(), error.error_len().is_none() && !last),
            };
            let piece = String::from_utf8_lossy(&self.1[..valid]);
            text.push_str(if text.is_empty() { piece.trim_start_matches('\u{feff}') } else { &piece });
            self.1.drain(..valid);
            if whole { Ok(()) } else { Err(Malformed) }
        }
    }

    pub(crate) fn marked(head: &[u8]) -> Option<Encoding> {
        match head {
            [0xef, 0xbb, 0xbf, ..] => Some(UTF_8),
            [0xff, 0xfe, ..] => Some(Cow::Borrowed("utf-16le")),
            [0xfe, 0xff, ..] => Some(Cow::Borrowed("utf-16be")),
            _ => None,
        }
    }

    pub(crate) fn named(label: &[u8]) -> Option<Encoding> {
        let label = std::str::from_utf8(label).ok()?.trim().to_ascii_lowercase();
        if ["utf-8", "utf8"].contains(&label.as_str()) {
            return Some(UTF_8);
        }
        // The host knows an encoding if it can decode an empty text in it; its GBK is the superset, too.
        decoded(&label, b"").map(|_| Cow::Owned(label))
    }

    pub(crate) fn decode_chinese(bytes: &[u8]) -> String {
        decoded(&GB18030, bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
    }
}

//! Reads lines from a peer: invalid UTF-8 is replaced, and the length of a line is limited.

use std::io::{BufRead, Read};

/// Longer lines are truncated.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reads line by line.
pub struct Lines<R> {
    input: R,
    longest: usize,
    /// Whether the rest of a truncated line is still to be skipped.
    in_cut_line: bool,
}

impl<R: BufRead> Lines<R> {
    /// Truncates lines at [`LONGEST_LINE`].
    pub fn new(input: R) -> Lines<R> {
        Lines::cut_at(input, LONGEST_LINE)
    }

    /// Truncates lines at `longest` bytes.
    pub(crate) fn cut_at(input: R, longest: usize) -> Lines<R> {
        Lines { input, longest, in_cut_line: false }
    }

    /// The next line without its line end; `None` at the end of the input.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not go on after an error")]
    pub fn next(&mut self) -> std::io::Result<Option<String>> {
        if std::mem::take(&mut self.in_cut_line) {
            self.input.skip_until(b'\n')?;
        }
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(self.longest as u64).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        } else {
            self.in_cut_line = bytes.len() == self.longest;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::cut_at(bytes, 8);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn bytes_that_are_no_text_do_not_end_the_conversation() {
        assert_eq!(all(b"a\xffb\r\nname\n\xc3"), ["a\u{fffd}b", "name", "\u{fffd}"]);
        assert_eq!(all(b""), Vec::<String>::new());
        assert_eq!(all(b"\n\nend"), ["", "", "end"]);
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        assert_eq!(all(b"0123456789abcdef\nnext\n"), ["01234567", "next"]);
        assert_eq!(all(b"01234567\nnext"), ["01234567", "next"]);
        assert_eq!(all(b"0123456789"), ["01234567"]);
    }
}

//! GTP commands and answers as text.

/// A command: optional id, name and arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpCommand {
    pub id: Option<u32>,
    pub word: String,
    pub args: Vec<String>,
}

impl GtpCommand {
    /// Reads a line; `None` for blank lines and comments.
    pub fn read(line: &str) -> Option<GtpCommand> {
        // As the protocol requires, control characters are dropped and tabs become spaces.
        let line: String = line
            .split('#')
            .next()?
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let id = words.peek().and_then(|word| word.parse().ok());
        if id.is_some() {
            words.next();
        }
        Some(GtpCommand { id, word: words.next()?, args: words.collect() })
    }

    pub fn arg(&self, index: usize) -> Option<&str> {
        self.args.get(index).map(String::as_str)
    }

    /// The start of an answer: `=`, or `?` for an error, with the command's id.
    pub fn prefix(&self, ok: bool) -> String {
        let sign = if ok { '=' } else { '?' };
        self.id.map_or_else(|| sign.to_string(), |id| format!("{sign}{id}"))
    }

    /// A whole answer.
    pub fn answer(&self, result: &Result<String, String>) -> String {
        let (ok, text) = match result {
            Ok(text) => (true, text),
            Err(text) => (false, text),
        };
        let gap = if text.is_empty() { "" } else { " " };
        format!("{}{gap}{}\n\n", self.prefix(ok), text.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_says() {
        let command = GtpCommand::read("12 play\tB  q16 # a comment").unwrap();
        assert_eq!((command.id, command.word.as_str(), command.args.len()), (Some(12), "play", 2));
        assert_eq!(command.answer(&Ok(String::new())), "=12\n\n");
        assert_eq!(command.answer(&Err("illegal move".to_owned())), "?12 illegal move\n\n");
        assert_eq!(GtpCommand::read("   # nothing"), None);
        assert_eq!(GtpCommand::read("99999999999 x").map(|c| c.word), Some("99999999999".to_owned()));
    }
}

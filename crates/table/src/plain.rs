//! Which characters a name, title or message may contain: visible ones that do not affect the text around them.

/// Whether a character is invisible: controls, marks that change direction or break a line, zero-width spaces.
/// Joiners inside a letter or an emoji are allowed.
pub fn is_hidden(c: char) -> bool {
    let shows_nothing = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    c.is_control() || shows_nothing
}

/// Whether a text has a visible character.
pub fn is_seen(text: &str) -> bool {
    let joins = |c| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    text.chars().any(|c| !c.is_whitespace() && !is_hidden(c) && !joins(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_every_script_are_seen() {
        for text in ["黑白", "Ælfric", "नमस्ते", "می\u{200c}خواهم", "👩\u{200d}🚀", "❤\u{fe0f}", "한글", "ﷺ"]
        {
            assert!(is_seen(text) && !text.chars().any(is_hidden), "{text}");
        }
        for text in ["", " ", "\u{200b}", "\u{200d}\u{fe0f}", "\u{3164}", "\u{2800}", "\u{202e}", "\u{e0041}"]
        {
            assert!(!is_seen(text), "{text:?}");
        }
    }
}

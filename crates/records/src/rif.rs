//! RenjuNet's `.rif`: a database of tournament games in XML, read one game at a time.
//!
//! Players, tournaments, rules and so on are listed with numbers; each `<game>` refers to them by number and has its
//! moves in `<move>`. Everything else is skipped.

use crate::error::{MAX_LINE_BYTES, Place, ReadError, excerpt};
use crate::moves::Recorder;
use crate::record::{Ending, Record};
use crate::text::Text;
use heibai_games::kind::Choice;
use heibai_games::{Color, Kind, Move, Notation};
use heibai_words::{Say, records as said};
use std::collections::HashMap;
use std::io::Read;

/// The largest number of names kept, against hostile files.
const MOST_NAMES: usize = 1 << 20;
/// The longest text between two tags that is kept: the moves of a game.
const MOST_TEXT: usize = 1 << 16;
const SIZE: usize = 15;

/// Whether a text begins like a RIF database.
pub(crate) fn is_head(text: &str) -> bool {
    text.starts_with("<?xml") && (text.contains("<database") || text.contains("<game"))
        || text.starts_with("<database")
}

/// The games of a database.
pub struct Games<R> {
    text: Text<R>,
    /// Names by tag and number.
    names: HashMap<(String, String), String>,
    ended: bool,
}

/// Opens a database.
pub fn read<R: Read>(reader: R) -> Games<R> {
    Games { text: Text::new(reader), names: HashMap::new(), ended: false }
}

/// A tag and the text before it.
struct Tag {
    place: Place,
    before: String,
    name: String,
    attributes: Vec<(String, String)>,
}

impl Tag {
    fn attribute(&self, name: &str) -> &str {
        self.attributes.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

impl<R: Read> Games<R> {
    /// The next tag; `None` at the end of the file.
    fn tag(&mut self) -> Result<Option<Tag>, ReadError> {
        let mut before = String::new();
        while !self.text.waiting().contains('<') {
            // Long texts are skipped; none of them matters.
            let count = self.text.waiting().len();
            keep(&mut before, self.text.take(count));
            if !self.text.more()? {
                return Ok(None);
            }
        }
        let count = self.text.waiting().find('<').unwrap_or(0);
        keep(&mut before, self.text.take(count));
        let place = self.text.place();
        while !self.text.waiting().contains('>') {
            if self.text.waiting().len() > MAX_LINE_BYTES {
                return Err(ReadError::too_large(place, said::long_line(MAX_LINE_BYTES)));
            }
            if !self.text.more()? {
                return Err(ReadError::malformed(place, said::cut_short()));
            }
        }
        let count = self.text.waiting().find('>').unwrap_or(0) + 1;
        let tag = self.text.take(count);
        let inside = tag.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
        let (name, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        let (name, attributes) = (name.to_owned(), attributes(rest));
        Ok(Some(Tag { place, before: plain(&before), name, attributes }))
    }

    fn next_game(&mut self) -> Result<Option<Record>, ReadError> {
        let mut game: Option<Tag> = None;
        let mut moves = String::new();
        while let Some(tag) = self.tag()? {
            match tag.name.as_str() {
                "game" => (game, moves) = (Some(tag), String::new()),
                "/move" => moves = tag.before,
                "/game" => {
                    if let Some(game) = game.take() {
                        return self.record(&game, &moves).map(Some);
                    }
                }
                "player" | "tournament" | "rule" | "city" | "country" if game.is_none() => self.note(tag),
                _ => {}
            }
        }
        Ok(None)
    }

    fn note(&mut self, tag: Tag) {
        let name = [tag.attribute("name"), tag.attribute("surname")].join(" ").trim().to_owned();
        if self.names.len() < MOST_NAMES {
            for other in ["year", "country", "city"] {
                if !tag.attribute(other).is_empty() {
                    let key = (format!("{} {other}", tag.name), tag.attribute("id").to_owned());
                    self.names.insert(key, tag.attribute(other).to_owned());
                }
            }
            self.names.insert((tag.name.clone(), tag.attribute("id").to_owned()), name);
        }
    }

    fn name(&self, list: &str, number: &str) -> String {
        let known = self.names.get(&(list.to_owned(), number.to_owned()));
        known.cloned().unwrap_or_else(|| if number.is_empty() { String::new() } else { format!("#{number}") })
    }

    fn record(&self, game: &Tag, moves: &str) -> Result<Record, ReadError> {
        let place = game.place;
        let rules = Kind::Gomoku.rules(&Choice::default());
        let rules = rules.map_err(|bad| ReadError::unsupported(place, bad.text()))?;
        let mut recorder = Recorder::new(Record::new(rules));
        for word in moves.split_whitespace() {
            let point = Notation::Gomoku.read(word, SIZE);
            let point = point.map_err(|_| ReadError::malformed(place, said::not_a_move(&excerpt(word))))?;
            recorder.push(Move::Place(point));
        }
        let mut record = recorder.finish();
        let info = &mut record.info;
        info.black.name = self.name("player", game.attribute("black"));
        info.white.name = self.name("player", game.attribute("white"));
        let tournament = game.attribute("tournament");
        info.event = self.name("tournament", tournament);
        info.round = game.attribute("round").to_owned();
        let of_tournament = |list: &str| {
            self.names
                .get(&(format!("tournament {list}"), tournament.to_owned()))
                .cloned()
                .unwrap_or_default()
        };
        info.date = of_tournament("year");
        let places =
            [self.name("city", &of_tournament("city")), self.name("country", &of_tournament("country"))];
        info.place = places.iter().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        info.ruleset = self.name("rule", game.attribute("rule"));
        info.game_name = game.attribute("id").to_owned();
        let winner = match game.attribute("bresult") {
            "1" => Some(Some(Color::Black)),
            "0" => Some(Some(Color::White)),
            "0.5" => Some(None),
            _ => None,
        };
        info.result = winner.map(|winner| Ending::new(winner, None));
        Ok(record)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.ended {
            return None;
        }
        let game = self.next_game().transpose();
        // After an error in a game's moves the next game is read; a broken file ends.
        self.ended = match &game {
            None => true,
            Some(Err(error)) => error.place == self.text.place() || !self.text.waiting().contains('<'),
            Some(Ok(_)) => false,
        };
        game
    }
}

/// Appends to a text; a text that grows too long is dropped.
fn keep(kept: &mut String, more: &str) {
    if kept.len() + more.len() <= MOST_TEXT {
        kept.push_str(more);
    } else {
        kept.clear();
    }
}

/// `name="value"` pairs.
fn attributes(mut text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { break };
        let Some((value, after)) = rest[1..].split_once(quote) else { break };
        found.push((name.trim().to_owned(), plain(value)));
        text = after;
    }
    found
}

/// Resolves the entities of a text.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let known = after.split_once(';').and_then(|(name, after)| Some((entity(name)?, after)));
        match known {
            Some((c, after)) => {
                out.push(c);
                rest = after;
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<database>
<countries><country id="4" name="Estonia" abbr="EST" /></countries>
<rules><rule id="7" name="Taraguchi-10"><info>swap &lt;ten&gt;</info></rule></rules>
<players>
<player id="1" name="Ann" surname="O&apos;Neil" country="4" />
<player id="2" name='张' surname="三" />
</players>
<tournaments><tournament id="9" name="Cup &amp; Open" country="4" year="2011" /></tournaments>
<games>
<game id="77" tournament="9" round="3" rule="7" black="1" white="2" bresult="0.5">
 <move>h8 i9 j10</move><info>remark</info>
</game>
<game id="78" black="2" white="99" bresult="1"><move>h8 z9</move></game>
<game id="79" black="2" white="99" bresult="1"><move></move></game>
</games>
</database>
"#;

    #[test]
    fn games_are_read_with_the_names_behind_their_numbers() {
        let games: Vec<_> = read(FILE.as_bytes()).collect();
        assert_eq!(games.len(), 3);
        let first = games[0].as_ref().unwrap();
        assert_eq!(crate::moves::write(first, false), "h8i9j10");
        let info = &first.info;
        assert_eq!((info.black.name.as_str(), info.white.name.as_str()), ("Ann O'Neil", "张 三"));
        assert_eq!(
            (info.event.as_str(), info.round.as_str(), info.date.as_str()),
            ("Cup & Open", "3", "2011")
        );
        assert_eq!((info.place.as_str(), info.ruleset.as_str()), ("Estonia", "Taraguchi-10"));
        assert_eq!(info.result, Some(Ending::new(None, None)));
        assert!(games[1].as_ref().unwrap_err().to_string().contains("line 14"), "{:?}", games[1]);
        let third = games[2].as_ref().unwrap();
        assert_eq!((third.info.white.name.as_str(), third.tree.moves().count()), ("#99", 0));
        assert_eq!(third.info.result.unwrap().winner, Some(Color::Black));
    }

    #[test]
    fn a_broken_database_ends_with_its_place() {
        let cut = &FILE[..FILE.find("j10").unwrap()];
        assert_eq!(read(cut.as_bytes()).count(), 0);
        let games: Vec<_> = read("<database><game id='1".as_bytes()).collect();
        assert!(matches!(&games[..], [Err(_)]), "{games:?}");
        let long = format!("<database><game {}", "x".repeat(3 << 20));
        assert!(matches!(&read(long.as_bytes()).collect::<Vec<_>>()[..], [Err(_)]));
    }
}

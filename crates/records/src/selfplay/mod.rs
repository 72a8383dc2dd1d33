//! Self-play data (`.hbf`): games in compressed frames with checksums. Every frame has its rules and can be read by
//! itself; a truncated file loses only its last frame. `docs/formats/selfplay.md` describes the format byte by byte.

mod frame;
mod game;

pub use frame::{Frame, end, index, read_frame, write_frame};
pub use game::{SelfPlayGame, point_of};

use crate::error::{Place, ReadError};
use crate::record::Record;
use heibai_games::kind::{Choice, UnknownGame};
use heibai_games::{Kind, Rules};
use heibai_words::{Say, Text, records as said};
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::sync::Arc;

/// What the games of a frame have in common. It is in every frame as JSON; unknown fields are ignored.
#[derive(Clone, PartialEq, Debug)]
pub struct About {
    /// Game, board and rules.
    pub rules: Rules,
    /// The player of both sides.
    pub player: String,
    /// The seed of the run.
    pub seed: u64,
}

#[derive(Serialize, Deserialize)]
struct AboutLine {
    game: String,
    size: usize,
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    komi: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handicap: Option<u32>,
    #[serde(default)]
    player: String,
    #[serde(default)]
    seed: u64,
}

impl About {
    fn write(&self) -> String {
        let Choice { size, rules, komi, handicap } = self.rules.choice();
        let line = AboutLine {
            game: self.rules.kind().name().to_owned(),
            size: size.unwrap_or(self.rules.size()),
            rules: rules.unwrap_or_default(),
            komi,
            handicap: handicap.filter(|&stones| stones > 0),
            player: self.player.clone(),
            seed: self.seed,
        };
        serde_json::to_string(&line).expect("names and numbers are JSON")
    }

    fn read(bytes: &[u8]) -> Result<About, Text> {
        let line: AboutLine =
            serde_json::from_slice(bytes).map_err(|error| said::bad_json(&error.to_string()))?;
        let kind: Kind = line.game.parse().map_err(|bad: UnknownGame| bad.text())?;
        let choice = Choice {
            size: Some(line.size),
            rules: Some(line.rules),
            komi: line.komi,
            handicap: line.handicap,
        };
        let rules = kind.rules(&choice).map_err(|bad| bad.text())?;
        Ok(About { rules, player: line.player, seed: line.seed })
    }
}

/// Whether a file begins like self-play data of any version.
pub(crate) fn is_head(head: &[u8]) -> bool {
    head.starts_with(b"HBF")
}

/// The games of a stream, with one frame in memory at a time. A damaged frame is an error, and the next one follows.
pub struct Games<R> {
    reader: R,
    /// The offset of the next frame.
    at: u64,
    over: bool,
    about: Option<Arc<About>>,
    waiting: std::vec::IntoIter<SelfPlayGame>,
}

/// Reads self-play data.
///
/// ```
/// use heibai_games::Kind;
/// use heibai_games::kind::Choice;
/// use heibai_records::selfplay::{self, About, SelfPlayGame};
///
/// let rules = Kind::Othello.rules(&Choice::default()).unwrap();
/// let about = About { rules, player: "random".to_owned(), seed: 1 };
/// let game = SelfPlayGame { moves: vec![Some(37)], ..SelfPlayGame::default() };
/// let mut file = Vec::new();
/// selfplay::write_frame(&mut file, &about, &[game.clone()]).unwrap();
/// let (_, first) = selfplay::read(&file[..]).next().unwrap().unwrap();
/// assert_eq!(first.moves, game.moves);
/// ```
pub fn read<R: Read>(reader: R) -> Games<R> {
    Games { reader, at: 0, over: false, about: None, waiting: Vec::new().into_iter() }
}

impl<R: Read> Games<R> {
    /// The next game as a record.
    pub(crate) fn next_record(&mut self) -> Option<Result<Record, ReadError>> {
        Some(self.next()?.map(|(about, game)| game.record(&about)))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<(Arc<About>, SelfPlayGame), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let (Some(about), Some(game)) = (&self.about, self.waiting.next()) {
                return Some(Ok((about.clone(), game)));
            }
            if self.over {
                return None;
            }
            match frame::next(&mut self.reader, self.at) {
                Ok(None) => self.over = true,
                Ok(Some((next, contents))) => {
                    let from = std::mem::replace(&mut self.at, next);
                    match contents {
                        Ok((about, games)) => {
                            self.about = Some(Arc::new(about));
                            self.waiting = games.into_iter();
                        }
                        Err(reason) => return Some(Err(ReadError::malformed(Place::Byte(from), reason))),
                    }
                }
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
    }
}

//! The replay JSON of Gomoku games, and the page's autosave of any game. Each move has step, player, x, y, timestamp,
//! aiScore and forbiddenCheck; the result has winner, reason, winLine and duration.

use crate::error::{Place, ReadError};
use crate::json::{parse, reason_name, reason_named};
use crate::record::{Ending, Record};
use crate::tree::{Step, Tree};
use heibai_games::gomoku;
use heibai_games::kind::UnknownGame;
use heibai_games::kind::{Choice, Passing};
use heibai_games::{AnyPosition, Color, Kind, Move, Point, Position, Reason};
use heibai_words::{Say, Text, records as said};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// The version that is written; also that of files without a version.
pub const VERSION: u32 = 1;
/// The version of the page's autosave, which can hold any game; it is only read.
const AUTOSAVE: u32 = 2;
/// The largest replay: one game on a board of at most 20x20.
const MAX_BYTES: usize = 4 << 20;

#[derive(Serialize, Deserialize)]
struct Replay {
    #[serde(default)]
    version: Option<Value>,
    #[serde(default, alias = "kind")]
    game: Option<String>,
    #[serde(rename = "boardSize", alias = "size", default)]
    board_size: Option<usize>,
    #[serde(default)]
    rules: Option<String>,
    #[serde(default, skip_serializing)]
    komi: Option<f64>,
    #[serde(default, skip_serializing)]
    handicap: Option<u32>,
    #[serde(rename = "blackPlayer", alias = "black", default)]
    black: String,
    #[serde(rename = "whitePlayer", alias = "white", default)]
    white: String,
    /// When the game began, in milliseconds since 1970.
    #[serde(default, skip_serializing)]
    created: Option<u64>,
    moves: Vec<Turn>,
    #[serde(default)]
    result: Option<End>,
}

#[derive(Serialize, Deserialize)]
struct Turn {
    step: u32,
    player: u8,
    /// `None` for a pass.
    x: Option<usize>,
    y: Option<usize>,
    timestamp: Option<u64>,
    #[serde(rename = "aiScore", default)]
    ai_score: Option<f64>,
    #[serde(rename = "forbiddenCheck", default)]
    forbidden_check: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct End {
    winner: u8,
    reason: Option<String>,
    #[serde(rename = "winLine", default)]
    win_line: Vec<Spot>,
    #[serde(default)]
    duration: f64,
}

#[derive(Serialize, Deserialize)]
struct Spot {
    x: usize,
    y: usize,
}

/// Whether JSON text looks like a replay rather than the program's own format.
pub(crate) fn is_head(text: &str) -> bool {
    text.contains("\"moves\"") && text.contains("\"player\"") && text.contains("\"step\"")
}

/// Reads a replay. `place` is where the text begins in its source.
pub fn read(text: &str, place: Place) -> Result<Record, ReadError> {
    if text.len() > MAX_BYTES {
        return Err(ReadError::too_large(place, said::large_replay(MAX_BYTES)));
    }
    let replay: Replay = parse(text, place)?;
    replay.into_record().map_err(|reason| ReadError::malformed(place, reason))
}

impl Replay {
    fn into_record(self) -> Result<Record, Text> {
        let version = match self.version.as_ref().filter(|v| !v.is_null()) {
            None => VERSION,
            Some(version) => match version.as_u64() {
                Some(number) if number <= u64::from(AUTOSAVE) => number as u32,
                _ => return Err(said::other_version(&version.to_string(), AUTOSAVE)),
            },
        };
        let kind: Kind =
            self.game.as_deref().unwrap_or("gomoku").parse().map_err(|bad: UnknownGame| bad.text())?;
        if kind != Kind::Gomoku && version < AUTOSAVE {
            return Err(said::replay_of(heibai_words::names::typed(kind)));
        }
        let handicap = self.handicap.filter(|&stones| stones > 0);
        let choice = Choice { size: self.board_size, rules: self.rules, komi: self.komi, handicap };
        let mut record = Record::new(kind.rules(&choice).map_err(|bad| bad.text())?);
        let size = record.size();
        (record.info.black.name, record.info.white.name) = (self.black, self.white);
        record.info.started = self.created.or_else(|| self.moves.first().and_then(|turn| turn.timestamp));
        let mut before = record.info.started;
        let mut at = Tree::ROOT;
        for (index, turn) in self.moves.iter().enumerate() {
            let here = |why: Text| said::in_move(index + 1, why);
            if turn.step as usize != index + 1 {
                return Err(here(said::other_step(turn.step.into(), index + 1)));
            }
            let color = player(turn.player).flatten().ok_or_else(|| here(said::no_player()))?;
            let mv = match (turn.x, turn.y) {
                (None, None) if kind.passing() != Passing::Never => Move::Pass,
                (x, y) => {
                    let (x, y) = (x.unwrap_or(usize::MAX), y.unwrap_or(usize::MAX));
                    let point = Some((x, y)).filter(|_| x < size && y < size);
                    let point = point.and_then(|(x, y)| Point::new(x, y, size));
                    Move::Place(point.ok_or_else(|| here(said::outside(x, y)))?)
                }
            };
            let spent =
                before.zip(turn.timestamp).map(|(from, to)| Duration::from_millis(to.saturating_sub(from)));
            before = turn.timestamp.or(before);
            let step = Step { score: turn.ai_score, spent, ..Step::of(color, mv) };
            at = record.tree.add(at, step);
        }
        let seconds =
            self.result.as_ref().map(|end| end.duration).filter(|seconds| (0.0..1e9).contains(seconds));
        let lasted = record.info.started.zip(seconds.filter(|&seconds| seconds > 0.0));
        record.info.ended = lasted.map(|(started, seconds)| started + (seconds * 1000.0).round() as u64);
        record.info.result = self.result.map(read_end).transpose()?.flatten();
        Ok(record)
    }
}

/// 1 Black, 2 White, 0 nobody.
fn player(number: u8) -> Option<Option<Color>> {
    match number {
        0 => Some(None),
        1 => Some(Some(Color::Black)),
        2 => Some(Some(Color::White)),
        _ => None,
    }
}

fn read_end(end: End) -> Result<Option<Ending>, Text> {
    let winner = player(end.winner).ok_or_else(|| said::no_winner(end.winner))?;
    Ok(match end.reason.as_deref() {
        None => winner.map(|winner| Ending::new(Some(winner), None)),
        Some("draw") => Some(Ending::new(None, Some(Reason::BoardFull))),
        Some(name) => {
            let reason = reason_named(name).ok_or_else(|| said::no_reason(name))?;
            Some(Ending::new(winner, Some(reason)))
        }
    })
}

/// Writes the main line of a Gomoku game, with the forbidden check of Black's moves under Renju rules. Setup stones,
/// comments, marks and variations are lost.
pub fn write(record: &Record) -> String {
    let mut position = record.start().ok();
    let size = record.size();
    let mut clock = record.info.started.unwrap_or_default();
    let mut moves = Vec::new();
    let mut duration = Duration::ZERO;
    for step in record.tree.main_line().map(|id| record.tree.step(id)) {
        let Some((color, Move::Place(point))) = step.mv else { continue };
        let spent = step.spent.unwrap_or_default();
        duration += spent;
        clock += spent.as_millis() as u64;
        let check =
            position.as_ref().filter(|_| color == Color::Black).and_then(|p| forbidden_check(p, point));
        moves.push(Turn {
            step: moves.len() as u32 + 1,
            player: color.index() as u8 + 1,
            x: Some(point.x(size)),
            y: Some(point.y(size)),
            timestamp: Some(clock),
            ai_score: step.score,
            forbidden_check: check,
        });
        position = position.filter(|p| p.check(Move::Place(point)).is_ok());
        if let Some(position) = &mut position {
            position.play_unchecked(Move::Place(point), &mut ());
        }
    }
    // The duration includes time after the last move and time that no clock counted.
    if let Some((started, ended)) = record.info.started.zip(record.info.ended) {
        duration = Duration::from_millis(ended.saturating_sub(started));
    }
    let outcome = record.info.result.or_else(|| position.as_ref()?.outcome().map(Ending::from));
    let replay = Replay {
        version: Some(json!(VERSION)),
        game: Some(Kind::Gomoku.name().to_owned()),
        board_size: Some(size),
        rules: record.rules.choice().rules,
        komi: None,
        handicap: None,
        created: None,
        black: record.info.black.name.clone(),
        white: record.info.white.name.clone(),
        moves,
        result: outcome.map(|ending| write_end(&ending, position.as_ref(), duration)),
    };
    serde_json::to_string(&replay).expect("a replay has no map with odd keys")
}

fn write_end(ending: &Ending, position: Option<&AnyPosition>, duration: Duration) -> End {
    let line = match position {
        Some(AnyPosition::Gomoku(position)) => position.winning_line(),
        _ => Vec::new(),
    };
    let size = position.map_or(15, Position::size);
    let reason = match (ending.winner, ending.reason) {
        (None, Some(Reason::CutOff)) => Some(reason_name(Reason::CutOff)),
        (None, _) => Some("draw"),
        (Some(_), None) if !line.is_empty() => Some("five_in_row"),
        (Some(_), reason) => reason.map(reason_name),
    };
    End {
        winner: ending.winner.map_or(0, |color| color.index() as u8 + 1),
        reason: reason.map(str::to_owned),
        win_line: line.iter().map(|point| Spot { x: point.x(size), y: point.y(size) }).collect(),
        duration: duration.as_secs_f64(),
    }
}

fn forbidden_check(position: &AnyPosition, point: Point) -> Option<Value> {
    let AnyPosition::Gomoku(position) = position else { return None };
    let variant = position.rules().variant();
    if !variant.is_renju() || position.stone(point).is_some() {
        return None;
    }
    let explanation = gomoku::explain::explain(position.board(), point, variant);
    Some(crate::forbidden::check(&explanation, position.size()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_comes_back() {
        let mut record = crate::moves::read("h8h9i8i9j8j9k8k9l8", None, Place::START).unwrap();
        record.info.started = Some(1_800_000_000_000);
        for id in record.tree.ids().skip(1).collect::<Vec<_>>() {
            record.tree.node_mut(id).step.spent = Some(Duration::from_millis(1500));
            record.tree.node_mut(id).step.score = Some(12.5);
        }
        let text = write(&record);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["moves"][0]["step"], 1);
        assert_eq!(value["moves"][0]["player"], 1);
        assert_eq!((&value["moves"][1]["x"], &value["moves"][1]["y"]), (&json!(7), &json!(6)));
        assert_eq!(value["moves"][1]["timestamp"], 1_800_000_003_000u64);
        assert_eq!(value["moves"][0]["aiScore"], 12.5);
        assert_eq!(value["moves"][0]["forbiddenCheck"]["isForbidden"], false);
        assert_eq!(value["moves"][1]["forbiddenCheck"], Value::Null);
        assert_eq!(value["result"]["winner"], 1);
        assert_eq!(value["result"]["reason"], "five_in_row");
        assert_eq!(value["result"]["winLine"].as_array().unwrap().len(), 5);
        assert_eq!(value["result"]["duration"], 13.5);
        let again = read(&text, Place::START).unwrap();
        assert_eq!(again.tree.moves().collect::<Vec<_>>(), record.tree.moves().collect::<Vec<_>>());
        assert_eq!(again.info.result.unwrap().reason, Some(Reason::FiveInRow));
        assert_eq!(again.tree.step(again.tree.end()).spent, Some(Duration::from_millis(1500)));
    }

    /// The page's autosave, a single game or a list, is read like any record.
    #[test]
    fn the_pages_autosave_is_read() {
        let go = r#"{"version":2,"id":"g1","kind":"go","rules":"chinese","size":9,"komi":7,"handicap":0,"black":"a",
            "white":"b","created":1800000000000,"moves":[{"step":1,"player":1,"x":4,"y":4,"timestamp":1800000002000},
            {"step":2,"player":2,"x":null,"y":null,"timestamp":1800000005000,"aiScore":0.5}],
            "result":{"winner":1,"reason":"resigned","winLine":[],"duration":9}}"#;
        let record = crate::read_text(go, None).unwrap();
        let game = record.replay().unwrap();
        assert_eq!((game.moves().len(), game.moves()[1].mv), (2, Move::Pass));
        assert_eq!(game.moves()[0].spent, Duration::from_secs(2));
        assert_eq!(game.outcome().unwrap().reason, Reason::Resignation);
        assert_eq!(record.info.ended, Some(1_800_000_009_000));
        let list = format!("[{go},{go}]").replace('\n', "");
        let all = |text: &str| crate::read_any(text.as_bytes(), crate::Hint::default()).unwrap().count();
        assert_eq!(all(&list), 2);
        let moves = r#"[{"step":1,"player":1,"x":7,"y":7,"timestamp":0}]"#;
        assert_eq!(crate::read_text(moves, None).unwrap().tree.moves().count(), 1);
    }

    /// The duration includes the time until a resignation and time that no clock counted.
    #[test]
    fn the_duration_is_from_the_start_to_the_end() {
        let mut record = crate::moves::read("h8h9", None, Place::START).unwrap();
        (record.info.started, record.info.ended) = (Some(1_000), Some(2_306));
        record.info.result = Some(Ending::new(Some(Color::Black), Some(Reason::Resignation)));
        let value: Value = serde_json::from_str(&write(&record)).unwrap();
        assert_eq!(value["result"]["duration"], 1.306);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            (r#"{"moves":[{"step":2,"player":1,"x":7,"y":7,"timestamp":0}]}"#, "step 2, expected 1"),
            (r#"{"moves":[{"step":1,"player":3,"x":7,"y":7,"timestamp":0}]}"#, "player is not 1 or 2"),
            (r#"{"moves":[{"step":1,"player":1,"x":15,"y":7,"timestamp":0}]}"#, "outside the board"),
            (r#"{"version":9,"moves":[]}"#, "version 9"),
            (r#"{"version":1,"game":"go","moves":[]}"#, "a replay of go"),
            (r#"{"boardSize":1000000000,"moves":[]}"#, "not on 1000000000x1000000000"),
            (r#"{"moves":[], "result":{"winner":1,"reason":"luck"}}"#, "'luck' is no reason"),
            ("{\"moves\":\n[1]}", "line 2, column 2"),
        ];
        for (text, reason) in cases {
            let error = read(text, Place::START).unwrap_err();
            assert!(error.to_string().contains(reason), "{text}: {error}");
        }
    }
}

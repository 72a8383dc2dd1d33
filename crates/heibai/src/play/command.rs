//! What a person may type at the board.

use heibai_games::counting::Status;
use heibai_games::gomoku::opening::{Choice, OutOfOrder};
use heibai_games::{AnyPosition, Move, Point, Position};
use heibai_words::{Say, Text};
use std::path::PathBuf;

#[derive(Debug, PartialEq)]
pub enum Command {
    Play(Move),
    Undo,
    Redo,
    Resign,
    Hint,
    /// Why is this point forbidden, or not?
    Explain(Point),
    /// Go: what becomes of this chain in the count.
    Mark(Point, Status),
    /// Go: the count is right.
    Agree,
    /// Go: the count is not agreed to; the game goes on.
    Resume,
    /// A choice of an opening rule: the colour, two more stones, how many fifth stones.
    Choose(Choice),
    Save(PathBuf),
    Help,
    Quit,
}

impl Command {
    /// Reads a line; the error is what was not understood.
    pub fn read(text: &str, position: &AnyPosition) -> Result<Command, Text> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        let point = || match position.kind().notation().read(rest, position.size()) {
            Ok(point) => Ok(point),
            Err(bad) => Err(bad.text()),
        };
        Ok(match word.to_ascii_lowercase().as_str() {
            "undo" | "u" | "悔棋" => Command::Undo,
            "redo" | "r" | "重做" => Command::Redo,
            "resign" | "认输" => Command::Resign,
            "hint" | "h" | "提示" if rest.is_empty() => Command::Hint,
            "why" | "为何" => Command::Explain(point()?),
            "dead" | "死子" => Command::Mark(point()?, Status::Dead),
            "alive" | "活子" => Command::Mark(point()?, Status::Alive),
            "seki" | "双活" => Command::Mark(point()?, Status::Seki),
            "resume" | "继续" => Command::Resume,
            "agree" | "同意" => Command::Agree,
            "black" | "执黑" => Command::Choose(Choice::Black),
            "white" | "执白" => Command::Choose(Choice::White),
            "more" | "再放两子" => Command::Choose(Choice::TwoMore),
            offer if offer.starts_with("offer") => match Choice::from_name(offer) {
                Some(choice) => Command::Choose(choice),
                None => return Err(OutOfOrder::NoSuchChoice.text()),
            },
            "save" | "保存" if !rest.is_empty() => Command::Save(PathBuf::from(rest)),
            "help" | "?" | "帮助" => Command::Help,
            "quit" | "q" | "exit" | "退出" => Command::Quit,
            "停一手" | "虚手" | "跳过" => Command::Play(Move::Pass),
            _ => Command::Play(position.read_move(word).map_err(|bad| bad.text())?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Kind;
    use heibai_games::kind;

    #[test]
    fn words_and_points() {
        let rules = Kind::Gomoku.rules(&kind::Choice::default()).unwrap();
        let position = AnyPosition::start(&rules);
        let read = |text| Command::read(text, &position);
        assert_eq!(read(" H8 "), Ok(Command::Play(Move::Place(Point(112)))));
        assert_eq!(read("undo"), Ok(Command::Undo));
        assert_eq!(read("执黑"), Ok(Command::Choose(Choice::Black)));
        assert_eq!(read("Offer8"), Ok(Command::Choose(Choice::Fifths(8))));
        assert!(read("offer99").is_err() && read("offer").is_err());
        assert_eq!(read("why h8"), Ok(Command::Explain(Point(112))));
        assert_eq!(read("save a b.sgf"), Ok(Command::Save(PathBuf::from("a b.sgf"))));
        assert!(read("xyzzy").is_err() && read("").is_err() && read("dead z99").is_err());
    }
}

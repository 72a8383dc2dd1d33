//! What a person may type at the board.

use heibai_games::counting::Status;
use heibai_games::gomoku::opening::{Choice, OutOfOrder};
use heibai_games::{Move, Point, Position};
use heibai_words::{Say, Text};
use std::path::PathBuf;

#[derive(Debug, PartialEq)]
pub enum PlayCommand {
    Play(Move),
    Undo,
    Redo,
    Resign,
    Hint,
    /// Why is this point forbidden, or not?
    Explain(Point),
    /// Go: the status of this chain in the count.
    Mark(Point, Status),
    /// Go: agree to the count.
    Agree,
    /// Go: reject the count; the game goes on.
    Resume,
    /// A choice under an opening rule: the colour, two more stones, the number of fifth stones.
    Choose(Choice),
    Save(PathBuf),
    Help,
    Quit,
}

impl PlayCommand {
    /// Reads a line; the error says what was not understood.
    pub fn read<P: Position>(text: &str, position: &P) -> Result<PlayCommand, Text> {
        let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        let point = || match position.notation().read(rest, position.size()) {
            Ok(point) => Ok(point),
            Err(bad) => Err(bad.text()),
        };
        Ok(match word.to_ascii_lowercase().as_str() {
            "undo" | "u" | "悔棋" => PlayCommand::Undo,
            "redo" | "r" | "重做" => PlayCommand::Redo,
            "resign" | "认输" => PlayCommand::Resign,
            "hint" | "h" | "提示" if rest.is_empty() => PlayCommand::Hint,
            "why" | "为何" => PlayCommand::Explain(point()?),
            "dead" | "死子" => PlayCommand::Mark(point()?, Status::Dead),
            "alive" | "活子" => PlayCommand::Mark(point()?, Status::Alive),
            "seki" | "双活" => PlayCommand::Mark(point()?, Status::Seki),
            "resume" | "继续" => PlayCommand::Resume,
            "agree" | "同意" => PlayCommand::Agree,
            "black" | "执黑" => PlayCommand::Choose(Choice::Black),
            "white" | "执白" => PlayCommand::Choose(Choice::White),
            "more" | "再放两子" => PlayCommand::Choose(Choice::TwoMore),
            offer if offer.starts_with("offer") => match Choice::from_name(offer) {
                Some(choice) => PlayCommand::Choose(choice),
                None => return Err(OutOfOrder::NoSuchChoice.text()),
            },
            "save" | "保存" if !rest.is_empty() => PlayCommand::Save(PathBuf::from(rest)),
            "help" | "?" | "帮助" => PlayCommand::Help,
            "quit" | "q" | "exit" | "退出" => PlayCommand::Quit,
            "停一手" | "虚手" | "跳过" => PlayCommand::Play(Move::Pass),
            _ => PlayCommand::Play(position.read_move(word).map_err(|bad| bad.text())?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::kind;
    use heibai_games::{AnyPosition, Kind};

    #[test]
    fn words_and_points() {
        let rules = Kind::Gomoku.rules(&kind::Choice::default()).unwrap();
        let position = AnyPosition::start(&rules);
        let read = |text| PlayCommand::read(text, &position);
        assert_eq!(read(" H8 "), Ok(PlayCommand::Play(Move::Place(Point(112)))));
        assert_eq!(read("undo"), Ok(PlayCommand::Undo));
        assert_eq!(read("执黑"), Ok(PlayCommand::Choose(Choice::Black)));
        assert_eq!(read("Offer8"), Ok(PlayCommand::Choose(Choice::Fifths(8))));
        assert!(read("offer99").is_err() && read("offer").is_err());
        assert_eq!(read("why h8"), Ok(PlayCommand::Explain(Point(112))));
        assert_eq!(read("save a b.sgf"), Ok(PlayCommand::Save(PathBuf::from("a b.sgf"))));
        assert!(read("xyzzy").is_err() && read("").is_err() && read("dead z99").is_err());
    }
}

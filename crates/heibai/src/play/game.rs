//! What the terminal needs from a game besides its rules: words, hints, a record. Our games share one implementation;
//! a game of your own has its own (`docs/adding-a-game.md`).

use heibai_engines::gomoku::player::first_move;
use heibai_games::counting::Judgement;
use heibai_games::{AnyPosition, Kind, Match, Outcome, Point, Position};
use heibai_records::Record;
use heibai_words::{Language, Say, openings, results};

pub trait TerminalPosition: Position {
    /// The count and the result, one line each.
    fn result(&self, outcome: &Outcome, lang: Language) -> Vec<String>;

    /// What to play now, and why.
    fn hint(game: &Match<Self>, lang: Language) -> Vec<String>;

    /// The record of the game; `None` if no format knows it.
    fn record(_game: &Match<Self>) -> Option<Record> {
        None
    }

    /// Which stones are dead, if the game ended with a count.
    fn judgement(&self) -> Judgement {
        Judgement::default()
    }

    /// A tip before the first stone.
    fn tip(_game: &Match<Self>, _lang: Language) -> Option<String> {
        None
    }

    /// Points that the side to move may not take.
    fn forbidden(&self) -> Vec<Point> {
        Vec::new()
    }

    /// Why a point is forbidden, or not.
    fn explain(&self, _point: Point, _lang: Language) -> Vec<String> {
        Vec::new()
    }

    /// Whether to mark the legal moves on the board, where they are few and not easily seen.
    fn marks_moves(&self) -> bool {
        false
    }
}

impl TerminalPosition for AnyPosition {
    fn result(&self, outcome: &Outcome, lang: Language) -> Vec<String> {
        results::lines(&self.rules(), outcome).iter().map(|line| line.get(lang).to_owned()).collect()
    }

    fn hint(game: &Match<AnyPosition>, lang: Language) -> Vec<String> {
        crate::hint::short(game, lang)
    }

    fn record(game: &Match<AnyPosition>) -> Option<Record> {
        Some(Record::from_match(game))
    }

    fn judgement(&self) -> Judgement {
        heibai_engines::judge::judge(self)
    }

    fn tip(game: &Match<AnyPosition>, lang: Language) -> Option<String> {
        let AnyPosition::Gomoku(board) = game.position() else { return None };
        let centre = first_move(board).filter(|_| game.outcome().is_none())?;
        Some(openings::begin_in_centre(&game.position().write_move(centre)).say(lang))
    }

    fn forbidden(&self) -> Vec<Point> {
        crate::forbidden::points(self)
    }

    fn explain(&self, point: Point, lang: Language) -> Vec<String> {
        crate::forbidden::explain(self, point, lang)
    }

    fn marks_moves(&self) -> bool {
        self.kind() == Kind::Othello
    }
}

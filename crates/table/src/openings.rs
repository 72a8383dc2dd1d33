//! The opening book's entry for a position: for the explorer beside a study, and for the drill.

use crate::error::Answer;
use crate::line::Line;
use crate::wire::Text;
use heibai_engines::openings::Opening;
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::book::{self, BookMove};
use heibai_engines::othello::openings::of_board;
use heibai_engines::othello::player::{board_of, move_of};
use heibai_engines::othello::probcut::PERCENT;
use heibai_games::AnyPosition;
use heibai_games::value::{Amount, Value};
use heibai_review::class;
use serde::Serialize;
use utoipa::ToSchema;

/// The book's page of a position; empty where the book has none.
#[derive(Serialize, ToSchema, Default)]
pub struct Openings {
    /// Whether the book has the position.
    known: bool,
    /// For the side to move, in discs.
    value: i32,
    proved: bool,
    /// Depth of the search of the moves that leave the book, and its certainty in percent.
    #[schema(required)]
    depth: Option<u32>,
    #[schema(required)]
    percent: Option<f32>,
    #[schema(required)]
    name: Option<Text>,
    moves: Vec<OpeningMove>,
}

#[derive(Serialize, ToSchema)]
pub struct OpeningMove {
    point: u16,
    name: String,
    /// For the side that moves, in discs; absent for a move known only from games.
    #[schema(required)]
    value: Option<i32>,
    /// How far the value looks: plies of the best line through the book plus those of the search at its end.
    plies: u32,
    /// Whether the position after it is in the book.
    in_book: bool,
    games: u32,
    /// The share of points that the side that moved scored in those games.
    #[schema(required)]
    score: Option<f64>,
    /// `inaccuracy`, `mistake` or `blunder`; absent for a good move and for one without a value.
    #[schema(required)]
    class: Option<&'static str>,
    /// The name of the position after it.
    #[schema(required)]
    opening: Option<Text>,
}

pub fn openings(line: &Line) -> Answer<Openings> {
    let game = line.play()?;
    let position = game.position();
    let Some((board, advice)) =
        board_of(position).and_then(|board| Some((board, book::current().advice(&board)?)))
    else {
        return Ok(Openings::default());
    };
    let best = advice.moves.first().and_then(|m| m.value).map_or(advice.value, |best| best);
    let percent = |certainty: u8| PERCENT[usize::from(certainty).min(PERCENT.len() - 1)];
    Ok(Openings {
        known: true,
        value: advice.value,
        proved: advice.proved,
        depth: advice.search.map(|search| search.0),
        percent: advice.search.map(|search| percent(search.1)),
        name: of_board(&board).as_ref().map(text),
        moves: advice.moves.iter().map(|m| view(position, &board, m, best)).collect(),
    })
}

fn view(position: &AnyPosition, board: &Bitboards, m: &BookMove, best: i32) -> OpeningMove {
    let discs = |value: i32| Value::estimated(Amount::Discs(value.into()));
    let after = board.played(m.square, board.flips(m.square));
    OpeningMove {
        point: m.square as u16,
        name: position.write_move(move_of(m.square)),
        value: m.value,
        plies: m.horizon,
        in_book: m.in_book,
        games: m.games,
        score: (m.games > 0).then(|| f64::from(m.points) / f64::from(m.games) / 2.0),
        class: m.value.and_then(|value| class(&discs(best), &discs(value))).map(|class| class.name()),
        opening: of_board(&after).as_ref().map(text),
    }
}

fn text(opening: &Opening) -> Text {
    Text { zh: opening.zh.to_owned(), en: opening.en.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(kind: &str, size: usize, moves: &[u16]) -> Openings {
        let of = serde_json::json!({ "kind": kind, "size": size, "moves": moves });
        let line: Line = serde_json::from_value(of).expect("a line");
        openings(&line).unwrap_or_else(|fail| panic!("{}", fail.en))
    }

    #[test]
    fn the_start_is_a_draw_with_four_equal_moves() {
        let start = asked("othello", 8, &[]);
        assert!(start.known && start.proved && start.value == 0);
        assert_eq!(start.moves.len(), 4);
        assert!(start.moves.iter().all(|m| m.value == Some(0) && m.class.is_none() && m.games > 0));
        // After f5 each of the three replies has a name.
        let replies = asked("othello", 8, &[37]);
        let named: Vec<&str> =
            replies.moves.iter().filter_map(|m| m.opening.as_ref()).map(|name| name.en.as_str()).collect();
        assert!(named.contains(&"Diagonal Opening"), "{named:?}");
        // The parallel opening f5f4 loses discs, and its class says so.
        let parallel = replies.moves.iter().find(|m| m.point == 29).expect("it was played in games");
        assert!(parallel.value.is_some_and(|value| value < -2) && parallel.class.is_some());
    }

    #[test]
    fn other_boards_have_no_book_and_illegal_moves_are_refused() {
        assert!(!asked("othello", 6, &[]).known);
        assert!(!asked("gomoku", 15, &[]).known);
        let line: Line =
            serde_json::from_value(serde_json::json!({ "kind": "othello", "moves": [0] })).expect("a line");
        assert!(openings(&line).is_err());
    }
}

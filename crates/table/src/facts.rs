//! Facts about a position for the page, from each game's referee: flips, forbidden points, the winning line, counts.

use crate::registry;
use crate::wire::{self, Both, ForbiddenView};
use heibai_games::gomoku::explain::{Explanation, explain};
use heibai_games::gomoku::{self, Forbidden};
use heibai_games::matches::Played;
use heibai_games::{AnyPosition, Changes, Color, Illegal, Kind, Move, Point, Position};
use heibai_words::forbidden::sentences;
use heibai_words::refusals::refused_move;
use heibai_words::{Language, Text};
use serde_json::Value;

/// Othello: the discs that each legal move would flip.
pub fn flips(position: &AnyPosition, legal: &[u16]) -> Option<Vec<Vec<u16>>> {
    if position.kind() != Kind::Othello {
        return None;
    }
    let of = |&point: &u16| {
        let mut changes = Changes::default();
        position.clone().play_unchecked(Move::Place(Point(point)), &mut changes);
        changes.flipped.iter().map(|(p, _)| p.0).collect()
    };
    Some(legal.iter().map(of).collect())
}

/// Discs or stones of each side, and empty points.
pub fn stones(position: &AnyPosition) -> (Both<u32>, u32) {
    let mut counts = Both { black: 0, white: 0 };
    let mut empties = 0;
    for point in Point::all(position.size()) {
        match position.stone(point) {
            Some(Color::Black) => counts.black += 1,
            Some(Color::White) => counts.white += 1,
            None => empties += 1,
        }
    }
    (counts, empties)
}

/// Where a first stone is well placed.
pub fn suggestion(position: &AnyPosition, ply: usize) -> Vec<u16> {
    let size = position.size();
    let centre = Point::new(size / 2, size / 2, size);
    // A board that was set up already has stones.
    let is_empty = || Point::all(size).all(|point| position.stone(point).is_none());
    match centre {
        Some(centre) if ply == 0 && is_empty() && registry::of(position.kind()).opens_in_centre => {
            vec![centre.0]
        }
        _ => Vec::new(),
    }
}

/// Go: the stones that each side has captured.
pub fn prisoners(start: &AnyPosition, moves: &[Played], now: Both<u32>) -> Both<u32> {
    let (mut placed, _) = stones(start);
    for played in moves.iter().filter(|m| m.mv != Move::Pass) {
        match played.color {
            Color::Black => placed.black += 1,
            Color::White => placed.white += 1,
        }
    }
    Both { black: placed.white - now.white, white: placed.black - now.black }
}

/// The Gomoku position, if its rules have forbidden points.
fn renju(position: &AnyPosition) -> Option<&gomoku::Position> {
    match position {
        AnyPosition::Gomoku(board) if board.rules().variant().is_renju() => Some(board),
        _ => None,
    }
}

/// Renju: Black's forbidden points, when Black is to move.
pub fn forbidden(position: &AnyPosition) -> Option<Vec<ForbiddenView>> {
    let board = renju(position).filter(|board| board.turn() == Color::Black)?;
    Some(board.forbidden_points().iter().map(|found| forbidden_view(board, found)).collect())
}

/// A forbidden point with its sentence, and its reasons in words and as JSON.
pub fn forbidden_view(board: &gomoku::Position, (point, kind): (Point, Forbidden)) -> ForbiddenView {
    let Text { zh, en } = refused_move(&Illegal::Forbidden(kind));
    let explained = explain(board.board(), point, board.rules().variant());
    let why = told(&explained, board.size()).into_iter().skip(1).collect();
    let stones = explained.lines.iter().flat_map(|line| &line.stones).map(|stone| stone.0).collect();
    let check = heibai_records::forbidden::check(&explained, board.size());
    ForbiddenView { point: point.0, kind: kind.code(), zh, en, why, stones, check }
}

/// An explanation as sentences; the first one is the verdict.
fn told(explained: &Explanation, size: usize) -> Vec<wire::Text> {
    let told = |language| sentences(explained, size, language).into_iter().map(|s| s.trim().to_owned());
    let both = told(Language::Chinese).zip(told(Language::English));
    both.map(|(zh, en)| wire::Text { zh, en }).collect()
}

/// Renju, after a four of White's: why Black may not answer it, if every answer is forbidden.
pub fn unanswerable(position: &AnyPosition) -> Vec<wire::Text> {
    let Some(board) = renju(position).filter(|board| board.turn() == Color::Black) else { return Vec::new() };
    let (forbidden, variant) = (board.forbidden_points(), board.rules().variant());
    let answers = board.fives(Color::White);
    if answers.iter().any(|&at| forbidden.kind(at).is_none()) {
        return Vec::new();
    }
    answers.into_iter().flat_map(|at| told(&explain(board.board(), at, variant), board.size())).collect()
}

/// Renju: the forbidden-point check of one point as JSON.
pub fn forbidden_check(position: &AnyPosition, point: u16) -> Option<Value> {
    let board = renju(position)?;
    let on_board = usize::from(point) < position.size().pow(2);
    let empty = on_board && board.stone(Point(point)).is_none();
    let explained = || explain(board.board(), Point(point), board.rules().variant());
    empty.then(|| heibai_records::forbidden::check(&explained(), position.size()))
}

/// Gomoku: the stones that won.
pub fn win_line(position: &AnyPosition) -> Vec<u16> {
    match position {
        AnyPosition::Gomoku(board) => board.winning_line().iter().map(|p| p.0).collect(),
        _ => Vec::new(),
    }
}

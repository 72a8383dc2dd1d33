//! `heibai forbidden`: Black's forbidden points, and the reasons.

use crate::failure::Context;
use crate::{Answer, YES};
use heibai_games::gomoku::explain::explain as explain_point;
use heibai_games::gomoku::{self, Board, Forbidden, Variant};
use heibai_games::{AnyPosition, Color, Illegal, Move, Notation, Point, Position};
use heibai_words::forbidden::{allowed, sentences};
use heibai_words::refusals::refused_move;
use heibai_words::{Language, Say, Text, commands as said, failures};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

const SIZE: usize = 15;

/// The longest line worth reading: a board and room for blanks.
const MAX_LINE: u64 = 4096;

/// What some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Black's forbidden points in Renju, for boards on standard input: one per line, 225 characters, row 15 first,
/// column A first; X black, O white, . empty.
///
/// Example: heibai forbidden --explain h8 < boards.txt
#[derive(clap::Args)]
pub struct Args {
    /// renju or renju-patterns
    #[arg(long, default_value = "renju")]
    rules: String,
    /// Explain why this point is forbidden, or why it is not.
    #[arg(long, value_name = "POINT")]
    explain: Option<String>,
    /// Prints one JSON object per board.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let variant = match Variant::from_name(&args.rules) {
        Some(variant) if variant.is_renju() => variant,
        _ => return Err(said::no_forbidden_rules(&args.rules).into()),
    };
    let point = args.explain.as_deref().map(|name| Notation::Gomoku.read(name, SIZE)).transpose()?;
    let mut input = std::io::stdin().lock();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut number = 0;
    loop {
        let mut bytes = Vec::new();
        let read = std::io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut bytes);
        if read.told(failures::cannot_read_input)? == 0 {
            break;
        }
        number += 1;
        let text = if number == 1 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes) } else { &bytes };
        let board = read_board(text).told(|| said::input_line(number));
        let board = match board {
            Ok(board) => board,
            Err(error) => {
                out.flush()?;
                return Err(error);
            }
        };
        let answer = match (point, args.json) {
            (Some(point), as_json) => answer_point(&board, point, variant, as_json, lang)?,
            (None, true) => all_as_json(&board, variant).to_string(),
            (None, false) => all_as_text(&board, variant),
        };
        writeln!(out, "{answer}")?;
    }
    out.flush()?;
    Ok(YES)
}

/// One board as the command reads it.
fn read_board(bytes: &[u8]) -> Result<Board, Text> {
    let line = bytes.trim_ascii_end();
    let mut board = Board::new(SIZE);
    for (i, &byte) in line.iter().enumerate() {
        let color = match byte {
            _ if i >= SIZE * SIZE => return Err(said::input_column(i + 1).because(said::long_board())),
            b'X' | b'x' => Color::Black,
            b'O' | b'o' => Color::White,
            b'.' => continue,
            other => {
                let found = other.escape_ascii().to_string();
                return Err(said::input_column(i + 1).because(said::no_stone_letter(&found)));
            }
        };
        board.put(Point(i as u16), color);
    }
    if line.len() < SIZE * SIZE {
        return Err(said::input_column(line.len() + 1).because(said::short_board(line.len())));
    }
    Ok(board)
}

/// The forbidden points by column, then by row from the bottom.
fn sorted(board: &Board, variant: Variant) -> Vec<(Point, Forbidden)> {
    let mut points: Vec<_> = gomoku::forbidden::points(board, variant).iter().collect();
    points.sort_by_key(|(point, _)| (point.x(SIZE), SIZE - point.y(SIZE)));
    points
}

fn all_as_text(board: &Board, variant: Variant) -> String {
    let named = |(point, kind): (Point, Forbidden)| {
        format!("{}:{}", Notation::Gomoku.write(point, SIZE), kind.code())
    };
    sorted(board, variant).into_iter().map(named).collect::<Vec<_>>().join(" ")
}

fn all_as_json(board: &Board, variant: Variant) -> Value {
    let points = sorted(board, variant).into_iter().map(|(point, _)| point_as_json(board, point, variant));
    json!({ "forbidden": points.collect::<Vec<_>>() })
}

fn point_as_json(board: &Board, point: Point, variant: Variant) -> Value {
    let mut value = heibai_records::forbidden::check(&explain_point(board, point, variant), SIZE);
    value["point"] = json!(Notation::Gomoku.write(point, SIZE));
    value["x"] = json!(point.x(SIZE));
    value["y"] = json!(point.y(SIZE));
    value
}

fn answer_point(
    board: &Board,
    point: Point,
    variant: Variant,
    as_json: bool,
    lang: Language,
) -> anyhow::Result<String> {
    if board.stone(point).is_some() {
        return Err(Text::same(Notation::Gomoku.write(point, SIZE)).because(Illegal::Occupied).into());
    }
    if as_json {
        return Ok(point_as_json(board, point, variant).to_string());
    }
    Ok(sentences(&explain_point(board, point, variant), SIZE, lang).join("\n"))
}

/// The points that Black, to move, may not take.
pub fn points(position: &AnyPosition) -> Vec<Point> {
    match position {
        AnyPosition::Gomoku(gomoku) if position.turn() == Color::Black => {
            gomoku.forbidden_points().iter().map(|(point, _)| point).collect()
        }
        _ => Vec::new(),
    }
}

/// Explains in lines why a point is forbidden to Black, or that it is not.
pub fn explain(position: &AnyPosition, point: Point, lang: Language) -> Vec<String> {
    if let AnyPosition::Gomoku(gomoku) = position
        && gomoku.rules().variant().is_renju()
        && gomoku.outcome().is_none()
        && gomoku.stone(point).is_none()
    {
        let explanation = explain_point(gomoku.board(), point, gomoku.rules().variant());
        return sentences(&explanation, SIZE, lang);
    }
    match position.check(Move::Place(point)) {
        Ok(()) => vec![allowed().say(lang)],
        Err(illegal) => vec![refused_move(&illegal).say(lang)],
    }
}

//! `heibai show`: a position or the end of a record, as text or as a picture.

use crate::board_text::{self, Marks};
use crate::failure::Context;
use crate::input::{How, first};
use crate::results::outcome_json;
use crate::{Answer, picture};
use heibai_engines::openings;
use heibai_games::othello::{Bits, Othello};
use heibai_games::{AnyPosition, Color, Match, Move, Outcome, Point, Position};
use heibai_records::{Record, position, sgf};
use heibai_words::{Language, Say, Text, commands as said, failures, names, results};
use serde_json::json;
use std::path::PathBuf;

/// Draws a position or the end of a record.
///
/// Examples: heibai show f5d6c3; heibai show game.sgf --move 50 --png board.png
#[derive(clap::Args)]
pub struct Args {
    /// A file, a position line, or a string of moves.
    #[arg(allow_hyphen_values = true)]
    input: String,
    /// Show the position after this many moves; by default all.
    #[arg(long = "move", value_name = "N")]
    number: Option<usize>,
    /// Write the board as an SVG picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the board as a PNG picture.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Print the position as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let record = first(&args.input, &args.how)?;
    let game = match record.replay() {
        Ok(game) => game,
        Err(illegal) => {
            eprintln!("heibai: {}", Text::same(args.input.as_str()).because(illegal).get(lang));
            return Ok(crate::NO);
        }
    };
    let made = game.moves().len();
    let count = args.number.unwrap_or(made);
    if count > made {
        return Err(said::few_moves(count, made).into());
    }
    let shown = game.position_after(count);
    let last = game.moves()[..count].iter().rev().find_map(|played| match played.mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    });
    let pictures = [(&args.svg, true), (&args.png, false)];
    for (path, is_svg) in pictures.into_iter().filter_map(|(path, is_svg)| Some((path.as_ref()?, is_svg))) {
        let board = picture::draw(&shown, last);
        let bytes = if is_svg { picture::svg(&board).into_bytes() } else { picture::png(&board)? };
        std::fs::write(path, bytes).told(|| failures::cannot_write(&path.display().to_string()))?;
    }
    let moves: Vec<Move> = game.moves()[..count].iter().map(|played| played.mv).collect();
    let opening = openings::of(game.start(), &moves);
    if args.json {
        let outcome = game.outcome().filter(|_| count == made);
        print_json(&shown, last, count, opening, outcome);
    } else if args.svg.is_none() && args.png.is_none() {
        print_text(&record, &game, &shown, last, count, lang);
        if let Some(opening) = opening {
            println!("{}", names::opening(opening.text()).get(lang));
        }
    }
    Ok(crate::YES)
}

fn print_json(
    shown: &AnyPosition,
    last: Option<Point>,
    count: usize,
    opening: Option<openings::Opening>,
    outcome: Option<Outcome>,
) {
    let line = json!({
        "game": shown.kind().name(),
        "size": shown.size(),
        "moves": count,
        "turn": shown.turn().to_string().to_ascii_lowercase(),
        "last": last.map(|point| shown.kind().notation().write(point, shown.size())),
        "position": position::write(shown),
        "opening": opening.map(|opening| json!({"en": opening.en, "zh": opening.zh})),
        "outcome": outcome.as_ref().map(outcome_json),
        "phase": heibai_review::phase(shown, count).name(),
        "stable": stable(shown),
    });
    println!("{line}");
}

/// Position limit for finding all stable discs.
const STABLE_POSITIONS: usize = 200_000;

/// Othello's stable discs: all of them if there are few enough continuations, else those proved without search.
fn stable(shown: &AnyPosition) -> Option<serde_json::Value> {
    fn of<B: Bits, const N: usize>(board: &Othello<B, N>) -> (u128, bool) {
        let (squares, exact) = board.stable_within(STABLE_POSITIONS);
        (squares.to_u128(), exact)
    }
    let (squares, exact) = match shown {
        AnyPosition::Othello4(board) => of(board),
        AnyPosition::Othello6(board) => of(board),
        AnyPosition::Othello8(board) => of(board),
        AnyPosition::Othello10(board) => of(board),
        _ => return None,
    };
    let of_side = |color: Color| -> Vec<String> {
        let points = squares.squares().map(|square| Point(square as u16));
        let own = points.filter(|&point| shown.stone(point) == Some(color));
        own.map(|point| shown.kind().notation().write(point, shown.size())).collect()
    };
    Some(json!({ "black": of_side(Color::Black), "white": of_side(Color::White), "exact": exact }))
}

fn print_text(
    record: &Record,
    game: &Match<AnyPosition>,
    shown: &AnyPosition,
    last: Option<Point>,
    count: usize,
    lang: Language,
) {
    let info = &record.info;
    for color in Color::BOTH {
        let side = info.side(color);
        if !side.name.is_empty() {
            println!("{}", said::player_line(color, &side.name, &side.rating).get(lang).trim_end());
        }
    }
    if let Some(result) = &info.result {
        println!("{}", results::result_is(Text::same(sgf::write_result(result))).get(lang));
    }
    print!("{}", board_text::draw(shown, &Marks { last, ..Marks::default() }));
    println!("{}", position::write(shown));
    match game.outcome().filter(|_| count == game.moves().len()) {
        Some(outcome) => {
            results::lines(&shown.rules(), &outcome).iter().for_each(|line| println!("{}", line.get(lang)));
        }
        None => println!("{}", names::to_play(shown.turn()).get(lang)),
    }
}

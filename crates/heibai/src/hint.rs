//! `heibai hint`: the best move and why.

use crate::analyze::end_text;
use crate::input::{self, How};
use crate::words::Lang;
use crate::{Answer, NO, YES};
use heibai_engines::{Level, players};
use heibai_games::player::{Analysis, Wanted};
use heibai_games::{AnyPosition, Color, Match, Move, Player, Position, Request};
use heibai_review::EachMove;
use heibai_review::reasons::reasons;
use serde_json::json;
use std::sync::atomic::AtomicBool;

/// The best move in a position, and why.
///
/// Example: heibai hint h8h9i8 --game gomoku
#[derive(clap::Args)]
pub struct Args {
    /// A file in any format, a position line, or a string of moves.
    #[arg(allow_hyphen_values = true)]
    input: String,
    #[command(flatten)]
    how: How,
    /// Nodes to look at.
    #[arg(long)]
    nodes: Option<u64>,
    /// Seconds to think.
    #[arg(long, value_parser = crate::analyze::seconds)]
    time: Option<f64>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Lang) -> Answer {
    let game = input::first(&args.input, &args.how)?.replay()?;
    if game.outcome().is_some() || game.position().outcome().is_some() {
        println!("{}", lang.pick("The game is over.", "对局已结束。"));
        return Ok(NO);
    }
    let analysis = think(&game, Level::Best, args.nodes, args.time)?;
    if args.json {
        let position = game.position();
        let best = analysis.candidates.first();
        let value = best.and_then(|c| c.value);
        let line: Vec<String> =
            best.map_or(Vec::new(), |c| c.line.iter().map(|&mv| position.write_move(mv)).collect());
        println!(
            "{}",
            json!({
                "best": best.map(|c| position.write_move(c.mv)), "score": value.and_then(|v| v.score()),
                "win_rate": value.and_then(|v| v.win_rate()), "exact": value.is_some_and(|v| v.is_proved()),
                "line": line,
                "why": why(&game, &analysis, lang),
            })
        );
    } else {
        why(&game, &analysis, lang).iter().for_each(|line| println!("{line}"));
    }
    Ok(YES)
}

/// A hint for a person at the board.
pub fn short(game: &Match<AnyPosition>, lang: Lang) -> Vec<String> {
    match think(game, Level::Hard, None, Some(1.0)) {
        Ok(analysis) => why(game, &analysis, lang),
        Err(error) => vec![format!("{error:#}")],
    }
}

fn think(
    game: &Match<AnyPosition>,
    level: Level,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> anyhow::Result<Analysis> {
    let mut player = EachMove(players::level_player(game.position().kind(), level, 1));
    player.new_game(&game.start().rules(), game.position().turn())?;
    let moves: Vec<Move> = game.moves().iter().map(|played| played.mv).collect();
    let limits = crate::analyze::limits(nodes, seconds.or(Some(2.0)));
    let request = Request {
        start: game.start(),
        moves: &moves,
        position: game.position(),
        limits: &limits,
        stop: &AtomicBool::new(false),
    };
    Ok(player.analyze(&request, Wanted { moves: 1, ownership: false }, &mut |_| {})?)
}

/// The move, what it is worth, the line, and what the referee knows about it, as sentences.
fn why(game: &Match<AnyPosition>, analysis: &Analysis, lang: Lang) -> Vec<String> {
    let position = game.position();
    let Some(best) = analysis.candidates.first() else {
        return vec![lang.pick("There is no move to suggest.", "没有可建议的着法。").to_owned()];
    };
    let mut lines = vec![format!("{} {}", lang.pick("Best:", "最佳："), position.write_move(best.mv))];
    if let Some(value) = best.value {
        let sure = if value.is_proved() { lang.pick("exactly", "精确") } else { lang.pick("about", "约") };
        // Won and lost games are told by colour, other values for the side to move.
        let for_black = if position.turn() == Color::Black { value } else { value.turned() };
        lines.extend(match (end_text(for_black, lang), value.score(), value.win_rate()) {
            (Some(end), ..) => Some(format!("{} {end}", lang.pick("Proved:", "已证明："))),
            (None, Some(score), _) => {
                Some(format!("{} {sure} {score:+.1}", lang.pick("It is worth", "评价")))
            }
            (None, None, Some(rate)) => {
                Some(format!("{} {:.0} %", lang.pick("Chance to win:", "胜率："), rate * 100.0))
            }
            (None, None, None) => None,
        });
    }
    if best.line.len() > 1 {
        let line: Vec<String> = best.line.iter().take(10).map(|&mv| position.write_move(mv)).collect();
        lines.push(format!("{} {}", lang.pick("Then:", "后续："), line.join(" ")));
    }
    lines.extend(reasons(position, best.mv).iter().map(|text| text.get(lang.language()).to_owned()));
    lines
}

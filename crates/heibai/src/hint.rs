//! `heibai hint`: the best move, and why.

use crate::input::{self, How};
use crate::{Answer, NO, YES};
use heibai_engines::{Level, players};
use heibai_games::player::{Analysis, Wanted};
use heibai_games::{AnyPosition, Match, Player, Position, Request};
use heibai_review::EachMove;
use heibai_review::reasons::reasons;
use heibai_words::{Language, Say, names, refusals, values};
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
    /// Node limit.
    #[arg(long)]
    nodes: Option<u64>,
    /// Time limit in seconds.
    #[arg(long, value_parser = crate::analyze::seconds)]
    time: Option<f64>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let game = input::first(&args.input, &args.how)?.replay()?;
    if game.outcome().is_some() || game.position().outcome().is_some() {
        println!("{}", refusals::game_over().capital().get(lang));
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

/// A hint for a player at the board.
pub fn short(game: &Match<AnyPosition>, lang: Language) -> Vec<String> {
    match think(game, Level::Hard, None, Some(1.0)) {
        Ok(analysis) => why(game, &analysis, lang),
        Err(error) => vec![crate::failure::words(&error).say(lang)],
    }
}

fn think(
    game: &Match<AnyPosition>,
    level: Level,
    nodes: Option<u64>,
    seconds: Option<f64>,
) -> anyhow::Result<Analysis> {
    let mut player = EachMove::new(players::level_player(game.position().kind(), level, 1));
    player.new_game(&game.start().rules(), game.position().turn())?;
    let moves = game.move_list();
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

/// The move, its value, the principal variation, and what the referee knows about it, as sentences.
fn why(game: &Match<AnyPosition>, analysis: &Analysis, lang: Language) -> Vec<String> {
    let position = game.position();
    let said = match analysis.candidates.first() {
        None => vec![values::no_move()],
        Some(best) => {
            let mut said = vec![values::best_is(names::move_name(position, best.mv).get(lang))];
            if let Some(value) = best.value {
                let told = values::value(&value, position.turn(), &position.rules());
                said.push(if value.is_proved() { values::worth_exactly(told) } else { values::worth(told) });
            }
            if best.line.len() > 1 {
                let line: Vec<String> =
                    best.line.iter().take(10).map(|&mv| names::move_name(position, mv).say(lang)).collect();
                said.push(values::then(&line.join(" ")));
            }
            said.extend(reasons(position, best.mv, &best.line));
            said
        }
    };
    said.iter().map(|text| text.get(lang).to_owned()).collect()
}

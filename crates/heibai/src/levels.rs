//! `heibai levels`: what each level does and its measured strength.

use crate::words::Lang;
use crate::{Answer, YES};
use heibai_engines::Level;
use heibai_games::Kind;

/// What each level does, and its measured strength.
///
/// Example: heibai levels gomoku
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    game: Kind,
    /// One JSON object a line instead of text.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Lang) -> Answer {
    let measured = crate::ladder::measured(args.game);
    for level in Level::ALL {
        let words = heibai_engines::level::describe(args.game, level);
        let text = words.get(lang.language());
        if args.json {
            let line = serde_json::json!({
                "game": args.game.name(), "level": level.name(), "en": words.en, "zh": words.zh,
                "measured": measured.iter().filter(|rung| rung.upper == level.name()).collect::<Vec<_>>(),
            });
            println!("{line}");
        } else {
            match lang {
                Lang::En => println!("{:<9} {text}", level.name()),
                Lang::Zh => println!("{:<9} {}：{text}", level.name(), lang.player(level.name())),
            }
            for rung in measured.iter().filter(|rung| rung.upper == level.name()) {
                let told = if lang == Lang::Zh { rung.in_chinese() } else { rung.to_string() };
                println!("{:<9} {told}", "");
            }
        }
    }
    Ok(YES)
}

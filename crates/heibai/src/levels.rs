//! `heibai levels`: a description of each level and its measured strength.

use crate::{Answer, YES};
use heibai_engines::Level;
use heibai_games::Kind;
use heibai_words::{Language, Say, commands as said};

/// Describes each level, with its measured strength.
///
/// Example: heibai levels gomoku
#[derive(clap::Args)]
pub struct Args {
    /// othello, go or gomoku
    game: Kind,
    /// Prints one JSON object per line instead of text.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let measured = crate::ladder::measured(args.game);
    for level in Level::ALL {
        let words = heibai_engines::level::describe(args.game, level);
        if args.json {
            let line = serde_json::json!({
                "game": args.game.name(), "level": level.name(), "en": words.en, "zh": words.zh,
                "measured": measured.iter().filter(|rung| rung.upper == level.name()).collect::<Vec<_>>(),
            });
            println!("{line}");
        } else {
            let line = said::level_line(level.text(), words);
            println!("{:<9} {}", level.name(), line.get(lang));
            for rung in measured.iter().filter(|rung| rung.upper == level.name()) {
                println!("{:<9} {}", "", rung.text().get(lang));
            }
        }
    }
    Ok(YES)
}

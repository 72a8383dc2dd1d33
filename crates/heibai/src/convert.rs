//! `heibai convert`: converts between record formats.

use crate::failure::{Context, words};
use crate::input::{How, open_file};
use crate::whole_file::WholeFile;
use crate::{Answer, YES};
use heibai_records::{Format, Part, Record, write_bytes};
use heibai_words::{Language, Say, commands as said, failures, names};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Converts records between formats, and reports what the new format cannot represent.
///
/// Example: heibai convert game.sgf game.json
#[derive(clap::Args)]
pub struct Args {
    /// A file in any format; `-` is standard input.
    #[arg(value_name = "IN")]
    input: String,
    /// The file to write, whose extension names the format; `-` is standard output.
    #[arg(value_name = "OUT")]
    output: String,
    /// Format to write: sgf, ggf, obf, psq, lib, json, replay, moves, position, bits, diagram.
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Print what was done as JSON (not together with OUT `-`).
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    how: How,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let named = Format::for_file_name(&args.output);
    let Some(format) = args.to.or(named) else {
        return Err(said::no_format_for(&args.output).into());
    };
    let mut target = Target::create(&args.output)?;
    let mut done = Done::default();
    for game in open_file(&args.input, &args.how)? {
        done.seen += 1;
        match game.map_err(anyhow::Error::from).and_then(|record| put(&record, format, &mut done)) {
            Ok(bytes) => target.write(&bytes)?,
            Err(error) => {
                let place = said::game_of(&args.input, done.seen);
                eprintln!("heibai: {}", place.because(words(&error)).get(lang));
                done.failed += 1;
            }
        }
    }
    if done.written == 0 {
        return Err(said::nothing_written(&args.input, format.name()).into());
    }
    target.finish()?;
    done.report(&args, format, lang);
    Ok(if done.failed == 0 { YES } else { 2 })
}

#[derive(Default)]
struct Done {
    seen: usize,
    written: usize,
    failed: usize,
    /// What was lost, and in how many games.
    lost: Vec<(Part, usize)>,
}

/// A game as it is written.
fn put(record: &Record, format: Format, done: &mut Done) -> anyhow::Result<Vec<u8>> {
    if format.holds_one() && done.written == 1 {
        return Err(said::holds_one_game(format.name()).into());
    }
    let bytes = write_bytes(record, format)?;
    done.written += 1;
    for part in format.losses(record) {
        match done.lost.iter_mut().find(|(known, _)| *known == part) {
            Some((_, count)) => *count += 1,
            None => done.lost.push((part, 1)),
        }
    }
    Ok(bytes)
}

impl Done {
    fn report(&self, args: &Args, format: Format, lang: Language) {
        if args.json && args.output != "-" {
            let lost: serde_json::Map<_, _> =
                self.lost.iter().map(|(part, count)| (part.to_string(), json!(count))).collect();
            let (games, failed) = (self.written, self.failed);
            println!(
                "{}",
                json!({"in": args.input, "out": args.output, "games": games, "failed": failed, "lost": lost})
            );
        } else {
            let (written, seen) = (self.written, self.seen);
            eprintln!("{}", said::written(written, names::count_games(seen), format.name()).get(lang));
            for (part, count) in &self.lost {
                eprintln!("{}", said::lost(format.name(), part.text(), names::count_games(*count)).get(lang));
            }
        }
    }
}

/// Standard output, or a file.
enum Target {
    Output(std::io::StdoutLock<'static>),
    File(WholeFile),
}

impl Target {
    fn create(name: &str) -> anyhow::Result<Target> {
        match name {
            "-" => Ok(Target::Output(std::io::stdout().lock())),
            name => Ok(Target::File(WholeFile::create(Path::new(name))?)),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Target::Output(out) => out.write_all(bytes).told(failures::cannot_write_output),
            Target::File(file) => file.write(bytes),
        }
    }

    fn finish(self) -> anyhow::Result<()> {
        match self {
            Target::Output(mut out) => out.flush().told(failures::cannot_write_output),
            Target::File(file) => file.finish(),
        }
    }
}

/// Writes a game in the format named by the file's extension.
pub fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    let name = path.to_string_lossy();
    let format = Format::for_file_name(&name).told(|| said::no_format_to_save(&name))?;
    std::fs::write(path, write_bytes(record, format)?).told(|| failures::cannot_write(&name))
}

//! `heibai convert`: converts between record formats.

use crate::failure::{Context, words};
use crate::input::{How, open_file};
use crate::{Answer, YES};
use heibai_records::{Format, Part, Record, write_bytes};
use heibai_words::{Language, Say, commands as said, failures};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

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
        let written =
            game.map_err(anyhow::Error::from).and_then(|record| put(&record, format, &mut target, &mut done));
        if let Err(error) = written {
            let place = said::game_of(&args.input, done.seen);
            eprintln!("heibai: {}", place.because(words(&error)).get(lang));
            done.failed += 1;
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

fn put(record: &Record, format: Format, target: &mut Target, done: &mut Done) -> anyhow::Result<()> {
    if format.holds_one() && done.written == 1 {
        return Err(said::holds_one_game(format.name()).into());
    }
    target.writer.write_all(&write_bytes(record, format)?)?;
    done.written += 1;
    for part in format.losses(record) {
        match done.lost.iter_mut().find(|(known, _)| *known == part) {
            Some((_, count)) => *count += 1,
            None => done.lost.push((part, 1)),
        }
    }
    Ok(())
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
            eprintln!("{}", said::written(written, seen, format.name()).get(lang));
            for (part, count) in &self.lost {
                eprintln!("{}", said::lost(format.name(), part.text(), *count).get(lang));
            }
        }
    }
}

/// A file that gets its final name only when it is complete.
struct Target {
    writer: Box<dyn Write>,
    part: Option<(PathBuf, PathBuf)>,
}

impl Target {
    fn create(name: &str) -> anyhow::Result<Target> {
        if name == "-" {
            return Ok(Target { writer: Box::new(std::io::stdout().lock()), part: None });
        }
        let part = PathBuf::from(format!("{name}.part"));
        let file = File::create(&part).told(|| failures::cannot_write(&part.display().to_string()))?;
        Ok(Target { writer: Box::new(BufWriter::new(file)), part: Some((part, PathBuf::from(name))) })
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.writer.flush()?;
        if let Some((part, name)) = self.part.take() {
            std::fs::rename(&part, &name).told(|| failures::cannot_write(&name.display().to_string()))?;
        }
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some((part, _)) = self.part.take() {
            // If an unfinished file cannot be removed, nothing useful can be done.
            std::fs::remove_file(part).ok();
        }
    }
}

/// Writes a game in the format named by the file's extension.
pub fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    let name = path.to_string_lossy();
    let format = Format::for_file_name(&name).told(|| said::no_format_to_save(&name))?;
    std::fs::write(path, write_bytes(record, format)?).told(|| failures::cannot_write(&name))
}

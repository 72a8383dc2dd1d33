//! Writes the engine's games with itself, and turns them into the input of a fit.
//!
//! `gomoku_selfplay games VARIANT NODES THREADS SECONDS SEED OUT [WEIGHTS]`
//! `gomoku_selfplay rows OUT GAMES...`

use heibai_engines::gomoku::Weights;
use heibai_engines::gomoku::selfplay::{Author, Record, rows};
use heibai_games::gomoku::Variant;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["games", variant, nodes, threads, seconds, seed, out] => {
            games([variant, nodes, threads, seconds, seed], out, None)
        }
        ["games", variant, nodes, threads, seconds, seed, out, weights] => {
            games([variant, nodes, threads, seconds, seed], out, Some(weights))
        }
        ["rows", out, ref files @ ..] if !files.is_empty() => write_rows(out, files),
        _ => Err(io::Error::other(
            "usage: gomoku_selfplay games VARIANT NODES THREADS SECONDS SEED OUT [WEIGHTS] | rows OUT GAMES...",
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gomoku_selfplay: {error}");
            ExitCode::from(2)
        }
    }
}

fn games(
    [variant, nodes, threads, seconds, seed]: [&str; 5],
    out: &str,
    weights: Option<&str>,
) -> io::Result<()> {
    let bad = |what: &str| io::Error::other(format!("bad {what}"));
    let variant = Variant::from_name(variant).ok_or_else(|| bad("rule set"))?;
    let nodes: u64 = nodes.parse().map_err(|_| bad("node count"))?;
    let threads: u64 = threads.parse().map_err(|_| bad("thread count"))?;
    let seconds: u64 = seconds.parse().map_err(|_| bad("number of seconds"))?;
    let seed: u64 = seed.parse().map_err(|_| bad("seed"))?;
    let weights = match weights {
        Some(path) => Arc::new(Weights::read(&fs::read(path)?).map_err(io::Error::other)?),
        None => Weights::of(variant),
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let file = Mutex::new((BufWriter::new(fs::File::create(out)?), 0u64, 0u64));
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (file, weights) = (&file, weights.clone());
            scope.spawn(move || {
                let Some(mut author) = Author::new(variant, weights, nodes, seed * 1000 + thread) else {
                    return;
                };
                while Instant::now() < end {
                    let record = author.game();
                    let mut bytes = Vec::new();
                    record.write(&mut bytes);
                    let Ok(mut file) = file.lock() else { return };
                    if file.0.write_all(&bytes).is_err() {
                        return;
                    }
                    file.1 += 1;
                    file.2 += record.values.len() as u64;
                }
            });
        }
    });
    let (mut file, games, positions) = file.into_inner().map_err(|_| bad("thread"))?;
    file.flush()?;
    println!("{games} games, {positions} positions");
    Ok(())
}

fn write_rows(out: &str, files: &[&str]) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, fs::File::create(out)?);
    let (mut count, mut failed) = (0u64, None);
    for file in files {
        let bytes = fs::read(file)?;
        let mut rest = &bytes[..];
        while let Some(record) = Record::read(&mut rest) {
            rows(&record, &mut |row| {
                count += 1;
                let bytes: Vec<u8> = row.iter().flat_map(|number| number.to_le_bytes()).collect();
                failed = failed.take().or(out.write_all(&bytes).err());
            });
        }
        if !rest.is_empty() {
            return Err(io::Error::other(format!(
                "{file}: broken record {} bytes before the end",
                rest.len()
            )));
        }
    }
    out.flush()?;
    println!("{count} rows");
    failed.map_or(Ok(()), Err)
}

//! Writes the engine's games with itself, and turns them into the input of a fit.
//!
//! `gomoku_selfplay games VARIANT NODES THREADS SECONDS SEED OUT [WEIGHTS]`
//! `gomoku_selfplay rows OUT GAMES...`
//! `gomoku_selfplay leaves VARIANT LABELNODES THREADS SECONDS SEED OUT [WEIGHTS]` writes rows of positions from search
//! trees, OUT.plain without a label and OUT.labelled with the value and move of a search of LABELNODES.

use heibai_engines::gomoku::selfplay::{Author, ROW, Record, rows};
use heibai_engines::gomoku::{Net, Weights};
use heibai_games::gomoku::{OpeningRule, Rules, Variant};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The nodes of a move of the games from whose searches positions are taken.
const LEAF_NODES: u64 = 300;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        [kind @ ("games" | "leaves"), variant, nodes, threads, seconds, seed, out, ref weights @ ..]
            if weights.len() < 2 =>
        {
            let work = Work::read([variant, nodes, threads, seconds, seed], weights.first().copied());
            work.and_then(|work| if kind == "games" { work.games(out) } else { work.leaves(out) })
        }
        ["rows", out, ref files @ ..] if !files.is_empty() => write_rows(out, files),
        _ => Err(io::Error::other(
            "usage: gomoku_selfplay games VARIANT NODES THREADS SECONDS SEED OUT [WEIGHTS] | rows OUT GAMES... \
             | leaves VARIANT LABELNODES THREADS SECONDS SEED OUT [WEIGHTS]",
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

/// What to play and for how long.
struct Work {
    variant: Variant,
    nodes: u64,
    threads: u64,
    time: Duration,
    seed: u64,
    weights: Arc<Weights>,
}

impl Work {
    fn read([variant, nodes, threads, seconds, seed]: [&str; 5], weights: Option<&str>) -> io::Result<Work> {
        let bad = |what: &str| io::Error::other(format!("bad {what}"));
        let variant = Variant::from_name(variant).ok_or_else(|| bad("rule set"))?;
        Ok(Work {
            variant,
            nodes: nodes.parse().map_err(|_| bad("node count"))?,
            threads: threads.parse().map_err(|_| bad("thread count"))?,
            time: Duration::from_secs(seconds.parse().map_err(|_| bad("number of seconds"))?),
            seed: seed.parse().map_err(|_| bad("seed"))?,
            weights: match weights {
                Some(path) => Arc::new(Weights::read(&fs::read(path)?).map_err(io::Error::other)?),
                None => Weights::of(variant),
            },
        })
    }

    /// Lets an author of `nodes` on each thread do one `task` after the other until the time is over.
    fn each(&self, nodes: u64, task: &(dyn Fn(&mut Author) -> io::Result<()> + Sync)) -> io::Result<()> {
        let end = Instant::now() + self.time;
        let failed = Mutex::new(None);
        std::thread::scope(|scope| {
            for thread in 0..self.threads {
                let failed = &failed;
                scope.spawn(move || {
                    let seed = self.seed * 1000 + thread;
                    let Some(mut author) = Author::new(self.variant, self.weights.clone(), nodes, seed)
                    else {
                        return;
                    };
                    while Instant::now() < end {
                        if let Err(error) = task(&mut author) {
                            if let Ok(mut failed) = failed.lock() {
                                *failed = Some(error);
                            }
                            return;
                        }
                    }
                });
            }
        });
        failed.into_inner().ok().flatten().map_or(Ok(()), Err)
    }

    fn games(&self, out: &str) -> io::Result<()> {
        let file = Mutex::new((BufWriter::new(fs::File::create(out)?), 0u64, 0u64));
        self.each(self.nodes, &|author| {
            let record = author.game();
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            let mut file = file.lock().map_err(|_| broken())?;
            file.1 += 1;
            file.2 += record.values.len() as u64;
            file.0.write_all(&bytes)
        })?;
        let (mut file, games, positions) = file.into_inner().map_err(|_| broken())?;
        file.flush()?;
        println!("{games} games, {positions} positions");
        Ok(())
    }

    fn leaves(&self, out: &str) -> io::Result<()> {
        let rules = Rules::new(15, self.variant, OpeningRule::Free).map_err(io::Error::other)?;
        let create = |name| fs::File::create(format!("{out}.{name}")).map(|file| Mutex::new((file, 0)));
        let files = [create("plain")?, create("labelled")?];
        self.each(LEAF_NODES, &|author| {
            author.ask(Net::of(&rules));
            let mut bytes = [Vec::new(), Vec::new()];
            while bytes[0].len() < 1 << 20 {
                author.leaves(self.nodes, &mut |row, labelled| {
                    bytes[usize::from(labelled)].extend(row.iter().flat_map(|number| number.to_le_bytes()));
                });
            }
            for (file, bytes) in files.iter().zip(bytes) {
                let mut file = file.lock().map_err(|_| broken())?;
                file.1 += bytes.len() / (2 * ROW);
                file.0.write_all(&bytes)?;
            }
            Ok(())
        })?;
        let [plain, labelled] = files.map(|file| file.lock().map_or(0, |file| file.1));
        println!("{plain} rows, {labelled} labelled");
        Ok(())
    }
}

fn broken() -> io::Error {
    io::Error::other("a thread broke off")
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

//! Writes self-play games and training rows to files.

use super::Source;
use super::selfplay::{Author, ROW, Record};
use anyhow::{Context, anyhow, bail};
use heibai_engines::gomoku::Net;
use heibai_games::gomoku::{OpeningRule, Rules};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

/// Nodes per move in the games of `leaves`.
const LEAF_NODES: u64 = 300;

/// Repeats `task` on each thread, with an author of its own, until the time is over.
fn each(
    source: &Source,
    nodes: u64,
    task: &(dyn Fn(&mut Author) -> anyhow::Result<()> + Sync),
) -> anyhow::Result<()> {
    let (end, weights) = (source.effort.end(), source.weights()?);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for thread in 0..u64::from(source.effort.threads) {
            let (failed, weights) = (&failed, weights.clone());
            scope.spawn(move || {
                let seed = source.seed.wrapping_mul(1000).wrapping_add(thread);
                let Some(mut author) = Author::new(source.rules, weights, nodes, seed) else { return };
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

fn create(path: &Path) -> anyhow::Result<BufWriter<fs::File>> {
    let file = fs::File::create(path).with_context(|| path.display().to_string())?;
    Ok(BufWriter::with_capacity(1 << 20, file))
}

/// The prefix of the files of leaves, and the nodes of a label.
pub type LeavesOfGames<'a> = Option<(&'a Path, u64)>;

pub fn games(source: &Source, nodes: u64, out: &Path, leaves: LeavesOfGames<'_>) -> anyhow::Result<()> {
    let rules = Rules::new(15, source.rules, OpeningRule::Free)?;
    let file = Mutex::new((create(out)?, 0u64, 0u64));
    let leaves = match leaves {
        None => None,
        Some((path, labels)) => Some((LeafFiles::create(path)?, labels)),
    };
    each(source, nodes, &|author| {
        author.use_net(Net::of(&rules));
        let mut found = [Vec::new(), Vec::new()];
        let mut keep = |row: &[u16; ROW], labelled: bool| found[usize::from(labelled)].extend(bytes_of(row));
        let record = match &leaves {
            None => author.game(None),
            Some((_, labels)) => author.game(Some((*labels, &mut keep))),
        };
        if let Some((files, _)) = &leaves {
            files.write(&found)?;
        }
        let mut bytes = Vec::new();
        record.write(&mut bytes);
        let mut file = file.lock().map_err(|_| broken())?;
        file.1 += 1;
        file.2 += record.values.len() as u64;
        Ok(file.0.write_all(&bytes)?)
    })?;
    let (mut file, games, positions) = file.into_inner().map_err(|_| broken())?;
    file.flush()?;
    println!("{games} games, {positions} positions");
    leaves.map_or(Ok(()), |(files, _)| files.finish())
}

/// The two files of leaves, unlabelled and labelled, with their numbers of rows.
struct LeafFiles([Mutex<(BufWriter<fs::File>, usize)>; 2]);

impl LeafFiles {
    fn create(out: &Path) -> anyhow::Result<LeafFiles> {
        let named = |name: &str| PathBuf::from(format!("{}.{name}", out.display()));
        let files = [create(&named("plain"))?, create(&named("labelled"))?];
        Ok(LeafFiles(files.map(|file| Mutex::new((file, 0)))))
    }

    fn write(&self, found: &[Vec<u8>; 2]) -> anyhow::Result<()> {
        for (file, bytes) in self.0.iter().zip(found) {
            let mut file = file.lock().map_err(|_| broken())?;
            file.1 += bytes.len() / (2 * ROW);
            file.0.write_all(bytes)?;
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<()> {
        let mut counts = [0; 2];
        for (file, count) in self.0.into_iter().zip(&mut counts) {
            let (mut file, rows) = file.into_inner().map_err(|_| broken())?;
            file.flush()?;
            *count = rows;
        }
        println!("{} rows, {} labelled", counts[0], counts[1]);
        Ok(())
    }
}

fn bytes_of(row: &[u16; ROW]) -> impl Iterator<Item = u8> {
    row.iter().flat_map(|number| number.to_le_bytes())
}

pub fn leaves(source: &Source, nodes: u64, out: &Path) -> anyhow::Result<()> {
    let rules = Rules::new(15, source.rules, OpeningRule::Free)?;
    let files = LeafFiles::create(out)?;
    each(source, LEAF_NODES, &|author| {
        author.use_net(Net::of(&rules));
        let mut found = [Vec::new(), Vec::new()];
        while found[0].len() < 1 << 20 {
            author.leaves(nodes, &mut |row, labelled| found[usize::from(labelled)].extend(bytes_of(row)));
        }
        files.write(&found)
    })?;
    files.finish()
}

fn broken() -> anyhow::Error {
    anyhow!("a thread panicked")
}

pub fn rows(out: &Path, ahead: f64, files: &[PathBuf]) -> anyhow::Result<()> {
    let mut out = create(out)?;
    let (mut count, mut failed) = (0u64, None);
    for file in files {
        let bytes = fs::read(file).with_context(|| file.display().to_string())?;
        let mut rest = &bytes[..];
        while let Some(record) = Record::read(&mut rest) {
            super::selfplay::rows(&record, ahead, &mut |row| {
                count += 1;
                let bytes: Vec<u8> = bytes_of(row).collect();
                failed = failed.take().or(out.write_all(&bytes).err());
            });
        }
        if !rest.is_empty() {
            bail!("{}: broken record {} bytes before the end", file.display(), rest.len());
        }
    }
    out.flush()?;
    println!("{count} rows");
    failed.map_or(Ok(()), |error| Err(error.into()))
}

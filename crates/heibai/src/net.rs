//! `heibai net`: network files: what is in them, how fast they run here, conversion to our own format.

use crate::bench::Stopwatch;
use crate::{Answer, YES};
use anyhow::{Context, bail};
use heibai_engines::go::samples;
use heibai_engines::learned::Learned;
use heibai_net::{Model, Network, Precision, Scratch, file};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Network files: KataGo's .bin.gz and our own.
///
/// Example: heibai net bench g170-b6c96.bin.gz
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(clap::Subcommand)]
enum Task {
    /// What a network file holds.
    ///
    /// Example: heibai net info g170-b6c96.bin.gz
    Info {
        /// The network.
        file: PathBuf,
        /// One JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Evaluations a second on one core, in single precision and in bytes.
    ///
    /// Example: heibai net bench g170-b6c96.bin.gz --size 9
    Bench {
        /// The network.
        file: PathBuf,
        /// The board's side.
        #[arg(long, default_value_t = 19)]
        size: usize,
        /// Seconds for each figure.
        #[arg(long, default_value_t = 3.0)]
        seconds: f64,
        /// Positions evaluated together.
        #[arg(long, default_value_t = 1)]
        together: usize,
        /// One JSON object a figure.
        #[arg(long)]
        json: bool,
    },
    /// Writes a network in our own format, its trunk in bytes where that is possible.
    ///
    /// Example: heibai net convert g170-b6c96.bin.gz small.net
    Convert {
        /// The network.
        file: PathBuf,
        /// Where to write it.
        out: PathBuf,
        /// A new name for the network.
        #[arg(long)]
        name: Option<String>,
    },
}

pub fn run(args: Args) -> Answer {
    match args.task {
        Task::Info { file, json } => info(&file, json),
        Task::Bench { file, size, seconds, together, json } => bench(&file, size, seconds, together, json),
        Task::Convert { file, out, name } => convert(&file, &out, name),
    }
}

fn read(path: &Path) -> anyhow::Result<Model> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    file::read(&bytes).with_context(|| format!("{} is no network", path.display()))
}

fn info(path: &Path, json: bool) -> Answer {
    if Learned::is_one(path) {
        return learned_info(path, json);
    }
    let model = read(path)?;
    let products = model.products_per_point() * 361;
    let bytes = model.is_rectified();
    if json {
        let line = serde_json::json!({
            "file": path.display().to_string(), "name": model.name, "version": model.version,
            "blocks": model.blocks.len(), "channels": model.channels(), "parameters": model.parameters(),
            "products_19": products, "bytes": bytes, "ranges": !model.ranges.is_empty(),
        });
        println!("{line}");
        return Ok(YES);
    }
    println!("name        {}", model.name);
    println!("version     {}", model.version);
    println!("trunk       {} blocks of {} channels", model.blocks.len(), model.channels());
    println!("parameters  {}", model.parameters());
    println!("products    {:.0} million for a 19x19 board", products as f64 / 1e6);
    let ranges = if model.ranges.is_empty() { "measured when loaded" } else { "in the file" };
    println!("in bytes    {}", if bytes { ranges } else { "no: not all activations are rectifiers" });
    Ok(YES)
}

/// A network that was taught from Python.
fn learned_info(path: &Path, json: bool) -> Answer {
    let network = Learned::read(path).map_err(anyhow::Error::msg)?;
    let choice = network.rules().choice();
    let (game, rules) = (network.rules().kind().name(), choice.rules.unwrap_or_default());
    let size = network.rules().size();
    if json {
        let line = serde_json::json!({
            "file": path.display().to_string(), "game": game, "size": size, "rules": rules,
            "width": network.width(), "parameters": network.parameters(),
        });
        println!("{line}");
        return Ok(YES);
    }
    println!("game        {game} {size}x{size} {rules}");
    println!("trunk       two hidden layers of {}", network.width());
    println!("parameters  {}", network.parameters());
    println!("player      learned:file={}", path.display());
    Ok(YES)
}

fn bench(path: &Path, size: usize, seconds: f64, together: usize, json: bool) -> Answer {
    if !(2..=25).contains(&size) || !(0.01..=600.0).contains(&seconds) || !(1..=64).contains(&together) {
        bail!("expected --size 2 to 25, --seconds 0.01 to 600, --together 1 to 64");
    }
    let model = read(path)?;
    let mut networks = vec![Network::float(model.clone())?];
    if model.is_rectified() {
        networks.push(samples::in_bytes(model)?);
    }
    for network in &networks {
        let rate = rate(network, size, together, Duration::from_secs_f64(seconds));
        let name = match network.precision() {
            Precision::Float => "float",
            Precision::Bytes => "bytes",
        };
        if json {
            let line = serde_json::json!({
                "file": path.display().to_string(), "precision": name, "lane": format!("{:?}", network.lane()),
                "size": size, "together": together, "evaluations_per_second": rate,
            });
            println!("{line}");
        } else {
            println!("{name:<6} {:>9.1} evaluations/s  ({:?}, {size}x{size})", rate, network.lane());
        }
    }
    Ok(YES)
}

/// Evaluations for each second of one core's time.
pub fn rate(network: &Network, size: usize, together: usize, time: Duration) -> f64 {
    let inputs = samples::positions(network, &[(size, 40)], 5);
    let batch: Vec<_> = inputs.iter().cycle().take(together).cloned().collect();
    let mut scratch = Scratch::default();
    network.evaluate_all(&mut scratch, &batch);
    let (began, watch, mut count) = (Instant::now(), Stopwatch::start(), 0);
    while began.elapsed() < time {
        network.evaluate_all(&mut scratch, &batch);
        count += together;
    }
    count as f64 / watch.cpu_seconds()
}

fn convert(path: &Path, out: &Path, name: Option<String>) -> Answer {
    let mut model = read(path)?;
    if model.is_rectified() {
        model = samples::in_bytes(model)?.into_model();
    }
    if let Some(name) = name {
        model.name = name;
    }
    let bytes = file::write(&model);
    std::fs::write(out, &bytes).with_context(|| format!("cannot write {}", out.display()))?;
    println!("{}: {} bytes", out.display(), bytes.len());
    Ok(YES)
}

//! `heibai net`: network files: their content, their speed here, and conversion to our own format.

use crate::bench::Stopwatch;
use crate::failure::Context;
use crate::{Answer, YES};
use heibai_engines::files;
use heibai_engines::go::samples;
use heibai_engines::learned::{InBytes, Learned};
use heibai_net::{Model, Network, Precision, Scratch, file};
use heibai_words::players::network_reason;
use heibai_words::{Language, Say, Text, failures, measurements as said, names};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Network files: KataGo's .bin.gz and our own.
///
/// Example: heibai net bench g170-b6c96.bin.gz
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    task: NetCommand,
}

#[derive(clap::Subcommand)]
enum NetCommand {
    /// Shows the content of a network file.
    ///
    /// Example: heibai net info g170-b6c96.bin.gz
    Info {
        /// The network.
        file: PathBuf,
        /// Prints one JSON object instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Measures evaluations per second on one core, in single precision and in bytes.
    ///
    /// Example: heibai net bench g170-b6c96.bin.gz --size 9
    Bench {
        /// The network.
        file: PathBuf,
        /// Board size.
        #[arg(long, default_value_t = 19)]
        size: usize,
        /// Seconds for each figure.
        #[arg(long, default_value_t = 3.0)]
        seconds: f64,
        /// Batch size.
        #[arg(long, default_value_t = 1)]
        together: usize,
        /// Prints one JSON object per figure.
        #[arg(long)]
        json: bool,
    },
    /// Writes a network in our own format, with its trunk in bytes if possible.
    ///
    /// Example: heibai net convert g170-b6c96.bin.gz small.net
    Convert {
        /// The network.
        file: PathBuf,
        /// The file to write.
        out: PathBuf,
        /// A new name for the network.
        #[arg(long)]
        name: Option<String>,
    },
}

pub fn run(args: Args, lang: Language) -> Answer {
    match args.task {
        NetCommand::Info { file, json } => info(&file, json, lang),
        NetCommand::Bench { file, size, seconds, together, json } => {
            bench(&file, size, seconds, together, json, lang)
        }
        NetCommand::Convert { file, out, name } => convert(&file, &out, name, lang),
    }
}

fn read(path: &Path) -> anyhow::Result<Model> {
    let bytes = files::read(path).told(|| failures::cannot_read(&path.display().to_string()))?;
    file::read(&bytes).map_err(unusable).told(|| said::no_network(&path.display().to_string()))
}

/// What is wrong with a network; in English, in the reader's own words.
fn unusable(why: impl std::fmt::Display) -> Text {
    network_reason(&why.to_string())
}

fn info(path: &Path, json: bool, lang: Language) -> Answer {
    if Learned::is_one(path) {
        return learned_info(path, json, lang);
    }
    let model = read(path)?;
    let products = model.products_per_point() * 361;
    let bytes = model.runs_in_bytes();
    if json {
        let line = serde_json::json!({
            "file": path.display().to_string(), "name": model.name, "version": model.version,
            "blocks": model.blocks.len(), "channels": model.channels(), "parameters": model.parameters(),
            "products_19": products, "bytes": bytes, "ranges": !model.ranges.is_empty(),
        });
        println!("{line}");
        return Ok(YES);
    }
    let ranges = if model.ranges.is_empty() { said::ranges_measured() } else { said::ranges_in_file() };
    let lines = [
        said::name(&model.name),
        said::version(model.version as u32),
        said::trunk(model.blocks.len(), model.channels()),
        said::parameters(model.parameters()),
        said::products(products as f64 / 1e6),
        said::in_bytes(if bytes { ranges } else { said::not_for_bytes() }),
    ];
    lines.iter().for_each(|line| println!("{}", line.get(lang)));
    Ok(YES)
}

/// A network trained in Python.
fn learned_info(path: &Path, json: bool, lang: Language) -> Answer {
    let network = Learned::read(path).map_err(unusable)?;
    let choice = network.rules().choice();
    let (game, rules) = (network.rules().kind().name(), choice.rules.unwrap_or_default());
    let size = network.rules().size();
    let (depth, width) = network.trunk();
    if json {
        let line = serde_json::json!({
            "file": path.display().to_string(), "game": game, "size": size, "rules": rules,
            "residual": network.is_residual(), "depth": depth, "width": width, "parameters": network.parameters(),
        });
        println!("{line}");
        return Ok(YES);
    }
    let lines = [
        said::learned_game(network.rules().kind().text(), size, names::rules(&rules)),
        if network.is_residual() { said::trunk(depth, width) } else { said::learned_trunk(width) },
        said::parameters(network.parameters()),
        said::learned_player(&path.display().to_string()),
    ];
    lines.iter().for_each(|line| println!("{}", line.get(lang)));
    Ok(YES)
}

fn bench(path: &Path, size: usize, seconds: f64, together: usize, json: bool, lang: Language) -> Answer {
    if !(2..=25).contains(&size) || !(0.01..=600.0).contains(&seconds) || !(1..=64).contains(&together) {
        return Err(said::bad_bench().into());
    }
    let model = read(path)?;
    let mut networks = vec![Network::float(model.clone()).map_err(unusable)?];
    if model.runs_in_bytes() {
        networks.push(samples::in_bytes(model).map_err(unusable)?);
    }
    for network in &networks {
        let rate = rate(network, size, together, Duration::from_secs_f64(seconds));
        let name = match network.precision() {
            Precision::Float => said::float(),
            Precision::Bytes => said::bytes(),
        };
        if json {
            let line = serde_json::json!({
                "file": path.display().to_string(), "precision": name.en, "lane": format!("{:?}", network.lane()),
                "size": size, "together": together, "evaluations_per_second": rate,
            });
            println!("{line}");
        } else {
            let lane = format!("{:?}", network.lane());
            println!("{}", said::evaluations(name, rate, &lane, size).get(lang));
        }
    }
    Ok(YES)
}

/// Evaluations per second of one core's time.
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

fn convert(path: &Path, out: &Path, name: Option<String>, lang: Language) -> Answer {
    if Learned::is_one(path) {
        return learned_in_bytes(path, out, lang);
    }
    let mut model = read(path)?;
    if model.runs_in_bytes() {
        model = samples::in_bytes(model).map_err(unusable)?.into_model();
    }
    if let Some(name) = name {
        model.name = name;
    }
    write(out, &file::write(&model), lang)?;
    Ok(YES)
}

fn write(out: &Path, bytes: &[u8], lang: Language) -> anyhow::Result<()> {
    std::fs::write(out, bytes).told(|| failures::cannot_write(&out.display().to_string()))?;
    println!("{}", said::file_size(&out.display().to_string(), bytes.len()).get(lang));
    Ok(())
}

/// A network trained in Python, with its trunk in bytes.
fn learned_in_bytes(path: &Path, out: &Path, lang: Language) -> Answer {
    let bytes = files::read(path).told(|| failures::cannot_read(&path.display().to_string()))?;
    let made = InBytes::of_file(&bytes).map_err(unusable)?;
    write(out, &made.file, lang)?;
    let (mean, largest) = (made.mean_difference, made.largest_difference);
    println!("{}", said::bytes_agree(made.same_move, made.positions, mean, largest).get(lang));
    Ok(YES)
}

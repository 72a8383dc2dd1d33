//! `heibai worker`: searches for a server in a process of its own.

use crate::failure::Context;
use crate::serve::named_file;
use crate::{Answer, YES};
use heibai_server::{WorkerConfig, run_worker};
use heibai_words::{Language, Text, commands as said, help};
use std::path::PathBuf;

/// Searches for a server in a separate process: a search that crashes or runs out of memory affects no game.
///
/// Example: heibai worker --server http://127.0.0.1:8866 --token /etc/heibai/token --memory 2048
#[derive(clap::Args)]
pub struct Args {
    /// The server: http://HOST:PORT, on this machine or in a network of its own.
    #[arg(long, value_name = "URL", value_parser = host)]
    server: String,
    /// File with the token that the server was started with.
    #[arg(long, value_name = "FILE")]
    token: PathBuf,
    /// Searches at once; by default as many as the machine has cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Memory limit in MiB: beyond it the process ends, and the server asks another worker.
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(256..))]
    memory: Option<u64>,
    /// One of the server's named networks: NAME=FILE; may be given several times.
    #[arg(long = "network", value_name = "NAME=FILE", value_parser = named_file)]
    networks: Vec<(String, PathBuf)>,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let token = crate::admin::read_token(&args.token)?;
    if let Some(mib) = args.memory {
        heibai_server::limit_memory(mib << 20).told(said::worker_stopped)?;
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let config = WorkerConfig { server: args.server.clone(), token, threads, networks: args.networks };
    run_worker(config, |found| {
        let told = if found { said::works_for(&args.server) } else { said::waits_for(&args.server) };
        println!("{}", told.get(lang));
    })
    .told(said::worker_stopped)?;
    Ok(YES)
}

/// The host and port of `http://HOST:PORT`. TLS ends at a proxy; workers connect behind it, next to the server.
fn host(url: &str) -> Result<String, Text> {
    let host = url.strip_prefix("http://").ok_or_else(help::server_url)?.trim_end_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    match host.contains(':') && host.chars().all(plain) {
        true => Ok(host.to_owned()),
        false => Err(help::server_url()),
    }
}

//! `heibai serve`: the page and the API.

use crate::failure::Context;
use crate::{Answer, YES};
use heibai_server::{Config, Limits, LogFormat, PublicUrl};
use heibai_words::{Language, Text, commands as said, help};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Serves the page and the API. Only this machine can reach it unless --listen says otherwise.
///
/// Example: heibai serve --open
#[derive(clap::Args)]
pub struct Args {
    /// Address and port to listen on.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8866")]
    listen: SocketAddr,
    /// Folder of the database; by default heibai's folder among the user's data.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A database instead of the file in the data folder: postgres://user@host/name
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Removes all limits per client: for measurements, or behind a proxy that limits.
    #[arg(long)]
    no_limits: bool,
    /// A network that guests may play against: NAME=FILE; may be given several times.
    #[arg(long = "network", value_name = "NAME=FILE", value_parser = named_file)]
    networks: Vec<(String, PathBuf)>,
    /// The URL of the server behind a proxy: https://play.example
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Address of a trusted proxy, whose header names the client's address; may be given several times.
    #[arg(long = "proxy", value_name = "ADDRESS")]
    proxies: Vec<IpAddr>,
    /// Lists no open games: an open seat is only reached by its link.
    #[arg(long)]
    no_lobby: bool,
    /// A folder of a match, tournament or self-play run (or a folder of such folders) that guests may follow; may be
    /// given several times.
    #[arg(long = "watch", value_name = "DIR")]
    watch: Vec<PathBuf>,
    /// Folder of the page that works without a server, as built by cargo xtask site: served under /offline/.
    #[arg(long, value_name = "DIR")]
    offline_page: Option<PathBuf>,
    /// File with a token of at least 16 characters: whoever has it may use heibai admin.
    #[arg(long, value_name = "FILE")]
    admin_token: Option<PathBuf>,
    /// Writes the log as one JSON object per line.
    #[arg(long)]
    log_json: bool,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
}

impl Args {
    /// The arguments of `heibai` without a command.
    pub fn opening() -> Args {
        Args {
            listen: ([127, 0, 0, 1], 8866).into(),
            data: None,
            database: None,
            no_limits: false,
            networks: Vec::new(),
            public_url: None,
            proxies: Vec::new(),
            no_lobby: false,
            watch: Vec::new(),
            offline_page: None,
            admin_token: None,
            log_json: false,
            open: true,
        }
    }
}

pub fn run(args: Args, lang: Language) -> Answer {
    let data = data_folder(args.data)?;
    let limits = if args.no_limits { Limits::none() } else { Limits::default() };
    let config = Config {
        listen: args.listen,
        data,
        database: args.database,
        limits,
        networks: args.networks,
        lobby: !args.no_lobby,
        watch: args.watch,
        offline_page: args.offline_page,
        public_url: args.public_url,
        proxies: args.proxies,
        owner_token: args.admin_token.as_deref().map(crate::admin::read_token).transpose()?,
        log: if args.log_json { LogFormat::Json } else { LogFormat::Text },
    };
    heibai_server::run(config, |address| {
        let url = format!("http://{address}/");
        println!("{}", said::is_at(&url).get(lang));
        if args.open {
            // Straight to a board: the latest game, or a new one.
            open(&format!("{url}play"));
        }
    })?;
    Ok(YES)
}

/// `NAME=FILE`; the name is one word that fits into a player's name.
pub fn named_file(text: &str) -> Result<(String, PathBuf), Text> {
    let word = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-'))
    };
    match text.split_once('=') {
        Some((name, file)) if word(name) && !file.is_empty() => Ok((name.to_owned(), file.into())),
        _ => Err(help::named_file()),
    }
}

/// The folder that was given, or heibai's own among the user's data.
pub fn data_folder(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    given.or_else(users_folder).told(said::no_data_folder)
}

/// Where programs store the user's data on this system.
fn users_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || from("HOME");
    let base = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        from("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("heibai"))
}

/// Asks the system to open the page. Without a browser, the printed address has to do.
fn open(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}

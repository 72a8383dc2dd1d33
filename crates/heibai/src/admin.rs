//! `heibai admin`: server administration from the command line, with the token the server was started with.

use crate::failure::Context;
use crate::{Answer, YES};
use anyhow::Result;
use heibai_engines::files;
use heibai_words::{Language, Text, commands as said};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// For the owner of a server: games, bans, quotas. The server was started with --admin-token.
///
/// Example: heibai admin --token /etc/heibai/token ban p_abcdefgh --reason spam
#[derive(clap::Args)]
pub struct Args {
    /// Address that the server listens on.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8866")]
    server: SocketAddr,
    /// File with the token that the server was started with.
    #[arg(long, value_name = "FILE")]
    token: PathBuf,
    #[command(subcommand)]
    act: Act,
}

#[derive(clap::Subcommand)]
enum Act {
    /// Lists games with their players.
    Games {
        /// Which games: running, waiting, over or aside.
        #[arg(long, default_value = "running")]
        status: String,
    },
    /// Ends a game without a result; nobody can continue it.
    Close {
        /// The game.
        game: String,
    },
    /// Lists the bans.
    Bans,
    /// Bans a player or an address.
    Ban {
        /// A player's id or an address.
        who: String,
        /// Why, for the list.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Lifts a ban.
    Unban {
        /// A player's id or an address.
        who: String,
    },
    /// Lists the quotas of players, or sets one; without numbers the default applies again.
    Quota {
        /// A player's id; without it all quotas are listed.
        player: Option<String>,
        /// Unfinished games at once.
        #[arg(long, value_name = "N")]
        open_games: Option<u64>,
        /// Bytes of records.
        #[arg(long, value_name = "BYTES")]
        library: Option<u64>,
    },
    /// Lists the workers: address, places, running searches, answers so far.
    Workers,
    /// Prints the metrics in Prometheus format.
    Metrics,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let token = read_token(&args.token)?;
    let ask = |method: &str, path: &str, body: Value| ask(args.server, &token, (method, path), &body, lang);
    match args.act {
        Act::Games { status } => {
            let answer = ask("GET", &format!("/api/admin/games?status={}", escaped(&status)), Value::Null)?;
            for game in list(&answer, "games") {
                println!("{}", line(game));
            }
        }
        Act::Close { game } => {
            ask("POST", &format!("/api/admin/games/{}/close", escaped(&game)), json!({}))?;
            println!("{}", said::done().get(lang));
        }
        Act::Bans => {
            for ban in list(&ask("GET", "/api/admin/bans", Value::Null)?, "bans") {
                println!("{}  {}", text(&ban["who"]), text(&ban["reason"]));
            }
        }
        Act::Ban { who, reason } => {
            ask("PUT", &format!("/api/admin/bans/{}", escaped(&who)), json!({ "reason": reason }))?;
            println!("{}", said::done().get(lang));
        }
        Act::Unban { who } => {
            ask("DELETE", &format!("/api/admin/bans/{}", escaped(&who)), Value::Null)?;
            println!("{}", said::done().get(lang));
        }
        Act::Quota { player: None, .. } => {
            let answer = ask("GET", "/api/admin/quotas", Value::Null)?;
            println!("*  {}  {}", answer["usual"]["open_games"], answer["usual"]["library"]);
            for quota in list(&answer, "quotas") {
                let number = |name: &str| quota[name].as_u64().map_or("*".to_owned(), |n| n.to_string());
                println!("{}  {}  {}", text(&quota["player"]), number("open_games"), number("library"));
            }
        }
        Act::Quota { player: Some(player), open_games, library } => {
            let quota = json!({ "open_games": open_games, "library": library });
            ask("PUT", &format!("/api/admin/quotas/{}", escaped(&player)), quota)?;
            println!("{}", said::done().get(lang));
        }
        Act::Workers => {
            for worker in list(&ask("GET", "/api/admin/workers", Value::Null)?, "workers") {
                let number = |name: &str| worker[name].as_u64().unwrap_or_default();
                println!(
                    "{}  {}  {}  {}",
                    text(&worker["address"]),
                    number("places"),
                    number("running"),
                    number("done")
                );
            }
        }
        Act::Metrics => print!("{}", text(&ask("GET", "/metrics", Value::Null)?)),
    }
    Ok(YES)
}

/// Reads the token from a file.
pub fn read_token(file: &Path) -> Result<String> {
    let text = files::read_text(file).told(|| said::no_token(&file.display().to_string()))?;
    let token = text.trim();
    let fits = token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| token.to_owned()).told(|| said::bad_token(&file.display().to_string()))
}

/// A game in one line: id, kind, moves, both players, number of watchers.
fn line(game: &Value) -> String {
    let player = |side: &str| match (text(&game[side]["name"]), text(&game[side]["id"])) {
        (name, "") => name.to_owned(),
        ("", id) => id.to_owned(),
        (name, id) => format!("{name} ({id})"),
    };
    let (id, kind) = (text(&game["id"]), text(&game["kind"]));
    format!(
        "{id}  {kind}  {}  {} - {}  +{}",
        game["moves"],
        player("black"),
        player("white"),
        game["watchers"]
    )
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list<'a>(answer: &'a Value, name: &str) -> &'a [Value] {
    answer[name].as_array().map_or(&[], Vec::as_slice)
}

/// Percent-encodes a part of a URL.
fn escaped(word: &str) -> String {
    word.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// One request to the server; a refusal becomes an error with its own words.
fn ask(
    server: SocketAddr,
    token: &str,
    (method, path): (&str, &str),
    body: &Value,
    lang: Language,
) -> Result<Value> {
    let unreachable = || said::no_server(&server.to_string());
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect_timeout(&server, Duration::from_secs(10)).told(unreachable)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.write_all(request.as_bytes()).told(unreachable)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).told(unreachable)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").told(unreachable)?;
    let value = serde_json::from_str(body).unwrap_or_else(|_| Value::from(body));
    match head.split(' ').nth(1) {
        Some(status) if status.starts_with('2') => Ok(value),
        status => {
            let error = &value["error"];
            let told = Text { zh: text(&error["zh"]).to_owned(), en: text(&error["en"]).to_owned() };
            let told = if told.get(lang).is_empty() { said::no_answer(status.unwrap_or("?")) } else { told };
            Err(told.into())
        }
    }
}

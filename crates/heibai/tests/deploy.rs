//! The commands of docs/deploy.md, as they stand there: all are understood, and those for a server of one's own are run one
//! after the other against one.
#![cfg(unix)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const DOCUMENT: &str = include_str!("../../../docs/deploy.md");

/// The words of every command line of the program in the document's examples, without the program itself.
fn commands() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for block in DOCUMENT.split("```").skip(1).step_by(2) {
        // A command goes on after a backslash, in YAML on a line that is indented further.
        let joined = block.replace("\\\n", " ").replace("\n      --", " --");
        for line in joined.lines() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            let line = line.strip_prefix("ExecStart=/usr/local/bin/").unwrap_or(line);
            let words = line.strip_prefix("heibai ").or_else(|| line.strip_prefix("command: "));
            found.extend(words.map(|words| words.split_whitespace().map(str::to_owned).collect()));
        }
    }
    found
}

/// The commands that begin like this.
fn like(beginning: &[&str]) -> Vec<Vec<String>> {
    let found: Vec<_> = commands().into_iter().filter(|words| words.starts_with(&own(beginning))).collect();
    assert!(!found.is_empty(), "docs/deploy.md has no command {beginning:?}");
    found
}

fn own(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn heibai(words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    command.args(words).env("HEIBAI_LANG", "en").stdin(Stdio::null());
    command
}

#[test]
fn every_command_of_the_document_is_understood() {
    let commands = commands();
    assert!(commands.len() >= 10, "{commands:?}");
    for mut words in commands {
        // Whatever stands before this is read and checked; nothing is done.
        words.push("--help".to_owned());
        let output = heibai(&words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let unknown = heibai(&own(&["serve", "--nothing", "--help"])).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2), "it is no test if nothing is ever found");
}

/// A program that runs until the test ends.
struct Running(Child);

impl Running {
    /// Starts it and gives the line that it begins with.
    fn start(mut command: Command) -> (Running, String) {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        (Running(child), line)
    }

    /// Asks it to end, as systemd does.
    fn end(&mut self) {
        let asked = Command::new("kill").arg(self.0.id().to_string()).status().unwrap();
        assert!(asked.success());
        assert!(self.0.wait().unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One request: the head and the body of its answer.
fn ask(address: &str, method: &str, path: &str, cookie: &str, body: &Value) -> (String, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), serde_json::from_str(body).unwrap_or(Value::Null))
}

/// A command of the document with the paths and names of this test in it, and more options; what it printed.
fn run(words: &[String], changes: &[(&str, &str)], more: &[&str]) -> (bool, String) {
    let mut words = words.to_vec();
    for (from, to) in changes {
        words.iter_mut().for_each(|word| *word = word.replace(from, to));
    }
    words.splice(1..1, own(more));
    let output = heibai(&words).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_owners_commands_work_as_the_document_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (data, token, copy) = (path("data"), path("token"), path("heibai-monday.db"));
    std::fs::write(&token, "a secret word of the owner's own\n".replace(' ', "-")).unwrap();
    let mut words = like(&["serve", "--listen"]).remove(0);
    words.extend(like(&["serve", "--admin-token"]).remove(0).split_off(1));
    for word in &mut words {
        *word = word.replace("127.0.0.1:8866", "127.0.0.1:0").replace("/var/lib/heibai", &data);
        *word = word.replace("/etc/heibai/token", &token);
    }
    let (mut server, line) = Running::start(heibai(&words));
    let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
    let (head, _) = ask(&address, "GET", "/api/me", "", &Value::Null);
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let engine = json!({ "kind": "gomoku", "black": { "who": "me" }, "white": { "who": "engine", "player": "random" } });
    let game = ask(&address, "POST", "/api/games", cookie, &engine).1["id"].as_str().unwrap().to_owned();

    let changes: [(&str, &str); 5] = [
        ("/etc/heibai/token", &token),
        ("FILE", &token),
        ("GAME", &game),
        ("/var/lib/heibai", &data),
        ("heibai-monday.db", &copy),
    ];
    let mut worker = like(&["worker"]).remove(0);
    for word in &mut worker {
        *word = word.replace("127.0.0.1:8866", &address).replace("/etc/heibai/token", &token);
    }
    let (_worker, line) = Running::start(heibai(&worker));
    assert!(line.contains(&address), "{line}");
    let act = |words: &[String]| {
        let (good, said) = run(words, &changes, &["--server", &address]);
        assert!(good, "{words:?}: {said}");
        said
    };
    // It is listed as soon as the server has let it in.
    let workers = ["admin", "--token", "FILE", "workers"];
    while act(&own(&workers)).is_empty() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let (moved, _) = ask(
        &address,
        "POST",
        &format!("/api/games/{game}/act"),
        cookie,
        &json!({ "do": "move", "name": "h8" }),
    );
    assert!(moved.starts_with("HTTP/1.1 200"), "{moved}");

    // While it serves.
    let backup = like(&["backup"]).remove(0);
    let (good, said) = run(&backup, &changes, &[]);
    assert!(good && Path::new(&copy).exists(), "{said}");
    for words in like(&["admin"]) {
        let said = act(&words);
        assert_eq!(words.contains(&"games".to_owned()), said.contains(&game), "{words:?}: {said}");
    }
    let (_, closed) = ask(&address, "GET", &format!("/api/games/{game}"), cookie, &Value::Null);
    assert_eq!(closed["error"]["code"], "set_aside", "{closed}");
    let restore = like(&["restore"]).remove(0);
    let (good, said) = run(&restore, &changes, &[]);
    assert!(!good && said.contains("another server"), "{said}");
    server.end();
    let (good, said) = run(&restore, &changes, &[]);
    assert!(good, "{said}");
    // The copy was made before the game was closed.
    let (_server, line) = Running::start(heibai(&words));
    let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
    let (_, open) = ask(&address, "GET", &format!("/api/games/{game}"), cookie, &Value::Null);
    assert_eq!(open["live"]["phase"], "playing", "{open}");
}

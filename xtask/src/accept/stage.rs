//! The program under test, as people use it: commands, conversations over a pipe, a server.

use super::http::Guest;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The time limit of a command, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The stage of every row: the program, a folder for its output, and one server for all.
pub struct Stage {
    program: PathBuf,
    folder: PathBuf,
    /// The long form: more games, larger boards, the browser and Python.
    pub long: bool,
    /// Started by the first row that needs it.
    server: Mutex<Option<Server>>,
}

/// The output of a command and how it ended.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Its output, if it succeeded.
    pub fn ok(self) -> Result<String> {
        match self.code {
            Some(0) => Ok(self.out),
            code => bail!("ended with {code:?}: {}{}", self.out, self.err),
        }
    }

    pub fn json(self) -> Result<Vec<Value>> {
        let parse = |line: &str| serde_json::from_str(line).with_context(|| format!("no JSON: {line}"));
        self.out.lines().map(parse).collect()
    }
}

impl Stage {
    pub fn new(program: PathBuf, long: bool) -> Result<Stage> {
        let folder = std::env::temp_dir().join(format!("heibai-accept-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Stage { program, folder, long, server: Mutex::new(None) })
    }

    /// A count: small in the short form, large in the long one.
    pub fn many(&self, short: usize, long: usize) -> usize {
        if self.long { long } else { short }
    }

    /// An empty folder of a row's own.
    pub fn folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// A file of a row's own.
    pub fn file(&self, name: &str, text: &str) -> Result<String> {
        let path = self.folder.join(name);
        std::fs::write(&path, text)?;
        Ok(path.display().to_string())
    }

    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The program with these arguments, in English, with its own home folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(args).env("HEIBAI_LANG", "en");
        command.envs(["XDG_DATA_HOME", "HOME", "APPDATA"].map(|name| (name, &self.folder)));
        command
    }

    pub fn run(&self, args: &[&str]) -> Result<Said> {
        self.typed(args, "")
    }

    /// Runs the program with this standard input.
    pub fn typed(&self, args: &[&str], input: &str) -> Result<Said> {
        finish(self.command(args), input).with_context(|| format!("heibai {}", args.join(" ")))
    }

    /// The output of a command that must succeed.
    pub fn ok(&self, args: &[&str]) -> Result<String> {
        self.run(args)?.ok().with_context(|| format!("heibai {}", args.join(" ")))
    }

    /// The JSON lines of a command that must succeed.
    pub fn json(&self, args: &[&str]) -> Result<Vec<Value>> {
        let said = self.run(args)?;
        if said.code != Some(0) {
            bail!("heibai {}: {}", args.join(" "), said.err);
        }
        said.json()
    }

    /// A conversation in GTP.
    pub fn gtp(&self, args: &[&str]) -> Result<Gtp> {
        Gtp::open(self.command(&[&["gtp"], args].concat()))
    }

    /// A new client of the server that all rows share.
    pub fn guest(&self) -> Result<Guest> {
        let mut server = self.server.lock().map_err(|_| anyhow::anyhow!("another row broke down"))?;
        if server.is_none() {
            *server = Some(Server::start(self, "server", &["--no-limits"])?);
        }
        let server = server.as_ref().context("the server runs")?;
        Guest::new(&server.address)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.server.lock().ok().and_then(|mut server| server.take());
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Reads everything from a pipe.
fn listen(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs a command to its end with this standard input. One that hangs is killed, which is an error.
pub fn finish(mut command: Command, input: &str) -> Result<Said> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().context("a pipe")?;
    let (out, err) = (listen(child.stdout.take()), listen(child.stderr.take()));
    let typed = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(typed.as_bytes())));
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("it did not end within {} s", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    writer.join().ok();
    let text = |handle: std::thread::JoinHandle<String>| handle.join().unwrap_or_default();
    Ok(Said { code: status.code(), out: text(out), err: text(err) })
}

/// A program that answers line by line.
pub struct Gtp {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Gtp {
    fn open(mut command: Command) -> Result<Gtp> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let input = child.stdin.take().context("a pipe")?;
        let output = BufReader::new(child.stdout.take().context("a pipe")?);
        Ok(Gtp { child, input, output })
    }

    /// The answer to a command: `Err` holds a refusal.
    pub fn ask(&mut self, command: &str) -> Result<Result<String, String>> {
        writeln!(self.input, "{command}")?;
        self.input.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the program ended at '{command}'");
            }
            if line == "\n" && !answer.is_empty() {
                break;
            }
            answer += &line;
        }
        let said = |rest: &str| rest.trim().to_owned();
        match (answer.strip_prefix('='), answer.strip_prefix('?')) {
            (Some(rest), _) => Ok(Ok(said(rest))),
            (_, Some(rest)) => Ok(Err(said(rest))),
            _ => bail!("no answer of GTP to '{command}': {answer}"),
        }
    }

    /// The answer to a command that must not be refused.
    pub fn tell(&mut self, command: &str) -> Result<String> {
        self.ask(command)?.map_err(|refused| anyhow::anyhow!("'{command}' was refused: {refused}"))
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// `heibai serve` on a free port.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    /// With its data in `folder`, which is kept if it is there.
    pub fn start(stage: &Stage, folder: &str, more: &[&str]) -> Result<Server> {
        let data = stage.folder.join(folder);
        std::fs::create_dir_all(&data)?;
        let data = data.display().to_string();
        let mut command =
            stage.command(&[&["serve", "--listen", "127.0.0.1:0", "--data", &data], more].concat());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().context("a pipe")?);
        let address = loop {
            line.clear();
            if output.read_line(&mut line)? == 0 {
                bail!("the server did not start: {:?}", child.wait()?);
            }
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split(['/', ' ', '\n']).next().unwrap_or_default().to_owned();
            }
        };
        // Its later output is discarded, so that a full pipe does not stop it.
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        Ok(Server { child, address })
    }

    /// Kills it, as a power cut would.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

//! Set-up and checks for every system: `cargo xtask run` starts the program, `cargo xtask test` checks everything.
//! Both install what they need if they can, and say plainly what they cannot.

mod accept;
mod board;
mod gomocup;
mod setup;
mod shell;
mod site;
mod test;
mod wasm;

use anyhow::{Result, bail};
use shell::Cmd;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask run [ARGS]   build what is needed and start heibai (the page; with ARGS, that command)
cargo xtask test [STEP]  everything, or the named steps: format, page, rust, accept, python, lints, wasm, browser, site
cargo xtask test --times N [STEP]  N runs in a row, to find a test that fails now and then on a busy machine
cargo xtask accept [--long] [ROW]  play through every row of docs/conformance.md and print the table
cargo xtask bench        measure: heibai bench, built with all optimisations
cargo xtask gomocup      pack the program as a Gomocup tournament takes it: pbrain-heibai.zip
cargo xtask chaos [N]    N misfortunes (kill -9, full disk, slow disk, lost network) while people play; none may cost a move
cargo xtask nodes [--games N] [--seconds N]  three servers behind nginx, one killed every 10 s; none may cost a move
cargo xtask web          build the page into web/dist
cargo xtask wasm         build the core and the engines for the browser into target/wasm
cargo xtask site         build the page without a server into target/site: a folder for any web server
cargo xtask board        build the board as a package for other pages into target/board: <heibai-board>
cargo xtask python       build the Python package into .venv and try it
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let result = match args.first().map(String::as_str) {
        Some("run") => run(rest),
        Some("test") => return test::run(rest),
        Some("accept") => accept::run(rest),
        Some("bench") => bench(rest),
        Some("gomocup") => gomocup::package(),
        Some("chaos") => chaos(rest),
        Some("nodes") => nodes(rest),
        Some("web") => setup::web(),
        Some("wasm") => wasm::build().map(|built| {
            println!("{}\n{}", built.core.display(), built.engines.display());
        }),
        Some("site") => site::build().map(drop),
        Some("board") => board::build().map(drop),
        Some("python") => setup::python(setup::Purpose::Use).map(drop),
        Some("help" | "--help" | "-h") | None => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(anyhow::anyhow!("no task is called '{other}'\n{HELP}")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    if let Err(error) = setup::web() {
        eprintln!("xtask: the page could not be built ({error:#}); going on without it");
    }
    Cmd::new("cargo").args(["build", "--profile", "quick", "--package", "heibai"]).run()?;
    let program = shell::target().join("quick").join(format!("heibai{}", std::env::consts::EXE_SUFFIX));
    let status = std::process::Command::new(program).args(args).status()?;
    if !status.success() {
        bail!("heibai ended with {status}");
    }
    Ok(())
}

/// A test that `cargo xtask test` runs once, run for longer.
fn chaos(args: &[String]) -> Result<()> {
    let rounds = args.first().map_or("40", String::as_str);
    if rounds.parse::<u32>().is_err() {
        bail!("'{rounds}' is no number of misfortunes");
    }
    let test = ["test", "--workspace", "--test", "server", "--", "--exact", "--nocapture"];
    let name = "chaos::no_misfortune_loses_or_doubles_an_acknowledged_move";
    Cmd::new("cargo").args(test).args([name]).env("HEIBAI_CHAOS_ROUNDS", rounds).run()
}

/// A test that `cargo xtask test` runs with few games, run for longer.
fn nodes(args: &[String]) -> Result<()> {
    let (mut games, mut seconds) = ("3000", "120");
    for pair in args.chunks(2) {
        match pair {
            [name, value] if name == "--games" && value.parse::<u32>().is_ok() => games = value,
            [name, value] if name == "--seconds" && value.parse::<u32>().is_ok() => seconds = value,
            other => bail!("cannot read '{}': expected --games N or --seconds N", other.join(" ")),
        }
    }
    let test = ["test", "--workspace", "--test", "server", "--", "--exact", "--nocapture"];
    let name = "nodes::three_servers_die_in_turn_and_no_move_is_lost";
    let command = Cmd::new("cargo").args(test).args([name]);
    command.env("HEIBAI_NODES_GAMES", games).env("HEIBAI_NODES_SECONDS", seconds).run()
}

fn bench(args: &[String]) -> Result<()> {
    Cmd::new("cargo").args(["run", "--release", "--package", "heibai", "--", "bench"]).args(args).run()
}

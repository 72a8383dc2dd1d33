//! `heibai`: Othello, Go and Gomoku in one program. One file per command; each is a call into a crate.
//!
//! It is a library, so that the Python package contains the whole program; `main.rs` is the program.

#[macro_use]
mod output;

mod admin;
mod analysis;
mod analyze;
mod backup;
mod bench;
mod board_text;
mod book;
mod check;
mod cluster;
mod compliance;
mod convert;
mod failure;
mod folder;
mod forbidden;
mod gomocup;
mod gtp;
mod help;
mod hint;
mod input;
mod interpreter;
mod interrupt;
mod ladder;
mod levels;
mod match_;
mod nboard;
mod net;
mod perft;
mod picture;
mod play;
mod progress;
mod proof;
mod prove;
mod registry;
mod results;
mod score;
mod seat;
mod selfplay;
mod serve;
mod show;
mod solve;
mod tournament;
mod vcf;
mod whole_file;
mod worker;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use heibai_words::Language;
use std::ffi::OsString;
use std::io::Write;

/// Othello, Go and Gomoku: play, learn, analyse, measure.
#[derive(Parser)]
#[command(name = "heibai", version, about)]
struct Cli {
    /// Language of all output for people; by default from the environment.
    #[arg(long, global = true, value_name = "zh|en")]
    lang: Option<Language>,
    /// Without a command: serve --open
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Backup(backup::Args),
    Restore(backup::RestoreArgs),
    Admin(admin::Args),
    Worker(worker::Args),
    Play(play::Args),
    Forbidden(forbidden::Args),
    Check(check::Args),
    Convert(convert::Args),
    Show(show::Args),
    Score(score::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Vcf(vcf::Args),
    Prove(prove::Args),
    Book(book::Args),
    Analyze(analyze::Args),
    Hint(hint::Args),
    Match(Box<match_::Args>),
    Tournament(tournament::Args),
    Selfplay(selfplay::Args),
    Gtp(gtp::Args),
    Gomocup(gomocup::Args),
    Nboard(nboard::Args),
    Analysis(analysis::Args),
    Net(net::Args),
    Bench(bench::Args),
    Levels(levels::Args),
    Ladder(ladder::Args),
}

/// The exit code of a command: yes (0) or no (1). Errors are 2.
type Answer = anyhow::Result<u8>;

const YES: u8 = 0;
const NO: u8 = 1;

/// The lines of standard input as they arrive, read by a separate thread.
fn lines_of_stdin() -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut lines = heibai_protocols::lines::Lines::new(std::io::stdin().lock());
        while let Ok(Some(line)) = lines.next() {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Parses the arguments; prints help and errors.
fn understood(arguments: &[OsString]) -> Cli {
    let language = help::of_arguments(arguments);
    let command = match language {
        Language::English => Cli::command(),
        Language::Chinese => help::over(Cli::command()),
    };
    let matches = command.try_get_matches_from(arguments).and_then(|matches| Cli::from_arg_matches(&matches));
    matches.unwrap_or_else(|error| {
        // Help and version are not errors.
        if !error.use_stderr() {
            output::LANGUAGE.get_or_init(|| language);
            if let Err(why) = error.print().and_then(|()| std::io::stdout().flush()) {
                output::give_up(&why);
            }
            std::process::exit(0);
        }
        if language == Language::English {
            error.exit();
        }
        eprintln!("heibai: {}", help::complaint(&error).zh);
        std::process::exit(2)
    })
}

/// Gomocup's managers start a program without arguments and identify it by its name: `pbrain-heibai`.
fn is_brain(arguments: &[OsString]) -> bool {
    let [name] = arguments else { return false };
    let stem = std::path::Path::new(name).file_stem();
    stem.is_some_and(|stem| stem.to_string_lossy().to_lowercase().starts_with("pbrain-"))
}

/// Like `run`, from inside the Python package; `interpreter` starts it again.
pub fn run_in_python(interpreter: OsString, arguments: impl IntoIterator<Item = OsString>) -> u8 {
    interpreter::AROUND.get_or_init(|| interpreter);
    run(arguments)
}

/// Runs the command given by the arguments, the program's name first; returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let cli =
        if is_brain(&arguments) { Cli::parse_from(["heibai", "gomocup"]) } else { understood(&arguments) };
    let lang = cli.lang.unwrap_or_else(help::from_environment);
    output::LANGUAGE.get_or_init(|| lang);
    if let Err(error) = book::from_environment() {
        failure::complain(&error, lang);
        return 2;
    }
    let answer = match cli.command.unwrap_or_else(|| Command::Serve(serve::Args::opening())) {
        Command::Serve(args) => serve::run(args, lang),
        Command::Backup(args) => backup::run(args, lang),
        Command::Restore(args) => backup::run_restore(args, lang),
        Command::Admin(args) => admin::run(args, lang),
        Command::Worker(args) => worker::run(args, lang),
        Command::Play(args) => play::run(args, lang),
        Command::Forbidden(args) => forbidden::run(args, lang),
        Command::Check(args) => check::run(args, lang),
        Command::Convert(args) => convert::run(args, lang),
        Command::Show(args) => show::run(args, lang),
        Command::Score(args) => score::run(args, lang),
        Command::Perft(args) => perft::run(args),
        Command::Solve(args) => solve::run(args, lang),
        Command::Prove(args) => prove::run(args, lang),
        Command::Book(args) => book::run(args, lang),
        Command::Vcf(args) => vcf::run(args, lang),
        Command::Analyze(args) => analyze::run(args, lang),
        Command::Hint(args) => hint::run(args, lang),
        Command::Match(args) => match_::run(*args, lang),
        Command::Tournament(args) => tournament::run(args, lang),
        Command::Selfplay(args) => selfplay::run(args, lang),
        Command::Gtp(args) => gtp::run(args),
        Command::Gomocup(args) => gomocup::run(args),
        Command::Nboard(args) => nboard::run(args),
        Command::Analysis(args) => analysis::run(args),
        Command::Net(args) => net::run(args, lang),
        Command::Bench(args) => bench::run(args, lang),
        Command::Levels(args) => levels::run(args, lang),
        Command::Ladder(args) => ladder::run(args, lang),
    };
    answer.unwrap_or_else(|error| {
        let closed = |link: &(dyn std::error::Error + 'static)| {
            let error = link.downcast_ref::<std::io::Error>();
            error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
        };
        if error.chain().any(closed) {
            return output::CLOSED;
        }
        failure::complain(&error, lang);
        let stopped = error.downcast_ref::<interrupt::Stopped>();
        if stopped.is_some() { interrupt::CODE } else { 2 }
    })
}

//! `heibai`: Othello, Go and Gomoku in one program. One file per command; each is a call into a crate.

#[macro_use]
mod output;

mod analysis;
mod analyze;
mod bench;
mod board_text;
mod check;
mod chinese;
mod cluster;
mod compliance;
mod convert;
mod folder;
mod forbidden;
mod gomocup;
mod gtp;
mod hint;
mod input;
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
mod results;
mod score;
mod seat;
mod selfplay;
mod serve;
mod show;
mod solve;
mod tournament;
mod vcf;
mod words;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;

/// Othello, Go and Gomoku: play, learn, analyse, measure.
#[derive(Parser)]
#[command(name = "heibai", version, about)]
struct Cli {
    /// Language of everything a person reads; by default from the environment.
    #[arg(long, global = true, value_name = "zh|en")]
    lang: Option<words::Lang>,
    /// Without a command: serve --open
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Forbidden(forbidden::Args),
    Check(check::Args),
    Convert(convert::Args),
    Show(show::Args),
    Score(score::Args),
    Perft(perft::Args),
    Solve(solve::Args),
    Vcf(vcf::Args),
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

/// What a command answers: its exit code says yes (0) or no (1). Errors are 2.
type Answer = anyhow::Result<ExitCode>;

const YES: ExitCode = ExitCode::SUCCESS;
const NO: ExitCode = ExitCode::FAILURE;

/// The lines of standard input as they come, read on a thread of their own.
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

/// What was asked for; help and complaints about it are printed here.
fn arguments() -> Cli {
    let command = match chinese::of_arguments() {
        words::Lang::En => Cli::command(),
        words::Lang::Zh => chinese::over(Cli::command()),
    };
    Cli::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}

fn main() -> ExitCode {
    let cli = arguments();
    let lang = cli.lang.unwrap_or_else(words::Lang::from_environment);
    let answer = match cli.command.unwrap_or_else(|| Command::Serve(serve::Args::opening())) {
        Command::Serve(args) => serve::run(args, lang),
        Command::Play(args) => play::run(args, lang),
        Command::Forbidden(args) => forbidden::run(args, lang),
        Command::Check(args) => check::run(args, lang),
        Command::Convert(args) => convert::run(args, lang),
        Command::Show(args) => show::run(args, lang),
        Command::Score(args) => score::run(args, lang),
        Command::Perft(args) => perft::run(args),
        Command::Solve(args) => solve::run(args, lang),
        Command::Vcf(args) => vcf::run(args),
        Command::Analyze(args) => analyze::run(args, lang),
        Command::Hint(args) => hint::run(args, lang),
        Command::Match(args) => match_::run(*args, lang),
        Command::Tournament(args) => tournament::run(args, lang),
        Command::Selfplay(args) => selfplay::run(args, lang),
        Command::Gtp(args) => gtp::run(args),
        Command::Gomocup(args) => gomocup::run(args),
        Command::Nboard(args) => nboard::run(args),
        Command::Analysis(args) => analysis::run(args),
        Command::Net(args) => net::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Levels(args) => levels::run(args, lang),
        Command::Ladder(args) => ladder::run(args, lang),
    };
    answer.unwrap_or_else(|error| {
        if let Some(error) = error.downcast_ref::<std::io::Error>()
            && error.kind() == std::io::ErrorKind::BrokenPipe
        {
            return ExitCode::from(output::CLOSED);
        }
        let stopped = error.downcast_ref::<interrupt::Stopped>();
        match stopped.filter(|_| lang == words::Lang::Zh) {
            Some(stopped) => eprintln!("heibai: {}", stopped.in_chinese()),
            None => eprintln!("heibai: {error:#}"),
        }
        ExitCode::from(if stopped.is_some() { interrupt::CODE } else { 2 })
    })
}

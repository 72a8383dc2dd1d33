//! `heibai book`: the opening book of Othello, which learns from games and grows by search.

use crate::failure::Context;
use crate::input::{self, How};
use crate::whole_file::WholeFile;
use crate::{Answer, NO, YES};
use heibai_engines::files;
use heibai_engines::othello::board::Bitboards;
use heibai_engines::othello::book::{self, Advice, Book, BookMove, GameTally, Growth, Lesson};
use heibai_engines::othello::openings;
use heibai_engines::othello::player::{board_of, move_of};
use heibai_engines::othello::probcut::PERCENT;
use heibai_games::{AnyPosition, Color, Kind, Match, Move, Point, Position};
use heibai_records::Record;
use heibai_words::{Language, Text, books as said, failures, names};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::atomic::{self, AtomicBool};
use std::time::{Duration, Instant};

/// How often a growing book is saved, so that little is lost if the machine stops.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// Defaults of `add`: moves of a game, discs given away on a line, depth of the first search.
const PLIES: u8 = 30;
const LOSS: u16 = 10;
const DEPTH: u32 = 8;

/// The opening book of Othello: learns from games, grows by search, and shows or exports its positions.
///
/// Example: heibai book show f5d6c3
#[derive(clap::Args)]
pub struct Args {
    /// The book file; by default othello.book in the user's data folder, or the shipped book if there is none.
    #[arg(long, global = true, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(subcommand)]
    act: Act,
}

#[derive(clap::Subcommand)]
enum Act {
    /// Learns from games: counts how often each move was played and with what result, and adds lines that were played
    /// well.
    Add(AddArgs),
    /// Searches positions of the book deeper and adds new ones; can be stopped and resumed.
    Grow(GrowArgs),
    /// Shows the moves of a position with their values, games and points.
    Show(ShowArgs),
    /// Prints the whole book, one position per line.
    Export(ExportArgs),
}

#[derive(clap::Args)]
struct AddArgs {
    /// Records in any format, such as WTHOR databases.
    #[arg(required = true)]
    files: Vec<String>,
    /// Add positions that at least this many games went through.
    #[arg(long, default_value_t = 1)]
    least: u32,
    /// How many moves of each game to use.
    #[arg(long, default_value_t = PLIES, value_parser = clap::value_parser!(u8).range(1..=60))]
    plies: u8,
    /// Follow a line until this many discs were given away on it.
    #[arg(long, default_value_t = LOSS)]
    loss: u16,
    /// Depth of the first search of a new position.
    #[arg(long, default_value_t = DEPTH, value_parser = clap::value_parser!(u32).range(2..=60))]
    depth: u32,
    #[command(flatten)]
    threads: Threads,
    /// Start with an empty book instead of the shipped one.
    #[arg(long)]
    empty: bool,
}

#[derive(clap::Args)]
struct GrowArgs {
    /// Search every position to this depth.
    #[arg(long, default_value_t = 18, value_parser = clap::value_parser!(u32).range(2..=60))]
    depth: u32,
    /// Certainty of the searches: 0 is 69 %, 1 77 %, 4 93 %, 5 98.6 %, 6 prunes nothing.
    #[arg(long, default_value_t = book::CERTAINTY, value_parser = clap::value_parser!(u8).range(0..=6))]
    certainty: u8,
    /// Add new positions until there are this many.
    #[arg(long, default_value_t = 0)]
    positions: usize,
    /// Stop after this many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(clap::Args)]
struct Threads {
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

#[derive(clap::Args)]
struct ShowArgs {
    /// A string of moves, a position line or a file; by default the start.
    input: Option<String>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct ExportArgs {
    /// Prints one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, lang: Language) -> Answer {
    let own = args.book.map_or_else(own_file, Ok)?;
    match args.act {
        Act::Add(add) => learn(&own, &add, lang),
        Act::Grow(how) => grow(&own, &how, lang),
        Act::Show(what) => show(&read(&own)?, &what, lang),
        Act::Export(how) => {
            for (board, advice) in read(&own)?.iter() {
                println!(
                    "{}",
                    if how.json { json_of(&board, &advice).to_string() } else { line(&board, &advice) }
                );
            }
            Ok(YES)
        }
    }
}

/// The user's own book.
pub fn own_file() -> anyhow::Result<PathBuf> {
    Ok(crate::serve::data_folder(None)?.join("othello.book"))
}

/// Reads a book file; the shipped book if the file does not exist.
pub fn read(path: &Path) -> anyhow::Result<Book> {
    match files::read(path) {
        Ok(bytes) => Book::read(&bytes).told(|| Text::same(path.display().to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok((*book::current()).clone()),
        Err(error) => Err(error).told(|| failures::cannot_read(&path.display().to_string())),
    }
}

/// If the environment names a book, it replaces the shipped one for every player.
pub fn from_environment() -> anyhow::Result<()> {
    let Some(path) = std::env::var_os("HEIBAI_BOOK").filter(|path| !path.is_empty()) else { return Ok(()) };
    let name = || path.display().to_string();
    let bytes = files::read(&path).told(|| failures::cannot_read(&name()))?;
    book::replace(Book::read(&bytes).told(|| Text::same(name()))?);
    Ok(())
}

/// Writes a book atomically.
pub fn write(book: &Book, path: &Path) -> anyhow::Result<usize> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).told(|| failures::cannot_make(&folder.display().to_string()))?;
    }
    let (mut file, bytes) = (WholeFile::create(path)?, book.write());
    file.write(&bytes)?;
    file.finish()?;
    Ok(bytes.len())
}

fn learn(path: &Path, args: &AddArgs, lang: Language) -> Answer {
    let mut book = if args.empty && !path.exists() { Book::default() } else { read(path)? };
    let (mut tally, mut passed_over) = (GameTally::default(), 0);
    for file in &args.files {
        for record in input::open_file(file, &How { game: Some(Kind::Othello), from: None })? {
            let record = record.told(|| Text::same(file))?;
            let counted =
                game_of(&record).is_some_and(|(moves, black)| tally.add(&moves, args.plies.into(), black));
            passed_over += u32::from(!counted);
        }
    }
    let lesson = Lesson {
        least: args.least.max(1),
        loss: args.loss.into(),
        depth: args.depth,
        threads: args.threads.threads.into(),
    };
    let stop = crate::interrupt::signal();
    let Some(learnt) = book.learn(&tally, &lesson, stop) else {
        let games = u64::from(tally.games());
        return Err(crate::interrupt::Stopped { done: 0, of: games, kept: None }.into());
    };
    let bytes = write(&book, path)?;
    println!("{}", said::learnt(tally.games(), learnt.positions, learnt.moves).get(lang));
    if passed_over > 0 {
        println!("{}", said::passed_over(passed_over).get(lang));
    }
    println!("{}", said::written(&path.display().to_string(), bytes).get(lang));
    Ok(YES)
}

/// Learns one finished game, with the defaults of `heibai book add`.
pub fn learn_game(book: &mut Book, game: &Match<AnyPosition>) -> anyhow::Result<()> {
    let mut tally = GameTally::default();
    let found = game.outcome().and_then(|outcome| Some((squares(game)?, fared(outcome.winner))));
    let counted = found.is_some_and(|(moves, black)| tally.add(&moves, PLIES.into(), black));
    if !counted {
        return Err(said::only_eight().into());
    }
    let lesson = Lesson { least: 1, loss: LOSS.into(), depth: DEPTH, threads: 1 };
    book.learn(&tally, &lesson, crate::interrupt::signal());
    Ok(())
}

/// The moves of a game from the usual start on 8x8, without passes, and Black's result.
fn game_of(record: &Record) -> Option<(Vec<u32>, Ordering)> {
    let game = record.replay().ok()?;
    let winner = record.info.result.map(|ending| ending.winner).or_else(|| Some(game.outcome()?.winner))?;
    Some((squares(&game)?, fared(winner)))
}

fn fared(winner: Option<Color>) -> Ordering {
    match winner {
        Some(Color::Black) => Ordering::Greater,
        Some(Color::White) => Ordering::Less,
        None => Ordering::Equal,
    }
}

/// The moves of a game from the usual start on 8x8, without passes.
fn squares(game: &Match<AnyPosition>) -> Option<Vec<u32>> {
    let start = game.start();
    if board_of(start) != Some(Bitboards::START) || start.turn() != Color::Black {
        return None;
    }
    let square = |mv: Move| match mv {
        Move::Place(Point(point)) => Some(u32::from(point)),
        Move::Pass => None,
    };
    Some(game.moves().iter().filter_map(|played| square(played.mv)).collect())
}

fn grow(path: &Path, args: &GrowArgs, lang: Language) -> Answer {
    let mut book = read(path)?;
    let growth = Growth {
        depth: args.depth,
        certainty: args.certainty,
        positions: args.positions,
        threads: args.threads.threads.into(),
    };
    let (begun, mut saved) = (Instant::now(), Instant::now());
    let limit = args.seconds.map(Duration::from_secs);
    let (stop, over) = (AtomicBool::new(false), AtomicBool::new(false));
    let mut failed = None;
    let step = std::thread::scope(|scope| {
        // The searches check one flag, which the interrupt and the time limit set.
        scope.spawn(|| {
            while !over.load(atomic::Ordering::Relaxed) {
                let late = limit.is_some_and(|limit| begun.elapsed() >= limit);
                if late || crate::interrupt::signal().load(atomic::Ordering::Relaxed) {
                    stop.store(true, atomic::Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        let step = book::grow(&mut book, &growth, &stop, &mut |book, step| {
            if saved.elapsed() >= SAVED_EVERY {
                failed = write(book, path).err();
                stop.fetch_or(failed.is_some(), atomic::Ordering::Relaxed);
                saved = Instant::now();
                eprintln!("{}", said::grown(book.len(), step.searched, step.opened).get(lang));
            }
        });
        over.store(true, atomic::Ordering::Relaxed);
        step
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let bytes = write(&book, path)?;
    println!("{}", said::grown(book.len(), step.searched, step.opened).get(lang));
    if !stop.load(atomic::Ordering::Relaxed) {
        println!("{}", said::all_grown().capital().get(lang));
    }
    println!("{}", said::written(&path.display().to_string(), bytes).get(lang));
    Ok(YES)
}

fn show(book: &Book, args: &ShowArgs, lang: Language) -> Answer {
    let board = match &args.input {
        None => Some(Bitboards::START),
        Some(input) => {
            let game = input::first(input, &How { game: Some(Kind::Othello), from: None })?.replay()?;
            board_of(game.position())
        }
    };
    let board = board.ok_or_else(said::only_eight)?;
    let Some(advice) = book.advice(&board) else {
        println!("{}", said::not_in_book().capital().get(lang));
        return Ok(NO);
    };
    if args.json {
        println!("{}", json_of(&board, &advice));
        return Ok(YES);
    }
    let mut head = said::worth(&format!("{:+}", advice.value));
    if advice.proved {
        head = names::listed(head, said::worth_proved());
    } else if let Some((depth, certainty)) = advice.search {
        let percent = PERCENT[usize::from(certainty).min(PERCENT.len() - 1)];
        head = names::listed(head, said::searched_plies(depth, &percent.to_string()));
    }
    if let Some(opening) = openings::of_board(&board) {
        head = Text { zh: opening.zh.to_owned(), en: opening.en.to_owned() }.because(head);
    }
    println!("{}", head.get(lang));
    for m in &advice.moves {
        println!("{}", told(&board, m).get(lang));
    }
    Ok(YES)
}

/// A move in words.
fn told(board: &Bitboards, m: &BookMove) -> Text {
    let name = square_name(m.square);
    let mut text = match m.value {
        Some(value) => said::valued(&name, &format!("{value:+}"), m.horizon),
        None => Text::same(name),
    };
    if let Some(share) = score(m) {
        text = names::listed(text, said::played(m.games, &format!("{:.1}", 100.0 * share)));
    }
    match after(board, m.square) {
        Some(opening) => names::listed(text, Text { zh: opening.zh.to_owned(), en: opening.en.to_owned() }),
        None => text,
    }
}

/// The name of the position after a move.
fn after(board: &Bitboards, square: u32) -> Option<heibai_engines::openings::Opening> {
    openings::of_board(&board.played(square, board.flips(square)))
}

/// The share of the points that the side that moved scored in games.
fn score(m: &BookMove) -> Option<f64> {
    (m.games > 0).then(|| f64::from(m.points) / (2.0 * f64::from(m.games)))
}

fn square_name(square: u32) -> String {
    match move_of(square) {
        Move::Place(Point(at)) => format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1),
        Move::Pass => "pass".to_owned(),
    }
}

/// The discs of a position, `X` for the side to move.
fn discs(board: &Bitboards) -> String {
    let disc = |square: u32| match (board.mover >> square & 1, board.opponent >> square & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    (0..64).map(disc).collect()
}

/// A position as a line: discs, value, and each move as move, value/plies/games/points.
fn line(board: &Bitboards, advice: &Advice) -> String {
    let mut line = format!("{} {:+}{}", discs(board), advice.value, if advice.proved { "!" } else { "" });
    for m in &advice.moves {
        let value = m.value.map_or("?".to_owned(), |value| format!("{value:+}"));
        line += &format!(" {}{value}/{}/{}/{}", square_name(m.square), m.horizon, m.games, m.points);
    }
    line
}

fn json_of(board: &Bitboards, advice: &Advice) -> Value {
    let moves: Vec<Value> = advice
        .moves
        .iter()
        .map(|m| {
            json!({
                "move": square_name(m.square), "value": m.value, "plies": m.horizon, "in_book": m.in_book,
                "games": m.games, "score": score(m), "opening": after(board, m.square).map(|opening| opening.en),
            })
        })
        .collect();
    json!({
        "board": discs(board), "value": advice.value, "proved": advice.proved,
        "depth": advice.search.map(|search| search.0), "certainty": advice.search.map(|search| PERCENT[usize::from(search.1).min(PERCENT.len() - 1)]),
        "opening": openings::of_board(board).map(|opening| opening.en), "moves": moves,
    })
}

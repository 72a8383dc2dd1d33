//! Real collections replay through the referee: tournament games of all three games. What does not is
//! listed here, game by game, and explained in `docs/formats/replayed-collections.md`.
//!
//! The collections are no part of the project; without them the tests are counted as not run. The same holds for the games of
//! our own in `tests/data`, which `make.py` made.

use flate2::read::GzDecoder;
use heibai_games::Color;
use heibai_records::{Hint, Record, read_any, wthor};
use heibai_testing::collection;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");

/// What the referee says against a game.
fn fault(name: &str, record: &Record) -> Option<String> {
    record.replay().err().map(|illegal| format!("{name}: {illegal}"))
}

/// What replaying a folder of WTHOR files shows.
#[derive(Default)]
struct Databases {
    names: wthor::Names,
    games: usize,
    passes: usize,
    unfinished: usize,
    faults: Vec<String>,
    /// Games that ended with another score than the recorded one.
    scores: Vec<String>,
}

fn replay_databases(folder: &Path) -> Databases {
    let open = |name: &str| BufReader::new(File::open(folder.join(name)).unwrap());
    let names = wthor::Names::read(open("WTH.JOU"), open("WTH.TRN")).unwrap();
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.retain(|name| name.to_string_lossy().ends_with(".wtb"));
    files.sort();
    let mut seen = Databases::default();
    for file in files {
        let file = file.to_string_lossy();
        for (index, game) in wthor::read(open(&file)).unwrap().enumerate() {
            seen.games += 1;
            let game = game.unwrap();
            let record = game.record(&names);
            let name = format!("{file} game {}", index + 1);
            assert!(
                !record.info.black.name.starts_with('#') && !record.info.event.starts_with('#'),
                "{name}"
            );
            let replayed = match record.replay() {
                Ok(replayed) => replayed,
                Err(illegal) => {
                    seen.faults.push(format!("{name}: {illegal}"));
                    continue;
                }
            };
            seen.passes += replayed.moves().len() - game.moves.len();
            let Some(score) = replayed.outcome().and_then(|outcome| outcome.score) else {
                seen.unfinished += 1;
                continue;
            };
            if score.black.as_f64() != f64::from(game.score) {
                seen.scores.push(format!("{name}: {} on the board, {} recorded", score.black, game.score));
            }
        }
    }
    println!("{} games, {} do not replay", seen.games, seen.faults.len());
    println!("{} stop before their end, {} ended with another score", seen.unfinished, seen.scores.len());
    seen.faults.iter().chain(&seen.scores).for_each(|line| println!("{line}"));
    seen.names = names;
    seen
}

#[test]
fn a_database_of_our_own_replays_with_its_score() {
    let seen = replay_databases(Path::new(OWN));
    assert_eq!(seen.names.players, ["random", "normal"]);
    assert_eq!((seen.games, seen.unfinished), (60, 0));
    assert!(seen.passes > 10, "{} passes", seen.passes);
    assert_eq!((seen.faults, seen.scores), (vec![], vec![]));
    // A wrong score and a square that was taken are noticed, each in its game.
    let mut bytes = std::fs::read(Path::new(OWN).join("WTH_2026.wtb")).unwrap();
    (bytes[16 + 6], bytes[16 + 68 + 9]) = (0, bytes[16 + 68 + 8]);
    let folder = tempfile::tempdir().unwrap();
    for name in ["WTH.JOU", "WTH.TRN"] {
        std::fs::copy(Path::new(OWN).join(name), folder.path().join(name)).unwrap();
    }
    std::fs::write(folder.path().join("spoilt.wtb"), bytes).unwrap();
    let seen = replay_databases(folder.path());
    let [fault, score] = [&seen.faults[..], &seen.scores].map(|told| told.join("; "));
    assert!(fault.starts_with("spoilt.wtb game 2: move 2") && seen.faults.len() == 1, "{fault}");
    assert!(score.starts_with("spoilt.wtb game 1: ") && seen.scores.len() == 1, "{score}");
}

#[test]
fn every_othello_database_replays_with_its_score() {
    let Some(folder) = collection("othello/wthor") else { return };
    let seen = replay_databases(&folder);
    assert_eq!((seen.names.players.len(), seen.names.tournaments.len()), (4448, 492));
    assert_eq!(
        (seen.names.players[1].as_str(), seen.names.tournaments[0].as_str()),
        ("Tastet Marc", "Diverses parties")
    );
    assert_eq!((seen.games, seen.faults, seen.scores), (137_548, vec![], vec![]));
}

/// The regular files of a tar archive, with their names.
fn tar(mut archive: impl Read, mut file: impl FnMut(&str, &[u8])) {
    let mut header = [0; 512];
    let mut long_name = None;
    while archive.read_exact(&mut header).is_ok() && header[0] != 0 {
        let octal = |field: &[u8]| {
            usize::from_str_radix(std::str::from_utf8(field).unwrap().trim_matches(['\0', ' ']), 8)
        };
        let size = octal(&header[124..136]).unwrap();
        let mut content = vec![0; size.div_ceil(512) * 512];
        archive.read_exact(&mut content).unwrap();
        content.truncate(size);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_matches('\0').to_owned();
        match header[156] {
            b'L' => long_name = Some(text(&content)),
            b'x' => {
                long_name =
                    text(&content).lines().find_map(|line| Some(line.split_once("path=")?.1.to_owned()))
            }
            b'0' | 0 => file(&long_name.take().unwrap_or_else(|| text(&header[..100])), &content),
            _ => long_name = None,
        }
    }
}

/// The number at the end of a file's name: `【...】【4488】.sgf`.
fn number(name: &str) -> &str {
    name.trim_end_matches("】.sgf").rsplit('【').next().unwrap_or(name)
}

/// Renju games that do not replay. Each is explained in `docs/formats/replayed-collections.md`.
const EXPLAINED: [&str; 28] = [
    "128: move 10 (j7): the point is occupied",
    "2086: move 37 (g11): forbidden for Black: double three",
    "2243: move 23 (g7): forbidden for Black: double three",
    "2434: move 35 (i11): forbidden for Black: double three",
    "2591: move 19 (d6): the point is occupied",
    "2607: move 20 (j8): the point is occupied",
    "2693: move 19 (g9): forbidden for Black: double three",
    "2748: move 67 (j4): forbidden for Black: double four",
    "2976: move 27 (h5): forbidden for Black: double four",
    "3217: move 47 (f11): the point is occupied",
    "3396: move 21 (h9): forbidden for Black: double three",
    "3507: move 23 (h9): forbidden for Black: double three",
    "4286: move 97 (e3): forbidden for Black: double four",
    "4334: move 53 (f8): forbidden for Black: overline",
    "4348: move 31 (h8): the point is occupied",
    "4445: move 15 (i5): forbidden for Black: double three",
    "4488: move 77 (l13): forbidden for Black: double four",
    "5038: move 23 (h9): forbidden for Black: double four",
    "5050: move 25 (k4): forbidden for Black: double three",
    "5051: move 21 (k9): forbidden for Black: double three",
    "5078: move 23 (g11): forbidden for Black: double three",
    "5092: move 27 (j13): forbidden for Black: double four",
    "5111: move 19 (e9): forbidden for Black: double three",
    "5136: move 11 (g8): forbidden for Black: double three",
    "5228: move 21 (g6): forbidden for Black: double three",
    "6043: move 37 (f8): forbidden for Black: double three",
    "6046: move 35 (k4): forbidden for Black: double three",
    "766: move 67 (c9): forbidden for Black: double three",
];

#[test]
fn renju_games_of_our_own_replay() {
    let text = std::fs::read_to_string(Path::new(OWN).join("renju.sgf")).unwrap();
    let winners = |text: &str| -> Vec<Result<Option<Color>, String>> {
        let records = read_any(text.as_bytes(), Hint::default()).unwrap();
        let winner = |record: Record| match record.replay() {
            Ok(game) => Ok(game.outcome().and_then(|outcome| outcome.winner)),
            Err(illegal) => Err(illegal.to_string()),
        };
        records.map(|record| winner(record.unwrap())).collect()
    };
    let recorded = |game: &str| match game.split("RE[").nth(1).and_then(|rest| rest.chars().next()) {
        Some('B') => Some(Color::Black),
        Some('W') => Some(Color::White),
        _ => None,
    };
    let expected: Vec<_> = text.lines().map(|game| Ok(recorded(game))).collect();
    assert_eq!((winners(&text), expected.len()), (expected, 12));
    // Each reason why a game does not replay, with its place.
    let game = |moves: &str| format!("(;GM[4]SZ[15]RU[renju]{moves})");
    for (moves, fault) in [
        (";B[hh];W[hh]", "move 2 (h8): the point is occupied"),
        (
            ";B[hf];W[aa];B[hg];W[ac];B[ih];W[ae];B[jh];W[ag];B[hh]",
            "move 9 (h8): forbidden for Black: double three",
        ),
        (
            ";B[dh];W[aa];B[eh];W[ac];B[fh];W[ae];B[gh];W[ag];B[ih];W[ai];B[hh]",
            "move 11 (h8): forbidden for Black: overline",
        ),
    ] {
        assert_eq!(winners(&game(moves)), [Err(fault.to_owned())]);
    }
}

#[test]
fn every_renju_game_replays() {
    let Some(path) = collection("gomoku/renju_games_5576_sgf.tar.gz") else { return };
    let (mut games, mut faults) = (0, Vec::new());
    tar(GzDecoder::new(File::open(path).unwrap()), |name, content| {
        for record in read_any(content, Hint::from_name(name)).unwrap() {
            games += 1;
            match record {
                Ok(record) => faults.extend(fault(number(name), &record)),
                Err(error) => faults.push(format!("{}: {error}", number(name))),
            }
        }
    });
    println!("{games} games, {} do not replay", faults.len());
    faults.iter().for_each(|line| println!("{line}"));
    assert_eq!(games, 5_576);
    faults.sort();
    assert_eq!(faults, EXPLAINED);
}

/// Replays the games of a file and demands that they are written as they were; how many, and what the referee says against them.
fn replay_and_write(text: &str) -> (usize, Vec<String>) {
    let (mut games, mut faults, mut written) = (0, Vec::new(), String::new());
    for record in read_any(text.as_bytes(), Hint::default()).unwrap() {
        games += 1;
        let record = record.unwrap();
        faults.extend(fault(&format!("game {games}"), &record));
        written.push_str(&heibai_records::sgf::write(&record));
    }
    println!("{games} games, {} do not replay", faults.len());
    faults.iter().for_each(|line| println!("{line}"));
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert!(letters(&written) == letters(text), "a property changed on the way");
    (games, faults)
}

#[test]
fn go_games_of_our_own_are_written_letter_for_letter() {
    let text = std::fs::read_to_string(Path::new(OWN).join("finished_go.sgf")).unwrap();
    assert_eq!(replay_and_write(&text), (text.lines().count(), vec![]));
}

#[test]
fn every_go_game_replays_and_is_written_letter_for_letter() {
    let Some(path) = collection("go/scored_games_500.sgfs") else { return };
    let (games, faults) = replay_and_write(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(games, 500);
    assert_eq!(faults, [] as [&str; 0]);
}

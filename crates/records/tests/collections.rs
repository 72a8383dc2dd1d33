//! Real collections replay through the referee: tournament games of all three games. What does not is
//! listed here, game by game, and explained in `docs/formats/replayed-collections.md`.
//!
//! The collections are no part of the project; without them the tests say so and pass.

use flate2::read::GzDecoder;
use heibai_records::{Hint, Record, read_any, wthor};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::PathBuf;

fn data(path: &str) -> Option<PathBuf> {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(path);
    if !path.exists() {
        println!("{} is absent: not tested", path.display());
        return None;
    }
    Some(path)
}

/// What the referee says against a game.
fn fault(name: &str, record: &Record) -> Option<String> {
    record.replay().err().map(|illegal| format!("{name}: {illegal}"))
}

#[test]
fn every_othello_database_replays_with_its_score() {
    let Some(folder) = data("othello/wthor") else { return };
    let open = |name: &str| BufReader::new(File::open(folder.join(name)).unwrap());
    let names = wthor::Names::read(open("WTH.JOU"), open("WTH.TRN")).unwrap();
    assert_eq!((names.players.len(), names.tournaments.len()), (4448, 492));
    assert_eq!(
        (names.players[1].as_str(), names.tournaments[0].as_str()),
        ("Tastet Marc", "Diverses parties")
    );
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.retain(|name| name.to_string_lossy().ends_with(".wtb"));
    files.sort();
    let (mut games, mut unfinished, mut faults, mut scores) = (0, 0, Vec::new(), Vec::new());
    for file in files {
        let file = file.to_string_lossy();
        for (index, game) in wthor::read(open(&file)).unwrap().enumerate() {
            games += 1;
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
                    faults.push(format!("{name}: {illegal}"));
                    continue;
                }
            };
            let Some(score) = replayed.outcome().and_then(|outcome| outcome.score) else {
                unfinished += 1;
                continue;
            };
            if score.black.as_f64() != f64::from(game.score) {
                scores.push(format!("{name}: {} on the board, {} recorded", score.black, game.score));
            }
        }
    }
    println!("{games} games, {} do not replay", faults.len());
    println!("{unfinished} stop before their end, {} ended with another score", scores.len());
    faults.iter().chain(&scores).for_each(|line| println!("{line}"));
    assert_eq!(games, 137_548);
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(scores, Vec::<String>::new());
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
fn every_renju_game_replays() {
    let Some(path) = data("gomoku/renju_games_5576_sgf.tar.gz") else { return };
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

#[test]
fn every_go_game_replays_and_is_written_letter_for_letter() {
    let Some(path) = data("go/scored_games_500.sgfs") else { return };
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut games, mut faults, mut written) = (0, Vec::new(), String::new());
    for record in read_any(text.as_bytes(), Hint::default()).unwrap() {
        games += 1;
        let record = record.unwrap();
        faults.extend(fault(&format!("game {games}"), &record));
        written.push_str(&heibai_records::sgf::write(&record));
    }
    println!("{games} games, {} do not replay", faults.len());
    faults.iter().for_each(|line| println!("{line}"));
    assert_eq!(games, 500);
    // Played under rules that allow it: see docs/formats/replayed-collections.md.
    assert_eq!(faults, ["game 294: move 297 (A9): the board would repeat the position after move 291"]);
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert!(letters(&written) == letters(&text), "a property changed on the way");
}

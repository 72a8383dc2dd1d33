//! The judge against finished games of strong players, whose recorded results and marks tell who was dead.
//! The games are not part of the repository; without them this test says so and passes.

use heibai_engines::go::judge::judge;
use heibai_engines::go::shipped;
use heibai_games::{AnyPosition, Outcome};
use heibai_records::sgf;
use std::collections::HashSet;

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/go/");

fn read(name: &str) -> Option<String> {
    let found = std::fs::read(format!("{DATA}{name}")).ok();
    if found.is_none() {
        eprintln!("{name} is not here; nothing is compared");
    }
    found.map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// `B+3.50` as points for Black.
fn margin(text: &str) -> Option<f64> {
    let (winner, points) = text.split_once('+')?;
    let points: f64 = points.parse().ok()?;
    Some(if winner == "B" { points } else { -points })
}

fn black_margin(outcome: &Outcome) -> f64 {
    let margin = outcome.margin.map_or(0.0, |m| m.as_f64());
    if outcome.winner == Some(heibai_games::Color::White) { -margin } else { margin }
}

#[test]
fn finished_games_are_counted_as_their_players_did() {
    let (Some(games), Some(index)) = (read("scored_games_500.sgfs"), read("scored_games_500.index.tsv"))
    else {
        return;
    };
    let Some(disputed) = read("scored_games_disputed.txt") else { return };
    let network = shipped::main();
    let disputed: HashSet<&str> = disputed.lines().collect();
    // A share of the games keeps the test short; HEIBAI_ALL=1 judges all.
    let step = if std::env::var_os("HEIBAI_ALL").is_some() { 1 } else { 6 };
    let (mut exact, mut total, mut unsure, mut wrong_but_sure) = (0usize, 0usize, 0, 0);
    let mut wrong = Vec::new();
    let rows = index.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    for (row, record) in rows.zip(sgf::read(games.as_bytes(), None)).step_by(step) {
        let record = record.unwrap();
        let area = matches!(row[1], "Chinese" | "AGA" | "New Zealand" | "NZ" | "Tromp-Taylor");
        if !area || disputed.contains(row[0]) {
            continue;
        }
        let Ok(game) = record.replay_to(record.tree.end()) else { continue };
        let AnyPosition::Go(position) = game.position() else { unreachable!("a game of Go") };
        let judgement = judge(position, Some(&network));
        total += 1;
        unsure += usize::from(!judgement.unsure().is_empty());
        let ours = black_margin(&judgement.outcome);
        match margin(row[3]) {
            // Handicap games give White a point for each stone or not, by rule set; the rest must be exact.
            Some(theirs) if (ours - theirs).abs() < 0.01 => exact += 1,
            _ => {
                wrong_but_sure += usize::from(judgement.unsure().is_empty());
                let (file, rules, komi, result) = (row[0], row[1], row[2], row[3]);
                let open = judgement.unsure().len();
                wrong.push(format!(
                    "{file} {rules} {result} komi {komi}: we count {ours}, {open} stones unsure"
                ));
            }
        }
    }
    println!("{exact} of {total} games exact, {unsure} with something unsure\n{}", wrong.join("\n"));
    // Of the whole collection 185 of 187 are exact; the two others are reported unsure.
    assert!(wrong_but_sure == 0, "a wrong count must not look sure");
    assert!(total - exact <= total.div_ceil(100), "{exact} of {total}");
}

//! The judge against games of our own whose count is proved, and against finished games of strong players, whose recorded
//! results and marks tell who was dead. The latter are not part of the repository; without them their test is not run.

use heibai_engines::go::judge::judge;
use heibai_engines::go::shipped;
use heibai_games::go::{Position, life};
use heibai_games::{AnyPosition, Color, Outcome, Point, Position as _};
use heibai_records::{MarkShape, Record, sgf};
use heibai_testing::collection;
use std::collections::HashSet;
use std::time::Instant;

/// Made by `make.py` beside it: both sides played on after they would have passed, until the owner of every point was proved.
const OWN: &str = include_str!("../../records/tests/data/finished_go.sgf");

fn read(name: &str) -> Option<String> {
    let bytes = std::fs::read(collection(&format!("go/{name}"))?).unwrap();
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The processor's time of this thread; where the system does not tell, the time of day.
fn seconds(clock: &Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |n| n as f64 / 1e9)
}

/// `B+3.50` as points for Black.
fn margin(text: &str) -> Option<f64> {
    let (winner, points) = text.split_once('+')?;
    let points: f64 = points.parse().ok()?;
    Some(if winner == "B" { points } else { -points })
}

fn black_margin(outcome: &Outcome) -> f64 {
    let margin = outcome.margin.map_or(0.0, |m| m.as_f64());
    if outcome.winner == Some(Color::White) { -margin } else { margin }
}

/// The dead stones that the players marked, if they marked territory.
fn marked_dead(record: &Record, position: &Position) -> Option<Vec<Point>> {
    let marks = record.tree.ids().flat_map(|id| &record.tree.step(id).marks);
    let territory: Vec<(Point, Color)> = marks
        .filter_map(|mark| match mark.shape {
            MarkShape::Territory(color) => Some((mark.point, color)),
            _ => None,
        })
        .collect();
    let dead = |&&(point, owner): &&(Point, Color)| position.stone(point) == Some(!owner);
    let mut stones: Vec<Point> = territory.iter().filter(dead).map(|&(point, _)| point).collect();
    stones.sort_unstable();
    (!territory.is_empty()).then_some(stones)
}

/// How often the judge agrees, and where it does not.
#[derive(Default)]
struct Agreement {
    same: usize,
    total: usize,
    wrong: Vec<String>,
}

impl Agreement {
    fn add(&mut self, same: bool, words: impl FnOnce() -> String) {
        self.total += 1;
        self.same += usize::from(same);
        if !same {
            self.wrong.push(words());
        }
    }

    fn demand_all(&self, what: &str) {
        println!("{what}: {} of {}\n{}", self.same, self.total, self.wrong.join("\n"));
        assert!(self.total > 0 && self.same == self.total, "{what}: {} of {}", self.same, self.total);
    }
}

#[test]
fn games_of_our_own_are_counted_as_they_were_proved() {
    let network = shipped::judge();
    let mut dead_stones = 0;
    for record in sgf::read(OWN.as_bytes(), None) {
        let record = record.unwrap();
        let end = record.replay().unwrap();
        let AnyPosition::Go(position) = end.position() else { unreachable!("a game of Go") };
        // The proof: unconditional life owns every point.
        let life = life::unconditional(position);
        let owners = life.owners(position.size());
        let of = |color| owners.iter().filter(|&&owner| owner == Some(color)).count() as f64;
        assert_eq!(of(Color::Black) + of(Color::White), owners.len() as f64, "{position:?}");
        let proved = of(Color::Black) - of(Color::White) - 7.5;
        let result = record.info.result.as_ref().expect("a result");
        let recorded = result.margin.expect("a margin").as_f64();
        assert_eq!(proved, if result.winner == Some(Color::Black) { recorded } else { -recorded });
        // The judge finds it with a network and without, and so it did when both sides first passed.
        let mut dead = life.dead();
        dead.sort_unstable();
        dead_stones += dead.len();
        for network in [Some(&*network), None] {
            let judgement = judge(position, network);
            assert_eq!((black_margin(&judgement.outcome), judgement.dead()), (proved, dead.clone()));
            assert_eq!(judgement.unsure(), []);
        }
        let comment = record.tree.root().step.comment.clone();
        let passed: usize = comment.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
        let mut earlier = Position::start(&position.rules());
        for played in &end.moves()[..passed] {
            earlier.play(played.mv).unwrap();
        }
        assert_eq!(black_margin(&judge(&earlier, Some(&network)).outcome), proved, "after {passed} moves");
    }
    assert!(dead_stones > 5, "{dead_stones} dead stones");
}

/// Japanese-rule games that their players counted in another way: an eye of a chain in seki (0566), a point that has to
/// be filled only if the other side plays first (0170, 0218, 0738), stones whose death is disputed (0586).
const ODD_TERRITORY: [&str; 5] = ["0170.sgf", "0218.sgf", "0566.sgf", "0586.sgf", "0738.sgf"];

/// An area-rule game whose players left 18 black stones at the top left alive as a seki. They are proved dead: White
/// throws in at B18, Black takes five stones at A19, and White plays C19, the middle of a bulky five.
const BULKY_FIVE: (&str, u16) = ("0284.sgf", 4);

#[test]
fn finished_games_are_counted_as_their_players_did() {
    let (Some(games), Some(index)) = (read("scored_games_500.sgfs"), read("scored_games_500.index.tsv"))
    else {
        return;
    };
    let Some(disputed) = read("scored_games_disputed.txt") else { return };
    let network = shipped::judge();
    let disputed: HashSet<&str> = disputed.lines().collect();
    // All area-rule games, and a share of the others to keep the test short; HEIBAI_ALL=1 judges all.
    let step = if std::env::var_os("HEIBAI_ALL").is_some() { 1 } else { 6 };
    let [mut counts, mut area_dead, mut other_dead, mut territory] = [(); 4].map(|()| Agreement::default());
    let clock = Instant::now();
    let (mut slowest, mut spent, mut judged) = (0.0f64, 0.0, 0);
    let rows = index.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    for (number, (row, record)) in rows.zip(sgf::read(games.as_bytes(), None)).enumerate() {
        let (record, file) = (record.unwrap(), row[0]);
        let area = matches!(row[1], "Chinese" | "AGA" | "New Zealand" | "NZ" | "Tromp-Taylor");
        if !area && number % step != 0 {
            continue;
        }
        let Ok(game) = record.replay_to(record.tree.end()) else { continue };
        let AnyPosition::Go(position) = game.position() else { unreachable!("a game of Go") };
        let began = seconds(&clock);
        let judgement = judge(position, Some(&network));
        let time = seconds(&clock) - began;
        (slowest, spent, judged) = (slowest.max(time), spent + time, judged + 1);
        if disputed.contains(file) {
            continue;
        }
        let unsure = judgement.unsure().len();
        let ours = black_margin(&judgement.outcome);
        let exact = margin(row[3]).is_some_and(|theirs| (ours - theirs).abs() < 0.01);
        let told = || format!("{file} {}: we count {ours}, {unsure} stones unsure", row[3]);
        if !area && !ODD_TERRITORY.contains(&file) {
            territory.add(exact, told);
        }
        if file == BULKY_FIVE.0 {
            assert!(judgement.dead().contains(&Point(BULKY_FIVE.1)), "{file}: E19");
            continue;
        }
        if area {
            counts.add(exact, told);
            assert!(exact || unsure > 0, "{file}: a wrong count must not look sure");
        }
        if let Some(marked) = marked_dead(&record, position) {
            let tally = if area { &mut area_dead } else { &mut other_dead };
            tally.add(judgement.dead() == marked, || format!("{file}: {unsure} stones unsure"));
        }
    }
    counts.demand_all("counts of area-rule games");
    territory.demand_all("counts of Japanese-rule games");
    area_dead.demand_all("dead stones of area-rule games");
    other_dead.demand_all("dead stones of Japanese-rule games");
    println!("a judgement takes {:.3} s in the mean and {slowest:.2} s at most", spent / f64::from(judged));
}

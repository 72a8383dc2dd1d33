//! The judge on finished positions that are hard to judge, whose dead stones were proved by an exhaustive search of
//! another program (`heibai-train go finished`), and the laws that every judgement obeys.

use heibai_engines::go::judge::{ChainVerdict, Grounds, LifeJudgement, judge};
use heibai_engines::go::shipped;
use heibai_games::counting::Status;
use heibai_games::go::{Position, RuleSet, Rules, score};
use heibai_games::{Color, Notation, Point, Position as _};
use serde_json::Value;
use std::collections::BTreeMap;

const PROVED: &str = include_str!("data/finished.json");

fn position(rows: &[&str]) -> Position {
    let size = rows.len();
    let at = |point: Point| match rows[point.y(size)].as_bytes()[point.x(size)] {
        b'X' => Some((point, Color::Black)),
        b'O' => Some((point, Color::White)),
        _ => None,
    };
    let stones: Vec<(Point, Color)> = Point::all(size).filter_map(at).collect();
    Position::setup(&Rules::new(size, Rules::KOMI, 0).unwrap(), &stones, Color::Black).unwrap()
}

fn strings<'a>(told: &'a Value, key: &str) -> Vec<&'a str> {
    told[key].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect()
}

fn beside(point: Point, size: usize) -> impl Iterator<Item = Point> {
    let (x, y) = (point.x(size), point.y(size));
    let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    near.into_iter().filter_map(move |(x, y)| Point::new(x, y, size))
}

/// One verdict for each chain; what is captured has a living captor, also beside dead stones of the other side.
fn assert_lawful(position: &Position, judgement: &LifeJudgement) {
    let size = position.size();
    let mut told: Vec<Vec<Point>> = judgement.verdicts.iter().map(|v| v.stones.clone()).collect();
    let mut chains: Vec<Vec<Point>> = position.chains().into_iter().map(|chain| chain.stones).collect();
    told.sort();
    chains.sort();
    assert_eq!(told, chains, "one verdict for each chain");
    let of = |point: Point| judgement.verdicts.iter().find(|v| v.stones.contains(&point));
    for dead in judgement.verdicts.iter().filter(|v| v.status == Status::Dead) {
        // Everything that is free once the dead are gone, as far as it hangs together with this chain.
        let mut area = dead.stones.clone();
        let (mut next, mut captors, mut rivals) = (0, 0, Vec::new());
        while let Some(&point) = area.get(next) {
            next += 1;
            for near in beside(point, size) {
                match of(near) {
                    Some(v) if v.status != Status::Dead => captors += usize::from(v.color != dead.color),
                    found if !area.contains(&near) => {
                        rivals.extend(found.filter(|v| v.color != dead.color));
                        area.push(near);
                    }
                    _ => {}
                }
            }
        }
        assert!(captors > 0, "{dead:?} has no captor in {position:?}");
        let touches = |v: &&ChainVerdict| {
            v.stones.iter().any(|&stone| beside(stone, size).any(|near| dead.stones.contains(&near)))
        };
        for rival in rivals.into_iter().filter(touches) {
            assert!(dead.is_unsure() && rival.is_unsure(), "{dead:?} dies of {rival:?} in {position:?}");
        }
    }
    for seki in judgement.verdicts.iter().filter(|v| v.status == Status::Seki) {
        let liberties = position.chain(seki.stones[0]).unwrap().liberties;
        let shares = |v: &&ChainVerdict| {
            let theirs = position.chain(v.stones[0]).unwrap().liberties;
            v.color != seki.color && theirs.iter().any(|point| liberties.contains(point))
        };
        let faces = judgement.verdicts.iter().filter(|v| v.status == Status::Seki).any(|v| shares(&v));
        assert!(faces, "{seki:?} faces nobody in {position:?}");
    }
}

/// All positions are judged by HEIBAI_ALL=1, else one in eight.
#[test]
fn what_is_dead_was_proved() {
    let step = if std::env::var_os("HEIBAI_ALL").is_some() { 1 } else { 8 };
    let all: Vec<Value> = serde_json::from_str(PROVED).unwrap();
    assert!(all.len() >= 300, "{} positions", all.len());
    let network = shipped::judge();
    let mut kinds: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut faults = Vec::new();
    for told in all.iter().step_by(step) {
        let rows = strings(told, "rows");
        let position = position(&rows);
        let mut dead: Vec<Point> = strings(told, "dead")
            .into_iter()
            .map(|name| Notation::Go.read(name, rows.len()).unwrap())
            .collect();
        dead.sort_unstable();
        let judgement = judge(&position, Some(&network));
        assert_lawful(&position, &judgement);
        let wrong = |v: &&ChainVerdict| (v.status == Status::Dead) != dead.contains(&v.stones[0]);
        let counts = kinds.entry(told["kind"].as_str().unwrap()).or_default();
        counts[0] += 1;
        counts[1] += usize::from(judgement.dead() == dead);
        counts[2] += usize::from(!judgement.unsure().is_empty());
        for verdict in judgement.verdicts.iter().filter(wrong) {
            faults.push((verdict.is_unsure(), format!("{told}\n{verdict:?}")));
        }
    }
    let [asked, right, unsure] = kinds.values().fold([0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f]);
    kinds.iter().for_each(|(kind, counts)| {
        println!("{kind}: of {} right {}, unsure {}", counts[0], counts[1], counts[2])
    });
    println!("all: of {asked} right {right}, unsure {unsure}");
    faults.iter().for_each(|(_, fault)| println!("{fault}"));
    assert!(faults.iter().all(|(is_unsure, _)| *is_unsure), "a wrong verdict must not look sure");
    assert!(right * 100 >= asked * 99, "{right} of {asked}");
}

/// Two black stones in White's open area were one dead and one alive "by territory" that nobody counted, and White's
/// area was neutral.
#[test]
fn stones_without_territory_do_not_live_by_it() {
    let row = |x: &str| format!("...XO{x}");
    let mut rows = vec![row("...."); 9];
    (rows[4], rows[8]) = (row("..X."), row(".X.."));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let stones = position(&rows).stones();
    for set in [RuleSet::Chinese, RuleSet::Japanese] {
        let rules = Rules::new(9, Rules::KOMI, 0).unwrap().with_set(set);
        let position = Position::setup(&rules, &stones, Color::Black).unwrap();
        let judgement = judge(&position, Some(&shipped::judge()));
        assert_lawful(&position, &judgement);
        let dead: Vec<String> =
            judgement.dead().into_iter().map(|point| Notation::Go.write(point, 9)).collect();
        assert_eq!(dead, ["H5", "G1"], "{set:?}");
        assert_eq!(judgement.unsure(), judgement.dead(), "{set:?}: nothing of it is proved");
        assert_eq!(judgement.outcome.winner, Some(Color::White), "{set:?}");
    }
}

/// Walls that an outsider builds to see what is counted. Each wall with points of its own lives for sure. Stones in an
/// area that nobody has closed are neither dead nor in seki, do not live by territory that they do not have, and are
/// unsure.
#[test]
fn walls_across_the_board_are_judged_without_contradiction() {
    let column = |x: usize, color: Color, size: usize| {
        (0..size).map(move |y| (Point::new(x, y, size).unwrap(), color)).collect::<Vec<_>>()
    };
    let network = shipped::judge();
    for (size, set) in [(9, RuleSet::Chinese), (19, RuleSet::Chinese), (19, RuleSet::Japanese)] {
        let middle = size / 2;
        let judged = |stones: &[(Point, Color)]| {
            let rules = Rules::new(size, Rules::KOMI, 0).unwrap().with_set(set);
            let position = Position::setup(&rules, stones, Color::Black).unwrap();
            let judgement = judge(&position, Some(&network));
            assert_lawful(&position, &judgement);
            let owners = score::count(&position, &judgement.dead(), &judgement.seki()).unwrap().owners;
            (judgement, owners)
        };
        let walls = [column(middle - 1, Color::Black, size), column(middle, Color::White, size)].concat();
        let (divided, _) = judged(&walls);
        assert!(divided.unsure().is_empty() && divided.dead().is_empty(), "{size} {set:?}");

        let stray = [(size - 3, 2), (size - 3, 3), (size - 4, 2)];
        let stray = stray.map(|(x, y)| (Point::new(x, y, size).unwrap(), Color::Black));
        let below: Vec<_> = walls.iter().copied().filter(|(point, _)| point.y(size) < size - 1).collect();
        let dotted: Vec<_> = walls.iter().copied().filter(|(point, _)| point.y(size) % 2 == 0).collect();
        let lone = [column(middle, Color::Black, size), vec![(stray[0].0, Color::White)]].concat();
        for stones in [[&walls[..], &stray].concat(), below, dotted, lone] {
            let (judgement, owners) = judged(&stones);
            assert_eq!(judgement.seki(), [], "{size} {set:?}: {judgement:?}");
            for verdict in &judgement.verdicts {
                let is_open = verdict.grounds == Grounds::OpenArea;
                assert!(!is_open || verdict.is_unsure(), "{verdict:?}");
                let mut near = verdict.stones.iter().flat_map(|&stone| beside(stone, size));
                let has_territory = near.any(|point| {
                    owners[point.index()] == Some(verdict.color) && !verdict.stones.contains(&point)
                });
                assert!(
                    verdict.grounds != Grounds::HasTerritory || has_territory,
                    "{size} {set:?}: {verdict:?}"
                );
            }
        }
    }
}

/// Random boards, with a network and without: whatever is thought of them, the verdicts agree with each other.
#[test]
fn verdicts_on_random_boards_obey_the_laws() {
    let mut random = fastrand::Rng::with_seed(7);
    let network = shipped::tiny();
    let mut judged = 0;
    for number in 0..60 {
        let size = random.usize(5..10);
        let rules = Rules::new(size, Rules::KOMI, 0).unwrap();
        let mut position = Position::start(&rules);
        for _ in 0..size * size {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            legal.truncate(legal.len() - 1);
            if legal.is_empty() || position.play(legal[random.usize(..legal.len())]).is_err() {
                break;
            }
        }
        let judgement = judge(&position, Some(&*network).filter(|_| number % 2 == 0));
        assert_lawful(&position, &judgement);
        judged += judgement.verdicts.len();
    }
    assert!(judged > 300, "{judged} chains");
}

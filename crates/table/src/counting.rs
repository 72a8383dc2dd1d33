//! The count of a Go game on the wire. The match keeps what is counted and who agreed.

use crate::wire::{Both, CountingView, Ground};
use heibai_games::counting::{Counting, Grounds, Judgement};
use heibai_games::{Color, Point, Rules};
use heibai_words::results;

fn numbers(points: impl Iterator<Item = Point>) -> Vec<u16> {
    points.map(|point| point.0).collect()
}

pub fn view(rules: &Rules, counting: &Counting) -> CountingView {
    let score = counting.count().score();
    let cell = |owner: &Option<Color>| owner.map_or(0, |color| color.index() as u8 + 1);
    CountingView {
        dead: numbers(counting.dead()),
        seki: numbers(counting.seki()),
        unsure: numbers(counting.unsure()),
        owner: counting.count().owners.iter().map(cell).collect(),
        grounds: counting.grounds().iter().map(ground).collect(),
        score: Both { black: score.black.as_f64(), white: score.white.as_f64() },
        result: results::result(rules, &counting.outcome()).into(),
        explained: results::explained(rules, &counting.outcome()).map(Into::into),
        agreed: Both::of(|side| counting.has_agreed(side)),
    }
}

pub fn ground(said: &Grounds) -> Ground {
    Ground { point: said.stone.0, zh: said.chinese.clone(), en: said.english.clone() }
}

/// A judgement as it is stored.
pub fn judgement([dead, seki, unsure]: [Vec<u16>; 3], grounds: Vec<Ground>) -> Judgement {
    let points = |list: Vec<u16>| list.into_iter().map(Point).collect();
    let said = |g: Ground| Grounds { stone: Point(g.point), english: g.en, chinese: g.zh };
    Judgement {
        dead: points(dead),
        seki: points(seki),
        unsure: points(unsure),
        grounds: grounds.into_iter().map(said).collect(),
    }
}

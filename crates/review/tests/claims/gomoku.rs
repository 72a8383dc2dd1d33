//! Gomoku claims, checked with the referee alone: fives by playing them, shapes by what they become, attacks by walking
//! their trees against every legal defence.

use crate::{Claim, Verdict, corpus, false_claims, proved};
use heibai_engines::gomoku::prove::Attack;
use heibai_games::gomoku::{Position as Gomoku, Shape};
use heibai_games::value::Wdl;
use heibai_games::{AnyPosition, Color, Move, Point, Position};
use heibai_review::causes::{Cause, ForcedWin, Made, causes};

pub fn check(claim: &Claim<'_>) -> Verdict {
    let (us, them) = (claim.judged.side, !claim.judged.side);
    let before = board(&claim.before);
    let after = board(&claim.after(claim.judged.played.mv)?);
    let best = claim.judged.best.mv;
    match claim.cause {
        Cause::AllowsFive { at } => wins(&after, *at, them).then_some(()).ok_or("no five there".into()),
        Cause::MissesFive { at } => wins(&before, *at, us).then_some(()).ok_or("no five there".into()),
        Cause::AllowsAttack(win) => attack(&after, win),
        Cause::MissesAttack(win) if Move::Place(win.proof.tree.point) != best => {
            Err("the win begins with another move than the one that is called better".into())
        }
        Cause::MissesAttack(win) => attack(&before, win),
        Cause::AllowsWin { line, .. } => {
            walks(&after, line)?;
            (ends(after) == Some(Wdl::Win)).then_some(()).ok_or("a longer search does not prove it".into())
        }
        Cause::MissesWin { line, .. } => {
            walks(&before, line)?;
            let improved = board(&claim.after(best)?);
            (ends(improved) == Some(Wdl::Loss))
                .then_some(())
                .ok_or("a longer search does not prove it".into())
        }
        Cause::StandsAlone => {
            let at = point(claim.judged.played.mv)?;
            let (x, y) = (at.x(before.size()) as i32, at.y(before.size()) as i32);
            for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                for step in (-4..=4).filter(|&step| step != 0) {
                    let (x, y) = (x + step * dx, y + step * dy);
                    let near = usize::try_from(x).ok().zip(usize::try_from(y).ok());
                    let near = near.and_then(|(x, y)| Point::new(x, y, before.size()));
                    if near.is_some_and(|near| before.stone(near).is_some()) {
                        return Err("a stone lies in line".into());
                    }
                }
            }
            Ok(())
        }
        Cause::FewerRows { side, better, played } => {
            let rows = |mv: Move| -> Result<u32, String> {
                let at = point(mv)?;
                let Some(stone) = place(&before, at, *side) else { return Ok(0) };
                let is_row = |&&along: &&(i32, i32)| strength(&stone, at, *side, along, 2) > 0;
                Ok(DIRECTIONS.iter().filter(is_row).count() as u32)
            };
            let (then, now) = (rows(best)?, rows(claim.judged.played.mv)?);
            ((then, now) == (*better, *played) && then >= now + 2).then_some(()).ok_or("other rows".into())
        }
        Cause::AnswerMakes { reply, made } => makes(&after, *reply, them, made),
        Cause::BetterStops { made } => makes(&after, point(best)?, them, made),
        Cause::BetterMakes { made } => makes(&before, point(best)?, us, made),
        Cause::IgnoresFour { at } => {
            let open = fives(&before, them) == [*at] && wins(&after, *at, them);
            (open && before.check(Move::Place(*at)).is_ok())
                .then_some(())
                .ok_or("no four to be stopped".into())
        }
        other => Err(format!("{other:?} is not said of Gomoku")),
    }
}

/// What a longer search proves for the side to move. Where there is one move against a five, it is played first: the engine
/// answers it without a search.
fn ends(position: Gomoku) -> Option<Wdl> {
    let us = position.turn();
    if let ([], [stop]) = (&fives(&position, us)[..], &fives(&position, !us)[..])
        && let Some(next) = place(&position, *stop, us)
    {
        return ends(next).map(Wdl::turned);
    }
    proved(&AnyPosition::Gomoku(Box::new(position)), 77)
}

/// Every move of a line is legal.
fn walks(position: &Gomoku, line: &[Move]) -> Verdict {
    let mut at = position.clone();
    line.iter().try_for_each(|&mv| at.play(mv)).map_err(|why| format!("the line is not legal: {why}"))
}

fn board(position: &AnyPosition) -> Gomoku {
    let AnyPosition::Gomoku(board) = position else { panic!("Gomoku") };
    (**board).clone()
}

fn point(mv: Move) -> Result<Point, String> {
    if let Move::Place(point) = mv { Ok(point) } else { Err("a pass".into()) }
}

/// The same stones with `side` to move.
fn with_turn(position: &Gomoku, side: Color) -> Gomoku {
    if position.turn() == side {
        return position.clone();
    }
    let stones = Point::all(position.size()).filter_map(|p| Some((p, position.stone(p)?)));
    Gomoku::setup(&position.rules(), &stones.collect::<Vec<_>>(), side).expect("stones of a game")
}

fn place(position: &Gomoku, at: Point, side: Color) -> Option<Gomoku> {
    let mut next = with_turn(position, side);
    next.play(Move::Place(at)).ok().map(|()| next)
}

fn wins(position: &Gomoku, at: Point, side: Color) -> bool {
    place(position, at, side).and_then(|next| next.outcome()).is_some_and(|end| end.winner == Some(side))
}

fn fives(position: &Gomoku, side: Color) -> Vec<Point> {
    Point::all(position.size())
        .filter(|&at| position.stone(at).is_none() && wins(position, at, side))
        .collect()
}

/// Whether the tree wins for the side to move; gives back the moves of the attacker on the longest way.
fn walk(position: &Gomoku, tree: &Attack) -> Result<usize, String> {
    let attacker = position.turn();
    let after = place(position, tree.point, attacker).ok_or("the attack is not legal")?;
    if let Some(end) = after.outcome() {
        return if end.winner == Some(attacker) {
            Ok(1)
        } else {
            Err("the attack ends the game badly".into())
        };
    }
    if !fives(&after, !attacker).is_empty() {
        return Err("the defender makes five first".into());
    }
    let threats = fives(&after, attacker);
    let mut replies = Vec::new();
    match threats[..] {
        [] => after.legal_moves(&mut replies),
        [stop] if after.check(Move::Place(stop)).is_ok() => replies.push(Move::Place(stop)),
        _ => return Ok(2),
    }
    let mut longest = 1;
    for reply in replies {
        let reply = point(reply)?;
        let listed = tree.replies.iter().find(|(at, _)| *at == reply).map(|(_, attack)| attack);
        let answer = listed.or(tree.otherwise.as_ref()).ok_or("a defence without an answer")?;
        let next = place(&after, reply, !attacker).ok_or("the defence is not legal")?;
        longest = longest.max(walk(&next, answer)?);
    }
    Ok(1 + longest)
}

fn attack(position: &Gomoku, win: &ForcedWin) -> Verdict {
    let attacker = position.turn();
    let longest = walk(position, &win.proof.tree)?;
    if longest > win.length {
        return Err(format!("it takes {longest}, not {}", win.length));
    }
    let mut at = position.clone();
    for &stone in &win.line {
        at.play(Move::Place(stone)).map_err(|why| format!("the line is not legal: {why}"))?;
    }
    if let Some((stop, _)) = win.forbidden {
        let may_not =
            at.turn() == Color::Black && at.check(Move::Place(stop)).is_err() && at.stone(stop).is_none();
        if !may_not || fives(&at, attacker) != [stop] {
            return Err("the defence is not forbidden".into());
        }
    }
    shapes_at(position, win.proof.tree.point, attacker, &win.makes)
}

/// Whether a stone makes these threes and fours, and the strongest of them goes on as it is told.
fn makes(position: &Gomoku, at: Point, side: Color, made: &Made) -> Verdict {
    shapes_at(position, at, side, &made.shapes)?;
    let after = place(position, at, side).ok_or("the stone may not be placed")?;
    if made.shapes.iter().any(|shape| *shape < Shape::BrokenThree) {
        return Err("a two is no reason".into());
    }
    if made.shapes[0] >= Shape::ClosedFour {
        return wins(&after, made.next, side).then_some(()).ok_or("no five follows".into());
    }
    let four = place(&after, made.next, side).ok_or("the four may not be made")?;
    (fives(&four, side).len() >= 2).then_some(()).ok_or("no open four follows".into())
}

const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The empty points within four steps of `from` along a direction.
fn near(position: &Gomoku, from: Point, (dx, dy): (i32, i32)) -> Vec<Point> {
    let size = position.size();
    let (x, y) = (from.x(size) as i32, from.y(size) as i32);
    let at = |step: i32| {
        Point::new(usize::try_from(x + step * dx).ok()?, usize::try_from(y + step * dy).ok()?, size)
    };
    (-4..=4).filter_map(at).filter(|&p| position.stone(p).is_none()).collect()
}

/// The points along a direction where `side` makes five in a row through `from`.
fn fives_through(position: &Gomoku, from: Point, side: Color, along: (i32, i32)) -> Vec<Point> {
    let size = position.size();
    let is_through = |at: &Point| {
        place(position, *at, side).is_some_and(|next| {
            let row = next.winning_line();
            let apart = |p: &Point| {
                let (dx, dy) =
                    (p.x(size) as i32 - from.x(size) as i32, p.y(size) as i32 - from.y(size) as i32);
                dx * along.1 == dy * along.0
            };
            row.contains(&from) && row.iter().all(apart)
        })
    };
    near(position, from, along).into_iter().filter(is_through).collect()
}

/// How strong the row through `from` is along a direction: 4 for a straight four, 3 for another four, 2 for a three that one
/// stone makes a straight four, 1 for a two that one stone makes such a three, 9 for five.
fn strength(position: &Gomoku, from: Point, side: Color, along: (i32, i32), deep: u32) -> u32 {
    let through = fives_through(position, from, side, along);
    match through.len() {
        2.. => 4,
        1 => 3,
        _ if deep == 0 => 0,
        _ => {
            let best = near(position, from, along)
                .into_iter()
                .filter_map(|at| place(position, at, side))
                .map(|next| strength(&next, from, side, along, deep - 1))
                .max();
            match best {
                Some(4) => 2,
                Some(2) => 1,
                _ => 0,
            }
        }
    }
}

/// Whether a stone of `side` on `at` makes at least these shapes, each in a direction of its own.
fn shapes_at(position: &Gomoku, at: Point, side: Color, shapes: &[Shape]) -> Verdict {
    let after = place(position, at, side).ok_or("the stone may not be placed")?;
    if after.outcome().is_some() {
        let five = shapes.first().is_none_or(|&shape| shape == Shape::Five);
        return if five { Ok(()) } else { Err("it wins at once".into()) };
    }
    let mut found: Vec<u32> = DIRECTIONS.iter().map(|&along| strength(&after, at, side, along, 2)).collect();
    found.sort_by(|a, b| b.cmp(a));
    let needed = |shape: &Shape| match shape {
        Shape::Five => 9,
        Shape::OpenFour => 4,
        Shape::ClosedFour | Shape::BrokenFour => 3,
        Shape::OpenThree | Shape::BrokenThree => 2,
        _ => 1,
    };
    let enough = shapes.len() <= 4 && shapes.iter().zip(&found).all(|(shape, &is)| is >= needed(shape));
    if enough { Ok(()) } else { Err(format!("{shapes:?} is {found:?}")) }
}

/// A short search called this a forced win: its line leads to one only because White plays in the corners.
#[test]
fn a_win_that_a_longer_search_does_not_prove_is_not_told() {
    let (game, judged) = corpus::read(
        "gomoku 15 freestyle\n\
         moves h8 i9\n\
         played rate:0.449 a8 h9\n\
         better win:9 g8 a15 f8 o15 e8",
    )
    .unwrap();
    let told = causes(&game, &judged);
    assert!(judged.class.is_some());
    assert!(told.iter().all(|cause| !matches!(cause, Cause::MissesWin { .. })), "{told:?}");
}

/// It was called false: its first move is a four, which the engine stops without a search and calls the game even.
#[test]
fn a_win_that_begins_with_a_four_is_searched_after_the_stop() {
    let (game, judged) = corpus::read(
        "gomoku 15 freestyle\n\
         moves h8 i9 j7 f9 d7 d11 h7 h9 g9 c12 e10 i11 l7 i8 m6 l6 n7 j5 o8 k7 i10 l9\n\
         played rate:0.449 j8 j9\n\
         better win:25 j9 k8 j8 j10 f10 i7 g10 h10 g11 i5 i6",
    )
    .unwrap();
    let told = causes(&game, &judged);
    assert!(told.iter().any(|cause| matches!(cause, Cause::MissesWin { .. })), "{told:?}");
    assert_eq!(false_claims(&game, &judged, &told, 0), [""; 0]);
}

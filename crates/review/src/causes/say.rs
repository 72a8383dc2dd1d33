//! The sentence of a cause, in both languages.

use super::{Cause, ForcedWin, Made, Stance};
use crate::judged::Judged;
use heibai_engines::gomoku::prove::Threats;
use heibai_games::gomoku::Shape;
use heibai_games::othello::{Region, region};
use heibai_games::value::Amount;
use heibai_games::{AnyPosition, Color, Move, Point, Position, Value};
use heibai_words::names::{count_stones, pass};
use heibai_words::results::Unit;
use heibai_words::{Text, causes as words, hints, values};

/// Moves of a line that a sentence shows.
pub(crate) const SHOWN: usize = 9;
/// Squares that a sentence lists.
const SQUARES: usize = 5;

impl Cause {
    /// The sentence, for a judged move that was made in the position `before`.
    pub fn text(&self, before: &AnyPosition, judged: &Judged) -> Text {
        let Text { zh, en } = self.sentence(before, judged);
        // A line that goes on ends in dots, which end the sentence as well.
        Text { zh: zh.replace("…。", "…").replace("pass", &pass().zh), en: en.replace("….", "…") }
    }

    fn sentence(&self, before: &AnyPosition, judged: &Judged) -> Text {
        let (us, them) = (judged.side, !judged.side);
        let unit = Unit::from(&before.rules());
        let name = |point: Point| before.write_move(Move::Place(point));
        let [best, made] = [judged.best.mv, judged.played.mv].map(|mv| before.write_move(mv));
        let stones = |stones: &[Point]| (count_stones(stones.len()), name(stones[0]));
        match self {
            Cause::ResultFalls { from, to, line } => {
                let falls = words::result_falls(result(from, us, unit), result(to, us, unit));
                if line.len() < 2 {
                    falls
                } else {
                    words::follow(falls, words::best_play(&names(before, line)))
                }
            }
            Cause::AllowsFive { at } => words::allows_five(them, &name(*at)),
            Cause::AllowsAttack(win) => attack(win, Some(them), before),
            Cause::MissesFive { at } => words::misses_five(&name(*at)),
            Cause::MissesAttack(win) => attack(win, None, before),
            Cause::AllowsWin { length, line } => words::allows_win(them, *length, &names(before, line)),
            Cause::MissesWin { length, line } => words::misses_win(*length, &names(before, line)),
            Cause::StandsAlone => words::stands_alone(&made),
            Cause::AnswerMakes { reply, made } => {
                words::answer_makes(them, &name(*reply), named(&made.shapes), threat(made, before))
            }
            Cause::BetterStops { made } => {
                words::better_stops(&best, them, named(&made.shapes), threat(made, before))
            }
            Cause::BetterMakes { made } => {
                words::better_makes(&best, us, named(&made.shapes), threat(made, before))
            }
            Cause::FewerRows { side, better, played } if *side == us => {
                words::makes_fewer_rows(&best, *better, &made, *played)
            }
            Cause::FewerRows { side, better, played } => {
                words::prevents_fewer_rows(&best, *side, *better, &made, *played)
            }
            Cause::IgnoresFour { at } => words::ignores_four(them, &name(*at)),
            Cause::LostAlready => words::lost_already(them),
            Cause::OpensCorner { corner } => opens_corner(before, judged, *corner),
            Cause::GivesCorner { corner, line } => {
                words::gives_corner(them, &name(*corner), &names(before, line))
            }
            Cause::MissesCorner { corner } => words::misses_corner(&name(*corner)),
            Cause::WinsCorner { corner, line } => {
                words::wins_corner(&best, &name(*corner), &names(before, line))
            }
            Cause::MustPass { reply } => words::must_pass(us, &before.write_move(*reply)),
            Cause::MakesPass => words::makes_pass(&best, them),
            Cause::GivesMoves { .. }
            | Cause::LeavesFewMoves { .. }
            | Cause::FewSafeMoves { .. }
            | Cause::LeavesSafeMoves { .. } => moves_left(self, before, judged),
            Cause::LinePasses { line } => words::line_passes(us, &names(before, line), &best),
            Cause::LineMakesPass { line } => words::line_makes_pass(them, &names(before, line), &best, &made),
            // Moves are counted from the position after the mistake on.
            Cause::StableDiscs { later, played, better, .. } if played[0] <= better[0] => {
                words::misses_stable_discs(&best, words::later(later - 1), us, better[1], &made, played[1])
            }
            Cause::StableDiscs { later, played, better, edge } => {
                let mut said = words::stable_discs(words::later(later - 1), them, played[0], us, played[1]);
                if let (Some(&first), Some(&last)) = (edge.first(), edge.last()) {
                    let on_edge = words::stable_on_edge(them, edge.len(), &name(first), &name(last));
                    said = words::follow(said, on_edge);
                }
                words::follow(said, words::better_stable_discs(&best, them, better[0], us, better[1]))
            }
            Cause::LastInRegion { region, last: [last, better_last] } => {
                let around = squares(before, region);
                words::last_in_region(around, them, &name(*last), &best, us, &name(*better_last))
            }
            Cause::NoAccess { region, theirs, ours } => words::no_access(
                squares(before, region),
                us,
                them,
                squares(before, theirs),
                &best,
                &name(*ours),
            ),
            Cause::LineLosesCorner { corner, line } => {
                words::line_loses_corner(them, &name(*corner), &names(before, line), &best)
            }
            Cause::LineWinsCorner { corner, line } => {
                words::line_wins_corner(us, &name(*corner), &names(before, line), &best, &made)
            }
            Cause::LaterMobility { later, played, better } => {
                let now = words::later_mobility(words::later(later - 1), us, played[0], them, played[1]);
                words::follow(now, words::better_later_mobility(&best, better[0], better[1]))
            }
            Cause::LaterSafeMoves { later, played: 0, better } => {
                words::later_no_safe_moves(words::later(later - 1), us, &best, *better)
            }
            Cause::LaterSafeMoves { later, played, better } => {
                words::later_safe_moves(words::later(later - 1), us, *played, &best, *better)
            }
            Cause::LaterFrontier { later, played, better } => {
                words::later_frontier(words::later(later - 1), us, *played, &best, *better)
            }
            Cause::OpensAnswer { reply } => words::opens_answer(&made, them, &name(*reply), &best),
            Cause::LeavesAnswer { reply } => words::leaves_answer(&best, them, &name(*reply)),
            Cause::ClosesNext { reply, square } => {
                words::closes_next(them, &before.write_move(*reply), us, &name(*square), &best)
            }
            Cause::FlipsMany { played, better } => words::flips_many(&made, *played, &best, *better),
            Cause::Frontier { played, better } => words::frontier(us, *played, &best, *better),
            Cause::Parity { square, size } => {
                words::parity(them, &name(*square), words::squares_left(*size), &best)
            }
            Cause::LeavesInAtari { stones: chain, capture } => {
                let (count, at) = stones(chain);
                words::leaves_in_atari(count, &at, them, &name(*capture))
            }
            Cause::AllowsLadder { stones: chain, first } => {
                let (count, at) = stones(chain);
                words::allows_ladder(them, count, &at, &name(*first))
            }
            Cause::AllowsKill { stones: chain, line, .. } => {
                let (count, at) = stones(chain);
                words::allows_kill(them, count, &at, &names(before, line))
            }
            Cause::MissesCapture { stones: chain } => {
                let (count, at) = stones(chain);
                words::misses_capture(&best, count, &at)
            }
            Cause::MissesLadder { stones: chain } => {
                let (count, at) = stones(chain);
                words::misses_ladder(&best, count, &at)
            }
            Cause::MissesKill { stones: chain, .. } => {
                let (count, at) = stones(chain);
                words::misses_kill(&best, count, &at)
            }
            Cause::ChangesHands { stones: chain, owner } => {
                let (count, at) = stones(chain);
                let sentence = if *owner == us { words::loses_stones } else { words::keeps_stones };
                sentence(*owner, count, &at, &best)
            }
            Cause::LineCaptures { stones: chain, line, owner } => {
                let ((count, at), line) = (stones(chain), names(before, line));
                match *owner == us {
                    true => words::line_captured(them, count, &at, &line, &best),
                    false => words::line_captures(us, count, &at, &line, &best, &made),
                }
            }
            Cause::AnswerDoes { reply, deed } => words::answer_does(them, &name(*reply), deed.text(&name)),
            Cause::BetterDoes { deed } => words::better_does(&best, deed.text(&name)),
            Cause::BetterPrevents { deed } => words::better_prevents(&best, them, deed.text(&name)),
            Cause::GivesArea { area, points } => match unit {
                Unit::Territory => words::gives_territory(&name(area[0]), *points),
                _ => words::gives_area(&name(area[0]), *points, &values::amount(f64::from(*points) / 2.0)),
            },
            Cause::OpenPlace => words::open_place(&best),
            Cause::KeyPoint => words::key_point(&best, them),
            Cause::LowStone { line } => {
                let sentence = if *line == 1 { words::on_first_line } else { words::on_second_line };
                sentence(&made)
            }
            Cause::TouchesNothing => words::touches_nothing(&made),
            Cause::AnswerThere { reply } => words::answer_there(them, &name(*reply), &best),
            Cause::BetterStands { how } => words::better_does(&best, stance(how, &name)),
            Cause::Elsewhere { line } => words::elsewhere(&best, &names(before, line)),
        }
    }
}

/// How a stone of Go stands among the others, after its name.
fn stance(how: &Stance, name: &dyn Fn(Point) -> String) -> Text {
    let stones = |chain: &[Point]| (count_stones(chain.len()), name(chain[0]));
    match how {
        Stance::EmptyCorner => words::takes_empty_corner(),
        Stance::Encloses(at) => words::encloses_corner(&name(*at)),
        Stance::Approaches(at) => words::approaches_corner(&name(*at)),
        Stance::GainsLiberties { stones: chain, liberties: [before, after] } => {
            let (count, at) = stones(chain);
            words::gains_liberties(count, &at, *before, *after)
        }
        Stance::LeavesTwoLiberties(chain) => {
            let (count, at) = stones(chain);
            words::leaves_two_liberties(count, &at)
        }
        Stance::Between([ours, theirs]) => words::stands_firm(&name(*ours), &name(*theirs)),
        Stance::BendsAround(at) => words::bends_around(&name(*at)),
        Stance::Attaches(at) => words::attaches(&name(*at)),
    }
}

/// How many moves there are, or how many that open no corner, after both moves.
fn moves_left(cause: &Cause, before: &AnyPosition, judged: &Judged) -> Text {
    let (us, them) = (judged.side, !judged.side);
    let name = |mv: Move| before.write_move(mv);
    let (made, best) = (name(judged.played.mv), name(judged.best.mv));
    match cause {
        Cause::GivesMoves { played, better, opened } if opened.is_empty() => {
            words::gives_moves(&made, them, *played, &best, *better)
        }
        Cause::GivesMoves { played, better, opened } => {
            words::opens_moves(&made, squares(before, opened), them, *played, &best, *better)
        }
        Cause::LeavesFewMoves { played, better, replies, closed } => {
            let [reply, better_reply] = replies.map(name);
            let left = match &closed[..] {
                [] => words::leaves_few_moves(&made, them, &reply, us, words::places(*played)),
                closed => {
                    words::closes_moves(them, &reply, squares(before, closed), us, words::places(*played))
                }
            };
            words::follow(left, words::better_leaves_moves(&best, them, &better_reply, us, *better))
        }
        Cause::FewSafeMoves { played, better, replies } => {
            let [reply, better_reply] = replies.map(name);
            let left = match played {
                0 => words::no_safe_moves(&made, them, &reply, us),
                &few => words::few_safe_moves(&made, them, &reply, us, few),
            };
            words::follow(left, words::better_safe_moves(&best, them, &better_reply, us, *better))
        }
        Cause::LeavesSafeMoves { played, better: 0 } => words::makes_unsafe(&made, them, *played, &best),
        Cause::LeavesSafeMoves { played, better } => {
            words::leaves_safe_moves(&made, them, *played, &best, *better)
        }
        _ => Text::default(),
    }
}

/// Squares by name; dots stand for more than a sentence should have.
fn squares(position: &AnyPosition, points: &[Point]) -> Text {
    let names: Vec<String> =
        points.iter().take(SQUARES).map(|&point| position.write_move(Move::Place(point))).collect();
    words::squares(&names, points.len() > SQUARES)
}

/// The moves of a line by name; where it is longer than a sentence should be, dots follow.
pub(crate) fn names(position: &AnyPosition, line: &[Move]) -> String {
    let names: Vec<String> = line.iter().take(SHOWN).map(|&mv| position.write_move(mv)).collect();
    let more = if line.len() > SHOWN { " …" } else { "" };
    names.join(" ") + more
}

fn result(value: &Value, side: Color, unit: Unit) -> Text {
    match value.amount {
        Amount::Discs(discs) => words::discs(discs.round() as i32),
        _ => values::value(value, side, unit),
    }
}

/// The shapes that one stone makes, by their common name where players have one.
fn named(shapes: &[Shape]) -> Text {
    double(shapes).or_else(|| hints::shapes(shapes.iter().copied())).unwrap_or_default()
}

fn double(shapes: &[Shape]) -> Option<Text> {
    let fours = [Shape::OpenFour, Shape::ClosedFour, Shape::BrokenFour];
    let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
    words::double(count(&fours), count(&[Shape::OpenThree, Shape::BrokenThree]))
}

/// What shapes threaten to become.
fn threat(made: &Made, before: &AnyPosition) -> Text {
    let at = before.write_move(Move::Place(made.next));
    match made.shapes.first() {
        Some(&shape) if shape >= Shape::ClosedFour => words::five_at(&at),
        _ => words::open_four_at(&at),
    }
}

/// A proved attack: of the other side where it is allowed, else of the mover.
fn attack(win: &ForcedWin, allowed: Option<Color>, before: &AnyPosition) -> Text {
    let name = |point: Point| before.write_move(Move::Place(point));
    let moves: Vec<Move> = win.line.iter().copied().map(Move::Place).collect();
    let line = names(before, &moves);
    let mut said = match (allowed, win.proof.by) {
        (Some(side), Threats::Fours) => words::allows_fours(side, win.length, &line),
        (Some(side), Threats::FoursAndThrees) => words::allows_threats(side, win.length, &line),
        (Some(side), Threats::AnyMoves) => words::allows_win(side, win.length, &line),
        (None, Threats::Fours) => words::misses_fours(win.length, &line),
        (None, Threats::FoursAndThrees) => words::misses_threats(win.length, &line),
        (None, Threats::AnyMoves) => words::misses_win(win.length, &line),
    };
    let single =
        || win.makes.first().filter(|&&shape| shape == Shape::OpenFour).map(|&shape| named(&[shape]));
    if let Some(shape) = double(&win.makes).or_else(single) {
        said = words::follow(said, words::begins_with(&name(win.proof.tree.point), shape));
    }
    if let Some((stop, kind)) = win.forbidden {
        said = words::follow(said, words::may_not_stop(&name(stop), kind));
    }
    said
}

fn opens_corner(before: &AnyPosition, judged: &Judged, corner: Point) -> Text {
    let (size, them) = (before.size(), !judged.side);
    let name = |point: Point| before.write_move(Move::Place(point));
    let beside = |point: Point| {
        point.x(size).abs_diff(corner.x(size)) <= 1 && point.y(size).abs_diff(corner.y(size)) <= 1
    };
    match judged.played.mv {
        Move::Place(played) if beside(played) => match region(played, size) {
            Region::XSquare => words::x_square_opens_corner(&name(played), them, &name(corner)),
            Region::CSquare => words::c_square_opens_corner(&name(played), them, &name(corner)),
            _ => words::opens_corner(them, &name(corner)),
        },
        _ => words::opens_corner(them, &name(corner)),
    }
}

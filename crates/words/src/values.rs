//! What a position is worth and how bad a move was, as players say it.
//!
//! Where area is counted, Chinese players tell a lead in Go in stones (子), half of what English calls points; where territory
//! is counted, in points (目).

use crate::Text;
use crate::names::listed;
use crate::results::Unit;
use heibai_games::Color;
use heibai_games::value::{Amount, Bound, Value, Wdl};

catalogue! {
    discs(lead: &str): "{lead} discs", "{lead} 子";
    points(lead: &str, stones: &str): "{lead} points", "{stones} 子";
    /// The same under rules that count territory.
    territory_points(lead: &str): "{lead} points", "{lead} 目";
    /// Go: a chance and a lead.
    chance_and_points(percent: &str, lead: &str, stones: &str):
        "{percent}% ({lead} points)", "胜率 {percent}%（{stones} 子）";
    /// The same under rules that count territory.
    chance_and_territory(percent: &str, lead: &str): "{percent}% ({lead} points)", "胜率 {percent}%（{lead} 目）";
    chance(percent: &str): "{percent}%", "胜率 {percent}%";
    units(number: &str): "{number} units", "评分 {number}";
    /// A forced win in so many moves of the winner, replies not counted.
    wins_in(side: Color, moves: u32): "{side} wins with {moves} more moves", "{side}再下 {moves} 手获胜";
    /// A forced win with the winner's next move.
    wins_next(side: Color): "{side} wins with the next move", "{side}下一手获胜";
    /// The game is over and won.
    has_won(side: Color): "{side} has won", "{side}已胜";
    /// The game ends in a draw.
    draw(): "a draw", "平局";
    // A bound on a value.
    at_most(value: Text): "at most {value}", "至多 {value}";
    at_least(value: Text): "at least {value}", "至少 {value}";

    /// A move that gave a little away.
    inaccuracy(): "inaccuracy", "小失误";
    /// A move that gave much away.
    mistake(): "mistake", "失误";
    /// A move that gave most of the game away.
    blunder(): "blunder", "大失误";

    /// A move that is no mistake: a forced win.
    wins_by_force(played: Text): "{played} wins by force.", "{played} 之后必胜。";
    /// All others are mistakes.
    only_move(played: Text): "{played} is the only good move.", "{played} 是唯一的好棋。";
    best_move(played: Text): "{played} is the best move.", "{played} 是最佳一手。";
    equal_move(played: Text, best: Text): "{played} is as good as {best}.", "{played} 和 {best} 一样好。";
    good_move(played: Text, best: Text):
        "{played} is a good move; {best} may be a little better.", "{played} 是好棋，{best} 也许稍好一点。";
    /// A word on a move and what the move does.
    praised(word: Text, reason: Text): "{word} {reason}", "{word}{reason}";

    best_is(best: &str): "Best: {best}", "最佳：{best}";
    /// A hint: what the move is worth.
    worth(value: Text): "It is worth about {value}.", "形势估计：{value}。";
    /// A hint: what the move is worth for certain.
    worth_exactly(value: Text): "It is worth exactly {value}.", "准确结果：{value}。";
    then(line: &str): "Then: {line}", "后续：{line}";
    /// A hint where there is none.
    no_move(): "There is no move to suggest.", "没有可建议的着法。";

    opening_is(name: Text): "Opening: {name}", "开局：{name}";
    /// The title of the list of mistakes.
    mistakes(): "Mistakes:", "失误：";
    /// One of them.
    mistake_line(number: usize, side: Color, played: &str, class: Text, best: &str, cost: Text):
        "{number}. {side} {played}, {class}: it {cost}; better {best}.",
        "第 {number} 手 {side} {played}：{class}，{cost}；应走 {best}。";
    /// A move that gave much of the score away, where the winner stays the same.
    cost_line(number: usize, side: Color, played: &str, best: &str, cost: Text):
        "{number}. {side} {played}: it {cost}, and the winner stays the same; better {best}.",
        "第 {number} 手 {side} {played}：{cost}，胜负不变；应走 {best}。";
    /// What a move gave away, after "it". Points of a hundred: from 33 % to nothing are 33.
    costs_chance(percent: &str): "lowers the chance to win by {percent} points", "胜率下降 {percent} 个百分点";
    /// Othello: the same in a decided game, counted to the end.
    costs_discs(discs: &str): "costs {discs} discs", "损失 {discs} 子";
    /// Othello: the same, estimated.
    costs_about_discs(discs: &str): "costs about {discs} discs", "约损失 {discs} 子";
    /// Go: the same.
    costs_points(points: &str, stones: &str): "costs about {points} points", "约损失 {stones} 子";
    /// The same under rules that count territory.
    costs_territory(points: &str): "costs about {points} points", "约损失 {points} 目";
    /// How a side played.
    accuracy_is(side: Color, percent: &str, inaccuracies: usize, mistakes: usize, blunders: usize):
        "{side}: accuracy {percent}%; inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}.",
        "{side}：准确率 {percent}%；小失误 {inaccuracies}，失误 {mistakes}，大失误 {blunders}。";
    // The phases of a game, and how a side played in one.
    opening(): "opening", "开局";
    midgame(): "midgame", "中盘";
    endgame(): "endgame", "残局";
    opening_of_go(): "opening", "布局";
    endgame_of_go(): "endgame", "官子";
    in_phase(phase: Text, percent: &str): "{phase} {percent}%", "{phase} {percent}%";
    /// The end of a list that is a sentence.
    ended(list: Text): "{list}.", "{list}。";

    /// A continuation in a report: of which move, what it is worth, its moves.
    continuation(head: Text, value: Text, line: &str): "{head}: {value} · {line}", "{head}：{value} · {line}";
    /// What the halves of a graph mean.
    above_the_line(): "Above the middle line Black is ahead.", "中线以上黑方占优。";
    /// What the marks on a board mean.
    marks_on_board(): "On the boards: red ring, the move played; green square, the better move.", "棋盘上：红圈为实战，绿框为更好的一手。";
    /// Who plays a side, in a report.
    played_by(side: Color, name: &str): "{side}: {name}", "{side}：{name}";
    /// A value as the side that moves sees it.
    seen_by(value: Text, side: Color): "{value} for {side}", "{side}视角 {value}";
    /// The axis of a graph: the expected result.
    chance_of_black(): "Black's chance to win", "黑方胜率";
    /// The axis of a graph: moves that were made.
    moves_axis(): "moves", "手数";
    /// The heading of a column or a graph.
    value_for_black(): "value for Black", "黑方形势";
    // The heading of a column.
    move_number(): "#", "手数";
    side_heading(): "side", "行棋方";
    played_heading(): "played", "实战";

    /// Before a line that would have been better.
    better_heading(): "better", "更好";
    // The heading of a column.
    class_heading(): "judgement", "评判";
    line_heading(): "best line", "最佳变化";
}

/// A value for `side`, in the unit of the rules.
pub fn value(value: &Value, side: Color, unit: impl Into<Unit>) -> Text {
    let is_territory = unit.into() == Unit::Territory;
    let text = match value.amount {
        Amount::Discs(lead) => discs(&signed(lead)),
        Amount::Points { lead, win_rate: None } if is_territory => territory_points(&signed(lead)),
        Amount::Points { lead, win_rate: Some(rate) } if is_territory => {
            chance_and_territory(&percent(rate), &signed(lead))
        }
        Amount::Points { lead, win_rate: None } => points(&signed(lead), &signed(lead / 2.0)),
        Amount::Points { lead, win_rate: Some(rate) } => {
            chance_and_points(&percent(rate), &signed(lead), &signed(lead / 2.0))
        }
        Amount::WinRate(rate) | Amount::Units { win_rate: Some(rate), .. } => chance(&percent(rate)),
        Amount::Units { units: number, win_rate: None } => units(&signed(number)),
        Amount::End { verdict: Wdl::Draw, .. } => draw(),
        Amount::End { verdict, in_moves } => {
            let winner = if verdict == Wdl::Win { side } else { !side };
            // The end is counted in moves of both sides; half of them, or one more if he moves first, are the winner's.
            match in_moves.div_ceil(2) {
                0 => has_won(winner),
                1 => wins_next(winner),
                own => wins_in(winner, own),
            }
        }
    };
    match value.bound {
        Bound::Exact => text,
        Bound::AtMost => at_most(text),
        Bound::AtLeast => at_least(text),
    }
}

/// How accurately a side played in the opening, the midgame and the endgame; `None` without any of them.
pub fn accuracy_by_phase(unit: impl Into<Unit>, shares: [Option<f64>; 3]) -> Option<Text> {
    let phases = match unit.into() {
        Unit::Discs => [opening(), midgame(), endgame()],
        Unit::Area | Unit::Territory => [opening_of_go(), midgame(), endgame_of_go()],
    };
    let told = phases.into_iter().zip(shares);
    let told = told.filter_map(|(phase, share)| Some(in_phase(phase, &percent(share?))));
    told.reduce(listed).map(|list| ended(list.capital()))
}

/// What a move cost in Go, in the unit of the rules.
pub fn costs_go(points: f64, unit: impl Into<Unit>) -> Text {
    match unit.into() {
        Unit::Territory => costs_territory(&amount(points)),
        _ => costs_points(&amount(points), &amount(points / 2.0)),
    }
}

/// A share as a whole number of hundredths.
pub fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// A number of discs or points, without a fraction where it is whole.
pub fn amount(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }
}

/// A lead with its sign; whole numbers without a fraction.
fn signed(lead: f64) -> String {
    match lead {
        lead if lead.abs() < 0.05 => "0".to_owned(),
        lead if lead.fract() == 0.0 => format!("{lead:+.0}"),
        lead => format!("{lead:+.1}"),
    }
}

/// The text of a value seen by Black, whoever is to move.
pub fn for_black(seen: &Value, unit: impl Into<Unit>) -> Text {
    value(seen, Color::Black, unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language::{Chinese, English};
    use crate::Say;

    #[test]
    fn values_are_said_with_their_unit() {
        let said = |amount| value(&Value::estimated(amount), Color::White, Unit::Area);
        assert_eq!(said(Amount::Discs(-4.0)).say(English), "-4 discs");
        let go = said(Amount::Points { lead: 3.5, win_rate: Some(0.625) });
        assert_eq!(
            (go.say(English), go.say(Chinese)),
            ("62% (+3.5 points)".into(), "胜率 62%（+1.8 子）".into())
        );
        let lead = Value::estimated(Amount::Points { lead: 3.5, win_rate: Some(0.625) });
        assert_eq!(value(&lead, Color::White, Unit::Territory).say(Chinese), "胜率 62%（+3.5 目）");
        assert_eq!(costs_go(5.0, Unit::Territory).say(Chinese), "约损失 5 目");
        assert_eq!(costs_go(5.0, Unit::Area).say(Chinese), "约损失 2.5 子");
        let lost = said(Amount::End { verdict: Wdl::Loss, in_moves: 4 });
        assert_eq!(
            (lost.say(English), lost.say(Chinese)),
            ("Black wins with 2 more moves".into(), "黑方再下 2 手获胜".into())
        );
        let won = |in_moves| said(Amount::End { verdict: Wdl::Win, in_moves }).say(English);
        assert_eq!(
            [0, 1, 2, 9].map(won),
            [
                "White has won",
                "White wins with the next move",
                "White wins with the next move",
                "White wins with 5 more moves"
            ]
        );
        let most = Value::estimated(Amount::Discs(0.5)).bounded(Bound::AtMost);
        assert_eq!(value(&most, Color::Black, Unit::Discs).say(Chinese), "至多 +0.5 子");
    }
}

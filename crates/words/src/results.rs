//! How a game ended, in the words of referees: the count, the winner, the margin and the reason.
//!
//! Chinese players count a margin in Go in stones (子), half of what English calls points, and in points (目) where
//! territory is counted.

use crate::names::{short, with_remark};
use crate::{Say, Text};
use heibai_games::{HalfPoints, Kind, Outcome, Reason, Rules, Score};

catalogue! {
    // Why a game ended.
    board_full(): "board full", "棋盘已满";
    two_passes(): "two passes", "双方连续停一手";

    /// Othello: one side has no disc left.
    wipe_out(): "wipe-out", "全灭";
    five_in_row(): "five in a row", "五连";
    /// Gomoku: the side to move has no legal point.
    no_legal_point(): "no legal point left", "无合法落点";
    /// Go with simple ko: the same board came back.
    cycle(): "the same board came back", "循环劫，全局同形再现";
    resignation(): "resignation", "认输";
    timeout(): "timeout", "超时";
    /// The loser was a program that tried an illegal move.
    illegal_move(): "illegal move", "非法落子";
    agreement(): "agreement", "双方同意";
    /// The loser was a program that crashed or broke its protocol.
    forfeit(): "forfeit", "程序故障";
    cut_off(): "cut off", "中止";
    /// The result of a game that was broken off.
    no_result(): "No result", "无胜负";

    /// The winner of a game that is not counted.
    wins(side: heibai_games::Color): "{side} wins", "{side}获胜";
    wins_by_discs(side: heibai_games::Color, margin: HalfPoints): "{side} wins by {margin}", "{side}获胜，净胜 {margin} 子";
    /// Go: the margin is said in points in English and in stones in Chinese.
    wins_by_points(side: Text, margin: Text): "{side} wins by {margin}", "{side}胜 {margin}";
    /// Go: a margin or a komi.
    points(points: HalfPoints, stones: &str): "{points} points", "{stones} 子";
    /// Go by area: komi in both units of Chinese players.
    komi_both(points: HalfPoints, stones: &str): "{points} points", "{stones} 子（合 {points} 目）";
    /// Go by area: how the count makes the result. Chinese players compare Black's stones with half of the board and komi.
    more_than_half(black: Text, needed: &str, half: &str, komi: Text, white: Text, sum: HalfPoints, by: Text):
        "White's {white} and the komi make {sum}, Black has {black}: a difference of {by}.",
        "黑方须超过 {needed} 子（盘面的一半 {half} 子，加贴 {komi}），现有 {black} 子，相差 {by}。";
    /// Go by territory: a margin or a komi.
    territory_points(points: HalfPoints): "{points} points", "{points} 目";
    discs(discs: HalfPoints): "{discs} discs", "{discs} 子";
    drawn(): "Game is drawn", "平局";
    drawn_count(black: &str, white: &str): "Game is drawn {black}-{white}", "平局 {black}-{white}";
    /// Othello: the count, as a referee announces it.
    counting_discs(black: &str, white: &str): "Counting... Black {black}, White {white}", "清点棋子：黑 {black} 子，白 {white} 子";
    counting_area(black: &str, white: &str): "Counting... Black {black}, White {white}", "数子：黑 {black} 子，白 {white} 子";
    counting_territory(black: &str, white: &str):
        "Counting... Black {black}, White {white}",
        "数目：黑 {black} 目，白 {white} 目";
    /// The count and the result in one line.
    announced(count: Text, result: Text): "{count} - {result}", "{count}。{result}";
    /// The same for a game that is over: nothing is being counted any more.
    counted(black: &str, white: &str): "Black {black}, White {white}", "黑 {black} 子，白 {white} 子";
    counted_territory(black: &str, white: &str): "Black {black}, White {white}", "黑 {black} 目，白 {white} 目";
    /// Go: the count with what White gets for moving second.
    with_komi(count: Text, komi: Text): "{count}, komi {komi}", "{count}，贴 {komi}";
    stated(count: Text, result: Text): "{count}: {result}", "{count}。{result}";
    /// A result before it is a sentence, such as that of a record.
    result_is(result: Text): "Result: {result}", "结果：{result}";
}

impl Say for Reason {
    fn text(&self) -> Text {
        match self {
            Reason::BoardFull => board_full(),
            Reason::TwoPasses => two_passes(),
            Reason::WipeOut => wipe_out(),
            Reason::FiveInRow => five_in_row(),
            Reason::NoLegalPoint => no_legal_point(),
            Reason::Cycle => cycle(),
            Reason::Resignation => resignation(),
            Reason::Timeout => timeout(),
            Reason::IllegalMove => illegal_move(),
            Reason::Agreement => agreement(),
            Reason::Forfeit => forfeit(),
            Reason::CutOff => cut_off(),
        }
    }
}

impl Say for HalfPoints {
    fn text(&self) -> Text {
        Text::same(self.to_string())
    }
}

/// Half of a number of points, in stones: 3.5 points are 1¾ stones.
///
/// ```
/// use heibai_games::HalfPoints;
/// use heibai_words::results;
/// // Komi 7.5 points is 3¾ stones.
/// assert_eq!(results::in_stones(HalfPoints::from_f64(7.5)), "3¾");
/// ```
pub fn in_stones(points: HalfPoints) -> String {
    fraction(points.0, 4)
}

/// A number of `parts`-ths, `parts` being 2 or 4, as players write it: 184½, 2¼.
fn fraction(number: i32, parts: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let quarters = number.abs() % parts * (4 / parts);
    let part = ["", "¼", "½", "¾"][quarters as usize];
    match number.abs() / parts {
        0 if !part.is_empty() => format!("{sign}{part}"),
        whole => format!("{sign}{whole}{part}"),
    }
}

/// What a game counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Othello.
    Discs,
    /// Go: stones and what they surround.
    Area,
    /// Go: what stones surround, and prisoners.
    Territory,
}

impl From<Kind> for Unit {
    fn from(kind: Kind) -> Unit {
        if kind == Kind::Go { Unit::Area } else { Unit::Discs }
    }
}

impl From<&Rules> for Unit {
    fn from(rules: &Rules) -> Unit {
        match rules {
            Rules::Go(go) if go.set().counts_territory() => Unit::Territory,
            rules => rules.kind().into(),
        }
    }
}

/// A margin: `2 discs`; in Go `3.5 points`, `1¾ 子`, `3.5 目`.
pub fn margin(unit: impl Into<Unit>, margin: HalfPoints) -> Text {
    match unit.into() {
        Unit::Discs => discs(margin),
        Unit::Territory => territory_points(margin),
        _ => points(margin, &in_stones(margin)),
    }
}

/// Komi: `7.5 points`, `3¾ 子（合 7.5 目）`, `6.5 目`.
pub fn komi(unit: impl Into<Unit>, komi: HalfPoints) -> Text {
    match unit.into() {
        Unit::Territory => territory_points(komi),
        _ => komi_both(komi, &in_stones(komi)),
    }
}

/// How a count by area makes the result; `None` where there is nothing to explain.
///
/// ```
/// use heibai_games::{HalfPoints, Outcome, Reason, Rules, Score, go};
/// use heibai_words::results;
/// let rules = Rules::Go(go::Rules::new(9, HalfPoints::from_f64(7.5), 0).unwrap());
/// let score = Score { black: HalfPoints::whole(60), white: HalfPoints::whole(21) };
/// let outcome = Outcome::counted(score, HalfPoints::from_f64(7.5), Reason::TwoPasses);
/// let text = results::explained(&rules, &outcome).unwrap();
/// assert_eq!(text.en, "White's 21 and the komi make 28.5, Black has 60: a difference of 31.5 points.");
/// let zh = "黑方须超过 44¼ 子（盘面的一半 40½ 子，加贴 3¾ 子），现有 60 子，相差 15¾ 子（合 31.5 目）。";
/// assert_eq!(text.zh, zh);
/// ```
pub fn explained(rules: &Rules, outcome: &Outcome) -> Option<Text> {
    let Rules::Go(go) = rules else { return None };
    let (unit, added) = (Unit::from(rules), go.komi());
    if unit == Unit::Territory || added <= HalfPoints::whole(0) {
        return None;
    }
    let (score, by) = (outcome.score?, outcome.margin?);
    let (black, white) = sides(score);
    let board = score.black.0 + score.white.0;
    let (needed, half) = (fraction(board + added.0, 4), fraction(board, 4));
    let sum = HalfPoints(score.white.0 + added.0);
    Some(more_than_half(black, &needed, &half, margin(unit, added), white, sum, komi(unit, by)))
}

fn sides(score: Score) -> (Text, Text) {
    let side = |count: HalfPoints| Text { zh: fraction(count.0, 2), en: count.to_string() };
    (side(score.black), side(score.white))
}

/// The count, as a referee announces it.
pub fn count(unit: impl Into<Unit>, score: Score) -> Text {
    let (black, white) = sides(score);
    let counted = match unit.into() {
        Unit::Discs => counting_discs,
        Unit::Area => counting_area,
        Unit::Territory => counting_territory,
    };
    Text { zh: counted(&black.zh, &white.zh).zh, en: counted(&black.en, &white.en).en }
}

/// Who won, by how much, and why where the count does not say it: `白胜 1¾ 子`, `Black wins by 2`.
pub fn result(unit: impl Into<Unit>, outcome: &Outcome) -> Text {
    let unit = unit.into();
    let counted_out = matches!(outcome.reason, Reason::BoardFull | Reason::TwoPasses);
    let why = outcome.reason.text();
    let (Some(winner), margin_of) = (outcome.winner, outcome.margin) else {
        return match outcome.score {
            Some(score) => {
                let (black, white) = sides(score);
                Text { zh: drawn_count(&black.zh, &white.zh).zh, en: drawn_count(&black.en, &white.en).en }
            }
            None if matches!(outcome.reason, Reason::Cycle | Reason::CutOff) => with_remark(no_result(), why),
            None => with_remark(drawn(), why),
        };
    };
    let result = match margin_of {
        Some(by) if unit == Unit::Discs => wins_by_discs(winner, by),
        Some(by) => wins_by_points(short(winner), margin(unit, by)),
        None => wins(winner),
    };
    if margin_of.is_some() && counted_out { result } else { with_remark(result, why) }
}

/// The count, where there is one, and the result.
pub fn announcement(unit: impl Into<Unit>, outcome: &Outcome) -> Text {
    let unit = unit.into();
    match outcome.score {
        Some(score) if outcome.winner.is_some() => announced(count(unit, score), result(unit, outcome)),
        _ => result(unit, outcome),
    }
}

/// How a finished game stands on the page: the count, komi and the result in one sentence.
///
/// ```
/// use heibai_games::{HalfPoints, Outcome, Reason, Rules, Score, go};
/// use heibai_words::results;
/// let rules = Rules::Go(go::Rules::new(9, HalfPoints::from_f64(7.5), 0).unwrap());
/// let score = Score { black: HalfPoints::whole(41), white: HalfPoints::whole(40) };
/// let outcome = Outcome::counted(score, HalfPoints::from_f64(7.5), Reason::TwoPasses);
/// let text = results::settled(&rules, &outcome);
/// assert_eq!(text.en, "Black 41, White 40, komi 7.5 points: White wins by 6.5 points");
/// assert_eq!(text.zh, "黑 41 子，白 40 子，贴 3¾ 子。白胜 3¼ 子");
/// ```
pub fn settled(rules: &Rules, outcome: &Outcome) -> Text {
    let unit = Unit::from(rules);
    let Some(score) = outcome.score.filter(|_| outcome.winner.is_some()) else {
        return result(unit, outcome);
    };
    let (black, white) = sides(score);
    let counted = if unit == Unit::Territory { counted_territory } else { counted };
    let count = Text { zh: counted(&black.zh, &white.zh).zh, en: counted(&black.en, &white.en).en };
    let count = match rules {
        Rules::Go(go) if go.komi() != HalfPoints::whole(0) => with_komi(count, margin(unit, go.komi())),
        _ => count,
    };
    stated(count, result(unit, outcome))
}

/// The count and the result, one line each.
pub fn lines(unit: impl Into<Unit>, outcome: &Outcome) -> Vec<Text> {
    let unit = unit.into();
    let count = outcome.score.map(|score| count(unit, score));
    count.into_iter().chain([result(unit, outcome)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Color;

    fn counted(black: i32, white: i32, komi: i32, reason: Reason) -> Outcome {
        let score = Score { black: HalfPoints::whole(black), white: HalfPoints::whole(white) };
        Outcome::counted(score, HalfPoints(komi), reason)
    }

    #[test]
    fn margins_are_said_as_players_say_them() {
        let go = result(Kind::Go, &counted(182, 179, 15, Reason::TwoPasses));
        assert_eq!((go.zh.as_str(), go.en.as_str()), ("白胜 2¼ 子", "White wins by 4.5 points"));
        assert_eq!(result(Kind::Go, &counted(184, 176, 15, Reason::TwoPasses)).zh, "黑胜 ¼ 子");
        let othello = counted(33, 31, 0, Reason::BoardFull);
        let told = announcement(Kind::Othello, &othello);
        assert_eq!(told.en, "Counting... Black 33, White 31 - Black wins by 2");
        assert_eq!(told.zh, "清点棋子：黑 33 子，白 31 子。黑方获胜，净胜 2 子");
        let even = counted(32, 32, 0, Reason::BoardFull);
        assert_eq!(announcement(Kind::Othello, &even).en, "Game is drawn 32-32");
    }

    #[test]
    fn an_area_with_a_shared_liberty_is_counted_in_halves() {
        let score = Score { black: HalfPoints(369), white: HalfPoints(353) };
        assert_eq!(count(Kind::Go, score).zh, "数子：黑 184½ 子，白 176½ 子");
    }

    #[test]
    fn a_result_says_why_where_the_count_does_not() {
        let draw = |reason| result(Kind::Gomoku, &Outcome::draw(reason));
        assert_eq!(draw(Reason::Agreement).zh, "平局（双方同意）");
        assert_eq!(draw(Reason::BoardFull).en, "Game is drawn (board full)");
        let wiped = announcement(Kind::Othello, &counted(13, 0, 0, Reason::WipeOut));
        assert_eq!(wiped.zh, "清点棋子：黑 13 子，白 0 子。黑方获胜，净胜 13 子（全灭）");
        assert_eq!(wiped.en, "Counting... Black 13, White 0 - Black wins by 13 (wipe-out)");
        let five = result(Kind::Gomoku, &Outcome::win(Color::White, Reason::FiveInRow));
        assert_eq!((five.zh.as_str(), five.en.as_str()), ("白方获胜（五连）", "White wins (five in a row)"));
    }
}

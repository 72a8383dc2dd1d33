//! What the server says about games in words, in both languages.

use crate::error::Fail;
use crate::wire::{Both, OutcomeView, Text};
use heibai_games::{AnyPosition, Color, HalfPoints, Kind, Outcome, Position, Reason, Rules};
use heibai_records::{Fault, IllegalMove, Place, ReadError, Unplayable};

fn how(reason: Reason) -> Option<Text> {
    Some(match reason {
        Reason::FiveInRow => Text::new("五连", "five in a row"),
        Reason::NoLegalPoint => Text::new("无处可下", "no legal point left"),
        Reason::Resignation => Text::new("对方认输", "resignation"),
        Reason::Timeout => Text::new("对方超时", "timeout"),
        Reason::IllegalMove => Text::new("对方非法落子", "an illegal move"),
        Reason::Forfeit => Text::new("对方程序故障", "forfeit"),
        Reason::Agreement => Text::new("双方同意", "agreement"),
        Reason::WipeOut => Text::new("全歼", "wipe-out"),
        Reason::BoardFull | Reason::TwoPasses => return None,
    })
}

pub(crate) const fn side_name(side: Color) -> (&'static str, &'static str) {
    match side {
        Color::Black => ("黑", "Black"),
        Color::White => ("白", "White"),
    }
}

/// A margin of points in stones (子), as Chinese players say it: 3.5 points are 1¾ stones.
fn stones(margin: HalfPoints) -> String {
    let quarters = margin.0;
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match quarters / 4 {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
}

/// `白胜 1¾ 子`, `Black wins by 2`, `Game is drawn 32-32`.
pub(crate) fn result(kind: Kind, outcome: &Outcome) -> Text {
    let Some(winner) = outcome.winner else {
        return match outcome.score {
            Some(score) => Text::new(
                format!("平局 {}-{}", score.black, score.white),
                format!("Game is drawn {}-{}", score.black, score.white),
            ),
            None => drawn(outcome.reason),
        };
    };
    let (zh, en) = side_name(winner);
    if let Some(margin) = outcome.margin {
        let zh = match kind {
            Kind::Go => format!("{zh}胜 {} 子", stones(margin)),
            _ => format!("{zh}方获胜，胜 {margin} 子"),
        };
        let unit = if kind == Kind::Go { " points" } else { "" };
        let en = format!("{en} wins by {margin}{unit}");
        return match how(outcome.reason) {
            Some(how) => Text::new(format!("{zh}（{}）", how.zh), format!("{en} ({})", how.en)),
            None => Text::new(zh, en),
        };
    }
    match how(outcome.reason) {
        Some(how) => Text::new(format!("{zh}方获胜（{}）", how.zh), format!("{en} wins by {}", how.en)),
        None => Text::new(format!("{zh}方获胜"), format!("{en} wins")),
    }
}

/// A draw without a count, and why.
fn drawn(reason: Reason) -> Text {
    let why = how(reason).or((reason == Reason::BoardFull).then(|| Text::new("棋盘已满", "board full")));
    match why {
        Some(why) => Text::new(format!("平局（{}）", why.zh), format!("Game is drawn ({})", why.en)),
        None => Text::new("平局", "Game is drawn"),
    }
}

pub(crate) fn outcome(kind: Kind, outcome: &Outcome) -> OutcomeView {
    let result = result(kind, outcome);
    let counted = if kind == Kind::Go { "数子" } else { "清点棋子" };
    let text = match outcome.score {
        Some(s) if outcome.winner.is_some() => Text::new(
            format!("{counted}：黑 {}，白 {}。{}", s.black, s.white, result.zh),
            format!("Counting... Black {}, White {} - {}", s.black, s.white, result.en),
        ),
        _ => result,
    };
    OutcomeView {
        winner: outcome.winner.map(Into::into),
        reason: outcome.reason.name(),
        score: outcome.score.map(|s| Both { black: s.black.as_f64(), white: s.white.as_f64() }),
        margin: outcome.margin.map(HalfPoints::as_f64),
        text,
    }
}

/// Why a file cannot be read, and where. The exact reason quotes the file and stays in English.
pub(crate) fn unreadable(error: &ReadError) -> Text {
    let place = match error.place {
        Place::Text { line, column } => format!("第 {line} 行第 {column} 列"),
        Place::Byte(at) => format!("第 {at} 字节"),
    };
    let what = match &error.fault {
        Fault::Malformed(_) => "写法不符合格式",
        Fault::Unsupported(_) => "不支持的内容",
        Fault::TooLarge(_) => "超出上限",
        Fault::Encoding(_) => "文字编码有误",
        Fault::Source(_) => "无法读取",
    };
    Text::new(format!("{place}{what}（{}）", error.fault), error.to_string())
}

/// Why a record cannot be played through, and at which move.
pub(crate) fn unplayable(illegal: &IllegalMove) -> Text {
    let why = match &illegal.reason {
        Unplayable::Start(reason) => format!("起始局面不成立（{reason}）"),
        Unplayable::Move(reason) => Fail::from(*reason).zh,
        Unplayable::OutOfTurn(side) => format!("此时不轮到{}方", side_name(*side).0),
        Unplayable::SetupInGame => "对局开始后又摆放棋子".to_owned(),
    };
    let zh = match (illegal.number, illegal.mv.as_str()) {
        (0, _) => why,
        (number, "") => format!("第 {number} 手：{why}"),
        (number, mv) => format!("第 {number} 手 {mv}：{why}"),
    };
    Text::new(zh, illegal.to_string())
}

pub(crate) fn kind_name(kind: Kind) -> Text {
    match kind {
        Kind::Othello => Text::new("黑白棋", "Othello"),
        Kind::Go => Text::new("围棋", "Go"),
        Kind::Gomoku => Text::new("五子棋", "Gomoku"),
    }
}

/// The rule set's name for people.
pub(crate) fn rules_label(name: &str) -> Text {
    let (rule, opening) = name.split_once('+').unwrap_or((name, "free"));
    let mut text = match rule {
        "chinese" => Text::new("中国规则（数子）", "Chinese rules (area)"),
        "standard" => Text::new("标准", "Standard"),
        "empties-to-winner" => Text::new("空格归胜方", "Empty squares to the winner"),
        "renju" => Text::new("连珠（禁手）", "Renju (forbidden moves)"),
        "renju-patterns" => Text::new("连珠（棋型判定）", "Renju by patterns"),
        "freestyle" => Text::new("自由（无禁手）", "Freestyle"),
        other => Text::new(other, other),
    };
    if opening != "free" {
        let label = opening_label(opening);
        text = Text::new(format!("{}，{}", text.zh, label.zh), format!("{}, {}", text.en, label.en));
    }
    text
}

pub(crate) fn opening_label(name: &str) -> Text {
    match name {
        "free" => Text::new("自由开局", "Free opening"),
        "swap" => Text::new("三手交换", "Swap"),
        "swap2" => Text::new("Swap2 交换", "Swap2"),
        other => Text::new(other, other),
    }
}

/// The name of the rules in force, as it is chosen.
pub(crate) fn rules_name(rules: &Rules) -> String {
    rules.choice().rules.unwrap_or_default()
}

/// The board as a list of 0, 1 and 2.
pub(crate) fn cells(position: &AnyPosition) -> Vec<u8> {
    heibai_games::Point::all(position.size())
        .map(|p| match position.stone(p) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::Score;

    #[test]
    fn margins_are_said_as_players_say_them() {
        let counted = |black, white, komi| {
            let score = Score { black: HalfPoints::whole(black), white: HalfPoints::whole(white) };
            Outcome::counted(score, HalfPoints(komi), Reason::TwoPasses)
        };
        let go = result(Kind::Go, &counted(182, 179, 15));
        assert_eq!((go.zh.as_str(), go.en.as_str()), ("白胜 2¼ 子", "White wins by 4.5 points"));
        let half = result(Kind::Go, &counted(184, 176, 15));
        assert_eq!(half.zh, "黑胜 ¼ 子");
        let othello = outcome(Kind::Othello, &counted(33, 31, 0));
        assert_eq!(othello.text.en, "Counting... Black 33, White 31 - Black wins by 2");
        assert_eq!(outcome(Kind::Othello, &counted(32, 32, 0)).text.en, "Game is drawn 32-32");
    }

    #[test]
    fn a_result_says_why_where_the_count_does_not() {
        let draw =
            |reason| result(Kind::Gomoku, &Outcome { winner: None, reason, score: None, margin: None });
        let (agreed, full) = (draw(Reason::Agreement), draw(Reason::BoardFull));
        assert_eq!(
            (agreed.zh.as_str(), agreed.en.as_str()),
            ("平局（双方同意）", "Game is drawn (agreement)")
        );
        assert_eq!((full.zh.as_str(), full.en.as_str()), ("平局（棋盘已满）", "Game is drawn (board full)"));
        let score = Score { black: HalfPoints::whole(13), white: HalfPoints::whole(0) };
        let wiped = outcome(Kind::Othello, &Outcome::counted(score, HalfPoints(0), Reason::WipeOut)).text;
        assert_eq!(wiped.zh, "清点棋子：黑 13，白 0。黑方获胜，胜 13 子（全歼）");
        assert_eq!(wiped.en, "Counting... Black 13, White 0 - Black wins by 13 (wipe-out)");
    }
}

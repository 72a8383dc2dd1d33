//! What things are called: sides, games, rules, openings, units.

use crate::{Say, Text, openings};
use heibai_games::gomoku::Forbidden;
use heibai_games::{Color, Kind, Move, Position};

catalogue! {
    because(what: Text, why: Text): "{what}: {why}", "{what}：{why}";
    /// Two names, or two reasons, in a row.
    and(one: Text, other: Text): "{one} and {other}", "{one}和{other}";
    /// A remark after a name or a result.
    with_remark(what: Text, remark: Text): "{what} ({remark})", "{what}（{remark}）";
    listed(one: Text, other: Text): "{one}, {other}", "{one}，{other}";

    black(): "Black", "黑方";
    white(): "White", "白方";
    /// Black, before a verb, a count or another noun.
    black_short(): "Black", "黑";
    /// White, before a verb, a count or another noun.
    white_short(): "White", "白";
    you(): "you", "您";

    /// The game of discs that are flipped.
    othello(): "Othello", "黑白棋";
    go(): "Go", "围棋";
    gomoku(): "Gomoku", "五子棋";

    chinese_rules(): "Chinese rules (area)", "中国规则（数子）";
    // Go, territory scoring.
    japanese_rules(): "Japanese rules (territory)", "日本规则（数目）";
    korean_rules(): "Korean rules (territory)", "韩国规则（数目）";

    // Go, area scoring.
    aga_rules(): "AGA rules (area)", "美国规则（AGA，数子）";
    new_zealand_rules(): "New Zealand rules (area)", "新西兰规则（数子）";
    tromp_taylor_rules(): "Tromp-Taylor rules (area)", "Tromp-Taylor 规则（数子）";

    /// Othello and Gomoku, the usual rules.
    standard_rules(): "Standard", "标准";
    empties_to_winner(): "Empty squares to the winner", "空格归胜方";
    renju(): "Renju (forbidden moves)", "连珠（禁手）";
    /// Gomoku with forbidden moves by fixed patterns.
    renju_patterns(): "Renju by patterns", "连珠（棋型判定）";
    freestyle(): "Freestyle", "自由（无禁手）";
    free_opening(): "Free opening", "自由开局";
    /// Three stones, then a choice of colours.
    swap(): "Swap", "三手交换";
    /// Swap with the offer of two more stones.
    swap2(): "Swap2", "Swap2 交换";
    rif(): "RIF rule (two fifth stones)", "RIF 规则（五手两打）";
    /// The first player says how many fifth stones are offered.
    yamaguchi(): "Yamaguchi", "山口规则";
    /// White says how many fifth stones are offered, up to eight.
    soosorv8(): "Soosõrv-8", "索索夫-8";
    /// Swaps after every stone, or ten fifth stones.
    taraguchi10(): "Taraguchi-10", "塔拉山口-10";

    // What the rules of Othello count.
    about_standard_othello(): "Discs are counted, empty squares are not", "只数棋子";
    about_empties_to_winner(): "Empty squares at the end go to the winner", "终局的空格归胜方";

    // What the rules of Go say.
    about_chinese_rules():
        "Area scoring, positional superko, no suicide; neutral points are split",
        "数子法，禁全局同形，禁自杀；单官双方平分";
    about_japanese_rules():
        "Territory and prisoners, simple ko, no suicide; nothing counts in seki; an endless ko cycle ends the game without a result",
        "数目法（目数加提子），打劫不得立即提回，禁自杀；双活无目；循环劫判无胜负";
    about_aga_rules():
        "Area scoring, situational superko, no suicide; White gets a point for each handicap stone but the first",
        "数子法，禁同一方下出全局同形，禁自杀；让子棋白方另得让子数减一点";
    about_new_zealand_rules():
        "Area scoring, situational superko, suicide allowed",
        "数子法，禁同一方下出全局同形，允许自杀";
    about_tromp_taylor_rules():
        "Area scoring, positional superko, suicide allowed",
        "数子法，禁全局同形，允许自杀";

    about_renju(): "Black has forbidden moves: 3-3, 4-4, overline", "黑棋有三三、四四、长连禁手";
    about_renju_patterns(): "Forbidden moves counted by fixed patterns", "禁手按固定棋型判定";
    // Who wins.
    about_standard_gomoku(): "Exactly five wins", "恰好五子连珠获胜";
    about_freestyle(): "Five or more wins", "五子或更多连珠获胜";

    /// The opening of this game has a name.
    opening(name: Text): "Opening: {name}", "开局：{name}";
    to_play(side: Color): "{side} to play", "{side}行棋";
    pass(): "pass", "停一手";
    passes(side: Color, next: Color):
        "{side} has no legal moves, passing to {next}",
        "{side}无合法落点，轮到{next}";

    double_three(): "double three", "三三禁手";
    double_four(): "double four", "四四禁手";
    overline(): "overline", "长连禁手";

    games(n: u64): "{n} games", "{n} 局";
    one_game(): "1 game", "1 局";
    moves(n: u64): "{n} moves", "{n} 手";
    one_move(): "1 move", "1 手";
    stones(n: u64): "{n} stones", "{n} 子";
    one_stone(): "1 stone", "1 子";
}

/// A move as a person reads it: its point, or the word for a pass.
pub fn move_name<P: Position>(position: &P, mv: Move) -> Text {
    match mv {
        Move::Pass => pass(),
        Move::Place(_) => Text::same(position.write_move(mv)),
    }
}

impl Say for Color {
    fn text(&self) -> Text {
        match self {
            Color::Black => black(),
            Color::White => white(),
        }
    }
}

/// The side's name before a verb, a count or another noun: `黑` rather than `黑方`.
pub fn short(side: Color) -> Text {
    match side {
        Color::Black => black_short(),
        Color::White => white_short(),
    }
}

impl Say for Kind {
    fn text(&self) -> Text {
        match self {
            Kind::Othello => othello(),
            Kind::Go => go(),
            Kind::Gomoku => gomoku(),
        }
    }
}

impl Say for Forbidden {
    fn text(&self) -> Text {
        match self {
            Forbidden::DoubleThree => double_three(),
            Forbidden::DoubleFour => double_four(),
            Forbidden::Overline => overline(),
        }
    }
}

/// A rule set by the name it is chosen with, such as `freestyle+swap2`.
pub fn rules(name: &str) -> Text {
    let (rule, opening) = name.split_once('+').unwrap_or((name, "free"));
    let rule = match rule {
        "chinese" => chinese_rules(),
        "japanese" => japanese_rules(),
        "korean" => korean_rules(),
        "aga" => aga_rules(),
        "new-zealand" => new_zealand_rules(),
        "tromp-taylor" => tromp_taylor_rules(),
        "standard" => standard_rules(),
        "empties-to-winner" => empties_to_winner(),
        "renju" => renju(),
        "renju-patterns" => renju_patterns(),
        "freestyle" => freestyle(),
        other => Text::same(other),
    };
    if opening == "free" { rule } else { listed(rule, openings::rule(opening)) }
}

/// What a rule set means, in one line.
pub fn about_rules(kind: Kind, name: &str) -> Text {
    match (kind, name) {
        (Kind::Othello, "standard") => about_standard_othello(),
        (Kind::Othello, "empties-to-winner") => about_empties_to_winner(),
        (Kind::Go, "chinese") => about_chinese_rules(),
        (Kind::Go, "japanese" | "korean") => about_japanese_rules(),
        (Kind::Go, "aga") => about_aga_rules(),
        (Kind::Go, "new-zealand") => about_new_zealand_rules(),
        (Kind::Go, "tromp-taylor") => about_tromp_taylor_rules(),
        (Kind::Gomoku, "renju") => about_renju(),
        (Kind::Gomoku, "renju-patterns") => about_renju_patterns(),
        (Kind::Gomoku, "standard") => about_standard_gomoku(),
        (Kind::Gomoku, "freestyle") => about_freestyle(),
        _ => rules(name),
    }
}

/// A game as it is typed in English, and by its name in Chinese.
pub fn typed(kind: Kind) -> Text {
    Text { en: kind.name().to_owned(), ..kind.text() }
}

/// A number of games, with English's plural.
///
/// ```
/// use heibai_words::{Language, names};
/// assert_eq!(names::count_games(1).get(Language::English), "1 game");
/// assert_eq!(names::count_games(2).get(Language::English), "2 games");
/// ```
pub fn count_games(n: usize) -> Text {
    if n == 1 { one_game() } else { games(n as u64) }
}

/// A number of moves, with English's plural.
pub fn count_moves(n: usize) -> Text {
    if n == 1 { one_move() } else { moves(n as u64) }
}

/// A number of Go stones, with English's plural.
pub fn count_stones(n: usize) -> Text {
    if n == 1 { one_stone() } else { stones(n as u64) }
}

/// Several things in a row, `and` before the last.
pub fn all(things: impl IntoIterator<Item = Text>) -> Option<Text> {
    things.into_iter().reduce(and)
}

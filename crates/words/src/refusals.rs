//! Why something is refused: a move, a step of an opening, rules, a point's name, a time control.

use crate::{Say, Text, names};
use heibai_games::board::BadPoint;
use heibai_games::clock::BadTimeControl;
use heibai_games::go::score::NotDead;
use heibai_games::gomoku::Forbidden;
use heibai_games::gomoku::opening::OutOfOrder;
use heibai_games::kind::{BadRules, Foreign, UnknownGame};
use heibai_games::matches::Refused;
use heibai_games::player::Fault;
use heibai_games::{Illegal, Impossible, Kind, Notation};

catalogue! {
    off_board(): "the point is not on the board", "该点不在棋盘上";
    occupied(): "the point is occupied", "该点已有棋子";
    flips_nothing(): "the disc would flip nothing", "此处不能翻转任何棋子";
    cannot_pass(): "a pass is not allowed here", "此时不能停一手";
    // Go.
    suicide(): "the group would have no liberty", "禁入点：落子后该棋块无气";
    repetition(of_move: u32):
        "the board would repeat the position after move {of_move}",
        "全局同形再现：与第 {of_move} 手之后的局面相同";

    /// Renju, in the words of the rules documents.
    forbidden_move(kind: Forbidden): "forbidden for Black: {kind}", "{kind}，黑棋不能在此位置落子";
    game_over(): "the game is over", "对局已结束";
    /// A sign before a refusal that a player should not overlook.
    warning(what: Text): "⚠️ {what}", "⚠️ {what}";

    /// A finished game does not change.
    frozen(): "the game is over; open a copy to go on", "对局已结束；可打开副本继续研究";
    nothing_to_undo(): "there is no move to undo", "没有可以悔的棋";
    nothing_to_redo(): "there is no move to redo", "没有可以重做的棋";
    not_counting(): "there is no count to agree on", "还没有到数子的时候";
    /// A point marked as dead or alive.
    no_stone_there(): "there is no stone", "那里没有棋子";

    choose_first(): "a choice must be made before the next stone", "请先作出选择，再落子";
    place_first():
        "the opening stones must be placed before the next choice",
        "请先放完开局的子，再选择";
    /// Something that is not offered in this step.
    no_such_choice(): "that is not among the choices here", "此时不能这样选择";
    not_in_centre(): "this stone is placed in the centre", "此子须放在天元";
    /// An opening stone too far out.
    outside_centre(n: u8):
        "this stone is placed within the central {n}x{n} square",
        "此子须放在中央 {n}×{n} 之内";
    offered_already():
        "this fifth stone, or one that is the same by symmetry, was offered before",
        "该打点或与其对称的打点已经给出";
    /// A fifth stone that was not offered.
    not_offered(): "the fifth stone is one of those that were offered", "第五手只能从给出的打点中选";
    settled(): "the opening is over and the colours are settled", "开局已结束，双方颜色已定";

    /// A position on a board the game does not have.
    no_board(size: usize): "no {size}x{size} board in this game", "此棋没有 {size}×{size} 的棋盘";
    renju_board(size: usize): "Renju is played on 15x15, not on {size}x{size}", "连珠规则只用 15×15 的棋盘，不用 {size}×{size}";
    /// A stone off the board; the point is its number from the top left.
    point_off_board(point: u32): "point {point} is outside the board", "第 {point} 点不在棋盘上";
    two_stones(point: u32): "two stones on point {point}", "第 {point} 点上有两枚棋子";
    // Go.
    no_liberty(point: &str): "the group at {point} has no liberty", "{point} 的棋块没有气";
    no_handicap_here(handicap: u32, size: usize):
        "handicap {handicap} on {size}x{size}: this board has no handicap points",
        "{size}×{size} 棋盘没有让子点，不能让 {handicap} 子";
    no_handicap(handicap: u32, size: usize, most: u32):
        "handicap {handicap} on {size}x{size}: expected 0, or 2 to {most}",
        "{size}×{size} 棋盘不能让 {handicap} 子：应为 0，或 2 至 {most}";

    both_have_five(): "both sides have five in a row", "双方都已五连";
    /// An opening rule of Renju for another game.
    renju_opening(): "this opening rule belongs to Renju", "此开局规则只用于连珠";
    /// No stone to be called dead.
    no_stone(point: &str): "no stone stands on {point}", "{point} 没有棋子";

    no_game(name: &str):
        "no game is called '{name}': expected othello, go or gomoku",
        "没有名为“{name}”的棋：应为 othello、go 或 gomoku";
    no_rules(name: &str, known: &str):
        "no rule set is called '{name}': expected {known}",
        "没有名为“{name}”的规则：应为 {known}";
    foreign_komi(game: Text): "komi belongs to go, not to {game}", "只有围棋有贴目，{game} 没有";
    foreign_handicap(game: Text):
        "handicap stones belong to go, not to {game}",
        "只有围棋有让子，{game} 没有";
    /// Komi that is no number of half points.
    bad_komi(komi: f64):
        "komi {komi} is not a number of half points within 1000",
        "贴目 {komi} 不是 1000 以内的半目数";
    /// Komi that is probably meant in stones.
    komi_in_stones(komi: f64, points: f64):
        "komi {komi} is not a number of half points; {komi} stones are {points} points",
        "贴目 {komi} 不是半目数；贴 {komi} 子即贴 {points} 目";
    no_point(name: &str):
        "'{name}' is not a point: expected a letter and a number, such as d3",
        "“{name}”不是棋盘上的点：应为字母加数字，如 d3";
    /// A point's name on another board.
    point_outside(name: &str, size: usize):
        "'{name}' is outside the {size}x{size} board",
        "“{name}”不在 {size}×{size} 的棋盘上";
    no_clock(text: &str):
        "'{text}' is no time control: expected 5m, 5m+3s, 10m+3x30s or 1s/move",
        "“{text}”不是计时方式：应写作 5m、5m+3s、10m+3x30s 或 1s/move";
    no_language(text: &str): "no language is called '{text}': expected zh or en", "没有名为“{text}”的语言：应为 zh 或 en";

    silent(): "did not answer", "没有应答";
    crashed(why: &str): "ended unexpectedly: {why}", "意外退出：{why}";
    garbage(text: &str): "answered '{text}', which is no move", "应答“{text}”不是着法";
    no_move(): "there is no legal move", "没有合法着法";

    // Why a player cannot play.
    plays_only(game: Kind): "this player plays {game} only", "该棋手只下{game}";
    taught_otherwise(): "this network was taught another game, size or rule set", "该网络学的是别的棋、棋盘大小或规则";
    protocol_without(protocol: &str):
        "the {protocol} protocol has no such game, size or rules",
        "{protocol} 协议不支持这种棋、棋盘大小或规则";
    not_kept_to(): "this player cannot be kept to some moves", "该棋手不能限定着法";
    no_command_line(text: &str): "'{text}' is no command line", "“{text}”不是命令行";
    no_memory_limit(text: &str):
        "'{text}': expected memory=MEBIBYTES and a program",
        "“{text}”：等号后应为兆字节数，随后是程序";
    refused_command(command: &str, why: &str): "refused '{command}': {why}", "拒绝了“{command}”：{why}";
    /// A program that says itself why it cannot play.
    unable(why: &str): "{why}", "不能对弈，原因（原文）：{why}";
}

impl Say for Illegal {
    fn text(&self) -> Text {
        match *self {
            Illegal::OffBoard => off_board(),
            Illegal::Occupied => occupied(),
            Illegal::FlipsNothing => flips_nothing(),
            Illegal::CannotPass => cannot_pass(),
            Illegal::Suicide => suicide(),
            Illegal::Repetition { of_move } => repetition(of_move),
            Illegal::Forbidden(kind) => forbidden_move(kind),
            Illegal::ChooseFirst => choose_first(),
            Illegal::OutsideCentre { side: 1 } => not_in_centre(),
            Illegal::OutsideCentre { side } => outside_centre(side),
            Illegal::OfferedAlready => offered_already(),
            Illegal::NotOffered => not_offered(),
            Illegal::GameOver => game_over(),
        }
    }
}

/// A refused move as it is shown to the one who tried it.
///
/// ```
/// use heibai_games::Illegal;
/// use heibai_words::{Language, refusals};
/// let sentence = refusals::refused_move(&Illegal::Occupied);
/// assert!(!sentence.get(Language::English).is_empty());
/// assert_ne!(sentence.get(Language::English), sentence.get(Language::Chinese));
/// ```
pub fn refused_move(illegal: &Illegal) -> Text {
    let text = illegal.text().capital();
    if matches!(illegal, Illegal::Forbidden(_)) { warning(text) } else { text }
}

impl Say for Refused {
    fn text(&self) -> Text {
        match self {
            Refused::GameOver => frozen(),
            Refused::NothingToUndo => nothing_to_undo(),
            Refused::NothingToRedo => nothing_to_redo(),
            Refused::NotCounting => not_counting(),
            Refused::NoStone => no_stone_there(),
        }
    }
}

impl Say for OutOfOrder {
    fn text(&self) -> Text {
        match self {
            OutOfOrder::ChooseFirst => choose_first(),
            OutOfOrder::PlaceFirst => place_first(),
            OutOfOrder::NoSuchChoice => no_such_choice(),
            OutOfOrder::Settled => settled(),
        }
    }
}

impl Say for Impossible {
    fn text(&self) -> Text {
        match *self {
            Impossible::Size(size) => no_board(size),
            Impossible::RenjuSize(size) => renju_board(size),
            Impossible::OffBoard(point) => point_off_board(point.0.into()),
            Impossible::Twice(point) => two_stones(point.0.into()),
            Impossible::NoLiberty { point, size } => no_liberty(&Notation::Go.write(point, size)),
            Impossible::Handicap { handicap, size, most: 0 } => no_handicap_here(handicap, size),
            Impossible::Handicap { handicap, size, most } => no_handicap(handicap, size, most),
            Impossible::BothHaveFive => both_have_five(),
            Impossible::RenjuOpening => renju_opening(),
        }
    }
}

impl Say for NotDead {
    fn text(&self) -> Text {
        match self {
            NotDead::OffBoard(point) => point_off_board(point.0.into()),
            NotDead::NoStone { point, size } => no_stone(&Notation::Go.write(*point, *size)),
        }
    }
}

impl Say for UnknownGame {
    fn text(&self) -> Text {
        no_game(&self.0)
    }
}

impl Say for BadRules {
    fn text(&self) -> Text {
        match self {
            BadRules::Unknown { name, known } => {
                Text { zh: no_rules(name, &known.join("、")).zh, en: no_rules(name, &known.join(", ")).en }
            }
            BadRules::Foreign { what: Foreign::Komi, kind } => foreign_komi(names::typed(*kind)),
            BadRules::Foreign { what: Foreign::Handicap, kind } => foreign_handicap(names::typed(*kind)),
            BadRules::KomiInStones(komi) => komi_in_stones(*komi, komi * 2.0),
            BadRules::Komi(komi) => bad_komi(*komi),
            BadRules::Impossible(impossible) => impossible.text(),
        }
    }
}

impl Say for BadPoint {
    fn text(&self) -> Text {
        match self {
            BadPoint::Malformed(name) => no_point(name),
            BadPoint::OffBoard { text, size } => point_outside(text, *size),
        }
    }
}

impl Say for BadTimeControl {
    fn text(&self) -> Text {
        no_clock(&self.0)
    }
}

impl Say for Fault {
    fn text(&self) -> Text {
        match self {
            Fault::Silent => silent(),
            Fault::Crashed(why) => crashed(why),
            Fault::Garbage(text) => garbage(text),
            Fault::NoMove => no_move(),
            Fault::Unable { english, chinese } => Text { en: english.clone(), zh: chinese.clone() },
        }
    }
}

impl From<Text> for Fault {
    fn from(Text { en, zh }: Text) -> Fault {
        Fault::Unable { english: en, chinese: zh }
    }
}

//! The words a person reads in the terminal, in both languages, in one table.

use clap::ValueEnum;
use heibai_games::gomoku::Forbidden;
use heibai_games::gomoku::opening::{Choice, OutOfOrder};
use heibai_games::matches::Refused;
use heibai_games::{Color, Illegal, Kind, Outcome, Reason};
use heibai_records::{Part, Unplayable};
use heibai_words::Language;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Lang {
    Zh,
    En,
}

impl Lang {
    /// Chinese where the environment asks for it, else English.
    pub fn from_environment() -> Lang {
        let first = ["HEIBAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        if first.is_some_and(|value| value.starts_with("zh")) { Lang::Zh } else { Lang::En }
    }

    pub fn pick<'w>(self, en: &'w str, zh: &'w str) -> &'w str {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    pub fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("Black", "黑方"),
            Color::White => self.pick("White", "白方"),
        }
    }

    pub fn game(self, kind: Kind) -> &'static str {
        match kind {
            Kind::Othello => self.pick("Othello", "黑白棋"),
            Kind::Go => self.pick("Go", "围棋"),
            Kind::Gomoku => self.pick("Gomoku", "五子棋"),
        }
    }

    pub fn forbidden(self, kind: Forbidden) -> &'static str {
        match kind {
            Forbidden::DoubleThree => self.pick("double three", "三三禁手"),
            Forbidden::DoubleFour => self.pick("double four", "四四禁手"),
            Forbidden::Overline => self.pick("overline", "长连禁手"),
        }
    }

    /// Why a move is refused, as a sentence.
    pub fn illegal(self, illegal: &Illegal) -> String {
        match illegal {
            Illegal::OffBoard => self.pick("That point is not on the board.", "该点不在棋盘上。").to_owned(),
            Illegal::Occupied => self.pick("That point is occupied.", "该点已有棋子。").to_owned(),
            Illegal::FlipsNothing => {
                self.pick("A disc there would flip nothing.", "该处不能翻转任何棋子。").to_owned()
            }
            Illegal::CannotPass => self.pick("You cannot pass now.", "现在不能跳过。").to_owned(),
            Illegal::Suicide => self
                .pick("Suicide: the group would have no liberty.", "禁入点：落子后该块棋无气。")
                .to_owned(),
            Illegal::Repetition { of_move } => match self {
                Lang::En => format!("Superko: the board would be as it was after move {of_move}."),
                Lang::Zh => format!("全局同形：棋盘将重复第 {of_move} 手之后的局面。"),
            },
            Illegal::Forbidden(kind) => match self {
                Lang::En => format!("⚠️ Forbidden ({}): Black may not play there.", self.forbidden(*kind)),
                Lang::Zh => format!("⚠️ {}，黑棋不能在此位置落子", self.forbidden(*kind)),
            },
            Illegal::ChooseFirst => self.out_of_order(OutOfOrder::ChooseFirst).to_owned(),
            Illegal::GameOver => self.pick("The game is over.", "对局已结束。").to_owned(),
        }
    }

    /// Why a record does not replay, in few words.
    pub fn unplayable(self, reason: &Unplayable) -> String {
        match (self, reason) {
            (Lang::En, _) => reason.to_string(),
            (Lang::Zh, Unplayable::Start(impossible)) => format!("开始局面不成立：{impossible}"),
            (Lang::Zh, Unplayable::Move(illegal)) => self.illegal(illegal),
            (Lang::Zh, Unplayable::OutOfTurn(color)) => format!("没有轮到{}", self.color(*color)),
            (Lang::Zh, Unplayable::SetupInGame) => "对局开始后又摆放了棋子".to_owned(),
        }
    }

    /// The same for the sentences of other crates.
    pub fn language(self) -> Language {
        match self {
            Lang::En => Language::English,
            Lang::Zh => Language::Chinese,
        }
    }

    /// Why something other than a move is refused.
    pub fn refused(self, refused: Refused) -> &'static str {
        match refused {
            Refused::GameOver => {
                self.pick("The game is over; open a copy to go on.", "对局已结束；可打开副本继续。")
            }
            Refused::NothingToUndo => self.pick("There is no move to undo.", "没有可以悔的棋。"),
            Refused::NothingToRedo => self.pick("There is no move to redo.", "没有可以重做的棋。"),
            Refused::NotCounting => self.pick("There is nothing to count yet.", "还没有到数子的时候。"),
            Refused::NoStone => self.pick("There is no stone.", "那里没有棋子。"),
        }
    }

    /// Why a step of an opening is refused.
    pub fn out_of_order(self, why: OutOfOrder) -> &'static str {
        match why {
            OutOfOrder::ChooseFirst => {
                self.pick("A colour must be chosen before the next stone.", "请先选择执黑或执白，再落子。")
            }
            OutOfOrder::PlaceFirst => {
                self.pick("The opening stones must be placed first.", "请先放完开局的子，再选择。")
            }
            OutOfOrder::NoTwoMore => self.pick("Two more stones are not offered here.", "此时不能再放两子。"),
            OutOfOrder::Settled => {
                self.pick("The opening is over and the colours are settled.", "开局已结束，双方颜色已定。")
            }
        }
    }

    /// A player's name for people: levels have their own words.
    pub fn player(self, name: &str) -> String {
        let zh = match name {
            "beginner" => "新手",
            "normal" => "正常",
            "hard" => "困难",
            "hell" => "地狱",
            "best" => "最强",
            "random" => "随机",
            other => other,
        };
        self.pick(name, zh).to_owned()
    }

    /// What was typed is neither a command nor a point.
    pub fn not_understood(self, typed: &str, why: &str) -> String {
        match self {
            Lang::En => format!("{why}; ? lists what can be typed"),
            Lang::Zh => format!("不明白“{}”，输入 ? 查看可用命令", typed.trim()),
        }
    }

    /// What a format may be unable to hold.
    pub fn part(self, part: Part) -> String {
        match self {
            Lang::En => part.to_string(),
            Lang::Zh => match part {
                Part::Moves => "着法",
                Part::Variations => "变化",
                Part::Comments => "注释",
                Part::Marks => "标记",
                Part::Scores => "评价",
                Part::Times => "用时",
                Part::Players => "棋手",
                Part::Ratings => "等级分",
                Part::Event => "赛事",
                Part::Date => "日期",
                Part::TimeControl => "时限",
                Part::Result => "结果",
                Part::Rules => "规则",
                Part::Properties => "其他属性",
            }
            .to_owned(),
        }
    }

    pub fn passes(self, color: Color) -> String {
        match self {
            Lang::En => {
                format!("{} has no legal moves, passing to {}", self.color(color), self.color(!color))
            }
            Lang::Zh => format!("{}无合法落子，轮到{}", self.color(color), self.color(!color)),
        }
    }

    pub fn choice(self, choice: Choice) -> &'static str {
        match choice {
            Choice::Black => self.pick("takes Black", "执黑"),
            Choice::White => self.pick("takes White", "执白"),
            Choice::TwoMore => self.pick("places two more stones", "再放两子"),
        }
    }

    pub fn to_play(self, color: Color) -> String {
        match self {
            Lang::En => format!("{} to play", self.color(color)),
            Lang::Zh => format!("{}行棋", self.color(color)),
        }
    }

    fn reason(self, reason: Reason) -> &'static str {
        match reason {
            Reason::BoardFull => self.pick("board full", "棋盘已满"),
            Reason::TwoPasses => self.pick("two passes", "双方连续跳过"),
            Reason::WipeOut => self.pick("wipe-out", "一方全灭"),
            Reason::FiveInRow => self.pick("five in a row", "五连"),
            Reason::NoLegalPoint => self.pick("no legal point left", "无合法落点"),
            Reason::Resignation => self.pick("resignation", "认输"),
            Reason::Timeout => self.pick("timeout", "超时"),
            Reason::IllegalMove => self.pick("illegal move", "非法落子"),
            Reason::Agreement => self.pick("agreement", "双方同意"),
            Reason::Forfeit => self.pick("forfeit", "弃权"),
        }
    }

    /// The count and the result, one line each: "Counting... Black 33, White 31", "Black wins by 2".
    pub fn outcome(self, outcome: &Outcome) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(score) = outcome.score {
            lines.push(match self {
                Lang::En => format!("Counting... Black {}, White {}", score.black, score.white),
                Lang::Zh => format!("清点棋子……黑 {}，白 {}", score.black, score.white),
            });
        }
        let reason = self.reason(outcome.reason);
        lines.push(match (outcome.winner, outcome.margin, self) {
            (None, _, Lang::En) => match outcome.score {
                Some(score) => format!("Game is drawn {}-{}", score.black, score.white),
                None => format!("Game is drawn ({reason})"),
            },
            (None, _, Lang::Zh) => match outcome.score {
                Some(score) => format!("平局 {}-{}", score.black, score.white),
                None => format!("平局（{reason}）"),
            },
            (Some(winner), Some(margin), Lang::En) => format!("{} wins by {margin}", self.color(winner)),
            (Some(winner), Some(margin), Lang::Zh) => format!("{}获胜，胜 {margin}", self.color(winner)),
            (Some(winner), None, Lang::En) => format!("{} wins ({reason})", self.color(winner)),
            (Some(winner), None, Lang::Zh) => format!("{}获胜（{reason}）", self.color(winner)),
        });
        lines
    }
}

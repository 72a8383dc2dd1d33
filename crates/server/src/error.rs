//! Refusals: a stable code, a sentence in both languages, and the HTTP status that goes with it.

use crate::store::is_full;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heibai_games::gomoku::opening::OutOfOrder;
use heibai_games::matches::Refused;
use heibai_games::{Illegal, gomoku::Forbidden};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Every way to be refused. The names on the wire are these in snake case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    BadRequest,
    BadRules,
    BadClock,
    BadPlayer,
    BadRecord,
    BadPosition,
    Unauthorized,
    NotYours,
    BadOrigin,
    BadInvite,
    NotFound,
    Method,
    NotYourTurn,
    Stale,
    NotCounting,
    NothingToUndo,
    NothingToRedo,
    NoOffer,
    OutOfOrder,
    NotWaiting,
    GameFinished,
    SetAside,
    InvalidPosition,
    PositionOccupied,
    ForbiddenMove,
    FlipsNothing,
    CannotPass,
    Suicide,
    Repetition,
    TooLarge,
    TooMany,
    NoSpace,
    Internal,
}

impl Code {
    pub fn status(self) -> StatusCode {
        use Code::*;
        match self {
            BadRequest | BadRules | BadClock | BadPlayer | BadRecord | BadPosition => StatusCode::BAD_REQUEST,
            Unauthorized => StatusCode::UNAUTHORIZED,
            NotYours | BadOrigin | BadInvite => StatusCode::FORBIDDEN,
            NotFound => StatusCode::NOT_FOUND,
            Method => StatusCode::METHOD_NOT_ALLOWED,
            NotYourTurn | Stale | NotCounting | NothingToUndo | NothingToRedo | NoOffer | OutOfOrder
            | NotWaiting | GameFinished | SetAside => StatusCode::CONFLICT,
            InvalidPosition | PositionOccupied | ForbiddenMove | FlipsNothing | CannotPass | Suicide
            | Repetition => StatusCode::UNPROCESSABLE_ENTITY,
            TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            TooMany => StatusCode::TOO_MANY_REQUESTS,
            NoSpace => StatusCode::INSUFFICIENT_STORAGE,
            Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The sentence for people, Chinese first.
    fn sentence(self) -> (&'static str, &'static str) {
        use Code::*;
        match self {
            BadRequest => ("请求格式不正确", "The request is not what was expected"),
            BadRules => ("规则设置不正确", "These rules are not possible"),
            BadClock => ("计时设置不正确", "This is no time control"),
            BadPlayer => ("没有这样的棋手", "There is no such player"),
            BadRecord => ("无法读取该棋谱", "The record cannot be read"),
            BadPosition => ("该局面不成立", "The position is not possible"),
            Unauthorized => ("需要有效的身份或令牌", "A valid cookie or token is needed"),
            NotYours => ("这不属于你", "This is not yours"),
            BadOrigin => ("请求来自其他网站，已拒绝", "Requests from another site are refused"),
            BadInvite => ("邀请码无效或已被使用", "The invitation is wrong or used up"),
            NotFound => ("未找到", "There is nothing here"),
            Method => ("不支持该请求方法", "This method is not allowed here"),
            NotYourTurn => ("还没轮到你", "It is not your turn"),
            Stale => ("局面已变化，请刷新后再试", "The game has moved on; look again"),
            NotCounting => ("当前不在点目阶段", "There is no count to agree on"),
            NothingToUndo => ("没有可以悔的棋", "There is no move to undo"),
            NothingToRedo => ("没有可以恢复的棋", "There is no move to redo"),
            NoOffer => ("没有待答复的请求", "There is no offer to answer"),
            OutOfOrder => ("与开局规则的步骤不符", "This is not the next step of the opening"),
            NotWaiting => ("该对局没有空位", "No seat is open in this game"),
            GameFinished => ("对局已结束；可打开副本继续研究", "The game is over; open a copy to go on"),
            SetAside => (
                "这局棋无法恢复，已另行保存，请联系服务器管理员",
                "This game cannot be restored; it was set aside for the server's owner",
            ),
            InvalidPosition => ("该点不在棋盘上", "The point is not on the board"),
            PositionOccupied => ("该点已有棋子", "The point is occupied"),
            ForbiddenMove => ("⚠️ 禁手，黑棋不能在此位置落子", "Black may not play here"),
            FlipsNothing => ("此处不能翻转任何棋子", "The disc would flip nothing"),
            CannotPass => ("此时不能停着", "A pass is not allowed here"),
            Suicide => ("不能自杀：落子后没有气", "The group would have no liberty"),
            Repetition => ("全局同形再现，禁止落子", "The board would repeat an earlier position"),
            TooLarge => ("内容过大", "This is too large"),
            TooMany => ("请求过于频繁或数量超限", "Too many requests, games or searches at once"),
            NoSpace => (
                "服务器存储空间不足，暂时不能保存新的对局和着法",
                "The server's disk is full; games and moves cannot be stored now",
            ),
            Internal => ("服务器内部错误", "Something went wrong on the server"),
        }
    }
}

/// A refusal. Nothing changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Fail {
    pub code: Code,
    pub zh: String,
    pub en: String,
    /// The forbidden-point test, where that was the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Box<Value>>,
    /// When to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u64>,
}

/// The body of every refusal.
#[derive(Serialize, ToSchema)]
pub struct ErrorBody {
    pub error: Fail,
}

pub type Answer<T> = Result<T, Fail>;

impl Fail {
    /// The code with what exactly was wrong.
    pub fn because(code: Code, reason: impl std::fmt::Display) -> Fail {
        let (zh, en) = code.sentence();
        Fail { zh: format!("{zh}：{reason}"), en: format!("{en}: {reason}"), ..Fail::from(code) }
    }

    /// What is no time control, and what would be one.
    pub fn clock(text: &str, reason: impl std::fmt::Display) -> Fail {
        let zh = format!("计时设置不正确：“{text}”应写作 5m、5m+3s、10m+3x30s 或 1s/move");
        Fail { zh, ..Fail::because(Code::BadClock, reason) }
    }

    pub fn retry(after_ms: u64) -> Fail {
        Fail { retry_ms: Some(after_ms), ..Fail::from(Code::TooMany) }
    }

    /// Our own fault: logged in full, told in general.
    pub fn internal(error: impl std::fmt::Display) -> Fail {
        tracing::error!("{error}");
        Fail::from(Code::Internal)
    }
}

impl From<Code> for Fail {
    fn from(code: Code) -> Fail {
        let (zh, en) = code.sentence();
        Fail { code, zh: zh.to_owned(), en: en.to_owned(), forbidden: None, retry_ms: None }
    }
}

/// What the page shows for a forbidden point, in both languages.
pub fn forbidden_sentence(kind: Forbidden) -> (String, String) {
    let (zh, en) = match kind {
        Forbidden::DoubleThree => ("三三禁手", "Double three"),
        Forbidden::DoubleFour => ("四四禁手", "Double four"),
        Forbidden::Overline => ("长连禁手", "Overline"),
    };
    (format!("⚠️ {zh}，黑棋不能在此位置落子"), format!("⚠️ {en}: Black may not play here"))
}

impl From<Illegal> for Fail {
    fn from(illegal: Illegal) -> Fail {
        match illegal {
            Illegal::OffBoard => Code::InvalidPosition.into(),
            Illegal::Occupied => Code::PositionOccupied.into(),
            Illegal::FlipsNothing => Code::FlipsNothing.into(),
            Illegal::CannotPass => Code::CannotPass.into(),
            Illegal::Suicide => Code::Suicide.into(),
            Illegal::Repetition { of_move } => Fail {
                zh: format!("全局同形再现：与第 {of_move} 手后的局面相同，禁止落子"),
                en: format!("The board would repeat the position after move {of_move}"),
                ..Fail::from(Code::Repetition)
            },
            Illegal::Forbidden(kind) => {
                let (zh, en) = forbidden_sentence(kind);
                Fail { zh, en, ..Fail::from(Code::ForbiddenMove) }
            }
            Illegal::GameOver => Code::GameFinished.into(),
        }
    }
}

impl From<Refused> for Fail {
    fn from(refused: Refused) -> Fail {
        Fail::from(match refused {
            Refused::GameOver => Code::GameFinished,
            Refused::NothingToUndo => Code::NothingToUndo,
            Refused::NothingToRedo => Code::NothingToRedo,
            Refused::NotCounting => Code::NotCounting,
        })
    }
}

impl From<OutOfOrder> for Fail {
    fn from(why: OutOfOrder) -> Fail {
        let (zh, en) = match why {
            OutOfOrder::NotYourTask => ("开局中现在轮到对方", "It is the other player's turn in the opening"),
            OutOfOrder::ChooseFirst => ("请先作出选择，再落子", "Make your choice before the next stone"),
            OutOfOrder::PlaceFirst => {
                ("请先放完开局的子，再选择", "Place the stones of the opening before you choose")
            }
            OutOfOrder::NoTwoMore => ("此时不能再放两子", "Two more stones are not offered here"),
            OutOfOrder::Settled => {
                ("开局已结束，双方颜色已定", "The opening is over and the colours are settled")
            }
        };
        Fail { zh: zh.to_owned(), en: en.to_owned(), ..Fail::from(Code::OutOfOrder) }
    }
}

impl From<sqlx::Error> for Fail {
    fn from(error: sqlx::Error) -> Fail {
        let fail = Fail::internal(format_args!("database: {error}"));
        if is_full(&error) { Code::NoSpace.into() } else { fail }
    }
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let retry = self.retry_ms.map(|ms| ms.div_ceil(1000).max(1));
        let mut response = (status, axum::Json(ErrorBody { error: self })).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

//! Refusals: a stable code, a sentence in both languages, and an HTTP status.

use heibai_games::Illegal;
use heibai_games::gomoku::opening::OutOfOrder;
use heibai_games::matches::Refused;
use heibai_words::refusals::refused_move;
use heibai_words::{Say, Text, server as said};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// Every kind of refusal. The wire names are these in snake case, but for the four that the rules documents name.
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
    FairPlay,
    Banned,
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
    #[serde(rename = "GAME_FINISHED")]
    GameFinished,
    SetAside,
    #[serde(rename = "INVALID_POSITION")]
    InvalidPosition,
    #[serde(rename = "POSITION_OCCUPIED")]
    PositionOccupied,
    #[serde(rename = "FORBIDDEN_MOVE")]
    ForbiddenMove,
    FlipsNothing,
    CannotPass,
    Suicide,
    Repetition,
    TooLarge,
    TooMany,
    NoSpace,
    Restarting,
    Internal,
}

impl Code {
    /// The HTTP status that goes with it.
    pub const fn status(self) -> u16 {
        use Code::*;
        match self {
            BadRequest | BadRules | BadClock | BadPlayer | BadRecord | BadPosition => 400,
            Unauthorized => 401,
            NotYours | FairPlay | Banned | BadOrigin | BadInvite => 403,
            NotFound => 404,
            Method => 405,
            NotYourTurn | Stale | NotCounting | NothingToUndo | NothingToRedo | NoOffer | OutOfOrder
            | NotWaiting | GameFinished | SetAside => 409,
            TooLarge => 413,
            InvalidPosition | PositionOccupied | ForbiddenMove | FlipsNothing | CannotPass | Suicide
            | Repetition => 422,
            TooMany => 429,
            Internal => 500,
            Restarting => 503,
            NoSpace => 507,
        }
    }

    /// The sentence for people.
    fn sentence(self) -> Text {
        use Code::*;
        match self {
            BadRequest => said::bad_request(),
            BadRules => said::bad_rules(),
            BadClock => said::bad_clock(),
            BadPlayer => said::bad_player(),
            BadRecord => said::bad_record(),
            BadPosition => said::bad_position(),
            Unauthorized => said::unauthorized(),
            NotYours => said::not_yours(),
            FairPlay => said::fair_play(),
            Banned => said::banned(),
            BadOrigin => said::bad_origin(),
            BadInvite => said::bad_invite(),
            NotFound => said::not_found(),
            Method => said::method(),
            NotYourTurn => said::not_your_turn(),
            Stale => said::stale(),
            NotCounting => Refused::NotCounting.text().capital(),
            NothingToUndo => Refused::NothingToUndo.text().capital(),
            NothingToRedo => Refused::NothingToRedo.text().capital(),
            NoOffer => said::no_offer(),
            OutOfOrder => said::out_of_order(),
            NotWaiting => said::not_waiting(),
            GameFinished => Refused::GameOver.text().capital(),
            SetAside => said::set_aside(),
            InvalidPosition => refused_move(&Illegal::OffBoard),
            PositionOccupied => refused_move(&Illegal::Occupied),
            ForbiddenMove => said::forbidden_move(),
            FlipsNothing => refused_move(&Illegal::FlipsNothing),
            CannotPass => refused_move(&Illegal::CannotPass),
            Suicide => refused_move(&Illegal::Suicide),
            Repetition => said::repetition(),
            TooLarge => said::too_large(),
            TooMany => said::too_many(),
            NoSpace => said::no_space(),
            Restarting => said::restarting(),
            Internal => said::internal(),
        }
    }
}

/// A refusal. Nothing changed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Fail {
    pub code: Code,
    pub zh: String,
    pub en: String,
    /// The forbidden-point check, if that was the reason.
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
    /// A refusal with its own sentence instead of the code's.
    pub fn saying(code: Code, Text { zh, en }: Text) -> Fail {
        Fail { code, zh, en, forbidden: None, retry_ms: None }
    }

    /// A refusal whose sentence adds what exactly was wrong.
    pub fn because(code: Code, reason: impl Say) -> Fail {
        Fail::saying(code, code.sentence().because(reason))
    }

    pub fn retry(after_ms: u64) -> Fail {
        Fail { retry_ms: Some(after_ms), ..Fail::from(Code::TooMany) }
    }

    /// Our own fault: logged in full, reported in general terms.
    pub fn internal(error: impl std::fmt::Display) -> Fail {
        tracing::error!("{error}");
        Fail::from(Code::Internal)
    }
}

impl From<Code> for Fail {
    fn from(code: Code) -> Fail {
        Fail::saying(code, code.sentence())
    }
}

impl From<Illegal> for Fail {
    fn from(illegal: Illegal) -> Fail {
        let code = match illegal {
            Illegal::OffBoard => Code::InvalidPosition,
            Illegal::Occupied => Code::PositionOccupied,
            Illegal::FlipsNothing => Code::FlipsNothing,
            Illegal::CannotPass => Code::CannotPass,
            Illegal::Suicide => Code::Suicide,
            Illegal::Repetition { .. } => Code::Repetition,
            Illegal::Forbidden(_) => Code::ForbiddenMove,
            Illegal::ChooseFirst => return OutOfOrder::ChooseFirst.into(),
            Illegal::OutsideCentre { .. } | Illegal::OfferedAlready | Illegal::NotOffered => Code::OutOfOrder,
            Illegal::GameOver => return Code::GameFinished.into(),
        };
        Fail::saying(code, refused_move(&illegal))
    }
}

impl From<Refused> for Fail {
    fn from(refused: Refused) -> Fail {
        Fail::from(match refused {
            Refused::GameOver => Code::GameFinished,
            Refused::NothingToUndo => Code::NothingToUndo,
            Refused::NothingToRedo => Code::NothingToRedo,
            Refused::NotCounting => Code::NotCounting,
            Refused::NoStone => Code::InvalidPosition,
        })
    }
}

impl From<OutOfOrder> for Fail {
    fn from(why: OutOfOrder) -> Fail {
        Fail::saying(Code::OutOfOrder, why.text().capital())
    }
}

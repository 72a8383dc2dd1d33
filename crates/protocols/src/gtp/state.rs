//! The game of a GTP session: setup, moves, time settings.

use heibai_games::kind::{Choice, Passing};
use heibai_games::player::Remaining;
use heibai_games::{AnyPosition, Color, Due, Kind, Limits, Match, Move, Outcome, Point, Position, Rules, go};
use std::time::Duration;

/// The time settings.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Time {
    /// Never set: the engine's own default.
    #[default]
    Unset,
    Unlimited,
    /// Main time, then byo-yomi: `stones` moves per period (Canadian) or one period per move.
    Set {
        main: Duration,
        period: Duration,
        stones: u32,
        periods: u32,
        increment: Duration,
    },
}

pub struct GtpState {
    pub choice: Choice,
    pub kind: Kind,
    pub game: Match<AnyPosition>,
    pub time: Time,
    /// The last `time_left` of each side: time and stones.
    pub left: [Option<(Duration, u32)>; 2],
}

impl GtpState {
    pub fn new(kind: Kind, choice: Choice) -> Result<GtpState, String> {
        let rules = kind.rules(&choice).map_err(|bad| bad.to_string())?;
        let game = begin(&rules);
        Ok(GtpState { choice, kind, game, time: Time::Unset, left: [None; 2] })
    }

    pub fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    pub fn boardsize(&mut self, size: usize) -> Result<(), String> {
        let choice = Choice { size: Some(size), handicap: None, ..self.choice.clone() };
        let rules = self.kind.rules(&choice).map_err(|_| "unacceptable size".to_owned())?;
        self.choice = choice;
        self.game = begin(&rules);
        Ok(())
    }

    pub fn clear(&mut self) -> Result<(), String> {
        self.choice.handicap = None;
        self.restart()
    }

    fn restart(&mut self) -> Result<(), String> {
        let rules = self.kind.rules(&self.choice).map_err(|bad| bad.to_string())?;
        self.game = begin(&rules);
        self.left = [None; 2];
        Ok(())
    }

    /// Changes the komi and keeps the moves.
    pub fn komi(&mut self, komi: f64) -> Result<(), String> {
        if self.kind != Kind::Go {
            return Ok(());
        }
        self.choose_anew(Choice { komi: Some(komi), ..self.choice.clone() })
    }

    /// Changes the rules and keeps the moves and the komi.
    pub fn rules(&mut self, set: go::RuleSet) -> Result<(), String> {
        if self.kind != Kind::Go {
            return Err("only Go has these rules".to_owned());
        }
        self.choose_anew(Choice { rules: Some(set.name().to_owned()), ..self.choice.clone() })
    }

    fn choose_anew(&mut self, choice: Choice) -> Result<(), String> {
        let rules = self.kind.rules(&choice).map_err(|bad| bad.to_string())?;
        let start = set_up(&rules, self.game.start())?;
        let mut game = Match::new(start);
        for played in self.game.moves().iter().filter(|played| !played.forced) {
            game.play(played.mv, played.spent).map_err(|illegal| illegal.to_string())?;
        }
        (self.choice, self.game) = (choice, game);
        Ok(())
    }

    /// Plays a move of a colour. GTP allows a side to move twice in a row; in Go that works by setup.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        if self.game.outcome().is_none() && self.position().turn() != color {
            if self.kind != Kind::Go {
                return if mv == Move::Pass {
                    Ok(())
                } else {
                    Err("illegal move: it is the other side's turn".to_owned())
                };
            }
            self.give_turn(color)?;
        }
        // The match has already made a forced pass.
        let made = self.kind.passing() == Passing::Forced && mv == Move::Pass;
        match self.game.play(mv, Duration::ZERO) {
            Ok(_) => Ok(()),
            Err(_) if made => Ok(()),
            Err(illegal) => Err(format!("illegal move: {illegal}")),
        }
    }

    /// Gives the turn to `color`.
    pub fn give_turn(&mut self, color: Color) -> Result<(), String> {
        if self.position().turn() == color || self.game.outcome().is_some() {
            return Ok(());
        }
        if self.kind.passing() != Passing::Free {
            return Err("it is the other side's turn".to_owned());
        }
        // A pass could end the game too early.
        self.reopen(color)
    }

    /// Starts a new game from the stones on the board, with `color` to move.
    pub fn reopen(&mut self, color: Color) -> Result<(), String> {
        let rules = self.position().rules();
        let stones = self.position().stones();
        let start = AnyPosition::setup(&rules, &stones, color).map_err(|bad| bad.to_string())?;
        self.game = Match::new(start);
        Ok(())
    }

    /// Places handicap stones; White moves next.
    pub fn handicap(&mut self, points: &[Point]) -> Result<(), String> {
        if !self.game.moves().is_empty() || !self.position().stones().is_empty() {
            return Err("board not empty".to_owned());
        }
        let stones: Vec<(Point, Color)> = points.iter().map(|&point| (point, Color::Black)).collect();
        let rules = self.position().rules();
        let start = AnyPosition::setup(&rules, &stones, Color::White).map_err(|bad| bad.to_string())?;
        self.game = Match::new(start);
        Ok(())
    }

    pub(crate) fn fixed_handicap(&mut self, stones: u32) -> Result<Vec<Point>, String> {
        let size = self.position().size();
        if self.kind != Kind::Go || stones < 2 || stones > go::Rules::most_handicap(size) {
            return Err("invalid number of stones".to_owned());
        }
        let points = go::handicap::points(size, stones);
        self.handicap(&points)?;
        Ok(points)
    }

    /// The limits of the side to move.
    pub fn limits(&self) -> Limits {
        let Time::Set { main, period, stones, periods, increment } = self.time else {
            return Limits::default();
        };
        let side = self.position().turn();
        let clock = match self.left[side.index()] {
            Some((left, 0)) => {
                Remaining { main: left, increment, byo_yomi: byo_yomi(period, stones, periods) }
            }
            // Canadian byo-yomi: the rest of the period is shared by its remaining stones.
            Some((left, stones)) => {
                Remaining { main: Duration::ZERO, increment, byo_yomi: Some((1, left / stones)) }
            }
            None => Remaining { main, increment, byo_yomi: byo_yomi(period, stones, periods) },
        };
        let only_period = clock.main.is_zero() && clock.increment.is_zero();
        match clock.byo_yomi {
            Some((_, period)) if only_period => Limits { move_time: Some(period), ..Limits::default() },
            _ => Limits { clock: Some(clock), ..Limits::default() },
        }
    }

    /// The next step of an opening rule: `stone black 3`, `choose black white more`, `offer 2`, `pick h9 i9`, or `none`.
    pub fn opening(&self) -> String {
        match self.game.request() {
            Due::Stone { color, left, .. } => format!("stone {} {left}", color.to_string().to_lowercase()),
            Due::Choice { options, .. } => {
                let names: Vec<String> = options.iter().map(|choice| choice.name()).collect();
                format!("choose {}", names.join(" "))
            }
            Due::Offer { left, .. } => format!("offer {left}"),
            Due::Pick { .. } => {
                let name = |&point| self.game.position().write_move(Move::Place(point));
                let names: Vec<String> = self.game.offered().iter().map(name).collect();
                format!("pick {}", names.join(" "))
            }
            _ => "none".to_owned(),
        }
    }

    /// `B+3.5`, `W+2`, `0`.
    pub fn result(outcome: &Outcome) -> String {
        match (outcome.winner, outcome.margin) {
            (None, _) => "0".to_owned(),
            (Some(Color::Black), Some(margin)) => format!("B+{margin}"),
            (Some(Color::White), Some(margin)) => format!("W+{margin}"),
            (Some(Color::Black), None) => "B+R".to_owned(),
            (Some(Color::White), None) => "W+R".to_owned(),
        }
    }
}

/// A new game, with its opening rule.
fn begin(rules: &Rules) -> Match<AnyPosition> {
    Match::new(AnyPosition::start(rules)).with_opening()
}

fn byo_yomi(period: Duration, stones: u32, periods: u32) -> Option<(u32, Duration)> {
    (!period.is_zero()).then(|| (periods.max(1), period / stones.max(1)))
}

/// The start position under other rules, with the same stones.
fn set_up(rules: &Rules, start: &AnyPosition) -> Result<AnyPosition, String> {
    let stones = start.stones();
    if stones.is_empty() {
        return Ok(AnyPosition::start(rules));
    }
    AnyPosition::setup(rules, &stones, start.turn()).map_err(|bad| bad.to_string())
}

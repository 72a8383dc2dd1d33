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
    /// By move of this session: the game before it, if more than the move changed (a side moved out of turn).
    before: Vec<Option<Match<AnyPosition>>>,
}

impl GtpState {
    pub fn new(kind: Kind, choice: Choice) -> Result<GtpState, String> {
        let rules = kind.rules(&choice).map_err(|bad| bad.to_string())?;
        let game = begin(&rules);
        Ok(GtpState { choice, kind, game, time: Time::Unset, left: [None; 2], before: Vec::new() })
    }

    /// Goes on with another game. Its board, rules and komi are those of the next game too.
    pub fn load(&mut self, game: Match<AnyPosition>) {
        self.choice = game.position().rules().choice();
        self.change(game);
    }

    fn change(&mut self, game: Match<AnyPosition>) {
        self.game = game;
        self.before.clear();
    }

    pub fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    pub fn boardsize(&mut self, size: usize) -> Result<(), String> {
        let choice = Choice { size: Some(size), handicap: None, ..self.choice.clone() };
        let rules = self.kind.rules(&choice).map_err(|_| "unacceptable size".to_owned())?;
        self.choice = choice;
        self.change(begin(&rules));
        Ok(())
    }

    pub fn clear(&mut self) -> Result<(), String> {
        self.choice.handicap = None;
        self.restart()
    }

    fn restart(&mut self) -> Result<(), String> {
        let rules = self.kind.rules(&self.choice).map_err(|bad| bad.to_string())?;
        self.change(begin(&rules));
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
        let game = under(&rules, &self.game)?;
        let before = self.before.iter().map(|game| game.as_ref().map(|game| under(&rules, game)).transpose());
        self.before = before.collect::<Result<_, String>>()?;
        (self.choice, self.game) = (choice, game);
        Ok(())
    }

    /// Plays a move of a colour. GTP lets a side move twice in a row, and after two passes: in Go the other side has
    /// then passed, or the passes are taken back, and the game keeps its history.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        if self.is_irregular(color) {
            if self.kind.passing() != Passing::Free {
                return if mv == Move::Pass {
                    Ok(())
                } else {
                    Err(format!("illegal move: {}", out_of_turn()))
                };
            }
            let mut game = self.game.clone();
            // A pass out of turn, or after the last one, changes nothing.
            if mv != Move::Pass {
                // Stones of one side before the other's first move are set up.
                if game.moves().iter().all(|played| played.color == color) {
                    game = self.asked(color)?.unwrap_or(game);
                }
                give_turn(&mut game, color)?;
                game.play(mv, Duration::ZERO).map_err(|illegal| format!("illegal move: {illegal}"))?;
            }
            self.before.push(Some(std::mem::replace(&mut self.game, game)));
            return Ok(());
        }
        // The match has already made a forced pass.
        let made = self.kind.passing() == Passing::Forced && mv == Move::Pass;
        match self.game.play(mv, Duration::ZERO) {
            Ok(_) => self.before.push(None),
            Err(_) if made => {}
            Err(illegal) => return Err(format!("illegal move: {illegal}")),
        }
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Result<(), String> {
        match self.before.last_mut().and_then(Option::take) {
            Some(game) => self.game = game,
            None => drop(self.game.undo().map_err(|_| "cannot undo".to_owned())?),
        }
        self.before.pop();
        Ok(())
    }

    /// Whether a move of `color` is out of turn, or comes after two passes.
    fn is_irregular(&self, color: Color) -> bool {
        self.game.outcome().is_none() && (self.position().turn() != color || self.game.is_counting())
    }

    /// What a player is asked who is to move for `color`: the game itself, or, out of turn and after two passes, a new
    /// one from the same stones, because the pass that gives the turn could end the game.
    pub fn asked(&self, color: Color) -> Result<Option<Match<AnyPosition>>, String> {
        if !self.is_irregular(color) {
            return Ok(None);
        }
        if self.kind.passing() != Passing::Free {
            return Err(out_of_turn());
        }
        let (rules, stones) = (self.position().rules(), self.position().stones());
        let start = AnyPosition::setup(&rules, &stones, color).map_err(|bad| bad.to_string())?;
        Ok(Some(Match::new(start)))
    }

    /// Places handicap stones; White moves next.
    pub fn handicap(&mut self, points: &[Point]) -> Result<(), String> {
        if !self.game.moves().is_empty() || !self.position().stones().is_empty() {
            return Err("board not empty".to_owned());
        }
        let stones: Vec<(Point, Color)> = points.iter().map(|&point| (point, Color::Black)).collect();
        let rules = self.position().rules();
        let start = AnyPosition::setup(&rules, &stones, Color::White).map_err(|bad| bad.to_string())?;
        self.change(Match::new(start));
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

    /// The limits of a side.
    pub fn limits(&self, side: Color) -> Limits {
        let Time::Set { main, period, stones, periods, increment } = self.time else {
            return Limits::default();
        };
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

fn out_of_turn() -> String {
    "it is the other side's turn".to_owned()
}

/// Gives the turn to `color` as if the other side had passed, or had not.
fn give_turn(game: &mut Match<AnyPosition>, color: Color) -> Result<(), String> {
    if game.is_counting() {
        game.resume().map_err(|refused| refused.to_string())?;
    }
    if game.position().turn() == color {
        return Ok(());
    }
    if game.moves().last().is_some_and(|last| last.mv == Move::Pass) {
        game.undo().map_err(|refused| refused.to_string())?;
    } else {
        game.play(Move::Pass, Duration::ZERO).map_err(|illegal| illegal.to_string())?;
    }
    Ok(())
}

/// The same moves under other rules.
fn under(rules: &Rules, game: &Match<AnyPosition>) -> Result<Match<AnyPosition>, String> {
    let mut again = Match::new(set_up(rules, game.start())?);
    for played in game.moves().iter().filter(|played| !played.forced) {
        again.play(played.mv, played.spent).map_err(|illegal| illegal.to_string())?;
    }
    Ok(again)
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

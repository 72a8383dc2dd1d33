//! Time controls: what the clock says, as arithmetic on durations. Nothing here ticks; the caller measures time
//! and passes it in. How much of it an engine spends is decided in `engines/src/search/budget.rs`.

use crate::player::{Limits, Remaining};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How time is given. Written `5m`, `5m+3s`, `10m+3x30s`, `1s/move`.
///
/// ```
/// use heibai_games::TimeControl;
/// use std::time::Duration;
/// let fischer: TimeControl = "5m+3s".parse().unwrap();
/// let increment = Duration::from_secs(3);
/// assert_eq!(fischer, TimeControl::Fischer { main: Duration::from_secs(300), increment });
/// assert!("10m+3x30s".parse::<TimeControl>().is_ok());
/// assert!("soon".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// All moves share one amount of time.
    SuddenDeath {
        /// The time for the whole game.
        main: Duration,
    },
    /// Every move adds some time.
    Fischer {
        /// The time at the start.
        main: Duration,
        /// What each move adds.
        increment: Duration,
    },
    /// After the main time, a move that fits into a period costs nothing.
    ByoYomi {
        /// The time before the first period.
        main: Duration,
        /// How many periods there are.
        periods: u32,
        /// The length of a period.
        period: Duration,
    },
    /// The same time for every move; what is left is lost.
    PerMove {
        /// The time for one move.
        time: Duration,
    },
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTimeControl(pub String);

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no time control: expected 5m, 5m+3s, 10m+3x30s or 1s/move", self.0)
    }
}

impl std::error::Error for BadTimeControl {}

const MAX: Duration = Duration::from_secs(1000 * 3600);

/// `500ms`, `3s`, `1.5s`, `5m`, `2h`; at most a thousand hours.
fn read_duration(text: &str) -> Option<Duration> {
    let (number, unit) = if let Some(n) = text.strip_suffix("ms") {
        (n, 0.001)
    } else if let Some(n) = text.strip_suffix('s') {
        (n, 1.0)
    } else if let Some(n) = text.strip_suffix('m') {
        (n, 60.0)
    } else {
        (text.strip_suffix('h')?, 3600.0)
    };
    let plain = number.len() <= 12 && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| plain)? * unit;
    (seconds <= MAX.as_secs_f64()).then(|| Duration::from_secs_f64(seconds))
}

fn write_duration(duration: Duration) -> String {
    let ms = duration.as_millis();
    match ms {
        _ if ms.is_multiple_of(60_000) && ms > 0 => format!("{}m", ms / 60_000),
        _ if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
        _ => format!("{ms}ms"),
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<TimeControl, BadTimeControl> {
        let bad = || BadTimeControl(text.chars().take(40).collect());
        let duration = |t: &str| read_duration(t).ok_or_else(bad);
        if let Some(time) = text.strip_suffix("/move") {
            let time = duration(time)?;
            return if time.is_zero() { Err(bad()) } else { Ok(TimeControl::PerMove { time }) };
        }
        let Some((main, extra)) = text.split_once('+') else {
            let main = duration(text)?;
            return if main.is_zero() { Err(bad()) } else { Ok(TimeControl::SuddenDeath { main }) };
        };
        let main = duration(main)?;
        let Some((periods, period)) = extra.split_once('x') else {
            let increment = duration(extra)?;
            let empty = main.is_zero() && increment.is_zero();
            return if empty { Err(bad()) } else { Ok(TimeControl::Fischer { main, increment }) };
        };
        let periods = periods.parse().ok().filter(|n| (1..=1000).contains(n)).ok_or_else(bad)?;
        let period = duration(period)?;
        if period.is_zero() {
            return Err(bad());
        }
        Ok(TimeControl::ByoYomi { main, periods, period })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let w = write_duration;
        match *self {
            TimeControl::SuddenDeath { main } => f.write_str(&w(main)),
            TimeControl::Fischer { main, increment } => write!(f, "{}+{}", w(main), w(increment)),
            TimeControl::ByoYomi { main, periods, period } => {
                write!(f, "{}+{periods}x{}", w(main), w(period))
            }
            TimeControl::PerMove { time } => write!(f, "{}/move", w(time)),
        }
    }
}

/// One side's clock between two of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    main: Duration,
    periods: u32,
}

/// A clock that runs, read in the middle of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Main time left.
    pub main: Duration,
    /// Byo-yomi periods left, the running one included.
    pub periods: u32,
    /// How much of the running period is used.
    pub used: Duration,
}

/// The time is up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfTime;

impl Clock {
    /// A full clock.
    pub fn new(control: TimeControl) -> Clock {
        let (main, periods) = match control {
            TimeControl::SuddenDeath { main } | TimeControl::Fischer { main, .. } => (main, 0),
            TimeControl::ByoYomi { main, periods, .. } => (main, periods),
            TimeControl::PerMove { time } => (time, 0),
        };
        Clock { control, main, periods }
    }

    /// A clock as it stood when a game was saved.
    pub fn restore(control: TimeControl, main: Duration, periods: u32) -> Clock {
        Clock { control, main, periods }
    }

    /// How this clock gives time.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Main time left, before this move.
    pub fn main(&self) -> Duration {
        self.main
    }

    /// Byo-yomi periods left.
    pub fn periods(&self) -> u32 {
        self.periods
    }

    /// The longest a move may take now without losing on time.
    pub fn available(&self) -> Duration {
        match self.control {
            TimeControl::ByoYomi { period, .. } => self.main + period * self.periods,
            _ => self.main,
        }
    }

    /// Takes the time of one move off the clock. Using exactly what is left is still in time.
    ///
    /// ```
    /// use heibai_games::Clock;
    /// use std::time::Duration;
    /// let mut clock = Clock::new("10s".parse().unwrap());
    /// assert!(clock.spend(Duration::from_secs(4)).is_ok());
    /// assert_eq!(clock.available(), Duration::from_secs(6));
    /// assert!(clock.spend(Duration::from_secs(7)).is_err());
    /// ```
    pub fn spend(&mut self, time: Duration) -> Result<(), OutOfTime> {
        if time > self.available() {
            self.run_out();
            return Err(OutOfTime);
        }
        match self.control {
            TimeControl::SuddenDeath { .. } => self.main -= time,
            TimeControl::Fischer { increment, .. } => self.main = self.main - time + increment,
            TimeControl::PerMove { .. } => {}
            TimeControl::ByoYomi { period, .. } => {
                let over = time.saturating_sub(self.main);
                self.main = self.main.saturating_sub(time);
                // A period that is begun but not used up comes back whole.
                let used = over.as_nanos().saturating_sub(1) / period.as_nanos();
                self.periods -= (used as u32).min(self.periods);
            }
        }
        Ok(())
    }

    /// What the clock shows while a move that has taken `spent` so far goes on. Nothing is taken off.
    pub fn reading(&self, spent: Duration) -> Reading {
        let main = self.main.saturating_sub(spent);
        let (periods, used) = match self.control {
            TimeControl::ByoYomi { period, .. } if spent > self.main => {
                let over = spent - self.main;
                let gone = (over.as_nanos().saturating_sub(1) / period.as_nanos()) as u32;
                let gone = gone.min(self.periods.saturating_sub(1));
                (self.periods - gone, (over - period * gone).min(period))
            }
            _ => (self.periods, Duration::ZERO),
        };
        Reading { main, periods, used }
    }

    /// Nothing is left.
    pub(crate) fn run_out(&mut self) {
        self.main = Duration::ZERO;
        self.periods = 0;
    }

    /// The clock as a player is told of it.
    pub fn limits(&self) -> Limits {
        match self.control {
            TimeControl::PerMove { time } => Limits { move_time: Some(time), ..Limits::default() },
            control => {
                let increment = match control {
                    TimeControl::Fischer { increment, .. } => increment,
                    _ => Duration::ZERO,
                };
                let byo_yomi = match control {
                    TimeControl::ByoYomi { period, .. } => Some((self.periods, period)),
                    _ => None,
                };
                let clock = Remaining { main: self.main, increment, byo_yomi };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn written_controls_read_back() {
        for text in ["5m", "5m+3s", "10m+3x30s", "1s/move", "0s+5s", "500ms/move", "90s"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string().parse(), Ok(control), "{text}");
        }
        assert_eq!("1.5m".parse(), Ok(TimeControl::SuddenDeath { main: s(90) }));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "5",
            "m",
            "-5m",
            "0s",
            "0s/move",
            "5m+",
            "5m+3",
            "5m+0x3s",
            "5m+3x0s",
            "NaNs",
            "infs",
            "1e9h",
            "99999999999h",
            "0s+0s",
            "5m+99999999999x3s",
            "５m",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn fischer_adds_after_the_move() {
        let mut clock = Clock::new("10s+3s".parse().unwrap());
        assert_eq!(clock.spend(s(10)), Ok(()));
        assert_eq!(clock.main(), s(3));
        assert_eq!(clock.spend(s(4)), Err(OutOfTime));
    }

    #[test]
    fn a_byo_yomi_period_not_used_up_comes_back() {
        let mut clock = Clock::new("10s+3x5s".parse().unwrap());
        assert_eq!(clock.spend(s(12)), Ok(()));
        assert_eq!((clock.main(), clock.periods()), (s(0), 3));
        assert_eq!(clock.spend(s(5)), Ok(()));
        assert_eq!(clock.periods(), 3);
        assert_eq!(clock.spend(s(11)), Ok(()));
        assert_eq!(clock.periods(), 1);
        assert_eq!(clock.spend(s(6)), Err(OutOfTime));
    }

    #[test]
    fn a_running_clock_tells_what_is_used_of_its_period() {
        let clock = Clock::new("10s+3x5s".parse().unwrap());
        let at = |seconds| clock.reading(s(seconds));
        assert_eq!(at(4), Reading { main: s(6), periods: 3, used: s(0) });
        assert_eq!(at(12), Reading { main: s(0), periods: 3, used: s(2) });
        assert_eq!(at(15), Reading { main: s(0), periods: 3, used: s(5) });
        assert_eq!(at(18), Reading { main: s(0), periods: 2, used: s(3) });
        assert_eq!(at(99), Reading { main: s(0), periods: 1, used: s(5) });
        for seconds in 0..=25 {
            let (mut spent, reading) = (clock, at(seconds));
            spent.spend(s(seconds)).unwrap();
            assert_eq!((spent.main(), spent.periods()), (reading.main, reading.periods), "{seconds}");
        }
        let per_move = Clock::new("2s/move".parse().unwrap());
        assert_eq!(per_move.reading(s(1)), Reading { main: s(1), periods: 0, used: s(0) });
    }

    #[test]
    fn time_per_move_does_not_add_up() {
        let mut clock = Clock::new("2s/move".parse().unwrap());
        assert_eq!((clock.spend(s(2)), clock.spend(s(2))), (Ok(()), Ok(())));
        assert_eq!(clock.spend(s(3)), Err(OutOfTime));
    }
}

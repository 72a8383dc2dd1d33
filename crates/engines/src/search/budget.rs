//! How much of the clock an engine spends on a move. What the clock says is in `games/clock.rs`.

use heibai_games::Limits;
use std::time::Duration;

/// Reserve for the latency between engine and clock.
const MARGIN: Duration = Duration::from_millis(30);

/// The time for one move: after `soft`, begin no new work; at `hard`, stop at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub soft: Duration,
    pub hard: Duration,
}

/// `moves_left` estimates how many more moves this side has to think about. `None` if there is no time limit.
pub fn budget(limits: &Limits, moves_left: u32) -> Option<Budget> {
    let fixed = limits.move_time.map(|time| {
        let hard = time.saturating_sub(MARGIN.min(time / 10));
        Budget { soft: hard, hard }
    });
    let shared = limits.clock.map(|clock| {
        let (periods, period) = clock.byo_yomi.unwrap_or((0, Duration::ZERO));
        let per_move = clock.increment + period;
        let share = clock.main / moves_left.max(1) + per_move;
        // Never more than a fifth of the main time, nor more than is left.
        let whole = clock.main + if periods > 0 { period } else { Duration::ZERO };
        let hard =
            (share * 3).min(clock.main / 5 + per_move).min(whole.saturating_sub(MARGIN.min(whole / 10)));
        // Unused time of a period is lost; unused main time and increments are not.
        let soft = if clock.main.is_zero() && periods > 0 { hard } else { share * 2 / 3 };
        Budget { soft: soft.min(hard), hard }
    });
    match (fixed, shared) {
        (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
        (a, b) => a.or(b),
    }
}

/// The time of one move for a search that loses nothing when it is stopped: the part of the main time (0 to 1) that
/// `part` asks for, plus the increment. A latency reserve is kept back for each of the `moves_left`. `None` if there
/// is no time limit.
pub fn share(limits: &Limits, moves_left: u32, part: impl Fn(Duration) -> f64) -> Option<Duration> {
    let less_margin = |time: Duration| time.saturating_sub(MARGIN.min(time / 10));
    let shared = limits.clock.map(|clock| {
        let period =
            clock.byo_yomi.filter(|(periods, _)| *periods > 0).map_or(Duration::ZERO, |(_, time)| time);
        let main = clock.main.saturating_sub((MARGIN * moves_left).min(clock.main / 2));
        let part = Duration::try_from_secs_f64(main.as_secs_f64() * part(main)).unwrap_or(main);
        let part = part.saturating_add(clock.increment).saturating_add(period);
        part.min(less_margin(clock.main.saturating_add(period)))
    });
    limits.move_time.map(less_margin).into_iter().chain(shared).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::TimeControl;

    fn of(control: &str, moves_left: u32) -> Budget {
        let control: TimeControl = control.parse().expect("a time control");
        budget(&heibai_games::Clock::new(control).limits(), moves_left).expect("a limit")
    }

    #[test]
    fn no_budget_exceeds_the_clock() {
        for (control, whole) in
            [("5m", 300.0), ("10s+1s", 10.0), ("1s+3x2s", 3.0), ("500ms/move", 0.5), ("1ms/move", 0.001)]
        {
            for moves in [0, 1, 10, 30] {
                let Budget { soft, hard } = of(control, moves);
                assert!(soft <= hard && hard.as_secs_f64() < whole, "{control} {moves} {hard:?}");
            }
        }
    }

    #[test]
    fn a_clock_lasts_for_the_game() {
        let mut left = Duration::from_secs(60);
        for moves in (1..=30).rev() {
            let limits = Limits {
                clock: Some(heibai_games::player::Remaining {
                    main: left,
                    increment: Duration::ZERO,
                    byo_yomi: None,
                }),
                ..Limits::default()
            };
            left -= budget(&limits, moves).expect("a limit").soft;
        }
        assert!(left > Duration::from_secs(1));
    }

    #[test]
    fn a_period_is_used_up() {
        let clock = heibai_games::player::Remaining {
            main: Duration::ZERO,
            increment: Duration::ZERO,
            byo_yomi: Some((1, Duration::from_secs(5))),
        };
        let spent = budget(&Limits { clock: Some(clock), ..Limits::default() }, 25);
        assert!(spent.is_some_and(|b| b.soft == b.hard && b.hard > Duration::from_millis(4900)), "{spent:?}");
    }

    #[test]
    fn no_share_exceeds_the_clock() {
        for (control, whole) in
            [("5m", 300.0), ("10s+1s", 10.0), ("1s+3x2s", 3.0), ("500ms/move", 0.5), ("1ms/move", 0.001)]
        {
            for part in [1.0, 0.5, 0.05] {
                let control: TimeControl = control.parse().expect("a time control");
                let limits = heibai_games::Clock::new(control).limits();
                let share = share(&limits, 10, |_| part).expect("a limit");
                assert!(!share.is_zero() && share.as_secs_f64() < whole, "{control} {part} {share:?}");
            }
        }
        let endless = heibai_games::player::Remaining {
            main: Duration::MAX,
            increment: Duration::MAX,
            byo_yomi: Some((1, Duration::MAX)),
        };
        assert!(share(&Limits { clock: Some(endless), ..Limits::default() }, 10, |_| 1.0).is_some());
    }

    #[test]
    fn without_limits_there_is_no_budget() {
        assert_eq!(budget(&Limits::default(), 10), None);
        assert_eq!(share(&Limits::default(), 10, |_| 1.0), None);
    }
}

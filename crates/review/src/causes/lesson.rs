//! The lesson of the first steps that teaches what a mistake missed.

use super::Cause;
use crate::deeds::Deed;
use heibai_games::Color;

impl Cause {
    /// The lesson about the cause of a mistake of `mover`, in the game of the cause; `None` where no lesson is about it.
    pub fn lesson(&self, mover: Color) -> Option<&'static str> {
        self.of_othello().or_else(|| self.of_go(mover)).or_else(|| self.of_gomoku())
    }

    fn of_othello(&self) -> Option<&'static str> {
        Some(match self {
            Cause::OpensCorner { .. } | Cause::GivesCorner { .. } | Cause::LineLosesCorner { .. } => {
                "x-square"
            }
            Cause::MissesCorner { .. } | Cause::WinsCorner { .. } | Cause::LineWinsCorner { .. } => "corner",
            Cause::StableDiscs { .. } => "safe",
            Cause::MustPass { .. }
            | Cause::MakesPass
            | Cause::LinePasses { .. }
            | Cause::LineMakesPass { .. } => "passed-over",
            Cause::GivesMoves { .. }
            | Cause::LeavesFewMoves { .. }
            | Cause::FewSafeMoves { .. }
            | Cause::LeavesSafeMoves { .. }
            | Cause::LaterMobility { .. }
            | Cause::LaterSafeMoves { .. } => "mobility",
            Cause::FlipsMany { .. } | Cause::Frontier { .. } | Cause::LaterFrontier { .. } => "quiet",
            Cause::ResultFalls { .. } => "four-left",
            _ => return None,
        })
    }

    fn of_go(&self, mover: Color) -> Option<&'static str> {
        Some(match self {
            Cause::LeavesInAtari { .. } => "escape",
            Cause::AllowsLadder { .. } | Cause::MissesLadder { .. } => "ladder",
            Cause::AllowsKill { .. } => "two-eyes",
            Cause::MissesKill { .. } => "kill",
            Cause::MissesCapture { .. } => "capture-two",
            Cause::AnswerDoes { deed, .. } | Cause::BetterPrevents { deed } => match deed {
                Deed::Cuts(_) => "connect",
                Deed::Connects(_) => "cut",
                Deed::Kills { .. } => "two-eyes",
                Deed::CatchesInLadder(_) | Deed::Threatens(_) => "ladder",
                Deed::Captures(_) | Deed::Catches(_) | Deed::PutsInAtari(_) => "escape",
                Deed::Lives { .. } => "kill",
                Deed::Saves(_) | Deed::BreaksLadder(_) => "capture-two",
            },
            Cause::BetterDoes { deed } => match deed {
                Deed::Cuts(_) => "cut",
                Deed::Connects(_) => "connect",
                Deed::Kills { .. } => "kill",
                Deed::CatchesInLadder(_) | Deed::Threatens(_) => "ladder",
                Deed::Captures(_) | Deed::Catches(_) => "capture-two",
                Deed::PutsInAtari(_) => "atari",
                Deed::Lives { .. } => "two-eyes",
                Deed::Saves(_) | Deed::BreaksLadder(_) => "escape",
            },
            Cause::LineCaptures { owner, .. } => {
                if *owner == mover {
                    "escape"
                } else {
                    "capture-two"
                }
            }
            Cause::ChangesHands { owner, .. } => {
                if *owner == mover {
                    "two-eyes"
                } else {
                    "kill"
                }
            }
            Cause::GivesArea { .. } => "border",
            Cause::TouchesNothing | Cause::LowStone { .. } => "place",
            _ => return None,
        })
    }

    fn of_gomoku(&self) -> Option<&'static str> {
        Some(match self {
            Cause::AllowsFive { .. } | Cause::IgnoresFour { .. } => "block",
            Cause::MissesFive { .. } => "win-first",
            Cause::AllowsAttack(_)
            | Cause::AllowsWin { .. }
            | Cause::AnswerMakes { .. }
            | Cause::BetterStops { .. } => "stop-three",
            Cause::MissesAttack(_) | Cause::MissesWin { .. } => "four-three",
            Cause::BetterMakes { .. } | Cause::StandsAlone => "open-three",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heibai_games::{Kind, Point};
    use heibai_words::first_steps;

    /// What is named is there, in the game that the cause belongs to.
    #[test]
    fn a_mistake_leads_to_a_lesson_that_is_there() {
        let stones = || vec![Point(0)];
        let go = [
            Cause::LeavesInAtari { stones: stones(), capture: Point(1) },
            Cause::BetterDoes { deed: Deed::Captures(stones()) },
            Cause::BetterDoes { deed: Deed::Cuts(stones()) },
            Cause::BetterPrevents { deed: Deed::Cuts(stones()) },
            Cause::BetterPrevents { deed: Deed::Threatens(stones()) },
            Cause::BetterDoes { deed: Deed::Saves(stones()) },
            Cause::LowStone { line: 1 },
            Cause::ChangesHands { stones: stones(), owner: Color::Black },
            Cause::GivesArea { area: stones(), points: 5 },
        ];
        let othello = [
            Cause::OpensCorner { corner: Point(0) },
            Cause::MissesCorner { corner: Point(0) },
            Cause::MakesPass,
            Cause::FlipsMany { played: 9, better: 1 },
        ];
        let gomoku =
            [Cause::AllowsFive { at: Point(0) }, Cause::MissesFive { at: Point(0) }, Cause::StandsAlone];
        for (kind, causes) in [(Kind::Go, &go[..]), (Kind::Othello, &othello), (Kind::Gomoku, &gomoku)] {
            for cause in causes {
                let lesson = cause.lesson(Color::Black).unwrap_or_else(|| panic!("no lesson for {cause:?}"));
                assert!(first_steps::find(kind, lesson).is_some(), "{kind} has no lesson {lesson}");
            }
        }
        assert_eq!(Cause::KeyPoint.lesson(Color::Black), None);
    }
}

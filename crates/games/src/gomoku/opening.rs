//! Opening rules: who places which stones, who chooses, and what is offered, before the game proper.
//!
//! A rule is a list of steps. The stones themselves are ordinary moves of a position (Black, White, Black, ...); a
//! step only says whose hand places them and where, or who chooses and among what. Players go by the colour that they
//! hold at that time: the first player holds Black until a choice changes it. `docs/rules/gomoku.md` tells each rule.

use super::rules::OpeningRule;
use super::symmetry::look_alike;
use crate::board::{Color, Notation, Point};
use crate::due::{Due, Seat};
use crate::position::{Illegal, Position};
use std::fmt;

/// The most points that any rule lets a player offer for the fifth stone.
pub const MOST_OFFERS: usize = 12;
/// The rules that name points in a choice are played on this board.
const SIZE: usize = 15;

/// What a player may choose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// To play Black.
    Black,
    /// To play White.
    White,
    /// Swap2 only: place a white and a black stone and let the other side choose.
    TwoMore,
    /// So many points will be offered for the fifth stone.
    Fifths(u8),
    /// This point is offered for the fifth stone.
    Fifth(Point),
}

impl Choice {
    /// One word for logs, the wire and Python: `black`, `white`, `more`, `offer8`, or the name of an offered point.
    ///
    /// ```
    /// use heibai_games::gomoku::opening::Choice;
    /// assert_eq!(Choice::Fifths(8).name(), "offer8");
    /// assert_eq!(Choice::from_name("offer8"), Some(Choice::Fifths(8)));
    /// ```
    pub fn name(self) -> String {
        match self {
            Choice::Black => "black".to_owned(),
            Choice::White => "white".to_owned(),
            Choice::TwoMore => "more".to_owned(),
            Choice::Fifths(count) => format!("offer{count}"),
            Choice::Fifth(point) => Notation::Gomoku.write(point, SIZE),
        }
    }

    /// The choice of a name that `name` gave.
    pub fn from_name(name: &str) -> Option<Choice> {
        match name {
            "black" => Some(Choice::Black),
            "white" => Some(Choice::White),
            "more" => Some(Choice::TwoMore),
            _ => match name.strip_prefix("offer") {
                Some(count) => Some(Choice::Fifths(count.parse().ok()?)).filter(|c| FIFTHS.contains(c)),
                None => Notation::Gomoku.read(name, SIZE).ok().map(Choice::Fifth),
            },
        }
    }
}

/// One step of an opening rule. `by` is a colour: whoever holds it at that time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// `by` places a stone for each entry, of both colours in turn, within a central square of this side.
    Place {
        /// Who places them.
        by: Color,
        /// The side of the square for each stone.
        within: &'static [u8],
    },
    /// `by` chooses among `options`.
    Choose {
        /// Who chooses.
        by: Color,
        /// What there is to choose from.
        options: &'static [Choice],
        /// The step that a colour leads to; any other choice leads to the next one.
        colors_to: usize,
    },
    /// Black offers points for the fifth stone, as many as were announced.
    Offer,
    /// White picks one of them, which ends the opening.
    Pick,
}

/// No limit on where a stone is placed.
const ANYWHERE: u8 = u8::MAX;
/// One of the 26 openings: the centre, a point next to it, a point at most two away.
const OPENING: &[u8] = &[1, 3, 5];

const COLORS: &[Choice] = &[Choice::Black, Choice::White];
const COLORS_OR_MORE: &[Choice] = &[Choice::Black, Choice::White, Choice::TwoMore];
const COLORS_OR_TEN: &[Choice] = &[Choice::Black, Choice::White, Choice::Fifths(10)];
/// Every number of fifth stones that can be announced.
const FIFTHS: [Choice; MOST_OFFERS] = {
    let mut all = [Choice::Fifths(1); MOST_OFFERS];
    let mut index = 1;
    while index < MOST_OFFERS {
        all[index] = Choice::Fifths(index as u8 + 1);
        index += 1;
    }
    all
};
const UP_TO_EIGHT: &[Choice] = FIFTHS.split_at(8).0;

const fn place(by: Color, within: &'static [u8]) -> Step {
    Step::Place { by, within }
}

const fn choose(by: Color, options: &'static [Choice], colors_to: usize) -> Step {
    Step::Choose { by, options, colors_to }
}

impl OpeningRule {
    /// The steps of the rule, in order.
    pub const fn steps(self) -> &'static [Step] {
        use Color::{Black, White};
        match self {
            OpeningRule::Free => &[],
            OpeningRule::Swap => const { &[place(Black, &[ANYWHERE; 3]), choose(White, COLORS, 2)] },
            OpeningRule::Swap2 => {
                const {
                    &[
                        place(Black, &[ANYWHERE; 3]),
                        choose(White, COLORS_OR_MORE, 4),
                        place(White, &[ANYWHERE; 2]),
                        choose(Black, COLORS, 4),
                    ]
                }
            }
            OpeningRule::Rif => {
                const {
                    &[
                        place(Black, OPENING),
                        choose(White, COLORS, 2),
                        place(White, &[ANYWHERE]),
                        Step::Offer,
                        Step::Pick,
                    ]
                }
            }
            OpeningRule::Yamaguchi => {
                const {
                    &[
                        place(Black, OPENING),
                        choose(Black, &FIFTHS, 2),
                        choose(White, COLORS, 3),
                        place(White, &[ANYWHERE]),
                        Step::Offer,
                        Step::Pick,
                    ]
                }
            }
            OpeningRule::Soosorv8 => {
                const {
                    &[
                        place(Black, OPENING),
                        choose(White, COLORS, 2),
                        place(White, &[ANYWHERE]),
                        choose(White, UP_TO_EIGHT, 4),
                        choose(Black, COLORS, 5),
                        Step::Offer,
                        Step::Pick,
                    ]
                }
            }
            OpeningRule::Taraguchi10 => {
                const {
                    &[
                        place(Black, &[1]),
                        choose(White, COLORS, 2),
                        place(White, &[3]),
                        choose(Black, COLORS, 4),
                        place(Black, &[5]),
                        choose(White, COLORS, 6),
                        place(White, &[7]),
                        choose(Black, COLORS_OR_TEN, 10),
                        Step::Offer,
                        Step::Pick,
                        place(Black, &[9]),
                        choose(White, COLORS, 12),
                    ]
                }
            }
        }
    }
}

/// Why a step of the opening is refused. Nothing changes when it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutOfOrder {
    /// A choice must be made before the next stone.
    ChooseFirst,
    /// Stones must be placed before the next choice.
    PlaceFirst,
    /// That is not among the choices here.
    NoSuchChoice,
    /// The opening is over.
    Settled,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutOfOrder::ChooseFirst => "a choice must be made before the next stone",
            OutOfOrder::PlaceFirst => "the opening stones must be placed before the next choice",
            OutOfOrder::NoSuchChoice => "that is not among the choices here",
            OutOfOrder::Settled => "the opening is over and the colours are settled",
        })
    }
}

impl std::error::Error for OutOfOrder {}

/// The opening of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    /// The step that is due, and how many of its stones are placed.
    step: usize,
    placed: usize,
    /// All stones so far.
    stones: usize,
    /// Who holds Black.
    black: Seat,
    /// How many points are to be offered for the fifth stone, and those that were.
    fifths: u8,
    offered: [Point; MOST_OFFERS],
    offers: usize,
}

impl Opening {
    /// The opening before its first step.
    pub const fn new(rule: OpeningRule) -> Opening {
        let fifths = if matches!(rule, OpeningRule::Rif) { 2 } else { 0 };
        let offered = [Point(0); MOST_OFFERS];
        Opening { rule, step: 0, placed: 0, stones: 0, black: Seat::First, fifths, offered, offers: 0 }
    }

    /// The rule that is followed.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// What is to be done next; `None` once the opening is over.
    pub fn due(&self) -> Option<Due> {
        Some(match self.current()? {
            Step::Place { by, within } => {
                let color = if self.stones.is_multiple_of(2) { Color::Black } else { Color::White };
                let left = (within.len() - self.placed) as u8;
                let within = Some(within[self.placed]).filter(|&side| side != ANYWHERE);
                Due::Stone { by: self.seat(by), color, left, within }
            }
            Step::Choose { by, options, .. } => Due::Choice { by: self.seat(by), options },
            Step::Offer => Due::Offer { by: self.black, left: self.fifths - self.offers as u8 },
            Step::Pick => Due::Pick { by: self.black.other() },
        })
    }

    /// Whether the opening is over and the colours are settled.
    pub const fn is_over(&self) -> bool {
        self.step >= self.rule.steps().len()
    }

    /// Who holds a colour, for now or for good.
    pub fn seat(&self, color: Color) -> Seat {
        if color == Color::Black { self.black } else { self.black.other() }
    }

    /// How many stones were placed.
    pub const fn stones(&self) -> usize {
        self.stones
    }

    /// How many points are to be offered for the fifth stone; 0 where nobody has announced any.
    pub const fn fifths(&self) -> usize {
        self.fifths as usize
    }

    /// The points offered for the fifth stone so far.
    pub fn offered(&self) -> &[Point] {
        &self.offered[..self.offers]
    }

    /// Whether a choice comes right after the stone that is due.
    pub fn leads_to_choice(&self) -> bool {
        matches!(self.rule.steps().get(self.step + 1), Some(Step::Choose { .. }))
    }

    fn current(&self) -> Option<Step> {
        self.rule.steps().get(self.step).copied()
    }

    /// Whether the opening lets a stone be placed, offered or picked here. The position says the rest.
    pub fn check_stone<P: Position>(&self, position: &P, point: Point) -> Result<(), Illegal> {
        match self.current() {
            Some(Step::Choose { .. }) => Err(Illegal::ChooseFirst),
            Some(Step::Place { within, .. }) => match within[self.placed] {
                side if is_central(point, side, position.size()) => Ok(()),
                side => Err(Illegal::OutsideCentre { side }),
            },
            Some(Step::Offer) => {
                let same = |&earlier: &Point| earlier == point || look_alike(position, earlier, point);
                if self.offered().iter().any(same) { Err(Illegal::OfferedAlready) } else { Ok(()) }
            }
            Some(Step::Pick) if !self.offered().contains(&point) => Err(Illegal::NotOffered),
            Some(Step::Pick) | None => Ok(()),
        }
    }

    /// Notes that the stone that was due is placed. The position has accepted it before.
    pub fn place(&mut self) -> Result<(), OutOfOrder> {
        match self.current() {
            Some(Step::Place { within, .. }) => {
                (self.placed, self.stones) = (self.placed + 1, self.stones + 1);
                if self.placed == within.len() {
                    self.go_to(self.step + 1);
                }
                Ok(())
            }
            Some(Step::Pick) => {
                self.stones += 1;
                self.go_to(self.rule.steps().len());
                Ok(())
            }
            Some(Step::Choose { .. } | Step::Offer) => Err(OutOfOrder::ChooseFirst),
            None => Err(OutOfOrder::Settled),
        }
    }

    /// Whether `choice` is offered now. Of a point to offer only the position knows whether it may be one.
    pub fn check_choice(&self, choice: Choice) -> Result<(), OutOfOrder> {
        match self.current() {
            Some(Step::Choose { options, .. }) if options.contains(&choice) => Ok(()),
            Some(Step::Offer) if matches!(choice, Choice::Fifth(_)) => Ok(()),
            Some(Step::Choose { .. } | Step::Offer) => Err(OutOfOrder::NoSuchChoice),
            Some(Step::Place { .. } | Step::Pick) => Err(OutOfOrder::PlaceFirst),
            None => Err(OutOfOrder::Settled),
        }
    }

    /// The one whose choice is due makes it.
    pub fn choose(&mut self, choice: Choice) -> Result<(), OutOfOrder> {
        self.check_choice(choice)?;
        match (self.current(), choice) {
            (Some(Step::Choose { by, colors_to, .. }), Choice::Black | Choice::White) => {
                let by = self.seat(by);
                self.black = if choice == Choice::Black { by } else { by.other() };
                self.go_to(colors_to);
            }
            (_, Choice::Fifth(point)) => {
                self.offered[self.offers] = point;
                self.offers += 1;
                if self.offers == self.fifths() {
                    self.go_to(self.step + 1);
                }
            }
            (_, Choice::Fifths(count)) => {
                self.fifths = count;
                self.go_to(self.step + 1);
            }
            _ => self.go_to(self.step + 1),
        }
        Ok(())
    }

    fn go_to(&mut self, step: usize) {
        (self.step, self.placed) = (step, 0);
    }
}

/// Whether a point lies in the central square of this side.
fn is_central(point: Point, side: u8, size: usize) -> bool {
    let from_centre = |at: usize| (2 * at).abs_diff(size - 1);
    side == ANYWHERE || from_centre(point.x(size)).max(from_centre(point.y(size))) < usize::from(side)
}

//! Scaffolding until each game has its own referee: stones may stand on any empty point.
macro_rules! scaffold {
    ($name:ident, $rules:ty) => {
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name {
            rules: $rules,
            stones: Vec<Option<crate::board::Color>>,
            turn: crate::board::Color,
        }
        impl crate::position::Position for $name {
            type Rules = $rules;
            fn start(rules: &$rules) -> Self {
                $name {
                    rules: *rules,
                    stones: vec![None; rules.size() * rules.size()],
                    turn: crate::board::Color::Black,
                }
            }
            fn setup(
                rules: &$rules,
                stones: &[(crate::board::Point, crate::board::Color)],
                turn: crate::board::Color,
            ) -> Result<Self, crate::position::Impossible> {
                let mut p = Self::start(rules);
                for &(point, color) in stones {
                    p.stones[point.index()] = Some(color);
                }
                p.turn = turn;
                Ok(p)
            }
            fn rules(&self) -> $rules {
                self.rules
            }
            fn turn(&self) -> crate::board::Color {
                self.turn
            }
            fn size(&self) -> usize {
                self.rules.size()
            }
            fn stone(&self, point: crate::board::Point) -> Option<crate::board::Color> {
                self.stones[point.index()]
            }
            fn check(&self, mv: crate::position::Move) -> Result<(), crate::position::Illegal> {
                match mv {
                    crate::position::Move::Pass => Err(crate::position::Illegal::CannotPass),
                    crate::position::Move::Place(p) => match self.stones.get(p.index()) {
                        None => Err(crate::position::Illegal::OffBoard),
                        Some(None) => Ok(()),
                        Some(_) => Err(crate::position::Illegal::Occupied),
                    },
                }
            }
            fn legal_moves(&self, moves: &mut Vec<crate::position::Move>) {
                moves.clear();
                moves.extend(
                    crate::board::Point::all(self.size())
                        .map(crate::position::Move::Place)
                        .filter(|&m| self.check(m).is_ok()),
                );
            }
            fn play_unchecked<O: crate::position::Observer>(
                &mut self,
                mv: crate::position::Move,
                observer: &mut O,
            ) {
                if let crate::position::Move::Place(p) = mv {
                    self.stones[p.index()] = Some(self.turn);
                    observer.placed(p, self.turn);
                }
                self.turn = !self.turn;
            }
            fn outcome(&self) -> Option<crate::position::Outcome> {
                self.stones
                    .iter()
                    .all(Option::is_some)
                    .then(|| crate::position::Outcome::draw(crate::position::Reason::BoardFull))
            }
            fn key(&self) -> u64 {
                0
            }
        }
    };
}
pub(crate) use scaffold;

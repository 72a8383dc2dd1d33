//! Attention: a player that is careless now and then and plays such moves as a weaker player would.

use heibai_games::gomoku::opening::Opening;
use heibai_games::player::{Fault, Player};
use heibai_games::{Answer, Color, Decision, Outcome, Request, Rules};

pub(crate) struct Wavering {
    name: &'static str,
    attentive: Box<dyn Player>,
    careless: Box<dyn Player>,
    /// The probability that it pays attention to a move.
    attention: f64,
    random: fastrand::Rng,
}

impl Wavering {
    /// `attentive` and `careless` are called once each, with a seed of their own.
    pub(crate) fn new(
        name: &'static str,
        attention: f64,
        seed: u64,
        attentive: impl FnOnce(u64) -> Box<dyn Player>,
        careless: impl FnOnce(u64) -> Box<dyn Player>,
    ) -> Wavering {
        let mut random = fastrand::Rng::with_seed(seed);
        let (attentive, careless) = (attentive(random.u64(..)), careless(random.u64(..)));
        Wavering { name, attentive, careless, attention, random }
    }
}

impl Player for Wavering {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn new_game(&mut self, rules: &Rules, color: Color) -> Result<(), Fault> {
        self.attentive.new_game(rules, color)?;
        self.careless.new_game(rules, color)
    }

    fn decide(&mut self, request: &Request<'_>, opening: &Opening) -> Result<Decision, Fault> {
        self.attentive.decide(request, opening)
    }

    fn choose(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let pays_attention = self.random.f64() < self.attention;
        if pays_attention { self.attentive.choose(request) } else { self.careless.choose(request) }
    }

    fn game_over(&mut self, outcome: &Outcome) {
        self.attentive.game_over(outcome);
        self.careless.game_over(outcome);
    }
}

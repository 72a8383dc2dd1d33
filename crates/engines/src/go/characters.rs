//! The characters of Go: the policy of a network at a temperature, blunders of a weaker character, and search for the
//! stronger ones.

use super::player::{GoPlayer, GoSettings};
use super::shipped;
use super::tree::SearchParams;
use crate::characters::{Character, Wavering};
use heibai_games::Player;
use heibai_net::Network;
use std::sync::Arc;

/// The player of a character. Its numbers were tuned by the games of `heibai ladder go:9 --scale`.
pub(crate) fn player(character: Character, seed: u64) -> Box<dyn Player> {
    let name = character.name();
    // Policy alone: the small network; a higher temperature spreads the choice.
    let feels = |temperature, least| {
        move |seed| {
            // These play on to the count, so that a beginner sees how a game ends.
            let settings = GoSettings { visits: 1, temperature, least, resigns: false, ..CALM };
            go(name, shipped::tiny(), settings, seed)
        }
    };
    // Searches a few positions; now and then plays by policy alone.
    let reads = |network: Arc<Network>, visits, attention| -> Box<dyn Player> {
        let reader = move |seed| go(name, network, GoSettings { visits, temperature: 0.2, ..CALM }, seed);
        Box::new(Wavering::new(name, attention, seed, reader, feels(1.0, 0.05)))
    };
    match character {
        Character::Chick => feels(2.45, 0.0015)(seed),
        Character::Rabbit => feels(1.95, 0.004)(seed),
        Character::Kitten => feels(1.5, 0.01)(seed),
        Character::Puppy => feels(1.2, 0.025)(seed),
        Character::Squirrel => feels(0.9, 0.05)(seed),
        Character::Panda => feels(0.3, 0.05)(seed),
        Character::Fox => reads(shipped::tiny(), 8, 0.92),
        Character::Monkey => reads(shipped::tiny(), 20, 0.96),
        Character::Crane => reads(shipped::medium(), 8, 0.96),
        Character::Wolf => reads(shipped::medium(), 18, 0.98),
        Character::Owl => reads(shipped::medium(), 42, 0.99),
        Character::Dragon => reads(shipped::medium(), 100, 1.0),
    }
}

const CALM: GoSettings = GoSettings { unlimited: false, ..GoSettings::BEST };

fn go(name: &str, network: Arc<Network>, settings: GoSettings, seed: u64) -> Box<dyn Player> {
    // Like the levels, rated without value bias learned during a game.
    let params = SearchParams { learn: 0.0, ..SearchParams::default() };
    Box::new(GoPlayer::new(name, network, settings, seed).with_params(params))
}

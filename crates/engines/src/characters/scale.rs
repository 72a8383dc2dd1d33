//! The measured ratings of players, by game.

use heibai_games::Kind;

/// The rating of a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Strength {
    pub kind: Kind,
    /// A character, a level, or the name of another player.
    pub player: String,
    pub elo: f64,
    /// Half the width of the 95 % interval.
    pub error: f64,
    /// How many games the rating rests on.
    pub games: u64,
}

const MEASURED: &str = include_str!("scale.txt");

/// The measured ratings of a game, weakest first.
pub fn measured(kind: Kind) -> Vec<Strength> {
    read_scale(MEASURED).into_iter().filter(|place| place.kind == kind).collect()
}

/// Reads `game player elo error games`, one line each; `#` begins a comment.
pub fn read_scale(text: &str) -> Vec<Strength> {
    let place = |line: &str| {
        let mut words = line.split_whitespace();
        Some(Strength {
            kind: words.next()?.parse().ok()?,
            player: words.next()?.to_owned(),
            elo: words.next()?.parse().ok()?,
            error: words.next()?.parse().ok()?,
            games: words.next()?.parse().ok()?,
        })
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use crate::characters::Character;

    /// Every character and level has a measured rating, and each character is about 200 above the one before.
    #[test]
    fn the_scale_is_whole_and_rises_by_even_steps() {
        let lines = MEASURED.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(lines.count(), Kind::ALL.iter().map(|&kind| measured(kind).len()).sum::<usize>());
        for kind in Kind::ALL {
            let places = measured(kind);
            let of = |name: &str| {
                let found = places.iter().find(|place| place.player == name);
                found.unwrap_or_else(|| panic!("{kind}: {name} was never measured"))
            };
            for pair in Character::ALL.windows(2) {
                let (lower, upper) = (of(pair[0].name()), of(pair[1].name()));
                let step = upper.elo - lower.elo;
                assert!((120.0..=290.0).contains(&step), "{kind}: {} and {}: {step}", pair[0], pair[1]);
                assert!(upper.games > 0 && upper.error > 0.0);
            }
            let [first, .., last] = Character::ALL.map(|character| of(character.name()).elo);
            let mean = (last - first) / (Character::ALL.len() - 1) as f64;
            assert!((175.0..=235.0).contains(&mean), "{kind}: {mean}");
            for level in Level::ALL.into_iter().filter(|level| *level <= Level::Hell) {
                of(level.name());
            }
        }
    }
}

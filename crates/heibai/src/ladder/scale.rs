//! `heibai ladder --scale`: characters, levels and well-known programs on one scale. Neighbours play each other, and
//! all others play the characters nearest to them; every pairing can be resumed.

use super::{Course, plot};
use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::seat;
use heibai_arena::elo::Tally;
use heibai_arena::game::{Referees, Terms};
use heibai_arena::log::{Log, LogEntry};
use heibai_arena::pairing::{Standing, fixtures};
use heibai_arena::rating::{Meeting, rate_with};
use heibai_arena::runner::{Entrant, Plan, run as play_all};
use heibai_engines::characters::{Character, Strength};
use heibai_engines::{Level, classic};
use heibai_games::{Kind, Rules};
use heibai_words::failures;
use std::path::{Path, PathBuf};

/// The level that is fixed at [`ORIGIN`] in every game.
const FIXED: Level = Level::Normal;
const ORIGIN: f64 = 1500.0;
/// A player that is not a character first meets these characters, to find its place.
const FIRST_MEETINGS: [usize; 4] = [1, 4, 7, 10];
/// So few prior games that they do not pull the ends of the scale together.
const PRIOR_GAMES: f64 = 0.1;

/// A player to rate: its name in the table, and how it is made.
struct Rated {
    name: String,
    made: String,
}

impl Rated {
    /// `PLAYER`, or `NAME=PLAYER` with a name of its own.
    fn parse(text: &str) -> Rated {
        let (name, made) = match text.split_once('=') {
            Some((name, made)) if !name.contains(':') => (name, made),
            _ => (text, text),
        };
        Rated { name: label(name), made: made.to_owned() }
    }
}

/// The players to rate: the characters first, then the levels, then well-known searches and programs.
fn players(kind: Kind, anchors: &[String]) -> Vec<Rated> {
    let characters = Character::ALL.map(|character| character.name().to_owned());
    let levels = [Level::Beginner, Level::Normal, Level::Hard, Level::Hell];
    let eval = classic::names(kind)[0];
    let searches = [2, 4].map(|depth| format!("alphabeta:depth={depth},eval={eval}"));
    let searches = searches.into_iter().filter(|_| kind != Kind::Go);
    let levels = levels.map(|level| level.name().to_owned());
    characters
        .into_iter()
        .chain(levels)
        .chain(searches)
        .chain(anchors.iter().cloned())
        .map(|text| Rated::parse(&text))
        .collect()
}

/// The name of a program in the table: `gtp:gnugo --mode gtp --level 10` does not fit into a line of words.
fn label(player: &str) -> String {
    player.replace(char::is_whitespace, "_")
}

/// Where the games of two players are kept.
fn pairing_folder(folder: &Path, players: [&Rated; 2]) -> PathBuf {
    let [a, b] = players.map(|player| player.name.replace([':', '/', ',', '='], "-"));
    folder.join(format!("{a}_{b}"))
}

/// Two players and the first one's results.
struct Pairing {
    a: usize,
    b: usize,
    tally: Tally,
}

impl Course<'_> {
    /// Plays the missing games and computes all ratings.
    pub(super) fn scale(&self, name: &str, rules: &Rules) -> anyhow::Result<Vec<Strength>> {
        let kind = rules.kind();
        let players = players(kind, &self.args.anchors);
        let folder = self.args.out.join("scale").join(name.replace(':', ""));
        let mut played = Vec::new();
        let characters = Character::ALL.len();
        let meet = |a: usize, b: usize, games: u64, played: &mut Vec<Pairing>| -> anyhow::Result<()> {
            let tally = self.encounter(name, rules, &folder, [&players[a], &players[b]], games)?;
            played.push(Pairing { a, b, tally });
            Ok(())
        };
        for upper in 1..characters {
            meet(upper, upper - 1, self.args.games, &mut played)?;
        }
        for player in characters..players.len() {
            for other in FIRST_MEETINGS {
                meet(player, other, self.args.games.div_ceil(4), &mut played)?;
            }
            // The nearest two are the most informative.
            let elo = ratings(players.len(), &played);
            let mut near: Vec<usize> = (0..characters).filter(|at| !FIRST_MEETINGS.contains(at)).collect();
            let off = |at: &usize| (elo[*at].0 - elo[player].0).abs();
            near.sort_by(|a, b| off(a).total_cmp(&off(b)));
            for &other in near.iter().take(2) {
                meet(player, other, self.args.games, &mut played)?;
            }
        }
        // Whoever was nearest in an earlier run: those games count as well.
        for player in characters..players.len() {
            for other in 0..characters {
                let is_new = !played.iter().any(|pairing| (pairing.a, pairing.b) == (player, other));
                if is_new && pairing_folder(&folder, [&players[player], &players[other]]).exists() {
                    meet(player, other, 0, &mut played)?;
                }
            }
        }
        let elo = ratings(players.len(), &played);
        let fixed = players.iter().position(|player| player.name == FIXED.name()).unwrap_or(0);
        let games = |player: usize| {
            let own = played.iter().filter(|pairing| pairing.a == player || pairing.b == player);
            own.map(|pairing| pairing.tally.games()).sum()
        };
        let place = |(at, player): (usize, &Rated)| Strength {
            kind,
            player: player.name.clone(),
            elo: elo[at].0 - elo[fixed].0 + ORIGIN,
            error: elo[at].1,
            games: games(at),
        };
        // A player without games has no rating.
        let mut places: Vec<Strength> =
            players.iter().enumerate().map(place).filter(|place| place.games > 0).collect();
        places.sort_by(|a, b| a.elo.total_cmp(&b.elo));
        Ok(places)
    }

    /// The games of two players, including those of earlier runs.
    fn encounter(
        &self,
        name: &str,
        rules: &Rules,
        folder: &Path,
        players: [&Rated; 2],
        games: u64,
    ) -> anyhow::Result<Tally> {
        let own = pairing_folder(folder, players);
        std::fs::create_dir_all(&own).told(|| failures::cannot_make(&own.display().to_string()))?;
        let openings = self.openings(rules, folder)?;
        let plan = Plan {
            openings,
            terms: Terms { longest: 4 * rules.size() * rules.size(), ..Terms::default() },
            concurrency: self.args.concurrency,
            seed: self.args.seed,
            referees: Referees { judge: &heibai_engines::judge::judge, prover: None },
            pin: false,
            rules: rules.clone(),
        };
        let entrants =
            players.map(|p| -> Entrant<'_> { seat::entrant(&p.name, &p.made, rules.kind(), None) });
        let bar = crate::progress::bar(games);
        let progress = |entries: &[LogEntry]| {
            let Tally { wins, draws, losses } = Standing::of(entries).tally;
            bar.set_position(wins + draws + losses);
            bar.set_message(format!(
                "{name} {} {}: +{wins} ={draws} -{losses}",
                players[0].name, players[1].name
            ));
            self.is_late()
        };
        let fixtures = fixtures(if self.is_late() { 0 } else { games });
        let log = own.join("games.jsonl");
        play_all(&plan, &entrants, &fixtures, Some(&log), interrupt::signal(), &progress)?;
        bar.finish_and_clear();
        let entries = Log::open(&log)?.1;
        Stopped::check(entries.len(), fixtures.len(), Some(&log))?;
        Ok(Standing::of(&entries).tally)
    }
}

/// Ratings with their errors, by player.
fn ratings(players: usize, played: &[Pairing]) -> Vec<(f64, f64)> {
    let meeting = |pairing: &Pairing| Meeting {
        a: pairing.a,
        b: pairing.b,
        points: pairing.tally.points(),
        games: pairing.tally.games() as f64,
    };
    let meetings: Vec<Meeting> = played.iter().map(meeting).collect();
    rate_with(players, &meetings, PRIOR_GAMES).iter().map(|rating| (rating.elo, rating.error)).collect()
}

pub const SCALE: &str = "crates/engines/src/characters/scale.txt";
const HEAD: &str = "# Measured by `heibai ladder --scale`: game, player, Elo, half of its 95 % interval, games. The Normal level is 1500.\n";

/// Replaces the ratings of one game in a repository and draws its picture.
pub fn update(repository: &Path, kind: Kind, places: &[Strength]) -> anyhow::Result<()> {
    let path = repository.join(SCALE);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let mut all = heibai_engines::characters::read_scale(&text);
    all.retain(|place| place.kind != kind);
    all.extend(places.iter().cloned());
    let order = |place: &Strength| Kind::ALL.iter().position(|kind| *kind == place.kind);
    all.sort_by_key(order);
    let mut text = HEAD.to_owned();
    for Strength { kind, player, elo, error, games } in &all {
        text.push_str(&format!("{kind} {player} {elo:.0} {error:.0} {games}\n"));
    }
    // The pictures show what the file says, rounded as it is.
    let all = heibai_engines::characters::read_scale(&text);
    std::fs::write(&path, text).told(|| failures::cannot_write(&path.display().to_string()))?;
    for kind in Kind::ALL {
        let own: Vec<Strength> = all.iter().filter(|place| place.kind == kind).cloned().collect();
        if !own.is_empty() {
            let path = repository.join(picture(kind));
            std::fs::write(&path, plot::svg(&own))
                .told(|| failures::cannot_write(&path.display().to_string()))?;
        }
    }
    Ok(())
}

fn picture(kind: Kind) -> String {
    format!("docs/pictures/scale-{kind}.svg")
}

/// The section of the page about the scale.
pub fn section(places: &[Strength]) -> String {
    let mut text = String::from(
        "\n## Everybody on one scale\n\n\
         Twelve characters to grow with, the levels of the documents, and searches that anybody can rebuild. Neighbours\n\
         play each other; everybody else plays the characters that turn out to be nearest. Ratings are those under which\n\
         all results are most likely; the Normal level is 1500. The bars are 95 % intervals from a player's own games; how\n\
         few these are stands beside them, and more can be added by the same command at any time. Another program finds its\n\
         place with `--anchor`. Two are in the table of Go: GNU Go 3.8 at level 10, and KataGo's 6x96 network (b6c96) at one\n\
         visit, that is its policy's first choice, played by our program. Which places come from matches outside of these\n\
         commands, and how: [lab/opponents.md](lab/opponents.md).\n\n\
         ```\nheibai ladder othello --scale --games 400 --out local/ladder --write .\n\
         heibai ladder gomoku --scale --games 120 --out local/ladder --write .\n\
         heibai ladder go:9 --scale --games 300 --out local/ladder --write . \\\n  \
         --anchor 'gnugo-3.8-level-10=gtp:gnugo --mode gtp --level 10 --chinese-rules' \\\n  \
         --anchor katago-6x96-one-visit=engine:nodes=1,network=b6c96.bin.gz\n```\n",
    );
    for kind in Kind::ALL {
        let own: Vec<&Strength> = places.iter().filter(|place| place.kind == kind).collect();
        if own.is_empty() {
            continue;
        }
        let name = picture(kind);
        let name = name.trim_start_matches("docs/");
        text.push_str(&format!("\n### {kind}\n\n![Ratings with error bars]({name})\n\n"));
        text.push_str("| player | Elo | ± | games |\n|---|---|---|---|\n");
        for place in &own {
            text.push_str(&format!(
                "| {} | {:.0} | {:.0} | {} |\n",
                place.player, place.elo, place.error, place.games
            ));
        }
        let steps = steps(&own);
        let (low, high) =
            steps.iter().fold((f64::MAX, f64::MIN), |(low, high), s| (low.min(*s), high.max(*s)));
        let mean = steps.iter().sum::<f64>() / steps.len().max(1) as f64;
        text.push_str(&format!(
            "\nFrom each character to the next: {low:.0} to {high:.0} Elo, {mean:.0} in the mean.\n"
        ));
    }
    text
}

/// The differences from each character to the next.
fn steps(places: &[&Strength]) -> Vec<f64> {
    let elo = |c: &Character| places.iter().find(|place| place.player == c.name()).map(|place| place.elo);
    let elos: Vec<f64> = Character::ALL.iter().filter_map(elo).collect();
    elos.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_anchor_may_have_a_name_of_its_own() {
        let parsed = |text: &str| {
            let Rated { name, made } = Rated::parse(text);
            [name, made]
        };
        assert_eq!(parsed("gnugo=gtp:gnugo --level 10"), ["gnugo", "gtp:gnugo --level 10"]);
        assert_eq!(parsed("engine:nodes=1"), ["engine:nodes=1", "engine:nodes=1"]);
        assert_eq!(parsed("gtp:gnugo --mode gtp"), ["gtp:gnugo_--mode_gtp", "gtp:gnugo --mode gtp"]);
    }

    #[test]
    fn the_pictures_are_made_from_the_figures() {
        for kind in Kind::ALL {
            let places = heibai_engines::characters::measured(kind);
            let path = format!("{}/../../{}", env!("CARGO_MANIFEST_DIR"), picture(kind));
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&path, plot::svg(&places)).unwrap();
            }
            assert_eq!(std::fs::read_to_string(path).unwrap(), plot::svg(&places), "{kind}");
        }
    }

    #[test]
    fn places_are_written_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("crates/engines/src/characters")).unwrap();
        std::fs::create_dir_all(folder.path().join("docs/pictures")).unwrap();
        let place = |kind, elo| Strength { kind, player: "fox".to_owned(), elo, error: 30.0, games: 80 };
        update(folder.path(), Kind::Go, &[place(Kind::Go, 900.0)]).unwrap();
        update(folder.path(), Kind::Othello, &[place(Kind::Othello, 1200.0)]).unwrap();
        update(folder.path(), Kind::Go, &[place(Kind::Go, 950.0)]).unwrap();
        let text = std::fs::read_to_string(folder.path().join(SCALE)).unwrap();
        let read = heibai_engines::characters::read_scale(&text);
        assert_eq!(read, [place(Kind::Othello, 1200.0), place(Kind::Go, 950.0)]);
    }

    /// Results of players 200 Elo apart give these distances back, also at the ends.
    #[test]
    fn a_row_of_neighbours_keeps_its_distances() {
        let tally = Tally { wins: 76, draws: 0, losses: 24 };
        let played: Vec<Pairing> = (1..12).map(|a| Pairing { a, b: a - 1, tally }).collect();
        let elo = ratings(12, &played);
        for pair in elo.windows(2) {
            assert!((pair[1].0 - pair[0].0 - 200.0).abs() < 8.0, "{elo:?}");
        }
    }
}

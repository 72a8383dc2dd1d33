//! `heibai match`: two players, many games, and what the result means.

use crate::failure::Context;
use crate::interrupt::{self, Stopped};
use crate::results::{number, or};
use crate::{Answer, YES, proof, results, seat};
use heibai_arena::adjudication::{Adjudication, Agreed};
use heibai_arena::elo::{self, Estimate};
use heibai_arena::game::{Referees, Terms};
use heibai_arena::log::LogEntry;
use heibai_arena::openings;
use heibai_arena::pairing::{Standing, fixtures};
use heibai_arena::report::Report;
use heibai_arena::runner::{Plan, run as play_all};
use heibai_arena::sprt::{Sprt, SprtResult};
use heibai_arena::standings;
use heibai_engines::files;
use heibai_games::kind::Choice;
use heibai_games::{Kind, Limits, Rules, TimeControl};
use heibai_words::{Language, Say, Text, failures, players, reports as said};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// A match of two players: every opening twice with colours swapped; resumable with --out.
///
/// Example: heibai match hard normal --game othello --games 100 --openings xot.txt --out runs/hard-normal
#[derive(clap::Args)]
pub struct Args {
    /// A player: a level, random, minimax:..., alphabeta:..., mcts:..., engine:..., gtp:COMMAND, gomocup:COMMAND, nboard:COMMAND.
    #[arg(required_unless_present = "compliance")]
    a: Option<String>,
    /// Its opponent.
    #[arg(required_unless_present = "compliance")]
    b: Option<String>,
    /// othello, go or gomoku
    #[arg(long, required_unless_present = "compliance")]
    game: Option<Kind>,
    /// Checks how a program follows its protocol instead of playing a match: gtp:..., gomocup:... or nboard:...
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["a", "b"])]
    compliance: Option<String>,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// A file with one opening per line (f5d6c4...).
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Without a file: each pair starts with this many random plies.
    #[arg(long, default_value_t = 4)]
    random_plies: usize,
    /// 5m, 5m+3s, 10m+3x30s or 1s/move
    #[arg(long)]
    clock: Option<TimeControl>,
    /// Nodes per move, for engines that count nodes.
    #[arg(long)]
    nodes: Option<u64>,
    /// Search depth in plies, for engines that search by depth.
    #[arg(long)]
    depth: Option<u32>,
    /// Games played at once.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Pins each concurrent game, and the programs it starts, to its own core.
    #[arg(long)]
    pin: bool,
    /// Adjudicates a win when both players agree: values beyond VALUE (discs, points) for MOVES moves in a row.
    #[arg(long, value_name = "VALUE,MOVES", value_parser = agreed)]
    adjudicate_win: Option<Agreed>,
    /// Adjudicates a draw when both players agree: values within VALUE for MOVES moves in a row.
    #[arg(long, value_name = "VALUE,MOVES", value_parser = agreed)]
    adjudicate_draw: Option<Agreed>,
    /// Ends a game when its result is proved: Othello with at most N empty squares, Gomoku by fours within N nodes.
    #[arg(long, value_name = "N")]
    prove: Option<u64>,
    /// Stop as soon as the test decides between these two Elo differences.
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Folder for the log of games; a stopped run is resumed from it.
    #[arg(long)]
    out: Option<PathBuf>,
    /// A rule set; by default the game's own.
    #[arg(long)]
    rules: Option<String>,
    /// Board size.
    #[arg(long)]
    size: Option<usize>,
    /// Go: komi in points.
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<f64>,
    /// Seed of the openings and of everything random in the engines.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How a draw counts in the rating: half a point, or not at all.
    #[arg(long, default_value = "half", value_parser = ["half", "ignore"])]
    draws: String,
    /// Milliseconds that a move may exceed its clock, for the latency of the answer.
    #[arg(long, default_value_t = 100)]
    margin: u64,
    /// Seconds that a foreign program may take to start and to set up a board; over GTP also for a move without a
    /// clock, if more than 60.
    #[arg(long)]
    patience: Option<u64>,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

/// `10,4`: a value and a number of moves.
pub fn agreed(text: &str) -> Result<Agreed, Text> {
    let parts =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match parts {
        Some((value, moves)) if (0.0..1e9).contains(&value) && (2..1000).contains(&moves) => {
            Ok(Agreed { value, moves })
        }
        _ => Err(said::bad_adjudication()),
    }
}

pub fn run(args: Args, lang: Language) -> Answer {
    if let Some(program) = &args.compliance {
        return crate::compliance::run(program, args.game, args.patience, args.json, lang);
    }
    let (Some(a), Some(b), Some(game)) = (&args.a, &args.b, args.game) else {
        return Err(said::two_players().into());
    };
    play([a, b], game, &args, lang)
}

/// Warns if the clocks cannot be trusted to measure the players alone.
fn warn_of_crowding(args: &Args, lang: Language) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if args.clock.is_some() && args.concurrency > cores {
        let games = args.concurrency;
        eprintln!("heibai: {}", said::crowded(games, cores).get(lang));
    }
}

fn play(players: [&String; 2], kind: Kind, args: &Args, lang: Language) -> Answer {
    warn_of_crowding(args, lang);
    let choice = Choice { size: args.size, rules: args.rules.clone(), komi: args.komi, handicap: None };
    let rules = kind.rules(&choice)?;
    let (openings, opened) = match &args.openings {
        Some(path) => {
            let text = files::read_text(path).told(|| failures::cannot_read(&path.display().to_string()))?;
            let openings = openings::read(&text, &rules).told(|| Text::same(path.display().to_string()))?;
            (openings, format!("file {}", openings::fingerprint(&text)))
        }
        None => {
            let mut random = fastrand::Rng::with_seed(args.seed);
            let pairs = args.games.div_ceil(2);
            let openings = (0..pairs).map(|_| openings::random(&rules, args.random_plies, &mut random));
            (openings.collect(), format!("{} random plies", args.random_plies))
        }
    };
    let limits = Limits { nodes: args.nodes, depth: args.depth, ..Limits::default() };
    let points = rules.size() * rules.size();
    let margin = Duration::from_millis(args.margin);
    let adjudication = Adjudication { win: args.adjudicate_win, draw: args.adjudicate_draw };
    let prover = args.prove.map(|limit| proof::prover(kind, limit)).transpose()?;
    let plan = Plan {
        openings,
        terms: Terms {
            clock: args.clock,
            limits,
            margin,
            longest: 4 * points,
            adjudication,
            ..Terms::default()
        },
        concurrency: args.concurrency,
        seed: args.seed,
        referees: Referees { judge: &heibai_engines::judge::judge, prover: prover.as_deref() },
        pin: args.pin,
        rules,
    };
    // An unknown player is wrong usage, not a lost game.
    for player in players {
        seat::program(player, kind, 0)?;
    }
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    let patience = args.patience.map(Duration::from_secs);
    let entrants = players.map(|text| seat::entrant(text, text, kind, patience));
    let log = match &args.out {
        Some(folder) => {
            crate::folder::claim(folder, &about(args, players, &plan.rules, &opened))?;
            Some(folder.join("games.jsonl"))
        }
        None => None,
    };
    let bar = crate::progress::bar(args.games);
    let progress = |entries: &[LogEntry]| {
        let standing = Standing::of(entries);
        let t = standing.tally;
        bar.set_position(t.games());
        bar.set_message(format!("+{} ={} -{}", t.wins, t.draws, t.losses));
        sprt.is_some_and(|sprt| sprt.verdict(&standing.pairs) != SprtResult::GoOn)
    };
    let fixtures = fixtures(args.games);
    let stop = interrupt::signal();
    let entries = play_all(&plan, &entrants, &fixtures, log.as_deref(), stop, &progress)?;
    bar.finish_and_clear();
    report(args, players, kind, sprt, &entries, lang);
    if let Some(folder) = &args.out {
        leave(folder, args, players, &plan.rules, &entries, lang)?;
    }
    Stopped::check(entries.len(), fixtures.len(), log.as_deref())?;
    Ok(YES)
}

/// The settings that determine the games of a match, except their number.
fn about(args: &Args, players: [&String; 2], rules: &Rules, opened: &str) -> Value {
    let agreed = |agreed: Option<Agreed>| agreed.map(|agreed| (agreed.value, agreed.moves));
    let choice = rules.choice();
    json!({
        "match": players, "game": rules.kind().name(), "size": rules.size(), "rules": choice.rules, "komi": choice.komi,
        "clock": args.clock.map(|clock| clock.to_string()), "nodes": args.nodes, "depth": args.depth,
        "openings": opened, "seed": args.seed, "won by agreement": agreed(args.adjudicate_win),
        "drawn by agreement": agreed(args.adjudicate_draw), "proved from": args.prove,
        "version": env!("CARGO_PKG_VERSION"),
    })
}

/// The report, for people and programs, and the games as SGF.
fn leave(
    folder: &std::path::Path,
    args: &Args,
    players: [&String; 2],
    rules: &Rules,
    entries: &[LogEntry],
    lang: Language,
) -> anyhow::Result<()> {
    let agreed = |agreed: Option<Agreed>| agreed.map(|a| said::for_moves(a.value, a.moves as u32));
    let mut facts = results::rules(rules);
    facts.extend([
        (said::clock(), or(args.clock.map(|clock| clock.text()), said::none)),
        (said::nodes_a_move(), or(args.nodes.map(number), said::players_own)),
        (said::depth(), or(args.depth.map(number), said::players_own)),
        (said::openings(), results::openings(args.openings.as_deref(), args.random_plies)),
        (said::seed(), number(args.seed)),
        (said::concurrency(), results::concurrency(args.concurrency, args.pin)),
        (said::won_by_agreement(), or(agreed(args.adjudicate_win), said::never)),
        (said::drawn_by_agreement(), or(agreed(args.adjudicate_draw), said::never)),
        (said::proved_from(), or(args.prove.map(number), said::never)),
    ]);
    facts.extend(results::machine());
    // A player that plays itself appears once in the table.
    let mut names: Vec<String> = players.into_iter().cloned().collect();
    names.dedup();
    let title = players.map(String::as_str).join(" – ");
    let draws_count = args.draws != "ignore";
    let breaks = &standings::USUAL;
    let report = Report {
        title: &title,
        rules,
        players: &names,
        entries,
        breaks,
        facts: &facts,
        draws_count,
        free: &[],
    };
    results::write(folder, &report, entries, lang)
}

fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let numbers =
        text.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers.and_then(|(elo0, elo1)| Sprt::new(elo0, elo1)) {
        Some(sprt) => Ok(sprt),
        None => Err(said::bad_sprt(text).into()),
    }
}

fn report(
    args: &Args,
    players: [&String; 2],
    kind: Kind,
    sprt: Option<Sprt>,
    entries: &[LogEntry],
    lang: Language,
) {
    let [a, b] = players;
    let standing = Standing::of(entries);
    let tally = standing.tally;
    let estimate = match args.draws.as_str() {
        "ignore" => elo::from_games(&tally.without_draws()),
        _ => elo::from_pairs(&standing.pairs).or_else(|| elo::from_games(&tally)),
    };
    let sound = Standing::of(entries.iter().filter(|entry| entry.fault.is_none())).tally;
    let verdict = sprt.map(|sprt| (sprt.llr(&standing.pairs), sprt.verdict(&standing.pairs)));
    if args.json {
        let line = json!({
            "a": a, "b": b, "game": kind.name(), "games": tally.games(),
            "wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "score": tally.score(),
            "pairs": standing.pairs, "faults": standing.faults, "draw_rule": args.draws,
            "without_faults": [sound.wins, sound.draws, sound.losses],
            "elo": estimate.map(|e| e.elo), "elo_low": estimate.map(|e| e.low),
            "elo_high": estimate.map(|e| e.high), "superiority": estimate.map(|e| e.superiority),
            "llr": verdict.map(|(llr, _)| llr), "sprt": verdict.map(|(_, v)| verdict_name(v).en),
        });
        println!("{line}");
        return;
    }
    let tell = |text: Text| println!("{}", text.get(lang));
    let (a, b) = (players::name(a), players::name(b));
    tell(said::tally(a, b, tally.wins, tally.draws, tally.losses));
    tell(said::score(tally.score() * 100.0, tally.games(), &format!("{:?}", standing.pairs)));
    if let Some(Estimate { elo, low, high, superiority }) = estimate {
        tell(said::elo(elo, low, high, superiority));
        tell(if args.draws == "ignore" { said::draws_ignored() } else { said::draws_half() });
    }
    if let Some(first) = entries.iter().find_map(|entry| entry.fault.as_ref()) {
        tell(if standing.faults == 1 {
            said::one_fault(first)
        } else {
            said::faults(standing.faults, first)
        });
        tell(said::without_faults(sound.wins, sound.draws, sound.losses));
    }
    if let Some((llr, verdict)) = verdict {
        tell(said::sequential(llr, verdict_name(verdict)));
    }
}

fn verdict_name(verdict: SprtResult) -> Text {
    match verdict {
        SprtResult::AcceptH0 => said::accept_h0(),
        SprtResult::AcceptH1 => said::accept_h1(),
        SprtResult::GoOn => said::undecided(),
    }
}

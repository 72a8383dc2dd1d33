//! `heibai prove`: a win as a tree checked by the referee.

use crate::failure::Context;
use crate::input::{self, How};
use crate::{Answer, NO, YES};
use heibai_engines::gomoku::Spend;
use heibai_engines::gomoku::prove::{Attack, Proof, Threats, Unproved, prove, prove_by_search};
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::{AnyPosition, Move, Notation, Point, Position};
use heibai_records::{NodeId, Record, Step, Tree, position, sgf};
use heibai_words::{Language, Text, commands as said, failures, help, refusals};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Proves that the side to move wins, and shows the whole proof: by continuous fours where they win, else by what the
/// engine's search finds, quiet moves too.
///
/// The proof is a tree of the attacker's moves, the defences that each need their own answer, and what follows after
/// any other move. The referee has checked it against every legal reply. A very large tree is not written out. The exit
/// status is 1 if nothing was proved.
///
/// Example: heibai prove 'h8a1i8a15j9o1j10o15' --game gomoku --json
#[derive(clap::Args)]
pub struct Args {
    /// A file in any format, a position line, or a string of moves.
    #[arg(allow_hyphen_values = true)]
    input: String,
    #[command(flatten)]
    how: How,
    /// fours (VCF alone), threats (fours and threes, VCT), any (what the engine's search finds)
    #[arg(long, value_name = "fours|threats|any", default_value = "any", value_parser = threats)]
    by: Threats,
    /// Node limit.
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// Time limit in seconds, for the search, the tree and its check together.
    #[arg(long, value_parser = crate::analyze::seconds, default_value = "60")]
    time: f64,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Writes the proof as an SGF file with variations.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

/// The largest tree that is written out, in moves; parts that it shares are written wherever they stand.
const MOST_WRITTEN: usize = 300_000;

fn threats(text: &str) -> Result<Threats, Text> {
    match text {
        "fours" => Ok(Threats::Fours),
        "threats" => Ok(Threats::FoursAndThrees),
        "any" => Ok(Threats::AnyMoves),
        _ => Err(help::expected_values("fours, threats, any")),
    }
}

const fn key(by: Threats) -> &'static str {
    match by {
        Threats::Fours => "fours",
        Threats::FoursAndThrees => "threats",
        Threats::AnyMoves => "any",
    }
}

pub fn run(args: Args, lang: Language) -> Answer {
    let game = input::first(&args.input, &args.how)?.replay()?;
    let AnyPosition::Gomoku(start) = game.position() else {
        return Err(said::nothing_to_prove(game.position().kind()).into());
    };
    let (time, signal) = (Duration::from_secs_f64(args.time), crate::interrupt::signal());
    let end = Instant::now() + time;
    let stop = || Instant::now() >= end || signal.load(Ordering::Relaxed);
    let found = match args.by {
        Threats::AnyMoves => {
            let spend = Spend { time: Some((time, time)), ..Spend::nodes(args.nodes) };
            prove_by_search(start, spend, signal)
        }
        by => prove(start, by, args.nodes, &stop),
    };
    if let (Ok(proof), Some(path)) = (&found, &args.sgf) {
        let size = proof.tree.size();
        if size > MOST_WRITTEN {
            return Err(said::proof_too_large(size).into());
        }
        let text = sgf::write(&record(start, proof)?);
        std::fs::write(path, text).told(|| failures::cannot_write(&path.display().to_string()))?;
    }
    if args.json {
        println!("{}", as_json(game.position(), start, &found));
    } else {
        match &found {
            Ok(proof) => print_tree(start, proof, lang),
            Err(_) if start.outcome().is_some() => println!("{}", refusals::game_over().capital().get(lang)),
            Err(Unproved::NoWin) => println!("{}", said::no_win_by_threats().get(lang)),
            Err(Unproved::Limits) => println!("{}", said::not_proved().get(lang)),
        }
    }
    Ok(if found.is_ok() { YES } else { NO })
}

fn name(point: Point, start: &Gomoku) -> String {
    Notation::Gomoku.write(point, start.size())
}

fn as_json(shown: &AnyPosition, start: &Gomoku, found: &Result<Proof, Unproved>) -> Value {
    let side = start.turn().to_string().to_ascii_lowercase();
    let text = position::write(shown);
    match found {
        Ok(proof) => json!({
            "position": text, "side": side, "status": "win", "by": key(proof.by), "checked": true,
            "length": proof.tree.length(start), "size": proof.tree.size(), "nodes": proof.nodes,
            "tree": (proof.tree.size() <= MOST_WRITTEN).then(|| tree_json(&proof.tree, start)),
        }),
        Err(why) => {
            let status = if *why == Unproved::NoWin { "none" } else { "unknown" };
            json!({ "position": text, "side": side, "status": status })
        }
    }
}

fn tree_json(attack: &Attack, start: &Gomoku) -> Value {
    let replies: Vec<Value> = attack
        .replies
        .iter()
        .map(|(reply, next)| json!({ "reply": name(*reply, start), "then": tree_json(next, start) }))
        .collect();
    let otherwise = attack.otherwise.as_ref().map(|next| tree_json(next, start));
    json!({ "move": name(attack.point, start), "replies": replies, "otherwise": otherwise })
}

fn print_tree(start: &Gomoku, proof: &Proof, lang: Language) {
    let (length, size) = (proof.tree.length(start), proof.tree.size());
    let side = start.turn();
    let told = match proof.by {
        Threats::Fours => said::proved_by_fours(side, length, size),
        Threats::FoursAndThrees => said::proved_by_threats(side, length, size),
        Threats::AnyMoves => said::proved_by_search(side, length, size),
    };
    println!("{}", told.get(lang));
    if size > MOST_WRITTEN {
        println!("{}", said::proof_too_large(size).get(lang));
    } else {
        print_attack(start, &proof.tree, 0, String::new(), lang);
    }
}

/// One line as long as there is only one defence, then a line for all defences that have the same answer.
fn print_attack(start: &Gomoku, attack: &Attack, depth: usize, before: String, lang: Language) {
    let mut line = before + &name(attack.point, start);
    let mut last = attack;
    while let ([(reply, next)], None) = (&last.replies[..], &last.otherwise) {
        line += &format!(" {} {}", name(*reply, start), name(next.point, start));
        last = next;
    }
    println!("{:1$}{line}", "", 2 * depth);
    let mut groups: Vec<(String, &Arc<Attack>)> = Vec::new();
    for (reply, next) in &last.replies {
        let name = name(*reply, start);
        match groups.iter_mut().find(|(_, answer)| Arc::ptr_eq(answer, next)) {
            Some((names, _)) => *names += &format!(" / {name}"),
            None => groups.push((name, next)),
        }
    }
    for (names, next) in groups {
        print_attack(start, next, depth + 1, names + " ", lang);
    }
    if let Some(next) = &last.otherwise {
        print_attack(start, next, depth + 1, format!("{} ", said::otherwise().get(lang)), lang);
    }
}

/// The proof as a record: the start, and a variation for every defence.
fn record(start: &Gomoku, proof: &Proof) -> anyhow::Result<Record> {
    let any = AnyPosition::Gomoku(Box::new(start.clone()));
    let mut record = heibai_records::read_text(&position::write(&any), None)?;
    add(&mut record.tree, Tree::ROOT, &proof.tree, start);
    Ok(record)
}

/// `before` is the position before the attack.
fn add(tree: &mut Tree, under: NodeId, attack: &Attack, before: &Gomoku) {
    let attacker = before.turn();
    let comment = attack.otherwise.as_ref().map(|next| told(&said::any_other_move(&line(next, before))));
    let step = Step { comment: comment.unwrap_or_default(), ..Step::of(attacker, Move::Place(attack.point)) };
    let node = tree.add(under, step);
    let mut after = before.clone();
    after.play_unchecked(Move::Place(attack.point), &mut ());
    let mut answer = |reply: Point, next: &Attack, comment: String| {
        let step = Step { comment, ..Step::of(!attacker, Move::Place(reply)) };
        let node = tree.add(node, step);
        let mut position = after.clone();
        position.play_unchecked(Move::Place(reply), &mut ());
        add(tree, node, next, &position);
    };
    for (reply, next) in &attack.replies {
        answer(*reply, next, String::new());
    }
    // A line stands in the comment; more than a line needs one of the other moves to stand under.
    if let Some(next) = attack.otherwise.as_ref().filter(|next| branches(next)) {
        let listed = |point: &Point| attack.replies.iter().any(|(reply, _)| reply == point);
        let mut moves = Vec::new();
        after.legal_moves(&mut moves);
        let points =
            moves.into_iter().filter_map(|mv| if let Move::Place(at) = mv { Some(at) } else { None });
        if let Some(other) = points.into_iter().find(|point| !listed(point)) {
            answer(other, next, told(&said::otherwise()));
        }
    }
}

fn told(text: &Text) -> String {
    format!("{}\n{}", text.en, text.zh)
}

/// Whether some attack of the tree leaves the defender a choice.
fn branches(attack: &Attack) -> bool {
    attack.otherwise.is_some()
        || attack.replies.len() > 1
        || attack.replies.iter().any(|(_, next)| branches(next))
}

/// The moves of a tree up to the first choice.
fn line(attack: &Attack, start: &Gomoku) -> String {
    let mut names = vec![name(attack.point, start)];
    let mut last = attack;
    while let ([(reply, next)], None) = (&last.replies[..], &last.otherwise) {
        names.extend([name(*reply, start), name(next.point, start)]);
        last = next;
    }
    names.join(" ")
}

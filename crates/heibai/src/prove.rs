//! `heibai prove`: a win by threats as a tree checked by the referee.

use crate::failure::Context;
use crate::input::{self, How};
use crate::{Answer, NO, YES};
use heibai_engines::gomoku::prove::{Attack, Proof, Threats, Unproved, prove};
use heibai_games::gomoku::Position as Gomoku;
use heibai_games::{AnyPosition, Color, Move, Notation, Point, Position};
use heibai_records::{Record, Step, Tree, position, sgf};
use heibai_words::{Language, commands as said, failures};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Proves that the side to move wins by continuous fours, or by fours and threes, and shows the whole proof.
///
/// The proof is a tree: the attacker's moves, the defences that each need their own answer, and what follows after
/// any other move. The referee has played through all of it. The exit status is 1 if nothing was proved.
///
/// Example: heibai prove 'h8a1i8a15j9o1j10o15' --game gomoku --json
#[derive(clap::Args)]
pub struct Args {
    /// A file in any format, a position line, or a string of moves.
    #[arg(allow_hyphen_values = true)]
    input: String,
    #[command(flatten)]
    how: How,
    /// fours (VCF), threats (fours and threes, VCT); by default fours, then threats
    #[arg(long, value_name = "fours|threats", value_parser = threats)]
    by: Option<Threats>,
    /// Node limit.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
    /// Time limit in seconds.
    #[arg(long, value_parser = crate::analyze::seconds, default_value = "60")]
    time: f64,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
    /// Writes the proof as an SGF file with variations.
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
}

fn threats(text: &str) -> Result<Threats, &'static str> {
    match text {
        "fours" => Ok(Threats::Fours),
        "threats" => Ok(Threats::FoursAndThrees),
        _ => Err("expected fours or threats"),
    }
}

const fn key(by: Threats) -> &'static str {
    match by {
        Threats::Fours => "fours",
        Threats::FoursAndThrees => "threats",
    }
}

pub fn run(args: Args, lang: Language) -> Answer {
    let game = input::first(&args.input, &args.how)?.replay()?;
    let AnyPosition::Gomoku(start) = game.position() else {
        return Err(said::nothing_to_prove(game.position().kind()).into());
    };
    let end = Instant::now() + Duration::from_secs_f64(args.time);
    let stop = || Instant::now() >= end || crate::interrupt::signal().load(Ordering::Relaxed);
    let ways = args.by.map_or(vec![Threats::Fours, Threats::FoursAndThrees], |by| vec![by]);
    let mut found = Err(Unproved::NoWin);
    for by in ways {
        found = prove(start, by, args.nodes, &stop);
        if found.is_ok() {
            break;
        }
    }
    if let (Ok(proof), Some(path)) = (&found, &args.sgf) {
        let text = sgf::write(&record(start, proof)?);
        std::fs::write(path, text).told(|| failures::cannot_write(&path.display().to_string()))?;
    }
    if args.json {
        println!("{}", as_json(game.position(), start, &found));
    } else {
        match &found {
            Ok(proof) => print_tree(start, proof, lang),
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
            "tree": tree_json(&proof.tree, start),
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
    };
    println!("{}", told.get(lang));
    print_attack(start, &proof.tree, 0, String::new(), lang);
}

/// One line as long as there is only one defence, then a line for each.
fn print_attack(start: &Gomoku, attack: &Attack, depth: usize, before: String, lang: Language) {
    let mut line = before + &name(attack.point, start);
    let mut last = attack;
    while let ([(reply, next)], None) = (&last.replies[..], &last.otherwise) {
        line += &format!(" {} {}", name(*reply, start), name(next.point, start));
        last = next;
    }
    println!("{:1$}{line}", "", 2 * depth);
    for (reply, next) in &last.replies {
        print_attack(start, next, depth + 1, format!("{} ", name(*reply, start)), lang);
    }
    if let Some(next) = &last.otherwise {
        print_attack(start, next, depth + 1, format!("{} ", said::otherwise().get(lang)), lang);
    }
}

/// The proof as a record: the start, and a variation for every defence.
fn record(start: &Gomoku, proof: &Proof) -> anyhow::Result<Record> {
    let any = AnyPosition::Gomoku(Box::new(start.clone()));
    let mut record = heibai_records::read_text(&position::write(&any), None)?;
    add(&mut record.tree, Tree::ROOT, &proof.tree, start.turn(), start);
    Ok(record)
}

fn add(tree: &mut Tree, under: heibai_records::NodeId, attack: &Attack, attacker: Color, start: &Gomoku) {
    let comment = attack.otherwise.as_ref().map(|next| {
        let told = said::any_other_move(&name(next.point, start));
        format!("{}\n{}", told.en, told.zh)
    });
    let step = Step { comment: comment.unwrap_or_default(), ..Step::of(attacker, Move::Place(attack.point)) };
    let node = tree.add(under, step);
    for (reply, next) in &attack.replies {
        let reply = tree.add(node, Step::of(!attacker, Move::Place(*reply)));
        add(tree, reply, next, attacker, start);
    }
}

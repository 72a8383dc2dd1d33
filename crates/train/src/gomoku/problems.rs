//! Mines the practice problems from games of the engine with itself. Every answer is proved; every win of a
//! suite was found by the solver and passed the referee.

use super::mining::{Miner, Problem, ProblemKind, find};
use super::selfplay::Record;
use anyhow::Context;
use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules};
use heibai_games::{Move, Notation, Point, Position as _};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Moves of the attacker in each grade, the five included.
const GRADES: [std::ops::RangeInclusive<usize>; 4] = [3..=4, 5..=6, 7..=8, 9..=40];
const EACH: usize = 10;
const EXTRA_EACH: usize = 70;

#[derive(clap::Subcommand)]
pub enum Command {
    /// 40 problems by fours in four grades
    Graded(Files),
    /// Problems of four kinds, 70 of each, from the games at the other end of the file
    Extra(Files),
    /// Problems by threats alone, numbered from 211 on, one from a game
    Threats {
        #[command(flatten)]
        files: Files,
        #[arg(long, default_value_t = 60)]
        count: usize,
    },
    /// Positions with a win by fours of four moves or more, one from a game, as `heibai vcf` reads them
    Suite {
        #[command(flatten)]
        files: Files,
        #[arg(long, default_value_t = 1200)]
        count: usize,
    },
}

#[derive(clap::Args)]
pub struct Files {
    /// A file of `gomoku games`
    #[arg(long)]
    games: PathBuf,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

impl Command {
    pub fn run(self) -> anyhow::Result<()> {
        match self {
            Command::Graded(files) => write(&files.out, &graded(&read(&files.games)?)),
            Command::Extra(files) => extra(&read(&files.games)?, &files.out),
            Command::Threats { files, count } => threats(&read(&files.games)?, count, &files.out),
            Command::Suite { files, count } => suite(&read(&files.games)?, count, &files.out),
        }
    }
}

fn read(games: &Path) -> anyhow::Result<Vec<Record>> {
    let bytes = fs::read(games).with_context(|| games.display().to_string())?;
    let mut rest = &bytes[..];
    Ok(std::iter::from_fn(|| Record::read(&mut rest)).collect())
}

fn write(out: &Path, texts: &[String]) -> anyhow::Result<()> {
    println!("{} problems", texts.len());
    fs::write(out, format!("[\n{}\n]\n", texts.join(",\n"))).with_context(|| out.display().to_string())
}

fn graded(records: &[Record]) -> Vec<String> {
    let mut miner = Miner::default();
    let mut graded: [Vec<Problem>; 4] = Default::default();
    for record in records {
        let open = |p: &Problem| (0..4).any(|g| GRADES[g].contains(&p.length()) && graded[g].len() < EACH);
        if graded.iter().all(|g| g.len() >= EACH) {
            break;
        }
        if let Some(problem) = find(&mut miner, record, ProblemKind::Fours, &open) {
            for g in (0..4).filter(|&g| GRADES[g].contains(&problem.length())) {
                graded[g].push(problem.clone());
            }
        }
    }
    let with_grade = graded.iter().enumerate().flat_map(|(g, list)| list.iter().map(move |p| (g + 1, p)));
    with_grade.enumerate().map(|(i, (grade, problem))| json(i + 1, grade, problem)).collect()
}

/// Writes after each kind, since the last one takes long.
fn extra(records: &[Record], out: &Path) -> anyhow::Result<()> {
    let mut miner = Miner::default();
    let mut used = HashSet::new();
    let mut texts = Vec::new();
    for task in [ProblemKind::Forbidden, ProblemKind::Defend, ProblemKind::Fours, ProblemKind::Threats] {
        let mut count = 0;
        for (i, record) in records.iter().enumerate().rev() {
            if count >= EXTRA_EACH {
                break;
            }
            let wanted = |p: &Problem| task != ProblemKind::Fours || p.length() > 2;
            if !used.contains(&i)
                && let Some(problem) = find(&mut miner, record, task, &wanted)
            {
                used.insert(i);
                count += 1;
                texts.push(json(texts.len() + 1, grade(&problem), &problem));
            }
        }
        eprintln!("{count} of {task:?}");
        write(out, &texts)?;
    }
    Ok(())
}

/// Problems by threats, few of each length, since short ones are common.
fn threats(records: &[Record], count: usize, out: &Path) -> anyhow::Result<()> {
    let (mut miner, mut texts) = (Miner::default(), Vec::new());
    let mut graded = [0; 5];
    for record in records {
        let open = |p: &Problem| graded[grade(p)] < count.div_ceil(GRADES.len());
        if texts.len() >= count {
            break;
        }
        if let Some(problem) = find(&mut miner, record, ProblemKind::Threats, &open) {
            graded[grade(&problem)] += 1;
            texts.push(json(3 * EXTRA_EACH + texts.len() + 1, grade(&problem), &problem));
            write(out, &texts)?;
        }
    }
    Ok(())
}

fn suite(records: &[Record], count: usize, out: &Path) -> anyhow::Result<()> {
    let mut failures = Failures::new(16);
    let found = records.iter().filter_map(|record| suite_position(record, &mut failures));
    let lines: Vec<String> = found.take(count).collect();
    println!("{} positions", lines.len());
    fs::write(out, lines.join("\n") + "\n").with_context(|| out.display().to_string())
}

/// The first position of a game in which fours win, and not in a few moves.
fn suite_position(record: &Record, failures: &mut Failures) -> Option<String> {
    let rules = Rules::new(15, record.variant, OpeningRule::Free).ok()?;
    let mut game = Position::start(&rules);
    let mut text = String::new();
    for &cell in &record.cells {
        let point = Point(u16::from(cell));
        let mut board = PatternBoard::of(&game, Weights::of(record.variant));
        let found = Vcf::new(&mut board, failures, 5_000_000, &|| false).any();
        if let Found::Win(line) = found {
            let line: Vec<Point> = line.into_iter().map(|cell| Point(cell as u16)).collect();
            let sound = proof::check(&game, &line).is_ok();
            return (line.len() >= 7 && sound).then_some(text);
        }
        text += &Notation::Gomoku.write(point, 15);
        game.play(Move::Place(point)).ok()?;
    }
    None
}

fn grade(problem: &Problem) -> usize {
    match problem.task {
        ProblemKind::Forbidden => 1 + usize::from(problem.cells.len() > 30),
        _ => GRADES.iter().position(|grade| grade.contains(&problem.length())).map_or(1, |g| g + 1),
    }
}

fn json(id: usize, grade: usize, problem: &Problem) -> String {
    let name = |&cell: &usize| format!("\"{}\"", Notation::Gomoku.write(Point(cell as u16), 15));
    let list = |cells: &[usize]| cells.iter().map(name).collect::<Vec<_>>().join(",");
    let of = |first: usize| problem.cells.iter().skip(first).step_by(2).copied().collect::<Vec<_>>();
    let kind = match problem.task {
        ProblemKind::Fours => "vcf",
        ProblemKind::Threats => "vct",
        ProblemKind::Defend => "defend",
        ProblemKind::Forbidden => "forbidden",
    };
    let side = if problem.cells.len().is_multiple_of(2) { "black" } else { "white" };
    format!(
        "{{\"id\":{id},\"grade\":{grade},\"kind\":\"{kind}\",\"rules\":\"renju\",\"side\":\"{side}\",\
         \"black\":[{}],\"white\":[{}],\"length\":{},\"answers\":[{}],\"line\":[{}]}}",
        list(&of(0)),
        list(&of(1)),
        problem.length(),
        list(&problem.answers),
        list(&problem.line),
    )
}

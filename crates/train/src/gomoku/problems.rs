//! Finds practice problems in self-play games. Every answer is proved by a solver and checked by the rules.

use super::mining::{Miner, Problem, ProblemKind, canonical, find};
use super::selfplay::Record;
use anyhow::Context;
use heibai_engines::gomoku::{Failures, Found, PatternBoard, Vcf, Weights, proof};
use heibai_games::gomoku::{OpeningRule, Position, Rules, Variant};
use heibai_games::{Color, Move, Notation, Point, Position as _};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The number of attacking moves in each grade, the five included.
const GRADES: [std::ops::RangeInclusive<usize>; 4] = [3..=4, 5..=6, 7..=8, 9..=40];
const EACH: usize = 10;
const EXTRA_EACH: usize = 70;

#[derive(clap::Subcommand)]
pub enum Command {
    /// 40 VCF problems in four grades
    Graded(Files),
    /// 70 problems of each of four kinds, from the end of the file of games
    Extra(Files),
    /// VCT problems numbered from 211 on, at most one per game
    Threats {
        #[command(flatten)]
        files: Files,
        #[arg(long, default_value_t = 60)]
        count: usize,
    },
    /// Solves the VCF problems of a file again; replaces duplicates (symmetric ones too) and those that no longer fit by
    /// positions of a suite
    Renew {
        /// A file of `graded` or `extra`; it is overwritten
        #[arg(long)]
        file: PathBuf,
        /// Files of `suite` or `compose`
        #[arg(long)]
        suite: Vec<PathBuf>,
        /// Files whose problems are not to be repeated
        #[arg(long)]
        beside: Vec<PathBuf>,
        /// Corrects a wrong grade instead of replacing the problem
        #[arg(long)]
        regrade: bool,
    },
    /// White's wins by fours that use a point forbidden to Black, found by varying positions of a suite
    Traps {
        /// Files of `suite` or `compose`
        #[arg(long)]
        suite: Vec<PathBuf>,
        /// Files whose problems are not to be repeated
        #[arg(long)]
        beside: Vec<PathBuf>,
        /// Problems of each grade, at most
        #[arg(long, default_value_t = 12)]
        each: usize,
        /// Positions to try
        #[arg(long, default_value_t = 400_000)]
        tries: usize,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file to write
        #[arg(long)]
        out: PathBuf,
    },
    /// Positions with a win by fours of at least four moves, one per game, in the format of `heibai vcf`
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
            Command::Renew { file, suite, beside, regrade } => renew(&file, &suite, &beside, regrade),
            Command::Traps { suite, beside, each, tries, seed, out } => {
                traps(&suite, &beside, each, tries, seed, &out)
            }
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
    crate::write_list(out, texts)
}

fn graded(records: &[Record]) -> Vec<String> {
    let mut miner = Miner::default();
    let mut graded: [Vec<Problem>; 4] = Default::default();
    let mut seen = HashSet::new();
    for record in records {
        let open = |p: &Problem| {
            let wanted = (0..4).any(|g| GRADES[g].contains(&p.length) && graded[g].len() < EACH);
            wanted && !seen.contains(&canonical(&p.cells))
        };
        if graded.iter().all(|g| g.len() >= EACH) {
            break;
        }
        if let Some(problem) = find(&mut miner, record, ProblemKind::Fours, &open) {
            seen.insert(canonical(&problem.cells));
            for g in (0..4).filter(|&g| GRADES[g].contains(&problem.length)) {
                graded[g].push(problem.clone());
            }
        }
    }
    let with_grade = graded.iter().enumerate().flat_map(|(g, list)| list.iter().map(move |p| (g + 1, p)));
    with_grade.enumerate().map(|(i, (grade, problem))| json(i + 1, grade, problem)).collect()
}

/// Writes the file after each kind: the last one takes long.
fn extra(records: &[Record], out: &Path) -> anyhow::Result<()> {
    let mut miner = Miner::default();
    let (mut used, mut seen) = (HashSet::new(), HashSet::new());
    let mut texts = Vec::new();
    for task in [ProblemKind::Forbidden, ProblemKind::Defend, ProblemKind::Fours, ProblemKind::Threats] {
        let mut count = 0;
        for (i, record) in records.iter().enumerate().rev() {
            if count >= EXTRA_EACH {
                break;
            }
            let wanted = |p: &Problem| {
                (task != ProblemKind::Fours || p.length > 2) && !seen.contains(&canonical(&p.cells))
            };
            if !used.contains(&i)
                && let Some(problem) = find(&mut miner, record, task, &wanted)
            {
                used.insert(i);
                seen.insert(canonical(&problem.cells));
                count += 1;
                texts.push(json(texts.len() + 1, grade(&problem), &problem));
            }
        }
        eprintln!("{count} of {task:?}");
        write(out, &texts)?;
    }
    Ok(())
}

/// VCT problems, equally many of each grade: short ones are common.
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

/// Relies on the format of [`write`]: one problem per line.
fn renew(file: &Path, suites: &[PathBuf], beside: &[PathBuf], regrade: bool) -> anyhow::Result<()> {
    let text = |path: &PathBuf| fs::read_to_string(path).with_context(|| path.display().to_string());
    let mut lines: Vec<String> = text(&file.to_path_buf())?.lines().map(str::to_owned).collect();
    let suite = suites.iter().map(text).collect::<anyhow::Result<Vec<_>>>()?.concat();
    let (mut miner, mut seen) = (Miner::default(), HashSet::new());
    for path in beside {
        seen.extend(text(path)?.lines().filter_map(cells_of).map(|cells| canonical(&cells)));
    }
    let mut unfit = Vec::new();
    for (number, line) in lines.iter_mut().enumerate() {
        let Some(cells) = cells_of(line) else { continue };
        let new = seen.insert(canonical(&cells));
        if !line.contains("\"kind\":\"vcf\"") {
            anyhow::ensure!(new, "only VCF problems can be replaced: {line}");
            continue;
        }
        let (id, wanted) = numbers_of(line)?;
        match miner.fours_after(&cells).filter(|_| new) {
            Some(problem) if regrade || grade(&problem) == wanted => {
                *line = json(id, grade(&problem), &problem) + ending(line);
            }
            _ => unfit.push(number),
        }
    }
    for number in unfit {
        let (id, wanted) = numbers_of(&lines[number])?;
        let fresh = suite.lines().find_map(|moves| {
            let problem = miner.fours_after(&points(moves))?;
            (grade(&problem) == wanted && seen.insert(canonical(&problem.cells))).then_some(problem)
        });
        let fresh = fresh.with_context(|| format!("the suite has nothing for problem {id}"))?;
        lines[number] = json(id, wanted, &fresh) + ending(&lines[number]);
        println!("{}", lines[number]);
    }
    fs::write(file, lines.join("\n") + "\n").with_context(|| file.display().to_string())
}

/// Writes the file after each problem: long ones are rare.
fn traps(
    suites: &[PathBuf],
    beside: &[PathBuf],
    each: usize,
    tries: usize,
    seed: u64,
    out: &Path,
) -> anyhow::Result<()> {
    let text = |path: &PathBuf| fs::read_to_string(path).with_context(|| path.display().to_string());
    let (mut miner, mut seen) = (Miner::default(), HashSet::new());
    for path in beside {
        seen.extend(text(path)?.lines().filter_map(cells_of).map(|cells| canonical(&cells)));
    }
    let suite = suites.iter().map(text).collect::<anyhow::Result<Vec<_>>>()?.concat();
    let lines: Vec<Vec<usize>> = suite.lines().map(points).collect();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut graded: [Vec<Problem>; 4] = Default::default();
    for at in 0..tries {
        if graded.iter().all(|list| list.len() >= each) {
            break;
        }
        let cells = varied(&lines[random.usize(..lines.len())], &mut random);
        if is_over(&cells) {
            continue;
        }
        let Some(problem) = miner.fours_after(&cells).filter(|problem| problem.length >= 2) else { continue };
        let list = &mut graded[grade(&problem) - 1];
        // The forbidden point must decide: under freestyle the same position is not won.
        if list.len() < each && !wins_in(Variant::Freestyle, &cells) && seen.insert(canonical(&cells)) {
            list.push(problem);
            eprint!("{at}: ");
            let all = graded.iter().enumerate().flat_map(|(g, list)| list.iter().map(move |p| (g + 1, p)));
            let text = |(i, (grade, problem))| json_as("trap", i + 1, grade, problem);
            write(out, &all.enumerate().map(text).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// A position of a suite with its last stones moved at random near the others, White to move.
fn varied(line: &[usize], random: &mut fastrand::Rng) -> Vec<usize> {
    let kept = line.len().saturating_sub(random.usize(..7));
    let mut cells = line[..kept].to_vec();
    let wanted = (kept + random.usize(..5)) | 1;
    while cells.len() < wanted {
        let from = cells[random.usize(..cells.len())];
        let (x, y) = (from % 15 + random.usize(..5), from / 15 + random.usize(..5));
        // At most two points away.
        if (2..17).contains(&x) && (2..17).contains(&y) && !cells.contains(&((y - 2) * 15 + x - 2)) {
            cells.push((y - 2) * 15 + x - 2);
        }
    }
    cells
}

/// Whether the game is over after these moves, or they are no legal position.
fn is_over(cells: &[usize]) -> bool {
    let colors = Color::BOTH.into_iter().cycle();
    let stones: Vec<(Point, Color)> = cells.iter().map(|&cell| Point(cell as u16)).zip(colors).collect();
    let rules = Rules::new(15, Variant::Renju, OpeningRule::Free);
    let position = rules.ok().and_then(|rules| Position::setup(&rules, &stones, Color::White).ok());
    position.is_none_or(|position| position.outcome().is_some())
}

/// Whether the side to move may have a win by fours; true if the search was not finished.
fn wins_in(variant: Variant, cells: &[usize]) -> bool {
    let Ok(rules) = Rules::new(15, variant, OpeningRule::Free) else { return true };
    let mut board = PatternBoard::new(&rules, Weights::of(variant));
    cells.iter().for_each(|&cell| board.play(cell));
    Vcf::new(&mut board, &mut Failures::new(16), 2_000_000, &|| false).any() != Found::Nothing
}

/// The separator after an object in the list.
fn ending(line: &str) -> &'static str {
    if line.ends_with(',') { "," } else { "" }
}

/// The number and the grade of a problem as [`json`] writes it.
fn numbers_of(line: &str) -> anyhow::Result<(usize, usize)> {
    let number = |name: &str| -> Option<usize> {
        let rest = line.split_once(&format!("\"{name}\":"))?.1;
        rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
    };
    number("id").zip(number("grade")).with_context(|| format!("a problem without its numbers: {line}"))
}

/// The stones of a problem as [`json`] writes it, alternating Black and White; `None` for other lines.
fn cells_of(line: &str) -> Option<Vec<usize>> {
    let side = |name: &str| {
        let list = line.split_once(&format!("\"{name}\":["))?.1.split_once(']')?.0;
        Some(points(&list.replace(['"', ','], "")))
    };
    let (black, white) = (side("black")?, side("white")?);
    let stone = |i: usize| if i.is_multiple_of(2) { black[i / 2] } else { white[i / 2] };
    Some((0..black.len() + white.len()).map(stone).collect())
}

/// The points of a string of moves.
fn points(moves: &str) -> Vec<usize> {
    let starts = moves.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(i, _)| i);
    let starts: Vec<usize> = starts.chain([moves.len()]).collect();
    let names = starts.windows(2).map(|pair| &moves[pair[0]..pair[1]]);
    names.filter_map(|name| Some(Notation::Gomoku.read(name, 15).ok()?.index())).collect()
}

fn suite(records: &[Record], count: usize, out: &Path) -> anyhow::Result<()> {
    let mut failures = Failures::new(16);
    let found = records.iter().filter_map(|record| suite_position(record, &mut failures));
    let lines: Vec<String> = found.take(count).collect();
    println!("{} positions", lines.len());
    fs::write(out, lines.join("\n") + "\n").with_context(|| out.display().to_string())
}

/// The first position of a game with a win by fours, if it takes at least four moves.
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
        _ => GRADES.iter().position(|grade| grade.contains(&problem.length)).map_or(1, |g| g + 1),
    }
}

fn json(id: usize, grade: usize, problem: &Problem) -> String {
    let kind = match problem.task {
        ProblemKind::Fours => "vcf",
        ProblemKind::Threats => "vct",
        ProblemKind::Defend => "defend",
        ProblemKind::Forbidden => "forbidden",
    };
    json_as(kind, id, grade, problem)
}

fn json_as(kind: &str, id: usize, grade: usize, problem: &Problem) -> String {
    let name = |&cell: &usize| format!("\"{}\"", Notation::Gomoku.write(Point(cell as u16), 15));
    let list = |cells: &[usize]| cells.iter().map(name).collect::<Vec<_>>().join(",");
    let of = |first: usize| problem.cells.iter().skip(first).step_by(2).copied().collect::<Vec<_>>();
    let side = if problem.cells.len().is_multiple_of(2) { "black" } else { "white" };
    format!(
        "{{\"id\":{id},\"grade\":{grade},\"kind\":\"{kind}\",\"rules\":\"renju\",\"side\":\"{side}\",\
         \"black\":[{}],\"white\":[{}],\"length\":{},\"answers\":[{}],\"line\":[{}]}}",
        list(&of(0)),
        list(&of(1)),
        problem.length,
        list(&problem.answers),
        list(&problem.line),
    )
}

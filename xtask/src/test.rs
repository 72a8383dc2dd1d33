//! `cargo xtask test`: everything, with a count at the end. Steps that wait (browsers, clocks, other programs) run in
//! parallel with steps that compute.

use crate::setup::{self, Purpose};
use crate::shell::{self, Cmd, root, target};
use crate::{board, site, wasm};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    not_run: NotRun,
}

/// Tests that did not find what they need outside the repository, each with the reason.
type NotRun = BTreeMap<String, String>;

impl Tally {
    fn of(ok: bool) -> Tally {
        Tally { passed: u64::from(ok), failed: u64::from(!ok), ..Tally::default() }
    }

    /// Counts the results of the test programs, and separately the tests that did not run: these returned early and
    /// passed.
    fn new(passed: u64, failed: u64, output: &str) -> Tally {
        let not_run = not_run(output);
        Tally { passed: passed.saturating_sub(not_run.len() as u64), failed, not_run }
    }
}

struct Step {
    name: &'static str,
    /// Whether the tree contains what the step tests.
    applies: fn() -> bool,
    run: fn() -> Result<Tally>,
}

/// Steps that run one after another.
type Lane = &'static [Step];

/// The stages run one after another, the lanes of a stage in parallel. The program embeds what the page's step
/// builds. The lints compile macros and C libraries for the tests too, so that they come first, and the modules for the
/// browser are built beside them in a folder of their own. Afterwards three lanes keep two processors busy: tests in
/// browsers wait half of the time.
const STAGES: &[&[Lane]] = &[
    &[
        &[
            Step { name: "format", applies: || true, run: format },
            Step { name: "page", applies: has_page, run: page },
            Step { name: "lints", applies: || true, run: lints },
        ],
        &[Step { name: "wasm", applies: has_page, run: modules }],
    ],
    &[
        &[
            Step { name: "rust", applies: || true, run: rust },
            Step { name: "accept", applies: || true, run: accept },
        ],
        &[Step { name: "browser", applies: has_page, run: browser }],
        &[
            Step { name: "python", applies: || root().join("pyproject.toml").is_file(), run: python },
            Step { name: "site", applies: has_page, run: without_server },
        ],
    ],
];

fn steps() -> impl Iterator<Item = &'static Step> {
    STAGES.iter().flat_map(|lanes| lanes.iter()).flat_map(|lane| lane.iter())
}

fn has_page() -> bool {
    root().join("web/package.json").is_file()
}

/// `[--times N] [STEP...]`: N runs in a row, to find a test that fails now and then.
pub fn run(args: &[String]) -> ExitCode {
    let (times, names) = match read(args) {
        Ok(read) => read,
        Err(why) => {
            eprintln!("xtask: {why}");
            return ExitCode::from(2);
        }
    };
    let totals: Vec<(u64, Tally)> = (0..times).map(|_| once(names)).collect();
    if times > 1 {
        println!("\n== {times} runs ==");
        for (index, (seconds, total)) in totals.iter().enumerate() {
            println!("run {}: {} passed, {} failed ({seconds} s)", index + 1, total.passed, total.failed);
        }
    }
    let sum = |count: fn(&Tally) -> u64| totals.iter().map(|(_, total)| count(total)).sum::<u64>();
    let failed = sum(|total| total.failed);
    println!("{} passed, {failed} failed", sum(|total| total.passed));
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How often, and which steps: none named means all.
fn read(args: &[String]) -> Result<(u32, &[String])> {
    let (times, names) = match args {
        [option, rest @ ..] if option == "--times" => {
            let times = rest.first().and_then(|times| times.parse().ok()).filter(|times| *times > 0);
            (times.context("--times needs a number of runs, for example --times 10")?, &rest[1..])
        }
        names => (1, names),
    };
    if let Some(unknown) = names.iter().find(|name| !steps().any(|step| step.name == **name)) {
        let known: Vec<&str> = steps().map(|step| step.name).collect();
        bail!("no step is called '{unknown}': expected {}", known.join(", "));
    }
    Ok((times, names))
}

/// One run of the chosen steps: its seconds and what they counted.
fn once(names: &[String]) -> (u64, Tally) {
    let began = Instant::now();
    let mut total = Tally::default();
    let mut summary = Vec::new();
    for lanes in STAGES {
        for (name, seconds, tally) in beside_each_other(lanes, names) {
            summary.push(format!("{name:<8} {} passed, {} failed ({seconds} s)", tally.passed, tally.failed));
            total.passed += tally.passed;
            total.failed += tally.failed;
            total.not_run.extend(tally.not_run);
        }
    }
    let seconds = began.elapsed().as_secs();
    println!("\n== summary, {seconds} s ==");
    for line in summary {
        println!("{line}");
    }
    if !total.not_run.is_empty() {
        println!("{}", told(&total.not_run));
    }
    (seconds, total)
}

/// The results of the chosen steps of some lanes, in order.
fn beside_each_other(lanes: &[Lane], names: &[String]) -> Vec<(&'static str, u64, Tally)> {
    let chosen = |step: &&'static Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let lanes: Vec<Vec<&'static Step>> = lanes
        .iter()
        .map(|lane| lane.iter().filter(chosen).filter(|step| (step.applies)()).collect())
        .collect();
    let several = lanes.iter().filter(|lane| !lane.is_empty()).count() > 1;
    let walk = |lane: &[&'static Step]| -> Vec<_> { lane.iter().map(|step| walked(step, several)).collect() };
    std::thread::scope(|scope| {
        let lanes: Vec<_> = lanes.iter().map(|lane| scope.spawn(|| walk(lane))).collect();
        let lost = |_| vec![("xtask", 0, Tally::of(false))];
        lanes.into_iter().flat_map(|lane| lane.join().unwrap_or_else(lost)).collect()
    })
}

/// Runs one step; if several run at once, each of its lines begins with its name.
fn walked(step: &Step, several: bool) -> (&'static str, u64, Tally) {
    shell::name_lines(if several { step.name } else { "" });
    println!("\n== {} ==", step.name);
    let start = Instant::now();
    let tally = (step.run)().unwrap_or_else(|error| {
        println!("{}: {error:#}", step.name);
        Tally::of(false)
    });
    (step.name, start.elapsed().as_secs(), tally)
}

fn format() -> Result<Tally> {
    Ok(Tally::of(Cmd::new("cargo").args(["fmt", "--all", "--check"]).run().is_ok()))
}

/// In the folder of the tests, which build on the same macros and C libraries.
fn lints() -> Result<Tally> {
    let clippy =
        Cmd::new("cargo").args(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]);
    Ok(Tally::of(clippy.run().is_ok()))
}

/// The modules for the browser, which the step `site` tests.
fn modules() -> Result<Tally> {
    if let Err(error) = wasm::ready(&[wasm::TARGET]) {
        println!("the modules for the browser are left out: {error:#}");
        return Ok(Tally::default());
    }
    Ok(Tally::of(wasm::build().is_ok()))
}

/// Unit, law, golden, fuzz-smoke and integration tests of every crate, with real peer programs if they can be
/// installed.
fn rust() -> Result<Tally> {
    for (program, package) in [("gnugo", "gnugo"), ("nginx", "nginx-light"), ("pg_ctlcluster", "postgresql")]
    {
        if let Err(error) = setup::ensure(program, package) {
            println!("tests with {package} will be left out: {error:#}");
        }
    }
    let (ok, output) = Cmd::new("cargo").args(["test", "--workspace", "--no-fail-fast"]).watch()?;
    Ok(with_exit(count_cargo(&output), ok))
}

/// Adds up the summary lines of `cargo test`.
fn count_cargo(output: &str) -> Tally {
    let (mut passed, mut failed) = (0, 0);
    for line in output.lines().filter_map(|line| line.strip_prefix("test result: ")) {
        passed += number_before(line, " passed");
        failed += number_before(line, " failed");
    }
    Tally::new(passed, failed, output)
}

/// The tests that printed `not run: NAME: REASON`; the line may follow other output.
fn not_run(output: &str) -> NotRun {
    let mut found = NotRun::new();
    let said = output.lines().filter_map(|line| line.split_once("not run: ")?.1.split_once(": "));
    for (name, reason) in said {
        found.entry(name.to_owned()).or_insert_with(|| reason.trim().to_owned());
    }
    found
}

/// `3 not run: GNU Go is not installed (a, b); there is no ../shared/data/go (c)`
fn told(not_run: &NotRun) -> String {
    let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, reason) in not_run {
        reasons.entry(reason).or_default().push(name);
    }
    let reasons: Vec<String> =
        reasons.iter().map(|(reason, names)| format!("{reason} ({})", names.join(", "))).collect();
    format!("{} not run: {}", not_run.len(), reasons.join("; "))
}

/// The number just before `word`: 12 for "ok. 12 passed; 0 failed" and " passed".
fn number_before(line: &str, word: &str) -> u64 {
    let before = line.split(word).next().filter(|before| before.len() < line.len()).unwrap_or("");
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
    digits.parse().unwrap_or(0)
}

/// A step that failed without a failing test still failed.
fn with_exit(mut tally: Tally, ok: bool) -> Tally {
    if !ok && tally.failed == 0 {
        tally.failed = 1;
    }
    tally
}

/// Types and unit tests of the page, then the page itself, which the program embeds.
fn page() -> Result<Tally> {
    setup::ensure("npm", "npm")?;
    setup::node_modules()?;
    let (ok, output) =
        Cmd::new("npm").args(["run", "--silent", "test"]).dir("web").env("NO_COLOR", "1").watch()?;
    let mut tally = Tally::default();
    for line in output.lines().filter(|line| line.trim_start().starts_with("Tests ")) {
        tally.passed += number_before(line, " passed");
        tally.failed += number_before(line, " failed");
    }
    let built = setup::web().is_ok();
    let tally = with_exit(tally, ok);
    let (passed, failed) = (tally.passed + u64::from(built), tally.failed + u64::from(!built));
    Ok(Tally { passed, failed, ..tally })
}

/// Whole games in a real browser.
fn browser() -> Result<Tally> {
    // The tests read this variable to find a browser elsewhere.
    if std::env::var_os("CHROMIUM").is_none() {
        setup::ensure("chromium", "chromium")?;
    }
    let npm = Cmd::new("npm").args(["run", "--silent", "e2e"]).dir("web").env("NO_COLOR", "1");
    Ok(counted(npm.env("HEIBAI", program()?).watch()?))
}

/// The page without a server: the core as WebAssembly answers like the server, and whole games in a real browser.
fn without_server() -> Result<Tally> {
    if let Err(error) = wasm::ready(&[wasm::TARGET, wasm::WASI]) {
        let reason = format!("the core cannot be built for the browser: {error:#}");
        return Ok(Tally { not_run: NotRun::from([("site".to_owned(), reason)]), ..Tally::default() });
    }
    let (ok, output) = wasm::kernels()?;
    let mut tally = with_exit(count_cargo(&output), ok);
    let site = site::build()?;
    let module = |name: &str| target().join("wasm").join(name);
    let (core, engines) = (module("core.wasm"), module("engines.wasm"));
    // The engines find what the native program finds, in as many nodes.
    let bench =
        Cmd::new(program()?).args(["bench", "wasm", "--quick", "--file"]).args([engines.to_string_lossy()]);
    let (ok, _) = bench.watch()?;
    tally.passed += u64::from(ok);
    tally.failed += u64::from(!ok);
    let parity = Cmd::new("node").args(["e2e/parity.mjs"]).dir("web").env("HEIBAI_CORE", &core);
    let parity = parity.env("HEIBAI_ENGINES", &engines);
    if std::env::var_os("CHROMIUM").is_none() {
        setup::ensure("chromium", "chromium")?;
    }
    let board = board::build()?;
    let npm = Cmd::new("npm").args(["run", "--silent", "e2e:site"]).dir("web").env("NO_COLOR", "1");
    let npm = npm.env("HEIBAI_SITE", &site).env("HEIBAI_BOARD", board).env("HEIBAI", program()?);
    let size = Cmd::new("node").args(["e2e/size.mjs"]).dir("web").env("HEIBAI_CORE", &core);
    let size = size.env("HEIBAI_ENGINES", &engines);
    let threads = Cmd::new("node").args(["e2e/threads.mjs"]).dir("web").env("HEIBAI_ENGINES", &engines);
    let steps = [size.watch()?, parity.watch()?, threads.watch()?, npm.watch()?];
    for told in steps.into_iter().map(counted).chain([in_firefox(&site)?]) {
        tally.passed += told.passed;
        tally.failed += told.failed;
        tally.not_run.extend(told.not_run);
    }
    Ok(tally)
}

/// The same page in another browser.
fn in_firefox(site: &Path) -> Result<Tally> {
    let program = match std::env::var_os("FIREFOX") {
        Some(program) => PathBuf::from(program),
        None => match setup::ensure("firefox-esr", "firefox-esr") {
            Ok(program) => program,
            Err(error) => {
                let not_run = NotRun::from([("site in Firefox".to_owned(), format!("{error:#}"))]);
                return Ok(Tally { not_run, ..Tally::default() });
            }
        },
    };
    // Node 20 needs a flag for its WebSocket; later versions accept it silently.
    let node =
        Cmd::new("node").args(["--no-warnings", "--experimental-websocket", "e2e/firefox.mjs"]).dir("web");
    Ok(counted(node.env("FIREFOX", program).env("HEIBAI_SITE", site).watch()?))
}

/// What one of our programs counted in its last line.
fn counted((ok, output): (bool, String)) -> Tally {
    let last = output.lines().rev().find(|line| line.contains(" passed, ")).unwrap_or_default();
    let tally = Tally::new(number_before(last, " passed"), number_before(last, " failed"), &output);
    with_exit(tally, ok)
}

/// The program as the Rust step builds it: another choice of packages would recompile half of the libraries.
pub fn program() -> Result<PathBuf> {
    Cmd::new("cargo").args(["test", "--workspace", "--no-run"]).run()?;
    Ok(target().join("debug").join(format!("heibai{}", std::env::consts::EXE_SUFFIX)))
}

/// The acceptance table in its short form, with the program built by the Rust step.
fn accept() -> Result<Tally> {
    let counts = crate::accept::table_of(&program()?, false, &[])?;
    let not_run = counts.not_run.into_iter().map(|(row, why)| (format!("row {row}"), why)).collect();
    Ok(Tally { passed: counts.held as u64, failed: counts.failed as u64, not_run })
}

fn python() -> Result<Tally> {
    let program = program()?;
    let python = setup::python(Purpose::Test)?;
    let pytest = Cmd::new(python).args(["-m", "pytest", "-q", "--durations=5", "crates/python/tests"]);
    let (ok, output) = pytest.env("HEIBAI", program).watch()?;
    let ends = |line: &&str| line.contains(" passed") || line.contains(" failed") || line.contains(" error");
    let last = output.lines().rev().find(ends).unwrap_or_default();
    let failed = number_before(last, " failed") + number_before(last, " error");
    let tally = Tally::new(number_before(last, " passed"), failed, &output);
    Ok(with_exit(tally, ok))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_off_the_closing_lines() {
        let output =
            "test result: ok. 12 passed; 0 failed; 0 ignored\nx\ntest result: FAILED. 3 passed; 2 failed;";
        let tally = count_cargo(output);
        assert_eq!((tally.passed, tally.failed), (15, 2));
        assert_eq!(number_before("      Tests  1 failed | 31 passed (32)", " passed"), 31);
        assert_eq!(number_before("no such word", " passed"), 0);
    }

    #[test]
    fn lanes_run_what_was_chosen_in_its_order() {
        fn fails() -> Result<Tally> {
            bail!("no")
        }
        const PASSES: fn() -> Result<Tally> = || Ok(Tally::of(true));
        const A: Lane = &[
            Step { name: "a", applies: || true, run: PASSES },
            Step { name: "b", applies: || false, run: PASSES },
        ];
        const B: Lane = &[Step { name: "c", applies: || true, run: fails }];
        let told = |names: &[String]| -> Vec<(&str, u64, u64)> {
            let all = beside_each_other(&[A, B], names);
            all.into_iter().map(|(name, _, tally)| (name, tally.passed, tally.failed)).collect()
        };
        assert_eq!(told(&[]), [("a", 1, 0), ("c", 0, 1)]);
        assert_eq!(told(&["c".to_owned()]), [("c", 0, 1)]);
    }

    #[test]
    fn the_number_of_runs_and_the_steps_are_read() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
        let told = |line: &str| read(&words(line)).map(|(times, names)| (times, names.len())).ok();
        assert_eq!(told(""), Some((1, 0)));
        assert_eq!(told("--times 10 rust browser"), Some((10, 2)));
        for bad in ["--times", "--times 0", "--times rust", "rost"] {
            assert_eq!(told(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_crash_without_a_count_is_a_failure() {
        assert_eq!(with_exit(Tally { passed: 3, ..Tally::default() }, false).failed, 1);
    }

    #[test]
    fn what_did_not_run_is_not_counted_as_passed() {
        let output = "test a ... \nnot run: a: GNU Go is not installed\nok\n\nnot run: m::b: GNU Go is not installed\n\
                      test c ... not run: c: no ../shared/data\nok\nnot run: c: no other\n\
                      test result: ok. 12 passed; 1 failed; 0 ignored";
        let tally = count_cargo(output);
        assert_eq!((tally.passed, tally.failed), (9, 1));
        assert_eq!(
            told(&tally.not_run),
            "3 not run: GNU Go is not installed (a, m::b); no ../shared/data (c)"
        );
    }
}

//! Programs that violate their protocol fail exactly the checks of what they violate.
#![cfg(unix)]

use heibai_protocols::compliance::{Check, check};
use std::time::Duration;

fn failed(checks: &[Check]) -> Vec<&str> {
    checks.iter().filter(|check| check.result.is_err()).map(|check| check.name.en.as_str()).collect()
}

fn checks(protocol: &str, command: &str) -> Vec<Check> {
    check(protocol, command, None, Duration::from_secs(1)).unwrap()
}

/// Requires that some checks fail and others pass. A failure must not depend on the time limit; for a pass it is raised,
/// because a busy machine may need a second to start a shell.
fn found_out(protocol: &str, command: &str, fail: &[&str], pass: &[&str]) {
    for patience in [1, 10, 100] {
        let checks = check(protocol, command, None, Duration::from_secs(patience)).unwrap();
        let failed = failed(&checks);
        let passed: Vec<_> = fail.iter().filter(|name| !failed.contains(name)).collect();
        assert!(passed.is_empty(), "{passed:?} passed: {checks:?}");
        match pass.iter().find(|name| failed.contains(name)) {
            None => return,
            Some(name) => assert!(patience < 100, "'{name}' failed: {checks:?}"),
        }
    }
}

#[test]
fn there_is_no_such_protocol() {
    assert_eq!(check("uci", "cat", None, Duration::from_secs(1)), None);
}

#[test]
fn a_program_that_is_none_fails_everything_and_nothing_hangs() {
    for protocol in ["gtp", "gomocup", "nboard"] {
        for command in ["/no/such/program", "false"] {
            let checks = checks(protocol, command);
            assert_eq!(failed(&checks).len(), checks.len(), "{protocol}:{command}: {checks:?}");
        }
    }
}

/// Accepts everything and always plays the same point.
#[test]
fn a_yes_man_over_gtp_is_found_out() {
    let script = r#"sh -c 'while read line; do set -- $line; case "$1" in "") ;; \#*) ;;
        protocol_version) printf "= 2\n\n";; genmove) printf "= C3\n\n";; quit) printf "=\n\n"; exit;;
        known_command) printf "= true\n\n";; *) printf "= ok\n\n";; esac; done'"#;
    let fail = [
        "lists every required command",
        "knows which commands it knows",
        "answers with the number it was asked with",
        "refuses an unknown command",
        "refuses an illegal move and goes on",
        "plays legal moves for both sides to the end of a game",
    ];
    let pass = ["starts and speaks version 2", "ends when it is told to quit"];
    found_out("gtp", script, &fail, &pass);
}

/// Answers OK, always plays 7,7, and does not exit.
#[test]
fn a_stubborn_gomoku_program_is_found_out() {
    let script = r#"sh -c 'while read line; do case "$line" in START*|RESTART) echo OK;; BEGIN|TURN*|DONE) echo 7,7;;
        ABOUT) echo nothing;; esac; done; sleep 5'"#;
    let fail = [
        "tells about itself",
        "answers moves until the game is over",
        "takes over a position with BOARD",
        "answers UNKNOWN or ERROR to an unknown word",
        "refuses a stone on an occupied point",
        "ends when it is told END",
    ];
    let pass = ["starts and takes a board", "begins a game within its time", "begins anew with RESTART"];
    found_out("gomocup", script, &fail, &pass);
}

#[test]
fn an_othello_program_without_pongs_is_found_out() {
    let script =
        r#"sh -c 'while read line; do case "$line" in ping*) echo pong 0;; quit) exit;; esac; done'"#;
    let checks = checks("nboard", script);
    assert_eq!(failed(&checks).len(), checks.len(), "every check needs an answered ping: {checks:?}");
}

#[test]
fn what_is_found_is_told_in_chinese_too() {
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    // `cat` echoes everything, `true` exits at once, and the third does not exist.
    for (protocol, command) in
        [("gtp", "cat"), ("gomocup", "cat"), ("nboard", "cat"), ("gtp", "true"), ("gtp", "no-such-program")]
    {
        let checks = checks(protocol, command);
        assert!(checks.iter().any(|check| check.result.is_err()), "{protocol} {command}");
        for check in checks {
            let why = check.result.err();
            let told = is_chinese(&check.name.zh) && why.as_ref().is_none_or(|why| is_chinese(&why.zh));
            assert!(told, "{protocol} {command}: {} {why:?}", check.name.zh);
        }
    }
}

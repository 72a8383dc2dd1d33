//! Programs that break their protocol are found out, each by the behaviour that it breaks.
#![cfg(unix)]

use heibai_protocols::compliance::{Check, check};
use std::time::Duration;

fn failed(checks: &[Check]) -> Vec<&'static str> {
    checks.iter().filter(|check| check.result.is_err()).map(|check| check.name).collect()
}

fn checks(protocol: &str, command: &str) -> Vec<Check> {
    check(protocol, command, None, Duration::from_secs(1)).unwrap()
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

/// Says yes to everything and always plays the same point.
#[test]
fn a_yes_man_over_gtp_is_found_out() {
    let script = r#"sh -c 'while read line; do set -- $line; case "$1" in "") ;; \#*) ;;
        protocol_version) printf "= 2\n\n";; genmove) printf "= C3\n\n";; quit) printf "=\n\n"; exit;;
        known_command) printf "= true\n\n";; *) printf "= ok\n\n";; esac; done'"#;
    let checks = checks("gtp", script);
    let failed = failed(&checks);
    for name in [
        "lists every required command",
        "knows which commands it knows",
        "answers with the number it was asked with",
        "refuses an unknown command",
        "refuses an illegal move and goes on",
        "plays legal moves for both sides to the end of a game",
    ] {
        assert!(failed.contains(&name), "'{name}' passed: {checks:?}");
    }
    for name in ["starts and speaks version 2", "ends when it is told to quit"] {
        assert!(!failed.contains(&name), "'{name}' failed: {checks:?}");
    }
}

/// Answers OK and always plays 7,7, and does not go away.
#[test]
fn a_stubborn_gomoku_program_is_found_out() {
    let script = r#"sh -c 'while read line; do case "$line" in START*|RESTART) echo OK;; BEGIN|TURN*|DONE) echo 7,7;;
        ABOUT) echo nothing;; esac; done; sleep 5'"#;
    let checks = checks("gomocup", script);
    let failed = failed(&checks);
    for name in [
        "tells about itself",
        "answers moves until the game is over",
        "takes over a position with BOARD",
        "answers UNKNOWN or ERROR to an unknown word",
        "refuses a stone on an occupied point",
        "ends when it is told END",
    ] {
        assert!(failed.contains(&name), "'{name}' passed: {checks:?}");
    }
    for name in ["starts and takes a board", "begins a game within its time", "begins anew with RESTART"] {
        assert!(!failed.contains(&name), "'{name}' failed: {checks:?}");
    }
}

#[test]
fn an_othello_program_without_pongs_is_found_out() {
    let script =
        r#"sh -c 'while read line; do case "$line" in ping*) echo pong 0;; quit) exit;; esac; done'"#;
    let checks = checks("nboard", script);
    assert_eq!(failed(&checks).len(), checks.len(), "every check needs an answered ping: {checks:?}");
}

//! Standard input and output that are not as they should be: bytes that are no text, a full disk, a reader that left.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output, Stdio};

fn heibai(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heibai"));
    command.args(args).env("HEIBAI_LANG", "en").stdin(Stdio::null());
    command
}

fn told(mut command: Command, input: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_byte_that_is_no_text_does_not_end_a_conversation() {
    let conversations: [(&[&str], &[u8], &str); 4] = [
        (&["gtp", "go", "--player", "random"], b"\xff\xfe\n1 name\nquit\n", "=1 heibai"),
        (&["gomocup", "--player", "random"], b"INFO rule \xff\nSTART 15\nEND\n", "OK"),
        (&["nboard", "--player", "random"], b"\xff\nping 7\nquit\n", "pong 7"),
        (
            &["analysis", "go", "--player", "random"],
            b"\xff\n{\"id\":\"v\",\"action\":\"query_version\"}\n",
            "\"id\":\"v\"",
        ),
    ];
    for (args, input, expected) in conversations {
        let output = told(heibai(args), input);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(output.status.success(), "{args:?}: {:?}", output.status);
    }
    let mut game = vec!["play", "othello", "--plain", "--black", "human", "--white", "human"];
    game.extend(["--size", "8"]);
    let output = told(heibai(&game), b"\xff\nf5\nquit\n");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1. Black f5"), "{output:?}");
}

/// Some editors begin a text with a byte order mark.
#[test]
fn a_byte_order_mark_is_no_stone() {
    let board = format!("\u{feff}{0}\n{0}\n", ".".repeat(225));
    let output = told(heibai(&["forbidden", "--json"]), board.as_bytes());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), said.lines().count()), (Some(0), 2), "{output:?}");
}

/// A copy of the program under a Gomocup name needs no arguments, and keeps the memory that the manager allows.
#[test]
#[cfg(target_os = "linux")]
fn a_brain_keeps_the_memory_it_is_allowed() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let brain = folder.path().join("pbrain-heibai");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_heibai"), &brain).unwrap();
    let highest = |megabytes: u64| {
        let mut child = Command::new(&brain).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let memory = megabytes << 20;
        writeln!(input, "INFO max_memory {memory}\nINFO rule 0\nINFO timeout_turn 2000\nSTART 15\nBEGIN")
            .unwrap();
        assert_eq!(output.next().unwrap().unwrap(), "OK");
        assert_eq!(output.next().unwrap().unwrap(), "7,7");
        writeln!(input, "TURN 8,8").unwrap();
        assert!(output.next().unwrap().unwrap().contains(','));
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        writeln!(input, "END").unwrap();
        assert!(child.wait().unwrap().success());
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
    };
    // The pages of this unoptimised program's own code count too, and are no part of what it takes to think.
    let (small, large) = (highest(48), highest(0));
    assert!(small + 40 < large, "{small} MiB under a limit, {large} MiB without");
}

#[test]
fn arguments_that_are_no_text_are_refused() {
    let odd = OsStr::from_bytes(b"\xff\xfe");
    for args in [&["gtp", "go", "--player"][..], &["perft"], &["--lang"], &[]] {
        let mut command = heibai(args);
        command.arg(odd);
        let output = told(command, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
    }
}

const PRINTING: [&[&str]; 4] =
    [&["show", "f5"], &["perft", "othello", "--depth", "3"], &["levels", "go"], &["match", "--help"]];

#[test]
fn a_full_standard_output_is_told_and_is_no_panic() {
    for args in PRINTING {
        let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { return };
        let output = heibai(args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains("standard output: the disk is full") && !said.contains("panicked"),
            "{args:?}: {said}"
        );
        let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = heibai(args).stdout(full()).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn a_reader_that_left_ends_the_program_quietly() {
    for args in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = heibai(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn a_hash_table_beyond_the_memory_is_refused() {
    for (game, player) in [("gomoku", "engine:hash=65536"), ("othello", "engine:hash=1048576")] {
        let program = env!("CARGO_BIN_EXE_heibai");
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("ulimit -v 4000000; exec {program} gtp {game} --player {player}"));
        let output = told(command, b"");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("does not give so much memory"), "{said}");
    }
}

/// Ends a program that waits for ever, and says which.
fn ends(mut command: Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while child.try_wait().unwrap().is_none() {
        if std::time::Instant::now() > patience {
            child.kill().unwrap();
            panic!("{command:?} waits for ever");
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

/// A file that an option names may be a pipe that nobody writes to, or a device that never ends.
#[test]
fn pipes_and_devices_are_named_and_never_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let data = folder.path().join("data").display().to_string();
    for odd in [pipe.as_str(), "/dev/zero"] {
        let (engine, learned) = (format!("engine:network={odd}"), format!("learned:file={odd}"));
        let network = format!("mine={odd}");
        let serve = ["serve", "--listen", "127.0.0.1:0", "--data", &data];
        let worker = ["worker", "--server", "http://127.0.0.1:1"];
        let cases: [Vec<&str>; 12] = [
            [&serve[..], &["--network", &network]].concat(),
            [&serve[..], &["--admin-token", odd]].concat(),
            [&worker[..], &["--token", odd]].concat(),
            vec!["admin", "--token", odd, "games"],
            vec!["restore", "--data", &data, odd],
            vec!["gtp", "go", "--player", &engine],
            vec!["gtp", "othello", "--player", &learned],
            vec!["net", "info", odd],
            vec!["net", "convert", odd, "out.hbn"],
            vec!["tournament", odd],
            vec!["match", "random", "random", "--game", "gomoku", "--openings", odd],
            vec!["bench", "perft", "--quick", "--compare", odd],
        ];
        for args in cases {
            let output = ends(heibai(&args));
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(
                said.contains("a pipe or a device, not a file") && said.contains(odd),
                "{args:?}: {said}"
            );
        }
        let mut with_book = heibai(&["levels", "othello"]);
        with_book.env("HEIBAI_BOOK", odd);
        let said = String::from_utf8_lossy(&ends(with_book).stderr).into_owned();
        assert!(said.contains("a pipe or a device, not a file") && said.contains(odd), "{said}");
        // A program that drives ours names a file too, and hears why it is none.
        let asked = format!("1 loadsgf {odd}\nquit\n");
        let said = told(heibai(&["gtp", "go", "--player", "random"]), asked.as_bytes()).stdout;
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.contains("?1") && said.contains("a pipe or a device"), "{said}");
    }
}

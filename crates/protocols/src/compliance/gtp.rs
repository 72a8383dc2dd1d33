//! The behaviours of a GTP program.

use super::{Checked, Session, accept};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Color, Kind, Move, Position};
use heibai_words::{Say, compliance as said};

/// The commands that GTP 2 requires.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

impl Session {
    /// Sends a command and reads the answer: the text after `=`, or after `?` as an error. The id must be repeated.
    fn gtp(&mut self, command: &str) -> Checked<Result<String, String>> {
        self.say(command)?;
        let id: String = command.chars().take_while(char::is_ascii_digit).collect();
        let patience = self.patience;
        let first = self.hear(patience, |line| line.starts_with(['=', '?']).then(|| line.to_owned()))?;
        let (mark, rest) = first.split_at(1);
        let rest = rest.strip_prefix(id.as_str()).ok_or_else(|| said::answered(command, &first))?;
        let mut text = rest.trim().to_owned();
        loop {
            let line = self.hear(patience, |line| Some(line.to_owned()))?;
            if line.is_empty() {
                break;
            }
            text = format!("{text}\n{line}");
        }
        Ok(if mark == "=" { Ok(text) } else { Err(text) })
    }

    fn accepted(&mut self, command: &str) -> Checked<String> {
        self.gtp(command)?.map_err(|why| said::refused(command, &why))
    }

    fn refused(&mut self, command: &str) -> Checked {
        match self.gtp(command)? {
            Ok(text) => Err(said::accepted(command, &text)),
            Err(_) => Ok(()),
        }
    }

    /// An empty board of this size.
    fn board(&mut self, kind: Kind, size: usize) -> Checked<AnyPosition> {
        self.accepted(&format!("boardsize {size}"))?;
        self.accepted("clear_board")?;
        let rules =
            kind.rules(&Choice { size: Some(size), ..Choice::default() }).map_err(|bad| bad.text())?;
        Ok(AnyPosition::start(&rules))
    }

    /// Lets the program move and checks that its move is legal. True if it resigned.
    fn genmove(&mut self, position: &mut AnyPosition) -> Checked<bool> {
        let color = if position.turn() == Color::Black { "b" } else { "w" };
        let text = self.accepted(&format!("genmove {color}"))?;
        if text.eq_ignore_ascii_case("resign") {
            return Ok(true);
        }
        let mv = position.read_move(&text).map_err(|bad| bad.text())?;
        accept(position, mv)?;
        Ok(false)
    }
}

pub(super) fn run(session: &mut Session, kind: Kind) {
    let size = if kind == Kind::Othello { 8 } else { 9 };
    session.check(said::speaks_version_2(), |s| match s.accepted("protocol_version")?.as_str() {
        "2" => Ok(()),
        other => Err(said::speaks(other)),
    });
    session.check(said::tells_name(), |s| {
        let (name, version) = (s.accepted("name")?, s.accepted("version")?);
        if name.is_empty() { Err(said::no_name(&version)) } else { Ok(()) }
    });
    session.check(said::lists_commands(), |s| {
        let list = s.accepted("list_commands")?;
        let missing: Vec<&str> =
            REQUIRED.into_iter().filter(|word| !list.lines().any(|line| line.trim() == *word)).collect();
        if missing.is_empty() { Ok(()) } else { Err(said::missing(&missing.join(", "))) }
    });
    session.check(said::knows_commands(), |s| {
        let (yes, no) = (s.accepted("known_command genmove")?, s.accepted("known_command no_such_word")?);
        if yes != "true" {
            return Err(said::answered("known_command genmove", &yes));
        }
        if no == "false" { Ok(()) } else { Err(said::answered("known_command no_such_word", &no)) }
    });
    session.check(said::keeps_numbers(), |s| {
        s.gtp("471 name")?.map(|_| ()).map_err(|why| said::refused("471 name", &why))
    });
    session.check(said::refuses_unknown(), |s| s.refused("no_such_word"));
    session.check(said::skips_comments(), |s| {
        s.say("")?;
        s.say("# a comment")?;
        s.accepted("name # with a comment").map(|_| ())
    });
    session.check(said::takes_settings(), |s| {
        s.board(kind, size)?;
        s.accepted("komi 7.5")?;
        s.gtp("time_settings 0 5 1").map(|_| ())
    });
    session.check(said::refuses_no_size(), |s| s.refused("boardsize 0"));
    session.check(said::refuses_illegal(), |s| {
        let mut position = s.board(kind, size)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let name = position.write_move(moves[0]);
        s.accepted(&format!("play b {name}"))?;
        accept(&mut position, moves[0])?;
        s.refused(&format!("play w {name}"))?;
        s.genmove(&mut position).map(|_| ())
    });
    session.check(said::reads_any_case(), |s| {
        let position = s.board(kind, size)?;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        s.accepted(&format!("play B {}", position.write_move(moves[0]).to_lowercase()))?;
        s.board(kind, size)?;
        s.accepted(&format!("play black {}", position.write_move(moves[0]).to_uppercase())).map(|_| ())
    });
    session.check(said::plays_to_the_end(), |s| {
        let mut position = s.board(kind, size)?;
        for _ in 0..4 * size * size {
            if position.outcome().is_some() || s.genmove(&mut position)? {
                return Ok(());
            }
            if position.outcome().is_none() && position.must_pass() {
                accept(&mut position, Move::Pass)?;
            }
        }
        Err(said::never_ends())
    });
    session.check(said::undoes(), |s| {
        if s.accepted("known_command undo")? != "true" {
            return Ok(());
        }
        let mut position = s.board(kind, size)?;
        let start = position.clone();
        s.genmove(&mut position)?;
        s.accepted("undo")?;
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        s.accepted(&format!("play b {}", start.write_move(moves[0]))).map(|_| ())
    });
    session.check(said::quits(), |s| {
        s.accepted("name")?;
        s.part("quit")
    });
}

//! The behaviours of a Gomocup program.

use super::{Checked, Session, accept};
use crate::gomocup::message::{read_point, write_point};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Move, Point, Position};
use heibai_words::{Say, compliance as said};
use std::time::{Duration, Instant};

const SIZE: usize = 15;
/// The time of a move, and the tolerance.
const TURN: Duration = Duration::from_millis(1000);
const LATE: Duration = Duration::from_millis(500);

impl Session {
    fn chatter(line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
        ["MESSAGE", "DEBUG", ""].contains(&word.as_str())
    }

    /// The next line that is neither empty nor a message.
    fn reply(&mut self, patience: Duration) -> Checked<String> {
        self.hear(patience, |line| (!Session::chatter(line)).then(|| line.trim().to_owned()))
    }

    fn expect(&mut self, line: &str, wanted: &str) -> Checked {
        self.say(line)?;
        let patience = self.patience;
        let reply = self.reply(patience)?;
        let word = reply.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
        if word == wanted { Ok(()) } else { Err(said::expected(line, &reply, wanted)) }
    }

    fn start(&mut self) -> Checked<AnyPosition> {
        self.say("INFO rule 0")?;
        self.say(&format!("INFO timeout_turn {}", TURN.as_millis()))?;
        self.say("INFO timeout_match 0")?;
        self.expect(&format!("START {SIZE}"), "OK")?;
        let choice = Choice { rules: Some("freestyle".to_owned()), size: Some(SIZE), ..Choice::default() };
        Ok(AnyPosition::start(&Kind::Gomoku.rules(&choice).map_err(|bad| bad.text())?))
    }

    /// Waits for a move and checks that it is legal and in time.
    fn its_move(&mut self, position: &mut AnyPosition) -> Checked {
        let began = Instant::now();
        let patience = self.patience.max(TURN + LATE);
        let reply = self.reply(patience)?;
        let point = read_point(&reply, SIZE).ok_or_else(|| said::no_point(&reply))?;
        accept(position, Move::Place(point))?;
        let took = began.elapsed();
        if took > TURN + LATE {
            return Err(said::too_slow(took.as_millis() as u64, TURN.as_millis() as u64));
        }
        Ok(())
    }

    /// Plays the first free point and sends it to the program.
    fn our_move(&mut self, position: &mut AnyPosition) -> Checked {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(&Move::Place(point)) = moves.first() else { return Err(said::never_ends()) };
        accept(position, Move::Place(point))?;
        self.say(&format!("TURN {}", write_point(point, SIZE)))
    }
}

pub(super) fn run(session: &mut Session) {
    session.check(said::takes_board(), |s| s.start().map(|_| ()));
    session.check(said::tells_about_itself(), |s| {
        s.say("ABOUT")?;
        let patience = s.patience;
        let reply = s.reply(patience)?;
        if reply.contains("name") { Ok(()) } else { Err(said::answered("ABOUT", &reply)) }
    });
    session.check(said::begins_in_time(), |s| {
        let mut position = s.start()?;
        s.say("BEGIN")?;
        s.its_move(&mut position)
    });
    session.check(said::answers_moves(), |s| {
        let mut position = s.start()?;
        for _ in 0..SIZE * SIZE {
            s.our_move(&mut position)?;
            if position.outcome().is_some() {
                return Ok(());
            }
            s.its_move(&mut position)?;
            if position.outcome().is_some() {
                return Ok(());
            }
        }
        Err(said::never_ends())
    });
    session.check(said::takes_over(), |s| {
        let mut position = s.start()?;
        s.say("BOARD")?;
        for (x, y, who) in [(7, 7, 1), (8, 8, 2), (7, 8, 1), (8, 7, 2)] {
            accept(&mut position, Move::Place(Point((y * SIZE + x) as u16)))?;
            s.say(&format!("{x},{y},{who}"))?;
        }
        s.say("DONE")?;
        s.its_move(&mut position)
    });
    session.check(said::restarts(), |s| {
        let mut position = s.start()?;
        let empty = position.clone();
        s.say("BEGIN")?;
        s.its_move(&mut position)?;
        s.expect("RESTART", "OK")?;
        position = empty;
        s.say("BEGIN")?;
        s.its_move(&mut position)
    });
    session.check(said::skips_settings(), |s| {
        let mut position = s.start()?;
        s.say("INFO no_such_setting 17")?;
        s.say("BEGIN")?;
        s.its_move(&mut position)
    });
    session.check(said::says_unknown(), |s| {
        s.start()?;
        s.say("NO_SUCH_WORD")?;
        let patience = s.patience;
        let reply = s.reply(patience)?;
        let fits = ["UNKNOWN", "ERROR"].iter().any(|word| reply.to_ascii_uppercase().starts_with(word));
        if fits { Ok(()) } else { Err(said::answered("NO_SUCH_WORD", &reply)) }
    });
    session.check(said::refuses_occupied(), |s| {
        let mut position = s.start()?;
        s.say("TURN 7,7")?;
        accept(&mut position, Move::Place(Point((7 * SIZE + 7) as u16)))?;
        s.its_move(&mut position)?;
        s.expect("TURN 7,7", "ERROR")
    });
    session.check(said::ends(), |s| {
        s.start()?;
        s.part("END")
    });
}

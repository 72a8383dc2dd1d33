//! The behaviours of an NBoard engine.

use super::{Checked, Session, accept};
use crate::nboard::message::{read_move, write_move};
use heibai_games::kind::Choice;
use heibai_games::{AnyPosition, Kind, Match, Position};
use heibai_records::Record;
use heibai_words::{Say, compliance as said};
use std::time::Duration;

impl Session {
    fn ping(&mut self, number: u32) -> Checked {
        self.say(&format!("ping {number}"))?;
        let (patience, wanted) = (self.patience, format!("pong {number}"));
        self.hear(patience, |line| (line.trim() == wanted).then_some(()))
    }

    /// Starts a session with a game and a small depth.
    fn open(&mut self, game: &Match<AnyPosition>) -> Checked {
        self.say("nboard 2")?;
        self.say("set depth 2")?;
        self.put(game)
    }

    fn put(&mut self, game: &Match<AnyPosition>) -> Checked {
        let ggf = heibai_records::ggf::write(&Record::from_match(game)).map_err(|bad| bad.text())?;
        self.say(&format!("set game {}", ggf.trim()))
    }

    fn go(&mut self, position: &mut AnyPosition) -> Checked {
        self.say("go")?;
        let patience = self.patience;
        let text = self.hear(patience, |line| line.strip_prefix("===").map(str::to_owned))?;
        let mv = read_move(&text, position).map(|told| told.mv).map_err(|_| said::no_point(&text))?;
        accept(position, mv)?;
        Ok(())
    }
}

fn start() -> Checked<Match<AnyPosition>> {
    let rules = Kind::Othello.rules(&Choice::default()).map_err(|bad| bad.text())?;
    Ok(Match::new(AnyPosition::start(&rules)))
}

pub(super) fn run(session: &mut Session) {
    session.check(said::answers_ping(), |s| {
        s.say("nboard 2")?;
        s.ping(17)
    });
    session.check(said::keeps_order(), |s| {
        s.say("nboard 2")?;
        s.say("ping 1")?;
        s.say("ping 2")?;
        let patience = s.patience;
        let first = s.hear(patience, |line| line.strip_prefix("pong").map(|rest| rest.trim().to_owned()))?;
        let second = s.hear(patience, |line| line.strip_prefix("pong").map(|rest| rest.trim().to_owned()))?;
        if [&*first, &*second] == ["1", "2"] {
            Ok(())
        } else {
            Err(said::answered("ping 1, ping 2", &format!("pong {first}, pong {second}")))
        }
    });
    session.check(said::takes_over_game(), |s| {
        let mut game = start()?;
        for name in ["f5", "d6", "c3", "d3", "c4"] {
            let mv = game.position().read_move(name).map_err(|bad| bad.text())?;
            game.play(mv, Duration::ZERO).map_err(|illegal| illegal.text())?;
        }
        s.open(&game)?;
        s.ping(3)?;
        s.go(&mut game.position().clone())
    });
    session.check(said::follows_moves(), |s| {
        let mut game = start()?;
        s.open(&game)?;
        let mv = game.position().read_move("f5").map_err(|bad| bad.text())?;
        let name = write_move(mv, game.position());
        game.play(mv, Duration::ZERO).map_err(|illegal| illegal.text())?;
        s.say(&format!("move {name}/0.0/1.0"))?;
        s.ping(4)?;
        s.go(&mut game.position().clone())
    });
    session.check(said::plays_to_the_end(), |s| {
        let mut game = start()?;
        s.open(&game)?;
        for number in 0..64 {
            if game.outcome().is_some() {
                return Ok(());
            }
            s.put(&game)?;
            s.ping(100 + number)?;
            let before = game.position().clone();
            let mut after = before.clone();
            s.say("go")?;
            let patience = s.patience;
            let text = s.hear(patience, |line| line.strip_prefix("===").map(str::to_owned))?;
            let mv = read_move(&text, &before).map(|told| told.mv).map_err(|_| said::no_point(&text))?;
            accept(&mut after, mv)?;
            game.play(mv, Duration::ZERO).map_err(|illegal| illegal.text())?;
        }
        if game.outcome().is_some() { Ok(()) } else { Err(said::never_ends()) }
    });
    session.check(said::gives_hints(), |s| {
        s.open(&start()?)?;
        s.ping(5)?;
        s.say("hint 2")?;
        let patience = s.patience;
        s.hear(patience, |line| (line.starts_with("search") || line.starts_with("book")).then_some(()))?;
        s.ping(6)
    });
    session.check(said::skips_words(), |s| {
        s.say("nboard 2")?;
        s.say("no_such_word 17")?;
        s.ping(7)
    });
    session.check(said::quits(), |s| {
        s.say("nboard 2")?;
        s.ping(8)?;
        s.part("quit")
    });
}

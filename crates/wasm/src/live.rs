//! The live connection of a tab: games watched, actions, analyses.

use crate::core::{Core, Purpose};
use crate::games::Acted;
use crate::work::{Answered, Work};
use heibai_table::act::Action;
use heibai_table::analysis::{AnalysisTask, ReviewTask};
use heibai_table::error::{Answer, Code, Fail};
use heibai_table::message::{Ask, Doing, Frame, PositionReply, analyst, error_message, unreviewed};
use heibai_table::table::Effect;
use heibai_table::view::to_json;
use serde_json::json;

impl Core {
    pub(crate) fn frame(&mut self, tab: &str, text: &str) {
        match Frame::read(text) {
            Err(refusal) => self.send(tab, refusal.to_string()),
            Ok(frame) => {
                let re = frame.re;
                if let Err(fail) = self.answer_frame(tab, frame) {
                    self.send(tab, error_message(re, &fail).to_string());
                }
            }
        }
    }

    fn answer_frame(&mut self, tab: &str, frame: Frame) -> Answer<()> {
        let re = frame.re;
        match frame.ask {
            Ask::Ping {} => {
                let pong = json!({ "type": "pong", "re": re, "now": self.now });
                self.send(tab, pong.to_string());
            }
            Ask::Watch { game } => self.watch(tab, re, &game)?,
            Ask::Leave { game } => self.leave(tab, &game),
            Ask::Act { game, action } => self.act_in_frame(tab, re, &game, &action)?,
            Ask::Position { of } => {
                let reply = PositionReply::new(re, &of)?;
                self.send(tab, to_json(&reply));
            }
            Ask::Analyse { of, ms, player, lines } => {
                // Refused here, so that nobody has to wait for it.
                AnalysisTask::new(&of, ms, analyst(player.as_deref(), &of, &self.networks)?, lines)?;
                self.begin_for(tab, re, Work::Analyse { re, of, ms, player, lines })?;
            }
            // Reviews are not stored here.
            Ask::Review { stored: true, .. } => self.send(tab, unreviewed(re).to_string()),
            Ask::Review { of, ms_per_move, player, stored: false } => {
                ReviewTask::new(&of, ms_per_move, analyst(player.as_deref(), &of, &self.networks)?)?;
                self.begin_for(tab, re, Work::Review { re, of, ms_per_move, player })?;
            }
            Ask::Teach { of, ms_per_move, threats } => {
                ReviewTask::of_last_move(&of, ms_per_move, analyst(None, &of, &self.networks)?)?;
                self.begin_for(tab, re, Work::Teach { re, of, ms_per_move, threats })?;
            }
            Ask::Stop {} => self.stop_for(|other, number| other == tab && number == re),
            // Nobody else is here to read it.
            Ask::Say { .. } => {
                let why = heibai_words::server::nobody_listens();
                return Err(Fail::because(Code::NotYours, why));
            }
        }
        Ok(())
    }

    fn act_in_frame(&mut self, tab: &str, re: Option<u64>, game: &str, action: &Action) -> Answer<()> {
        match self.act(game, action)? {
            Acted::Done { seq, ply } => self.send(tab, to_json(&Doing::done(re, seq, ply))),
            Acted::Hint(stored) => {
                let table = &self.room(game)?.table;
                let hint = Some((table.seq, table.game.moves().len()));
                let purpose = Purpose::Frame { tab: tab.to_owned(), re, hint };
                self.begin(Work::Hint { game: stored }, purpose);
            }
        }
        Ok(())
    }

    fn begin_for(&mut self, tab: &str, re: Option<u64>, work: Work) -> Answer<()> {
        if re.is_none() {
            return Err(Fail::because(Code::BadRequest, heibai_words::server::needs_re()));
        }
        self.stop_for(|other, number| other == tab && number == re);
        self.begin(work, Purpose::Frame { tab: tab.to_owned(), re, hint: None });
        Ok(())
    }

    /// Stops the matching analyses of a tab.
    fn stop_for(&mut self, fits: impl Fn(&str, Option<u64>) -> bool) {
        let of = |(job, purpose): (&u64, &Purpose)| match purpose {
            Purpose::Frame { tab, re, .. } if fits(tab, *re) => Some(*job),
            _ => None,
        };
        for job in self.jobs.iter().filter_map(of).collect::<Vec<_>>() {
            self.stop(job);
        }
    }

    fn watch(&mut self, tab: &str, re: Option<u64>, game: &str) -> Answer<()> {
        let me = self.me.id.clone();
        let room = self.room(game)?;
        room.watchers.insert(tab.to_owned());
        self.renew_online(game);
        let now = self.now;
        let view = self.room(game)?.table.view(&me, now);
        self.send(tab, to_json(&json!({ "type": "game", "re": re, "game": view })));
        Ok(())
    }

    fn leave(&mut self, tab: &str, game: &str) {
        if let Some(room) = self.rooms.get_mut(game) {
            room.watchers.remove(tab);
            self.renew_online(game);
        }
    }

    /// A tab was closed.
    pub(crate) fn gone(&mut self, tab: &str) {
        self.stop_for(|other, _| other == tab);
        for game in self.rooms.keys().cloned().collect::<Vec<_>>() {
            self.leave(tab, &game);
        }
    }

    fn renew_online(&mut self, game: &str) {
        let Some(room) = self.rooms.get_mut(game) else { return };
        let here = !room.watchers.is_empty();
        let online = [0, 1].map(|seat: usize| here && room.table.seats[seat].holder().is_some());
        if online != room.table.online {
            room.table.online = online;
            self.announce(game, Effect::Changed { what: "online", by: None, moves: false, seats: true });
        }
    }

    /// Work has a result; an analysis may have more.
    pub(crate) fn answered(&mut self, job: u64, answer: Answered) {
        match self.jobs.remove(&job) {
            None => {}
            Some(Purpose::Game(game)) => self.engine_said(&game, answer),
            Some(Purpose::Request { tab, id }) => {
                let answer = match answer {
                    Answered::Response(status, body) => Ok(crate::rest::Reply::Text(status, body)),
                    _ => Err(Code::Internal.into()),
                };
                self.respond(tab, id, answer);
            }
            Some(Purpose::Frame { tab, re, hint }) => match (answer, hint) {
                (Answered::Hint(told), Some((seq, ply))) => {
                    let done = json!({ "type": "done", "re": re, "seq": seq, "ply": ply, "hint": told });
                    self.send(&tab, done.to_string());
                }
                (Answered::Message(text), _) => {
                    self.send(&tab, text);
                    if hint.is_none() {
                        self.jobs.insert(job, Purpose::Frame { tab, re, hint });
                    }
                }
                _ => self.send(&tab, error_message(re, &Code::Internal.into()).to_string()),
            },
        }
    }
}

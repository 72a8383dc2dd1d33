//! Requests by path: the same as the server's, as far as they make sense for one person.

use crate::core::{Core, Output, Purpose, Response};
use crate::games::Acted;
use crate::keep::to_text;
use crate::work::Work;
use heibai_games::Kind;
use heibai_table::act::{Action, Member};
use heibai_table::error::{Answer, Code, ErrorBody, Fail};
use heibai_table::event::Seat;
use heibai_table::line::Line;
use heibai_table::meta::{LimitsMeta, Meta, Version};
use heibai_table::new_game::{Host, NewGame, Sitter};
use heibai_table::opponent::Opponent;
use heibai_table::overlay;
use heibai_table::problems;
use heibai_table::rows::entry;
use heibai_table::training::{AskHelp, Try};
use heibai_table::view::to_json;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The largest request in bytes: a file with games may be large.
const MOST_BYTES: usize = 64 << 20;

/// An answer to a request.
pub(crate) enum Reply {
    Text(u16, String),
    File(String, Vec<u8>),
    /// It comes when the work is done.
    Later,
}

pub(crate) fn ok(value: &impl Serialize) -> Answer<Reply> {
    Ok(Reply::Text(200, to_json(value)))
}

pub(crate) fn created(value: &impl Serialize) -> Answer<Reply> {
    Ok(Reply::Text(201, to_json(value)))
}

pub(crate) fn nothing() -> Answer<Reply> {
    Ok(Reply::Text(204, String::new()))
}

/// Reads a JSON body; the error says what is wrong with it.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Answer<T> {
    serde_json::from_slice(body)
        .map_err(|e| Fail::because(Code::BadRequest, heibai_words::server::unreadable(&e.to_string())))
}

/// A query string.
pub(crate) struct Query<'a>(&'a str);

impl Query<'_> {
    pub(crate) fn get(&self, name: &str) -> String {
        let pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| decoded(value)).unwrap_or_default()
    }
}

impl Query<'_> {
    /// The whole query as one value; what reads as a number becomes one.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Answer<T> {
        let pairs = self.0.split('&').filter_map(|pair| pair.split_once('='));
        let value = |text: String| text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number));
        let all: serde_json::Map<_, _> = pairs.map(|(k, v)| (k.to_owned(), value(decoded(v)))).collect();
        serde_json::from_value(all.into())
            .map_err(|e| Fail::because(Code::BadRequest, heibai_words::server::unreadable(&e.to_string())))
    }
}

/// Percent-decodes a part of a URL.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|d| std::str::from_utf8(d).ok());
        let escaped = digits.filter(|_| *first == b'%').and_then(|d| u8::from_str_radix(d, 16).ok());
        rest = if escaped.is_some() { &after[2..] } else { after };
        bytes.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Core {
    pub(crate) fn respond(&mut self, tab: String, id: u64, answer: Answer<Reply>) {
        let (status, body, file) = match answer {
            Ok(Reply::Later) => return,
            Ok(Reply::Text(status, body)) => (status, body, None),
            Ok(Reply::File(name, bytes)) => (200, String::new(), Some((name, bytes))),
            Err(error) => (error.code.status(), to_json(&ErrorBody { error }), None),
        };
        self.told.push(Output::Response(Response { tab, id, status, body, file }));
    }

    /// Answers a request, or starts the work that it needs.
    pub(crate) fn request(
        &mut self,
        tab: &str,
        id: u64,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Answer<Reply> {
        if body.len() > MOST_BYTES {
            return Err(Code::TooLarge.into());
        }
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let ["api", at @ ..] = &parts[..] else { return Err(Code::NotFound.into()) };
        let later = |core: &mut Core, work| {
            core.begin(work, Purpose::Request { tab: tab.to_owned(), id });
            Ok(Reply::Later)
        };
        match (method, at) {
            ("GET", ["meta"]) => ok(&Meta::of(&self.networks, LIMITS)),
            ("GET", ["version"]) => ok(&Version::HERE),
            ("GET", ["me"]) => self.who(),
            ("PUT", ["me"]) => self.rename(body),
            ("POST", ["games"]) => self.new_game(read(body)?),
            ("GET", ["games"]) => ok(&json!({ "games": self.running() })),
            ("GET", ["games", game]) => self.view(game),
            ("DELETE", ["games", game]) => self.remove_game(game),
            ("POST", ["games", game, "act"]) => match self.act(game, &read::<Action>(body)?)? {
                Acted::Done { seq, ply } => ok(&json!({ "seq": seq, "ply": ply })),
                Acted::Hint(game) => later(self, Work::Hint { game }),
            },
            ("POST", ["position"]) => ok(&read::<Line>(body)?.view()?),
            ("POST", ["replay"]) => ok(&read::<Line>(body)?.replay()?),
            ("POST", ["overlays"]) => ok(&overlay::overlays(&read(body)?)?),
            ("POST", ["count"]) => {
                let of: Line = read(body)?;
                match of.play()?.is_counting() {
                    true => later(self, Work::Count { of }),
                    false => Err(Code::NotCounting.into()),
                }
            }
            ("POST", ["problems", set, problem, "try"]) => match self.try_problem(set, problem, body)? {
                Some(work) => later(self, work),
                None => self.try_mistake(problem, body),
            },
            ("POST", ["problems", set, problem, "hint"]) => {
                problems::find(set, problem)?;
                let AskHelp { moves, step } = read(body)?;
                let (set, id) = ((*set).to_owned(), (*problem).to_owned());
                later(self, Work::Help { set, id, moves, step })
            }
            ("POST", ["lessons", kind, lesson, "try"]) => {
                let kind: Kind = kind.parse().map_err(|_| Fail::from(Code::NotFound))?;
                let (kind, id) = (kind.into(), (*lesson).to_owned());
                later(self, Work::Lesson { kind, id, moves: read::<Try>(body)?.moves })
            }
            ("POST", ["openings"]) => {
                let of: Line = read(body)?;
                of.play()?;
                later(self, Work::Openings { of })
            }
            ("POST", ["library", "position"]) => {
                let work = self.explore(read(body)?)?;
                later(self, work)
            }
            ("POST", ["lab", path @ ("search" | "mcts" | "judgements")]) => {
                let asked: Value = read(body)?;
                let line = if *path == "judgements" { &asked } else { &asked["of"] };
                let of: Line = read(line.to_string().as_bytes())?;
                of.play()?;
                later(self, Work::Laboratory { path: (*path).to_owned(), of, asked })
            }
            (_, ["library" | "studies", ..]) => self.shelf(method, at, &Query(query), body),
            (_, ["problems" | "progress" | "solver" | "measured" | "lessons" | "glossary", ..]) => {
                self.learning(method, at, body)
            }
            (_, ["offers", ..]) => self.offers(method, at),
            ("GET", ["lobby"]) => ok(&json!({ "games": [] })),
            ("GET", ["live"]) => ok(&json!({ "games": self.shows(), "standings": [] })),
            ("GET", ["runs"]) => ok(&json!({ "runs": [] })),
            _ => Err(Code::NotFound.into()),
        }
    }

    fn who(&mut self) -> Answer<Reply> {
        if self.me.id.is_empty() {
            self.me.id = format!("p_{}", self.random.text(16));
            self.keep("me".to_owned(), to_text(&self.me));
        }
        ok(&json!({ "id": self.me.id, "name": self.me.name, "bot": false }))
    }

    fn rename(&mut self, body: &[u8]) -> Answer<Reply> {
        #[derive(serde::Deserialize)]
        struct Rename {
            name: String,
        }
        let name = heibai_table::act::clean_name(&read::<Rename>(body)?.name)?;
        self.who()?;
        self.me.name = name;
        self.keep("me".to_owned(), to_text(&self.me));
        self.who()
    }

    fn seat(&self, new: &NewGame, sitter: &Sitter) -> Answer<Seat> {
        match sitter {
            Sitter::Me {} => {
                let Member { id, name, .. } = self.member()?;
                Ok(Seat::Person { id, name })
            }
            Sitter::Engine { player } => {
                Opponent::read(player, new.kind.into(), &self.networks)?;
                Ok(Seat::Engine { player: player.clone() })
            }
            // Nobody else can come here.
            Sitter::Open {} | Sitter::Bot { .. } => Err(Code::BadPlayer.into()),
        }
    }

    fn member(&self) -> Answer<Member> {
        match self.me.id.is_empty() {
            true => Err(Code::Unauthorized.into()),
            false => Ok(Member { id: self.me.id.clone(), name: self.me.name.clone(), bot: false }),
        }
    }

    fn new_game(&mut self, new: NewGame) -> Answer<Reply> {
        let host = Host {
            black: self.seat(&new, &new.black)?,
            white: self.seat(&new, &new.white)?,
            maker: self.member()?.id,
            invite: self.random.text(16),
            lobby: false,
        };
        let other = new.continued().map(str::to_owned);
        let setup = match other {
            Some(game) => new.setup(host, Some(&self.room(&game)?.table))?,
            None => new.setup(host, None)?,
        };
        let id = self.create(setup)?;
        let (me, now) = (self.me.id.clone(), self.now);
        created(&self.room(&id)?.table.view(&me, now))
    }

    fn view(&mut self, game: &str) -> Answer<Reply> {
        let (me, now) = (self.me.id.clone(), self.now);
        ok(&self.room(game)?.table.view(&me, now))
    }

    fn running(&self) -> Vec<heibai_table::wire::Entry> {
        let mut rows: Vec<_> = self.games.values().filter(|g| !g.hidden && g.row.status != "over").collect();
        rows.sort_by_key(|game| std::cmp::Reverse(game.row.updated));
        rows.into_iter().map(|game| entry(game.row.clone())).collect()
    }

    /// Running games between engines.
    fn shows(&self) -> Vec<heibai_table::wire::Entry> {
        let is_show = |id: &str| self.rooms.get(id).is_some_and(|room| room.table.is_show());
        self.running().into_iter().filter(|entry| is_show(&entry.id)).collect()
    }

    pub(crate) fn remove_game(&mut self, game: &str) -> Answer<Reply> {
        let (me, table) = (self.me.id.clone(), &self.room(game)?.table);
        let mine = table.seats_of(&me).next();
        if let Some(side) = mine.filter(|_| !table.is_over()) {
            self.act(game, &Action::Resign { side: Some(side.into()) })?;
        }
        if let Some(kept) = self.games.get_mut(game) {
            kept.hidden = true;
        }
        self.keep_game(game);
        nothing()
    }
}

/// The limits for one person.
const LIMITS: LimitsMeta = LimitsMeta {
    body: MOST_BYTES,
    message: 1 << 20,
    open_games: 1 << 20,
    messages_per_second: 1e6,
    analyses: 4,
};

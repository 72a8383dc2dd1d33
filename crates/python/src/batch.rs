//! Many games advanced together: what the batch environment does between two calls from Python.

use crate::legal::{Legal, Listed};
use crate::state::{State, returns};
use fastrand::Rng;
use heibai_engines::observation::{Boards, Layout, Number, action};
use heibai_games::{AnyPosition, Color, Illegal, Kind, Move, Point, Position};
use heibai_kernels::prefer_large_pages;
use rayon::ThreadPool;

/// An action that leaves its game as it is.
pub const LEAVE: i64 = -1;

/// How many games ahead each of the three prefetch steps runs.
const AHEAD: [usize; 3] = [4, 3, 2];

/// The settings that all games share.
#[derive(Clone, Copy)]
pub struct Terms {
    pub layout: Layout,
    pub actions: usize,
    /// A finished game begins anew in the same step.
    pub autoreset: bool,
    /// Longer games are cut off; 0 is no limit.
    pub max_moves: u32,
    /// Random moves at the beginning of each game.
    pub random_plies: u32,
}

/// Where the results of a range of games go: slices of numpy arrays.
pub struct Out<'a, T> {
    pub observations: &'a mut [T],
    pub masks: &'a mut [bool],
    /// Black's and White's reward for each game.
    pub rewards: &'a mut [f32],
    pub terminated: &'a mut [bool],
    pub truncated: &'a mut [bool],
    /// 0 or 1: who is to move.
    pub players: &'a mut [i8],
}

impl<'a, T> Out<'a, T> {
    /// The first `games` games, and the rest.
    fn split(self, games: usize, terms: &Terms) -> (Out<'a, T>, Out<'a, T>) {
        let (o1, o2) = self.observations.split_at_mut(games * terms.layout.values());
        let (m1, m2) = self.masks.split_at_mut(games * terms.actions);
        let (r1, r2) = self.rewards.split_at_mut(games * 2);
        let (e1, e2) = self.terminated.split_at_mut(games);
        let (c1, c2) = self.truncated.split_at_mut(games);
        let (p1, p2) = self.players.split_at_mut(games);
        (
            Out { observations: o1, masks: m1, rewards: r1, terminated: e1, truncated: c1, players: p1 },
            Out { observations: o2, masks: m2, rewards: r2, terminated: e2, truncated: c2, players: p2 },
        )
    }
}

/// An action that a game refuses.
pub struct Refusal {
    pub game: usize,
    pub action: i64,
    pub reason: Illegal,
}

/// Games of one kind, whichever it is.
pub trait Batch<T>: Send + Sync {
    /// Plays one action in every game. All are checked first: a refusal changes nothing.
    fn step(&mut self, actions: &[i64], out: Out<'_, T>, pool: Option<&ThreadPool>) -> Result<(), Refusal>;

    /// Begins the chosen games anew, with new seeds where they are given.
    fn reset(&mut self, chosen: &[bool], seeds: Option<&[u64]>, out: Out<'_, T>);

    /// A random legal action for each game; `LEAVE` where the game is over.
    fn sample(&mut self, actions: &mut [i64]);

    /// The actions of one game so far.
    fn history(&self, game: usize) -> Vec<usize>;

    /// One game as a state; `start` is how games begin by themselves.
    fn state(&self, game: usize, start: AnyPosition) -> State;

    /// Puts a state in the place of one game.
    fn set_state(&mut self, game: usize, state: &State, out: Out<'_, T>);

    /// The state of each game's random numbers.
    fn chances(&self) -> Vec<u64>;

    fn set_chances(&mut self, chances: &[u64]);
}

/// The newest board lies behind the position, so that a game's step touches few cache lines.
#[repr(C, align(64))]
struct BatchGame<P> {
    position: P,
    boards: Boards,
    /// The moves so far, where the position does not remember them.
    played: Vec<Move>,
    /// Where the game began, if not as games do by themselves.
    origin: Option<Box<AnyPosition>>,
}

/// What a game may do next. Kept apart from the games, which are too large for a core's cache.
struct Ahead {
    legal: Legal,
    over: bool,
    random: Rng,
}

pub struct Games<P> {
    terms: Terms,
    start: P,
    start_boards: Boards,
    tables: Vec<BatchGame<P>>,
    ahead: Vec<Ahead>,
}

impl Ahead {
    #[inline]
    fn draw(&mut self, kind: Kind, size: usize) -> Option<Move> {
        let count = self.legal.count();
        let action = (count > 0).then(|| self.legal.nth(self.random.u32(..count)))?;
        action::read(action as i64, kind, size)
    }

    fn close(&mut self) {
        self.over = true;
        self.legal = Legal::default();
    }
}

impl<P: Listed> Games<P> {
    pub fn new(rules: &P::Rules, seeds: &[u64], terms: Terms) -> Games<P> {
        let start = P::start(rules);
        let start_boards = Boards::new(&start, terms.layout.history);
        let table = |_: &u64| BatchGame {
            position: start.clone(),
            boards: start_boards.clone(),
            played: Vec::new(),
            origin: None,
        };
        let ahead =
            |&seed: &u64| Ahead { legal: Legal::default(), over: false, random: Rng::with_seed(seed) };
        let mut tables = Vec::with_capacity(seeds.len());
        prefer_large_pages(&mut tables);
        tables.extend(seeds.iter().map(table));
        let ahead = seeds.iter().map(ahead).collect();
        Games { terms, start, start_boards, tables, ahead }
    }

    fn check(&self, actions: &[i64]) -> Result<(), Refusal> {
        for (game, (ahead, &action)) in self.ahead.iter().zip(actions).enumerate() {
            let legal = usize::try_from(action).is_ok_and(|action| ahead.legal.contains(action));
            if !legal && action != LEAVE {
                let reason = match ahead.over {
                    true => Illegal::GameOver,
                    false => self.tables[game].reason(action, self.terms.layout.size),
                };
                return Err(Refusal { game, action, reason });
            }
        }
        Ok(())
    }
}

impl<P: Listed> BatchGame<P> {
    #[cold]
    fn reason(&self, action: i64, size: usize) -> Illegal {
        let Some(mv) = action::read(action, P::KIND, size) else { return Illegal::OffBoard };
        self.position.check(mv).err().unwrap_or(Illegal::GameOver)
    }

    #[inline]
    fn prefetch(&self) {
        self.position.prefetch();
        self.boards.prefetch();
    }

    #[inline]
    fn prefetch_cells(&self, mv: Move) {
        self.position.prefetch_cells(mv);
    }

    fn moves(&self) -> Vec<Move> {
        if self.position.move_count().is_some() { self.position.moves() } else { self.played.clone() }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.boards.turn_page();
        self.position.play_unchecked(mv, &mut self.boards);
        if self.position.move_count().is_none() {
            self.played.push(mv);
        }
    }

    fn reset(&mut self, ahead: &mut Ahead, start: &P, boards: &Boards, terms: &Terms) {
        ahead.over = false;
        self.origin = None;
        // A game that chance already ended is no beginning: then it gets one random move less.
        for plies in (0..=terms.random_plies).rev() {
            self.position.clone_from(start);
            self.boards.restore(boards);
            self.played.clear();
            ahead.legal = self.position.legal();
            for _ in 0..plies {
                let Some(mv) = ahead.draw(P::KIND, terms.layout.size) else { break };
                self.play(mv);
                ahead.legal = self.position.legal();
            }
            if !ahead.legal.is_empty() {
                return;
            }
        }
    }

    /// Plays a move; says whether the game is over by the rules, and whether it was cut off.
    #[inline]
    fn advance(&mut self, ahead: &mut Ahead, mv: Move, terms: &Terms) -> (bool, bool) {
        self.play(mv);
        ahead.legal = self.position.legal();
        // The referee lists no move only when the game is over.
        let ended = ahead.legal.is_empty();
        let moves = self.position.move_count().unwrap_or(self.played.len());
        (ended, !ended && terms.max_moves > 0 && moves >= terms.max_moves as usize)
    }

    /// Writes everything about a game that was not just played in.
    fn publish<T: Number>(&self, ahead: &Ahead, game: usize, terms: &Terms, out: &mut Out<'_, T>) {
        out.rewards[2 * game..2 * game + 2].fill(0.0);
        (out.terminated[game], out.truncated[game]) = (false, false);
        out.players[game] = self.position.turn().index() as i8;
        let (actions, values) = (terms.actions, terms.layout.values());
        let mask = &mut out.masks[game * actions..][..actions];
        self.show(&ahead.legal, terms, mask, &mut out.observations[game * values..][..values]);
    }

    /// Writes the legal actions and the observation.
    #[inline]
    fn show<T: Number>(&self, legal: &Legal, terms: &Terms, mask: &mut [bool], observation: &mut [T]) {
        legal.write(mask);
        terms.layout.write(&self.position, &self.boards, mask, observation);
    }
}

/// The part of a batch that one thread works on.
struct Range<'a, P> {
    terms: &'a Terms,
    start: &'a P,
    start_boards: &'a Boards,
    tables: &'a mut [BatchGame<P>],
    ahead: &'a mut [Ahead],
}

impl<P: Listed> Range<'_, P> {
    fn step<T: Number>(self, actions: &[i64], out: Out<'_, T>) {
        let Range { terms, start, start_boards, tables, ahead } = self;
        let size = terms.layout.size;
        let mut observations = out.observations.chunks_exact_mut(terms.layout.values());
        let mut masks = out.masks.chunks_exact_mut(terms.actions);
        let mut rewards = out.rewards.chunks_exact_mut(2);
        for (game, (ahead, &action)) in ahead.iter_mut().zip(actions).enumerate() {
            // 1,024 games of Go do not fit in a core's cache: prefetch the next games while this one is played.
            let [far, middle, near] = AHEAD.map(|ahead| game + ahead);
            tables.get(far).inspect(|table| table.prefetch());
            let next = |game: usize| {
                let mv = action::read(*actions.get(game)?, P::KIND, size)?;
                Some((tables.get(game)?, mv))
            };
            next(middle).inspect(|(table, mv)| table.prefetch_cells(*mv));
            next(near).inspect(|(table, mv)| table.position.prefetch_chains(*mv));
            let Some(table) = tables.get_mut(game) else { return };
            let (Some(observation), Some(mask), Some(reward)) =
                (observations.next(), masks.next(), rewards.next())
            else {
                return;
            };
            reward.fill(0.0);
            out.truncated[game] = false;
            out.terminated[game] = false;
            let Some(mv) = action::read(action, P::KIND, size) else { continue };
            let (ended, cut) = table.advance(ahead, mv, terms);
            if ended || cut {
                (out.terminated[game], out.truncated[game]) = (ended, cut);
                let black = returns(table.position.outcome().as_ref()) as f32;
                reward.copy_from_slice(&[black, -black]);
                if terms.autoreset {
                    table.reset(ahead, start, start_boards, terms);
                } else {
                    ahead.close();
                }
            }
            out.players[game] = table.position.turn().index() as i8;
            table.show(&ahead.legal, terms, mask, observation);
        }
    }
}

impl<P: Listed, T: Number> Batch<T> for Games<P> {
    fn step(&mut self, actions: &[i64], out: Out<'_, T>, pool: Option<&ThreadPool>) -> Result<(), Refusal> {
        self.check(actions)?;
        let Games { terms, start, start_boards, tables, ahead } = self;
        let (terms, start, start_boards) = (&*terms, &*start, &*start_boards);
        let Some(pool) = pool else {
            Range { terms, start, start_boards, tables, ahead }.step(actions, out);
            return Ok(());
        };
        let share = tables.len().div_ceil(pool.current_num_threads()).max(1);
        pool.in_place_scope(|scope| {
            let mut rest = out;
            let shares = tables.chunks_mut(share).zip(ahead.chunks_mut(share)).zip(actions.chunks(share));
            for ((tables, ahead), actions) in shares {
                let (mine, others) = rest.split(tables.len(), terms);
                rest = others;
                scope.spawn(move |_| Range { terms, start, start_boards, tables, ahead }.step(actions, mine));
            }
        });
        Ok(())
    }

    fn reset(&mut self, chosen: &[bool], seeds: Option<&[u64]>, mut out: Out<'_, T>) {
        let Games { terms, start, start_boards, tables, ahead } = self;
        for game in (0..tables.len()).filter(|&game| chosen[game]) {
            let (table, ahead) = (&mut tables[game], &mut ahead[game]);
            if let Some(seeds) = seeds {
                ahead.random = Rng::with_seed(seeds[game]);
            }
            table.reset(ahead, start, start_boards, terms);
            table.publish(ahead, game, terms, &mut out);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let size = self.terms.layout.size;
        for (ahead, action) in self.ahead.iter_mut().zip(actions) {
            *action = ahead.draw(P::KIND, size).map_or(LEAVE, |mv| action::of(mv, size) as i64);
        }
    }

    fn state(&self, game: usize, start: AnyPosition) -> State {
        let table = &self.tables[game];
        let mut state = State::from_start(table.origin.as_deref().cloned().unwrap_or(start));
        table.moves().into_iter().for_each(|mv| state.play(mv));
        state
    }

    fn set_state(&mut self, game: usize, state: &State, mut out: Out<'_, T>) {
        let Games { terms, start, start_boards, tables, ahead } = self;
        let (table, ahead) = (&mut tables[game], &mut ahead[game]);
        let plain = AnyPosition::start(&state.position.rules());
        table.origin = None;
        table.position.clone_from(start);
        table.boards.restore(start_boards);
        if state.start != plain {
            let stones: Vec<(Point, Color)> = Point::all(terms.layout.size)
                .filter_map(|point| Some((point, state.start.stone(point)?)))
                .collect();
            // A state that was set up by hand can be set up again.
            if let Ok(position) = P::setup(&start.rules(), &stones, state.start.turn()) {
                table.boards = Boards::new(&position, terms.layout.history);
                table.position = position;
                table.origin = Some(Box::new(state.start.clone()));
            }
        }
        table.played.clear();
        state.moves.iter().for_each(|&mv| table.play(mv));
        ahead.legal = table.position.legal();
        ahead.over = ahead.legal.is_empty();
        table.publish(ahead, game, terms, &mut out);
    }

    fn chances(&self) -> Vec<u64> {
        self.ahead.iter().map(|ahead| ahead.random.get_seed()).collect()
    }

    fn set_chances(&mut self, chances: &[u64]) {
        self.ahead.iter_mut().zip(chances).for_each(|(ahead, &chance)| ahead.random = Rng::with_seed(chance));
    }

    fn history(&self, game: usize) -> Vec<usize> {
        let size = self.terms.layout.size;
        self.tables[game].moves().into_iter().map(|mv| action::of(mv, size)).collect()
    }
}

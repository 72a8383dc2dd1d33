//! The errors of networks against a teacher: on positions of games between them, and on positions inside the searches of
//! these games.

use super::contender::{Contender, load};
use anyhow::bail;
use heibai_engines::go::oracle::{Cache, NetOracle, Opinion, Oracle, opinion};
use heibai_engines::go::search::{Budget, Search};
use heibai_engines::go::tree::SearchParams;
use heibai_engines::go::{State, View, inputs, ladder::Reader};
use heibai_games::board::Point;
use heibai_games::go::{Position, Rules};
use heibai_games::position::{Move, Position as _};
use heibai_net::{Network, Precision, Scratch};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A win rate is badly wrong if it differs by more than this.
const BADLY: f32 = 0.25;
/// Games are cut off after this many moves per point of the board.
const LONGEST: f32 = 0.8;

#[derive(clap::Args)]
pub struct Errors {
    /// The teacher network, in single precision
    #[arg(long)]
    teacher: String,
    /// Networks to measure, as FILE=VISITS; two or more, each plays the next one
    #[arg(long = "network", required = true)]
    networks: Vec<String>,
    #[arg(long, default_value_t = 4)]
    games: usize,
    #[arg(long, default_value_t = 19, value_parser = clap::value_parser!(u16).range(7..=19))]
    size: u16,
    /// Measures one of this many played positions, and one from the search there
    #[arg(long, default_value_t = 6)]
    every: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A network that records the positions it evaluates.
struct Watched {
    network: NetOracle,
    asked: Arc<Mutex<Vec<State>>>,
}

impl Oracle for Watched {
    fn judge(&mut self, state: &State) -> Opinion {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(state.clone());
        self.network.judge(state)
    }
}

impl Errors {
    pub fn run(self) -> anyhow::Result<()> {
        let contenders =
            self.networks.iter().map(|text| Contender::read(text)).collect::<anyhow::Result<Vec<_>>>()?;
        if contenders.len() < 2 {
            bail!("two networks are needed to play against each other");
        }
        let mut random = fastrand::Rng::with_seed(self.seed);
        let (mut played, mut looked_at) = (Vec::new(), Vec::new());
        for game in 0..self.games {
            let pair = [&contenders[game % contenders.len()], &contenders[(game + 1) % contenders.len()]];
            let last = self.play(pair, &mut random, &mut played, &mut looked_at)?;
            println!("game {game}: {} against {}, {} moves", pair[0].name, pair[1].name, last.moves());
        }
        let teacher = load(&self.teacher, Precision::Float)?;
        for (kind, positions) in [("played", &played), ("looked at by a search", &looked_at)] {
            let right: Vec<Opinion> = positions.iter().map(|state| judge(&teacher, state)).collect();
            println!("{} positions, {kind}:", positions.len());
            for contender in &contenders {
                report(contender, positions, &right);
            }
        }
        Ok(())
    }

    fn play(
        &self,
        pair: [&Contender; 2],
        random: &mut fastrand::Rng,
        played: &mut Vec<State>,
        looked_at: &mut Vec<State>,
    ) -> anyhow::Result<State> {
        let size = usize::from(self.size);
        let mut state = State::new(&Position::start(&Rules::new(size, Rules::KOMI, 0)?), &[]);
        for corner in 0..4 {
            // One stone in each corner.
            let [x, y] = [corner & 1, corner >> 1].map(|far| {
                let near = random.usize(2..4);
                if far == 1 { size - 1 - near } else { near }
            });
            state.play(Point::new(x, y, size).map_or(Move::Pass, Move::Place));
        }
        let asked = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
        let mut oracles: Vec<Box<dyn Oracle>> = pair
            .iter()
            .zip(&asked)
            .map(|(contender, asked)| {
                let network = NetOracle::new(contender.network.clone(), Arc::new(Cache::new(4096)));
                Box::new(Watched { network, asked: asked.clone() }) as Box<dyn Oracle>
            })
            .collect();
        let (stop, longest) = (AtomicBool::new(false), (LONGEST * (size * size) as f32) as u32);
        while !state.is_over() && state.moves() < longest {
            let side = state.moves() as usize % 2;
            let oracle = &mut oracles[side..=side];
            let mut search = Search::new(state.clone(), SearchParams::default(), oracle[0].as_mut());
            search.run(&Budget { visits: pair[side].visits, deadline: None, stop: &stop }, oracle);
            let mut asked = asked[side].lock().unwrap_or_else(PoisonError::into_inner);
            if random.u32(..self.every) == 0 {
                played.push(state.clone());
                looked_at.extend(random.choice(&*asked).filter(|state| !state.is_over()).cloned());
            }
            asked.clear();
            let best = search.tree.ranked().first().and_then(|edge| edge.cell);
            let mv = best.map_or(Move::Pass, |cell| Move::Place(state.board.point_of(cell)));
            state.play(mv);
        }
        Ok(state)
    }
}

fn judge(network: &Network, state: &State) -> Opinion {
    let shown = inputs(state, View::Game, &mut Reader::default());
    opinion(state, &network.evaluate(&mut Scratch::default(), &shown))
}

fn report(contender: &Contender, positions: &[State], right: &[Opinion]) {
    let [mut same, mut cross, mut win, mut badly, mut lead, mut owner] = [0.0f32; 6];
    for (state, right) in positions.iter().zip(right) {
        let found = judge(&contender.network, state);
        let best =
            |opinion: &Opinion| opinion.moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0);
        same += f32::from(u8::from(best(&found) == best(right)));
        cross -= found.moves.iter().zip(&right.moves).map(|(a, b)| b.1 * a.1.max(1e-9).ln()).sum::<f32>();
        // A value is win minus loss, so the win rate differs by half as much.
        let off = (found.value - right.value).abs() / 2.0;
        win += off;
        badly += f32::from(u8::from(off > BADLY));
        lead += (found.lead - right.lead).abs();
        let points = found.ownership.iter().zip(&*right.ownership);
        owner += points.map(|(a, b)| (a - b).abs()).sum::<f32>() / found.ownership.len().max(1) as f32;
    }
    let count = positions.len().max(1) as f32;
    println!(
        "  {}: best move {:.1} %, cross-entropy {:.3}, win rate off by {:.4} (badly: {:.1} %), lead by {:.2}, \
         ownership by {:.3}",
        contender.name,
        100.0 * same / count,
        cross / count,
        win / count,
        100.0 * badly / count,
        lead / count,
        owner / count
    );
}

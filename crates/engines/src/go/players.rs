//! Go players by name: the levels, and the engine with its options.

use super::player::{GoPlayer, GoSettings};
use super::tree::SearchParams;
use super::{samples, shipped};
use crate::level::Level;
use crate::players::{BadPlayer, Options};
use crate::search::threads::lent_threads;
use heibai_games::Player;
use heibai_net::{Network, Precision, file};
use heibai_words::{Text, failures, players as said};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Options: `engine:nodes=800,threads=2,ponder=yes,network=FILE,precision=bytes,temperature=40,least=50`, and the
/// parameters of its search in hundredths (`SearchParams`): `explore=100,first-play=20,score=30,learn=45`.
pub fn engine(name: &str, options: &mut Options<'_>, seed: u64) -> Result<Box<dyn Player>, BadPlayer> {
    let visits = options.number("nodes", u64::from(GoSettings::BEST.visits), u64::from(u32::MAX))? as u32;
    let threads = options.number("threads", 1, 256)? as usize;
    let precision = match options.word("precision") {
        None | Some("bytes") => Precision::Bytes,
        Some("float") => Precision::Float,
        Some(word) => return Err(BadPlayer(said::option_word("precision", word, "bytes, float"))),
    };
    let network = match options.word("network") {
        Some(path) => load(path, precision)?,
        None => shipped::main(),
    };
    let ponders = match options.word("ponder") {
        None | Some("no") => false,
        Some("yes") => true,
        Some(word) => return Err(BadPlayer(said::option_word("ponder", word, "yes, no"))),
    };
    // Hundredths and thousandths.
    let temperature = options.number("temperature", 0, 1000)? as f32 / 100.0;
    let least = options.number("least", 50, 1000)? as f64 / 1000.0;
    let settings = GoSettings { visits, threads, ponders, temperature, least, ..GoSettings::BEST };
    let player = GoPlayer::new(name, network, settings, seed).with_judge(shipped::judge());
    Ok(Box::new(player.with_params(params(options)?)))
}

/// The parameters of a search, as the options of the engine name them: `explore=120,hope=100`.
pub fn search_params(text: &str) -> Result<SearchParams, BadPlayer> {
    let mut options = Options::read("engine", text)?;
    let params = params(&mut options)?;
    options.end()?;
    Ok(params)
}

fn params(options: &mut Options<'_>) -> Result<SearchParams, BadPlayer> {
    let mut read = |key: &str, default: f64| {
        let Some(text) = options.word(key) else { return Ok(default) };
        let least = u32::from(key.ends_with("policy"));
        let hundredths = text.parse::<u32>().ok().filter(|n| (least..=1000).contains(n));
        let known = format!("{least}-1000");
        hundredths
            .map(|n| f64::from(n) / 100.0)
            .ok_or_else(|| BadPlayer(said::option_word(key, text, &known)))
    };
    let usual = SearchParams::default();
    let (first_play, policy) = (read("first-play", usual.first_play)?, read("policy", usual.policy)?);
    Ok(SearchParams {
        explore: read("explore", usual.explore)?,
        first_play,
        root_first_play: read("root-first-play", first_play)?,
        own: read("own", usual.own)?,
        score: read("score", usual.score)?,
        spread: read("spread", usual.spread)?,
        learn: read("learn", usual.learn)?,
        policy,
        root_policy: read("root-policy", policy)?,
        hope: read("hope", usual.hope)?,
        root_hope: read("root-hope", usual.root_hope)?,
        trust: read("trust", usual.trust)?,
        discount: read("discount", usual.discount)?,
        caution: read("caution", usual.caution)?,
        contend: read("contend", usual.contend)?,
    })
}

/// The player of a level. Weaker levels search less and choose more freely among good moves; none plays a move that
/// its network finds foolish.
pub fn level(level: Level, seed: u64) -> Box<dyn Player> {
    let (network, visits, temperature) = match level {
        Level::Beginner => (shipped::tiny(), 1, 1.0),
        Level::Normal => (shipped::tiny(), 24, 0.4),
        Level::Hard => (shipped::medium(), 16, 0.2),
        Level::Hell => (shipped::medium(), 160, 0.0),
        Level::Best => (shipped::main(), GoSettings::BEST.visits, 0.0),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let threads = if level == Level::Best { lent_threads().unwrap_or_else(cores) } else { 1 };
    let unlimited = level == Level::Best;
    let settings = GoSettings { visits, unlimited, threads, temperature, ..GoSettings::BEST };
    // The lower levels were rated against each other without value bias.
    let learn = if level == Level::Best { SearchParams::default().learn } else { 0.0 };
    let params = SearchParams { learn, ..SearchParams::default() };
    let player = GoPlayer::new(level.name(), network, settings, seed).with_params(params);
    Box::new(if level == Level::Best { player.with_judge(shipped::judge()) } else { player })
}

/// Recently loaded networks. Calibration takes seconds, and a match makes a new player for every game.
static LOADED: Mutex<Vec<(u64, Arc<Network>)>> = Mutex::new(Vec::new());
const MOST_LOADED: usize = 4;

/// Loads a network from a file, in bytes if it can and may.
pub fn load(path: &str, precision: Precision) -> Result<Arc<Network>, BadPlayer> {
    let bad = |why: Text| BadPlayer(said::bad_network(path, why));
    let bytes = crate::files::read(path).map_err(|error| bad(failures::system(&error)))?;
    of_bytes(&bytes, precision).map_err(|why| bad(said::network_reason(&why)))
}

/// A network from the bytes of its file.
pub(crate) fn of_bytes(bytes: &[u8], precision: Precision) -> Result<Arc<Network>, String> {
    let mut hasher = DefaultHasher::new();
    (bytes, precision == Precision::Bytes).hash(&mut hasher);
    let key = hasher.finish();
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, network)) = loaded.iter().find(|(known, _)| *known == key) {
        return Ok(network.clone());
    }
    let model = file::read(bytes).map_err(|error| error.to_string())?;
    let made = if precision == Precision::Bytes && model.runs_in_bytes() {
        samples::in_bytes(model)
    } else {
        Network::float(model)
    };
    let network = Arc::new(made.map_err(|error| error.to_string())?);
    if loaded.len() == MOST_LOADED {
        loaded.remove(0);
    }
    loaded.push((key, network.clone()));
    Ok(network)
}

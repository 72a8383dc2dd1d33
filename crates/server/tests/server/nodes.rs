//! Three servers on one PostgreSQL behind nginx, configured as docs/deploy.md says: they share the engines' work, and any of
//! them may die in the middle of a game. `cargo xtask nodes --games N --seconds N` plays for longer than the tests do.

use crate::client::{PATIENCE, Person, Socket, raw};
use crate::games::id;
use crate::postgres::{Cluster, serve};
use crate::proxy::{Nginx, example, free_port, without_tls};
use crate::restart::{DATABASE, LISTEN, Process};
use serde_json::{Value, json};
use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How many games and for how long, where it is said; the tests end after two deaths instead.
const GAMES: &str = "HEIBAI_NODES_GAMES";
const SECONDS: &str = "HEIBAI_NODES_SECONDS";
/// A folder for the servers' logs.
const LOGS: &str = "HEIBAI_NODES_LOGS";
/// In the long form a server dies this often, and each side thinks this long.
const BETWEEN_DEATHS: Duration = Duration::from_secs(10);
const PACE: Duration = Duration::from_millis(500);
/// One game of so many is against an engine.
const AGAINST_ENGINE: usize = 5;
/// Moves of one game, on one colour of a chessboard: nothing is captured.
const MOVES: usize = 150;

/// Where a server writes its log.
fn log(address: SocketAddr) -> Stdio {
    let Ok(folder) = std::env::var(LOGS) else { return Stdio::null() };
    let path = Path::new(&folder).join(format!("{}.log", address.port()));
    File::options().create(true).append(true).open(path).unwrap().into()
}

/// A server in a process of its own, which can be started again at the same address.
fn node(cluster: &Cluster, address: SocketAddr) -> Process {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(DATABASE, cluster.url()).env(LISTEN, address.to_string()).stderr(log(address));
    Process::start_by(command, cluster.folder())
}

/// The upstream block of the document and its nginx example, without TLS.
fn configuration(folder: &Path, port: u16, nodes: &[SocketAddr]) -> String {
    let mut upstream = example("upstream heibai");
    for (number, node) in nodes.iter().enumerate() {
        let documented = format!("10.0.0.{}:8866", number + 1);
        assert!(upstream.contains(&documented), "{upstream}");
        upstream = upstream.replace(&documented, &node.to_string());
    }
    let plain = without_tls(port).replace("http://127.0.0.1:8866", "http://heibai");
    crate::proxy::configuration(folder, &format!("{upstream}{plain}"))
}

/// How long a client waits before it tries again: longer each time, and not all clients the same, as the page does. Without
/// it thousands who lost their server at once leave the others no time to take them up.
struct Patience(Duration);

impl Patience {
    const FIRST: Duration = Duration::from_millis(20);
    const MOST: Duration = Duration::from_secs(2);

    async fn wait(&mut self) {
        tokio::time::sleep(self.0.mul_f64(0.5 + fastrand::f64())).await;
        self.0 = (2 * self.0).min(Patience::MOST);
    }
}

impl Default for Patience {
    fn default() -> Patience {
        Patience(Patience::FIRST)
    }
}

/// A request whose answer may be lost with the server that should have given it.
async fn send(person: &Person, path: &str, body: &Value) -> Value {
    let mut patience = Patience::default();
    loop {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}Content-Length: {}\r\n\r\n{body}",
            person.address,
            person.proof,
            body.len()
        );
        let answer = raw(person.address, request.as_bytes()).await;
        if let Some(answer) = answer.filter(|answer| [200, 201].contains(&answer.status))
            && let Ok(value) = serde_json::from_slice(&answer.body)
        {
            return value;
        }
        patience.wait().await;
    }
}

/// Somebody at a table, who comes back whenever the connection ends.
struct Player {
    person: Person,
    game: String,
    socket: Option<Socket>,
    /// The moves that this player has seen.
    seen: usize,
    over: bool,
    legal: Vec<u64>,
    patience: Patience,
}

impl Player {
    fn new(person: &Person, game: &str) -> Player {
        let (person, game) = (person.clone(), game.to_owned());
        Player {
            person,
            game,
            socket: None,
            seen: 0,
            over: false,
            legal: Vec::new(),
            patience: Patience::default(),
        }
    }

    fn learn(&mut self, live: &Value) {
        self.seen = live["ply"].as_u64().unwrap() as usize;
        self.over = live["phase"] == "over";
        self.legal = live["legal"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    }

    /// The next message; `None` when the connection had to be opened again.
    async fn next(&mut self) -> Option<Value> {
        if let Some(socket) = &mut self.socket {
            let message = socket.next().await;
            match &message {
                Some(message) if message["live"].is_object() => self.learn(&message["live"]),
                Some(_) => {}
                None => self.socket = None,
            }
            return message;
        }
        let Ok(mut socket) = self.person.try_socket("").await else {
            self.patience.wait().await;
            return None;
        };
        socket.send_text(json!({ "type": "watch", "game": self.game }).to_string()).await;
        while let Some(message) = socket.next().await {
            if message["type"] == "game" {
                self.learn(&message["game"]["live"]);
                self.socket = Some(socket);
                self.patience = Patience::default();
                return None;
            }
            if message["type"] == "error" {
                // A server that cannot read the game now; the next attempt may come to another one.
                break;
            }
        }
        self.patience.wait().await;
        None
    }

    /// Sends a move until it is acknowledged.
    async fn play(&mut self, point: u64, ply: usize) {
        loop {
            let Some(socket) = &mut self.socket else {
                self.next().await;
                continue;
            };
            let act = json!({ "type": "act", "re": 1, "game": self.game, "do": "move", "point": point, "ply": ply });
            socket.send_text(act.to_string()).await;
            while let Some(message) = self.next().await {
                match message["type"].as_str() {
                    Some("done") => {
                        self.patience = Patience::default();
                        return;
                    }
                    Some("error") => {
                        let code = message["error"]["code"].as_str().unwrap();
                        assert!(["internal", "restarting"].contains(&code), "{message}");
                        self.patience.wait().await;
                        break;
                    }
                    _ => {}
                }
            }
        }
    }

    /// Waits until this player has seen so many moves.
    async fn sees(&mut self, moves: usize) {
        while self.seen < moves && !self.over {
            self.next().await;
        }
    }
}

/// A game, the points that were acknowledged, and whether an engine answered them.
struct Kept {
    game: String,
    points: Vec<u64>,
    engine: bool,
}

/// What all players share.
struct Run {
    proxy: SocketAddr,
    acknowledged: AtomicU64,
    stop: watch::Receiver<bool>,
    pace: Duration,
    /// What each number waits for, to be told if it waits for ever.
    waits_for: std::sync::Mutex<std::collections::BTreeMap<usize, String>>,
}

impl Run {
    fn waits(&self, number: usize, what: String) {
        self.waits_for.lock().unwrap().insert(number, what);
    }
}

/// Two people, or one and an engine, who play one game after another until the end of the run.
async fn play(run: Arc<Run>, people: [Person; 2], number: usize) -> (Vec<Kept>, Vec<Duration>) {
    let (mut kept, mut waits) = (Vec::new(), Vec::new());
    let people = people.map(|person| Person { address: run.proxy, ..person });
    let engine = number.is_multiple_of(AGAINST_ENGINE);
    let other =
        if engine { json!({ "who": "engine", "player": "random" }) } else { json!({ "who": "open" }) };
    let setup = json!({ "kind": "go", "size": 19, "black": { "who": "me" }, "white": other });
    let mut random = fastrand::Rng::with_seed(number as u64);
    while !*run.stop.borrow() {
        run.waits(number, "a game".to_owned());
        let made = send(&people[0], "/api/games", &setup).await;
        let game = id(&made);
        if let Some(code) = made["you"]["invite"].as_str().and_then(|link| link.split("invite=").nth(1)) {
            run.waits(number, format!("a seat in {game}"));
            send(&people[1], &format!("/api/games/{game}/join"), &json!({ "code": code })).await;
        }
        let mut players = [Player::new(&people[0], &game), Player::new(&people[1], &game)];
        let mut points = Vec::new();
        run.waits(number, format!("the first look at {game}"));
        while players[0].socket.is_none() {
            players[0].next().await;
        }
        while points.len() < MOVES && !*run.stop.borrow() {
            tokio::time::sleep(run.pace).await;
            let (ply, mover) = if engine { (2 * points.len(), 0) } else { (points.len(), points.len() % 2) };
            run.waits(number, format!("to see {ply} moves of {game}, engine: {engine}"));
            players[mover].sees(ply).await;
            let legal = &players[mover].legal;
            if players[mover].over || legal.is_empty() {
                break;
            }
            let point = if engine { legal[random.usize(..legal.len())] } else { 2 * ply as u64 };
            let began = Instant::now();
            run.waits(number, format!("an answer to move {ply} of {game}, engine: {engine}"));
            players[mover].play(point, ply).await;
            waits.push(began.elapsed());
            points.push(point);
            run.acknowledged.fetch_add(1, Ordering::Relaxed);
            if !engine {
                run.waits(number, format!("the other to see move {ply} of {game}"));
                players[1 - mover].sees(ply + 1).await;
            }
        }
        kept.push(Kept { game, points, engine });
    }
    (kept, waits)
}

/// Moves that were acknowledged and are not stored, and moves that are stored and were not sent.
async fn compare(reader: &Person, kept: &Kept) -> (usize, usize) {
    let seen = reader.see(&kept.game).await;
    let step = if kept.engine { 2 } else { 1 };
    let moves = seen["moves"].as_array().unwrap().iter().step_by(step);
    let stored: Vec<Option<u64>> = moves.map(|m| m["point"].as_u64()).collect();
    let same = stored.iter().zip(&kept.points).take_while(|(stored, sent)| **stored == Some(**sent)).count();
    (kept.points.len() - same, stored.len() - same)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_servers_die_in_turn_and_no_move_is_lost() {
    let Some(nginx) = heibai_testing::program("nginx", &["/usr/sbin/nginx"]) else { return };
    let Some(cluster) = Cluster::start().map(Arc::new) else { return };
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (games, seconds) = (number(GAMES).unwrap_or(30) as usize, number(SECONDS));
    let most = PATIENCE + Duration::from_secs(seconds.unwrap_or(0));
    tokio::time::timeout(most, die_in_turn(nginx, cluster, games, seconds)).await.expect("the run ends");
}

async fn die_in_turn(nginx: &str, cluster: Arc<Cluster>, games: usize, seconds: Option<u64>) {
    let addresses: [SocketAddr; 3] = std::array::from_fn(|_| ([127, 0, 0, 1], free_port()).into());
    let mut nodes: Vec<Process> = addresses.iter().map(|address| node(&cluster, *address)).collect();
    let port = free_port();
    let _proxy =
        Nginx::start(nginx, cluster.folder(), &configuration(cluster.folder(), port, &addresses), port).await;
    let (end, stop) = watch::channel(false);
    let run = Arc::new(Run {
        proxy: ([127, 0, 0, 1], port).into(),
        acknowledged: AtomicU64::new(0),
        stop,
        pace: seconds.map_or(Duration::ZERO, |_| PACE),
        waits_for: Default::default(),
    });
    // Everybody is known before anybody plays: thousands of games leave little time for newcomers.
    let mut people = Vec::new();
    for number in 0..games {
        let at = addresses[number % 3];
        people.push([Person::guest(at).await, Person::guest(at).await]);
    }
    let game = |(number, people)| tokio::spawn(play(Arc::clone(&run), people, number));
    let players: Vec<_> = people.into_iter().enumerate().map(game).collect();
    let deaths = seconds.map_or(2, |seconds| seconds / BETWEEN_DEATHS.as_secs());
    for death in 0..deaths as usize {
        let goal = run.acknowledged.load(Ordering::Relaxed) + 4 * games as u64;
        match seconds {
            Some(_) => tokio::time::sleep(BETWEEN_DEATHS).await,
            None => {
                while run.acknowledged.load(Ordering::Relaxed) < goal {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        }
        let (cluster, address) = (Arc::clone(&cluster), addresses[death % 3]);
        nodes.remove(0).kill();
        nodes.push(tokio::task::spawn_blocking(move || node(&cluster, address)).await.unwrap());
    }
    let goal = run.acknowledged.load(Ordering::Relaxed) + 4 * games as u64;
    while run.acknowledged.load(Ordering::Relaxed) < goal {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    end.send_replace(true);
    let (mut kept, mut waits) = (Vec::new(), Vec::new());
    let patience = tokio::time::Instant::now() + PATIENCE / 3;
    for (number, player) in players.into_iter().enumerate() {
        let Ok(ended) = tokio::time::timeout_at(patience, player).await else {
            let what = run.waits_for.lock().unwrap().get(&number).cloned().unwrap_or_default();
            let name = what.split([' ', ',']).find(|word| word.len() == 12).unwrap_or_default();
            let stored = Person::guest(addresses[1]).await.get(&format!("/api/games/{name}")).await;
            panic!("number {number} waits for {what}; stored: {}", stored.json()["live"]);
        };
        let (games, times) = ended.unwrap();
        kept.extend(games);
        waits.extend(times);
    }
    let reader = Person::guest(addresses[0]).await;
    let (mut lost, mut doubled) = (0, 0);
    for game in &kept {
        let (less, more) = compare(&reader, game).await;
        (lost, doubled) = (lost + less, doubled + more);
    }
    waits.sort_unstable();
    println!(
        "{} moves acknowledged in {} games, {deaths} deaths: {lost} lost, {doubled} doubled, 99th percentile {:?}",
        waits.len(),
        kept.len(),
        heibai_server::load::percentile(&waits, 0.99),
    );
    assert_eq!((lost, doubled), (0, 0));
}

/// nginx forgives a server its failure when a later request has ended; sockets do not end. Nobody may wait for that.
#[tokio::test]
async fn a_server_that_came_back_takes_everybody_at_once() {
    let Some(nginx) = heibai_testing::program("nginx", &["/usr/sbin/nginx"]) else { return };
    let Some(cluster) = Cluster::start() else { return };
    let addresses: [SocketAddr; 3] = std::array::from_fn(|_| ([127, 0, 0, 1], free_port()).into());
    let mut nodes: Vec<Process> = addresses.iter().map(|address| node(&cluster, *address)).collect();
    let port = free_port();
    let configuration = configuration(cluster.folder(), port, &addresses);
    let _proxy = Nginx::start(nginx, cluster.folder(), &configuration, port).await;
    let person = Person { address: ([127, 0, 0, 1], port).into(), ..Person::guest(addresses[0]).await };
    let mut sockets = Vec::new();
    for address in addresses {
        // Whoever connects while it is down makes nginx notice.
        nodes.remove(0).kill();
        for _ in 0..6 {
            sockets.push(person.try_socket("").await.unwrap_or_else(|status| panic!("{address}: {status}")));
        }
        nodes.push(node(&cluster, address));
    }
    for number in 0..30 {
        sockets.push(person.try_socket("").await.unwrap_or_else(|status| panic!("{number}: {status}")));
    }
}

/// A game against a search that takes its time.
pub(crate) fn slow_game() -> Value {
    json!({
        "kind": "go", "size": 19,
        "black": { "who": "engine", "player": "mcts:playouts=100000" }, "white": { "who": "me" },
    })
}

/// A figure of `/metrics`.
pub(crate) async fn figure(address: SocketAddr, name: &str) -> f64 {
    let text = Person::nobody(address).get("/metrics").await.body;
    let text = String::from_utf8(text).unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

pub(crate) async fn reaches(address: SocketAddr, name: &str, least: f64) {
    while figure(address, name).await < least {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_free_server_takes_what_waits_at_a_busy_one() {
    let Some(cluster) = Cluster::start() else { return };
    let (url, folder) = (cluster.url(), cluster.folder());
    let (busy, free) = (serve(&url, folder).await, serve(&url, folder).await);
    let person = Person::guest(busy.address()).await;
    for _ in 0..4 {
        person.make(slow_game()).await;
    }
    // Nobody asks the other server for anything.
    reaches(free.address(), "heibai_engine_work_seconds_count", 1.0).await;
    busy.stop().await;
    free.stop().await;
}

#[tokio::test]
async fn an_engines_move_comes_from_another_server_when_one_dies() {
    let Some(cluster) = Cluster::start() else { return };
    let address = ([127, 0, 0, 1], free_port()).into();
    let dying = node(&cluster, address);
    let person = Person::guest(address).await;
    let game = id(&person.make(slow_game()).await);
    reaches(address, "heibai_engine_running", 1.0).await;
    let other = serve(&cluster.url(), cluster.folder()).await;
    dying.kill();
    // Nobody looks at the game meanwhile: the other server finds out by itself.
    reaches(other.address(), "heibai_engine_work_seconds_count", 1.0).await;
    let person = Person { address: other.address(), ..person };
    while person.see(&game).await["moves"].as_array().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    other.stop().await;
}

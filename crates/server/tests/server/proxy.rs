//! Behind a real nginx with TLS, configured as docs/deploy.md says: a whole game by WebSocket goes through it. The other
//! examples of the document are read by the programs that they are for.

use crate::client::PATIENCE;
use futures_util::{SinkExt, StreamExt};
use heibai_server::{Config, Limits, Server};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// The example of docs/deploy.md that begins like this.
pub(crate) fn example(beginning: &str) -> String {
    let document = include_str!("../../../../docs/deploy.md");
    let found = document.split("```\n").find(|block| block.starts_with(beginning));
    found.unwrap_or_else(|| panic!("docs/deploy.md has no example '{beginning}'")).to_owned()
}

/// A port that nobody uses now, and that the system gives to nobody who asks for any.
pub(crate) fn free_port() -> u16 {
    let free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::iter::repeat_with(|| fastrand::u16(10_000..30_000)).find(free).unwrap()
}

/// A whole configuration around the blocks of an example, with everything it writes in `folder`.
pub(crate) fn configuration(folder: &Path, blocks: &str) -> String {
    let folder = folder.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {folder}/{name};\n"))
        .concat();
    format!(
        "daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n\
         worker_rlimit_nofile 20000;\nevents {{ worker_connections 16000; }}\n\
         http {{ access_log off;\n{temporary}{blocks} }}\n"
    )
}

/// The example with TLS, with this test's port, certificate and server.
fn with_tls(folder: &Path, port: u16, server: std::net::SocketAddr) -> String {
    let example = example("server {")
        .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port} ssl"))
        .replace("/etc/ssl/play.example", &format!("{}/play.example", folder.display()))
        .replace("127.0.0.1:8866", &server.to_string());
    assert!(
        example.contains(&format!("127.0.0.1:{port} ssl")) && example.contains(&server.to_string()),
        "{example}"
    );
    configuration(folder, &example)
}

/// The nginx example without TLS, on this port.
pub(crate) fn without_tls(port: u16) -> String {
    let example = example("server {");
    let plain: String =
        example.lines().filter(|line| !line.contains("ssl_")).map(|line| format!("{line}\n")).collect();
    let listen = format!("listen 127.0.0.1:{port}");
    let plain = plain.replace("listen 443 ssl", &listen);
    assert!(plain.contains(&listen) && plain.contains("http://127.0.0.1:8866"), "{plain}");
    plain
}

/// A TLS connection that believes our certificate alone. openssl speaks it; threads carry the bytes.
async fn tls(folder: &Path, port: u16) -> TcpStream {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
    let (mut to_us, _) = listener.accept().unwrap();
    let mut from_us = to_us.try_clone().unwrap();
    let mut openssl = Command::new("openssl")
        .args(["s_client", "-quiet", "-verify_return_error", "-verify_hostname", "play.example"])
        .args(["-servername", "play.example", "-connect", &format!("127.0.0.1:{port}"), "-CAfile"])
        .arg(folder.join("play.example.pem"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let (mut input, mut output) = (openssl.stdin.take().unwrap(), openssl.stdout.take().unwrap());
    std::thread::spawn(move || {
        carry(&mut from_us, &mut input);
        // Whoever asked is gone.
        let _ = openssl.kill();
        let _ = openssl.wait();
    });
    std::thread::spawn(move || {
        carry(&mut output, &mut to_us);
        let _ = to_us.shutdown(std::net::Shutdown::Both);
    });
    near
}

/// Copies until the end. `io::copy` would let the system do it, which locks a pipe while it waits for the other side.
fn carry(from: &mut impl Read, to: &mut impl Write) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).and_then(|()| to.flush()).is_err() {
            return;
        }
    }
}

/// nginx as one process, ended with the test.
pub(crate) struct Nginx(Child);

impl Nginx {
    /// Starts it with a configuration, and waits until it listens.
    pub(crate) async fn start(program: &str, folder: &Path, configuration: &str, port: u16) -> Nginx {
        let file = folder.join("nginx.conf");
        std::fs::write(&file, configuration).unwrap();
        let mut nginx = Nginx(
            Command::new(program)
                .arg("-p")
                .arg(folder)
                .arg("-c")
                .arg(file)
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let ended = nginx.0.try_wait().unwrap();
            assert!(
                ended.is_none(),
                "{}",
                std::fs::read_to_string(folder.join("error.log")).unwrap_or_default()
            );
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        nginx
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One request through the proxy: the head and the JSON body of the answer.
async fn ask(
    folder: &Path,
    port: u16,
    method: &str,
    path: &str,
    cookie: &str,
    body: Value,
) -> (String, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: play.example\r\nOrigin: https://play.example\r\nConnection: close\r\n\
         Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = tls(folder, port).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let start = body.find('{').unwrap_or(0);
    let end = body.rfind('}').map_or(0, |at| at + 1);
    (
        head.to_ascii_lowercase(),
        serde_json::from_str(body.get(start..end).unwrap_or("")).unwrap_or(Value::Null),
    )
}

struct Player {
    cookie: String,
    socket: WebSocketStream<TcpStream>,
}

impl Player {
    async fn new(folder: &Path, port: u16) -> Player {
        let (head, _) = ask(folder, port, "GET", "/api/me", "", Value::Null).await;
        let line =
            head.lines().find(|line| line.starts_with("set-cookie:")).unwrap_or_else(|| panic!("{head}"));
        assert!(line.contains("; secure"), "{line}");
        assert!(head.contains("strict-transport-security: max-age="), "{head}");
        let cookie = line["set-cookie:".len()..].split(';').next().unwrap().trim().to_owned();
        let mut request = "wss://play.example/api/socket".into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        request.headers_mut().insert("origin", "https://play.example".parse().unwrap());
        let stream = tls(folder, port).await;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        Player { cookie, socket }
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn until(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.socket.next().await.expect("goes on").unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(message["type"], "error", "{message}");
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_whole_game_goes_through_nginx_with_tls() {
    let nginx = heibai_testing::program("nginx", &["/usr/sbin/nginx"]);
    let openssl = heibai_testing::program("openssl", &["/usr/bin/openssl"]);
    let (Some(nginx), Some(openssl)) = (nginx, openssl) else { return };
    tokio::time::timeout(PATIENCE, whole_game(nginx, openssl)).await.expect("the game goes on");
}

async fn whole_game(nginx: &str, openssl: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let made = Command::new(openssl)
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=play.example"])
        .args(["-addext", "subjectAltName=DNS:play.example", "-keyout"])
        .arg(path("play.example.key"))
        .arg("-out")
        .arg(path("play.example.pem"))
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
    let config = Config {
        limits: Limits { threads: 1, ..Limits::default() },
        public_url: "https://play.example".parse().ok(),
        proxies: vec![[127, 0, 0, 1].into()],
        ..Config::new(([127, 0, 0, 1], 0).into(), folder.path().to_owned())
    };
    let server = Server::start(config).await.unwrap();
    let port = free_port();
    let configuration = with_tls(folder.path(), port, server.address());
    let _proxy = Nginx::start(nginx, folder.path(), &configuration, port).await;
    let (mut black, mut white) =
        (Player::new(folder.path(), port).await, Player::new(folder.path(), port).await);
    let game = json!({ "kind": "gomoku", "rules": "freestyle", "black": { "who": "me" }, "white": { "who": "open" } });
    let (_, game) = ask(folder.path(), port, "POST", "/api/games", &black.cookie, game).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let link = game["you"]["invite"].as_str().unwrap();
    let code = json!({ "code": link.split("invite=").nth(1).unwrap() });
    let (_, joined) =
        ask(folder.path(), port, "POST", &format!("/api/games/{id}/join"), &white.cookie, code).await;
    assert_eq!(joined["live"]["phase"], "playing", "{joined}");
    for player in [&mut black, &mut white] {
        player.send(json!({ "type": "watch", "game": id })).await;
        player.until("game").await;
    }
    let mut last = Value::Null;
    for (ply, point) in [112, 0, 113, 1, 114, 2, 115, 3, 116].into_iter().enumerate() {
        let (mover, other) = if ply % 2 == 0 { (&mut black, &mut white) } else { (&mut white, &mut black) };
        mover
            .send(json!({ "type": "act", "re": ply, "game": id, "do": "move", "point": point, "ply": ply }))
            .await;
        mover.until("done").await;
        last = other.until("moved").await;
        assert_eq!(last["move"]["point"], point);
    }
    assert_eq!(last["live"]["phase"], "over", "{last}");
    // The proxy passes on who asks; another site is still refused.
    let figures = ask(folder.path(), port, "GET", "/metrics", "", Value::Null).await;
    assert_eq!(figures.1["error"]["code"], "unauthorized", "{}", figures.0);
    drop((black, white));
    server.stop().await;
}

#[test]
fn systemd_reads_the_units_of_the_document() {
    let Some(analyze) = heibai_testing::program("systemd-analyze", &["/usr/bin/systemd-analyze"]) else {
        return;
    };
    let document = include_str!("../../../../docs/deploy.md");
    let folder = tempfile::tempdir().unwrap();
    let units: Vec<&str> =
        document.split("```ini\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!units.is_empty());
    for (number, unit) in units.iter().enumerate() {
        let file = folder.path().join(format!("heibai{number}.service"));
        // The program itself need not be installed where this is tested.
        let here = unit.replace("/usr/local/bin/heibai", "/bin/true");
        assert_ne!(here, *unit);
        std::fs::write(&file, here).unwrap();
        let told = Command::new(analyze).args(["verify", "--man=no"]).arg(&file).output().unwrap();
        let words = String::from_utf8_lossy(&told.stderr);
        // Other units of the machine may have faults of their own.
        let ours = words.lines().any(|line| line.contains(&format!("heibai{number}.service")));
        assert!(!ours, "{words}");
    }
    // It is no test if nothing is ever found.
    let file = folder.path().join("wrong.service");
    std::fs::write(&file, "[Service]\nExecStart=relative\nMemoryMax=much\n").unwrap();
    let told = Command::new(analyze).args(["verify", "--man=no"]).arg(&file).output().unwrap();
    assert!(String::from_utf8_lossy(&told.stderr).contains("wrong.service"));
}

//! HTTP and WebSocket over plain sockets: as much of both as a client of the server needs.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the server, known by a cookie.
#[derive(Clone)]
pub struct Guest {
    address: String,
    cookie: String,
}

/// An answer: its status, its headers in lower case, and its body.
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl Guest {
    pub fn new(address: &str) -> Result<Guest> {
        let mut guest = Guest { address: address.to_owned(), cookie: String::new() };
        let head = guest.send("GET", "/api/me", &[])?.head;
        let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        guest.cookie = cookie.and_then(|line| line.split(';').next()).context("a cookie")?.to_owned();
        Ok(guest)
    }

    /// The same client at another address.
    pub fn at(&self, address: &str) -> Guest {
        Guest { address: address.to_owned(), cookie: self.cookie.clone() }
    }

    pub fn send(&self, method: &str, path: &str, body: &[u8]) -> Result<Reply> {
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let kind = if body.first() == Some(&b'{') { "application/json" } else { "application/octet-stream" };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            self.address,
            self.cookie,
            body.len()
        )?;
        stream.write_all(body)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").context("an HTTP head")?;
        // The server writes header names in lower case; the cookie's value is kept as it is.
        let head = String::from_utf8_lossy(&bytes[..end]).replace("\r\n", "\n");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).context("a status")?;
        let body = bytes[end + 4..].to_vec();
        let bytes = if head.contains("transfer-encoding: chunked") { unchunk(&body)? } else { body };
        Ok(Reply { status, head, bytes })
    }

    pub fn get(&self, path: &str) -> Result<Value> {
        good(self.send("GET", path, &[])?, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Result<Value> {
        good(self.send("POST", path, body.to_string().as_bytes())?, path)
    }

    /// The code of the refusal that a request must get.
    pub fn refused(&self, path: &str, body: &Value) -> Result<Value> {
        let reply = self.send("POST", path, body.to_string().as_bytes())?;
        let error = reply.json()["error"].clone();
        if reply.status < 400 || error.is_null() {
            bail!("{path} {body} was not refused: {} {}", reply.status, reply.text());
        }
        Ok(error)
    }

    /// Creates a game; returns its id.
    pub fn game(&self, what: Value) -> Result<String> {
        let game = self.post("/api/games", &what)?;
        Ok(game["id"].as_str().context("an id")?.to_owned())
    }

    /// A game of two people at one screen.
    pub fn both(&self, mut what: Value) -> Result<String> {
        what["black"] = json!({"who": "me"});
        what["white"] = json!({"who": "me"});
        self.game(what)
    }

    pub fn act(&self, game: &str, what: Value) -> Result<Value> {
        self.post(&format!("/api/games/{game}/act"), &what)
    }

    pub fn see(&self, game: &str) -> Result<Value> {
        self.get(&format!("/api/games/{game}"))
    }

    /// One connection for everything.
    pub fn socket(&self) -> Result<Socket> {
        let stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut writer = stream.try_clone()?;
        write!(
            writer,
            "GET /api/socket HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aGVpYmFpIGFjY2VwdHMhIQ==\r\n\r\n",
            self.address, self.cookie
        )?;
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if !line.contains(" 101 ") {
            bail!("no socket: {line}");
        }
        while line.trim() != "" {
            line.clear();
            reader.read_line(&mut line)?;
        }
        Ok(Socket { reader, writer })
    }
}

fn good(reply: Reply, path: &str) -> Result<Value> {
    match reply.status {
        200..300 => Ok(reply.json()),
        status => bail!("{path}: {status} {}", reply.text()),
    }
}

/// Decodes a chunked body.
fn unchunk(mut rest: &[u8]) -> Result<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n").context("a chunk's length")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end])?.trim(), 16)?;
        if length == 0 {
            return Ok(whole);
        }
        whole.extend_from_slice(rest.get(end + 2..end + 2 + length).context("a whole chunk")?);
        rest = rest.get(end + 4 + length..).context("the next chunk")?;
    }
}

/// A WebSocket with text frames of JSON.
pub struct Socket {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Socket {
    pub fn say(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        // A client's frames are masked; a mask of zeros changes nothing.
        let mut frame = vec![0x81];
        match text.len() {
            length @ 0..126 => frame.push(0x80 | length as u8),
            length => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&u16::try_from(length)?.to_be_bytes());
            }
        }
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(text.as_bytes());
        Ok(self.writer.write_all(&frame)?)
    }

    /// The next message.
    pub fn hear(&mut self) -> Result<Value> {
        loop {
            let mut head = [0; 2];
            self.reader.read_exact(&mut head)?;
            let length = match head[1] & 0x7f {
                126 => {
                    let mut more = [0; 2];
                    self.reader.read_exact(&mut more)?;
                    u64::from(u16::from_be_bytes(more))
                }
                127 => {
                    let mut more = [0; 8];
                    self.reader.read_exact(&mut more)?;
                    u64::from_be_bytes(more)
                }
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length)?];
            self.reader.read_exact(&mut payload)?;
            match head[0] & 0x0f {
                1 => return Ok(serde_json::from_slice(&payload)?),
                8 => bail!("the server closed the socket"),
                _ => {}
            }
        }
    }

    /// The next message of this type; others are skipped.
    pub fn hear_of(&mut self, kind: &str) -> Result<Value> {
        loop {
            let message = self.hear()?;
            if message["type"] == "error" {
                bail!("{message}");
            }
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}

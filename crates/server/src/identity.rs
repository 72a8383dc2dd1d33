//! Who makes a request: a guest with a signed cookie, or a bot with a token.

use crate::act::{Member, same};
use crate::app::App;
use crate::error::{Answer, Code, Fail};
use crate::serve::Peer;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::net::IpAddr;

const COOKIE: &str = "heibai";
/// Ten years: a guest's games are theirs as long as the browser keeps the cookie.
const COOKIE_SECONDS: u64 = 315_360_000;

/// Letters and digits that are not easily confused, five bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

fn letters(bytes: &[u8]) -> String {
    bytes.iter().map(|b| LETTERS[usize::from(b % 32)] as char).collect()
}

/// Unguessable random text: `length` characters with five bits each.
pub(crate) fn random_text(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).unwrap_or_else(|e| panic!("the system gives no random numbers: {e}"));
    letters(&bytes)
}

/// A digest of a text in twelve characters.
pub(crate) fn text_of(text: &str) -> String {
    letters(&Sha256::digest(text.as_bytes())[..12])
}

/// A seed that differs from game to game.
pub(crate) fn random_seed() -> u64 {
    getrandom::u64().unwrap_or_else(|e| panic!("the system gives no random numbers: {e}"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Signs guests' cookies.
pub(crate) struct Signer {
    secret: Vec<u8>,
    /// Whether cookies are sent over TLS only.
    secure: bool,
}

impl Signer {
    pub(crate) fn new(secret: &str, secure: bool) -> Signer {
        Signer { secret: secret.as_bytes().to_vec(), secure }
    }

    fn sign(&self, id: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret)
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
        mac.update(id.as_bytes());
        hex(&mac.finalize().into_bytes())
    }

    /// The value of a `Set-Cookie` header.
    pub(crate) fn cookie(&self, id: &str) -> String {
        let signature = self.sign(id);
        let secure = if self.secure { "; Secure" } else { "" };
        format!("{COOKIE}={id}.{signature}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}")
    }

    /// The guest named by a request's cookie, if we signed it.
    pub(crate) fn guest(&self, headers: &HeaderMap) -> Option<String> {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
        let value = cookies
            .flat_map(|line| line.split(';'))
            .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))?;
        let (id, signature) = value.split_once('.')?;
        same(&self.sign(id), signature).then(|| id.to_owned())
    }
}

/// The stored form of a token: a hash, so that the database does not reveal it.
pub(crate) fn token_hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Who makes a request; an empty id is somebody without cookie or token, who may only watch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Who {
    pub id: String,
    pub bot: bool,
    /// Where they ask from.
    pub address: Option<IpAddr>,
}

impl Who {
    async fn of(app: &App, headers: &HeaderMap, address: Option<IpAddr>) -> Answer<Who> {
        if let Some(value) = headers.get(header::AUTHORIZATION) {
            let token = value.to_str().ok().and_then(|v| v.strip_prefix("Bearer "));
            let token = token.ok_or(Code::Unauthorized)?;
            let player = app.store.player_of_token(&token_hash(token)).await?;
            let player = player.ok_or(Code::Unauthorized)?;
            app.admits(&player.id)?;
            return Ok(Who { id: player.id, bot: true, address });
        }
        Ok(Who { id: app.signer.guest(headers).unwrap_or_default(), bot: false, address })
    }

    /// The requester, with their name.
    pub(crate) async fn member(&self, app: &App) -> Answer<Member> {
        if self.id.is_empty() {
            return Err(Code::Unauthorized.into());
        }
        let known = app.store.player(&self.id).await?;
        let name = known.map(|player| player.name).unwrap_or_default();
        Ok(Member { id: self.id.clone(), name, bot: self.bot })
    }
}

impl FromRequestParts<App> for Who {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Who> {
        let address = parts.extensions.get::<Peer>().map(|peer| peer.0);
        let who = Who::of(app, &parts.headers, address).await?;
        if let Some(address) = address.filter(|_| !who.id.is_empty()) {
            app.work.comes_from(&who.id, address);
        }
        Ok(who)
    }
}

/// A request that requires an identity.
pub(crate) struct Identified(pub Who);

impl FromRequestParts<App> for Identified {
    type Rejection = Fail;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<Identified> {
        let who = Who::from_request_parts(parts, app).await?;
        if who.id.is_empty() { Err(Code::Unauthorized.into()) } else { Ok(Identified(who)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(cookie: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        headers
    }

    #[test]
    fn only_our_own_signature_counts() {
        let signer = Signer::new("secret", false);
        let cookie = signer.cookie("p_abc");
        let value = cookie.split(';').next().unwrap();
        assert_eq!(signer.guest(&headers(&format!("x=1; {value}"))), Some("p_abc".to_owned()));
        assert_eq!(Signer::new("other", false).guest(&headers(value)), None);
        assert_eq!(signer.guest(&headers(&value.replace("p_abc", "p_abd"))), None);
        for forged in ["heibai=", "heibai=p_abc", "heibai=p_abc.", "heibai=.x", "heibai=p_abc.00"] {
            assert_eq!(signer.guest(&headers(forged)), None, "{forged}");
        }
    }
}

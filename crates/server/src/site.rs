//! The server's public URL, and the proxies in front of it.

use crate::error::{Code, Fail};
use axum::http::HeaderMap;
use heibai_words::{Text, help};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// A scheme and a host, perhaps with a port: `https://play.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    secure: bool,
    host: String,
}

impl FromStr for PublicUrl {
    type Err = Text;

    fn from_str(text: &str) -> Result<PublicUrl, Text> {
        let (scheme, host) = text.trim_end_matches('/').split_once("://").ok_or_else(help::public_url)?;
        let secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(help::public_url()),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        match !host.is_empty() && host.chars().all(plain) {
            true => Ok(PublicUrl { secure, host: host.to_ascii_lowercase() }),
            false => Err(help::public_url()),
        }
    }
}

/// How the server is reached.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    pub public: Option<PublicUrl>,
    /// Trusted proxies, which report the client's address.
    pub proxies: Vec<IpAddr>,
    /// Whether only this machine reaches the server directly.
    pub loopback: bool,
}

impl Site {
    /// Whether browsers reach the server over TLS only.
    pub(crate) fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|url| url.secure)
    }

    /// Checks a request's origin and host. A browser's origin must be this site. The host must be the public one, or
    /// on a loopback address a name of this machine, so that a foreign name that resolves to it gains nothing (DNS
    /// rebinding).
    pub(crate) fn check(&self, host: Option<&str>, origin: Option<&str>) -> Result<(), Fail> {
        let host = host.ok_or_else(|| Fail::because(Code::BadRequest, heibai_words::server::no_host()))?;
        let public = self.public.as_ref().filter(|url| url.host.eq_ignore_ascii_case(host));
        let named = match (&self.public, self.loopback) {
            (Some(_), loopback) => public.is_some() || loopback && is_this_machine(host),
            (None, true) => is_this_machine(host),
            (None, false) => true,
        };
        if !named {
            let host: String = host.chars().take(80).collect();
            return Err(Fail::because(Code::BadOrigin, heibai_words::server::other_host(&host)));
        }
        let Some(origin) = origin else { return Ok(()) };
        let (scheme, site) = origin.split_once("://").unwrap_or(("", origin));
        // Behind a proxy the scheme is known as well: a page without TLS is another site.
        let scheme_fits = public.is_none_or(|url| scheme == if url.secure { "https" } else { "http" });
        if scheme_fits && site.eq_ignore_ascii_case(host) { Ok(()) } else { Err(Code::BadOrigin.into()) }
    }

    /// The client's address: the peer, or what a trusted proxy reports. The header is read from its end, because a
    /// client may have written its beginning.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        counted(self.named(peer.to_canonical(), headers))
    }

    /// Whether this is a trusted proxy.
    pub(crate) fn trusts(&self, peer: IpAddr) -> bool {
        self.proxies.iter().any(|proxy| proxy.to_canonical() == peer.to_canonical())
    }

    fn named(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.trusts(peer) {
            return peer;
        }
        let lines: Vec<&str> =
            headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
        let mut client = peer;
        for word in lines.iter().rev().flat_map(|line| line.rsplit(',')) {
            let Some(address) = address(word.trim()) else { break };
            client = address;
            if !self.trusts(address) {
                break;
            }
        }
        client
    }
}

fn address(word: &str) -> Option<IpAddr> {
    let with_port = || word.parse::<SocketAddr>().map(|address| address.ip());
    word.parse::<IpAddr>().or_else(|_| with_port()).ok()
}

/// The address that limits and bans count: IPv4 mapped into IPv6 is IPv4, and of IPv6 it is the network, because one
/// customer has all of its addresses.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) if !v6.is_loopback() => {
            let [a, b, c, d, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        other => other,
    }
}

fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_site_is_let_in() {
        let here = Site { loopback: true, ..Site::default() };
        let ok = |host, origin| here.check(Some(host), origin).is_ok();
        assert!(ok("127.0.0.1:8866", None));
        assert!(ok("localhost:8866", Some("http://localhost:8866")));
        assert!(ok("[::1]:8866", Some("http://[::1]:8866")));
        assert!(!ok("localhost:8866", Some("http://localhost:9999")));
        assert!(!ok("localhost:8866", Some("null")));
        assert!(!ok("localhost:8866", Some("http://evil.example")));
        // A foreign name that resolves to this machine.
        assert!(!ok("evil.example:8866", Some("http://evil.example:8866")));
        assert!(!ok("localhost.evil.example", None));
        assert!(Site::default().check(Some("play.example"), Some("https://play.example")).is_ok());
        assert!(here.check(None, None).is_err());
    }

    #[test]
    fn behind_a_proxy_the_public_name_is_ours() {
        let public = "https://Play.example/".parse().ok();
        let site = Site { public, loopback: true, ..Site::default() };
        let ok = |host, origin| site.check(Some(host), origin).is_ok();
        assert!(ok("play.example", Some("https://play.example")));
        assert!(ok("127.0.0.1:8866", None));
        assert!(!ok("play.example", Some("http://play.example")));
        assert!(!ok("play.example", Some("https://evil.example")));
        assert!(!ok("evil.example", Some("https://evil.example")));
        assert!(site.is_secure());
        for wrong in
            ["play.example", "ftp://play.example", "https://", "https://play.example/x", "https://a b"]
        {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_trusted_proxy_names_the_client() {
        let proxies = vec![IpAddr::from([127, 0, 0, 1]), IpAddr::from([10, 0, 0, 1])];
        let site = Site { proxies, ..Site::default() };
        let client = |peer: [u8; 4], lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            site.client(peer.into(), &headers).to_string()
        };
        assert_eq!(client([9, 9, 9, 9], &["1.1.1.1"]), "9.9.9.9");
        assert_eq!(client([127, 0, 0, 1], &["1.1.1.1"]), "1.1.1.1");
        assert_eq!(client([127, 0, 0, 1], &["6.6.6.6, 1.1.1.1, 10.0.0.1"]), "1.1.1.1");
        assert_eq!(client([127, 0, 0, 1], &["6.6.6.6", "1.1.1.1:80"]), "1.1.1.1");
        assert_eq!(client([127, 0, 0, 1], &["nonsense"]), "127.0.0.1");
        assert_eq!(client([127, 0, 0, 1], &[]), "127.0.0.1");
        assert_eq!(client([127, 0, 0, 1], &["::ffff:1.1.1.1"]), "1.1.1.1");
        assert_eq!(client([127, 0, 0, 1], &["2001:db8:1:2:3:4:5:6"]), "2001:db8:1:2::");
        // A socket for both families receives IPv4 as mapped IPv6.
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "[2001:db8::7]:443".parse().unwrap());
        let client = |peer: &str| site.client(peer.parse().unwrap(), &headers).to_string();
        assert_eq!(client("::ffff:127.0.0.1"), "2001:db8::");
        assert_eq!(client("::ffff:9.9.9.9"), "9.9.9.9");
        assert_eq!(client("::1"), "::1");
    }
}

//! At the door: foreign sites, false host names and floods are turned away; every answer gets its headers.

use crate::app::App;
use crate::error::{Code, Fail};
use crate::serve::Peer;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; \
     base-uri 'none'; frame-ancestors 'none'; form-action 'self'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let mut response = match admit(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(fail) => fail.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(app: &App, request: &Request) -> Result<(), Fail> {
    let headers = request.headers();
    let host = text(headers, header::HOST).or(request.uri().authority().map(|a| a.as_str()));
    check_origin(host, text(headers, header::ORIGIN), app.loopback)?;
    if request.uri().path().starts_with("/api") {
        let peer = request.extensions().get::<Peer>().map(|peer| peer.0.to_string());
        let client = app.signer.guest(headers).or(peer).unwrap_or_default();
        app.requests.take(&client)?;
    }
    Ok(())
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// A browser names the site that a request comes from: it has to be this one. On a loopback address the
/// host must be a name of this machine, so that a foreign name that points here gains nothing.
fn check_origin(host: Option<&str>, origin: Option<&str>, loopback: bool) -> Result<(), Fail> {
    let host = host.ok_or_else(|| Fail::because(Code::BadRequest, heibai_words::server::no_host()))?;
    if loopback && !is_this_machine(host) {
        return Err(Fail::because(Code::BadOrigin, heibai_words::server::other_host(&shortened(host))));
    }
    match origin {
        None => Ok(()),
        Some(origin) => {
            let site = origin.split_once("://").map_or(origin, |(_, site)| site);
            if site.eq_ignore_ascii_case(host) { Ok(()) } else { Err(Code::BadOrigin.into()) }
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
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
        let ok = |host, origin| check_origin(Some(host), origin, true).is_ok();
        assert!(ok("127.0.0.1:8866", None));
        assert!(ok("localhost:8866", Some("http://localhost:8866")));
        assert!(ok("[::1]:8866", Some("http://[::1]:8866")));
        assert!(!ok("localhost:8866", Some("http://localhost:9999")));
        assert!(!ok("localhost:8866", Some("null")));
        assert!(!ok("localhost:8866", Some("http://evil.example")));
        // A foreign name that resolves to this machine.
        assert!(!ok("evil.example:8866", Some("http://evil.example:8866")));
        assert!(!ok("localhost.evil.example", None));
        assert!(check_origin(Some("play.example"), Some("https://play.example"), false).is_ok());
        assert!(check_origin(None, None, true).is_err());
    }
}

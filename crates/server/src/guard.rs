//! At the door: foreign sites, false host names and floods are turned away; every answer gets its headers.

use crate::app::App;
use crate::error::Fail;
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

pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    if let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() {
        let client = app.site.client(peer, request.headers());
        request.extensions_mut().insert(Peer(client));
    }
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
    // Who watches over the server asks by its address.
    if matches!(request.uri().path(), "/healthz" | "/readyz") {
        return Ok(());
    }
    let headers = request.headers();
    let host = text(headers, header::HOST).or(request.uri().authority().map(|a| a.as_str()));
    app.site.check(host, text(headers, header::ORIGIN))?;
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

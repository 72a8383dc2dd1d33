//! Request checks: refuses foreign origins, wrong host names and floods; adds headers to every answer.

use crate::app::App;
use crate::error::Fail;
use crate::serve::Peer;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;
use tracing::Instrument;

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
    let began = Instant::now();
    let id = format!("{}-{}", app.process, app.next_request());
    // Errors are always logged, so the span that names the request is always recorded.
    let span = tracing::error_span!("request", id, method = %request.method(), path = request.uri().path());
    if let Some(Peer(peer)) = request.extensions().get::<Peer>().copied() {
        let client = app.site.client(peer, request.headers());
        request.extensions_mut().insert(Peer(client));
    }
    let mut response = match admit(&app, &request) {
        Ok(()) => next.run(request).instrument(span).await,
        Err(fail) => fail.into_response(),
    };
    app.metrics.answered(response.status().as_u16(), began.elapsed());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert("x-request-id", id);
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn admit(app: &App, request: &Request) -> Result<(), Fail> {
    // Monitoring uses the server's IP address.
    if matches!(request.uri().path(), "/healthz" | "/readyz" | "/metrics") {
        return Ok(());
    }
    let headers = request.headers();
    let host = text(headers, header::HOST).or(request.uri().authority().map(|a| a.as_str()));
    let owner = app.is_owner(headers);
    // The owner's programs and workers may use any address of the server: no page in a browser has the token.
    if !owner {
        app.site.check(host, text(headers, header::ORIGIN))?;
    }
    if request.uri().path().starts_with("/api") {
        let peer = request.extensions().get::<Peer>().map(|peer| peer.0.to_string()).unwrap_or_default();
        let client = app.signer.guest(headers).unwrap_or_else(|| peer.clone());
        app.asked.take(&peer)?;
        app.requests.take(&client)?;
        // The owner can lift a ban of their own address.
        if !owner {
            app.admits(&client)?;
            app.admits(&peer)?;
        }
    }
    Ok(())
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

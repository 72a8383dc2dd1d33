//! The built page, embedded in the program. Names are looked up in a fixed list; no path reaches a file system.

use crate::error::{Code, Fail};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Built;

/// Served if the program was built without the page.
const PLACEHOLDER: &str = include_str!("../placeholder/index.html");

pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Fail::from(Code::Method).into_response();
    }
    let name = uri.path().trim_start_matches('/');
    if let Some(found) = Built::get(name).filter(|_| !name.is_empty()) {
        return file(name, &found, &headers);
    }
    // The page's own URLs have no extension; anything else is a missing file.
    let last = name.rsplit('/').next().unwrap_or_default();
    if last.contains(['.', '\\', '%', '\0']) {
        return Fail::from(Code::NotFound).into_response();
    }
    let mut response = match Built::get("index.html") {
        Some(found) => file("index.html", &found, &headers),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PLACEHOLDER).into_response(),
    };
    // An unknown URL shows the page, which says so; programs read the status.
    if !is_view(name) && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

/// Whether a URL is a view of the page (web/src/app/route.ts).
fn is_view(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    matches!(
        parts[..],
        [] | ["play" | "library" | "live" | "editor" | "lab" | "openings"]
            | ["game" | "study" | "live", _]
            | ["training" | "learn"]
            | ["training" | "learn", _]
            | ["training" | "learn", _, _]
    )
}

fn file(name: &str, found: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = found.metadata.sha256_hash()[..16].iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{hash}\"");
    // Built files have a hash in their name and never change; the page itself must be revalidated.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|v| v.as_bytes() == tag.as_bytes());
    let caching = [(header::ETAG, tag), (header::CACHE_CONTROL, keep.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = found.metadata.mimetype().to_owned();
    let kind = if kind.starts_with("text/") { format!("{kind}; charset=utf-8") } else { kind };
    (caching, [(header::CONTENT_TYPE, kind)], found.data.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unknown_address_is_404() {
        let status = |path: &'static str| async move {
            page(Method::GET, Uri::from_static(path), HeaderMap::new()).await.status().as_u16()
        };
        for path in [
            "/",
            "/play",
            "/library",
            "/live",
            "/live/spring-run",
            "/training",
            "/training/vcf",
            "/training/vcf/vcf-01",
            "/game/abc",
            "/study/abc?ply=3",
            "/editor?kind=go",
            "/lab?game=go",
            "/openings",
            "/learn",
            "/learn/glossary",
            "/learn/go/ko",
        ] {
            assert_eq!(status(path).await, 200, "{path}");
        }
        for path in ["/nothing", "/game", "/game/a/b", "/library/x", "/training/a/b/c", "/picture.png"] {
            assert_eq!(status(path).await, 404, "{path}");
        }
    }
}

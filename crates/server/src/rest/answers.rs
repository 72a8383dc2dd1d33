//! Large answers: they stay in memory until the client has read them, so an address may have only a few at once.

use crate::app::App;
use crate::identity::Who;
use crate::shares::Share;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use std::convert::Infallible;

/// Answers up to this size are sent without a place.
const SMALL: usize = 64 << 10;
/// The most large answers at once, of everybody and of one address.
pub(crate) const OF_EVERYBODY: usize = 64;
pub(crate) const OF_ONE_ADDRESS: usize = 4;

impl App {
    /// Reserves a place for an answer that may be large, before it is made.
    pub(super) async fn answer_place(&self, who: &Who) -> Option<Share> {
        self.answers.take(who.address).await
    }
}

/// An answer that keeps its place until its last chunk is sent.
pub(super) fn answer(bytes: Vec<u8>, content: &'static str, place: Option<Share>) -> Response {
    let length = bytes.len();
    let body = match length <= SMALL {
        true => Body::from(bytes),
        false => {
            let left = (Bytes::from(bytes), place);
            Body::from_stream(futures_util::stream::unfold(left, |(mut left, place)| async move {
                let piece = left.split_to(left.len().min(SMALL));
                (!piece.is_empty()).then_some((Ok::<Bytes, Infallible>(piece), (left, place)))
            }))
        }
    };
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content));
    headers.insert(header::CONTENT_LENGTH, length.into());
    response
}

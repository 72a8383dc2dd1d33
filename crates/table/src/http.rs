//! Conversions of refusals: to an HTTP response, and from database errors.

use crate::error::{Code, ErrorBody, Fail};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use heibai_words::server as said;

/// Whether a text contains NUL, which PostgreSQL cannot store.
fn is_nul(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.as_deref() == Some("22021")
}

/// Whether the database says that its disk is full.
pub fn is_full(error: &sqlx::Error) -> bool {
    // SQLITE_FULL, and PostgreSQL's disk_full.
    let code = error.as_database_error().and_then(|error| error.code());
    matches!(code.as_deref(), Some("13" | "53100"))
}

impl From<sqlx::Error> for Fail {
    fn from(error: sqlx::Error) -> Fail {
        if is_nul(&error) {
            return Fail::because(Code::BadRequest, said::nul());
        }
        let fail = Fail::internal(format_args!("database: {error}"));
        match error {
            _ if is_full(&error) => Code::NoSpace.into(),
            // Everybody searches at once: no connection is free.
            sqlx::Error::PoolTimedOut => Fail::retry(1000),
            _ => fail,
        }
    }
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let retry = self.retry_ms.map(|ms| ms.div_ceil(1000).max(1));
        let mut response = (status, Json(ErrorBody { error: self })).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

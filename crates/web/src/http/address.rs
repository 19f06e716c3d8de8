//! What an address says, refused with a reason like everything else.

use axum::extract::{self, FromRequestParts};
use axum::http::request::Parts;
use cardsharp_sitting::said;
use serde::de::DeserializeOwned;

use crate::http::{ApiError, Code, Result};

fn not_understood(wrong: String) -> ApiError {
    ApiError::new(Code::BadRequest, said!("This address is not understood: {wrong}.", wrong))
}

/// The parts of a path.
pub(crate) struct Path<T>(pub(crate) T);

/// What stands after the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>> {
        let path = extract::Path::from_request_parts(parts, state).await;
        path.map(|extract::Path(path)| Path(path)).map_err(|wrong| not_understood(wrong.body_text()))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>> {
        let query = extract::Query::from_request_parts(parts, state).await;
        query.map(|extract::Query(query)| Query(query)).map_err(|wrong| not_understood(wrong.body_text()))
    }
}

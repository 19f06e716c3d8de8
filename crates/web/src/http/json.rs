//! JSON answers in the language of the request.

use axum::http::header::CONTENT_TYPE;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::Language;
use cardsharp_presentation::message::to_json;
use serde::Serialize;

use crate::http::spoken;

/// A JSON body whose messages are in the language of the request.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        let text = to_json(&self.0, spoken()).expect("what is sent is JSON");
        ([(CONTENT_TYPE, "application/json")], text).into_response()
    }
}

/// Returns a server-sent event with its messages in a language.
pub(crate) fn event(language: Language, name: &str, data: &impl Serialize) -> Event {
    Event::default().event(name).data(to_json(data, language).expect("what is sent is JSON"))
}

//! The errors of requests, each with a reason in one sentence.

use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use cardsharp_presentation::{Message, message};
use cardsharp_rules::AnyGame;
use serde::Serialize;
use utoipa::ToSchema;

use crate::game::about;
use crate::http::Json;

pub(crate) type Result<T = (), E = ApiError> = std::result::Result<T, E>;

#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    code: Code,
    words: Message,
}

/// The kinds of refusals, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    UnknownTable,
    UnknownGame,
    UnknownSeat,
    UnknownPage,
    SeatTaken,
    NotYourSeat,
    WrongTurn,
    Stale,
    Illegal,
    BadProgram,
    BadRecord,
    BadRequest,
    TooLarge,
    TooManyTables,
    TooManyWatchers,
    TooManyRequests,
    NotAllowed,
    NotOver,
    Busy,
}

/// Cuts input to the length that error messages quote.
pub(crate) fn shorten(sent: &str) -> String {
    sent.chars().take(60).collect()
}

/// Seconds after which a refused client may retry: about a few long decisions.
pub(crate) const RETRY: HeaderValue = HeaderValue::from_static("10");

impl Code {
    /// Returns a refusal with this code. The words are a message, so every text has a translation.
    pub(crate) fn because(self, words: Message) -> ApiError {
        ApiError { status: self.status(), code: self, words }
    }

    fn status(self) -> StatusCode {
        match self {
            Code::UnknownTable | Code::UnknownGame | Code::UnknownSeat | Code::UnknownPage => StatusCode::NOT_FOUND,
            Code::SeatTaken | Code::Stale => StatusCode::CONFLICT,
            Code::NotYourSeat | Code::WrongTurn | Code::NotAllowed | Code::NotOver => StatusCode::FORBIDDEN,
            Code::Illegal | Code::BadProgram | Code::BadRecord => StatusCode::UNPROCESSABLE_ENTITY,
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Code::TooManyTables | Code::TooManyWatchers | Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// The JSON of a refusal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Refused {
    /// The problem and its place, in one sentence.
    error: Message,
    code: Code,
}

impl ApiError {
    pub(crate) fn unknown_game(asked: &str) -> ApiError {
        let name = shorten(asked);
        let games = AnyGame::all().iter().map(|game| Message::verbatim(about(game).name)).collect();
        let words = message!(
            "“{name}” is no game of this house; expected one of: {games}.",
            name,
            games = Message::joined(", ", games)
        );
        Code::UnknownGame.because(words)
    }

    pub(crate) fn no_action(wrong: &impl std::fmt::Display) -> ApiError {
        Code::Illegal.because(message!("This is not an action: {wrong}.", wrong = wrong.to_string()))
    }

    /// Refuses a bot that is unknown or cannot take this seat.
    pub(crate) fn unknown_player(wrong: &impl std::fmt::Display) -> ApiError {
        Code::BadRequest.because(message!("Nobody of that name can play here: {wrong}.", wrong = wrong.to_string()))
    }

    pub(crate) fn words(&self) -> &Message {
        &self.words
    }

    /// Whether the table has changed since the request.
    pub(crate) fn is_stale(&self) -> bool {
        self.code == Code::Stale
    }

    /// Replaces the status, where HTTP has a better one.
    pub(crate) fn with_status(self, status: StatusCode) -> ApiError {
        ApiError { status, ..self }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Refused { error: self.words, code: self.code })).into_response();
        if let StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE = self.status {
            response.headers_mut().insert(RETRY_AFTER, RETRY);
        }
        response
    }
}

//! The route to upload programs.

use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use cardsharp_presentation::message;
use cardsharp_rules::AnyGame;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::body::read;
use crate::http::{ApiError, Asker, Code, Json, Query, Result, check_type};
use crate::threads::{Job, Length, Rank};

/// An uploaded program.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HandedIn {
    /// The id by which a seat names it.
    pub(crate) program: String,
    /// The program's own name.
    pub(crate) name: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HandIn {
    /// The game it plays.
    game: String,
    /// The file's name: a C file ends in `.c`.
    #[param(min_length = 1, max_length = 64, pattern = r"^[^/\\\x00-\x1f\x7f]*[^/\\\x00-\x20\x7f]$")]
    name: String,
}

/// The most programs that may wait to be compiled.
const WAITING: usize = 16;
/// The most programs of one address that may wait; a table has no more seats.
const WAITING_PER_ADDRESS: usize = 4;

/// Upload a program: a C file, a script that begins with `#!`, or an executable
///
/// Only if the server was opened with `--allow-programs`. The same program uploaded again has the same id.
#[utoipa::path(post, path = "/api/programs", params(HandIn),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 201, body = HandedIn)))]
pub(crate) async fn hand_in(
    asker: Asker,
    Query(HandIn { game, name }): Query<HandIn>,
    request: Request,
) -> Result<(StatusCode, Json<HandedIn>)> {
    let Some(programs) = asker.app.programs.clone() else {
        let words = message!("This house takes no programs: it was not opened with --allow-programs.");
        return Err(Code::UnknownPage.because(words));
    };
    check_type(&request, "application/octet-stream")?;
    let game: AnyGame = game.parse().map_err(|_| ApiError::unknown_game(&game))?;
    let content = read(request, asker.app.limits.program, asker.app.limits.sending).await?;
    let (all, own) = programs.reception.long(asker.client);
    if own >= WAITING_PER_ADDRESS {
        let words = message!("{own} programs from your address are being compiled already; wait for them.", own);
        return Err(Code::TooManyRequests.because(words));
    }
    if all >= WAITING {
        return Err(Code::Busy.because(message!("Many hand in programs now; try again in a while.")));
    }
    let job = Job { client: asker.client, rank: Rank::People, length: Length::Long };
    let (taker, most) = (Arc::clone(&programs), asker.app.limits.programs);
    let handed = programs.reception.think(job, move || taker.hand_in(&game, &name, &content, most)).await;
    let failed = || Code::Busy.because(message!("The program could not be taken in; try again."));
    let (program, known) = handed.ok_or_else(failed)??;
    Ok((StatusCode::CREATED, Json(HandedIn { program, name: known.name })))
}

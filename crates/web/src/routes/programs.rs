//! Handing in programs.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use cardsharp_rules::AnyGame;
use serde::Deserialize;
use utoipa::IntoParams;

use super::address::Query;
use super::body::{check_type, read};
use cardsharp_sitting::said;

use crate::client::Client;
use crate::house::House;
use crate::json::Json;
use crate::refusal::{Code, Refusal};
use crate::thinkers::{Job, Length, Rank};
use crate::wire::HandedIn;

/// What is handed in.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HandIn {
    /// The game it plays.
    game: String,
    /// What its file is called: a C file ends in `.c`.
    #[param(min_length = 1, max_length = 64, pattern = r"^[^/\\\x00-\x1f\x7f]*[^/\\\x00-\x20\x7f]$")]
    name: String,
}

/// So many may wait to be compiled.
const WAITING: usize = 16;
/// So many of one address may; a table has no more seats.
const WAITING_PER_ADDRESS: usize = 4;

/// Hand in a program: a C file, a script that begins with `#!`, or an executable
///
/// Only where the house was opened with `--allow-programs`. The same program handed in again is the same.
#[utoipa::path(post, path = "/api/programs", params(HandIn),
    request_body(content = String, content_type = "application/octet-stream"),
    responses((status = 201, body = HandedIn)))]
pub(crate) async fn hand_in(
    State(house): State<Arc<House>>,
    Query(HandIn { game, name }): Query<HandIn>,
    client: Client,
    request: Request,
) -> Result<(StatusCode, Json<HandedIn>), Refusal> {
    let Some(programs) = house.programs.clone() else {
        let words = said!("This house takes no programs: it was not opened with --allow-programs.");
        return Err(Refusal::new(Code::UnknownPage, words));
    };
    check_type(&request, "application/octet-stream")?;
    let game: AnyGame = game.parse().map_err(|_| Refusal::unknown_game(&game))?;
    let content = read(request, house.limits.program, house.limits.sending).await?;
    let (all, own) = programs.reception.long(client);
    if own >= WAITING_PER_ADDRESS {
        let words = said!("{own} programs from your address are being compiled already; wait for them.", own);
        return Err(Refusal::new(Code::TooManyRequests, words));
    }
    if all >= WAITING {
        return Err(Refusal::new(Code::Busy, said!("Many hand in programs now; try again in a while.")));
    }
    let job = Job { client, rank: Rank::People, length: Length::Long };
    let (keeper, most) = (Arc::clone(&programs), house.limits.programs);
    let handed = programs.reception.think(job, move || keeper.hand_in(&game, &name, &content, most)).await;
    let failed = || Refusal::new(Code::Busy, said!("The program could not be taken in; try again."));
    let (program, known) = handed.ok_or_else(failed)??;
    Ok((StatusCode::CREATED, Json(HandedIn { program, name: known.name })))
}

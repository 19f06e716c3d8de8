//! The lobby in one answer.

pub(crate) mod games;

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::http::json::Json;
use crate::lobby::games::GameInfo;
use crate::tables;
use crate::tables::table::Listed;

/// What there is in the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    pub(crate) games: Vec<GameInfo>,
    /// Tables that anybody may find.
    pub(crate) tables: Vec<Listed>,
    /// Whether programs may be handed in.
    pub(crate) programs: bool,
}

/// All that the lobby shows: the games, and the tables that anybody may find
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(app): State<Arc<App>>) -> Json<Lobby> {
    let Json(games) = games::games().await;
    let programs = app.programs.is_some();
    let Json(tables) = tables::routes::tables(State(app)).await;
    Json(Lobby { games, tables, programs })
}

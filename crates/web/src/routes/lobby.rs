//! The lobby in one answer.

use std::sync::Arc;

use axum::extract::State;

use super::{games, tables};
use crate::house::House;
use crate::json::Json;
use crate::wire::Lobby;

/// All that the lobby shows: the games, and the tables that anybody may find
#[utoipa::path(get, path = "/api/lobby", responses((status = 200, body = Lobby)))]
pub(crate) async fn lobby(State(house): State<Arc<House>>) -> Json<Lobby> {
    let Json(games) = games::games().await;
    let programs = house.programs.is_some();
    let Json(tables) = tables::tables(State(house)).await;
    Json(Lobby { games, tables, programs })
}

//! The addresses of the API. Each is described where it is served, so the description cannot lag.

mod body;
mod events;
mod games;
mod play;
mod programs;
mod replay;
mod tables;
mod tournaments;
mod who;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::guard::guard;
use crate::house::House;
use crate::page;
use crate::refusal::{Code, Refusal};

#[derive(OpenApi)]
#[openapi(info(
    title = "cardsharp",
    description = "Tables at which people, players and programs play. A seat is held by a token, sent as \
                   `Authorization: Bearer TOKEN`; without one a table is watched. Requests that change \
                   something are JSON."
))]
struct Description;

/// The API and the description of it.
fn api() -> (Router<Arc<House>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(games::games))
        .routes(routes!(games::rules))
        .routes(routes!(games::health))
        .routes(routes!(tables::tables, tables::open))
        .routes(routes!(tables::set_up))
        .routes(routes!(tables::table))
        .routes(routes!(tables::sit, tables::leave))
        .routes(routes!(events::events))
        .routes(routes!(play::choice))
        .routes(routes!(play::act))
        .routes(routes!(play::record))
        .routes(routes!(play::again))
        .routes(routes!(play::advice))
        .routes(routes!(programs::hand_in))
        .routes(routes!(replay::of_table))
        .routes(routes!(replay::of_game))
        .routes(routes!(replay::of_record))
        .routes(routes!(replay::review_table))
        .routes(routes!(replay::review_game))
        .routes(routes!(replay::review_record))
        .routes(routes!(tournaments::list))
        .routes(routes!(tournaments::tournament))
        .routes(routes!(tournaments::games))
        .split_for_parts()
}

/// Everything that is served.
pub(crate) fn router(house: &Arc<House>) -> Router {
    let (api, description) = api();
    let description: Arc<str> = description.to_json().expect("the description is JSON").into();
    let openapi = get(move || async move { ([("content-type", "application/json")], description.to_string()) });
    let mut router = api.route("/api/openapi.json", openapi).route("/page/{*file}", get(page::asset));
    for address in [
        "/",
        "/table/{id}",
        "/replay",
        "/replay/table/{id}",
        "/replay/game/{number}",
        "/tournaments",
        "/tournaments/{id}",
        "/rules/{game}",
    ] {
        router = router.route(address, get(page::index));
    }
    router
        .fallback(page::nowhere)
        .method_not_allowed_fallback(async || {
            Refusal::new(Code::BadRequest, "This address takes no such request.")
                .with_status(axum::http::StatusCode::METHOD_NOT_ALLOWED)
        })
        .layer(from_fn_with_state(Arc::clone(house), guard))
        .with_state(Arc::clone(house))
}

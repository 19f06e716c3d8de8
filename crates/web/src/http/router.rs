//! The routes of the API. Each handler has its own description, so the two cannot disagree.

use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use cardsharp_presentation::message;
use utoipa::OpenApi;
use utoipa::openapi::schema::{AdditionalProperties, Array, ArrayItems, Object, SchemaType, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder, Schema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::daily::routes as daily;
use crate::http::encoding::pack;
use crate::http::error::{Code, Refused};
use crate::http::guard::guard;
use crate::http::language::speak;
use crate::lobby;
use crate::page;
use crate::play::requests::Spoken;
use crate::play::{events, requests, routes as play};
use crate::programs::routes as programs;
use crate::puzzles::routes as puzzles;
use crate::replay::{coach, routes as replay};
use crate::tables::{invitation, routes as tables};
use crate::tournaments::routes as tournaments;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "cardsharp",
        description = "Tables at which people, players and programs play. A seat is held by a token, sent as \
                   `Authorization: Bearer TOKEN`; without one a table is watched. Requests that change \
                   something are JSON. Whoever asks for too much is refused with 429, and with 503 while the \
                   house has too much to do; `Retry-After` says in how many seconds to come back."
    ),
    components(schemas(Refused, Spoken))
)]
struct Description;

fn api() -> (Router<Arc<App>>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(lobby::lobby))
        .routes(routes!(lobby::games))
        .routes(routes!(lobby::rules))
        .routes(routes!(lobby::health))
        .routes(routes!(tables::tables, tables::open))
        .routes(routes!(tables::set_up))
        .routes(routes!(tables::table))
        .routes(routes!(tables::sit, tables::leave))
        .routes(routes!(events::events))
        .routes(routes!(play::choice))
        .routes(routes!(play::act))
        .routes(routes!(play::record))
        .routes(routes!(play::ending))
        .routes(routes!(play::again))
        .routes(routes!(play::advice))
        .routes(routes!(requests::take_back))
        .routes(routes!(requests::pause))
        .routes(routes!(requests::resume))
        .routes(routes!(requests::answer))
        .routes(routes!(requests::resign))
        .routes(routes!(requests::replace, requests::come_back))
        .routes(routes!(requests::say))
        .routes(routes!(invitation::invitation))
        .routes(routes!(programs::hand_in))
        .routes(routes!(replay::of_table))
        .routes(routes!(replay::of_game))
        .routes(routes!(replay::of_record))
        .routes(routes!(replay::review_table))
        .routes(routes!(replay::review_game))
        .routes(routes!(replay::review_record))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::puzzle))
        .routes(routes!(puzzles::choice))
        .routes(routes!(puzzles::answer))
        .routes(routes!(puzzles::line))
        .routes(routes!(daily::today))
        .routes(routes!(daily::play))
        .routes(routes!(daily::results))
        .routes(routes!(daily::champion))
        .routes(routes!(coach::kinds, coach::choices))
        .routes(routes!(tournaments::list))
        .routes(routes!(tournaments::tournament))
        .routes(routes!(tournaments::games))
        .split_for_parts()
}

/// Describes that every kind of `Seating` refuses unknown fields.
fn describe_kinds(description: &mut utoipa::openapi::OpenApi) {
    let schemas = description.components.iter_mut().filter_map(|components| components.schemas.get_mut("Seating"));
    for schema in schemas {
        let RefOr::T(Schema::OneOf(kinds)) = schema else { unreachable!("a seating is one of some kinds") };
        for kind in &mut kinds.items {
            let RefOr::T(Schema::Object(kind)) = kind else { unreachable!("a kind of seating is an object") };
            kind.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
}

/// Describes every field of an answer as required. Requests, which refuse unknown fields, may leave some out.
fn describe_presence(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) if object.additional_properties.is_none() => {
            object.required = object.properties.keys().cloned().collect();
        }
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(describe_presence),
        RefOr::T(Schema::OneOf(kinds)) => kinds.items.iter_mut().for_each(describe_presence),
        _ => {}
    }
}

/// Types that are described inline as text or a number.
const PLAIN: [&str; 3] = ["Message", "Seat", "Whole"];

/// Replaces references to plain types by the types themselves.
fn write_out(schema: &mut RefOr<Schema>, plain: &[(String, Object)]) {
    match schema {
        RefOr::Ref(reference) => {
            let Some((_, object)) = plain.iter().find(|(location, _)| *location == reference.ref_location) else {
                return;
            };
            let description = Some(std::mem::take(&mut reference.description)).filter(|words| !words.is_empty());
            let mut object = object.clone();
            object.description = description;
            *schema = object.into();
        }
        RefOr::T(Schema::Object(object)) => object.properties.values_mut().for_each(|field| write_out(field, plain)),
        RefOr::T(Schema::Array(Array { items: ArrayItems::RefOrSchema(items), .. })) => write_out(items, plain),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(|part| write_out(part, plain)),
        RefOr::T(Schema::OneOf(kinds)) => {
            let was_reference = matches!(kinds.items.first(), Some(RefOr::Ref(_)));
            kinds.items.iter_mut().for_each(|kind| write_out(kind, plain));
            // An optional field is described as a type or null.
            if let [RefOr::T(Schema::Object(object)), RefOr::T(_)] = &mut kinds.items[..]
                && let (true, SchemaType::Type(kind)) = (was_reference, &object.schema_type)
            {
                object.schema_type = SchemaType::from_iter([kind.clone(), Type::Null]);
                *schema = object.clone().into();
            }
        }
        RefOr::T(_) => {}
    }
}

fn describe_plainly(description: &mut utoipa::openapi::OpenApi) {
    let Some(components) = &mut description.components else { return };
    let schemas = &mut components.schemas;
    let plain = PLAIN.into_iter().filter_map(|name| match schemas.remove(name)? {
        RefOr::T(Schema::Object(object)) => Some((format!("#/components/schemas/{name}"), object)),
        _ => None,
    });
    let plain: Vec<_> = plain.collect();
    for schema in schemas.values_mut() {
        write_out(schema, &plain);
    }
}

fn describe_refusals(description: &mut utoipa::openapi::OpenApi) {
    let words = [("4XX", "Refused, and nothing has changed"), ("503", "The house has too much to do; come back later")];
    for item in description.paths.paths.values_mut() {
        for operation in [&mut item.get, &mut item.post, &mut item.delete].into_iter().flatten() {
            for (status, words) in words {
                let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Refused"))).build();
                let refused = ResponseBuilder::new().description(words).content("application/json", content).build();
                operation.responses.responses.insert(status.to_owned(), RefOr::T(refused));
            }
        }
    }
}

pub(crate) fn router(app: &Arc<App>) -> Router {
    let (api, mut description) = api();
    describe_plainly(&mut description);
    describe_kinds(&mut description);
    let schemas = description.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    schemas.for_each(describe_presence);
    describe_refusals(&mut description);
    let description: Arc<str> = description.to_json().expect("the description is JSON").into();
    let openapi = get(move || async move { ([("content-type", "application/json")], description.to_string()) });
    let mut router = api.route("/api/openapi.json", openapi).route("/page/{*file}", get(page::asset));
    for address in [
        "/",
        "/table/{id}",
        "/games",
        "/games/{game}",
        "/games/{game}/costs",
        "/replay",
        "/replay/record",
        "/replay/table/{id}",
        "/replay/game/{number}",
        "/tournaments",
        "/tournaments/{id}",
        "/puzzles",
        "/puzzles/{game}",
        "/puzzles/{game}/{number}",
        "/daily",
        "/rules",
        "/rules/{game}",
    ] {
        router = router.route(address, get(page::index));
    }
    router
        .fallback(page::nowhere)
        .method_not_allowed_fallback(async || {
            Code::BadRequest
                .because(message!("This address takes no such request."))
                .with_status(axum::http::StatusCode::METHOD_NOT_ALLOWED)
        })
        .layer(from_fn(pack))
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .layer(from_fn(speak))
        .with_state(Arc::clone(app))
}

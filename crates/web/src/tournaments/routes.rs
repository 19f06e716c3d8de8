//! Tournaments of the records database.

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use cardsharp_archive::{Archive, ArchiveError, Stored};
use cardsharp_sitting::{Said, said};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::http::{ApiError, Client, Code, Json, Path, Query, Result, Whole};
use crate::threads::Length;
use crate::tournaments::{ToldGames, Tournament, TournamentInfo, standings};

/// The tournaments of the database
#[utoipa::path(get, path = "/api/tournaments",
    responses((status = 200, body = [TournamentInfo])))]
pub(crate) async fn list(State(app): State<Arc<App>>, client: Client) -> Result<Json<Vec<TournamentInfo>>> {
    let read = |archive: &Archive| Ok(archive.tournaments()?.iter().map(standings::info).collect());
    ask(&app, client, read).await.map(Json)
}

/// Standings, cross table and points over the rounds
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = Tournament)))]
pub(crate) async fn tournament(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Json<Tournament>> {
    let (wanted, counted) = (id.clone(), Arc::clone(&app.counted));
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => counted.lock().unwrap_or_else(PoisonError::into_inner).count(archive, &stored).map(Some),
        None => Ok(None),
    };
    ask(&app, client, read).await?.map(Json).ok_or_else(|| unknown(&id))
}

/// Which games.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The first to tell, from 0.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    from: Option<Whole>,
    /// How many, at most 500.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    count: Option<Whole>,
    /// Only those of this entrant.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    entrant: Option<Whole>,
}

/// Games of a tournament
#[utoipa::path(get, path = "/api/tournaments/{id}/games", params(("id" = i64, Path), Which),
    responses((status = 200, body = ToldGames)))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
    client: Client,
) -> Result<Json<ToldGames>> {
    let range = (which.from.map_or(0, Whole::index), which.count.map_or(50, Whole::index).min(500));
    let entrant = which.entrant.map(Whole::index);
    let wanted = id.clone();
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => standings::games(archive, &stored, entrant, range).map(Some),
        None => Ok(None),
    };
    ask(&app, client, read).await?.map(Json).ok_or_else(|| unknown(&id))
}

fn find(archive: &Archive, id: &str) -> Result<Option<Stored>, ArchiveError> {
    Ok(archive.tournaments()?.into_iter().find(|stored| stored.id.to_string() == id))
}

/// Says why the records database gives no answer.
pub(crate) fn unreadable(error: &ArchiveError) -> Said {
    said!("The records database has no answer: {reason}.", reason = error.reason())
}

fn unknown(id: &str) -> ApiError {
    ApiError::new(Code::UnknownPage, said!("There is no tournament “{id}” in this database.", id))
}

/// Reads the database in a reader's thread.
async fn ask<T: Send + 'static>(
    app: &App,
    client: Client,
    read: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T> {
    let failed = |words: Said| ApiError::new(Code::UnknownPage, words);
    let archive = app.archive.clone();
    let archive = archive.ok_or_else(|| failed(said!("No records database is open here (--db).")))?;
    let read = move || read(&archive.lock().unwrap_or_else(PoisonError::into_inner));
    app.read(client, Length::Long, move || read().map_err(|error| failed(unreadable(&error)))).await
}

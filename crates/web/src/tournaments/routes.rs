//! The routes of tournaments.

use std::sync::{Arc, PoisonError};

use cardsharp_archive::{Archive, ArchiveError, Stored};
use cardsharp_presentation::{Message, message};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::http::{ApiError, Asker, Client, Code, Json, Query, Result, Whole};
use crate::threads::Length;
use crate::tournaments::{ToldGames, Tournament, TournamentInfo, standings};

/// The tournaments of the database
#[utoipa::path(get, path = "/api/tournaments",
    responses((status = 200, body = [TournamentInfo])))]
pub(crate) async fn list(asker: Asker) -> Result<Json<Vec<TournamentInfo>>> {
    let read = |archive: &Archive| Ok(archive.tournaments()?.iter().map(standings::info).collect());
    ask(&asker.app, asker.client, read).await.map(Json)
}

/// Standings, cross table and points over the rounds
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = Tournament)))]
pub(crate) async fn tournament(asker: Asker) -> Result<Json<Tournament>> {
    let (wanted, counted) = (asker.path("id").to_owned(), Arc::clone(&asker.app.counted));
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => counted.lock().unwrap_or_else(PoisonError::into_inner).count(archive, &stored).map(Some),
        None => Ok(None),
    };
    ask(&asker.app, asker.client, read).await?.map(Json).ok_or_else(|| unknown(asker.path("id")))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The first game, from 0.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    from: Option<Whole>,
    /// The number of games, at most 500.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    count: Option<Whole>,
    /// Only games of this entrant.
    #[param(value_type = Option<u64>, nullable = false)]
    #[serde(default, deserialize_with = "Whole::from_text")]
    entrant: Option<Whole>,
}

/// Games of a tournament
#[utoipa::path(get, path = "/api/tournaments/{id}/games", params(("id" = i64, Path), Which),
    responses((status = 200, body = ToldGames)))]
pub(crate) async fn games(asker: Asker, Query(which): Query<Which>) -> Result<Json<ToldGames>> {
    let range = (which.from.map_or(0, Whole::index), which.count.map_or(50, Whole::index).min(500));
    let entrant = which.entrant.map(Whole::index);
    let wanted = asker.path("id").to_owned();
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => standings::games(archive, &stored, entrant, range).map(Some),
        None => Ok(None),
    };
    ask(&asker.app, asker.client, read).await?.map(Json).ok_or_else(|| unknown(asker.path("id")))
}

fn find(archive: &Archive, id: &str) -> Result<Option<Stored>, ArchiveError> {
    Ok(archive.tournaments()?.into_iter().find(|stored| stored.id.to_string() == id))
}

pub(crate) fn unreadable(error: &ArchiveError) -> Message {
    message!("The records database has no answer: {reason}.", reason = error.reason())
}

fn unknown(id: &str) -> ApiError {
    Code::UnknownPage.because(message!("There is no tournament “{id}” in this database.", id))
}

async fn ask<T: Send + 'static>(
    app: &App,
    client: Client,
    read: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T> {
    let failed = |words: Message| Code::UnknownPage.because(words);
    let archive = app.archive.clone();
    let archive = archive.ok_or_else(|| failed(message!("No records database is open here (--db).")))?;
    let read = move || read(&archive.lock().unwrap_or_else(PoisonError::into_inner));
    app.read(client, Length::Long, move || read().map_err(|error| failed(unreadable(&error)))).await
}

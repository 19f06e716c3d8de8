//! Tournaments of the records database.

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use cardsharp_archive::{Archive, ArchiveError, Stored};
use serde::Deserialize;
use utoipa::IntoParams;

use super::address::{Path, Query};
use cardsharp_sitting::{Said, said};

use crate::client::Client;
use crate::house::House;
use crate::json::Json;
use crate::refusal::{Code, Refusal};
use crate::thinkers::Length;
use crate::tournaments;
use crate::wire::{ToldGames, Tournament, TournamentInfo, Whole};

/// The tournaments of the database
#[utoipa::path(get, path = "/api/tournaments",
    responses((status = 200, body = [TournamentInfo])))]
pub(crate) async fn list(
    State(house): State<Arc<House>>,
    client: Client,
) -> Result<Json<Vec<TournamentInfo>>, Refusal> {
    let read = |archive: &Archive| Ok(archive.tournaments()?.iter().map(tournaments::info).collect());
    ask(&house, client, read).await.map(Json)
}

/// Standings, cross table and points over the rounds
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = i64, Path)),
    responses((status = 200, body = Tournament)))]
pub(crate) async fn tournament(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    client: Client,
) -> Result<Json<Tournament>, Refusal> {
    let (wanted, counted) = (id.clone(), Arc::clone(&house.counted));
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => counted.lock().unwrap_or_else(PoisonError::into_inner).count(archive, &stored).map(Some),
        None => Ok(None),
    };
    ask(&house, client, read).await?.map(Json).ok_or_else(|| unknown(&id))
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
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    Query(which): Query<Which>,
    client: Client,
) -> Result<Json<ToldGames>, Refusal> {
    let range = (which.from.map_or(0, Whole::index), which.count.map_or(50, Whole::index).min(500));
    let entrant = which.entrant.map(Whole::index);
    let wanted = id.clone();
    let read = move |archive: &Archive| match find(archive, &wanted)? {
        Some(stored) => tournaments::games(archive, &stored, entrant, range).map(Some),
        None => Ok(None),
    };
    ask(&house, client, read).await?.map(Json).ok_or_else(|| unknown(&id))
}

fn find(archive: &Archive, id: &str) -> Result<Option<Stored>, ArchiveError> {
    Ok(archive.tournaments()?.into_iter().find(|stored| stored.id.to_string() == id))
}

/// Why the database of records gives no answer, in the words of whoever keeps it.
pub(super) fn unreadable(error: &ArchiveError) -> Said {
    said!("The records database has no answer: {reason}.", reason = error.reason())
}

fn unknown(id: &str) -> Refusal {
    Refusal::new(Code::UnknownPage, said!("There is no tournament “{id}” in this database.", id))
}

/// Reads the database in a thread of its own: a large one takes its time.
async fn ask<T: Send + 'static>(
    house: &House,
    client: Client,
    read: impl FnOnce(&Archive) -> Result<T, ArchiveError> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |words: Said| Refusal::new(Code::UnknownPage, words);
    let archive = house.archive.clone();
    let archive = archive.ok_or_else(|| failed(said!("No records database is open here (--db).")))?;
    let read = move || read(&archive.lock().unwrap_or_else(PoisonError::into_inner));
    house.read(client, Length::Long, move || read().map_err(|error| failed(unreadable(&error)))).await
}

//! A run, described so that any machine can work on its pieces.

use cardsharp_programs::{Parcel, split_protocol};
use cardsharp_rules::{AnyGame, with_game};
use cardsharp_search::{NET, Spec};
use serde::{Deserialize, Serialize};

use super::{Prepared, deals, exploit, games, rows, wire, wrong};
use crate::shared::Usage;

/// A run and its files.
#[derive(Debug, PartialEq)]
pub(super) struct Task {
    pub(super) said: Request,
    parcels: Vec<Parcel>,
}

/// The description of a run.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Request {
    pub(super) game: String,
    pub(super) options: Vec<String>,
    /// Specs, and paths on the machine that made the task.
    pub(super) players: Vec<Named>,
    pub(super) work: Work,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Named {
    pub(super) text: String,
    /// The index of the player's files in `Task::parcels`.
    parcel: Option<usize>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Work {
    Deals(deals::Deals),
    Rows(rows::Rows),
    Chase(exploit::Exploits),
    Games(games::Games),
}

impl Task {
    pub(super) fn new(game: &str, options: &[String], players: Vec<(String, Option<Parcel>)>, work: Work) -> Task {
        let (mut named, mut parcels) = (Vec::new(), Vec::new());
        for (text, parcel) in players {
            named.push(Named { text, parcel: parcel.as_ref().map(|_| parcels.len()) });
            parcels.extend(parcel);
        }
        let said = Request { game: game.to_owned(), options: options.to_vec(), players: named, work };
        Task { said, parcels }
    }

    /// Creates a task of house players and networks. Fails if the file of a network cannot be read.
    pub(super) fn of_players<'a>(
        (game, options): (&str, &[String]),
        players: impl IntoIterator<Item = &'a Spec>,
        work: Work,
    ) -> Result<Task, Usage> {
        let named = |spec: &Spec| Ok((spec.to_string(), net(spec).map_err(Usage)?));
        let players = players.into_iter().map(named).collect::<Result<Vec<_>, Usage>>()?;
        Ok(Task::new(game, options, players, work))
    }

    pub(super) fn pack(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        wire::put(&mut bytes, &serde_json::to_vec(&self.said).expect("plain words"));
        for parcel in &self.parcels {
            parcel.pack(&mut bytes);
        }
        bytes
    }

    pub(super) fn unpack(mut bytes: &[u8]) -> Result<Task, String> {
        let damaged = || "a task that cannot be read: do all machines have the same version of cardsharp?".to_owned();
        let said = wire::take(&mut bytes).ok_or_else(damaged)?;
        let said = serde_json::from_slice(said).map_err(|error| format!("{} ({error})", damaged()))?;
        let mut parcels = Vec::new();
        while !bytes.is_empty() {
            parcels.push(Parcel::unpack(&mut bytes).ok_or_else(damaged)?);
        }
        Ok(Task { said, parcels })
    }

    /// Writes the files to disk and prepares the players.
    pub(super) fn prepare(self) -> Result<Box<dyn Prepared>, String> {
        let game: AnyGame = self.said.game.parse().map_err(wrong)?;
        let game = crate::shared::with_options(game, &self.said.options).map_err(wrong)?;
        let mut players = Vec::new();
        for named in &self.said.players {
            players.push(match named.parcel.map(|number| self.parcels.get(number)) {
                None => named.text.clone(),
                Some(Some(parcel)) => {
                    let path = parcel.lay_down().map_err(wrong)?.display().to_string();
                    // The path replaces the file's name; the protocol or `net:` before it stays.
                    match split_protocol(&named.text) {
                        (Some(protocol), _) => format!("{protocol}:{path}"),
                        (None, text) if text.starts_with(&format!("{NET}:")) => format!("{NET}:{path}"),
                        (None, _) => path,
                    }
                }
                Some(None) => return Err(format!("the files of {} are missing", named.text)),
            });
        }
        with_game!(AnyGame, &game, game => match self.said.work {
            Work::Deals(deals) => deals.prepare(game, &players),
            Work::Rows(rows) => rows.prepare(game, &players),
            Work::Chase(exploits) => exploits.prepare(game, &players),
            Work::Games(games) => games.prepare(game, &players),
        })
    }
}

/// Returns the file of a network; `None` for players that every machine knows by name.
pub(super) fn net(spec: &Spec) -> Result<Option<Parcel>, String> {
    spec.file().map(Parcel::of_file).transpose().map_err(wrong)
}

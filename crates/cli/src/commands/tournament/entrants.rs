//! Who takes part: found, named and remembered so that they can be found again.

use std::path::Path;

use anyhow::Context;
use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_referee::original::distinct_names;
use cardsharp_referee::programs;
use cardsharp_referee::table::{Launch, Terms};
use cardsharp_referee::{FILLERS, Guest, Hosted, Protocol};

use crate::Usage;
use crate::commands::referee::{failed, guest};

/// Everybody who takes part, house players at the end.
pub(super) struct Entrants<G: Hosted> {
    pub(super) guests: Vec<Guest<G>>,
    pub(super) rows: Vec<EntrantRow>,
}

impl<G: Hosted> Entrants<G> {
    /// Finds everybody, compiles what must be compiled and asks for their names.
    pub(super) fn gather(
        game: &G,
        sources: &[String],
        fillers: usize,
        protocol: Protocol,
        (launch, terms): (&Launch, &Terms),
    ) -> anyhow::Result<Entrants<G>> {
        let mut guests = sources.iter().map(|text| guest(game, text, protocol)).collect::<Result<Vec<_>, Usage>>()?;
        let mut names = Vec::new();
        for guest in &guests {
            let own = guest.own_name(launch, terms).map_err(failed)?;
            names.push(own.unwrap_or_else(|| "random".to_owned()));
        }
        names.extend(FILLERS.iter().take(fillers).map(|&name| name.to_owned()));
        guests.extend((0..fillers).map(|_| Guest::filler(game)));
        let mut rows = Vec::new();
        for (number, name) in distinct_names(names).into_iter().enumerate() {
            let (source, hash) = origin(&guests[number])?;
            rows.push(EntrantRow { name, source, hash, is_house: number >= sources.len() });
        }
        Ok(Entrants { guests, rows })
    }

    /// Finds those of a stored tournament again, unchanged.
    pub(super) fn return_to(game: &G, stored: &Stored, protocol: Protocol) -> anyhow::Result<Entrants<G>> {
        let mut guests = Vec::new();
        for row in &stored.entrants {
            let guest = guest(game, &row.source, protocol)?;
            let mut hash = origin(&guest)?.1;
            if stored.tournament.engine.is_empty() && !hash.is_empty() {
                // Before it was noted who announced a tournament, a C file was hashed as it lay there.
                hash = as_text(programs::hash(&std::fs::read(&row.source)?));
            }
            if hash != row.hash {
                let words = "is not the program that began this tournament; put that back, or begin a new tournament";
                return Err(Usage(format!("{} ({}) {words}", row.source, row.name)).into());
            }
            guests.push(guest);
        }
        Ok(Entrants { guests, rows: stored.entrants.clone() })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }
}

/// Where it comes from, as it is kept: the spec of a player, or the whole path of a program.
pub(super) fn source<G: Hosted>(guest: &Guest<G>) -> anyhow::Result<String> {
    origin(guest).map(|(source, _)| source)
}

/// Where it comes from, and what its content hashes to.
fn origin<G: Hosted>(guest: &Guest<G>) -> anyhow::Result<(String, String)> {
    match guest {
        Guest::Player(_, spec) => Ok((spec.to_string(), String::new())),
        Guest::Program(program, _) => {
            let path = Path::new(&program.label);
            let path = std::fs::canonicalize(path).with_context(|| format!("{}: cannot be read", program.label))?;
            let path = path.to_str().ok_or_else(|| Usage(format!("{}: the path is not UTF-8", path.display())))?;
            Ok((path.to_owned(), as_text(program.hash)))
        }
    }
}

fn as_text(hash: u64) -> String {
    format!("{hash:016x}")
}

//! Who takes part: found, named and remembered so that they can be found again.

use std::path::Path;

use anyhow::Context;
use cardsharp_archive::EntrantRow;
use cardsharp_referee::original::distinct_names;
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
    pub(super) fn return_to(game: &G, rows: &[EntrantRow], protocol: Protocol) -> anyhow::Result<Entrants<G>> {
        let mut guests = Vec::new();
        for row in rows {
            let guest = guest(game, &row.source, protocol)?;
            if origin(&guest)?.1 != row.hash {
                let words = "is not the program that began this tournament; put that back, or begin a new tournament";
                return Err(Usage(format!("{} ({}) {words}", row.source, row.name)).into());
            }
            guests.push(guest);
        }
        Ok(Entrants { guests, rows: rows.to_vec() })
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }
}

/// Where it comes from, and what its content hashes to.
fn origin<G: Hosted>(guest: &Guest<G>) -> anyhow::Result<(String, String)> {
    match guest {
        Guest::Player(_, spec) => Ok((spec.to_string(), String::new())),
        Guest::Program(program, _) => {
            let path = Path::new(&program.label);
            let unreadable = || format!("{}: cannot be read", program.label);
            let content = std::fs::read(path).with_context(unreadable)?;
            let path = std::fs::canonicalize(path).with_context(unreadable)?;
            let path = path.to_str().ok_or_else(|| Usage(format!("{}: the path is not UTF-8", path.display())))?;
            Ok((path.to_owned(), format!("{:016x}", hash(&content))))
        }
    }
}

/// FNV-1a: tells a program from its next version, the same on every machine for ever.
fn hash(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(super::hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::hash(b"foobar"), 0x8594_4171_f739_67e8);
    }
}

//! Who takes part: found, named and remembered so that they can be found again.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context;
use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_referee::original::distinct_names;
use cardsharp_referee::programs;
use cardsharp_referee::table::{Launch, Stop, Terms};
use cardsharp_referee::{FILLERS, Guest, Hosted, Protocol, in_order};

use super::disqualified::{Disqualified, disqualified, in_words};
use crate::Usage;
use crate::commands::referee::{COMPILERS, failed, guest, show_warnings};

/// Everybody who takes part, house players at the end, and those who would have but are not fit.
pub(super) struct Entrants<G: Hosted> {
    pub(super) guests: Vec<Guest<G>>,
    pub(super) rows: Vec<EntrantRow>,
    pub(super) disqualified: Vec<Disqualified>,
}

/// What came of letting somebody in.
enum Admission<G: Hosted> {
    /// It is ready, and called this.
    Fit(Box<Guest<G>>, String),
    /// It does not compile or cannot be started.
    Unfit(String),
}

/// How programs are run while they are let in.
type Door<'a> = (Protocol, &'a Launch, &'a Terms);

/// Finds somebody, compiles what must be compiled, and asks for a name.
fn admit<G: Hosted>(game: &G, text: &str, (protocol, launch, terms): Door<'_>) -> anyhow::Result<Admission<G>> {
    let guest = match Guest::find(game, text, protocol, launch) {
        Err(error) if error.is_unfit() => return Ok(Admission::Unfit(error.to_string())),
        found => found.map_err(|error| Usage(error.to_string()))?,
    };
    match guest.own_name(launch, terms) {
        Ok(name) => Ok(Admission::Fit(Box::new(guest), name.unwrap_or_else(|| "random".to_owned()))),
        Err(Stop::Sandbox(error)) if error.is_of_the_program() => {
            Ok(Admission::Unfit(format!("{text} cannot be started: {}", reason(&error))))
        }
        Err(stop) => Err(failed(stop)),
    }
}

/// What the system says, without the place where we keep a compiled program.
fn reason(error: &cardsharp_sandbox::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

impl<G: Hosted> Entrants<G> {
    /// Finds everybody, compiles what must be compiled and asks for their names. Who is not fit stays
    /// out; so many as are fit need so many house players beside them.
    pub(super) fn gather(
        game: &G,
        sources: &[String],
        fillers: impl FnOnce(usize) -> usize,
        door: Door<'_>,
    ) -> anyhow::Result<Entrants<G>> {
        let (mut guests, mut names, mut disqualified) = (Vec::new(), Vec::new(), Vec::new());
        let mut admitted: Vec<anyhow::Result<Admission<G>>> = Vec::new();
        let admit = |number: u64| admit(game, &sources[number as usize], door);
        in_order(sources.len() as u64, COMPILERS, admit, &mut |admission| {
            let go_on = admission.is_ok();
            admitted.push(admission);
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (text, admission) in sources.iter().zip(admitted) {
            match admission? {
                Admission::Fit(guest, name) => {
                    show_warnings(&guest);
                    guests.push(*guest);
                    names.push(name);
                }
                Admission::Unfit(reason) => disqualified.push(Disqualified::new(whole_path(text), &reason)),
            }
        }
        if guests.is_empty() {
            return Err(Usage(format!("nobody is fit to take part\n{}", in_words(&disqualified).trim_end())).into());
        }
        let (fit, fillers) = (guests.len(), fillers(guests.len()));
        names.extend(FILLERS.iter().take(fillers).map(|&name| name.to_owned()));
        guests.extend((0..fillers).map(|_| Guest::filler(game)));
        let mut rows = Vec::new();
        for (number, name) in distinct_names(names).into_iter().enumerate() {
            let (source, hash) = origin(&guests[number])?;
            rows.push(EntrantRow { name, source, hash, is_house: number >= fit });
        }
        Ok(Entrants { guests, rows, disqualified })
    }

    /// Finds those of a stored tournament again, unchanged; who was not fit then still is not.
    pub(super) fn return_to(game: &G, stored: &Stored, door: Door<'_>) -> anyhow::Result<Entrants<G>> {
        let mut guests = Vec::new();
        for row in &stored.entrants {
            let guest = guest(game, &row.source, door.0, door.1)?;
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
        let disqualified = disqualified(stored);
        for one in &disqualified {
            if Path::new(&one.source).is_file() && matches!(admit(game, &one.source, door)?, Admission::Fit(..)) {
                let words = "was disqualified when this tournament began, and is fit now; \
                             put the old file back, or begin a new tournament";
                return Err(Usage(format!("{} {words}", one.source())).into());
            }
        }
        Ok(Entrants { guests, rows: stored.entrants.clone(), disqualified })
    }

    /// How many take part, house players not counted.
    pub(super) fn fit(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_house).count()
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }
}

/// Where it comes from, as it is kept: the spec of a player, or the whole path of a program.
pub(super) fn source<G: Hosted>(guest: &Guest<G>) -> anyhow::Result<String> {
    origin(guest).map(|(source, _)| source)
}

/// A file's path from the root, as it is kept; the text itself where there is none.
pub(super) fn whole_path(text: &str) -> String {
    let path = std::fs::canonicalize(text).ok().and_then(|path| path.to_str().map(str::to_owned));
    path.unwrap_or_else(|| text.to_owned())
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

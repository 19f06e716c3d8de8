//! Who takes part: found, named and remembered so that they can be found again.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_referee::original::distinct_names;
use cardsharp_referee::programs::{self, ProgramError};
use cardsharp_referee::table::{Launch, Stop};
use cardsharp_referee::{COMPILERS, FILLERS, Guest, Hosted, Protocol, Unlisted, in_order};
use cardsharp_search::NET;

use crate::{Disqualified, Hosting};

/// Why nobody is let in.
#[derive(Debug)]
pub enum EntryError {
    /// What was asked for cannot be, and why.
    Refused(String),
    /// Nobody is fit to take part.
    NobodyFit(Vec<Disqualified>),
    /// Programs cannot be run.
    Stop(Stop),
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::Refused(reason) => f.write_str(reason),
            EntryError::NobodyFit(_) => f.write_str("nobody is fit to take part"),
            EntryError::Stop(stop) => stop.fmt(f),
        }
    }
}

impl Error for EntryError {}

impl From<ProgramError> for EntryError {
    fn from(error: ProgramError) -> EntryError {
        EntryError::Refused(error.to_string())
    }
}

/// Everybody who takes part, house players at the end, and those who would have but are not fit.
pub struct Entrants<G: Hosted> {
    /// Who plays.
    pub guests: Vec<Guest<G>>,
    /// How they are kept, in the same order.
    pub rows: Vec<EntrantRow>,
    /// Who is not fit.
    pub disqualified: Vec<Disqualified>,
}

/// What came of letting somebody in.
enum Admission<G: Hosted> {
    /// It is ready, and called this.
    Fit(Box<Guest<G>>, String),
    /// It does not compile or cannot be started.
    Unfit(String),
}

/// How programs are run while they are let in, and who may be named beside the house's players.
type Door<'a, G> = (&'a Hosting, &'a Launch, Unlisted<G>);

/// Finds somebody, compiles what must be compiled, and asks for a name.
fn admit<G: Hosted>(
    game: &G,
    text: &str,
    (hosting, launch, unlisted): Door<'_, G>,
) -> Result<Admission<G>, EntryError> {
    let guest = match Guest::find(game, text, Some(hosting.protocol), launch, unlisted) {
        Err(error) if error.is_unfit() => return Ok(Admission::Unfit(error.brief())),
        found => found?,
    };
    match guest.own_name(launch, &hosting.terms) {
        Ok(name) => Ok(Admission::Fit(Box::new(guest), name.unwrap_or_else(|| "random".to_owned()))),
        Err(Stop::Sandbox(error)) if error.is_of_the_program() => {
            Ok(Admission::Unfit(format!("{text} cannot be started: {}", reason(&error))))
        }
        Err(stop) => Err(EntryError::Stop(stop)),
    }
}

/// What the system says, without the place where we keep a compiled program.
fn reason(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl<G: Hosted> Entrants<G> {
    /// Finds everybody, compiles what must be compiled and asks for their names. Who is not fit stays
    /// out; so many as are fit need so many house players beside them.
    ///
    /// # Errors
    /// If somebody cannot be found, nobody is fit, or programs cannot be run.
    pub fn gather(
        game: &G,
        sources: &[String],
        fillers: impl FnOnce(usize) -> usize,
        door: Door<'_, G>,
    ) -> Result<Entrants<G>, EntryError> {
        let (mut guests, mut names, mut disqualified) = (Vec::new(), Vec::new(), Vec::new());
        let mut admitted: Vec<Result<Admission<G>, EntryError>> = Vec::new();
        let admit = |number: u64| admit(game, &sources[number as usize], door);
        in_order(sources.len() as u64, COMPILERS, admit, &mut |admission| {
            let go_on = admission.is_ok();
            admitted.push(admission);
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (text, admission) in sources.iter().zip(admitted) {
            match admission? {
                Admission::Fit(guest, name) => {
                    guests.push(*guest);
                    names.push(name);
                }
                Admission::Unfit(reason) => disqualified.push(Disqualified::new(whole_path(text), &reason)),
            }
        }
        if guests.is_empty() {
            return Err(EntryError::NobodyFit(disqualified));
        }
        let (fit, fillers) = (guests.len(), fillers(guests.len()));
        names.extend(FILLERS.iter().take(fillers).map(|&name| name.to_owned()));
        guests.extend((0..fillers).map(|_| Guest::filler(game)));
        let mut rows = Vec::new();
        for (number, name) in distinct_names(names).into_iter().enumerate() {
            let (source, hash) = origin(&guests[number], door.0.protocol)?;
            rows.push(EntrantRow { name, source, hash, is_house: number >= fit });
        }
        Ok(Entrants { guests, rows, disqualified })
    }

    /// Finds those of a stored tournament again, unchanged; who was not fit then still is not.
    ///
    /// # Errors
    /// If somebody is not as it was, or programs cannot be run.
    pub fn return_to(game: &G, stored: &Stored, door: Door<'_, G>) -> Result<Entrants<G>, EntryError> {
        let mut guests = Vec::new();
        for row in &stored.entrants {
            let guest = Guest::find(game, &row.source, Some(door.0.protocol), door.1, door.2)?;
            let mut hash = origin(&guest, door.0.protocol)?.1;
            if stored.tournament.engine.is_empty() && !hash.is_empty() {
                // Before it was noted who announced a tournament, a C file was hashed as it lay there.
                let text = std::fs::read(&row.source).map_err(|error| unreadable(&row.source, &error))?;
                hash = as_text(programs::hash(&text));
            }
            if hash != row.hash {
                let kind = if matches!(guest, Guest::Program(..)) { "program" } else { "network" };
                let words = "that began this tournament; put that back, or begin a new tournament";
                return Err(EntryError::Refused(format!("{} ({}) is not the {kind} {words}", row.source, row.name)));
            }
            guests.push(guest);
        }
        let disqualified = Disqualified::of(stored);
        for one in &disqualified {
            if Path::new(&one.source).exists() && matches!(admit(game, &one.source, door)?, Admission::Fit(..)) {
                let words = "was disqualified when this tournament began, and is fit now; \
                             put the old file back, or begin a new tournament";
                return Err(EntryError::Refused(format!("{} {words}", one.source)));
            }
        }
        Ok(Entrants { guests, rows: stored.entrants.clone(), disqualified })
    }

    /// How many take part, house players not counted.
    pub fn fit(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_house).count()
    }

    /// What everybody is called, house players too.
    pub fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }
}

/// Where it comes from, as it is kept: the spec of a player, or the whole path of a program, with what it speaks
/// before it where the others speak something else.
///
/// # Errors
/// If the file is gone, or has a name we cannot keep.
pub fn source<G: Hosted>(guest: &Guest<G>, usual: Protocol) -> Result<String, EntryError> {
    origin(guest, usual).map(|(source, _)| source)
}

/// What its content hashes to; nothing for those whom every machine knows by name.
///
/// # Errors
/// If it cannot be read again.
pub fn content<G: Hosted>(guest: &Guest<G>) -> Result<String, EntryError> {
    origin(guest, Protocol::Json).map(|(_, hash)| hash)
}

/// A file's path from the root, as it is kept; the text itself where there is none.
pub fn whole_path(text: &str) -> String {
    let path = std::fs::canonicalize(text).ok().and_then(|path| path.to_str().map(str::to_owned));
    path.unwrap_or_else(|| text.to_owned())
}

/// Where it comes from, and what its content hashes to.
fn origin<G: Hosted>(guest: &Guest<G>, usual: Protocol) -> Result<(String, String), EntryError> {
    match guest {
        Guest::Player(_, spec) => match spec.file() {
            None => Ok((spec.to_string(), String::new())),
            // A network is a file, and must be the same when the tournament is resumed.
            Some(file) => {
                let path = from_the_root(file)?;
                let content = std::fs::read(&path).map_err(|error| unreadable(file, &error))?;
                Ok((format!("{NET}:{path}"), as_text(programs::hash(&content))))
            }
        },
        Guest::Program(program, protocol) => {
            let path = from_the_root(&program.label)?;
            let source = if *protocol == usual { path } else { format!("{protocol}:{path}") };
            Ok((source, as_text(program.hash)))
        }
    }
}

/// The whole path of a file that is there.
fn from_the_root(label: &str) -> Result<String, EntryError> {
    let path = std::fs::canonicalize(label).map_err(|error| unreadable(label, &error))?;
    let text =
        path.to_str().ok_or_else(|| EntryError::Refused(format!("{}: the path is not UTF-8", path.display())))?;
    Ok(text.to_owned())
}

fn unreadable(path: &str, error: &std::io::Error) -> EntryError {
    EntryError::Refused(format!("{path}: cannot be read: {error}"))
}

fn as_text(hash: u64) -> String {
    format!("{hash:016x}")
}

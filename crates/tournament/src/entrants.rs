//! Finds and names the participants of a tournament, and finds them again when it is resumed.

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_matches::{COMPILERS, Participant, Unlisted};
use cardsharp_programs::original::distinct_names;
use cardsharp_programs::{BotOptions, FILLERS, Hosted, ProgramError, Protocol, Stop, hash};
use cardsharp_search::threads::in_order;
use cardsharp_search::{Memory, NET};

use crate::Disqualified;

/// An error when finding participants.
#[derive(Debug)]
pub enum EntryError {
    /// The request cannot be met, with the reason.
    Refused(String),
    /// None of the programs is fit to take part.
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

/// The participants, house players last, and the disqualified programs.
pub struct Entrants<G: Hosted> {
    /// The participants.
    pub participants: Vec<Participant<G>>,
    /// Their database rows, in the same order.
    pub rows: Vec<EntrantRow>,
    /// The disqualified programs.
    pub disqualified: Vec<Disqualified>,
}

enum Admission<G: Hosted> {
    Fit(Box<Participant<G>>, String),
    /// The reason why it does not compile or cannot be started.
    Unfit(String),
}

/// Finds and compiles a participant, and asks for its name.
fn admit<G: Hosted>(
    game: &G,
    text: &str,
    options: &BotOptions,
    unlisted: Unlisted<G>,
) -> Result<Admission<G>, EntryError> {
    let participant = match Participant::find(game, text, options, Memory::Game, unlisted) {
        Err(error) if error.is_unfit() => return Ok(Admission::Unfit(error.brief())),
        found => found?,
    };
    match participant.own_name() {
        Ok(name) => Ok(Admission::Fit(Box::new(participant), name)),
        Err(Stop::Sandbox(error)) if error.is_of_the_program() => {
            Ok(Admission::Unfit(format!("{text} cannot be started: {}", reason(&error))))
        }
        Err(stop) => Err(EntryError::Stop(stop)),
    }
}

/// Returns the system's error without the path of the compiled program.
fn reason(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl<G: Hosted> Entrants<G> {
    /// Finds and compiles all participants and asks for their names. Unfit programs are disqualified; `fillers` returns
    /// the number of house players for the number of fit participants.
    ///
    /// # Errors
    /// If a source cannot be found, no participant is fit, or programs cannot be run.
    pub fn gather(
        game: &G,
        sources: &[String],
        fillers: impl FnOnce(usize) -> usize,
        options: &BotOptions,
        unlisted: Unlisted<G>,
    ) -> Result<Entrants<G>, EntryError> {
        let (mut participants, mut names, mut disqualified) = (Vec::new(), Vec::new(), Vec::new());
        let mut admitted: Vec<Result<Admission<G>, EntryError>> = Vec::new();
        let admit = |number: u64| admit(game, &sources[number as usize], options, unlisted);
        in_order(sources.len() as u64, COMPILERS, admit, &mut |admission| {
            let go_on = admission.is_ok();
            admitted.push(admission);
            if go_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for (text, admission) in sources.iter().zip(admitted) {
            match admission? {
                Admission::Fit(participant, name) => {
                    participants.push(*participant);
                    names.push(name);
                }
                Admission::Unfit(reason) => disqualified.push(Disqualified::new(whole_path(text), &reason)),
            }
        }
        if participants.is_empty() {
            return Err(EntryError::NobodyFit(disqualified));
        }
        let (fit, fillers) = (participants.len(), fillers(participants.len()));
        names.extend(FILLERS.iter().take(fillers).map(|&name| name.to_owned()));
        participants.extend((0..fillers).map(|_| Participant::filler(game)));
        let mut rows = Vec::new();
        for (number, name) in distinct_names(names).into_iter().enumerate() {
            let (source, hash) = origin(&participants[number], options.protocol)?;
            rows.push(EntrantRow { name, source, hash, is_house: number >= fit });
        }
        Ok(Entrants { participants, rows, disqualified })
    }

    /// Finds the participants of a stored tournament again. They must be unchanged, disqualified programs still unfit.
    ///
    /// # Errors
    /// If a participant or disqualified program has changed, or programs cannot be run.
    pub fn return_to(
        game: &G,
        stored: &Stored,
        options: &BotOptions,
        unlisted: Unlisted<G>,
    ) -> Result<Entrants<G>, EntryError> {
        let mut participants = Vec::new();
        for row in &stored.entrants {
            let participant = Participant::find(game, &row.source, options, Memory::Game, unlisted)?;
            let (_, mut found) = origin(&participant, options.protocol)?;
            if stored.tournament.engine.is_empty() && !found.is_empty() {
                // Versions that stored no engine hashed the source of a C file.
                let text = std::fs::read(&row.source).map_err(|error| unreadable(&row.source, &error))?;
                found = as_text(hash(&text));
            }
            if found != row.hash {
                let kind = if participant.bot().is_some() { "program" } else { "network" };
                let words = "that began this tournament; put that back, or begin a new tournament";
                return Err(EntryError::Refused(format!("{} ({}) is not the {kind} {words}", row.source, row.name)));
            }
            participants.push(participant);
        }
        let disqualified = Disqualified::of(stored);
        for one in &disqualified {
            if Path::new(&one.source).exists()
                && matches!(admit(game, &one.source, options, unlisted)?, Admission::Fit(..))
            {
                let words = "was disqualified when this tournament began, and is fit now; \
                             put the old file back, or begin a new tournament";
                return Err(EntryError::Refused(format!("{} {words}", one.source)));
            }
        }
        Ok(Entrants { participants, rows: stored.entrants.clone(), disqualified })
    }

    /// Returns the number of participants without house players.
    pub fn fit(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_house).count()
    }

    /// Returns all names, including house players.
    pub fn names(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.name.clone()).collect()
    }
}

/// Returns the source as the database keeps it: the spec of a built-in player, or the absolute path of a program. A
/// protocol other than the usual one is written before the path.
///
/// # Errors
/// If the file is gone, or its path is not UTF-8.
pub fn source<G: Hosted>(participant: &Participant<G>, usual: Protocol) -> Result<String, EntryError> {
    origin(participant, Some(usual)).map(|(source, _)| source)
}

/// Returns the hash of the content; empty for built-in players without a file.
///
/// # Errors
/// If it cannot be read again.
pub fn content<G: Hosted>(participant: &Participant<G>) -> Result<String, EntryError> {
    origin(participant, None).map(|(_, hash)| hash)
}

/// Returns the absolute path of a file, or the text itself if there is no such file.
pub fn whole_path(text: &str) -> String {
    let path = std::fs::canonicalize(text).ok().and_then(|path| path.to_str().map(str::to_owned));
    path.unwrap_or_else(|| text.to_owned())
}

fn origin<G: Hosted>(participant: &Participant<G>, usual: Option<Protocol>) -> Result<(String, String), EntryError> {
    match participant {
        Participant::House(_, spec) => match spec.file() {
            None => Ok((spec.to_string(), String::new())),
            // A network must be the same file when the tournament is resumed.
            Some(file) => {
                let path = from_the_root(file)?;
                let content = std::fs::read(&path).map_err(|error| unreadable(file, &error))?;
                Ok((format!("{NET}:{path}"), as_text(hash(&content))))
            }
        },
        Participant::Program(bot) => {
            let path = from_the_root(&bot.program.label)?;
            let source = if Some(bot.protocol) == usual { path } else { format!("{}:{path}", bot.protocol) };
            Ok((source, as_text(bot.program.hash)))
        }
    }
}

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

//! Long runs in pieces that can be worked on anywhere.
//!
//! A run is a [`Task`] and numbered pieces: the deals of a match, the games of a round, the rows of a study. What comes
//! of a piece follows from the task and its number alone, so it does not matter who works on it, when, or how often. Here
//! a task is said and what comes back is taken up in the order of the pieces; [`lease`] works on some of them. In between
//! stand [`Workers`], who may be on a hundred machines and whom we know nothing of: the Python package brings them.

mod chase;
mod deals;
mod games;
mod rows;
mod task;
mod wire;

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_matches::Participant;
use cardsharp_programs::{Hosted, Parcel, Stop};

use crate::shared::Usage;
pub(crate) use chase::{ExploitSetup, exploit_pieces};
pub(crate) use deals::{MatchSetup, played};
pub(crate) use games::Away;
pub(crate) use rows::studied;
use task::Task;

/// Told of pieces that are done, in their order; says whether more are wanted.
pub type TakeUp<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// Those who work on the pieces of a run somewhere else.
pub trait Workers: Sync {
    /// Has all pieces of a task at this stage worked on by [`lease`], and hands over what came of them in their order
    /// until no more are wanted.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String>;

    /// How many machines there are now.
    fn nodes(&self) -> usize;
}

/// Where a run is worked on.
#[derive(Clone, Copy)]
pub(crate) enum Workforce<'a> {
    /// On this machine, by threads.
    Here,
    /// By others.
    Elsewhere(&'a dyn Workers),
}

impl Workforce<'_> {
    /// How many machines there are, where that is worth a word.
    pub(crate) fn nodes(self) -> Option<usize> {
        match self {
            Workforce::Here => None,
            Workforce::Elsewhere(workers) => Some(workers.nodes()),
        }
    }
}

/// A task that can be worked on.
trait Prepared: Send + Sync {
    /// What comes of these pieces, one after another.
    fn work(&self, stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String>;
}

/// A task, and all that was made ready for it.
type Ready = (Vec<u8>, Arc<dyn Prepared>);

/// The task that was worked on last. Programs are compiled and networks read once, however many leases follow.
static LAST: Mutex<Option<Ready>> = Mutex::new(None);

/// Works on some pieces of a task, on one core. The task and its stage are as [`Workers::work`] was given them.
///
/// # Errors
/// If there is no such task, or this machine cannot work on it: programs need a compiler and a sandbox.
pub fn lease(task: &[u8], stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String> {
    let lock = || LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let last = lock().as_ref().filter(|(last, _)| last == task).map(|(_, prepared)| Arc::clone(prepared));
    let prepared = if let Some(prepared) = last {
        prepared
    } else {
        let prepared: Arc<dyn Prepared> = Arc::from(Task::unpack(task)?.prepare()?);
        *lock() = Some((task.to_vec(), Arc::clone(&prepared)));
        prepared
    };
    prepared.work(stage, pieces)
}

/// Hands a task to those elsewhere and reads what comes back, one value after another.
fn worked<T>(
    workers: &dyn Workers,
    (task, stage, pieces): (&[u8], &[u8], u64),
    read: impl Fn(&mut &[u8]) -> Option<T>,
    visit: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let (mut done, mut is_damaged, mut has_enough) = (0, false, false);
    workers
        .work(task, stage, pieces, &mut |mut bytes| {
            while !bytes.is_empty() {
                // Whoever brings more than was asked for brings nothing that could be read.
                let Some(value) = (done < pieces).then(|| read(&mut bytes)).flatten() else {
                    is_damaged = true;
                    return ControlFlow::Break(());
                };
                done += 1;
                if visit(value).is_break() {
                    has_enough = true;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
        .map_err(anyhow::Error::msg)?;
    if is_damaged || (done != pieces && !has_enough) {
        anyhow::bail!("the workers brought {done} of {pieces} pieces, and then something that is none of theirs");
    }
    Ok(())
}

/// Everybody as a task names them, with the files they are made of.
pub(crate) fn travelling<G: Hosted>(participants: &[Participant<G>]) -> Result<Vec<(String, Option<Parcel>)>, Usage> {
    let travelling = |participant: &Participant<G>| match participant {
        Participant::House(_, spec) => Ok((spec.to_string(), task::net(spec)?)),
        Participant::Program(bot) => {
            let parcel = Parcel::of_program(&bot.program).map_err(wrong)?;
            Ok((format!("{}:{}", bot.protocol, bot.program.label), Some(parcel)))
        }
    };
    participants.iter().map(travelling).collect::<Result<_, String>>().map_err(Usage)
}

/// Why a worker does not play on.
fn refused(stop: &Stop) -> String {
    match stop {
        Stop::Sandbox(_) => format!("{stop}; no program is run on a machine that cannot protect itself"),
        _ => stop.to_string(),
    }
}

/// What a worker finds wrong with a task, which the one who said it should have seen.
fn wrong(error: impl std::fmt::Display) -> String {
    error.to_string()
}

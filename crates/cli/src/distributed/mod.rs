//! Long runs in pieces that any machine can work on.
//!
//! A run is a [`Task`] and numbered pieces: the deals of a match, the games of a round, the rows of a study. The result
//! of a piece depends only on the task and its number, so any machine may work on it, at any time and more than once.
//! This module packs tasks and reads the results in the order of the pieces; [`lease`] works on some pieces.
//! [`Workers`] carries bytes between the two: the Python package implements it for a cluster.

mod deals;
mod exploit;
mod games;
mod rows;
mod task;
mod wire;

use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};

use cardsharp_matches::Participant;
use cardsharp_programs::{Hosted, Parcel, Stop};

use crate::shared::Usage;
pub(crate) use deals::{MatchSetup, play_match};
pub(crate) use exploit::{ExploitSetup, exploit_pieces};
pub(crate) use games::RemoteExecutor;
pub(crate) use rows::run_study;
use task::Task;

/// Receives finished pieces in order, and breaks when no more are wanted.
pub type TakeUp<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

/// Machines that work on the pieces of a run.
pub trait Workers: Sync {
    /// Has all pieces of a task at this stage worked on by [`lease`], and passes their results in order to `take_up`
    /// until it breaks.
    ///
    /// # Errors
    /// The reason why the work stopped.
    fn work(&self, task: &[u8], stage: &[u8], pieces: u64, take_up: TakeUp<'_>) -> Result<(), String>;

    /// Returns the current number of machines.
    fn nodes(&self) -> usize;
}

/// The place where a run is worked on.
#[derive(Clone, Copy)]
pub(crate) enum Workforce<'a> {
    /// By threads of this machine.
    Here,
    Elsewhere(&'a dyn Workers),
}

impl Workforce<'_> {
    /// Returns the number of machines, if the run is distributed.
    pub(crate) fn nodes(self) -> Option<usize> {
        match self {
            Workforce::Here => None,
            Workforce::Elsewhere(workers) => Some(workers.nodes()),
        }
    }
}

/// A task that is ready to be worked on.
trait Prepared: Send + Sync {
    /// Returns the results of these pieces, one after another.
    fn work(&self, stage: &[u8], pieces: Range<u64>) -> Result<Vec<u8>, String>;
}

/// A packed task, and the same task prepared.
type Ready = (Vec<u8>, Arc<dyn Prepared>);

/// The last task. Programs are compiled and networks read once for all leases of a task.
static LAST: Mutex<Option<Ready>> = Mutex::new(None);

/// Works on some pieces of a task, on one core. The task and the stage are those of [`Workers::work`].
///
/// # Errors
/// If the task cannot be read, or this machine cannot work on it: programs need a compiler and a sandbox.
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

/// Sends a task to the workers, and passes each value that `read` decodes to `visit`.
fn run_pieces<T>(
    workers: &dyn Workers,
    (task, stage, pieces): (&[u8], &[u8], u64),
    read: impl Fn(&mut &[u8]) -> Option<T>,
    visit: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> anyhow::Result<()> {
    let (mut done, mut is_damaged, mut has_enough) = (0, false, false);
    workers
        .work(task, stage, pieces, &mut |mut bytes| {
            while !bytes.is_empty() {
                // A worker that sends more pieces than were asked for is faulty.
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

/// Returns the participants as a task names them, with the files that they need.
pub(crate) fn with_files<G: Hosted>(participants: &[Participant<G>]) -> Result<Vec<(String, Option<Parcel>)>, Usage> {
    let with_file = |participant: &Participant<G>| match participant {
        Participant::House(_, spec) => Ok((spec.to_string(), task::net(spec)?)),
        Participant::Program(bot) => {
            let parcel = Parcel::of_program(&bot.program).map_err(wrong)?;
            Ok((format!("{}:{}", bot.protocol, bot.program.label), Some(parcel)))
        }
    };
    participants.iter().map(with_file).collect::<Result<_, String>>().map_err(Usage)
}

fn describe_stop(stop: &Stop) -> String {
    match stop {
        Stop::Sandbox(_) => format!("{stop}; no program is run on a machine that cannot protect itself"),
        _ => stop.to_string(),
    }
}

/// Describes an error in a task.
fn wrong(error: impl std::fmt::Display) -> String {
    error.to_string()
}

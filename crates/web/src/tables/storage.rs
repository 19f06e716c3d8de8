//! Stores the tables: one thread owns the file and writes several changes in one transaction.
//!
//! A change is answered when it is committed. Changes that arrive during a write wait for the next transaction and
//! share it, so two hundred tables cost little more than one.

use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use cardsharp_archive::{ArchiveError, KeptTable, RatedPuzzle, Tables};
use cardsharp_presentation::message;
use cardsharp_search::threads;
use tokio::sync::oneshot;

use crate::http::{Code, Result, token};
use crate::server::ServeError;

/// The handle of the thread that writes the database.
pub(crate) struct Storage {
    sender: Sender<Errand>,
}

pub(crate) struct Found {
    pub(crate) alive: Vec<KeptTable>,
    /// The number of stored tables by client.
    pub(crate) kept: HashMap<String, usize>,
    /// The secret from which the daily deals' seeds are made.
    pub(crate) secret: Vec<u8>,
    /// The ratings of puzzles with at least one try.
    pub(crate) rated: HashMap<String, RatedPuzzle>,
}

type Answer<T> = oneshot::Sender<Result<T, String>>;

enum Errand {
    Put(KeptTable, Answer<()>),
    Do(Box<dyn FnOnce(&mut Tables) + Send>),
    Close(SyncSender<()>),
}

const SECRET: &str = "daily";
/// The most changes written in one transaction.
const TOGETHER: usize = 256;

impl Storage {
    pub(crate) fn open(path: &Path, alive: Duration) -> Result<(Storage, Found), ServeError> {
        let mut tables = Tables::open_or_create(path).map_err(ServeError::File)?;
        let mut find = || {
            let secret = tables.secret(SECRET, &token::random::<32>())?;
            let rated = tables.rated()?.into_iter().collect();
            Ok(Found { alive: tables.alive(alive)?, kept: tables.count()?, secret, rated })
        };
        let found = find().map_err(ServeError::File)?;
        let (sender, errands) = channel();
        threads::start("keeper", move || work(tables, &errands)).map_err(ServeError::Threads)?;
        Ok((Storage { sender }, found))
    }

    pub(crate) async fn put(&self, table: KeptTable) -> Result {
        self.ask(|answer| Errand::Put(table, answer)).await
    }

    pub(crate) async fn with<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Tables) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T> {
        self.ask(|answer| Errand::Do(Box::new(move |tables| tell(answer, work(tables).map_err(public_reason))))).await
    }

    /// Closes the file; later changes are not stored.
    pub(crate) fn close(&self) {
        let (done, closed) = sync_channel(1);
        if self.sender.send(Errand::Close(done)).is_ok() {
            // Whether the thread answers or has died, it no longer has the file.
            let _nevermind = closed.recv();
        }
    }

    async fn ask<T>(&self, errand: impl FnOnce(Answer<T>) -> Errand) -> Result<T> {
        let (answer, receiver) = oneshot::channel();
        let lost = || "the thread that keeps them has died".to_owned();
        let told = match self.sender.send(errand(answer)) {
            Ok(()) => receiver.await.unwrap_or_else(|_| Err(lost())),
            Err(_) => Err(lost()),
        };
        told.map_err(|words| Code::Busy.because(message!("Tables cannot be kept: {words}.", words)))
    }
}

fn work(mut tables: Tables, errands: &Receiver<Errand>) {
    let mut put_off = None;
    while let Some(errand) = put_off.take().or_else(|| errands.recv().ok()) {
        match errand {
            Errand::Put(table, answer) => {
                let (mut rows, mut answers) = (vec![table], vec![answer]);
                while rows.len() < TOGETHER
                    && let Ok(errand) = errands.try_recv()
                {
                    let Errand::Put(table, answer) = errand else {
                        put_off = Some(errand);
                        break;
                    };
                    rows.push(table);
                    answers.push(answer);
                }
                let done = tables.put(&rows).map_err(public_reason);
                for waiting in answers {
                    tell(waiting, done.clone());
                }
            }
            Errand::Do(work) => work(&mut tables),
            Errand::Close(done) => {
                drop(tables);
                let _nevermind = done.send(());
                return;
            }
        }
    }
}

/// Prints an error in full; returns the part of it that clients may read.
#[expect(clippy::needless_pass_by_value, reason = "as `map_err` wants it")]
fn public_reason(error: ArchiveError) -> String {
    crate::complain(format_args!("cardsharp: {error}"));
    error.reason()
}

fn tell<T>(answer: Answer<T>, told: Result<T, String>) {
    // The client may have gone; the change stays.
    let _nevermind = answer.send(told);
}

//! The server's state: all tables, and what they share.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cardsharp_archive::{Archive, RatedPuzzle};
use cardsharp_presentation::{Message, message};

use crate::clock::{Clock, Time};
use crate::daily::Dealt;
use crate::game::Eyes;
use crate::http::{Client, Code, Result};
use crate::limits::Limits;
use crate::programs::Programs;
use crate::server::ServeError;
use crate::tables::{Storage, TableSnapshot, WebTable, from_row, to_row};
use crate::threads::{Quota, Thinkers};
use crate::tournaments::Counted;

pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) thinkers: Thinkers,
    /// Threads that read records and the records database, so that reading never waits for thinking.
    pub(crate) readers: Thinkers,
    pub(crate) hosts: Vec<String>,
    pub(crate) archive: Option<Arc<Mutex<Archive>>>,
    /// The standings counted from it so far.
    pub(crate) counted: Arc<Mutex<Counted>>,
    pub(crate) programs: Option<Arc<Programs>>,
    /// The folder the page is read from, if not from the binary.
    pub(crate) page: Option<PathBuf>,
    pub(crate) storage: Storage,
    /// The secret from which the daily deals' seeds are made.
    pub(crate) secret: Vec<u8>,
    /// The ratings of puzzles with at least one try.
    pub(crate) rated: Mutex<HashMap<String, RatedPuzzle>>,
    /// The champion's games with daily deals, the newest last.
    pub(crate) champions: Mutex<Vec<Dealt>>,
    pub(crate) tables: Mutex<HashMap<String, Arc<WebTable>>>,
    /// The stored tables of each client, in memory or not.
    pub(crate) kept: Quota,
    /// The running reviews of each client.
    pub(crate) reviews: Arc<Quota>,
    /// All listeners, with or without a seat.
    pub(crate) listeners: AtomicUsize,
    /// Listeners without a seat.
    pub(crate) watchers: AtomicUsize,
}

/// Tables used within this time are loaded at a restart, and their bots play on; older ones are loaded on demand.
const ALIVE: Duration = Duration::from_hours(24);

impl App {
    /// Opens the server's state with the tables of its file. Must be called inside a runtime.
    pub(crate) fn open_up(
        (limits, clock): (Limits, Clock),
        threads: usize,
        hosts: Vec<String>,
        (file, archive): (&Path, Option<Archive>),
        programs: Option<Programs>,
        page: Option<PathBuf>,
    ) -> Result<Arc<App>, ServeError> {
        let (storage, found) = Storage::open(file, ALIVE)?;
        let kept = found.kept.into_iter().map(|(client, count)| (Client::parse(&client), count)).collect();
        let kept = Quota::new(limits.tables, limits.tables_per_address, kept);
        let reviews = Arc::new(Quota::new(limits.reviews, limits.reviews_per_address, HashMap::new()));
        let app = Arc::new(App {
            limits,
            clock,
            // With two threads, neither one client nor the background can take all.
            thinkers: Thinkers::new("thinker", threads.max(2)).map_err(ServeError::Threads)?,
            readers: Thinkers::new("reader", 1).map_err(ServeError::Threads)?,
            hosts,
            archive: archive.map(|archive| Arc::new(Mutex::new(archive))),
            counted: Arc::default(),
            programs: programs.map(Arc::new),
            page,
            storage,
            secret: found.secret,
            rated: Mutex::new(found.rated),
            champions: Mutex::default(),
            tables: Mutex::default(),
            kept,
            reviews,
            listeners: AtomicUsize::new(0),
            watchers: AtomicUsize::new(0),
        });
        for row in found.alive {
            match from_row(row, app.time()) {
                Ok(table) => {
                    let table = Arc::new(table);
                    app.tables().insert(table.id.clone(), Arc::clone(&table));
                    app.play_on(&table);
                    app.keep_time(&table);
                }
                // One damaged table must not prevent the server from opening.
                Err(damaged) => crate::complain(format_args!("cardsharp: {damaged}")),
            }
        }
        Ok(app)
    }

    pub(crate) fn time(&self) -> Time {
        Time { clock: self.clock.clone(), patience: self.limits.away }
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<WebTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn all_tables(&self) -> Vec<Arc<WebTable>> {
        self.tables().values().cloned().collect()
    }

    pub(crate) fn listening(&self) -> usize {
        self.listeners.load(Ordering::Relaxed)
    }

    pub(crate) async fn table(self: &Arc<App>, id: &str) -> Result<Arc<WebTable>> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        let unknown = |words: Message| Code::UnknownTable.because(words);
        let Some(row) = self
            .storage
            .with({
                let id = id.to_owned();
                move |tables| tables.get(&id)
            })
            .await?
        else {
            let words = message!("There is no table “{id}”; it may have been put away because nobody came.", id);
            return Err(unknown(words));
        };
        let table = from_row(row, self.time()).map_err(|damaged| {
            unknown(message!("This table cannot be opened any more: {wrong}.", wrong = damaged.to_string()))
        })?;
        // If another request has loaded the table meanwhile, that instance counts.
        let table = Arc::clone(self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(table)));
        self.play_on(&table);
        self.keep_time(&table);
        Ok(table)
    }

    /// Drops idle tables from memory, and deletes tables that were unused for long.
    pub(crate) async fn sweep(&self) {
        // Requests receive tables under this lock: with a count of one, no request can get it meanwhile.
        self.tables().retain(|_, table| {
            let is_idle = table.idle_since().is_some_and(|since| since.elapsed() >= self.limits.idle);
            !(is_idle && Arc::strong_count(table) == 1)
        });
        // A failed deletion is tried again at the next sweep.
        let Ok(forgotten) = self
            .storage
            .with({
                let keep = self.limits.keep;
                move |tables| tables.forget(keep)
            })
            .await
        else {
            return;
        };
        for (id, client) in forgotten {
            self.kept.give_back(Client::parse(&client));
            if let Some(table) = self.tables().remove(&id) {
                table.close();
            }
        }
    }

    /// Drafts a change from the newest snapshot, stores it and installs it, even if the client has gone meanwhile.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        draft: impl FnOnce(&WebTable, &TableSnapshot) -> Result<(TableSnapshot, T)> + Send + 'static,
    ) -> Result<T> {
        let (app, table) = (Arc::clone(self), Arc::clone(table));
        let made = tokio::spawn(async move {
            let _alone = table.change.lock().await;
            // Running out of time is a change of its own, and comes first.
            while let Some(snapshot) = table.out_of_time()? {
                app.make(&table, snapshot).await?;
            }
            let (snapshot, told) = draft(&table, &table.snapshot().at(app.clock.now()))?;
            app.make(&table, snapshot).await?;
            Ok(told)
        });
        made.await.unwrap_or_else(|_| Err(Code::Busy.because(message!("The change could not be made; try again."))))
    }

    /// Stores a drafted change and installs it. The caller must hold the table's lock.
    pub(crate) async fn make(self: &Arc<App>, table: &Arc<WebTable>, snapshot: TableSnapshot) -> Result {
        self.storage.put(to_row(table, &snapshot)).await?;
        self.note_end(table, &snapshot).await;
        table.install(snapshot);
        self.play_on(table);
        self.keep_time(table);
        Ok(())
    }

    pub(crate) fn close(&self) {
        self.storage.close();
    }

    /// Counts a listener until the result is dropped.
    pub(crate) fn listen(self: &Arc<App>, table: &Arc<WebTable>, eyes: Eyes) -> Result<Listening> {
        let full = |words: Message| Code::TooManyWatchers.because(words);
        self.listeners.fetch_add(1, Ordering::Relaxed);
        let before = self.watchers.fetch_add(usize::from(eyes.is_none()), Ordering::Relaxed);
        let mut listening = Listening { app: Arc::clone(self), table: None, eyes };
        if eyes.is_none() && before >= self.limits.watchers {
            return Err(full(message!("{before} are watching in this house already; come back later.", before)));
        }
        let room = self.limits.watchers_per_table;
        if !table.come(eyes, room) {
            return Err(full(message!("{room} are watching at this table already.", room)));
        }
        listening.table = Some(Arc::clone(table));
        Ok(listening)
    }
}

pub(crate) struct Listening {
    app: Arc<App>,
    table: Option<Arc<WebTable>>,
    eyes: Eyes,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.app.listeners.fetch_sub(1, Ordering::Relaxed);
        self.app.watchers.fetch_sub(usize::from(self.eyes.is_none()), Ordering::Relaxed);
        if let Some(table) = &self.table {
            table.go(self.eyes);
        }
    }
}

#[cfg(test)]
mod tests;

//! The server: all tables, and what they share.

use crate::daily::deals::Dealt;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cardsharp_archive::{Archive, RatedPuzzle};
use cardsharp_sitting::{Said, said};

use crate::clock::{Clock, Time};
use crate::game::gate::Eyes;
use crate::http::client::Client;
use crate::http::error::{ApiError, Code};
use crate::limits::Limits;
use crate::programs::Programs;
use crate::server::ServeError;
use crate::tables::row::{from_row, to_row};
use crate::tables::snapshot::TableSnapshot;
use crate::tables::storage::Storage;
use crate::tables::table::WebTable;
use crate::threads::quota::Quota;
use crate::threads::thinkers::Thinkers;
use crate::tournaments::standings::Counted;

/// All tables, and what they share.
pub(crate) struct App {
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    pub(crate) thinkers: Thinkers,
    /// Threads that read records and the records database, whoever thinks meanwhile.
    pub(crate) readers: Thinkers,
    pub(crate) hosts: Vec<String>,
    /// The records database, if one was opened.
    pub(crate) archive: Option<Arc<Mutex<Archive>>>,
    /// What was counted of it.
    pub(crate) counted: Arc<Mutex<Counted>>,
    /// The programs that were handed in, if the server takes some.
    pub(crate) programs: Option<Arc<Programs>>,
    /// Where the page is read from, if not from the binary.
    pub(crate) page: Option<PathBuf>,
    pub(crate) storage: Storage,
    /// What the deals of the days come from.
    pub(crate) secret: Vec<u8>,
    /// What puzzles are rated that somebody has tried.
    pub(crate) rated: Mutex<HashMap<String, RatedPuzzle>>,
    /// How the champion did with deals of days, the newest last.
    pub(crate) champions: Mutex<Vec<Dealt>>,
    pub(crate) tables: Mutex<HashMap<String, Arc<WebTable>>>,
    /// Tables that are kept, in memory or not, by who made them.
    pub(crate) kept: Quota,
    /// Reviews that go on.
    pub(crate) reviews: Arc<Quota>,
    /// Who listens, with a seat or without.
    pub(crate) listeners: AtomicUsize,
    /// Who listens without one.
    pub(crate) watchers: AtomicUsize,
}

/// After a restart the tables that somebody used within this time are there at once, and their
/// players of ours play on; older ones come back when somebody asks for them.
const ALIVE: Duration = Duration::from_hours(24);

impl App {
    /// A server with the tables of its file. To be called where tasks can be spawned.
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
            // Where there are two, neither a client nor the background can have both.
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
                // One damaged table is no reason to lock all the others out.
                Err(damaged) => crate::complain(format_args!("cardsharp: {damaged}")),
            }
        }
        Ok(app)
    }

    /// What a table has to know of time.
    pub(crate) fn time(&self) -> Time {
        Time { clock: self.clock.clone(), patience: self.limits.away }
    }

    pub(crate) fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<WebTable>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every table in memory.
    pub(crate) fn all_tables(&self) -> Vec<Arc<WebTable>> {
        self.tables().values().cloned().collect()
    }

    /// How many listen.
    pub(crate) fn listening(&self) -> usize {
        self.listeners.load(Ordering::Relaxed)
    }

    /// The table of this name.
    pub(crate) async fn table(self: &Arc<App>, id: &str) -> Result<Arc<WebTable>, ApiError> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        let unknown = |words: Said| ApiError::new(Code::UnknownTable, words);
        let Some(row) = self.storage.get(id).await? else {
            let words = said!("There is no table “{id}”; it may have been put away because nobody came.", id);
            return Err(unknown(words));
        };
        let table = from_row(row, self.time()).map_err(|damaged| {
            unknown(said!("This table cannot be opened any more: {wrong}.", wrong = damaged.to_string()))
        })?;
        // Somebody else may have fetched it meanwhile; then theirs is the table.
        let table = Arc::clone(self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(table)));
        self.play_on(&table);
        self.keep_time(&table);
        Ok(table)
    }

    /// Puts tables away that nobody uses, and forgets those that nobody has used for long.
    pub(crate) async fn sweep(&self) {
        // Who is given a table is given it under this lock: if nobody else has it now, nobody will.
        self.tables().retain(|_, table| {
            let is_idle = table.idle_since().is_some_and(|since| since.elapsed() >= self.limits.idle);
            !(is_idle && Arc::strong_count(table) == 1)
        });
        // What cannot be forgotten now is forgotten the next time.
        let Ok(forgotten) = self.storage.forget(self.limits.keep).await else { return };
        for (id, client) in forgotten {
            self.kept.give_back(Client::parse(&client));
            if let Some(table) = self.tables().remove(&id) {
                table.close();
            }
        }
    }

    /// Drafts a change from the newest moment, keeps it and makes it. It runs to its end even if who
    /// asked for it has gone.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<App>,
        table: &Arc<WebTable>,
        draft: impl FnOnce(&WebTable, &TableSnapshot) -> Result<(TableSnapshot, T), ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let (app, table) = (Arc::clone(self), Arc::clone(table));
        let made = tokio::spawn(async move {
            let _alone = table.change.lock().await;
            // Time that has run out is a change of its own, and comes first.
            while let Some(snapshot) = table.out_of_time()? {
                app.make(&table, snapshot).await?;
            }
            let (snapshot, told) = draft(&table, &table.snapshot().at(app.clock.now()))?;
            app.make(&table, snapshot).await?;
            Ok(told)
        });
        made.await.unwrap_or_else(|_| Err(ApiError::new(Code::Busy, said!("The change could not be made; try again."))))
    }

    /// Keeps a change that was drafted, and makes it; to be called by whoever changes the table alone.
    pub(crate) async fn make(self: &Arc<App>, table: &Arc<WebTable>, snapshot: TableSnapshot) -> Result<(), ApiError> {
        self.storage.put(to_row(table, &snapshot)).await?;
        self.note_end(table, &snapshot).await;
        table.install(snapshot);
        self.play_on(table);
        self.keep_time(table);
        Ok(())
    }

    /// Lets the file of the tables go; nothing can be changed any more.
    pub(crate) fn close(&self) {
        self.storage.close();
    }

    /// Somebody comes to listen.
    pub(crate) fn listen(self: &Arc<App>, table: &Arc<WebTable>, eyes: Eyes) -> Result<Listening, ApiError> {
        let full = |words: Said| ApiError::new(Code::TooManyWatchers, words);
        self.listeners.fetch_add(1, Ordering::Relaxed);
        let before = self.watchers.fetch_add(usize::from(eyes.is_none()), Ordering::Relaxed);
        let mut listening = Listening { app: Arc::clone(self), table: None, eyes };
        if eyes.is_none() && before >= self.limits.watchers {
            return Err(full(said!("{before} are watching in this house already; come back later.", before)));
        }
        let room = self.limits.watchers_per_table;
        if !table.come(eyes, room) {
            return Err(full(said!("{room} are watching at this table already.", room)));
        }
        listening.table = Some(Arc::clone(table));
        Ok(listening)
    }
}

/// Somebody who listens; it is noticed when they go.
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

//! The house: all tables, and what they share.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cardsharp_archive::{Archive, ArchiveError};
use cardsharp_referee::table::Failure;
use cardsharp_rules::{AnyGame, Seat, Seed, Verdict};
use cardsharp_search::Spec;

use crate::chair::{self, Chair, Holder};
use crate::gate::Eyes;
use crate::keeper::Keeper;
use crate::kept::{from_row, to_row};
use crate::limits::Limits;
use crate::programs::Programs;
use crate::refusal::{Code, Refusal};
use crate::seated::{about, check_player};
use crate::table::{Moment, Table, Terms, not_begun};
use crate::thinkers::Thinkers;
use crate::token;
use crate::wire::{Advice, NewTable, Seating};

/// All tables, and what they share.
pub(crate) struct House {
    pub(crate) limits: Limits,
    pub(crate) thinkers: Thinkers,
    pub(crate) hosts: Vec<String>,
    /// The records database, if one was opened.
    pub(crate) archive: Option<Arc<Mutex<Archive>>>,
    /// The programs that were handed in, if the house takes some.
    pub(crate) programs: Option<Arc<Programs>>,
    keeper: Keeper,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    /// Tables that are kept, in memory or not.
    kept: AtomicUsize,
    listeners: AtomicUsize,
}

/// After a restart the tables that somebody used within this time are there at once, and their
/// players of ours play on; older ones come back when somebody asks for them.
const ALIVE: Duration = Duration::from_hours(24);

impl House {
    /// A house with the tables of its file. To be called where tasks can be spawned.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub(crate) fn open_up(
        limits: Limits,
        threads: usize,
        hosts: Vec<String>,
        (file, archive): (&Path, Option<Archive>),
        programs: Option<Programs>,
    ) -> Result<Arc<House>, ArchiveError> {
        let (keeper, alive, kept) = Keeper::open(file, ALIVE)?;
        let house = Arc::new(House {
            limits,
            thinkers: Thinkers::new(threads),
            hosts,
            archive: archive.map(|archive| Arc::new(Mutex::new(archive))),
            programs: programs.map(Arc::new),
            keeper,
            tables: Mutex::default(),
            kept: AtomicUsize::new(kept),
            listeners: AtomicUsize::new(0),
        });
        for row in alive {
            match from_row(row) {
                Ok(table) => {
                    let table = Arc::new(table);
                    house.tables().insert(table.id.clone(), Arc::clone(&table));
                    house.play_on(&table);
                }
                // One damaged table is no reason to lock all the others out.
                Err(damaged) => eprintln!("cardsharp: {damaged}"),
            }
        }
        Ok(house)
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every table in memory.
    pub(crate) fn all_tables(&self) -> Vec<Arc<Table>> {
        self.tables().values().cloned().collect()
    }

    /// How many decisions are thought about or wait for it.
    pub(crate) fn thinking(&self) -> usize {
        self.thinkers.due() + self.programs.as_ref().map_or(0, |programs| programs.askers.due())
    }

    /// How many listen.
    pub(crate) fn listening(&self) -> usize {
        self.listeners.load(Ordering::Relaxed)
    }

    /// The table of this name.
    ///
    /// # Errors
    /// If there is none.
    pub(crate) async fn table(self: &Arc<House>, id: &str) -> Result<Arc<Table>, Refusal> {
        if let Some(table) = self.tables().get(id) {
            return Ok(Arc::clone(table));
        }
        let unknown = |words: String| Refusal::new(Code::UnknownTable, words);
        let Some(row) = self.keeper.get(id).await? else {
            let words = format!("There is no table {id:?}; it may have been put away because nobody came.");
            return Err(unknown(words));
        };
        let table = from_row(row).map_err(|damaged| unknown(format!("This {damaged}.")))?;
        // Somebody else may have fetched it meanwhile; then theirs is the table.
        let table = Arc::clone(self.tables().entry(id.to_owned()).or_insert_with(|| Arc::new(table)));
        self.play_on(&table);
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
        let Ok(forgotten) = self.keeper.forget(self.limits.keep).await else { return };
        self.kept.fetch_sub(forgotten.len(), Ordering::Relaxed);
        for id in forgotten {
            if let Some(table) = self.tables().remove(&id) {
                table.close();
            }
        }
    }

    /// Makes a table; says who holds which seat by which token.
    ///
    /// # Errors
    /// If the wish makes no sense or there are too many tables.
    pub(crate) async fn open(
        self: &Arc<House>,
        wish: NewTable,
    ) -> Result<(Arc<Table>, Option<(Seat, String)>), Refusal> {
        let game: AnyGame = wish
            .game
            .parse()
            .map_err(|wrong: cardsharp_rules::ParseError| Refusal::new(Code::UnknownGame, wrong.to_string()))?;
        let about = about(&game);
        if wish.seats.len() != about.seats {
            let words = format!("{} has {} seats, but {} are given.", about.title, about.seats, wish.seats.len());
            return Err(Refusal::new(Code::BadRequest, words));
        }
        let mut chairs = Vec::new();
        let mut names = Vec::new();
        for seating in wish.seats {
            let (chair, name) = self.chair(&game, seating)?;
            chairs.push(chair);
            names.push(name);
        }
        let taken = match wish.take {
            None => None,
            Some(seat) => {
                let Some(chair @ Chair::Person(None)) = chairs.get_mut(seat) else {
                    let words = format!("Seat {seat} cannot be taken: it is not one for a person.");
                    return Err(Refusal::new(Code::UnknownSeat, words));
                };
                let token = token::token();
                let name = chair::name(wish.name.as_deref().or(names[seat].as_deref()), seat)?;
                *chair = Chair::Person(Some(Holder { name, token: token::hash(&token) }));
                Some((Seat::new(seat), token))
            }
        };
        let seed = wish.seed.unwrap_or_else(token::seed);
        let terms = Terms { seed, kibitzer: wish.kibitzer, listed: wish.listed };
        let table = self.place(game, terms, chairs).await?;
        Ok((table, taken))
    }

    /// Puts up a table with these chairs.
    async fn place(self: &Arc<House>, game: AnyGame, terms: Terms, chairs: Vec<Chair>) -> Result<Arc<Table>, Refusal> {
        if self.kept.fetch_add(1, Ordering::Relaxed) >= self.limits.tables {
            self.kept.fetch_sub(1, Ordering::Relaxed);
            let words = format!("There are {} tables already; come back later.", self.limits.tables);
            return Err(Refusal::new(Code::TooManyTables, words));
        }
        let nothing = Moment { version: 0, chairs: [].into(), sitting: None, next: None };
        let table = nothing
            .with_chairs(chairs, (&game, &terms))
            .map(|moment| Arc::new(Table::new(token::table_id(), game, terms, moment)));
        let kept = match &table {
            Ok(table) => self.keeper.put(to_row(table, &table.moment())).await,
            Err(refusal) => Err(refusal.clone()),
        };
        let table = kept.and(table).inspect_err(|_| {
            self.kept.fetch_sub(1, Ordering::Relaxed);
        })?;
        self.tables().insert(table.id.clone(), Arc::clone(&table));
        self.play_on(&table);
        Ok(table)
    }

    fn chair(&self, game: &AnyGame, seating: Seating) -> Result<(Chair, Option<String>), Refusal> {
        match seating {
            Seating::Person { name } => Ok((Chair::Person(None), name)),
            Seating::Player { spec } => {
                let wrong = |wrong: cardsharp_search::SpecError| Refusal::new(Code::BadRequest, wrong.to_string());
                let spec: Spec = spec.parse().map_err(wrong)?;
                self.limits.check(&spec)?;
                check_player(game, &spec).map_err(wrong)?;
                Ok((Chair::Player(spec.to_string()), None))
            }
            Seating::Program { program } => {
                let Some(programs) = &self.programs else {
                    let words =
                        format!("{program:?} cannot sit here: this house takes no programs (--allow-programs).");
                    return Err(Refusal::new(Code::NotAllowed, words));
                };
                let known = programs.known(&program)?;
                let title = about(game);
                if known.game != title.name {
                    let words = format!(
                        "{} plays {}, not {}; hand it in for this game too.",
                        known.file, known.game, title.title
                    );
                    return Err(Refusal::new(Code::BadRequest, words));
                }
                Ok((Chair::Program { program, name: known.name, file: known.file }, None))
            }
        }
    }

    /// Drafts a change from the newest moment, keeps it and makes it. It runs to its end even if who
    /// asked for it has gone.
    ///
    /// # Errors
    /// If the draft is refused, or it cannot be kept; nothing has changed then.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<House>,
        table: &Arc<Table>,
        draft: impl FnOnce(&Table, &Moment) -> Result<(Moment, T), Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        let made = tokio::spawn(async move {
            let _alone = table.change.lock().await;
            let (moment, told) = draft(&table, &table.moment())?;
            house.keeper.put(to_row(&table, &moment)).await?;
            table.install(moment);
            house.play_on(&table);
            Ok(told)
        });
        made.await.unwrap_or_else(|_| Err(Refusal::new(Code::Busy, "The change could not be made; try again.")))
    }

    /// Somebody sits down on a free seat.
    ///
    /// # Errors
    /// If it is not free.
    pub(crate) async fn sit(
        self: &Arc<House>,
        table: &Arc<Table>,
        seat: Seat,
        name: Option<String>,
    ) -> Result<String, Refusal> {
        let name = chair::name(name.as_deref(), seat.index())?;
        self.change(table, move |table, now| {
            let mut chairs = now.chairs.to_vec();
            let chair = &mut chairs[seat.index()];
            if !chair.is_free() {
                return Err(Refusal::new(Code::SeatTaken, format!("Seat {seat} is taken.")));
            }
            let token = token::token();
            *chair = Chair::Person(Some(Holder { name, token: token::hash(&token) }));
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, token))
        })
        .await
    }

    /// Somebody leaves a seat before the game begins.
    ///
    /// # Errors
    /// If it has begun.
    pub(crate) async fn leave(self: &Arc<House>, table: &Arc<Table>, seat: Seat) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            if now.sitting.is_some() {
                let words = "The game has begun: the seat stays yours until it is over.";
                return Err(Refusal::new(Code::NotAllowed, words));
            }
            let mut chairs = now.chairs.to_vec();
            chairs[seat.index()] = Chair::Person(None);
            Ok((now.with_chairs(chairs, (&table.game, &table.terms))?, ()))
        })
        .await
    }

    /// The table where the same people play again, everybody one seat further: the first who asks
    /// makes it, the others are shown to it. Everybody's token holds their seat there too.
    ///
    /// # Errors
    /// If the game is not over.
    pub(crate) async fn again(self: &Arc<House>, table: &Arc<Table>) -> Result<Arc<Table>, Refusal> {
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        let made = tokio::spawn(async move {
            let _alone = table.change.lock().await;
            let now = table.moment();
            if !now.is_over() {
                return Err(Refusal::new(Code::NotOver, "One game after the other: this one is not over."));
            }
            if let Some(next) = &now.next {
                return house.table(next).await;
            }
            let mut chairs = now.chairs.to_vec();
            chairs.rotate_right(1);
            let terms = Terms { seed: token::seed(), ..table.terms.clone() };
            let next = house.place(table.game.clone(), terms, chairs).await?;
            let moment = Moment { version: now.version + 1, next: Some(next.id.clone()), ..now };
            house.keeper.put(to_row(&table, &moment)).await?;
            table.install(moment);
            Ok(next)
        });
        made.await.unwrap_or_else(|_| Err(Refusal::new(Code::Busy, "The table could not be made; try again.")))
    }

    /// Somebody acts.
    ///
    /// # Errors
    /// If it is not their turn, they saw another table, or the rules forbid it.
    pub(crate) async fn act(
        self: &Arc<House>,
        table: &Arc<Table>,
        seat: Seat,
        (version, action): (u64, String),
    ) -> Result<(), Refusal> {
        self.change(table, move |table, now| {
            let sitting = now.sitting.as_ref().ok_or_else(not_begun)?;
            check_turn(table, sitting.whose_turn(), seat)?;
            if version != now.version {
                let words = format!("The table has gone on: it is at version {}, not {version}.", now.version);
                return Err(Refusal::new(Code::Stale, words));
            }
            Ok((now.after(&action)?, ()))
        })
        .await
    }

    /// Refuses questions while too many wait for a thinker.
    ///
    /// # Errors
    /// If the house is busy.
    pub(crate) fn check_busy(&self) -> Result<(), Refusal> {
        if self.thinkers.due() < self.limits.questions {
            return Ok(());
        }
        Err(Refusal::new(Code::Busy, "Everybody in this house is thinking already; ask again in a while."))
    }

    /// Advice for the one person at a table, from what they see.
    ///
    /// # Errors
    /// If the table has no kibitzer, the game is over or the house is busy.
    pub(crate) async fn advise(&self, table: &Table, seat: Seat) -> Result<Arc<Advice>, Refusal> {
        let mut newest = table.advice.lock().await;
        let moment = table.moment();
        if !table.has_kibitzer(&moment) {
            let words = "There is no advice at this table: it has no kibitzer, or several people play.";
            return Err(Refusal::new(Code::NotAllowed, words));
        }
        let sitting = moment.sitting.as_ref().ok_or_else(not_begun)?;
        if moment.is_over() {
            return Err(Refusal::new(Code::WrongTurn, "The game is over: there is nothing left to decide."));
        }
        if let Some(advice) = newest.as_ref().filter(|advice| advice.step == sitting.steps()) {
            return Ok(Arc::clone(advice));
        }
        self.check_busy()?;
        let thought = self.thinkers.think(sitting.advice(seat)).await;
        let thought = thought.ok_or_else(|| Refusal::new(Code::Busy, "The adviser could not decide."))?;
        Ok(Arc::clone(newest.insert(Arc::new(thought))))
    }

    /// What a player of ours or a program answers, whose turn it is; none if it is nobody's of them. One
    /// that fails, or cannot be asked, has answered nothing: the game goes on by the referee's rules.
    async fn answer(&self, table: &Table, moment: &Moment) -> Option<Result<String, Failure>> {
        let sitting = moment.sitting.as_ref()?;
        let answer = match (moment.program(), &self.programs) {
            (None, _) => self.thinkers.think(sitting.thinking()?).await,
            (Some(program), Some(programs)) => programs.askers.think(sitting.asking(programs, program)?).await,
            (Some(_), None) => {
                return Some(Err(Failure::new(Verdict::NoAnswer, "no program is asked here: --allow-programs")));
            }
        };
        Some(answer.unwrap_or_else(|| {
            eprintln!("cardsharp: a player at table {} failed; chance plays for it", table.id);
            Err(Failure::new(Verdict::Crash, "the player failed"))
        }))
    }

    /// Sees to it that players of ours and programs play on, if it is their turn.
    pub(crate) fn play_on(self: &Arc<House>, table: &Arc<Table>) {
        if !table.claim_thinking() {
            return;
        }
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            while let Some(moment) = table.due() {
                let Some(answer) = house.answer(&table, &moment).await else { continue };
                let version = moment.version;
                let played = house.change(&table, move |table, now| {
                    // Nobody else may act while a player thinks; what else has changed can wait.
                    debug_assert_eq!(version, now.version);
                    Ok((now.after_answer(&answer, Seed(table.terms.seed))?, ()))
                });
                if played.await.is_err() {
                    // It cannot be kept: the disk may be full. Others are told when they act.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        });
    }

    /// Somebody comes to listen.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn listen(self: &Arc<House>, table: &Arc<Table>, eyes: Eyes) -> Result<Listening, Refusal> {
        let full = |words: String| Refusal::new(Code::TooManyWatchers, words);
        let before = self.listeners.fetch_add(1, Ordering::Relaxed);
        let mut listening = Listening { house: Arc::clone(self), table: None, eyes };
        if before >= self.limits.watchers {
            return Err(full(format!("{before} are listening in this house already; come back later.")));
        }
        let room = self.limits.watchers_per_table;
        if !table.come(eyes, room) {
            return Err(full(format!("{room} are listening at this table already.")));
        }
        listening.table = Some(Arc::clone(table));
        Ok(listening)
    }
}

/// Makes sure that it is this seat's turn.
///
/// # Errors
/// If it is somebody else's.
pub(crate) fn check_turn(table: &Table, whose: cardsharp_sitting::Whose, seat: Seat) -> Result<(), Refusal> {
    use cardsharp_sitting::Whose;
    let words = match whose {
        Whose::Person(turn) if turn == seat => return Ok(()),
        Whose::Person(turn) | Whose::Player(turn) => {
            let sitters = table.sitters();
            format!("It is {}'s turn.", sitters[turn.index()].name)
        }
        Whose::Nobody => "The game is over.".to_owned(),
    };
    Err(Refusal::new(Code::WrongTurn, words))
}

/// Somebody who listens; it is noticed when they go.
pub(crate) struct Listening {
    house: Arc<House>,
    table: Option<Arc<Table>>,
    eyes: Eyes,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.house.listeners.fetch_sub(1, Ordering::Relaxed);
        if let Some(table) = &self.table {
            table.go(self.eyes);
        }
    }
}

#[cfg(test)]
mod tests;

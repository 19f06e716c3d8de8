//! The house: all tables, and what they share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cardsharp_rules::{AnyGame, Seat};
use cardsharp_search::Spec;

use crate::chair::{self, Chair, Holder};
use crate::gate::Eyes;
use crate::keeper::Keeper;
use crate::limits::Limits;
use crate::refusal::{Code, Refusal};
use crate::seated::{about, check_player};
use crate::table::{Moment, Table, Terms, not_begun};
use crate::thinkers::Thinkers;
use crate::token;
use crate::wire::{NewTable, Seating};

/// All tables, and what they share.
pub(crate) struct House {
    pub(crate) limits: Limits,
    pub(crate) thinkers: Thinkers,
    pub(crate) hosts: Vec<String>,
    keeper: Keeper,
    tables: Mutex<HashMap<String, Arc<Table>>>,
    listeners: AtomicUsize,
}

impl House {
    pub(crate) fn new(limits: Limits, threads: usize, hosts: Vec<String>) -> House {
        House {
            limits,
            thinkers: Thinkers::new(threads),
            hosts,
            keeper: Keeper,
            tables: Mutex::default(),
            listeners: AtomicUsize::new(0),
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every table in memory.
    pub(crate) fn all_tables(&self) -> Vec<Arc<Table>> {
        self.tables().values().cloned().collect()
    }

    /// How many listen.
    pub(crate) fn listening(&self) -> usize {
        self.listeners.load(Ordering::Relaxed)
    }

    /// The table of this name.
    ///
    /// # Errors
    /// If there is none.
    #[expect(clippy::unused_async)]
    pub(crate) async fn table(self: &Arc<House>, id: &str) -> Result<Arc<Table>, Refusal> {
        let table = self.tables().get(id).cloned();
        table.ok_or_else(|| {
            let words = format!("There is no table {id:?}; it may have been put away because nobody came.");
            Refusal::new(Code::UnknownTable, words)
        })
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
        if self.tables().len() >= self.limits.tables {
            let words = format!("There are {} tables already; come back later.", self.limits.tables);
            return Err(Refusal::new(Code::TooManyTables, words));
        }
        let nothing = Moment { version: 0, chairs: [].into(), sitting: None, next: None };
        let moment = nothing.with_chairs(chairs, (&game, &terms))?;
        let table = Arc::new(Table::new(token::table_id(), game, terms, moment));
        self.keeper.put().await?;
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
                let words = format!("{program:?} cannot sit here: this house takes no programs (--allow-programs).");
                Err(Refusal::new(Code::NotAllowed, words))
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
            house.keeper.put().await?;
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

    /// Sees to it that players of ours play on, if it is their turn.
    pub(crate) fn play_on(self: &Arc<House>, table: &Arc<Table>) {
        if !table.claim_thinking() {
            return;
        }
        let (house, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            while let Some(moment) = table.due() {
                let Some(decision) = moment.sitting.as_ref().and_then(|sitting| sitting.thinking()) else { continue };
                let Some(action) = house.thinkers.think(decision).await else {
                    eprintln!("cardsharp: a player at table {} could not decide", table.id);
                    table.stop_thinking();
                    return;
                };
                let version = moment.version;
                let played = house.change(&table, move |_, now| {
                    // Nobody else may act while a player thinks; what else has changed can wait.
                    debug_assert_eq!(version, now.version);
                    Ok((now.after(&action)?, ()))
                });
                if played.await.is_err() {
                    // It cannot be kept: the disk may be full. Others are told when they act.
                    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
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

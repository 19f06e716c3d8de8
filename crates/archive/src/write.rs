//! Writes tournaments, rounds and games, each call in one transaction.

use std::collections::BTreeMap;

use rusqlite::types::ValueRef;
use rusqlite::{Transaction, TransactionBehavior};

use crate::checksum::with_checksum;
use crate::codec::encode_seats;
use crate::error::Failure;
use crate::read::{name_round, round, tournaments};
use crate::{Archive, ArchiveError, EntrantRow, GameRow, TournamentRow};

impl Archive {
    /// Announces a tournament and returns its number.
    ///
    /// # Errors
    /// If it cannot be written, or the file is damaged.
    pub fn announce(&mut self, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<i64, ArchiveError> {
        self.writing(|transaction| {
            // Every tournament has a range of game numbers: a number does not depend on the order in which games end.
            let all = tournaments(transaction)?;
            let first = all.last().map_or(1, |last| last.first_game + last.tournament.games.cast_signed());
            let id = all.len() as i64 + 1;
            let now = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
            let begun: String = transaction.query_row(now, [], |row| row.get(0))?;
            let TournamentRow { game, options, format, seed, rounds, deals, games, terms, engine } = row;
            let columns = [
                ValueRef::Integer(id),
                begun.as_str().into(),
                ValueRef::Integer(first),
                game.as_str().into(),
                options.as_str().into(),
                format.as_str().into(),
                integer(*seed),
                integer(*rounds),
                integer(*deals),
                integer(*games),
                terms.as_str().into(),
                engine.as_str().into(),
                integer(entrants.len() as u64),
            ];
            let add = "INSERT INTO tournament VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
            transaction.execute(add, with_checksum("tournament", &columns))?;
            let mut add = transaction.prepare("INSERT INTO entrant VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            for (number, EntrantRow { name, source, hash, is_house }) in (0..).zip(entrants) {
                let texts = [name, source, hash].map(|text| text.as_str().into());
                let [name, source, hash] = texts;
                let [id, number, is_house] = [id, number, (*is_house).into()].map(ValueRef::Integer);
                add.execute(with_checksum("entrant", &[id, number, name, source, hash, is_house]))?;
            }
            Ok(id)
        })
    }

    /// Begins a round with the entrants of every table, unless it has begun.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_round(&mut self, tournament: i64, number: u64, tables: &[Vec<usize>]) -> Result<(), ArchiveError> {
        let table = |entrants: &Vec<usize>| entrants.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let seating = tables.iter().map(table).collect::<Vec<_>>().join(";");
        self.writing(|transaction| {
            let columns = [ValueRef::Integer(tournament), integer(number), seating.as_str().into(), integer(0)];
            let mut add = transaction.prepare_cached("INSERT OR IGNORE INTO round VALUES (?1, ?2, ?3, ?4, ?5)")?;
            add.execute(with_checksum("round", &columns))?;
            Ok(())
        })
    }

    /// Keeps games of a tournament, all or none of them. A game that is kept already stays as it is.
    ///
    /// # Errors
    /// If they cannot be written, or one is of a round that has not begun.
    pub fn keep(&mut self, tournament: i64, games: &[GameRow]) -> Result<(), ArchiveError> {
        if games.is_empty() {
            return Ok(());
        }
        self.writing(|transaction| {
            let mut first = transaction.prepare_cached("SELECT first_game FROM tournament WHERE id = ?1")?;
            let first: i64 = first.query_row([tournament], |row| row.get(0))?;
            let mut add =
                transaction.prepare_cached("INSERT OR IGNORE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            let mut added = BTreeMap::<u64, u64>::new();
            let mut seats = Vec::new();
            for game in games {
                seats.clear();
                encode_seats(&game.seats, &game.times, &mut seats);
                let columns = [
                    ValueRef::Integer(first + game.number.cast_signed()),
                    integer(game.round),
                    integer(game.table),
                    integer(game.deal),
                    integer(game.rotation),
                    ValueRef::Blob(&seats),
                    ValueRef::Blob(&game.record),
                ];
                *added.entry(game.round).or_default() += add.execute(with_checksum("game", &columns))? as u64;
            }
            for (number, added) in added {
                count_games(transaction, tournament, number, added)?;
            }
            Ok(())
        })
    }

    /// Writes in one transaction, which is rolled back on an error.
    fn writing<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>) -> Result<T, ArchiveError> {
        let connection = &mut self.connection;
        let write = || {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = write(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        let result: Result<T, Failure> = write();
        result.map_err(|failure| self.failed(failure))
    }
}

/// Adds games to the number of those that are kept of a round.
fn count_games(transaction: &Transaction<'_>, tournament: i64, number: u64, added: u64) -> Result<(), Failure> {
    let found = round(transaction, tournament, number)?
        .ok_or_else(|| Failure::Damaged(format!("{} has not begun", name_round(tournament, number))))?;
    let kept = integer(found.kept.saturating_add(added));
    let columns = [ValueRef::Integer(tournament), integer(number), found.seating.as_str().into(), kept];
    let mut put = transaction.prepare_cached("REPLACE INTO round VALUES (?1, ?2, ?3, ?4, ?5)")?;
    put.execute(with_checksum("round", &columns))?;
    Ok(())
}

fn integer(number: u64) -> ValueRef<'static> {
    ValueRef::Integer(number.cast_signed())
}

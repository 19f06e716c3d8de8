//! What is written, each call in one transaction: entirely or not at all.

use std::collections::{BTreeMap, HashMap};

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};

use crate::{Archive, ArchiveError, EntrantRow, GameRow, KeptRecord, TournamentRow, packed};

impl Archive {
    /// Announces a tournament and gives its number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn announce(&mut self, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<i64, ArchiveError> {
        self.at_once(|transaction| {
            // Every tournament has a range of game numbers of its own, so that a game's number does
            // not depend on the order in which games end.
            let first = "SELECT coalesce(max(first_game + games), 1) FROM tournament";
            let first: i64 = transaction.query_row(first, [], |row| row.get(0))?;
            transaction.execute(
                "INSERT INTO tournament (begun, game, options, format, seed, rounds, deals, first_game, games, terms, engine) \
                 VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                params![
                    row.game,
                    row.options,
                    row.format,
                    row.seed.cast_signed(),
                    row.rounds.cast_signed(),
                    row.deals.cast_signed(),
                    first,
                    row.games.cast_signed(),
                    row.terms,
                    row.engine
                ],
            )?;
            let tournament = transaction.last_insert_rowid();
            for (number, entrant) in entrants.iter().enumerate() {
                transaction.execute(
                    "INSERT INTO entrant (tournament, number, name, source, hash, is_house) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![tournament, number as i64, entrant.name, entrant.source, entrant.hash, entrant.is_house],
                )?;
            }
            Ok(tournament)
        })
    }

    /// Notes who sits at which table of a round, unless that was noted before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_round(&mut self, tournament: i64, round: u64, tables: &[Vec<usize>]) -> Result<(), ArchiveError> {
        self.at_once(|transaction| {
            let added = transaction.execute(
                "INSERT INTO round (tournament, number) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![tournament, round.cast_signed()],
            )?;
            if added == 0 {
                return Ok(());
            }
            let id = transaction.last_insert_rowid();
            let mut seat_one = transaction.prepare(
                "INSERT INTO chair (seating, seat, entrant) \
                 VALUES (?1, ?2, (SELECT id FROM entrant WHERE tournament = ?3 AND number = ?4))",
            )?;
            for (number, table) in tables.iter().enumerate() {
                transaction
                    .execute("INSERT INTO seating (round, number) VALUES (?1, ?2)", params![id, number as i64])?;
                let seating = transaction.last_insert_rowid();
                for (seat, &entrant) in table.iter().enumerate() {
                    seat_one.execute(params![seating, seat as i64, tournament, entrant as i64])?;
                }
            }
            Ok(())
        })
    }

    /// Keeps games that are over. One that is there already stays as it is.
    ///
    /// # Errors
    /// If they cannot be written; none of them is kept then.
    pub fn keep(&mut self, tournament: i64, games: &[GameRow]) -> Result<(), ArchiveError> {
        if games.is_empty() {
            return Ok(());
        }
        // Rows that come in the order of their numbers are appended, not inserted.
        let mut games: Vec<&GameRow> = games.iter().collect();
        games.sort_unstable_by_key(|game| game.number);
        self.at_once(|transaction| {
            let (first, entrants) = numbering(transaction, tournament)?;
            let mut find_seating = transaction.prepare_cached(
                "SELECT seating.id FROM seating JOIN round ON round.id = seating.round \
                 WHERE round.tournament = ?1 AND round.number = ?2 AND seating.number = ?3",
            )?;
            let mut add_game = transaction.prepare_cached(
                "INSERT INTO game (id, seating, deal, rotation, record, seats) VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
                 ON CONFLICT DO NOTHING",
            )?;
            let mut add_fault =
                transaction.prepare_cached("INSERT INTO fault (game, seat, verdict, count) VALUES (?1, ?2, ?3, ?4)")?;
            let mut tallies = Tallies::default();
            let (mut seating, mut seats) = (None, Vec::new());
            for game in games {
                let id = first + game.number.cast_signed();
                let [round, table, deal, rotation] =
                    [game.round, game.table, game.deal, game.rotation].map(u64::cast_signed);
                // The games of a table come one after another.
                if seating.is_none_or(|(place, _)| place != (round, table)) {
                    let found = find_seating.query_row(params![tournament, round, table], |row| row.get::<_, i64>(0));
                    seating = Some(((round, table), found.optional()?));
                }
                seats.clear();
                packed::pack(&game.seats, &mut seats);
                let seating = seating.and_then(|(_, id)| id);
                if add_game.execute(params![id, seating, deal, rotation, game.record, seats])? == 0 {
                    continue;
                }
                tallies.add(game);
                for (seat, row) in game.seats.iter().enumerate() {
                    for fault in &row.faults {
                        add_fault.execute(params![id, seat as i64, fault.verdict, fault.count])?;
                    }
                }
            }
            tallies.write(transaction, tournament, &entrants)
        })
    }

    fn at_once<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> Result<T, ArchiveError> {
        let result =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
                // Dropped on the way out, a transaction is taken back.
                let value = write(&transaction)?;
                transaction.commit()?;
                Ok(value)
            });
        result.map_err(|error| self.failed(error))
    }
}

/// The number of the first game, and the rows of the entrants by their number in the tournament.
fn numbering(transaction: &Transaction<'_>, tournament: i64) -> rusqlite::Result<(i64, Vec<i64>)> {
    let first =
        transaction.query_row("SELECT first_game FROM tournament WHERE id = ?1", [tournament], |row| row.get(0))?;
    let mut entrants = transaction.prepare_cached("SELECT id FROM entrant WHERE tournament = ?1 ORDER BY number")?;
    let entrants = entrants.query_map([tournament], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
    Ok((first, entrants))
}

/// What some games brought, by round.
#[derive(Default)]
struct Tallies {
    games: BTreeMap<u64, i64>,
    /// Games and halves of points, by round and entrant.
    points: HashMap<(u64, usize), (i64, i64)>,
}

impl Tallies {
    fn add(&mut self, game: &GameRow) {
        *self.games.entry(game.round).or_default() += 1;
        for seat in &game.seats {
            let (games, halves) = self.points.entry((game.round, seat.entrant)).or_default();
            (*games, *halves) = (*games + 1, *halves + i64::from(seat.halves));
        }
    }

    fn write(self, transaction: &Transaction<'_>, tournament: i64, entrants: &[i64]) -> rusqlite::Result<()> {
        let mut add_games =
            transaction.prepare_cached("UPDATE round SET kept = kept + ?3 WHERE tournament = ?1 AND number = ?2")?;
        for (round, games) in self.games {
            add_games.execute(params![tournament, round.cast_signed(), games])?;
        }
        let mut add_tally = transaction.prepare_cached(
            "INSERT INTO tally (round, entrant, games, halves) \
             VALUES ((SELECT id FROM round WHERE tournament = ?1 AND number = ?2), ?3, ?4, ?5) \
             ON CONFLICT DO UPDATE SET games = games + excluded.games, halves = halves + excluded.halves",
        )?;
        for ((round, entrant), (games, halves)) in self.points {
            let entrant = entrants.get(entrant);
            add_tally.execute(params![tournament, round.cast_signed(), entrant, games, halves])?;
        }
        Ok(())
    }
}

impl ToSql for KeptRecord {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            KeptRecord::Text(text) => ValueRef::Text(text.as_bytes()),
            KeptRecord::Packed(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

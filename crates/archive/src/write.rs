//! What is written, each call in one transaction: entirely or not at all.

use std::collections::BTreeMap;

use rusqlite::{Transaction, TransactionBehavior, params};

use crate::{Archive, ArchiveError, EntrantRow, GameRow, TournamentRow};

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
                "INSERT INTO tournament (begun, game, options, format, seed, rounds, deals, first_game, games, terms) \
                 VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                params![
                    row.game,
                    row.options,
                    row.format,
                    row.seed.cast_signed(),
                    row.rounds.cast_signed(),
                    row.deals.cast_signed(),
                    first,
                    row.games.cast_signed(),
                    row.terms
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
        self.at_once(|transaction| {
            let (first, entrants) = numbering(transaction, tournament)?;
            let mut add_game = transaction.prepare_cached(
                "INSERT INTO game (id, seating, deal, rotation, record) VALUES (?1, (SELECT seating.id FROM seating \
                 JOIN round ON round.id = seating.round \
                 WHERE round.tournament = ?2 AND round.number = ?3 AND seating.number = ?4), ?5, ?6, ?7) \
                 ON CONFLICT DO NOTHING",
            )?;
            let mut add_result = transaction.prepare_cached(
                "INSERT INTO result (game, seat, entrant, returns, place, halves, times) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            let mut add_fault =
                transaction.prepare_cached("INSERT INTO fault (game, seat, verdict, count) VALUES (?1, ?2, ?3, ?4)")?;
            let mut tallies = BTreeMap::<(u64, usize), (i64, i64)>::new();
            for game in games {
                let id = first + game.number.cast_signed();
                let [round, table, deal, rotation] = [game.round, game.table, game.deal, game.rotation].map(u64::cast_signed);
                if add_game.execute(params![id, tournament, round, table, deal, rotation, game.record])? == 0 {
                    continue;
                }
                for (seat, row) in game.seats.iter().enumerate() {
                    let times: Vec<u8> = row.times.iter().flat_map(|time| time.to_le_bytes()).collect();
                    let entrant = entrants[row.entrant];
                    let (games, halves) = tallies.entry((game.round, row.entrant)).or_default();
                    (*games, *halves) = (*games + 1, *halves + i64::from(row.halves));
                    add_result.execute(params![id, seat as i64, entrant, row.returns, row.place, row.halves, times])?;
                    for fault in &row.faults {
                        add_fault.execute(params![id, seat as i64, fault.verdict, fault.count])?;
                    }
                }
            }
            let mut add_tally = transaction.prepare_cached(
                "INSERT INTO tally (round, entrant, games, halves) \
                 VALUES ((SELECT id FROM round WHERE tournament = ?1 AND number = ?2), ?3, ?4, ?5) \
                 ON CONFLICT DO UPDATE SET games = games + excluded.games, halves = halves + excluded.halves",
            )?;
            for ((round, entrant), (games, halves)) in tallies {
                add_tally.execute(params![tournament, round.cast_signed(), entrants[entrant], games, halves])?;
            }
            Ok(())
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

//! What is written, each call in one transaction: entirely or not at all.

use std::collections::BTreeMap;
use std::ops::Range;

use rusqlite::{Transaction, TransactionBehavior, params};

use crate::{Archive, ArchiveError, EntrantRow, Sheaf, TournamentRow};

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
    pub fn keep(&mut self, tournament: i64, sheaves: &[Sheaf]) -> Result<(), ArchiveError> {
        if sheaves.is_empty() {
            return Ok(());
        }
        self.at_once(|transaction| {
            let numbering = Numbering::read(transaction, tournament)?;
            let mut tallies = Tallies::default();
            for sheaf in sheaves {
                let there = numbering.overlapping(transaction, sheaf)?;
                if there.is_empty() {
                    numbering.add(transaction, sheaf)?;
                    tallies.add(sheaf);
                    continue;
                }
                // Somebody else has gone on with the same tournament and was faster.
                let mut missing = Vec::new();
                for game in sheaf.games().filter(|game| !there.iter().any(|range| range.contains(&game.number))) {
                    Sheaf::gather(&mut missing, &game);
                }
                for sheaf in &missing {
                    numbering.add(transaction, sheaf)?;
                    tallies.add(sheaf);
                }
            }
            tallies.write(transaction, tournament, &numbering.entrants)
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

/// How the numbers of a tournament are those of the file.
struct Numbering {
    tournament: i64,
    /// The number of the first game.
    first: i64,
    /// The rows of the entrants by their number in the tournament.
    entrants: Vec<i64>,
}

impl Numbering {
    fn read(transaction: &Transaction<'_>, tournament: i64) -> rusqlite::Result<Numbering> {
        let mut first = transaction.prepare_cached("SELECT first_game FROM tournament WHERE id = ?1")?;
        let first = first.query_row([tournament], |row| row.get(0))?;
        let mut entrants =
            transaction.prepare_cached("SELECT id FROM entrant WHERE tournament = ?1 ORDER BY number")?;
        let entrants = entrants.query_map([tournament], |row| row.get(0))?.collect::<rusqlite::Result<Vec<i64>>>()?;
        Ok(Numbering { tournament, first, entrants })
    }

    /// The numbers of the sheaves that hold games of this one.
    fn overlapping(&self, transaction: &Transaction<'_>, sheaf: &Sheaf) -> rusqlite::Result<Vec<Range<u64>>> {
        let mut before =
            transaction.prepare_cached("SELECT first, count FROM sheaf WHERE first < ?1 ORDER BY first DESC")?;
        let mut rows = before.query([self.first + (sheaf.first + sheaf.count).cast_signed()])?;
        let mut overlapping = Vec::new();
        while let Some(row) = rows.next()? {
            let (first, count) = (row.get::<_, i64>(0)? - self.first, row.get::<_, i64>(1)?);
            // Sheaves do not overlap one another, so all that come now end earlier still.
            if first + count <= sheaf.first.cast_signed() {
                break;
            }
            overlapping.push(first.cast_unsigned()..(first + count).cast_unsigned());
        }
        Ok(overlapping)
    }

    fn add(&self, transaction: &Transaction<'_>, sheaf: &Sheaf) -> rusqlite::Result<()> {
        let mut add_sheaf = transaction.prepare_cached(
            "INSERT INTO sheaf (first, count, round, games) \
             VALUES (?1, ?2, (SELECT id FROM round WHERE tournament = ?3 AND number = ?4), ?5)",
        )?;
        let first = self.first + sheaf.first.cast_signed();
        let [count, round] = [sheaf.count, sheaf.round].map(u64::cast_signed);
        add_sheaf.execute(params![first, count, self.tournament, round, sheaf.bytes])?;
        let mut add_fault =
            transaction.prepare_cached("INSERT INTO fault (game, seat, verdict, count) VALUES (?1, ?2, ?3, ?4)")?;
        for (game, seat, fault) in &sheaf.faults {
            let game = self.first + game.cast_signed();
            add_fault.execute(params![game, *seat as i64, fault.verdict, fault.count])?;
        }
        Ok(())
    }
}

/// What some games brought, by round.
#[derive(Default)]
struct Tallies {
    games: BTreeMap<u64, i64>,
    /// Games and halves of points, by round and entrant.
    points: BTreeMap<(u64, usize), (i64, i64)>,
}

impl Tallies {
    fn add(&mut self, sheaf: &Sheaf) {
        *self.games.entry(sheaf.round).or_default() += sheaf.count.cast_signed();
        for (&entrant, (more_games, more_halves)) in &sheaf.points {
            let (games, halves) = self.points.entry((sheaf.round, entrant)).or_default();
            (*games, *halves) = (*games + more_games, *halves + more_halves);
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

//! What is written, each call in one transaction: entirely or not at all.

use std::collections::BTreeMap;
use std::ops::Range;

use rusqlite::{OptionalExtension, Transaction, TransactionBehavior, params};

use crate::checksum;
use crate::lists::{Points, pack_faults, pack_points, pack_seating};
use crate::read::{damaged, tally, tournaments};
use crate::{Archive, ArchiveError, Batch, EntrantRow, TournamentRow};

impl Archive {
    /// Announces a tournament and gives its number.
    ///
    /// # Errors
    /// If it cannot be written, or what is there is damaged.
    pub fn announce(&mut self, row: &TournamentRow, entrants: &[EntrantRow]) -> Result<i64, ArchiveError> {
        self.at_once(|transaction| {
            // Every tournament has a range of game numbers of its own, so that a game's number does
            // not depend on the order in which games end.
            let all = tournaments(transaction, None)?;
            let after = all.iter().map(|stored| stored.first_game + stored.tournament.games.cast_signed());
            let (id, first) = (all.last().map_or(1, |last| last.id + 1), after.max().unwrap_or(1));
            let now = "SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";
            let begun: String = transaction.query_row(now, [], |row| row.get(0))?;
            let count = entrants.len() as u64;
            transaction.execute(
                "INSERT INTO tournament (id, begun, game, options, format, seed, rounds, deals, first_game, games, \
                 terms, engine, entrants, checksum) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
                params![
                    id,
                    begun,
                    row.game,
                    row.options,
                    row.format,
                    row.seed.cast_signed(),
                    row.rounds.cast_signed(),
                    row.deals.cast_signed(),
                    first,
                    row.games.cast_signed(),
                    row.terms,
                    row.engine,
                    count.cast_signed(),
                    checksum::of_tournament(id, &begun, first, row, count)
                ],
            )?;
            for (number, entrant) in (0_u64..).zip(entrants) {
                let EntrantRow { name, source, hash, is_house } = entrant;
                let checksum = checksum::of_entrant(id, number, entrant);
                transaction.execute(
                    "INSERT INTO entrant (tournament, number, name, source, hash, is_house, checksum) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![id, number.cast_signed(), name, source, hash, is_house, checksum],
                )?;
            }
            Ok(id)
        })
    }

    /// Notes who sits at which table of a round, unless that was noted before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin_round(&mut self, tournament: i64, round: u64, tables: &[Vec<usize>]) -> Result<(), ArchiveError> {
        self.at_once(|transaction| {
            if round_id(transaction, tournament, round)?.is_some() {
                return Ok(());
            }
            let id: i64 = transaction.query_row("SELECT coalesce(max(id), 0) + 1 FROM round", [], |row| row.get(0))?;
            put_round(transaction, "round", (id, tournament, round), tables)?;
            put_tally(transaction, id, 0, &[])
        })
    }

    /// Keeps games that are over. One that is there already stays as it is.
    ///
    /// # Errors
    /// If they cannot be written; none of them is kept then.
    pub fn keep(&mut self, tournament: i64, batches: &[Batch]) -> Result<(), ArchiveError> {
        if batches.is_empty() {
            return Ok(());
        }
        self.at_once(|transaction| {
            let mut numbering = Numbering::read(transaction, tournament)?;
            let mut tallies = Tallies::default();
            for batch in batches {
                let there = numbering.overlapping(transaction, batch)?;
                if there.is_empty() {
                    numbering.add(transaction, batch)?;
                    tallies.add(batch);
                    continue;
                }
                // Somebody else has gone on with the same tournament and was faster.
                let mut missing = Vec::new();
                for game in batch.games().filter(|game| !there.iter().any(|range| range.contains(&game.number))) {
                    Batch::gather(&mut missing, &game);
                }
                for batch in &missing {
                    numbering.add(transaction, batch)?;
                    tallies.add(batch);
                }
            }
            tallies.write(transaction, &numbering)
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

/// Puts a round and who sits where in it into a table: its number in the file, its tournament, and which round it is.
pub(crate) fn put_round(
    transaction: &Transaction<'_>,
    into: &'static str,
    (id, tournament, round): (i64, i64, u64),
    tables: &[Vec<usize>],
) -> rusqlite::Result<()> {
    let seating = pack_seating(tables);
    let content = checksum::of_content(&[&seating]);
    let checksum = checksum::of_round(id, tournament, round, content);
    transaction.execute(
        &format!(
            "INSERT INTO {into} (id, tournament, number, content, checksum, seating) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        ),
        params![id, tournament, round.cast_signed(), content, checksum, seating],
    )?;
    Ok(())
}

fn round_id(transaction: &Transaction<'_>, tournament: i64, round: u64) -> rusqlite::Result<Option<i64>> {
    let mut find = transaction.prepare_cached("SELECT id FROM round WHERE tournament = ?1 AND number = ?2")?;
    find.query_row(params![tournament, round.cast_signed()], |row| row.get(0)).optional()
}

/// How the numbers of a tournament are those of the file.
struct Numbering {
    tournament: i64,
    /// The number of the first game.
    first: i64,
    /// The rows of rounds by their number in the tournament, as far as they were asked for.
    rounds: BTreeMap<u64, i64>,
}

impl Numbering {
    fn read(transaction: &Transaction<'_>, tournament: i64) -> rusqlite::Result<Numbering> {
        let mut first = transaction.prepare_cached("SELECT first_game FROM tournament WHERE id = ?1")?;
        let first = first.query_row([tournament], |row| row.get(0))?;
        Ok(Numbering { tournament, first, rounds: BTreeMap::new() })
    }

    /// The numbers of the batches that hold games of this one.
    fn overlapping(&self, transaction: &Transaction<'_>, batch: &Batch) -> rusqlite::Result<Vec<Range<u64>>> {
        let mut before =
            transaction.prepare_cached("SELECT first, count FROM sheaf WHERE first < ?1 ORDER BY first DESC")?;
        let mut rows = before.query([self.first + (batch.first + batch.count).cast_signed()])?;
        let mut overlapping = Vec::new();
        while let Some(row) = rows.next()? {
            let (first, count) = (row.get::<_, i64>(0)? - self.first, row.get::<_, i64>(1)?);
            // Batches do not overlap one another, so all that come now end earlier still.
            if first + count <= batch.first.cast_signed() {
                break;
            }
            overlapping.push(first.cast_unsigned()..(first + count).cast_unsigned());
        }
        Ok(overlapping)
    }

    fn round(&mut self, transaction: &Transaction<'_>, round: u64) -> rusqlite::Result<i64> {
        if let Some(&id) = self.rounds.get(&round) {
            return Ok(id);
        }
        let missing = || damaged(format!("round {} of tournament {} has not begun", round + 1, self.tournament));
        let id = round_id(transaction, self.tournament, round)?.ok_or_else(missing)?;
        self.rounds.insert(round, id);
        Ok(id)
    }

    fn add(&mut self, transaction: &Transaction<'_>, batch: &Batch) -> rusqlite::Result<()> {
        let mut add_batch = transaction.prepare_cached(
            "INSERT INTO sheaf (first, count, round, content, checksum, faults, games) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?;
        let (first, count) = (self.first + batch.first.cast_signed(), batch.count.cast_signed());
        let (round, faults) = (self.round(transaction, batch.round)?, pack_faults(batch.first, &batch.faults));
        let content = checksum::of_content(&[&faults, &batch.bytes]);
        let checksum = checksum::of_batch(first, count, round, content);
        add_batch.execute(params![first, count, round, content, checksum, faults, batch.bytes])?;
        Ok(())
    }
}

/// What some games brought, by round.
#[derive(Default)]
struct Tallies(BTreeMap<u64, Brought>);

/// What some games of a round brought.
#[derive(Default)]
struct Brought {
    games: u64,
    /// Games and halves of points, by entrant.
    points: BTreeMap<usize, Points>,
}

impl Tallies {
    fn add(&mut self, batch: &Batch) {
        let brought = self.0.entry(batch.round).or_default();
        brought.games += batch.count;
        for (&entrant, more) in &batch.points {
            let points = brought.points.entry(entrant).or_default();
            *points = (points.0 + more.0, points.1 + more.1);
        }
    }

    fn write(self, transaction: &Transaction<'_>, numbering: &Numbering) -> rusqlite::Result<()> {
        for (round, brought) in self.0 {
            let id = numbering.rounds[&round];
            let (kept, mut points) = tally(transaction, id)?;
            for (entrant, more) in brought.points {
                points.resize(points.len().max(entrant + 1), (0, 0));
                points[entrant] = (points[entrant].0 + more.0, points[entrant].1 + more.1);
            }
            put_tally(transaction, id, kept + brought.games, &points)?;
        }
        Ok(())
    }
}

/// Notes what a round has brought so far.
fn put_tally(transaction: &Transaction<'_>, round: i64, kept: u64, points: &[Points]) -> rusqlite::Result<()> {
    let points = pack_points(points);
    let mut put = transaction
        .prepare_cached("INSERT OR REPLACE INTO tally (round, kept, points, checksum) VALUES (?1, ?2, ?3, ?4)")?;
    put.execute(params![round, kept.cast_signed(), points, checksum::of_tally(round, kept, &points)])?;
    Ok(())
}

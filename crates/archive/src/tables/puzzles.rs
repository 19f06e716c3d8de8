//! Who answered which puzzle, and what the puzzles are rated by it.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::{KIND, Tables};
use crate::ArchiveError;

/// A puzzle's rating as it is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPuzzle {
    /// Its rating.
    pub rating: f64,
    /// The standard deviation of that.
    pub deviation: f64,
    /// How many have tried it, each counted once.
    pub tries: u64,
    /// How many of them found the answer.
    pub solved: u64,
}

/// Somebody's answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAnswer {
    /// Which puzzle.
    pub puzzle: String,
    /// Who, as far as can be told: what is kept of a browser's secret.
    pub solver: String,
    /// From where, as the server tells its clients apart.
    pub client: String,
    /// Whether it was right.
    pub is_right: bool,
}

/// What became of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noted {
    /// It counts: the rating before, and after. Both are the same where the same client has moved this puzzle before:
    /// whoever asks for one token after the other is still one.
    Counted(RatedPuzzle, RatedPuzzle),
    /// This solver had answered before; the rating stays.
    Before(RatedPuzzle),
    /// So many answers have come from the same client today that no more are counted.
    TooMany(RatedPuzzle),
}

/// A day, in seconds.
const DAY: i64 = 24 * 3600;
/// After so long it is forgotten who answered; what the puzzle is rated stays.
const FORGOTTEN: i64 = 400 * DAY;

impl Tables {
    /// Notes an answer. A puzzle that nobody has tried begins with `fresh`; `update` says what the answer makes of a
    /// rating. Only the first answer of a client moves it, and at most so many answers of a client count within a day.
    ///
    /// # Errors
    /// If it cannot be written; then nothing has changed.
    pub fn note_answer(
        &mut self,
        answer: &PuzzleAnswer,
        fresh: RatedPuzzle,
        update: &dyn Fn(RatedPuzzle) -> RatedPuzzle,
        most: u64,
    ) -> Result<Noted, ArchiveError> {
        let noted = note(&mut self.connection, answer, fresh, update, most);
        noted.map_err(|error| ArchiveError::database(&self.path, &KIND, error))
    }

    /// The puzzles that somebody has answered.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn answered_by(&self, solver: &str) -> Result<Vec<String>, ArchiveError> {
        let read = || {
            let mut query = self.connection.prepare_cached("SELECT puzzle FROM puzzle_answer WHERE solver = ?1")?;
            query.query_map([solver], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
        };
        read().map_err(|error| self.failed(error))
    }

    /// The ratings of all puzzles that somebody has tried.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rated(&self) -> Result<Vec<(String, RatedPuzzle)>, ArchiveError> {
        let read = || {
            let sql = "SELECT rating, deviation, tries, solved, puzzle FROM rated_puzzle";
            let mut query = self.connection.prepare(sql)?;
            query.query_map([], |row| Ok((row.get(4)?, rated(row)?)))?.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|error| self.failed(error))
    }
}

fn rated(row: &rusqlite::Row<'_>) -> rusqlite::Result<RatedPuzzle> {
    let count = |at: usize| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(at)?.cast_unsigned());
    Ok(RatedPuzzle { rating: row.get(0)?, deviation: row.get(1)?, tries: count(2)?, solved: count(3)? })
}

fn note(
    connection: &mut Connection,
    answer: &PuzzleAnswer,
    fresh: RatedPuzzle,
    update: &dyn Fn(RatedPuzzle) -> RatedPuzzle,
    most: u64,
) -> rusqlite::Result<Noted> {
    let PuzzleAnswer { puzzle, solver, client, is_right } = answer;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let sql = "SELECT rating, deviation, tries, solved FROM rated_puzzle WHERE puzzle = ?1";
    let before = transaction.query_row(sql, [puzzle], rated).optional()?.unwrap_or(fresh);
    let sql = "SELECT 1 FROM puzzle_answer WHERE solver = ?1 AND puzzle = ?2";
    if transaction.query_row(sql, [solver, puzzle], |_| Ok(())).optional()?.is_some() {
        return Ok(Noted::Before(before));
    }
    let sql = "SELECT count(*) FROM puzzle_answer WHERE client = ?1 AND answered > unixepoch() - ?2";
    let own: i64 = transaction.query_row(sql, params![client, DAY], |row| row.get(0))?;
    if own.cast_unsigned() >= most {
        return Ok(Noted::TooMany(before));
    }
    let sql = "SELECT 1 FROM puzzle_answer WHERE client = ?1 AND puzzle = ?2 LIMIT 1";
    let has_moved = transaction.query_row(sql, [client, puzzle], |_| Ok(())).optional()?.is_some();
    transaction.execute(
        "INSERT INTO puzzle_answer (puzzle, solver, client, is_right, answered) VALUES (?1, ?2, ?3, ?4, unixepoch())",
        params![puzzle, solver, client, is_right],
    )?;
    if has_moved {
        transaction.commit()?;
        return Ok(Noted::Counted(before, before));
    }
    let after = update(before);
    transaction.execute(
        "INSERT INTO rated_puzzle (puzzle, rating, deviation, tries, solved) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT (puzzle) DO UPDATE SET rating = ?2, deviation = ?3, tries = ?4, solved = ?5",
        params![puzzle, after.rating, after.deviation, after.tries.cast_signed(), after.solved.cast_signed()],
    )?;
    transaction.commit()?;
    Ok(Noted::Counted(before, after))
}

/// Forgets who answered long ago.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM puzzle_answer WHERE answered < unixepoch() - ?1", [FORGOTTEN]).map(drop)
}

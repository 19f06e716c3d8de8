//! The answers to puzzles, and the ratings that follow from them.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::Tables;
use crate::ArchiveError;

/// The rating of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPuzzle {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The number of clients that tried it.
    pub tries: u64,
    /// The number of those that found the answer.
    pub solved: u64,
}

/// A player's answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAnswer {
    /// The puzzle.
    pub puzzle: String,
    /// The player, by the hash of a browser's secret.
    pub solver: String,
    /// The client, as the server tells clients apart.
    pub client: String,
    /// Whether it was right.
    pub is_right: bool,
}

/// The effect of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noted {
    /// It counts: the rating before and after, which are equal if the client has answered with another token before.
    Counted(RatedPuzzle, RatedPuzzle),
    /// The player had answered before; the rating stays.
    Before(RatedPuzzle),
    /// The client has given too many answers today for one more to count.
    TooMany(RatedPuzzle),
}

const DAY: i64 = 24 * 3600;
/// Answers are deleted after this many seconds; the ratings stay.
const FORGOTTEN: i64 = 400 * DAY;

impl Tables {
    /// Notes an answer. A puzzle begins with the rating `fresh`; `update` returns the rating after the answer. Only a
    /// client's first answer to a puzzle moves its rating. At most `most` answers of a client count a day.
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
        self.writing(|connection| note(connection, answer, fresh, update, most))
    }

    /// Returns the puzzles that a player has answered.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn answered_by(&self, solver: &str) -> Result<Vec<String>, ArchiveError> {
        self.reading(|connection| {
            let mut query = connection.prepare_cached("SELECT puzzle FROM puzzle_answer WHERE solver = ?1")?;
            query.query_map([solver], |row| row.get(0))?.collect()
        })
    }

    /// Returns the ratings of all puzzles that have answers.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rated(&self) -> Result<Vec<(String, RatedPuzzle)>, ArchiveError> {
        self.reading(|connection| {
            let mut query = connection.prepare("SELECT rating, deviation, tries, solved, puzzle FROM rated_puzzle")?;
            query.query_map([], |row| Ok((row.get(4)?, rated(row)?)))?.collect()
        })
    }
}

fn rated(row: &Row<'_>) -> rusqlite::Result<RatedPuzzle> {
    let count = |at: usize| Ok::<u64, rusqlite::Error>(row.get::<_, i64>(at)?.cast_unsigned());
    Ok(RatedPuzzle { rating: row.get(0)?, deviation: row.get(1)?, tries: count(2)?, solved: count(3)? })
}

fn note(
    connection: &Connection,
    answer: &PuzzleAnswer,
    fresh: RatedPuzzle,
    update: &dyn Fn(RatedPuzzle) -> RatedPuzzle,
    most: u64,
) -> rusqlite::Result<Noted> {
    let PuzzleAnswer { puzzle, solver, client, is_right } = answer;
    let sql = "SELECT rating, deviation, tries, solved FROM rated_puzzle WHERE puzzle = ?1";
    let before = connection.query_row(sql, [puzzle], rated).optional()?.unwrap_or(fresh);
    let has = |sql: &str, who: &str| connection.query_row(sql, [who, puzzle], |_| Ok(())).optional();
    if has("SELECT 1 FROM puzzle_answer WHERE solver = ?1 AND puzzle = ?2", solver)?.is_some() {
        return Ok(Noted::Before(before));
    }
    let sql = "SELECT count(*) FROM puzzle_answer WHERE client = ?1 AND answered > unixepoch() - ?2";
    let own: i64 = connection.query_row(sql, params![client, DAY], |row| row.get(0))?;
    if own.cast_unsigned() >= most {
        return Ok(Noted::TooMany(before));
    }
    let has_moved = has("SELECT 1 FROM puzzle_answer WHERE client = ?1 AND puzzle = ?2 LIMIT 1", client)?.is_some();
    let sql = "INSERT INTO puzzle_answer (puzzle, solver, client, is_right, answered) \
               VALUES (?1, ?2, ?3, ?4, unixepoch())";
    connection.execute(sql, params![puzzle, solver, client, is_right])?;
    if has_moved {
        return Ok(Noted::Counted(before, before));
    }
    let after = update(before);
    connection.execute(
        "INSERT INTO rated_puzzle (puzzle, rating, deviation, tries, solved) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT (puzzle) DO UPDATE SET rating = ?2, deviation = ?3, tries = ?4, solved = ?5",
        params![puzzle, after.rating, after.deviation, after.tries.cast_signed(), after.solved.cast_signed()],
    )?;
    Ok(Noted::Counted(before, after))
}

pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM puzzle_answer WHERE answered < unixepoch() - ?1", [FORGOTTEN]).map(drop)
}

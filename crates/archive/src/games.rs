//! What is read back of games.

use std::collections::BTreeMap;
use std::ops::Range;

use rusqlite::{Connection, OptionalExtension, Row};

use crate::batch::{Packed, unpack};
use crate::lists::{Fault, unpack_faults};
use crate::read::{check, check_round, damaged, is_damaged, naming, round_in_words, rounds, tournaments};
use crate::{Archive, ArchiveError, GameRow, KeptRecord, Stored, checksum};

/// A game that is kept, with the names around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The tournament it belongs to.
    pub tournament: i64,
    /// The round and the table, from 0.
    pub place: (u64, u64),
    /// The game of the tournament and its options, as announced.
    pub game: (String, String),
    /// What those at the table are called, seat by seat.
    pub names: Vec<String>,
    /// The record.
    pub record: KeptRecord,
}

/// Whether the records come along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// They do.
    Included,
    /// They are left empty.
    LeftOut,
}

impl Archive {
    /// The record of a game.
    ///
    /// # Errors
    /// If there is no such game, or the file cannot be read or is damaged.
    pub fn game(&self, number: i64) -> Result<Opened, ArchiveError> {
        let found = self.reading(|connection| match find_game(connection, number)? {
            Some(found) => Ok(Ok(found)),
            None => kept(connection).map(Err),
        });
        found?.map_err(|kept| {
            self.refused(match kept.range {
                Some((first, last)) => {
                    format!("there is no game {number}; {} games are kept, from {first} to {last}", kept.games)
                }
                None => format!("there is no game {number}: no game is kept yet"),
            })
        })
    }

    /// The numbers of the games that are kept, without a look at every game.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn numbers(&self, stored: &Stored) -> Result<Vec<Range<u64>>, ArchiveError> {
        self.reading(|connection| {
            let mut numbers: Vec<Range<u64>> = Vec::new();
            each_batch(connection, stored, |_, head| {
                let first = (head.first - stored.first_game).cast_unsigned();
                let after = first + head.count;
                match numbers.last_mut() {
                    Some(last) if last.end == first => last.end = after,
                    _ => numbers.push(first..after),
                }
                Ok(())
            })?;
            Ok(numbers)
        })
    }

    /// Hands over every game of a tournament in the order of their numbers; records only where asked for.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged; games may have been handed over before that is found out.
    pub fn each_game(
        &self,
        stored: &Stored,
        records: Records,
        visit: &mut dyn FnMut(GameRow),
    ) -> Result<(), ArchiveError> {
        self.reading(|connection| {
            each_batch(connection, stored, |row, head| {
                let (faults, games) = head.content(row)?;
                let (mut packed, mut faults) = (Packed(games), faults.into_iter().peekable());
                for place in 0..head.count {
                    let id = head.first + place.cast_signed();
                    let number = (id - stored.first_game).cast_unsigned();
                    let game = packed.next().and_then(|bytes| unpack(bytes, head.round, number, records));
                    let mut game = game.ok_or_else(|| is_damaged(format!("game {id}")))?;
                    while let Some((_, seat, fault)) = faults.next_if(|(of, ..)| *of == place) {
                        let seat = game.seats.get_mut(seat).ok_or_else(|| is_damaged(format!("game {id}")))?;
                        seat.faults.push(fault);
                    }
                    if let Some(seat) = game.seats.iter().find(|seat| seat.entrant >= stored.entrants.len()) {
                        return Err(damaged(format!("game {id}: there is no entrant {}", seat.entrant)));
                    }
                    visit(game);
                }
                match faults.next() {
                    None => Ok(()),
                    Some(_) => Err(is_damaged(format!("the row of games from {} on", head.first))),
                }
            })
        })
    }
}

/// Columns of a batch, as [`Head::read`] and [`Head::content`] expect them.
const COLUMNS: &str = "first, count, round, content, checksum, faults, games";

/// A batch without its games.
struct Head {
    /// The number of its first game in the file.
    first: i64,
    count: u64,
    /// The row of its round, and in place of that the number once it is known.
    round: u64,
}

impl Head {
    fn read(row: &Row<'_>) -> rusqlite::Result<Head> {
        let first: i64 = row.get(0)?;
        let read = || {
            let (count, round): (i64, i64) = (row.get(1)?, row.get(2)?);
            check(row, 4, checksum::of_batch(first, count, round, row.get(3)?))?;
            // Whoever can write checksums must not make us count beyond all numbers.
            if count < 1 || first.checked_add(count).is_none() {
                return Err(is_damaged("a row"));
            }
            Ok(Head { first, count: count.cast_unsigned(), round: round.cast_unsigned() })
        };
        read().map_err(naming(|| format!("the row of games from {first} on")))
    }

    /// Its faults by the place of their game, and its games.
    fn content<'a>(&self, row: &'a Row<'_>) -> rusqlite::Result<(Vec<Fault>, &'a [u8])> {
        let read = || {
            let (faults, games) = (row.get_ref(5)?.as_blob()?, row.get_ref(6)?.as_blob()?);
            check(row, 3, checksum::of_content(&[faults, games]))?;
            Ok((unpack_faults(faults).ok_or_else(|| is_damaged("a list of faults"))?, games))
        };
        read().map_err(naming(|| match self.count {
            1 => format!("game {}", self.first),
            count => format!("a game from {} to {}", self.first, self.first + count.cast_signed() - 1),
        }))
    }
}

/// Visits the batches of a tournament in order, each with the number of its round, and makes sure that
/// none is missing.
fn each_batch(
    connection: &Connection,
    stored: &Stored,
    mut visit: impl FnMut(&Row<'_>, &Head) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    // By their rows: the number, and how many games have yet to come.
    let rounds = rounds(connection, stored.id)?;
    let mut rounds: BTreeMap<i64, (u64, u64)> =
        rounds.into_iter().map(|round| (round.id, (round.number, round.kept))).collect();
    let sql = format!("SELECT {COLUMNS} FROM sheaf WHERE first >= ?1 AND first < ?2 ORDER BY first");
    let mut rows = connection.prepare(&sql)?;
    let mut rows = rows.query([stored.first_game, stored.first_game + stored.tournament.games.cast_signed()])?;
    let mut after = stored.first_game;
    while let Some(row) = rows.next()? {
        let mut head = Head::read(row)?;
        let (first, round) = (head.first, head.round.cast_signed());
        let (number, left) = rounds
            .get_mut(&round)
            .ok_or_else(|| damaged(format!("the games from {first} on are of no round of tournament {}", stored.id)))?;
        if first < after || head.count > *left {
            return Err(is_damaged(format!("the row of games from {first} on")));
        }
        (*left, head.round) = (*left - head.count, *number);
        after = first + head.count.cast_signed();
        visit(row, &head)?;
    }
    match rounds.values().find(|(_, left)| *left > 0) {
        None => Ok(()),
        Some((number, left)) => {
            let round = round_in_words(stored.id, *number);
            Err(damaged(format!("{left} games of {round} are missing")))
        }
    }
}

fn find_game(connection: &Connection, number: i64) -> rusqlite::Result<Option<Opened>> {
    let sql = format!("SELECT {COLUMNS} FROM sheaf WHERE first <= ?1 ORDER BY first DESC LIMIT 1");
    let mut rows = connection.prepare(&sql)?;
    let mut rows = rows.query([number])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let head = Head::read(row)?;
    let place = number.abs_diff(head.first);
    if place >= head.count {
        return Ok(None);
    }
    let (_, games) = head.content(row)?;
    let (tournament, round) = round_of(connection, head.round.cast_signed())
        .map_err(naming(|| format!("the round of game {number}")))?
        .ok_or_else(|| damaged(format!("game {number} is of no round")))?;
    let game = Packed(games).nth(place as usize).and_then(|bytes| unpack(bytes, round, 0, Records::Included));
    let game = game.ok_or_else(|| is_damaged(format!("game {number}")))?;
    let stored = tournaments(connection, Some(tournament))?.pop();
    let stored = stored.ok_or_else(|| damaged(format!("game {number} is of no tournament")))?;
    let name = |entrant: usize| stored.entrants.get(entrant).map(|entrant| entrant.name.clone());
    let names: Option<Vec<String>> = game.seats.iter().map(|seat| name(seat.entrant)).collect();
    Ok(Some(Opened {
        tournament,
        place: (round, game.table),
        game: (stored.tournament.game, stored.tournament.options),
        names: names.ok_or_else(|| is_damaged(format!("game {number}")))?,
        record: game.record,
    }))
}

/// The tournament and the number of a round.
fn round_of(connection: &Connection, id: i64) -> rusqlite::Result<Option<(i64, u64)>> {
    let sql = "SELECT id, tournament, number, content, checksum FROM round WHERE id = ?1";
    let read = |row: &Row<'_>| {
        let tournament = row.get(1)?;
        Ok((tournament, check_round(row, tournament)?.1))
    };
    connection.query_row(sql, [id], read).optional()
}

/// All games that are kept.
#[derive(Default)]
struct Kept {
    games: u64,
    /// The first and the last number.
    range: Option<(i64, i64)>,
}

/// Looks for all games, and so for damage that may have hidden one.
fn kept(connection: &Connection) -> rusqlite::Result<Kept> {
    let mut kept = Kept::default();
    for stored in tournaments(connection, None)? {
        each_batch(connection, &stored, |_, head| {
            kept.games += head.count;
            let first = kept.range.map_or(head.first, |(first, _)| first);
            kept.range = Some((first, head.first + (head.count - 1).cast_signed()));
            Ok(())
        })?;
    }
    Ok(kept)
}

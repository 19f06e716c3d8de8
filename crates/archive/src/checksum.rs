//! What tells a row that was damaged from one that was written so: a CRC-32 over all its columns.
//!
//! A cyclic code finds every change of up to four bytes in a row that follow one another, and of longer
//! ones all but one in four thousand million. It is no seal: whoever can write the file can write
//! checksums too.

use crate::{EntrantRow, TournamentRow};

/// A column.
enum Field<'a> {
    Number(i64),
    Bytes(&'a [u8]),
}

impl From<i64> for Field<'_> {
    fn from(number: i64) -> Self {
        Field::Number(number)
    }
}

impl From<u64> for Field<'_> {
    fn from(number: u64) -> Self {
        Field::Number(number.cast_signed())
    }
}

impl<'a> From<&'a str> for Field<'a> {
    fn from(text: &'a str) -> Self {
        Field::Bytes(text.as_bytes())
    }
}

impl<'a> From<&'a String> for Field<'a> {
    fn from(text: &'a String) -> Self {
        Field::Bytes(text.as_bytes())
    }
}

/// The checksum of a table's row; the table's name keeps rows of one from passing for another's.
fn checksum(table: &str, fields: &[Field<'_>]) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.as_bytes());
    for field in fields {
        match field {
            Field::Number(number) => hasher.update(&number.to_le_bytes()),
            Field::Bytes(bytes) => {
                // Letters that move from one text to the next would leave the same bytes.
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
    }
    i64::from(hasher.finalize())
}

/// Of a tournament with so many entrants.
pub(crate) fn of_tournament(id: i64, begun: &str, first_game: i64, row: &TournamentRow, entrants: u64) -> i64 {
    let TournamentRow { game, options, format, seed, rounds, deals, games, terms, engine } = row;
    checksum(
        "tournament",
        &[
            id.into(),
            begun.into(),
            first_game.into(),
            game.into(),
            options.into(),
            format.into(),
            (*seed).into(),
            (*rounds).into(),
            (*deals).into(),
            (*games).into(),
            terms.into(),
            engine.into(),
            entrants.into(),
        ],
    )
}

/// Of an entrant with this number in a tournament.
pub(crate) fn of_entrant(tournament: i64, number: u64, row: &EntrantRow) -> i64 {
    let EntrantRow { name, source, hash, is_house } = row;
    let is_house = i64::from(*is_house);
    checksum("entrant", &[tournament.into(), number.into(), name.into(), source.into(), hash.into(), is_house.into()])
}

/// Of a round, given that of its seating.
pub(crate) fn of_round(id: i64, tournament: i64, number: u64, content: i64) -> i64 {
    checksum("round", &[id.into(), tournament.into(), number.into(), content.into()])
}

/// Of what a round has brought so far.
pub(crate) fn of_tally(round: i64, kept: u64, points: &[u8]) -> i64 {
    checksum("tally", &[round.into(), kept.into(), Field::Bytes(points)])
}

/// Of a batch, given that of its content.
pub(crate) fn of_batch(first: i64, count: i64, round: i64, content: i64) -> i64 {
    // The word with which rows of version 4 were summed up.
    checksum("sheaf", &[first.into(), count.into(), round.into(), content.into()])
}

/// Of what may be long and is not always read: the rest of a row counts this instead.
pub(crate) fn of_content(parts: &[&[u8]]) -> i64 {
    checksum("content", &parts.iter().map(|&part| Field::Bytes(part)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_counts_and_so_does_its_place() {
        let row = |name: &str, source: &str| EntrantRow {
            name: name.to_owned(),
            source: source.to_owned(),
            hash: String::new(),
            is_house: false,
        };
        let sums = [
            of_entrant(1, 2, &row("ab", "c")),
            of_entrant(1, 2, &row("a", "bc")),
            of_entrant(2, 1, &row("ab", "c")),
            of_entrant(1, 2, &EntrantRow { is_house: true, ..row("ab", "c") }),
            of_entrant(1, 2, &EntrantRow { hash: "0".to_owned(), ..row("ab", "c") }),
            of_round(1, 2, 3, 4),
            of_batch(1, 2, 3, 4),
            of_content(&[b"ab", b"c"]),
            of_content(&[b"a", b"bc"]),
        ];
        for (place, sum) in sums.iter().enumerate() {
            assert!(!sums[..place].contains(sum), "{place}");
        }
        // Frozen in files: the CRC-32 of zlib and gzip over "content", the length in eight bytes, and the text.
        assert_eq!(of_content(&[b"123456789"]), 2_488_884_398);
    }
}

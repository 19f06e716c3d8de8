//! The last column of every row is a CRC-32 of the others: `SQLite` itself does not detect changed bytes. The checksum
//! detects accidents only, since a writer of the file can also write the checksum.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Params, Row, params_from_iter};

use crate::error::Failure;

/// Returns the checksum of a row. The name of the table keeps a row of one table from passing for another's.
fn checksum<'a>(table: &str, columns: impl Iterator<Item = ValueRef<'a>>) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(table.as_bytes());
    for column in columns {
        match column {
            ValueRef::Integer(number) => hasher.update(&number.to_le_bytes()),
            ValueRef::Real(number) => hasher.update(&number.to_le_bytes()),
            ValueRef::Null => hasher.update(b"null"),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                // Without the length, letters could move from one text to the next.
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
    }
    i64::from(hasher.finalize())
}

/// Returns the columns of a new row with its checksum behind them.
pub(crate) fn with_checksum<'a>(table: &str, columns: &'a [ValueRef<'a>]) -> impl Params + use<'a> {
    let sum = ToSqlOutput::Owned(Value::Integer(checksum(table, columns.iter().copied())));
    params_from_iter(columns.iter().map(|&column| ToSqlOutput::Borrowed(column)).chain([sum]))
}

/// Compares a row, read with all its columns, with its checksum.
pub(crate) fn verify(row: &Row<'_>, table: &str, name: impl FnOnce() -> String) -> Result<(), Failure> {
    let last = row.as_ref().column_count() - 1;
    let columns = (0..last).map_while(|column| row.get_ref(column).ok());
    if row.get_ref(last)? == ValueRef::Integer(checksum(table, columns)) { Ok(()) } else { Err(damaged(name())) }
}

pub(crate) fn damaged(row: impl std::fmt::Display) -> Failure {
    Failure::Damaged(format!("{row} is damaged"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_and_its_place_count() {
        let (number, text) = (ValueRef::Integer, |text: &'static str| ValueRef::Text(text.as_bytes()));
        let rows = [
            ("game", vec![number(1), number(2)]),
            ("game", vec![number(2), number(1)]),
            ("round", vec![number(1), number(2)]),
            ("game", vec![text("ab"), text("c")]),
            ("game", vec![text("a"), text("bc")]),
            ("game", vec![text("a"), text("bc"), number(0)]),
        ];
        let sums: Vec<i64> = rows.iter().map(|(table, columns)| checksum(table, columns.iter().copied())).collect();
        for (place, sum) in sums.iter().enumerate() {
            assert!(!sums[..place].contains(sum), "{place}");
        }
        // Frozen in files: the CRC-32 of zlib over the table's name, the length in eight bytes, and the text.
        assert_eq!(checksum("content", [text("123456789")].into_iter()), 2_488_884_398);
    }
}

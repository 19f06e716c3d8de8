//! Files of records, and the result of a record as text.

use std::path::Path;

use cardsharp_rules::{AnyRecord, Game, Record, outcome};
use cardsharp_table::fault_rule;

use super::error::Usage;
use super::input::{COLLECTION, read_text};

pub(crate) fn read_all(path: &Path) -> Result<Vec<AnyRecord>, Usage> {
    let text = read_text(path, COLLECTION)?;
    let is_start = |place: &usize| *place == 0 || text.as_bytes()[place - 1] == b'\n';
    let starts: Vec<usize> = text.match_indices(BEGINS).map(|(place, _)| place).filter(is_start).collect();
    if starts.is_empty() {
        return Ok(vec![numbered(path, &text, 1)?.0]);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    let records = starts.iter().zip(ends).enumerate().map(|(number, (&start, end))| {
        // Parsing one record alone is fast; only errors need the line numbers of the whole file.
        AnyRecord::parse(&text[start..end]).or_else(|_| numbered(path, &text, number + 1).map(|(record, _)| record))
    });
    records.collect()
}

const BEGINS: &str = "cardsharp record ";

/// Reads the record with this number, from 1.
pub(crate) fn read_numbered(path: &Path, number: usize) -> Result<AnyRecord, Usage> {
    read_one_of(path, number).map(|(record, _)| record)
}

/// Like [`read_numbered`], but also returns the number of records.
pub(crate) fn read_one_of(path: &Path, number: usize) -> Result<(AnyRecord, usize), Usage> {
    numbered(path, &read_text(path, COLLECTION)?, number)
}

fn numbered(path: &Path, text: &str, number: usize) -> Result<(AnyRecord, usize), Usage> {
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| line.starts_with(BEGINS));
    let starts: Vec<usize> = starts.map(|(line, _)| line).collect();
    if starts.len() < 2 && number == 1 {
        let record = AnyRecord::parse(text).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
        return Ok((record, 1));
    }
    let Some(&start) = starts.get(number.wrapping_sub(1)) else {
        return Err(Usage(format!("--number {number}: {} holds {} records", path.display(), starts.len())));
    };
    let end = starts.get(number).copied().unwrap_or(lines.len());
    // Blank lines in place of the earlier records keep the line numbers.
    let text = format!("{}{}\n", "\n".repeat(start), lines[start..end].join("\n"));
    let record = AnyRecord::parse(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    Ok((record, starts.len()))
}

/// Returns places, points and faults, or says that the game is not finished.
pub(crate) fn ending<G: Game>(record: &Record<G>) -> String {
    let Some(result) = record.result() else {
        return "\nThe record ends here; the game was not finished.\n".to_owned();
    };
    let places = outcome::places(&result);
    let mut text = "\nResult\n".to_owned();
    for (seat, returns) in result.iter() {
        let (name, faults) = (&record.names()[seat.index()], record.causes(seat));
        let mut words = match faults {
            0 => String::new(),
            1 => ", 1 fault".to_owned(),
            faults => format!(", {faults} faults"),
        };
        if record.lost()[seat] {
            words.push_str(", by which the game was lost");
        }
        append_line!(text, "  place {}  {returns:>4}  {name} (seat {seat}){words}", places[seat]);
    }
    if record.faults().as_slice().iter().any(|&faults| faults > 0) {
        append_line!(text, "{}", fault_rule::<G>());
    }
    text
}

//! `cardsharp replay`: a recorded game step by step, as a seat saw it or with everything open.

use std::fmt::Write;
use std::path::Path;

use cardsharp_archive::Archive;
use cardsharp_rules::{AnyRecord, Game, Record, Seat, outcome, with_game};
use cardsharp_sitting::Tabled;
use cardsharp_sitting::replay::{replay_json, steps};
use cardsharp_sitting::show::{as_seen, everything};
use cardsharp_table::fault_rule;
use cardsharp_tournament::kept_record;

use crate::Usage;
use crate::args::Replay;
use crate::input::{COLLECTION, read_text};

pub(crate) fn run(args: &Replay) -> anyhow::Result<String> {
    let (record, several) = match (&args.file, &args.db, args.game) {
        (Some(path), ..) => read_one_of(path, args.number)?,
        (None, Some(path), Some(number)) => (read_kept(path, number)?, 1),
        _ => return Err(Usage("name a record, or --db FILE and --game N".to_owned()).into()),
    };
    let text = with_game!(AnyRecord, &record, record => replay(record, args))?;
    if several < 2 || args.output.json {
        return Ok(text);
    }
    Ok(format!("Game {} of {several} in this file; --number opens another.\n{text}", args.number))
}

/// Reads the record of a game from a database.
fn read_kept(path: &Path, number: i64) -> Result<AnyRecord, Usage> {
    let opened = Archive::open(path).and_then(|archive| archive.game(number));
    let opened = opened.map_err(|error| Usage(error.to_string()))?;
    kept_record(opened).map_err(|reason| Usage(format!("{}: game {number}: {reason}", path.display())))
}

/// Reads a record from a file.
pub(crate) fn read_record(path: &Path) -> Result<AnyRecord, Usage> {
    AnyRecord::parse(&read_text(path, COLLECTION)?).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

/// Reads one of the records of a file, counted from 1.
pub(crate) fn read_numbered(path: &Path, number: usize) -> Result<AnyRecord, Usage> {
    read_one_of(path, number).map(|(record, _)| record)
}

/// The same, and how many the file holds.
fn read_one_of(path: &Path, number: usize) -> Result<(AnyRecord, usize), Usage> {
    let text = read_text(path, COLLECTION)?;
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| line.starts_with("cardsharp record "));
    let starts: Vec<usize> = starts.map(|(line, _)| line).collect();
    if starts.len() < 2 && number == 1 {
        return read_record(path).map(|record| (record, 1));
    }
    let Some(&start) = starts.get(number.wrapping_sub(1)) else {
        return Err(Usage(format!("--number {number}: {} holds {} records", path.display(), starts.len())));
    };
    let end = starts.get(number).copied().unwrap_or(lines.len());
    // Blank lines in place of the records before keep the numbers of the lines.
    let text = format!("{}{}\n", "\n".repeat(start), lines[start..end].join("\n"));
    let record = AnyRecord::parse(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    Ok((record, starts.len()))
}

fn replay<G: Tabled>(record: &Record<G>, args: &Replay) -> Result<String, Usage> {
    super::check_seat::<G>(args.seat)?;
    let last = record.events().len();
    if let Some(at) = args.at.filter(|&at| at > last) {
        return Err(Usage(format!("--at {at}: the record has steps 0 to {last}")));
    }
    if args.output.json {
        return Ok(format!("{:#}\n", replay_json(record, args.seat, args.at)));
    }
    let mut text = header(record, args.seat);
    let steps = steps(record, args.seat).into_iter().enumerate();
    for (number, step) in steps.filter(|(number, _)| args.at.is_none_or(|at| at == *number)) {
        let position = args.seat.map_or_else(|| everything::<G>(&step.state), |seat| as_seen::<G>(&step.state, seat));
        write!(text, "\n{number:>3}  {}\n{position}", step.title()).expect("writing to a string");
    }
    if args.at.is_none() {
        text.push_str(&ending(record));
    }
    Ok(text)
}

fn header<G: Game>(record: &Record<G>, seat: Option<Seat>) -> String {
    let mut text = G::TITLE.to_owned();
    for option in record.game().options() {
        write!(text, ", {} {}", option.key, option.value).expect("writing to a string");
    }
    // The seed names every card, so a seat's own story goes without it.
    match record.deal_seed().filter(|_| seat.is_none()) {
        Some(seed) => writeln!(text, ", seed {}", seed.0),
        None => writeln!(text),
    }
    .expect("writing to a string");
    for (seat, name) in record.names().iter().enumerate() {
        writeln!(text, "  seat {seat}  {name}").expect("writing to a string");
    }
    match seat {
        Some(seat) => writeln!(text, "As seat {seat} saw it."),
        None => writeln!(text, "With all cards open."),
    }
    .expect("writing to a string");
    text
}

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
        writeln!(text, "  place {}  {returns:>4}  {name} (seat {seat}){words}", places[seat])
            .expect("writing to a string");
    }
    if record.faults().as_slice().iter().any(|&faults| faults > 0) {
        writeln!(text, "{}", fault_rule::<G>()).expect("writing to a string");
    }
    text
}

//! `cardsharp replay`: a recorded game step by step, as a seat saw it or with everything open.

use std::fmt::Write;
use std::path::Path;

use cardsharp_archive::Archive;
use cardsharp_presentation::Tabled;
use cardsharp_presentation::replay::{replay_json, steps};
use cardsharp_presentation::show::{as_seen, everything};
use cardsharp_programs::read_log;
use cardsharp_rules::{ActionOf, AnyRecord, Event, Game, Record, Seat, outcome, with_game};
use cardsharp_table::fault_rule;
use cardsharp_tournament::kept_record;
use serde_json::Value;

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

/// Reads all records of a file.
pub(crate) fn read_all(path: &Path) -> Result<Vec<AnyRecord>, Usage> {
    let text = read_text(path, COLLECTION)?;
    let is_start = |place: &usize| *place == 0 || text.as_bytes()[place - 1] == b'\n';
    let starts: Vec<usize> = text.match_indices(BEGINS).map(|(place, _)| place).filter(is_start).collect();
    if starts.is_empty() {
        return Ok(vec![numbered(path, &text, 1)?.0]);
    }
    let ends = starts[1..].iter().copied().chain([text.len()]);
    let records = starts.iter().zip(ends).enumerate().map(|(number, (&start, end))| {
        // Read alone it is read quickly; what is wrong with it is told with the numbers of the whole file's lines.
        AnyRecord::parse(&text[start..end]).or_else(|_| numbered(path, &text, number + 1).map(|(record, _)| record))
    });
    records.collect()
}

/// What a record begins with.
const BEGINS: &str = "cardsharp record ";

/// Reads one of the records of a file, counted from 1.
pub(crate) fn read_numbered(path: &Path, number: usize) -> Result<AnyRecord, Usage> {
    read_one_of(path, number).map(|(record, _)| record)
}

/// The same, and how many the file holds.
fn read_one_of(path: &Path, number: usize) -> Result<(AnyRecord, usize), Usage> {
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
    let logs = Logs::read(record, args)?;
    if args.output.json {
        let mut replay = replay_json(record, args.seat, args.at);
        if args.logs.is_some() {
            replay["logs"] = logs.0.into();
        }
        return Ok(format!("{replay:#}\n"));
    }
    let mut text = header(record, args.seat);
    let steps = steps(record, args.seat).into_iter().enumerate();
    for (number, step) in steps.filter(|(number, _)| args.at.is_none_or(|at| at == *number)) {
        let position = args.seat.map_or_else(|| everything::<G>(&step.state), |seat| as_seen::<G>(&step.state, seat));
        write!(text, "\n{number:>3}  {}\n{position}{}", step.title(), logs.beside(record, number))
            .expect("writing to a string");
    }
    if args.at.is_none() {
        text.push_str(&ending(record));
    }
    Ok(text)
}

/// What was kept of the programs' decisions, seat by seat. Who asks for what a seat saw is told of that seat alone: what
/// others think is as hidden as their cards.
struct Logs(Vec<Vec<Value>>);

impl Logs {
    fn read<G: Game>(record: &Record<G>, args: &Replay) -> Result<Logs, Usage> {
        let Some(folder) = &args.logs else { return Ok(Logs(Vec::new())) };
        let Some(seed) = record.deal_seed() else {
            return Err(Usage("--logs: the record has no seed, by which logs are found".to_owned()));
        };
        let of_seat = |seat: Seat| match args.seat {
            Some(asked) if asked != seat => Vec::new(),
            _ => read_log(folder, seed, seat),
        };
        let logs: Vec<Vec<Value>> = Seat::all(G::SEATS).map(of_seat).collect();
        if logs.iter().all(Vec::is_empty) {
            return Err(Usage(format!("--logs {}: there is nothing of this game", folder.display())));
        }
        Ok(Logs(logs))
    }

    /// What there is to be told beside the position after so many steps.
    fn beside<G: Game>(&self, record: &Record<G>, steps: usize) -> String {
        let Some(Event::Action(seat, _)) = steps.checked_sub(1).and_then(|last| record.events().get(last)) else {
            return String::new();
        };
        let is_theirs = |event: &&Event<ActionOf<G>>| matches!(event, Event::Action(of, _) if of == seat);
        let before = record.events()[..steps - 1].iter().filter(is_theirs).count();
        let Some(entry) = self.0.get(seat.index()).and_then(|log| log.get(before)) else { return String::new() };
        let word = |name: &str| entry[name].as_str().unwrap_or_default();
        let mut text =
            format!("  {}: {:.1} ms\n", record.names()[seat.index()], entry["wall_ms"].as_f64().unwrap_or_default());
        for (title, said) in [("wrote", word("output")), ("errors", word("errors"))] {
            for line in said.lines() {
                writeln!(text, "    {title} | {line}").expect("writing to a string");
            }
        }
        for line in entry["fault"]["remark"].as_str().unwrap_or_default().lines() {
            writeln!(text, "    {line}").expect("writing to a string");
        }
        text
    }
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

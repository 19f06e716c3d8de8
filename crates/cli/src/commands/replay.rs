//! `cardsharp replay`: a recorded game step by step.

use std::path::{Path, PathBuf};

use cardsharp_archive::Archive;
use cardsharp_presentation::Present;
use cardsharp_presentation::replay::{replay_json, steps};
use cardsharp_presentation::show::{as_seen, everything};
use cardsharp_programs::read_log;
use cardsharp_rules::{ActionOf, AnyRecord, Event, Game, Record, Seat, with_game};
use cardsharp_tournament::kept_record;
use serde_json::Value;

use crate::shared::{Output, Usage, check_seat, ending, read_one_of};

/// Show a recorded game step by step, as one seat saw it or open
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("source").required(true).args(["file", "db"])),
    after_help = "Examples:\n  cardsharp replay game.record\n  cardsharp replay game.record --seat 1 --at 12\n  cardsharp replay games.record --number 3\n  cardsharp replay --db records.db --game 17\n  cardsharp replay game.record --logs logs      with what programs wrote on standard error"
)]
pub(crate) struct Replay {
    #[arg(value_name = "FILE", help = "A record")]
    file: Option<PathBuf>,
    #[arg(long, value_name = "FILE", requires = "game", help = "A records database, as `tournament` writes it …")]
    db: Option<PathBuf>,
    #[arg(long, value_name = "N", requires = "db", help = "… and the number of a game in it")]
    game: Option<i64>,
    /// The number of the record, if the file has several
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "db")]
    number: usize,
    #[arg(long, value_name = "S", help = "Show only what this seat saw")]
    seat: Option<Seat>,
    #[arg(long, value_name = "N", help = "Show only the position after so many steps")]
    at: Option<usize>,
    /// Show what programs wrote and how long they took, from the folder of `--logs DIR`
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

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

fn read_kept(path: &Path, number: i64) -> Result<AnyRecord, Usage> {
    let opened = Archive::open(path).and_then(|archive| archive.game(number));
    let opened = opened.map_err(|error| Usage(error.to_string()))?;
    kept_record(opened).map_err(|reason| Usage(format!("{}: game {number}: {reason}", path.display())))
}

fn replay<G: Present>(record: &Record<G>, args: &Replay) -> Result<String, Usage> {
    check_seat::<G>(args.seat)?;
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
        append!(text, "\n{number:>3}  {}\n{position}{}", step.title(), logs.beside(record, number));
    }
    if args.at.is_none() {
        text.push_str(&ending(record));
    }
    Ok(text)
}

/// The programs' logs by seat. With `--seat` only that seat's: the others would show their cards.
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

    /// Returns the log of the last of these steps.
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
                append_line!(text, "    {title} | {line}");
            }
        }
        for line in entry["fault"]["remark"].as_str().unwrap_or_default().lines() {
            append_line!(text, "    {line}");
        }
        text
    }
}

fn header<G: Game>(record: &Record<G>, seat: Option<Seat>) -> String {
    let mut text = G::TITLE.to_owned();
    for option in record.game().options() {
        append!(text, ", {} {}", option.key, option.value);
    }
    // The seed would reveal all cards.
    if let Some(seed) = record.deal_seed().filter(|_| seat.is_none()) {
        append!(text, ", seed {}", seed.0);
    }
    text.push('\n');
    for (seat, name) in record.names().iter().enumerate() {
        append_line!(text, "  seat {seat}  {name}");
    }
    text + &seat.map_or("With all cards open.\n".to_owned(), |seat| format!("As seat {seat} saw it.\n"))
}

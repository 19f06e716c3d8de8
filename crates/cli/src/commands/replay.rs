//! `cardsharp replay`: a recorded game step by step, as a seat saw it or with everything open.

use std::fmt::Write;
use std::path::Path;

use cardsharp_archive::Archive;
use cardsharp_rules::{AnyRecord, Event, Game, Record, Seat, State, Turn, outcome, with_game};
use cardsharp_sitting::show::{Show, as_seen, everything};
use cardsharp_tournament::kept_record;
use serde_json::{Value, json};

use crate::Usage;
use crate::args::Replay;
use crate::input::{COLLECTION, read_text};

pub(crate) fn run(args: &Replay) -> anyhow::Result<String> {
    let record = match (&args.file, &args.db, args.game) {
        (Some(path), ..) => read_record(path)?,
        (None, Some(path), Some(number)) => read_kept(path, number)?,
        _ => return Err(Usage("name a record, or --db FILE and --game N".to_owned()).into()),
    };
    with_game!(AnyRecord, &record, record => replay(record, args)).map_err(Into::into)
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
    let text = read_text(path, COLLECTION)?;
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines.iter().enumerate().filter(|(_, line)| line.starts_with("cardsharp record "));
    let starts: Vec<usize> = starts.map(|(line, _)| line).collect();
    if starts.len() < 2 && number == 1 {
        return read_record(path);
    }
    let Some(&start) = starts.get(number.wrapping_sub(1)) else {
        return Err(Usage(format!("--number {number}: {} holds {} records", path.display(), starts.len())));
    };
    let end = starts.get(number).copied().unwrap_or(lines.len());
    // Blank lines in place of the records before keep the numbers of the lines.
    let text = format!("{}{}\n", "\n".repeat(start), lines[start..end].join("\n"));
    AnyRecord::parse(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

fn replay<G: Show>(record: &Record<G>, args: &Replay) -> Result<String, Usage> {
    super::check_seat::<G>(args.seat)?;
    let mut steps = vec![Step { words: String::new(), state: record.start() }];
    for event in record.events() {
        let mut state = steps[steps.len() - 1].state.clone();
        if let Event::Action(_, action) = event {
            state.play_unchecked(*action);
        }
        steps.push(Step { words: in_words(record, event, args.seat), state });
    }
    if let Some(at) = args.at.filter(|&at| at >= steps.len()) {
        return Err(Usage(format!("--at {at}: the record has steps 0 to {}", steps.len() - 1)));
    }
    let numbered = steps.iter().enumerate().filter(|(number, _)| args.at.is_none_or(|at| at == *number));
    if args.output.json {
        let steps: Vec<Value> = numbered.map(|(number, step)| step.as_json::<G>(number, args.seat)).collect();
        let report = json!({
            "game": G::NAME, "names": record.names(), "seat": args.seat.map(Seat::index), "steps": steps,
            "result": record.result().map(|result| result.as_slice().to_vec()),
            // The record names every card, so a seat's own story goes without it.
            "record": args.seat.is_none().then(|| record.to_string()),
        });
        return Ok(format!("{report:#}\n"));
    }
    let mut text = header(record, args.seat);
    for (number, step) in numbered {
        let position = args.seat.map_or_else(|| everything::<G>(&step.state), |seat| as_seen::<G>(&step.state, seat));
        write!(text, "\n{number:>3}  {}\n{position}", step.title()).expect("writing to a string");
    }
    if args.at.is_none() {
        text.push_str(&ending(record));
    }
    Ok(text)
}

/// What happened, and the position after it.
struct Step<S> {
    words: String,
    state: S,
}

impl<S: State> Step<S> {
    fn title(&self) -> String {
        let next = match self.state.turn() {
            Turn::Of(seat) => format!("seat {seat} to act"),
            Turn::Over => "the game is over".to_owned(),
        };
        if self.words.is_empty() { next } else { format!("{} — {next}", self.words) }
    }

    fn as_json<G: Game<State = S>>(&self, number: usize, seat: Option<Seat>) -> Value {
        let seats = Seat::all(G::SEATS).filter(|&each| seat.is_none_or(|seat| seat == each));
        let views: Vec<String> = seats.map(|seat| self.state.observe(seat).to_string()).collect();
        let turn = if let Turn::Of(seat) = self.state.turn() { Some(seat.index()) } else { None };
        json!({ "step": number, "event": self.words, "turn": turn, "views": views })
    }
}

/// What happened, as far as the seat that looks could see it.
pub(crate) fn in_words<G: Game>(
    record: &Record<G>,
    event: &Event<cardsharp_rules::ActionOf<G>>,
    seat: Option<Seat>,
) -> String {
    let name = |seat: Seat| format!("{} (seat {seat})", record.names()[seat.index()]);
    match event {
        Event::Action(by, action) => {
            let seen = seat.is_none_or(|seat| seat == *by) || <G::State as State>::is_open(*action);
            let words = action.to_string();
            // A hidden action is known by its first word alone: "pass", "secret", "burn".
            let verb = words.split(' ').next().unwrap_or_default();
            if seen { format!("{}: {words}", name(*by)) } else { format!("{}: {verb}, unseen", name(*by)) }
        }
        // What was answered may name hidden cards: it is the seat's own business.
        Event::Fault(fault) if seat.is_some_and(|seat| seat != fault.seat) => {
            format!("{}: fault ({})", name(fault.seat), fault.verdict)
        }
        Event::Fault(fault) => format!("{}: fault ({}): {:?}", name(fault.seat), fault.verdict, fault.answer),
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
        let (name, faults) = (&record.names()[seat.index()], record.faults()[seat]);
        let faults = if faults > 0 { format!(", {faults} faults") } else { String::new() };
        writeln!(text, "  place {}  {returns:>4}  {name} (seat {seat}){faults}", places[seat])
            .expect("writing to a string");
    }
    text
}

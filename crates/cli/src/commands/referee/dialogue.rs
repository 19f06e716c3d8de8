//! What the referee says while a game is played.

use cardsharp_referee::table::{Failure, Seated, Watcher};
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::{Action, Intensity};
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{ActionOf, Event, Game, Record, Seat, outcome};

use super::person::Person;
use crate::args::Referee;
use crate::commands::replay;
use crate::output::say;

/// How a game is told.
pub(super) struct Dialogue {
    quiet: bool,
    /// A person plays, and must not hear what is hidden from it.
    discreet: bool,
}

impl Dialogue {
    pub(super) fn new(args: &Referee) -> Dialogue {
        Dialogue { quiet: args.quiet, discreet: args.interactive }
    }
}

/// A game that is told in words of its own, or in those that all games share.
pub(super) trait Spoken: Game {
    /// Seats a person, where the game has a dialogue for people.
    fn person(_person: Person) -> Option<Box<dyn Seated<Self>>> {
        None
    }

    /// The cards are dealt.
    fn dealt(record: &Record<Self>, _discreet: bool) -> String {
        let names: Vec<String> =
            record.names().iter().enumerate().map(|(seat, name)| format!("  seat {seat}  {name}\n")).collect();
        format!("{}\n{}", Self::TITLE, names.concat())
    }

    /// Someone did something.
    fn did(record: &Record<Self>, seat: Seat, action: ActionOf<Self>, _discreet: bool) -> Option<String> {
        Some(replay::in_words(record, &Event::Action(seat, action), None))
    }

    /// Someone's answer could not stand.
    fn erred(record: &Record<Self>, seat: Seat, failure: &Failure, _discreet: bool) -> String {
        format!("{} (seat {seat}): fault: {failure}; the referee chooses at random", record.names()[seat.index()])
    }

    /// How it ended.
    fn ended(record: &Record<Self>) -> String {
        replay::ending(record)
    }
}

impl<G: Spoken> Watcher<G> for Dialogue {
    fn begin(&mut self, record: &Record<G>) {
        if !self.quiet {
            say(G::dealt(record, self.discreet) + "\n");
        }
    }

    fn fault(&mut self, record: &Record<G>, seat: Seat, failure: &Failure) {
        if !self.quiet {
            say(G::erred(record, seat, failure, self.discreet) + "\n");
        }
    }

    fn acted(&mut self, record: &Record<G>) {
        let Some(Event::Action(seat, action)) = record.events().last() else { return };
        if let Some(line) = G::did(record, *seat, *action, self.discreet).filter(|_| !self.quiet) {
            say(line + "\n");
        }
    }

    fn over(&mut self, record: &Record<G>) {
        say(format!("{}\n", G::ended(record).trim_end()));
    }
}

impl Spoken for Hanamikoji {}
impl Spoken for Indigo {}
impl Spoken for LuckyThirteen {}

/// `[10, 22, 23]`
pub(super) fn brackets(cards: impl IntoIterator<Item = impl ToString>) -> String {
    let cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    format!("[{}]", cards.join(", "))
}

/// A name as wide as the longest at the table.
fn padded<G: Game>(record: &Record<G>, seat: Seat) -> String {
    let width = record.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    format!("{:<width$}", record.names()[seat.index()])
}

fn penalty_points(points: i32) -> String {
    format!("{points} penalty point{}", if points == 1 { "" } else { "s" })
}

impl Spoken for Intensity {
    fn person(person: Person) -> Option<Box<dyn Seated<Intensity>>> {
        Some(Box::new(person))
    }

    fn dealt(record: &Record<Intensity>, discreet: bool) -> String {
        if discreet {
            return "Discards:".to_owned();
        }
        let start = record.start();
        let rows = Seat::all(4).map(|seat| {
            format!("Table position {seat}: {}: {}\n", padded(record, seat), brackets(start.hands()[seat]))
        });
        format!("Deal:\n{}\nDiscards:", rows.collect::<Vec<_>>().concat())
    }

    fn did(record: &Record<Intensity>, seat: Seat, action: Action, discreet: bool) -> Option<String> {
        let (name, table) = (padded(record, seat), record.state().table());
        let card = match action {
            Action::Pass(cards) => {
                let left = &record.names()[seat.plus(1, 4).index()];
                let line = format!("Table position {seat}: {name} passes {} to {left}", brackets(cards));
                let end = if table.all_passed() { "\n" } else { "" };
                // A person hears nothing of the others' passes, and knows its own.
                return if discreet { table.all_passed().then(String::new) } else { Some(line + end) };
            }
            Action::Play(card) => card,
        };
        let round = (table.plays().len() - 1) / 4;
        let line = format!("Round {round}: {name} plays the {card}");
        if table.round().is_empty() {
            let cards = &table.plays()[4 * round..];
            let points: i32 = cards.iter().map(|card| i32::from(card.points())).sum();
            let contains =
                if points == 0 { String::new() } else { format!(" which contains {}", penalty_points(points)) };
            let winner = padded(record, table.leader());
            return Some(format!("{line}\nRound {round}: {winner} wins the round{contains}\n"));
        }
        Some(line)
    }

    fn erred(record: &Record<Intensity>, seat: Seat, failure: &Failure, discreet: bool) -> String {
        let table = record.state().table();
        // What was answered may name hidden cards.
        let what = if discreet { failure.verdict.to_string() } else { failure.to_string() };
        let cost = penalty_points(Intensity::FAULT_PENALTY);
        let name = padded(record, seat);
        if table.all_passed() {
            format!("Round {}: {name} fails: {what}; {cost}, and a random legal card is played", table.rounds())
        } else {
            format!("Table position {seat}: {name} fails: {what}; {cost}, and three random cards are passed")
        }
    }

    fn ended(record: &Record<Intensity>) -> String {
        let result = record.result().expect("the game is over");
        let places = outcome::places(&result);
        let mut seats: Vec<Seat> = Seat::all(4).collect();
        seats.sort_by_key(|&seat| places[seat]);
        let rows = seats.iter().map(|&seat| {
            let faults = match record.faults()[seat] {
                0 => String::new(),
                1 => " (1 fault)".to_owned(),
                faults => format!(" ({faults} faults)"),
            };
            format!("{:>5}  {:>6}  {}{faults}\n", places[seat], -result[seat], record.names()[seat.index()])
        });
        format!("Place  Points  Name\n{}", rows.collect::<Vec<_>>().concat())
    }
}

//! Games in words: what is said while one is played, and what a person is asked.
//!
//! The referee tells games of programs in these words, and `cardsharp play --plain` holds whole
//! conversations in them. Indigo's course has a dialogue of its own: `course.rs`.

mod course;
mod hanamikoji;
mod input;
mod intensity;
mod lucky_thirteen;
mod person;

use std::fmt::Display;

use cardsharp_presentation::replay::in_words;
use cardsharp_presentation::{Tabled, show};
use cardsharp_programs::{Agent, Failure, Hosted, fault_rule};
use cardsharp_rules::{ActionOf, Event, FaultKind, Game, Observation, ObservationOf, Record, Seat, State, join};
use cardsharp_search::CHAMPION;
use cardsharp_session::{Sitting, Whose};

use crate::commands::play::{NewGame, plain};
use crate::commands::replay;
use crate::output;

pub(crate) use input::{Heard, listen};

/// Who listens, and so what may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Nobody who plays: everything may be heard.
    Onlookers,
    /// The person on this seat, who must not hear what is hidden from it.
    One(Seat),
    /// Several people, who must not hear each other's secrets.
    Several,
}

impl Audience {
    /// The people who play.
    pub(crate) fn of(people: impl IntoIterator<Item = Seat>) -> Audience {
        let mut people = people.into_iter();
        match (people.next(), people.next()) {
            (None, _) => Audience::Onlookers,
            (Some(seat), None) => Audience::One(seat),
            _ => Audience::Several,
        }
    }

    /// Whether what this seat hides may be told.
    pub(crate) fn may_hear(self, seat: Seat) -> bool {
        match self {
            Audience::Onlookers => true,
            Audience::One(listener) => listener == seat,
            Audience::Several => false,
        }
    }
}

/// Why a game of the web table may not go on at the terminal.
pub(crate) const NO_PROGRAMS: &str = "a program is to play, and programs are not asked at this table";

/// Why a conversation stopped before the game was over.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The person said so.
    Exit,
    /// Nothing more can be heard, and why.
    End(String),
}

/// Says a line at once.
pub(crate) fn say(line: impl Display) {
    output::say(format_args!("{line}\n"));
}

/// Who has lost the game by faults, and the rule; nothing where nobody has.
pub(crate) fn lost_in_words<G: Game>(record: &Record<G>) -> String {
    let lost = record.lost().iter().filter(|&(_, &lost)| lost);
    let names: Vec<&str> = lost.map(|(seat, _)| record.names()[seat.index()].as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("{} lost the game by faults. {}\n", names.join(" and "), fault_rule::<G>())
}

/// A game at the terminal: told in words of its own or in those that all games share, and a person is asked in a
/// line what to do.
pub(crate) trait AtTerminal: Tabled + Hosted {
    /// What a person is called.
    const PERSON: &'static str = "Player";
    /// What players of ours are called, if not by their own names.
    const COMPUTER: Option<&'static str> = None;
    /// Who sits beside a person unless told.
    const USUAL_OPPONENT: &'static str = CHAMPION;
    /// The rules in short, and how an answer is typed.
    const HELP: &'static str = Self::RULES;

    /// What is said first, line by line, and asked before cards are dealt; a game that goes on has
    /// no plan any more.
    ///
    /// # Errors
    /// If the person leaves.
    fn welcome(_plan: Option<&mut NewGame<Self>>) -> Result<(), Left> {
        Ok(())
    }

    /// The game from where it is to its end, line by line; `acted` is told of every action.
    ///
    /// # Errors
    /// If a person leaves.
    fn converse(sitting: &mut Sitting<Self>, acted: &mut dyn FnMut(&mut Sitting<Self>, Whose)) -> Result<(), Left> {
        plain::converse(sitting, acted)
    }

    /// The cards are dealt.
    fn dealt(record: &Record<Self>, _audience: Audience) -> String {
        let names: Vec<String> =
            record.names().iter().enumerate().map(|(seat, name)| format!("  seat {seat}  {name}\n")).collect();
        format!("{}\n{}", Self::TITLE, names.concat())
    }

    /// Someone did something.
    fn did(record: &Record<Self>, seat: Seat, action: ActionOf<Self>, audience: Audience) -> Option<String> {
        // Through the eyes of another, hidden things stay hidden.
        let eyes = (!audience.may_hear(seat)).then(|| seat.plus(1, Self::SEATS));
        Some(in_words(record, &Event::Action(seat, action), eyes))
    }

    /// Someone's answer could not stand.
    fn erred(record: &Record<Self>, seat: Seat, failure: &Failure, kind: FaultKind, _audience: Audience) -> String {
        let name = &record.names()[seat.index()];
        let course = match kind {
            FaultKind::Cause | FaultKind::Consequence => "the referee chooses at random",
            FaultKind::Forfeit => "the game is lost by it, and the referee plays its turns from here on, at random",
        };
        format!("{name} (seat {seat}): fault: {failure}; {course}")
    }

    /// How it ended: what lies open by then, and the result.
    fn ended(record: &Record<Self>) -> String {
        let open = Self::open(&record.state().observe(Seat::FIRST));
        format!("\n{}{}", show::table(open), replay::ending(record))
    }

    /// Said once when the turn has come to a person.
    fn called(view: &ObservationOf<Self>, names: &[String]) -> String {
        let rows = Self::open(view).into_iter().chain(Self::own(view));
        format!("\n{} is to act.\n{}", names[view.seat().index()], show::table(rows).trim_end())
    }

    /// Asked until the answer makes sense; the answer comes on the same line.
    fn question(view: &ObservationOf<Self>) -> String {
        format!("Enter one of {}: ", join(legal::<Self>(view)))
    }

    /// What an answer means.
    ///
    /// # Errors
    /// If it means nothing or is not allowed: a sentence for the person.
    fn understand(view: &ObservationOf<Self>, answer: &str) -> Result<ActionOf<Self>, String> {
        let action = answer.parse::<ActionOf<Self>>().map_err(|error| format!("{error}."))?;
        let is_legal = legal::<Self>(view).contains(&action);
        is_legal.then_some(action).ok_or_else(|| format!("{action} is not allowed now."))
    }

    /// When this is: "in round 3".
    fn moment(view: &ObservationOf<Self>) -> String {
        format!("when {} could be done", join(legal::<Self>(view)))
    }

    /// Seats a person at a referee's table, where the game has a dialogue for that.
    fn person(_name: String) -> Option<Box<dyn Agent<Self>>> {
        None
    }

    /// The log of the game, where its document has one.
    fn log(_record: &Record<Self>) -> Option<String> {
        None
    }
}

macro_rules! tell {
    ($($game:ty),*) => { $(impl AtTerminal for $game {})* };
}
cardsharp_rules::teaching_games!(tell);

fn legal<G: Game>(view: &ObservationOf<G>) -> Vec<ActionOf<G>> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
}

/// Asks the person whose view this is until the answer makes sense; `aside` answers what is no
/// answer but a question in return, in small letters.
///
/// # Errors
/// If the person leaves.
pub(crate) fn ask<G: AtTerminal>(
    view: &ObservationOf<G>,
    names: &[String],
    aside: impl Fn(&str) -> Option<String>,
) -> Result<ActionOf<G>, Left> {
    say(G::called(view, names));
    loop {
        output::say(G::question(view));
        let line = match listen() {
            Heard::Line(line) => line,
            Heard::Nonsense(reason) => {
                say(reason);
                continue;
            }
            Heard::End(why) => {
                say("");
                return Err(Left::End(why));
            }
        };
        let word = line.to_lowercase();
        if word == "exit" {
            return Err(Left::Exit);
        }
        if let Some(words) = aside(&word) {
            say(words.trim_end());
            continue;
        }
        match G::understand(view, &line) {
            Ok(action) => return Ok(action),
            Err(reason) => say(reason),
        }
    }
}

/// `[10, 22, 23]`
pub(crate) fn brackets(cards: impl IntoIterator<Item = impl ToString>) -> String {
    let cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    format!("[{}]", cards.join(", "))
}

/// A name as wide as the longest at the table.
fn padded<G: Game>(record: &Record<G>, seat: Seat) -> String {
    let width = record.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    format!("{:<width$}", record.names()[seat.index()])
}

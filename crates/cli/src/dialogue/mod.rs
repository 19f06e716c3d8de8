//! Games as dialogues, for `cardsharp referee` and `cardsharp play --plain`.

mod conversation;
mod course;
mod hanamikoji;
mod input;
mod intensity;
mod lucky_thirteen;
mod new_game;
mod person;

use crate::shared::{ending, print, print_line};
use cardsharp_presentation::replay::in_words;
use cardsharp_presentation::{Present, show};
use cardsharp_programs::{Agent, Failure, Hosted, fault_rule};
use cardsharp_rules::{ActionOf, Event, FaultKind, Game, Observation, ObservationOf, Record, Seat, State, join};
use cardsharp_search::CHAMPION;
use cardsharp_session::{Session, ToMove};
pub(crate) use input::{Heard, listen};
pub(crate) use new_game::NewGame;

/// The name of the person at a referee's table.
pub(crate) const PERSON: &str = "Interactive Player";

/// The people who read the dialogue; they decide what it may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// No player: everything may be shown.
    Onlookers,
    /// The person on this seat, who must not learn hidden cards.
    One(Seat),
    /// Several people, who must not learn each other's hidden cards.
    Several,
}

impl Audience {
    pub(crate) fn of(people: impl IntoIterator<Item = Seat>) -> Audience {
        let mut people = people.into_iter();
        match (people.next(), people.next()) {
            (None, _) => Audience::Onlookers,
            (Some(seat), None) => Audience::One(seat),
            _ => Audience::Several,
        }
    }

    /// Whether the hidden cards of this seat may be shown.
    pub(crate) fn may_see(self, seat: Seat) -> bool {
        match self {
            Audience::Onlookers => true,
            Audience::One(listener) => listener == seat,
            Audience::Several => false,
        }
    }
}

/// The error for a saved game with a program: only the web table can ask programs.
pub(crate) const NO_PROGRAMS: &str = "a program is to play, and programs are not asked at this table";

/// The reason why a conversation ended before the game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Exit,
    /// The reason why the input ended.
    End(String),
}

/// Names the players who lost the game by faults, and the rule; empty if there are none.
pub(crate) fn lost_in_words<G: Game>(record: &Record<G>) -> String {
    let lost = record.lost().iter().filter(|&(_, &lost)| lost);
    let names: Vec<&str> = lost.map(|(seat, _)| record.names()[seat.index()].as_str()).collect();
    if names.is_empty() {
        return String::new();
    }
    format!("{} lost the game by faults. {}\n", names.join(" and "), fault_rule::<G>())
}

/// A game as a dialogue, in its own words or in those that all games share.
pub(crate) trait AtTerminal: Present + Hosted {
    const PERSON: &'static str = "Player";
    /// The name of house players, if it is not their own.
    const COMPUTER: Option<&'static str> = None;
    const USUAL_OPPONENT: &'static str = CHAMPION;
    /// The rules in short, and how to type an action.
    const HELP: &'static str = Self::RULES;

    /// Prints the first lines, and asks for settings before the deal; a resumed game has no plan.
    fn welcome(_plan: Option<&mut NewGame<Self>>) -> Result<(), Left> {
        Ok(())
    }

    /// Plays the game to its end; `acted` is called after every action.
    fn converse(sitting: &mut Session<Self>, acted: &mut dyn FnMut(&mut Session<Self>, ToMove)) -> Result<(), Left> {
        conversation::converse(sitting, acted)
    }

    fn deal_text(record: &Record<Self>, _audience: Audience) -> String {
        let names: Vec<String> =
            record.names().iter().enumerate().map(|(seat, name)| format!("  seat {seat}  {name}\n")).collect();
        format!("{}\n{}", Self::TITLE, names.concat())
    }

    fn action_text(record: &Record<Self>, seat: Seat, action: ActionOf<Self>, audience: Audience) -> Option<String> {
        // Another seat's view keeps hidden cards hidden.
        let eyes = (!audience.may_see(seat)).then(|| seat.plus(1, Self::SEATS));
        Some(in_words(record, &Event::Action(seat, action), eyes))
    }

    fn fault_text(record: &Record<Self>, seat: Seat, why: &Failure, kind: FaultKind, _audience: Audience) -> String {
        let name = &record.names()[seat.index()];
        let course = match kind {
            FaultKind::Cause | FaultKind::Consequence => "the referee chooses at random",
            FaultKind::Forfeit => "the game is lost by it, and the referee plays its turns from here on, at random",
        };
        format!("{name} (seat {seat}): fault: {why}; {course}")
    }

    fn end_text(record: &Record<Self>) -> String {
        let open = Self::open(&record.state().observe(Seat::FIRST));
        format!("\n{}{}", show::table(open), ending(record))
    }

    fn turn_text(view: &ObservationOf<Self>, names: &[String]) -> String {
        let rows = Self::open(view).into_iter().chain(Self::own(view));
        format!("\n{} is to act.\n{}", names[view.seat().index()], show::table(rows).trim_end())
    }

    /// Asks for an action; the answer is typed on the same line.
    fn question(view: &ObservationOf<Self>) -> String {
        format!("Enter one of {}: ", join(legal::<Self>(view)))
    }

    /// Parses an answer, or returns the error as a sentence.
    fn parse_answer(view: &ObservationOf<Self>, answer: &str) -> Result<ActionOf<Self>, String> {
        let action = answer.parse::<ActionOf<Self>>().map_err(|error| format!("{error}."))?;
        let is_legal = legal::<Self>(view).contains(&action);
        is_legal.then_some(action).ok_or_else(|| format!("{action} is not allowed now."))
    }

    /// Returns the time in the game, such as "in round 3".
    fn moment(view: &ObservationOf<Self>) -> String {
        format!("when {} could be done", join(legal::<Self>(view)))
    }

    /// Seats a person at a referee's table, if the game supports it.
    fn person(_name: String) -> Option<Box<dyn Agent<Self>>> {
        None
    }

    /// Returns the log of the game, if the game defines one.
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

/// Asks a person until the answer is an action; `aside` answers words such as `help`, in lower case.
pub(crate) fn ask<G: AtTerminal>(
    view: &ObservationOf<G>,
    names: &[String],
    aside: impl Fn(&str) -> Option<String>,
) -> Result<ActionOf<G>, Left> {
    print_line(G::turn_text(view, names));
    loop {
        print(G::question(view));
        let line = match listen() {
            Heard::Line(line) => line,
            Heard::Nonsense(reason) => {
                print_line(reason);
                continue;
            }
            Heard::End(why) => {
                print_line("");
                return Err(Left::End(why));
            }
        };
        let word = line.to_lowercase();
        if word == "exit" {
            return Err(Left::Exit);
        }
        if let Some(words) = aside(&word) {
            print_line(words.trim_end());
            continue;
        }
        match G::parse_answer(view, &line) {
            Ok(action) => return Ok(action),
            Err(reason) => print_line(reason),
        }
    }
}

/// Writes cards as `[10, 22, 23]`.
pub(crate) fn brackets(cards: impl IntoIterator<Item = impl ToString>) -> String {
    let cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    format!("[{}]", cards.join(", "))
}

/// Pads a name to the longest at the table.
fn padded<G: Game>(record: &Record<G>, seat: Seat) -> String {
    let width = record.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    format!("{:<width$}", record.names()[seat.index()])
}

//! The JSON of a table's status. It is made of chairs, requests and times, which are public, and never of cards.

use std::time::Duration;

use cardsharp_presentation::picture::person;
use cardsharp_presentation::{Message, message, message_of};
use cardsharp_rules::{AnyGame, Seat};
use serde::Serialize;
use utoipa::ToSchema;

use crate::game::{About, Eyes, Frame, Placing, is_quick};
use crate::tables::{Decided, Request, Series, Surrender, TableSnapshot, Terms, chair};

/// An open request, which all people who play must agree to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OpenQuestion {
    /// The number by which an answer names it.
    pub(crate) number: u64,
    pub(crate) what: Request,
    /// The seat that asks.
    pub(crate) by: usize,
    /// The seats that have not answered yet.
    pub(crate) waits_for: Vec<usize>,
}

/// The clocks of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Clocks {
    /// Milliseconds left by seat; `null` where no person plays.
    pub(crate) left: Vec<Option<u64>>,
    /// The seat whose clock runs.
    pub(crate) running: Option<usize>,
    /// Milliseconds of free time before it runs, in a first decision.
    pub(crate) free: u64,
    /// Seconds added after every decision.
    pub(crate) increment: u32,
}

/// The score of the match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Score {
    /// Wins by seat; this game counts once it is over. All others win a game that a seat gives up.
    pub(crate) won: Vec<u32>,
    /// Games with a shared first place, which count for no seat.
    pub(crate) shared: u32,
    /// All finished games.
    pub(crate) games: u32,
    /// The length of the match, if there is one.
    pub(crate) series: Option<Series>,
    /// Whether the match is over.
    pub(crate) decided: bool,
    /// The seat that has won the match; `null` if it is drawn.
    pub(crate) winner: Option<usize>,
}

/// Returns the bot that replaces a person: the strongest that decides at once.
pub(crate) fn stand_in(game: &AnyGame, about: &About) -> &'static str {
    let is_quick = |spec: &str| spec.parse().is_ok_and(|spec| is_quick(game, &spec));
    let quick = about.strengths.iter().rev().find(|known| is_quick(known.spec));
    quick.or(about.strengths.first()).map_or("random", |known| known.spec)
}

/// Shows in a frame that the game is paused or given up, or that a bot plays for the viewer.
pub(crate) fn amend(frame: &mut Frame, snapshot: &TableSnapshot, eyes: Eyes) {
    let status = &snapshot.status;
    if status.is_ended {
        (frame.turn, frame.over) = (None, true);
        frame.close(&message!("The game is over."));
    } else if status.is_paused && !frame.over {
        frame.close(&message!("The game is paused."));
    } else if eyes.is_some_and(|seat| snapshot.chairs[seat.index()].stand_in().is_some()) && !frame.over {
        frame.close(&message!("A computer plays for you."));
    }
    if status.gave_up.is_empty() || !frame.over {
        return;
    }
    let Some(places) = snapshot.places() else { return };
    frame.why = why(snapshot, eyes);
    let mut result = frame.result.take().unwrap_or_else(|| {
        let nothing = |seat| Placing { seat, place: 1, count: None, words: Message::default() };
        (0..places.len()).map(nothing).collect()
    });
    for placing in &mut result {
        placing.place = places[placing.seat];
        let how = status.gave_up.iter().find(|gave_up| gave_up.seat == placing.seat).map(|gave_up| gave_up.how);
        let how = match how {
            Some(Surrender::Resigned) => message!("resigned"),
            Some(Surrender::OutOfTime) => message!("out of time"),
            None => continue,
        };
        let words = &placing.words;
        placing.words = if words.is_empty() { how } else { message!("{how}; {words}", how, words) };
    }
    frame.result = Some(result);
}

fn why(snapshot: &TableSnapshot, eyes: Eyes) -> Message {
    let names = chair::names(&snapshot.chairs);
    let told = snapshot.status.gave_up.iter().map(|gave_up| {
        let who = person(&names, Seat::new(gave_up.seat), eyes);
        match gave_up.how {
            Surrender::Resigned => message_of!(who, "You resigned.", "{name} resigned."),
            Surrender::OutOfTime => message_of!(who, "Your time ran out.", "{name} ran out of time."),
        }
    });
    told.reduce(|before, next| message!("{before} {next}", before, next)).unwrap_or_default()
}

pub(crate) fn open_question(snapshot: &TableSnapshot) -> Option<OpenQuestion> {
    let question = snapshot.status.question.as_ref()?;
    let is_waited_for = |seat: &usize| *seat != question.by && !question.agreed.contains(seat);
    let waits_for = snapshot.playing().into_iter().filter(is_waited_for).collect();
    Some(OpenQuestion { number: question.number, what: question.what, by: question.by, waits_for })
}

pub(crate) fn clocks(snapshot: &TableSnapshot, terms: &Terms) -> Option<Clocks> {
    let (left, control) = (snapshot.status.clocks.as_ref()?, terms.clock?);
    let is_person = |seat: usize| snapshot.chairs[seat].holder().is_some() || snapshot.chairs[seat].is_free();
    let left = left.iter().enumerate().map(|(seat, left)| is_person(seat).then_some(*left)).collect();
    let (running, free) = snapshot.running().map_or((None, Duration::ZERO), |(seat, free)| (Some(seat.index()), free));
    Some(Clocks { left, running, free: free.as_millis() as u64, increment: control.increment })
}

pub(crate) fn score(snapshot: &TableSnapshot, terms: &Terms, is_over: bool) -> Score {
    let tally = if is_over { snapshot.tally() } else { snapshot.status.tally.clone() };
    let decided = terms.series.and_then(|series| tally.decided(series));
    let winner = match decided {
        Some(Decided::Won(seat)) => Some(seat),
        Some(Decided::Drawn) | None => None,
    };
    Score {
        games: tally.games(),
        shared: tally.shared,
        series: terms.series,
        decided: decided.is_some(),
        winner,
        won: tally.won,
    }
}

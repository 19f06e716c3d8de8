//! A game that is over, or a record that somebody has, step by step.

use cardsharp_rules::{AnyRecord, Event, Record, Seat, with_game};
use cardsharp_sitting::Tabled;

use crate::gate::{heard, placings, stills};
use crate::refusal::{Code, Refusal};
use crate::wire::{Face, Replay, ReplayStep, Still};

/// Whose cards are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Everybody's.
    Open,
    /// What one seat saw.
    Seat(usize),
}

/// A game step by step.
///
/// # Errors
/// If there is no such seat.
pub(crate) fn replay(record: &AnyRecord, shown: Shown) -> Result<Replay, Refusal> {
    with_game!(AnyRecord, record, record => replay_of(record.as_ref(), shown))
}

fn replay_of<G: Tabled>(record: &Record<G>, shown: Shown) -> Result<Replay, Refusal> {
    let eyes = match shown {
        Shown::Open => None,
        Shown::Seat(seat) if seat < G::SEATS => Some(Seat::new(seat)),
        Shown::Seat(seat) => {
            let words = format!("There is no seat {seat}: {} has seats 0 to {}.", G::TITLE, G::SEATS - 1);
            return Err(Refusal::new(Code::UnknownSeat, words));
        }
    };
    let hands: Vec<Seat> = eyes.map_or_else(|| Seat::all(G::SEATS).collect(), |seat| vec![seat]);
    let step = |(step, (view, hands)): (usize, (Still, Vec<Vec<Face>>))| {
        let deed = step.checked_sub(1).map(|last| deed::<G>(&record.events()[last], eyes));
        let (seat, words, cards) = deed
            .map_or((None, "The cards are dealt.".to_owned(), Vec::new()), |(seat, words, cards)| {
                (Some(seat.index()), words, cards)
            });
        ReplayStep { step, seat, words, cards, view, hands }
    };
    Ok(Replay {
        game: G::NAME,
        title: G::TITLE,
        names: record.names().to_vec(),
        seed: record.deal_seed().map(|seed| seed.0),
        steps: stills(record, eyes, &hands).enumerate().map(step).collect(),
        result: placings(record),
        record: record.to_string(),
    })
}

/// What was done, hidden or not where everything is open.
fn deed<G: Tabled>(event: &Event<cardsharp_rules::ActionOf<G>>, eyes: Option<Seat>) -> (Seat, String, Vec<Face>) {
    let by = match (event, eyes) {
        // Who did it saw it all.
        (Event::Action(seat, _), None) => Some(*seat),
        _ => eyes,
    };
    heard::<G>(event, by)
}

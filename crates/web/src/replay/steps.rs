//! Replays: a finished game or an uploaded record, step by step.

use cardsharp_presentation::picture::{Face, person};
use cardsharp_presentation::{Message, Present, message};
use cardsharp_rules::{ActionOf, AnyRecord, Event, Record, Seat, State as _, with_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::game::gate::{consequences, event_in_words, placings, stills, why};
use crate::game::{Eyes, Placing, Still};
use crate::http::{Code, Result};
use crate::tables::no_seat;

/// A game as a replay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Replay {
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) names: Vec<String>,
    pub(crate) seed: Option<u64>,
    /// The first is the deal, before the first action.
    pub(crate) steps: Vec<ReplayStep>,
    /// `null` if the record ends before the game does.
    pub(crate) result: Option<Vec<Placing>>,
    /// Why the game ended; empty if it did not.
    pub(crate) why: Message,
    /// The record's text.
    pub(crate) record: String,
}

/// A step of a replay.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReplayStep {
    pub(crate) step: usize,
    /// The seat that acted; `null` for the deal.
    pub(crate) seat: Option<usize>,
    pub(crate) words: Message,
    /// Its public consequence, if any.
    pub(crate) brought: Message,
    /// The cards of the action, as far as they were seen.
    pub(crate) cards: Vec<Face>,
    pub(crate) view: Still,
    /// By seat; empty for seats that are not shown.
    pub(crate) hands: Vec<Vec<Face>>,
}

/// The cards that a replay shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Open,
    /// The cards that one seat saw.
    Seat(usize),
}

pub(crate) fn replay(record: &AnyRecord, shown: Shown) -> Result<Replay> {
    with_game!(AnyRecord, record, record => replay_of(record.as_ref(), shown))
}

fn replay_of<G: Present>(record: &Record<G>, shown: Shown) -> Result<Replay> {
    let eyes = match shown {
        Shown::Open => None,
        Shown::Seat(seat) if seat < G::SEATS => Some(Seat::new(seat)),
        Shown::Seat(seat) => {
            return Err(Code::UnknownSeat.because(no_seat(seat, G::TITLE, G::SEATS)));
        }
    };
    let hands: Vec<Seat> = eyes.map_or_else(|| Seat::all(G::SEATS).collect(), |seat| vec![seat]);
    let brought = consequences(record, eyes);
    let step = |(step, (view, hands)): (usize, (Still, Vec<Vec<Face>>))| {
        let deed = step.checked_sub(1).map(|last| deed::<G>(&record.events()[last], record.names(), eyes));
        let (seat, words, cards) = deed
            .map_or((None, message!("The cards are dealt"), Vec::new()), |(seat, words, cards)| {
                (Some(seat.index()), words, cards)
            });
        let brought = step.checked_sub(1).map(|last| brought[last].clone()).unwrap_or_default();
        ReplayStep { step, seat, words, brought, cards, view, hands }
    };
    Ok(Replay {
        game: G::NAME,
        title: G::TITLE,
        names: record.names().to_vec(),
        seed: record.deal_seed().map(|seed| seed.0),
        steps: stills(record, eyes, &hands).enumerate().map(step).collect(),
        result: placings(record),
        why: why(record, &record.state().observe(eyes.unwrap_or(Seat::FIRST)), eyes),
        record: record.to_string(),
    })
}

/// Describes an event. With all cards open even hidden actions are described in full.
fn deed<G: Present>(event: &Event<ActionOf<G>>, names: &[String], eyes: Eyes) -> (Seat, Message, Vec<Face>) {
    match (event, eyes) {
        (Event::Action(seat, action), None) => {
            let cards = G::cards(*action).into_iter().collect();
            (*seat, G::deed(*action, person(names, *seat, None)), cards)
        }
        _ => event_in_words::<G>(event, names, eyes),
    }
}

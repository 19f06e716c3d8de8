//! Advice from a seat's own view.

use cardsharp_presentation::analysis::{
    Analyst, Choice, Judged as How, Thought, advice_in_brief, figure_told, salient, verdict,
};
use cardsharp_presentation::picture::name;
use cardsharp_presentation::{Message, Present, message};
use cardsharp_rules::{ActionOf, Observation, ObservationOf, Record, Seat, Turn};
use cardsharp_search::{HidingPlace, Holdings, Spec};
use serde::Serialize;
use utoipa::ToSchema;

use crate::threads::Question;

/// The analysis of a position from one seat's view.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Advice {
    pub(crate) step: usize,
    /// How the actions were judged: `values`, `weights` or `choice`.
    pub(crate) judged: &'static str,
    /// The advice in one plain sentence; empty if the seat has nothing to do.
    pub(crate) brief: Message,
    /// The advice with its reasons, a sentence each.
    pub(crate) words: Vec<Message>,
    /// The actions, the most valuable first and those without a value last; none if it is not this seat's turn.
    pub(crate) choices: Vec<Judged>,
    pub(crate) beliefs: Beliefs,
}

/// An action and its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Judged {
    /// The action as a request names it.
    pub(crate) action: String,
    /// The action as an order: `Play 47`.
    pub(crate) order: Message,
    /// Its consequence.
    pub(crate) words: Message,
    /// From 0 to 1.
    pub(crate) value: Option<f64>,
    /// The standard error of the value.
    pub(crate) error: Option<f64>,
    /// The number of visits by a search.
    pub(crate) tried: u32,
    /// The probability that a policy chooses it.
    pub(crate) weight: Option<f64>,
}

/// The belief about the unseen cards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Beliefs {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) places: Vec<Whereabouts>,
    /// The probability of a card of each kind in each place.
    pub(crate) chances: Vec<Vec<f64>>,
    /// The effective number of sampled worlds.
    pub(crate) worlds: f64,
}

/// Unseen cards that are equal.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Kind {
    pub(crate) name: String,
    pub(crate) count: usize,
    /// Its cell in a table of suits and ranks, if the deck has them.
    pub(crate) cell: Option<Cell>,
}

/// A cell in a table of suits and ranks, counted from 0.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Cell {
    pub(crate) suit: u8,
    pub(crate) rank: u8,
}

/// A place where unseen cards may be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Whereabouts {
    pub(crate) name: Message,
    /// The seat that holds it, if it is a hand.
    pub(crate) seat: Option<usize>,
}

const ADVISER: &str = "champion:ms=400";
/// The adviser's seed: the same question gets the same answer.
const SEED: u64 = 1;
const TOLD: usize = 16;

pub(crate) fn analyst<G: Present>(game: &G, spec: &str) -> Analyst<G> {
    let spec: Spec = spec.parse().expect("it is a spec");
    Analyst::new(game, &spec, SEED).expect("every game has a champion")
}

pub(crate) fn advice<G: Present>(record: &Record<G>, view: ObservationOf<G>) -> Question<Advice> {
    let (game, step, names) = (record.game().clone(), record.events().len(), record.names().to_vec());
    Box::new(move || {
        let thought = analyst(&game, ADVISER).think(&view, None);
        let is_turn = view.turn() == Turn::Of(view.seat());
        Advice {
            step,
            judged: match thought.judged {
                How::Valued => "values",
                How::Weighed => "weights",
                How::Chosen => "choice",
            },
            brief: advice_in_brief(&thought).unwrap_or_default(),
            words: words(&thought, &names, is_turn),
            choices: thought.choices.iter().take(TOLD).map(judged::<G>).collect(),
            beliefs: beliefs::<G>(&thought.holdings, &names),
        }
    })
}

fn words<G: Present>(thought: &Thought<G>, names: &[String], is_turn: bool) -> Vec<Message> {
    let mut told = if is_turn { verdict(thought, &message!("The champion"), &quoted::<G>) } else { Vec::new() };
    if is_turn {
        told.push(message!("Values: {values}.", values = Message::constant(G::VALUES)));
    }
    let facts = salient(&thought.holdings, |seat| name(names, seat).to_owned(), G::printed, 3);
    told.into_iter().chain(facts.into_iter().map(|fact| message!("{fact}.", fact))).collect()
}

pub(crate) fn quoted<G: Present>(action: ActionOf<G>) -> Message {
    message!("“{action}”", action = G::order(action))
}

fn judged<G: Present>(choice: &Choice<ActionOf<G>>) -> Judged {
    let told = |outlook| -> Vec<Message> {
        let figures = G::FIGURES.iter().enumerate();
        figures.filter_map(|(place, figure)| figure_told(figure, place, outlook)).collect()
    };
    let figures = choice.outlook.as_ref().map_or_else(Vec::new, told);
    Judged {
        action: choice.action.to_string(),
        order: G::order(choice.action),
        words: Message::joined("; ", figures),
        value: choice.value.map(|(value, _)| value),
        error: choice.value.map(|(_, error)| error),
        tried: choice.tried,
        weight: choice.weight,
    }
}

fn beliefs<G: Present>(holdings: &Holdings, names: &[String]) -> Beliefs {
    let places: Vec<usize> = (0..holdings.places.len()).filter(|&place| holdings.places[place].size > 0).collect();
    let chances = |kind: usize| places.iter().map(|&place| holdings.chance(kind, place)).collect();
    let whereabouts = |&place: &usize| {
        let place = &holdings.places[place];
        Whereabouts { name: place_name(place, names), seat: place.hand_of().map(Seat::index) }
    };
    let kind = |kind: &cardsharp_search::Kind| Kind {
        name: G::printed(&kind.name),
        count: kind.count,
        cell: kind.cell.map(|cell| Cell { suit: cell.suit, rank: cell.rank }),
    };
    Beliefs {
        kinds: holdings.kinds.iter().map(kind).collect(),
        chances: (0..holdings.kinds.len()).map(chances).collect(),
        places: places.iter().map(whereabouts).collect(),
        worlds: holdings.effective_size,
    }
}

pub(crate) fn place_name(place: &HidingPlace, names: &[String]) -> Message {
    match place.hand_of() {
        Some(seat) => Message::verbatim(name(names, seat)),
        None => Message::new(place.name(|_| String::new()), Vec::new()),
    }
}

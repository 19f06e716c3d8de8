//! Analyses as JSON.

use cardsharp_rules::{ActionOf, Observation, ObservationOf, Seat, Turn};
use cardsharp_search::{Holdings, Spec, by_number};
use serde_json::{Value, json};

use super::{Choice, Judged, Thought, as_typed, verdict};
use crate::{Message, Present};

/// Returns the probable places of the unseen cards.
pub fn holdings_json(holdings: &Holdings) -> Value {
    let cards = (0..holdings.kinds.len()).map(|kind| {
        let chance = |place: usize| (holdings.places[place].name(by_number), json!(holdings.chance(kind, place)));
        let chances: serde_json::Map<String, Value> = (0..holdings.places.len()).map(chance).collect();
        json!({ "card": holdings.kinds[kind].name, "count": holdings.kinds[kind].count, "chances": chances })
    });
    let places = holdings
        .places
        .iter()
        .map(|place| json!({ "name": place.name(by_number), "seat": place.seat.map(Seat::index), "size": place.size }));
    json!({
        "effective_size": holdings.effective_size,
        "places": places.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(),
    })
}

/// Returns the analysis of a position by this player.
pub fn thought_json<G: Present>(view: &ObservationOf<G>, thought: &Thought<G>, player: &Spec) -> Value {
    let turn = if let Turn::Of(seat) = view.turn() { Some(seat.index()) } else { None };
    let words = verdict(thought, &Message::capitalised(&player.name), &as_typed);
    let actions = thought.choices.iter().enumerate().map(|(place, choice)| as_row::<G>(place + 1, choice));
    json!({
        "game": G::NAME, "player": player.to_string(), "seat": view.seat().index(), "turn": turn,
        "view": view.to_string(),
        "judged": match thought.judged {
            Judged::Valued => "values",
            Judged::Weighed => "weights",
            Judged::Chosen => "choice",
        },
        "actions": actions.collect::<Vec<_>>(),
        "words": words.iter().map(|words| words.to_string().replace('\u{a0}', " ")).collect::<Vec<_>>(),
        "belief": holdings_json(&thought.holdings),
    })
}

fn as_row<G: Present>(rank: usize, choice: &Choice<ActionOf<G>>) -> Value {
    let figures = choice.outlook.as_ref().map(|outlook| {
        let figures = G::FIGURES.iter().zip(&outlook.figures);
        figures.map(|(figure, value)| (figure.name.to_owned(), json!(value))).collect::<serde_json::Map<_, _>>()
    });
    json!({
        "rank": rank, "action": choice.action.to_string(), "value": choice.value.map(|(value, _)| value),
        "standard_error": choice.value.map(|(_, error)| error), "weight": choice.weight, "figures": figures,
    })
}

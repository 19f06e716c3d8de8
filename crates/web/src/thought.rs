//! Thinking for people: advice from a seat's own view, and a look back over a game that is over.

use std::sync::Arc;

use cardsharp_rules::{ActionOf, AnyRecord, Observation, ObservationOf, Record, Seat, Turn, with_game};
use cardsharp_search::{HidingPlace, Holdings, Spec};
use cardsharp_sitting::analysis::{
    Analyst, Choice, Judged as How, Thought, advice_in_brief, figure_told, salient, verdict,
};
use cardsharp_sitting::look_back::decisions;
use cardsharp_sitting::picture::{name, person};
use cardsharp_sitting::{Said, Tabled, said};

use crate::wire::{Advice, Beliefs, Cell, Judged, Kind, Reconsidered, Whereabouts};

/// Something to be thought about in a thinker's thread.
pub(crate) type Question<T> = Box<dyn FnOnce() -> T + Send>;

/// Who is asked for advice.
const ADVISER: &str = "champion:ms=400";
/// Who looks back.
const REVIEWER: &str = "champion:ms=100";
/// The luck of whoever is asked: the same question gets the same answer.
const SEED: u64 = 1;
/// So many actions are told of.
const TOLD: usize = 16;

fn analyst<G: Tabled>(game: &G, spec: &str) -> Analyst<G> {
    let spec: Spec = spec.parse().expect("it is a spec");
    Analyst::new(game, &spec, SEED).expect("every game has a champion")
}

/// Advice about what a seat sees after the newest event of a game.
pub(crate) fn advice<G: Tabled>(record: &Record<G>, view: ObservationOf<G>) -> Question<Advice> {
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

fn words<G: Tabled>(thought: &Thought<G>, names: &[String], is_turn: bool) -> Vec<Said> {
    let mut told = if is_turn { verdict(thought, &said!("The champion"), &quoted::<G>) } else { Vec::new() };
    if is_turn {
        told.push(said!("Values: {values}.", values = Said::constant(G::VALUES)));
    }
    let facts = salient(&thought.holdings, |seat| name(names, seat).to_owned(), G::printed, 3);
    told.into_iter().chain(facts.into_iter().map(|fact| said!("{fact}.", fact))).collect()
}

/// An action in a sentence about it.
fn quoted<G: Tabled>(action: ActionOf<G>) -> Said {
    said!("“{action}”", action = G::order(action))
}

fn judged<G: Tabled>(choice: &Choice<ActionOf<G>>) -> Judged {
    let told = |outlook| -> Vec<Said> {
        let figures = G::FIGURES.iter().enumerate();
        figures.filter_map(|(place, figure)| figure_told(figure, place, outlook)).collect()
    };
    let figures = choice.outlook.as_ref().map_or_else(Vec::new, told);
    Judged {
        action: choice.action.to_string(),
        order: G::order(choice.action),
        words: Said::joined("; ", figures),
        value: choice.value.map(|(value, _)| value),
        error: choice.value.map(|(_, error)| error),
        tried: choice.tried,
        weight: choice.weight,
    }
}

fn beliefs<G: Tabled>(holdings: &Holdings, names: &[String]) -> Beliefs {
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

/// What stands over the cards that may be in a place.
pub(crate) fn place_name(place: &HidingPlace, names: &[String]) -> Said {
    match place.hand_of() {
        Some(seat) => Said::verbatim(name(names, seat)),
        None => Said::new(place.name(|_| String::new()), Vec::new()),
    }
}

/// Every decision of a game where there was a choice, to be looked back at one by one; those of a seat come first,
/// for whoever waits for their own.
pub(crate) fn look_back(record: &AnyRecord, first: Option<usize>) -> Vec<Question<Reconsidered>> {
    fn each<G: Tabled>(record: &Record<G>, first: Option<usize>) -> Vec<Question<Reconsidered>> {
        let seats: Vec<Seat> = Seat::all(G::SEATS).collect();
        let mut decisions = decisions(record, &seats);
        decisions.sort_by_key(|decision| first.is_some_and(|first| decision.seat.index() != first));
        let (count, analyst) = (decisions.len(), Arc::new(analyst(record.game(), REVIEWER)));
        let names: Arc<[String]> = record.names().into();
        let question = |(number, decision): (usize, cardsharp_sitting::look_back::Decision<G>)| {
            let (analyst, names) = (Arc::clone(&analyst), Arc::clone(&names));
            let question: Question<Reconsidered> = Box::new(move || {
                let thought = decision.reconsider(&analyst);
                let worth = |choice: &Choice<ActionOf<G>>| choice.value.map(|(value, _)| value);
                let done = thought.choices.iter().find(|choice| choice.action == decision.action);
                let (value, best) = (done.and_then(worth), thought.choices.first().and_then(worth));
                let slip = decision.slip(&thought, person(&names, decision.seat, None), &quoted::<G>);
                let better = slip.as_ref().and(thought.choices.first()).map(|best| G::cards(best.action));
                Reconsidered {
                    step: decision.step,
                    seat: decision.seat.index(),
                    value,
                    best,
                    lost: slip.as_ref().map_or(0.0, |slip| slip.lost),
                    words: slip.map_or_else(Said::default, |slip| slip.words),
                    better: better.into_iter().flatten().collect(),
                    done: number + 1,
                    decisions: count,
                }
            });
            question
        };
        decisions.into_iter().enumerate().map(question).collect()
    }
    with_game!(AnyRecord, record, record => each(record.as_ref(), first))
}

//! Thinking for people: advice from a seat's own view, and a look back over a game that is over.

use std::sync::Arc;

use cardsharp_rules::{ActionOf, AnyRecord, Observation, ObservationOf, Record, Seat, Turn, with_game};
use cardsharp_search::{Figure, Holdings, Spec, Unit, by_number};
use cardsharp_sitting::Tabled;
use cardsharp_sitting::analysis::{Analyst, Choice, Judged as How, Thought, salient, verdict};
use cardsharp_sitting::look_back::decisions;
use cardsharp_sitting::picture::name;

use crate::wire::{Advice, Beliefs, Cell, Face, Judged, Kind, Reconsidered, Whereabouts};

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
            words: words(&thought, &names, is_turn),
            choices: thought.choices.iter().take(TOLD).map(judged::<G>).collect(),
            beliefs: beliefs(&thought.holdings),
        }
    })
}

fn words<G: Tabled>(thought: &Thought<G>, names: &[String], is_turn: bool) -> Vec<String> {
    let mut told = if is_turn { verdict(thought, "the champion") } else { Vec::new() };
    if is_turn {
        told.push(format!("Values: {}.", G::VALUES));
    }
    let facts =
        salient(&thought.holdings, |seat| name(names, seat).to_owned(), 3).into_iter().map(|fact| format!("{fact}."));
    told.into_iter().chain(facts).map(|words| words.replace('\u{a0}', " ")).collect()
}

fn judged<G: Tabled>(choice: &Choice<ActionOf<G>>) -> Judged {
    let figures = choice.outlook.as_ref().map(|outlook| {
        let figures = G::FIGURES.iter().zip(&outlook.figures);
        figures.map(|(figure, &value)| in_words(figure, value)).collect::<Vec<_>>().join(", ")
    });
    Judged {
        action: choice.action.to_string(),
        words: figures.unwrap_or_default(),
        value: choice.value.map(|(value, _)| value),
        error: choice.value.map(|(_, error)| error),
        tried: choice.tried,
        weight: choice.weight,
    }
}

fn in_words(figure: &Figure, value: f64) -> String {
    match figure.unit {
        Unit::Chance => format!("{} {:.0} %", figure.words, 100.0 * value),
        Unit::Amount => format!("{} {value:.1}", figure.words),
    }
}

fn beliefs(holdings: &Holdings) -> Beliefs {
    let places: Vec<usize> = (0..holdings.places.len()).filter(|&place| holdings.places[place].size > 0).collect();
    let chances = |kind: usize| places.iter().map(|&place| holdings.chance(kind, place)).collect();
    let whereabouts = |&place: &usize| {
        let place = &holdings.places[place];
        Whereabouts { name: place.name(by_number), seat: place.hand_of().map(Seat::index) }
    };
    let kind = |kind: &cardsharp_search::Kind| Kind {
        name: kind.name.clone(),
        count: kind.count,
        cell: kind.cell.map(|cell| Cell { suit: cell.suit, rank: cell.rank }),
    };
    Beliefs {
        kinds: holdings.kinds.iter().map(kind).collect(),
        chances: (0..holdings.kinds.len()).map(chances).collect(),
        places: places.iter().map(whereabouts).collect(),
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
        let question = |(number, decision): (usize, cardsharp_sitting::look_back::Decision<G>)| {
            let analyst = Arc::clone(&analyst);
            let question: Question<Reconsidered> = Box::new(move || {
                let thought = decision.reconsider(&analyst);
                let worth = |choice: &Choice<ActionOf<G>>| choice.value.map(|(value, _)| value);
                let done = thought.choices.iter().find(|choice| choice.action == decision.action);
                let (value, best) = (done.and_then(worth), thought.choices.first().and_then(worth));
                let slip = decision.slip(&thought);
                let better = slip.as_ref().and(thought.choices.first()).map(|best| G::cards(best.action));
                Reconsidered {
                    step: decision.step,
                    seat: decision.seat.index(),
                    value,
                    best,
                    lost: slip.as_ref().map_or(0.0, |slip| slip.lost),
                    words: slip.map_or_else(String::new, |slip| slip.words),
                    better: better.into_iter().flatten().map(Face::from).collect(),
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

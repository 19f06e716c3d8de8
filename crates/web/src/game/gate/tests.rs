//! The law of the gate: swapping cards that are hidden from a viewer changes no byte sent to that viewer, at any step.

use std::time::Duration;

use cardsharp_presentation::Language;
use cardsharp_presentation::message::to_json;
use cardsharp_programs::Hosted;
use cardsharp_rules::hanamikoji::Hanamikoji;
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{ActionOf, AnyGame, Known, Rng, Seed, State as _};
use cardsharp_search::Spec;

use super::*;
use crate::clock::{Clock, Time};
use crate::http::Client;
use crate::tables::{
    Chair, GaveUp, Holder, Question, Request, Surrender, TableSnapshot, TableStatus, Tally, Terms, TimeControl,
    WebTable,
};

/// Returns a table of this game after these actions, with people on every seat; `None` if the actions are not legal.
fn table<G: Present + Hosted + Known>(deal: &G::Deal, actions: &[ActionOf<G>]) -> Option<WebTable> {
    let names: Vec<String> = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned)[..G::SEATS].to_vec();
    let mut record = Record::from_deal(G::default(), deal.clone(), names.clone()).ok()?;
    for &action in actions {
        record.play(action).ok()?;
    }
    let person = Spec { name: "human".to_owned(), settings: Vec::new() };
    let session = Session::new(record, vec![person; G::SEATS], Vec::new()).ok()?;
    let chairs = names.into_iter().map(|name| Chair::Person(Some(Holder::new(name, String::new()))));
    let game: AnyGame = G::NAME.parse().unwrap();
    let clock = Some(TimeControl { minutes: 1, increment: 0 });
    let terms = Terms { seed: 1, kibitzer: true, listed: true, guided: true, clock, ..Terms::default() };
    let session = std::sync::Arc::new(G::any(session));
    let snapshot =
        TableSnapshot { version: 7, chairs: chairs.collect(), session: Some(session), ..TableSnapshot::default() };
    let time = Time { clock: Clock::by_hand().0, patience: Duration::ZERO };
    Some(WebTable::new("test".to_owned(), game, terms, Client::default(), snapshot, time))
}

/// Adds a status: an open question, clocks, a match, and a seat that has resigned.
fn amid_proceedings(table: &WebTable) {
    let snapshot = table.snapshot();
    let seats = snapshot.chairs.len();
    let status = TableStatus {
        taken_back: 2,
        question: Some(Question { number: 7, what: Request::TakeBack, by: 0, agreed: Vec::new() }),
        gave_up: vec![GaveUp { seat: 1, how: Surrender::Resigned }],
        is_ended: seats == 2,
        clocks: Some(vec![60_000; seats]),
        tally: Tally { won: vec![1; seats], shared: 1, more: 0 },
        ..TableStatus::default()
    };
    table.install(TableSnapshot { status, ..snapshot });
}

fn json_of(table: &WebTable, eyes: Eyes) -> String {
    json_in(Language::English, table, eyes)
}

fn json_in(language: Language, table: &WebTable, eyes: Eyes) -> String {
    to_json(&table.view(eyes), language).unwrap()
}

/// Returns the slots of a deal that are hidden from a seat, or for a watcher from at least one seat.
fn hidden<G: Game>(game: &G, deal: &G::Deal, actions: &[ActionOf<G>], eyes: Eyes) -> Vec<usize> {
    let seats = Seat::all(G::SEATS).filter(|seat| eyes.is_none_or(|eyes| eyes == *seat));
    let mut slots: Vec<usize> = seats.flat_map(|seat| game.hidden_slots(deal, actions, seat)).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Swaps hidden cards at every point of a game; returns how many swaps left the game legal, for seats and for watchers.
fn check<G: Present + Hosted + Known>(seed: u64) -> (usize, usize) {
    let game = G::default();
    let (deal, mut rng) = (game.shuffle(Seed(seed)), Rng::new(Seed(seed)));
    let mut state = game.start(&deal).unwrap();
    let (mut actions, mut for_seats, mut for_watchers) = (Vec::new(), 0, 0);
    loop {
        let (here, amid) = (table::<G>(&deal, &actions).unwrap(), table::<G>(&deal, &actions).unwrap());
        amid_proceedings(&amid);
        for eyes in Seat::all(G::SEATS).map(Some).chain([None]) {
            let (told, told_amid) = (json_of(&here, eyes), json_of(&amid, eyes));
            let hidden = hidden(&game, &deal, &actions, eyes);
            for (place, &one) in hidden.iter().enumerate() {
                let Some(&other) = hidden.get(place + 1 + rng.below(4) as usize) else { continue };
                let (swapped, renamed) = game.swap_slots(&deal, &actions, (one, other));
                let Some(there) = table::<G>(&swapped, &renamed) else { continue };
                *if eyes.is_some() { &mut for_seats } else { &mut for_watchers } += 1;
                assert_eq!(told, json_of(&there, eyes), "{deal} after {actions:?}, {one} and {other} swapped");
                for language in [Language::German, Language::French] {
                    let [here, there] = [&here, &there].map(|table| json_in(language, table, eyes));
                    assert_eq!(here, there, "in {language:?}: {deal} after {actions:?}, {one} and {other} swapped");
                }
                amid_proceedings(&there);
                assert_eq!(told_amid, json_of(&there, eyes), "{deal} after {actions:?}, {one} and {other} swapped");
            }
        }
        if state.turn() == Turn::Over {
            return (for_seats, for_watchers);
        }
        let action = state.random_action(&mut rng);
        actions.push(action);
        state.play_unchecked(action);
    }
}

#[test]
fn swapping_hidden_cards_leaves_every_byte_that_is_sent() {
    for (name, (for_seats, for_watchers)) in [
        ("intensity", check::<Intensity>(1)),
        ("hanamikoji", check::<Hanamikoji>(1)),
        ("indigo", check::<Indigo>(1)),
        ("lucky-thirteen", check::<LuckyThirteen>(1)),
    ] {
        assert!(for_seats > 50 && for_watchers > 50, "{name}: {for_seats} and {for_watchers} swaps prove little");
    }
}

/// Checks that the law can fail: another own hand changes what a seat is sent.
fn check_own<G: Present + Hosted + Known>(seed: u64) {
    let (one, other) = (G::default().shuffle(Seed(seed)), G::default().shuffle(Seed(seed + 1)));
    let (here, there) = (table::<G>(&one, &[]).unwrap(), table::<G>(&other, &[]).unwrap());
    for seat in Seat::all(G::SEATS) {
        assert_ne!(json_of(&here, Some(seat)), json_of(&there, Some(seat)), "seat {seat} of {} sees nothing", G::NAME);
    }
}

#[test]
fn other_own_cards_change_what_is_sent() {
    check_own::<Intensity>(1);
    check_own::<Hanamikoji>(1);
    check_own::<Indigo>(1);
    check_own::<LuckyThirteen>(1);
}

/// A missed step is sent as it was, without later events.
#[test]
fn an_earlier_step_is_sent_as_it_was() {
    let game = Intensity;
    let (deal, mut rng) = (game.shuffle(Seed(3)), Rng::new(Seed(3)));
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned).to_vec();
    let mut record = Record::from_deal(game, deal, names).unwrap();
    let mut told = vec![serde_json::to_string(&frame(&record, 0, None)).unwrap()];
    while record.state().turn() != Turn::Over {
        record.play(record.state().random_action(&mut rng)).unwrap();
        told.push(serde_json::to_string(&frame(&record, record.events().len(), None)).unwrap());
    }
    for (step, then) in told.iter().enumerate() {
        assert_eq!(&serde_json::to_string(&frame(&record, step, None)).unwrap(), then, "step {step}");
    }
}

#[test]
fn pieces_are_checked_before_they_are_chosen() {
    let record = Record::from_seed(Indigo, Seed(1), vec!["Ann".to_owned(), "Bob".to_owned()]);
    let view = observe_at(&record, 0, Some(Seat::FIRST));
    let choice = |chosen: &[usize]| choice::<Indigo>(&view, record.names(), chosen);
    assert!(choice(&[99]).is_err());
    assert!(choice(&[1, 1]).is_err());
    assert_eq!(choice(&[0, 1]).unwrap().action, choice(&[1]).unwrap().action);
    assert!(choice(&[1]).unwrap().words.to_string().starts_with("Plays "));
}

mod languages;

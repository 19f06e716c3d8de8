use super::*;
use crate::{BySeat, Game, Observation as _, Seat, State as _, Turn};

/// The first seat's result with these cards after these moves.
fn result(cards: &str, moves: &str) -> i32 {
    let (mine, theirs) = cards.split_once(' ').unwrap();
    let out = DECK.into_iter().find(|card| !cards.contains(&card.to_string())).unwrap();
    let deal: Deal = format!("hands {mine} / {theirs}; out {out}").parse().unwrap();
    let mut state = Kuhn.start(&deal).unwrap();
    for action in moves.split(' ') {
        state.play(action.parse().unwrap()).unwrap();
    }
    assert_eq!(state.turn(), Turn::Over, "{cards} after {moves}");
    let returns = state.returns().unwrap();
    assert_eq!(returns[Seat::FIRST], -returns[Seat::FIRST.other()]);
    returns[Seat::FIRST]
}

#[test]
fn two_passes_show_the_cards_for_one_chip() {
    assert_eq!(result("K♠ J♠", "pass pass"), 1);
    assert_eq!(result("Q♠ K♠", "pass pass"), -1);
}

#[test]
fn a_called_bet_shows_the_cards_for_two_chips() {
    assert_eq!(result("K♠ Q♠", "bet bet"), 2);
    assert_eq!(result("J♠ Q♠", "bet bet"), -2);
    assert_eq!(result("Q♠ J♠", "pass bet bet"), 2);
    assert_eq!(result("Q♠ K♠", "pass bet bet"), -2);
}

#[test]
fn who_passes_in_the_face_of_a_bet_loses_a_chip_whatever_the_cards() {
    assert_eq!(result("J♠ K♠", "bet pass"), 1);
    assert_eq!(result("K♠ J♠", "pass bet pass"), -1);
}

#[test]
fn the_other_card_is_seen_at_a_showdown_and_only_then() {
    let mut state = Kuhn.start(&"hands J♠ / Q♠; out K♠".parse().unwrap()).unwrap();
    let mut folded = state;
    state.play(Move::Bet).unwrap();
    assert_eq!(state.observe(Seat::FIRST).shown(), None);
    state.play(Move::Bet).unwrap();
    assert_eq!(state.observe(Seat::FIRST).shown(), Some(QUEEN));
    assert_eq!(state.observe(Seat::FIRST.other()).shown(), Some(JACK));
    folded.play(Move::Bet).unwrap();
    folded.play(Move::Pass).unwrap();
    assert_eq!(folded.observe(Seat::FIRST).shown(), None);
}

#[test]
fn an_impossible_view_is_refused() {
    for text in [
        "seat 0; card J♠; moves pass pass; shown -",
        "seat 0; card J♠; moves bet; shown Q♠",
        "seat 0; card J♠; moves bet bet; shown J♠",
        "seat 0; card A♠; moves -; shown -",
        "seat 2; card J♠; moves -; shown -",
        "seat 0; card J♠; moves bet bet bet; shown K♠",
    ] {
        assert!(text.parse::<Observation>().is_err(), "{text}");
    }
}

/// The first seat's mean result over all deals if each seat bets with these probabilities.
fn value(bets: &dyn Fn(&Observation) -> f64) -> f64 {
    fn from(state: State, bets: &dyn Fn(&Observation) -> f64) -> f64 {
        let Turn::Of(seat) = state.turn() else {
            let returns: BySeat<i32> = state.returns().unwrap();
            return returns[Seat::FIRST].into();
        };
        let often = bets(&state.observe(seat));
        let after = |action| {
            let mut next = state;
            next.play_unchecked(action);
            from(next, bets)
        };
        often * after(Move::Bet) + (1.0 - often) * after(Move::Pass)
    }
    let deals = DECK.into_iter().flat_map(|one| DECK.into_iter().map(move |other| [one, other]));
    let values = deals.filter(|[one, other]| one != other).map(|[one, other]| {
        let out = DECK.into_iter().find(|card| ![one, other].contains(card)).unwrap();
        from(Kuhn.start(&Deal { hands: vec![one, other], out }).unwrap(), bets)
    });
    values.sum::<f64>() / 6.0
}

/// A deterministic strategy, one of the 64 of a seat: a bit for every card and every occasion.
fn pure(number: u32, view: Observation) -> f64 {
    let occasion = usize::from(view.table().moves().next_back() == Some(Move::Bet));
    let card = DECK.iter().position(|&card| card == view.card()).unwrap();
    f64::from(number >> (2 * card + occasion) & 1)
}

#[test]
fn nobody_takes_more_from_the_equilibrium_than_an_eighteenth() {
    let equilibrium = |view: &Observation| f64::from(Equilibrium::bets(view));
    assert!((value(&equilibrium) + 1.0 / 18.0).abs() < 1e-6);
    for seat in [Seat::FIRST, Seat::FIRST.other()] {
        let against =
            |number: u32| value(&|view| if view.seat() == seat { pure(number, *view) } else { equilibrium(view) });
        let best = (0..64).map(against).map(|won| if seat == Seat::FIRST { won } else { -won }).fold(-3.0, f64::max);
        let due = if seat == Seat::FIRST { -1.0 / 18.0 } else { 1.0 / 18.0 };
        assert!((best - due).abs() < 1e-6, "seat {seat} can win {best}");
    }
}

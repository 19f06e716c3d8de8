//! Checks the pictures against the rules.

use cardsharp_rules::hanamikoji::{self, Hanamikoji, Kind, Offer};
use cardsharp_rules::indigo::Indigo;
use cardsharp_rules::intensity::{Action, Intensity};
use cardsharp_rules::lucky_thirteen::LuckyThirteen;
use cardsharp_rules::{AnyGame, Game, Rng, Seat, Seed, State, Turn, with_game};

use super::*;

/// Plays at random and calls `look` with every position and its picture.
fn each_position<G: Present>(game: &G, seed: u64, look: &mut dyn FnMut(&G::State, &Picture)) {
    let (mut state, mut rng) = (game.start(&game.shuffle(Seed(seed))).unwrap(), Rng::new(Seed(seed)));
    let names: Vec<String> = Seat::all(G::SEATS).map(|seat| format!("player {seat}")).collect();
    loop {
        let view = state.observe(Seat::FIRST);
        let (picture, watched) = (G::picture(&view, &names), G::watched(&view, &names));
        assert_eq!((picture.captured_by, picture.trick_over), (watched.captured_by, watched.trick_over));
        look(&state, &picture);
        if state.turn() == Turn::Over {
            return;
        }
        state.play_unchecked(state.random_action(&mut rng));
    }
}

#[test]
fn cards_are_passed_to_the_seat_that_gets_them() {
    let (mut state, mut rng) = (Intensity.start(&Intensity.shuffle(Seed(4))).unwrap(), Rng::new(Seed(4)));
    let mut passed = Vec::new();
    while let (Turn::Of(seat), false) = (state.turn(), state.table().all_passed()) {
        let action = state.random_action(&mut rng);
        let Action::Pass(cards) = action else { panic!("{action} is no pass") };
        passed.push((seat, cards));
        state.play_unchecked(action);
    }
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned);
    let picture = Intensity::picture(&state.observe(Seat::FIRST), &names);
    assert_eq!(passed.len(), Intensity::SEATS);
    for (seat, cards) in passed {
        let to = picture.places[seat.index()].passes_to.unwrap();
        assert_eq!(state.observe(to).received(), cards, "from {seat} to {to}");
    }
}

#[test]
fn only_games_with_passing_name_the_receiving_seat() {
    for game in AnyGame::all() {
        fn passes<G: Present>(game: &G) -> bool {
            let mut passes = false;
            each_position(game, 1, &mut |_, picture| {
                passes |= picture.places.iter().any(|place| place.passes_to.is_some());
            });
            passes
        }
        assert_eq!(with_game!(AnyGame, &game, game => passes(game)), game.name() == Intensity::NAME, "{}", game.name());
    }
}

#[test]
fn a_capture_is_shown_when_cards_are_captured() {
    let (mut before, mut captures) = ([0, 0], 0);
    each_position(&Indigo, 2, &mut |state, picture| {
        if state.turn() == Turn::Over {
            // At the end the last capturer gets the rest without a capturing play.
            return;
        }
        let now = [0, 1].map(|seat| state.table().captured()[Seat::new(seat)].len());
        let captor = (0..2).find(|&seat| now[seat] > before[seat]).map(Seat::new);
        assert_eq!(picture.captured_by, captor, "{before:?} and then {now:?}");
        captures += usize::from(captor.is_some());
        before = now;
    });
    assert!(captures > 3, "{captures} captures prove little");
}

#[test]
fn a_trick_is_over_when_all_have_played() {
    let mut over = 0;
    each_position(&Intensity, 3, &mut |state, picture| {
        let plays = state.table().plays().len();
        assert_eq!(picture.trick_over, plays > 0 && plays % Intensity::SEATS == 0, "after {plays} plays");
        over += usize::from(picture.trick_over);
    });
    assert_eq!(over, 10);
}

/// Equal pairs, and equal cards of a gift, are drawn separately.
#[test]
fn an_offer_is_drawn_as_it_lies() {
    let (mut equal_pairs, mut equal_gifts) = (0, 0);
    for seed in 0..300 {
        each_position(&Hanamikoji, seed, &mut |state, _| {
            let (Some(offer), Turn::Of(seat)) = (state.table().offer(), state.turn()) else { return };
            let view = state.observe(seat);
            let row = Hanamikoji::rows(&view).swap_remove(0);
            let cards = |piece: &Piece| match &piece.look {
                Look::Cards(cards) => cards.len(),
                Look::Button(_) => 0,
            };
            assert_eq!(row.pieces.iter().map(cards).sum::<usize>(), offer.cards().len(), "{view}");
            let heaps: Vec<Option<u8>> = row.pieces.iter().map(|piece| piece.heap).collect();
            match offer {
                Offer::Gift(_) => {
                    assert_eq!(heaps, [None; 3]);
                    equal_gifts += usize::from(offer.choices().count() < 3);
                }
                Offer::Competition(_) => {
                    assert_eq!(heaps, [Some(1), Some(2)]);
                    equal_pairs += usize::from(offer.choices().count() < 2);
                }
            }
            for piece in 0..row.pieces.len() {
                let action = Hanamikoji::choose(&view, &[], &[piece]).unwrap().action;
                assert!(matches!(action, Some(hanamikoji::Action::Take(_))), "{view}");
            }
        });
    }
    assert!(equal_pairs > 2 && equal_gifts > 20, "{equal_pairs} equal pairs, {equal_gifts} gifts with equal cards");
}

#[test]
fn the_pairs_of_a_competition_are_numbered_as_they_are_composed() {
    let view = Hanamikoji.start(&Hanamikoji.shuffle(Seed(1))).unwrap().observe(Seat::FIRST);
    let compete = Kind::ALL.iter().position(|&kind| kind == Kind::Competition).unwrap();
    let (gift, [a, b, c, d]) = (compete - 1, [4, 5, 6, 7]);
    let heaps = |chosen: &[usize]| Hanamikoji::heaps(&view, chosen);
    assert_eq!(heaps(&[compete, a, b, c, d]), [None, Some(1), Some(1), Some(2), Some(2)]);
    assert_eq!(heaps(&[d, a, compete, c]), [Some(1), Some(1), None, Some(2)]);
    assert_eq!(heaps(&[gift, a, b, c]), [None; 4]);
    assert_eq!(heaps(&[a, b]), [None; 2]);
    let words = |chosen: &[usize]| Hanamikoji::choose(&view, &[], chosen).unwrap().words.to_string();
    assert!(words(&[compete, a, b]).contains("pair 2"), "{}", words(&[compete, a, b]));
    assert_eq!(words(&[]), "Choose what to do: Secret, Burn, Gift or Competition.");
}

#[test]
fn a_mark_is_used_when_its_action_is() {
    each_position(&Hanamikoji, 5, &mut |state, picture| {
        for (seat, place) in Seat::all(Hanamikoji::SEATS).zip(&picture.places) {
            let used: Vec<bool> = place.marks.iter().map(|mark| mark.used).collect();
            assert_eq!(used, Kind::ALL.map(|kind| state.table().has_used(seat, kind)));
            let keys: Vec<&str> = place.marks.iter().map(|mark| mark.key.as_str()).collect();
            assert_eq!(keys, ["1", "2", "3", "4"]);
        }
    });
}

#[test]
fn one_is_not_several() {
    for (count, words) in [
        (Count::of(1, Intensity::COUNTED), "1 penalty point"),
        (Count::of(0, POINTS), "0 points"),
        (Count::of(7, Noun("card captured", "cards captured")), "7 cards captured"),
        (Count::words(message!("a 13 worth {worth}", worth = 26)), "a 13 worth 26"),
    ] {
        assert_eq!(count.to_string(), words);
    }
}

#[test]
fn the_fewest_penalty_points_are_counted_as_such() {
    assert_eq!(Intensity::result(-12).to_string(), "12 penalty points");
    assert_eq!(Intensity::result(-1).to_string(), "1 penalty point");
    assert_eq!(Indigo::result(12).to_string(), "12 points");
}

const NAMES: [&str; 4] = ["Ann", "Bob", "Cleo", "Dan"];

/// Plays at random and returns the explanation of the result, the winners and the losers.
fn play_and_explain<G: Present>(game: &G, seed: u64) -> (String, Vec<&'static str>, Vec<&'static str>) {
    let (mut state, mut rng) = (game.start(&game.shuffle(Seed(seed))).unwrap(), Rng::new(Seed(seed)));
    let names: Vec<String> = NAMES[..G::SEATS].iter().map(|&name| name.to_owned()).collect();
    while state.turn() != Turn::Over {
        assert_eq!(G::why(&state.observe(Seat::FIRST), &names, None), None, "it is not over");
        state.play_unchecked(state.random_action(&mut rng));
    }
    let places = cardsharp_rules::outcome::places(&state.returns().unwrap());
    let why = |reader| G::why(&state.observe(Seat::FIRST), &names, reader).unwrap().to_string();
    let (winners, losers): (Vec<Seat>, Vec<Seat>) = Seat::all(G::SEATS).partition(|&seat| places[seat] == 1);
    for &winner in winners.iter().filter(|_| !losers.is_empty()) {
        assert!(why(Some(winner)).to_lowercase().contains("you"), "{}", why(Some(winner)));
        assert!(!why(Some(winner)).contains(NAMES[winner.index()]), "one is not called by name: {}", why(Some(winner)));
    }
    let named = |seats: Vec<Seat>| seats.into_iter().map(|seat| NAMES[seat.index()]).collect();
    (why(None), named(winners), named(losers))
}

#[test]
fn the_explanation_of_a_result_names_the_winners() {
    for seed in 0..80 {
        for (why, winners, losers) in [play_and_explain(&Hanamikoji, seed), play_and_explain(&Indigo, seed)] {
            match losers[..] {
                [] => assert!(why.ends_with("a draw."), "{why}"),
                _ => assert!(why.starts_with(&format!("{} wins ", winners[0])), "{why}"),
            }
        }
        // The buffalo does not explain who won.
        let (why, winners, losers) = play_and_explain(&Intensity, seed);
        let (first, _) = why.split_once(". ").unwrap();
        assert!(winners.iter().all(|name| first.contains(name)), "{why}");
        assert!(!losers.iter().any(|name| first.contains(name)), "{why}");
        let (why, winners, losers) = play_and_explain(&LuckyThirteen::default(), seed);
        assert!(winners.iter().all(|name| why.contains(name)), "{why}");
        assert!(!losers.iter().any(|name| why.contains(name)), "{why}");
    }
}

#[test]
fn the_taker_of_a_round_is_named_with_the_points() {
    let (mut state, mut rng) = (Intensity.start(&Intensity.shuffle(Seed(6))).unwrap(), Rng::new(Seed(6)));
    let (names, mut messages) = (NAMES.map(str::to_owned), 0);
    while state.turn() != Turn::Over {
        let before = state.penalties();
        state.play_unchecked(state.random_action(&mut rng));
        let Some(brought) = Intensity::brought(&state.observe(Seat::FIRST), &names, None) else { continue };
        let taker = state.table().leader();
        let points = state.penalties()[taker] - before[taker];
        let words = match points {
            0 => "no penalty points".to_owned(),
            points => count(points, Intensity::COUNTED).to_string(),
        };
        let brought = brought.to_string();
        assert!(brought.starts_with(NAMES[taker.index()]) && brought.ends_with(&words), "{brought}");
        messages += 1;
    }
    assert_eq!(messages, 10);
}

#[test]
fn the_rest_of_an_offer_goes_to_its_giver() {
    let (names, mut messages) = (NAMES.map(str::to_owned), 0);
    let (mut state, mut rng) = (Hanamikoji.start(&Hanamikoji.shuffle(Seed(8))).unwrap(), Rng::new(Seed(8)));
    while let Turn::Of(seat) = state.turn() {
        let before = *state.table().placed();
        state.play_unchecked(state.random_action(&mut rng));
        let Some(brought) = Hanamikoji::brought(&state.observe(Seat::FIRST), &names, Some(Seat::FIRST)) else {
            continue;
        };
        let brought = brought.to_string();
        let (cards, to) = brought.split_once(" go to ").unwrap();
        let giver = seat.other();
        assert_eq!(to, if giver == Seat::FIRST { "you" } else { "Bob" }, "{brought}");
        let cards: cardsharp_rules::hanamikoji::Cards = cards.parse().unwrap();
        // The answer to the last offer may place the secrets too.
        if state.turn() != Turn::Over {
            assert_eq!(before[giver].with(cards), Some(state.table().placed()[giver]), "{brought}");
        }
        messages += 1;
    }
    assert_eq!(messages, 4);
}

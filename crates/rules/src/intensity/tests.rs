use std::collections::BTreeMap;

use super::*;
use crate::{
    CardSet, Game, Observation as _, Record, Rng, Sampler as _, Seat, Seed, State as _, Style as _, Turn,
    random_position,
};

fn cards(text: &str) -> CardSet<Card> {
    text.parse().unwrap()
}

fn card(number: u8) -> Card {
    Card::new(number)
}

fn table_after(plays: &str) -> Table {
    let mut table = Table::new(4);
    for card in crate::parse_cards(plays).unwrap() {
        table.play(card);
    }
    table
}

fn check_legal(plays: &str, hand: &str, expected: &str) {
    assert_eq!(legal_plays(&table_after(plays), cards(hand)), cards(expected), "{hand} after {plays}");
}

#[test]
fn the_first_digit_is_followed_if_possible() {
    // The document's examples: on a 17, a seat with a 1x plays one; without one, anything.
    check_legal("17", "10 19 24 33 47", "10 19");
    check_legal("17", "24 33 47", "24 33 47");
    // A card that does not follow changes nothing for the later seats.
    check_legal("17 24", "10 25 33", "10");
}

#[test]
fn the_documents_play_has_one_legal_card() {
    let text = "seat 0; passed 4; pass 37 38 39; received 34 47 48; plays 16 13 19 12 24 26; \
                hand 11 15 18 23 33 34 47 48 49";
    let view: Observation = text.parse().unwrap();
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    assert_eq!(legal, [Action::Play(card(23))]);
    assert_eq!(view.table().leader(), Seat::new(2), "the 19 won the first round");
    assert_eq!(view.to_string(), text);
}

#[test]
fn the_documents_pass_is_legal() {
    let mut deal = Intensity.shuffle(Seed(1));
    let hand: Vec<Card> = cards("13 19 24 25 29 32 39 44 46 49").iter().collect();
    let rest: Vec<Card> = <Card as crate::Card>::DECK.iter().filter(|card| !hand.contains(card)).collect();
    deal.hands = std::iter::once(hand).chain(rest.chunks(10).map(<[Card]>::to_vec)).collect();
    let mut state = Intensity.start(&deal).unwrap();
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    assert_eq!(legal.len(), 120);
    state.play("pass 29 39 49".parse().unwrap()).unwrap();
    assert_eq!(state.hands()[Seat::FIRST], cards("13 19 24 25 32 44 46"));
}

#[test]
fn the_highest_card_of_the_led_digit_wins() {
    let check = |plays, leader: usize| assert_eq!(table_after(plays).leader(), Seat::new(leader), "{plays}");
    check("24 29 20 21", 1);
    // The document's example: with no other 2x, the 24 wins over any higher card.
    check("24 49 39 19", 0);
    // Player 2 won, so player 2 leads and the others follow clockwise.
    check("10 11 19 12", 2);
    assert_eq!(table_after("10 11 19 12 20").turn(), Turn::Of(Seat::new(3)));
    check("10 11 19 12 20 21 29 22", 0);
}

#[test]
fn a_calf_may_not_be_led_before_one_was_played() {
    check_legal("", "10 33 47", "10 47");
    check_legal("10 11 12 13", "21 33", "21");
}

#[test]
fn a_calf_may_be_led_after_one_was_played_in_an_earlier_round() {
    check_legal("10 11 12 30", "21 33", "21 33");
}

#[test]
fn a_calf_of_the_same_round_does_not_count() {
    assert!(!table_after("10 11 30").calves_broken());
    assert!(table_after("10 11 30 12").calves_broken());
}

#[test]
fn a_calf_may_be_led_from_nothing_but_calves() {
    check_legal("", "30 33 39", "30 33 39");
}

#[test]
fn a_calf_may_follow_at_any_time() {
    check_legal("10", "33 47", "33 47");
}

#[test]
fn the_buffalo_may_be_led_at_any_time() {
    check_legal("", "33 47", "47");
    check_legal("", "47 49", "47 49");
}

#[test]
fn calves_are_one_point_and_the_buffalo_is_seven() {
    assert_eq!(<Card as crate::Card>::DECK.iter().map(|card| u32::from(card.points())).sum::<u32>(), 17);
    assert_eq!(table_after("40 30 47 31").penalties().as_slice(), [0, 0, 9, 0]);
    assert_eq!(table_after("24 49 29 19").penalties().as_slice(), [0; 4]);
}

#[test]
fn the_penalties_of_a_game_add_up_to_17() {
    for seed in 0..200 {
        let end = random_position(&Intensity, Seed(seed), 44);
        assert_eq!(end.penalties().as_slice().iter().sum::<i32>(), 17);
        assert_eq!(end.returns(), Some(end.penalties().map(|points| -points)));
    }
}

#[test]
fn a_fault_costs_five_points() {
    let mut record: Record<Intensity> =
        Record::from_seed(Intensity, Seed(1), Seat::all(4).map(|seat| seat.to_string()).collect());
    record.fault(crate::Fault::new(Seat::new(2), crate::Verdict::Illegal, "99"));
    let mut rng = Rng::new(Seed(1));
    while record.state().turn() != Turn::Over {
        record.play(record.state().random_action(&mut rng)).unwrap();
    }
    let mut expected = record.state().returns().unwrap();
    expected[Seat::new(2)] -= 5;
    assert_eq!(record.result(), Some(expected));
}

#[test]
fn a_pass_goes_left_and_is_unseen_until_all_have_passed() {
    let mut state = Intensity.start(&Intensity.shuffle(Seed(3))).unwrap();
    let dealt = *state.hands();
    for seat in Seat::all(4) {
        assert_eq!(state.turn(), Turn::Of(seat));
        let before: Vec<Observation> = Seat::all(4).map(|other| state.observe(other)).collect();
        state.play(Action::Pass(dealt[seat].iter().take(3).collect())).unwrap();
        for other in Seat::all(4).filter(|&other| other != seat && seat.index() < 3) {
            let view = state.observe(other);
            assert_eq!((view.hand(), view.received()), (before[other.index()].hand(), CardSet::EMPTY));
        }
    }
    for seat in Seat::all(4) {
        let (view, right) = (state.observe(seat), seat.plus(3, 4));
        assert_eq!(view.received(), dealt[right].iter().take(3).collect());
        assert_eq!(view.hand(), dealt[seat].iter().skip(3).collect::<CardSet<Card>>() | view.received());
    }
}

#[test]
fn random_actions_are_equally_likely() {
    // Passes, leads with and without calves, and following.
    for (seed, plies) in [(1, 0), (1, 3), (2, 4), (3, 5), (4, 16), (6, 24)] {
        let state = random_position(&Intensity, Seed(seed), plies);
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let (mut rng, mut seen) = (Rng::new(Seed(seed)), BTreeMap::<Action, f64>::new());
        for _ in 0..1_000 * legal.len() {
            *seen.entry(state.random_action(&mut rng)).or_default() += 1.0;
        }
        assert!(seen.keys().eq(legal.iter()), "seed {seed} after {plies}");
        // Five standard deviations around a thousand.
        assert!(seen.values().all(|count| (count - 1_000.0).abs() < 158.0), "{seen:?}");
    }
}

#[test]
fn quick_playouts_equal_action_by_action() {
    for seed in 0..2_000 {
        let mut quick = random_position(&Intensity, Seed(seed), (seed % 46) as u32);
        let mut obvious = quick;
        let mut quick_rng = Rng::new(Seed(seed));
        let mut obvious_rng = quick_rng.clone();
        let returns = quick.play_out(&mut quick_rng);
        while obvious.turn() != Turn::Over {
            let action = obvious.random_action(&mut obvious_rng);
            obvious.play_unchecked(action);
        }
        assert_eq!((quick, Some(returns)), (obvious, obvious.returns()), "seed {seed}");
        assert_eq!(quick_rng.next_u64(), obvious_rng.next_u64(), "seed {seed}");
    }
}

#[test]
fn a_sampled_position_makes_sense_to_every_seat() {
    for seed in 0..60 {
        for plies in 0..=44 {
            let state = random_position(&Intensity, Seed(seed), plies);
            let view = state.observe(Seat::new((seed % 4) as usize));
            let sampled = view.sample_state(&mut Rng::new(Seed(seed)));
            for seat in Seat::all(4) {
                let theirs = sampled.observe(seat);
                assert_eq!(theirs.to_string().parse(), Ok(theirs), "seed {seed} after {plies}: {theirs}");
            }
        }
    }
}

#[test]
fn a_lone_calf_lead_shows_a_hand_of_calves() {
    // Seat 0 leads a calf at once: it holds nothing else, so all ten calves are accounted for.
    let text = "seat 1; passed 4; pass 10 11 12; received 40 41 42; plays 30; hand 13 14 15 16 17 18 19 40 41 42";
    let view: Observation = text.parse().unwrap();
    assert_eq!(view.sampler().ways(), 19_448, "7 of 17 cards for seat 2 beside the three it was given");
    let state = view.sampler().sample(&mut Rng::new(Seed(1)));
    assert_eq!(state.hands()[Seat::FIRST], cards("31 32 33 34 35 36 37 38 39"));
}

fn check_refused(view: &str, reason: &str) {
    let error = view.parse::<Observation>().expect_err(view).to_string();
    assert!(error.contains(reason), "{error:?} instead of {reason:?}");
}

#[test]
fn impossible_views_are_refused_with_the_reason() {
    let after = |plays: &str, hand: &str| {
        format!("seat 0; passed 4; pass 37 38 39; received 34 47 48; plays {plays}; hand {hand}")
    };
    let nine = "11 15 18 23 33 34 47 48 49";
    check_refused(&after("16 13 13 12", nine), "13 only once");
    check_refused(&after("16 13 11 12", nine), "11 played by seat 0");
    check_refused(&after("16 13 37 12", nine), "37 played by seat 1");
    check_refused(&after("16 13 19", "11 15 18 23 33 34 47 48"), "9 cards in hand");
    check_refused(&after("16 13 19 12", "11 15 18 23 33 35 47 48 49"), "received cards among");
    check_refused(&after("16 13 19 12", "11 15 18 23 37 34 47 48 49"), "no card twice");
    check_refused(&after("16 13 19 12 24 26 11", "15 18 23 33 34 47 48 49"), "a legal play, not 11");
    check_refused(&after("33 30 31 32", "11 15 16 18 23 34 47 48 49"), "a legal play, not 33");
    check_refused(&after("16 20 19 12 24 26 23 10", "11 15 18 33 34 47 48 49"), "no 10 from seat 1");
    // Seat 1 shows that it has no calves, yet received three.
    check_refused(&after("16 13 19 12 30 31 33 20", "11 15 18 23 34 47 48 49"), "some way");
    check_refused("seat 0; passed 0; pass -; received -; plays 10; hand -", "at most 4 passes");
    check_refused("seat 0; passed 9; pass -; received -; plays -; hand -", "at most 4 passes");
    check_refused("seat 0; passed 1; pass -; received -; plays -; hand -", "three cards passed");
    check_refused("seat 0; passed 0; pass -; received -; plays -; hand 10", "10 cards in hand");
    check_refused("seat 4; passed 0", "a number from 0 to 3");
    check_refused("seat 0; passed x", "how many have passed");
}

#[test]
fn damaged_views_never_panic() {
    let mut rng = Rng::new(Seed(9));
    let mut still_good = 0;
    for seed in 0..4_000 {
        let text = random_position(&Intensity, Seed(seed), (seed % 45) as u32).observe(Seat::new(1)).to_string();
        let mut letters: Vec<char> = text.chars().collect();
        for _ in 0..=rng.below(3) {
            let place = rng.below(letters.len() as u32) as usize;
            letters[place] = *rng.pick(&['0', '1', '2', '3', '4', '7', ' ', ';', '-']).unwrap();
        }
        let damaged: String = letters.into_iter().collect();
        if let Ok(view) = damaged.parse::<Observation>() {
            // An accepted view must be consistent.
            assert_eq!(view.sample_state(&mut rng).observe(view.seat()), view, "{damaged}");
            still_good += 1;
        }
    }
    assert!(still_good > 20, "{still_good}");
}

#[test]
fn careful_passes_as_likely_as_it_weighs() {
    for seed in 0..20 {
        let state = Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap();
        let view = state.observe(Seat::FIRST);
        let (mut legal, mut weights) = (Vec::new(), Vec::new());
        view.legal_actions(&mut legal);
        Careful.weigh(&view, &legal, &mut weights);
        for (action, weight) in legal.iter().zip(&weights) {
            let Action::Pass(pass) = *action else { unreachable!("nobody has passed") };
            assert_eq!(Careful::chance_to_pass(view.hand(), pass), *weight, "{action} of {}", view.hand());
        }
    }
}

/// The answer of the diagram in the rules to this hand.
fn by_the_diagram(lines: &[&str], table: &Table, hand: CardSet<Card>) -> CardSet<Card> {
    // A line is a question, or a branch (`yes`, `no`) followed by a question or an answer.
    let words = |line: &str| line.trim_start_matches(['│', '├', '└', '─', ' ']).to_owned();
    let depth = |line: &str| line.chars().take_while(|&sign| "│├└─ ".contains(sign)).count() / 3;
    let (mut at, mut question) = (0, words(lines[0]).to_lowercase());
    loop {
        let led = table.led().map(|card| card.suit().cards());
        let is_yes = match question.as_str() {
            "do you lead the round?" => led.is_none(),
            "do you have the suit that was led?" => !(hand & led.unwrap()).is_empty(),
            "was a calf played in an earlier round?" => table.calves_broken(),
            "do you have anything but calves?" => !(hand - CALVES).is_empty(),
            other => panic!("the diagram asks what nobody can answer: {other:?}"),
        };
        let (branch, here) = (if is_yes { "yes" } else { "no" }, depth(lines[at]));
        let inner = if at == 0 { 1 } else { here + 1 };
        let next =
            (at + 1..lines.len()).find(|&line| depth(lines[line]) == inner && words(lines[line]).starts_with(branch));
        at = next.unwrap_or_else(|| panic!("no branch {branch} after {question:?}"));
        let line = words(lines[at]);
        if let Some((_, asked)) = line.split_once(": ").filter(|_| line.ends_with('?')) {
            question = asked.to_owned();
            continue;
        }
        return match line.split_once("→ ").map(|(_, answer)| answer) {
            Some("any card of that suit") => hand & led.unwrap(),
            Some("any card" | "any card: a calf or the buffalo too") => hand,
            Some("any card but a calf: the buffalo too") => hand - CALVES,
            Some("any calf") => hand & CALVES,
            other => panic!("the diagram answers what nobody can play: {other:?}"),
        };
    }
}

#[test]
fn the_diagram_of_valid_moves_is_the_rule() {
    let diagram = Intensity::RULES.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = diagram.lines().collect();
    assert_eq!(lines.len(), 9);
    let (mut kinds, mut rng) = (BTreeMap::new(), Rng::new(Seed(9)));
    for seed in 0..300 {
        let mut state = Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap();
        while let Turn::Of(seat) = state.turn() {
            if state.table().all_passed() {
                let (table, hand) = (state.table(), state.hands()[seat]);
                assert_eq!(by_the_diagram(&lines, table, hand), legal_plays(table, hand), "{hand}");
                let only_calves = (hand - CALVES).is_empty();
                *kinds.entry((table.led().is_some(), table.calves_broken(), only_calves)).or_insert(0) += 1;
            }
            let action = state.random_action(&mut rng);
            state.play(action).unwrap();
        }
    }
    check_legal("10 11 12 13", "33 38", "33 38");
    assert_eq!(by_the_diagram(&lines, &table_after("10 11 12 13"), cards("33 38")), cards("33 38"));
    assert!(kinds.len() >= 6, "every branch is tried: {kinds:?}");
}

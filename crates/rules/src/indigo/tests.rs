use super::players::classic_choice;
use super::*;
use crate::{CardSet, Game, Observation as _, Seat, Seed, State as _, Turn};

fn cards(text: &str) -> CardSet<Card> {
    text.parse().unwrap()
}

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Checks the choices of the document's computer with this hand on this top card.
fn check_classic(hand: &str, top: &str, expected: &str) {
    let top = (top != "-").then(|| card(top));
    assert_eq!(classic_choice(cards(hand), top), cards(expected), "{hand} on {top:?}");
}

#[test]
fn classic_case_1_plays_its_only_card() {
    check_classic("7♥", "A♦", "7♥");
    check_classic("7♥", "-", "7♥");
}

#[test]
fn classic_case_2_plays_its_only_candidate() {
    check_classic("6♣ Q♥ 8♣ J♠ 7♦", "A♦", "7♦");
}

#[test]
fn classic_case_3_throws_from_a_repeated_suit_then_rank_on_an_empty_table() {
    check_classic("7♥ 9♥ 8♣ A♠ 3♦ 7♦ Q♥", "-", "7♥ 9♥ Q♥ 3♦ 7♦");
    check_classic("7♦ 7♥ 4♠ K♣", "-", "7♦ 7♥");
    check_classic("9♥ 8♣ A♠ 3♦", "-", "9♥ 8♣ A♠ 3♦");
}

#[test]
fn classic_case_4_does_the_same_without_candidates() {
    check_classic("6♣ Q♥ 8♣ J♠ 7♣", "A♦", "6♣ 8♣ 7♣");
    check_classic("J♠ Q♥ J♣", "A♦", "J♠ J♣");
    check_classic("J♠ Q♥ K♣", "A♦", "J♠ Q♥ K♣");
}

#[test]
fn classic_case_5_prefers_two_of_the_suit_then_two_of_the_rank() {
    check_classic("6♥ 8♣ 5♠ 7♦ 7♥", "5♥", "6♥ 7♥");
    check_classic("3♥ J♣ J♠ 6♦", "J♥", "J♣ J♠");
    check_classic("3♥ J♣ 6♦", "J♥", "3♥ J♣");
}

fn table_after(initial: &str, plays: &str) -> Table {
    let initial: Vec<Card> = crate::parse_cards(initial).unwrap();
    let mut table = Table::new(initial.try_into().unwrap());
    for card in crate::parse_cards(plays).unwrap() {
        let Turn::Of(seat) = table.turn() else { panic!("too many plays") };
        table.play(seat, card);
    }
    table
}

fn check_table(initial: &str, plays: &str, points: [i32; 2], captured: [usize; 2]) {
    let table = table_after(initial, plays);
    let seats = [Seat::new(0), Seat::new(1)];
    assert_eq!(seats.map(|seat| table.points(seat)), points, "{plays}");
    assert_eq!(seats.map(|seat| table.captured()[seat].len()), captured, "{plays}");
}

#[test]
fn the_vectors_of_the_rules() {
    for line in include_str!("../../data/indigo/captures.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |field: usize| fields[field].parse::<i32>().unwrap();
        check_table(fields[0], fields[1], [number(2), number(3)], [number(4) as usize, number(5) as usize]);
    }
}

#[test]
fn a_card_on_an_empty_table_captures_nothing() {
    check_table("5♦ J♦ K♣ 5♠", "J♠ Q♠", [3, 0], [5, 0]);
    check_table("5♦ J♦ K♣ 5♠", "J♠ Q♠ Q♥", [5, 0], [7, 0]);
}

/// Plays a whole game of this deal, always the lowest card by number.
fn end_of(deal: &Deal) -> State {
    let mut state = Indigo.start(deal).unwrap();
    while let Turn::Of(seat) = state.turn() {
        let lowest = state.hands()[seat].first().unwrap();
        state.play(Play(lowest)).unwrap();
    }
    state
}

#[test]
fn points_add_up_to_23_and_every_card_is_captured() {
    for seed in 0..200 {
        let end = end_of(&Indigo.shuffle(Seed(seed)));
        let returns = end.returns().unwrap();
        assert_eq!(returns.as_slice().iter().sum::<i32>(), 23);
        assert_eq!(end.table().captured().as_slice().iter().map(|set| set.len()).sum::<usize>(), 52);
    }
}

#[test]
fn leftovers_go_to_the_last_capturer_and_the_bonus_to_more_cards() {
    // The ending of the rules: 12–8 and 26–23 before, 9♠ 3♥ 6♣ on the table, seat 0 captured last.
    let points = cards("A♠ 10♠ J♠ Q♠ K♠ A♥ 10♥ J♥ Q♥ K♥ A♦ 10♦");
    let others = cards("J♦ Q♦ K♦ A♣ 10♣ J♣ Q♣ K♣");
    let pile = cards("9♠ 3♥ 6♣");
    let plain: Vec<Card> = (<Card as crate::Card>::DECK - points - others - pile).iter().collect();
    let first = points | plain[..14].iter().copied().collect();
    let second = others | plain[14..].iter().copied().collect();
    let end = rules::ending(pile, first, second, Some(Seat::FIRST));
    assert_eq!(end.as_slice(), [15, 8]);
    // Without a capture all cards go to the seat that played first.
    let end = rules::ending(<Card as crate::Card>::DECK, CardSet::EMPTY, CardSet::EMPTY, None);
    assert_eq!(end.as_slice(), [23, 0]);
    // 26 cards each: the bonus goes to the seat that played first.
    let half = CardSet::from_bits((1 << 26) - 1);
    let end = rules::ending(CardSet::EMPTY, half, <Card as crate::Card>::DECK - half, Some(Seat::new(1)));
    assert_eq!(end.as_slice(), [13, 10]);
}

#[test]
fn seat_0_leads_every_deal() {
    let mut state = Indigo.start(&Indigo.shuffle(Seed(4))).unwrap();
    for play in 0..48 {
        assert_eq!(state.turn(), Turn::Of(Seat::new(play % 2)));
        assert_eq!(state.hands()[Seat::new(play % 2)].len(), 6 - play % 12 / 2);
        let action = state.hands()[Seat::new(play % 2)].first().map(Play).unwrap();
        state.play(action).unwrap();
    }
    assert_eq!(state.turn(), Turn::Over);
}

#[test]
fn in_the_last_deal_the_other_hand_is_known() {
    let state = crate::random_position(&Indigo, Seed(6), 36);
    let view = state.observe(Seat::FIRST);
    assert_eq!(view.unseen(), state.hands()[Seat::new(1)]);
    assert_eq!(view.sample_state(&mut crate::Rng::new(Seed(1))).hands(), state.hands());
}

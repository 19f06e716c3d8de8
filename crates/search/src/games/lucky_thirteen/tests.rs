use std::collections::BTreeMap;

use cardsharp_rules::lucky_thirteen::{Basic, Card, Hand, Keep13, LuckyThirteen, ROUNDS, Sums};
use cardsharp_rules::{
    Card as _, CardSet, Game as _, Random, Rng, Rotation, Seat, Seed, State as _, Style, Turn, random_position,
};

use super::champion::Expected;
use super::exact::{Ending, OwnHand, values};
use super::opponents::{Manner, Opponent, Opponents};
use super::posterior::Posterior;
use super::showdown::{ByPair, OTHERS, Rank, place, ranks, worth};
use crate::{Memory, Objective, SeenGame};

#[test]
fn minds_discard_what_the_styles_discard() {
    for sums in [Sums::Face, Sums::Flexible] {
        for seed in 0..600 {
            let state = random_position(&LuckyThirteen { sums }, Seed(seed), (seed % 16) as u32);
            let Turn::Of(seat) = state.turn() else { unreachable!("fewer than 16 turns were played") };
            let (view, table) = (state.observe(seat), state.table());
            let cards: Vec<Card> = view.hand().iter().collect();
            let opponents = Opponents::new(sums, table.public());
            let styles: [(Opponent, &dyn Style<LuckyThirteen>); 2] =
                [(Opponent::Basic, &Basic), (Opponent::Keep13, &Keep13)];
            for (opponent, style) in styles {
                let chances = opponents.chances(opponent, ROUNDS - 1 - table.round(), [cards[0], cards[1], cards[2]]);
                let discard = style.choose(&view, &mut Rng::new(Seed(seed))).0;
                let choice = cards.iter().position(|&card| card == discard).unwrap();
                assert_eq!(chances[choice], 1.0, "{opponent:?} in {view}");
            }
        }
    }
}

/// Returns the weight of every possible hand of a seat, by enumerating its deals and draws.
fn enumerate_pasts(
    opponents: &Opponents,
    manner: Manner,
    discards: &[Card],
    hidden: &[Card],
) -> BTreeMap<[Card; 2], f64> {
    fn draw(
        opponents: &Opponents,
        manner: Manner,
        (held, weight): ([Card; 2], f64),
        (round, discards): (usize, &[Card]),
        pile: &[Card],
        found: &mut BTreeMap<[Card; 2], f64>,
    ) {
        let Some(&discard) = discards.get(round) else {
            *found.entry(held).or_default() += weight;
            return;
        };
        for (index, &drawn) in pile.iter().enumerate() {
            let mut rest = pile.to_vec();
            rest.remove(index);
            let three = [held[0], held[1], drawn];
            let Some(choice) = three.iter().position(|&card| card == discard) else { continue };
            let chance = f64::from(opponents.chances(manner.opponent, ROUNDS - 1 - round, three)[choice]);
            let kept: Vec<Card> = three.into_iter().filter(|&card| card != discard).collect();
            let surprise = f64::from(manner.surprise);
            let weight = weight * (surprise / 3.0 + (1.0 - surprise) * chance);
            draw(opponents, manner, ([kept[0], kept[1]], weight), (round + 1, discards), &rest, found);
        }
    }
    let all: Vec<Card> = hidden.iter().chain(discards).copied().collect();
    let mut found = BTreeMap::new();
    for (index, &a) in all.iter().enumerate() {
        for &b in &all[..index] {
            let dealt: Vec<Card> = Hand::dealt([a, b]).iter().collect();
            let pile: Vec<Card> = all.iter().copied().filter(|card| !dealt.contains(card)).collect();
            draw(opponents, manner, ([dealt[0], dealt[1]], 1.0), (0, discards), &pile, &mut found);
        }
    }
    found
}

#[test]
fn a_posterior_agrees_with_enumeration() {
    let mut rng = Rng::new(Seed(2));
    let mut deck: Vec<Card> = Card::DECK.iter().collect();
    for turns in 0..=3 {
        rng.shuffle(&mut deck);
        let opponents = Opponents::new(Sums::Flexible, [deck[50], deck[51]]);
        let (discards, hidden) = (&deck[..turns], &deck[20..28]);
        for manner in Manner::ALL {
            let posterior = Posterior::new(&opponents, manner, discards, hidden.iter().copied().collect());
            let expected = enumerate_pasts(&opponents, manner, discards, hidden);
            let total: f64 = expected.values().sum();
            assert!((posterior.evidence - total).abs() < 1e-4 * total, "{manner:?}");
            for (hand, weight) in &expected {
                assert!((posterior.weight(*hand) - weight).abs() < 1e-4 * total, "{manner:?} {hand:?}");
            }
        }
    }
}

fn random_endings(ranks: &ByPair<Rank>, cards: &[Card], count: usize, rng: &mut Rng) -> Vec<Ending> {
    let mut cards = cards.to_vec();
    let mut ending = || {
        rng.shuffle(&mut cards);
        let rank = |other: usize| ranks[place(cards[2 * other])][place(cards[2 * other + 1])];
        let taken = cards[..2 * OTHERS].iter().copied().collect();
        Ending { taken, ranks: std::array::from_fn(rank), weight: 0.1 + rng.unit() as f32 }
    };
    (0..count).map(|_| ending()).collect()
}

/// Returns the value of a hand of two with this many draws to come, by trying every draw in every end.
fn plain_worth(
    own: &OwnHand,
    hand: [Card; 2],
    draws_left: usize,
    pile: CardSet<Card>,
    ends: &[Ending],
    ranks: &ByPair<Rank>,
) -> f64 {
    let weight: f64 = ends.iter().map(|end| f64::from(end.weight)).sum();
    if draws_left == 0 {
        let rank = ranks[place(hand[0])][place(hand[1])];
        let worths =
            ends.iter().map(|end| f64::from(end.weight * worth::<LuckyThirteen>(own.objective, rank, end.ranks)));
        return worths.sum::<f64>() / weight;
    }
    let (mut sum, mut total) = (0.0, 0.0);
    for drawn in pile {
        // After this draw, no other seat has the card.
        let ends: Vec<Ending> = ends.iter().filter(|end| !end.taken.contains(drawn)).copied().collect();
        let chance: f64 = ends.iter().map(|end| f64::from(end.weight)).sum();
        if chance == 0.0 {
            continue;
        }
        let mut rest = pile;
        rest.remove(drawn);
        let kept = [hand, [hand[0], drawn], [hand[1], drawn]];
        let worths = kept.map(|kept| plain_worth(own, kept, draws_left - 1, rest, &ends, ranks));
        sum += chance * worths.into_iter().fold(0.0, f64::max);
        total += chance;
    }
    sum / total
}

/// Returns the greatest difference between the values of discards and those of the exhaustive search.
fn check_values(draws_left: usize, hidden_ends: bool) -> f64 {
    let mut rng = Rng::new(Seed(3));
    let mut deck: Vec<Card> = Card::DECK.iter().collect();
    let mut greatest = 0.0_f64;
    for position in 0..20 {
        rng.shuffle(&mut deck);
        let sums = [Sums::Face, Sums::Flexible][position % 2];
        let objective = [Objective::Win, Objective::Score, Objective::Place][position % 3];
        let ranks = ranks(sums, [deck[50], deck[51]]);
        let pile = if hidden_ends { &deck[3..17] } else { &deck[3..11] };
        // The others end either with cards that could be drawn, or with cards known to be theirs.
        let theirs = if hidden_ends { pile } else { &deck[11..17] };
        let ends = random_endings(&ranks, theirs, 60, &mut rng);
        let hand: CardSet<Card> = deck[..3].iter().copied().collect();
        let own = OwnHand { hand, unseen: pile.iter().copied().collect(), draws_left, objective };
        for (discard, value) in hand.iter().zip(values(&own, &ranks, &ends)) {
            let kept: Vec<Card> = hand.iter().filter(|&card| card != discard).collect();
            let expected = plain_worth(&own, [kept[0], kept[1]], draws_left, own.unseen, &ends, &ranks);
            greatest = greatest.max((value - expected).abs());
        }
    }
    greatest
}

#[test]
fn a_hand_is_played_exactly_in_the_last_round() {
    assert!(check_values(0, true) < 1e-5);
}

#[test]
fn a_hand_is_played_exactly_in_the_last_two_rounds_where_the_pile_is_known() {
    assert!(check_values(1, false) < 1e-5);
}

#[test]
fn what_is_taken_lightly_weighs_little() {
    // With few cards and few ends the differences are far greater than in real games.
    for (draws_left, hidden_ends, most) in [(1, true, 0.04), (2, false, 0.04)] {
        let difference = check_values(draws_left, hidden_ends);
        assert!(difference < most, "{draws_left} draws: {difference}");
    }
}

/// Returns the first player's prior after this many games with these others, who rotate by a seat after each.
fn acquainted(others: [&dyn Style<LuckyThirteen>; OTHERS], games: usize) -> Expected {
    let game = LuckyThirteen { sums: Sums::Face };
    let company: [&dyn Style<LuckyThirteen>; 4] = [&Random, others[0], others[1], others[2]];
    let mut expected = Expected::initial(Memory::Match);
    for number in 0..games {
        let rotation = Rotation::new(number, LuckyThirteen::SEATS);
        let mut state = game.start(&game.shuffle(Seed(number as u64))).expect("a shuffled deal is valid");
        let mut rng = Rng::new(Seed(number as u64));
        while let Turn::Of(seat) = state.turn() {
            let player = company[rotation.first_seat_of(seat).index()];
            state.play(player.choose(&state.observe(seat), &mut rng)).expect("legal");
        }
        let view = state.observe(rotation.seat_of(Seat::FIRST));
        let seen = SeenGame { view, moving: Rotation::new(1, LuckyThirteen::SEATS) };
        expected = expected.after(&seen).expect("it remembers");
    }
    expected
}

#[test]
fn after_some_games_everybody_is_known_wherever_they_sit() {
    const GAMES: usize = 6;
    let Expected::Acquaintances(remembered) = acquainted([&Basic, &Keep13, &Random], GAMES) else {
        panic!("it has met them")
    };
    for (number, opponent) in [(1, Opponent::Basic), (2, Opponent::Keep13), (3, Opponent::Random)] {
        let seat = Rotation::new(GAMES, LuckyThirteen::SEATS).seat_of(Seat::new(number));
        let priors = remembered.priors(seat, &Manner::PRIORS);
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{priors:?}");
        let known: f64 =
            Manner::ALL.iter().zip(priors).filter(|(manner, _)| manner.opponent == opponent).map(|(_, p)| p).sum();
        assert!(known > 0.9, "{opponent:?}: {known} of {priors:?}");
        assert!(priors.iter().zip(Manner::PRIORS).all(|(&now, before)| now > 0.01 * before), "{priors:?}");
    }
}

#[test]
fn three_strangers_are_as_likely_in_any_manner_as_their_styles_are() {
    let blank = Expected::Acquaintances(crate::memory::Remembered::default());
    let seats: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).skip(1).collect();
    let count = Manner::COUNT;
    let mut by_style: BTreeMap<[usize; OTHERS], f64> = BTreeMap::new();
    for number in 0..count.pow(3) {
        let temper = [number, number / count, number / count.pow(2)].map(|manner| manner % count);
        *by_style.entry(temper.map(|manner| Manner::ALL[manner].opponent as usize)).or_default() +=
            blank.likely(&seats, temper);
    }
    for (styles, likely) in by_style {
        let expected = Expected::initial(Memory::Game).likely(&seats, styles);
        assert!((likely - expected).abs() < 1e-12, "{styles:?}: {likely} and not {expected}");
    }
}

//! The 910 hands of seven cards, and their classes.

use cardsharp_rules::hanamikoji::{Cards, Geisha};

/// Seven cards: six dealt and the first one drawn.
pub(super) const HAND: usize = 7;

/// All 910 hands of seven cards.
pub fn all_hands() -> Vec<Cards> {
    let mut hands = vec![Cards::EMPTY];
    for card in Geisha::ALL {
        hands = hands
            .into_iter()
            .flat_map(|hand| (0..=card.value()).map(move |count| (0..count).fold(hand, |hand, _| hand + card.into())))
            .filter(|hand| hand.len() <= HAND)
            .collect();
    }
    hands.retain(|hand| hand.len() == HAND);
    hands
}

/// The representative of a hand's class: A, B, C and also D, E swap names, the most frequent type first.
pub fn class_of_hand(hand: Cards) -> Cards {
    let mut class = Cards::EMPTY;
    for group in [&Geisha::ALL[..3], &Geisha::ALL[3..5], &Geisha::ALL[5..6], &Geisha::ALL[6..]] {
        let mut counts: Vec<usize> = group.iter().map(|&card| hand.count(card)).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        for (&card, count) in group.iter().zip(counts) {
            class = (0..count).fold(class, |class, _| class + card.into());
        }
    }
    class
}

/// The classes of the 910 hands, in the order of their cards.
pub fn hand_classes() -> Vec<Cards> {
    let mut classes: Vec<Cards> = all_hands().into_iter().map(class_of_hand).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The probability of this hand among all deals, counting equal cards apart.
pub fn chance_of_hand(hand: Cards) -> f64 {
    let choose = |of: usize, some: usize| (0..some).map(|k| (of - k) as f64 / (k + 1) as f64).product::<f64>();
    Geisha::ALL.iter().map(|&card| choose(card.value(), hand.count(card))).product::<f64>() / choose(21, HAND)
}

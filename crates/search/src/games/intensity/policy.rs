//! A cheap policy: how the champion chooses, as sums of looked-up numbers.
//!
//! What a simulation plays beyond the tree decides what the tree believes, and a network is a thousand
//! times too slow there. So the champion's own choices were fitted by a few tables over what a player
//! sees of a card: what is out above and below it, how long its suit is, where it stands in the round.
//! Passes are not among them. See `examples/fit_intensity.rs`.

use std::sync::LazyLock;

use cardsharp_rules::CardSet;
use cardsharp_rules::intensity::{BUFFALO, CALVES, Card, TrickView};

/// How many numbers are looked up for a card.
pub const LOOKUPS: usize = 6;
const SIZES: [usize; LOOKUPS] =
    [MODES * TYPES * 36, MODES * TYPES * 20, MODES * TYPES * 10, MODES * TYPES * 36, 128, MODES * TYPES * 12];
/// How many numbers there are.
pub const WEIGHTS: usize = SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3] + SIZES[4] + SIZES[5];

/// Leading, following below the winning card, above it, and throwing off.
const MODES: usize = 4;
/// Tens and twenties, calves, forties below the buffalo, those above it, itself, and forties once it has fallen.
const TYPES: usize = 6;

static FITTED: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let stored = include_str!("../../../data/intensity.policy");
    let weights: Vec<f32> =
        stored.split_ascii_whitespace().map(|number| number.parse::<f32>().expect("a number") / 100.0).collect();
    assert_eq!(weights.len(), WEIGHTS, "as many numbers as are looked up");
    weights
});

/// What a seat goes by, counted once for all its cards.
pub struct Situation<'a> {
    trick: &'a TrickView<'a>,
    legal: CardSet<Card>,
    stage: usize,
    points: usize,
    buffalo: usize,
    low_forties: usize,
}

impl<'a> Situation<'a> {
    /// Of whoever is to play.
    pub fn new(trick: &'a TrickView<'a>, legal: CardSet<Card>) -> Situation<'a> {
        let points: u8 = trick.round.iter().map(|card| card.points()).sum();
        let herd = BUFFALO.suit().cards();
        Situation {
            trick,
            legal,
            stage: match trick.hand.len() {
                8.. => 0,
                5..=7 => 1,
                _ => 2,
            },
            points: match points {
                0 => 0,
                1..=2 => 1,
                _ => 2,
            },
            buffalo: if trick.hand.contains(BUFFALO) { 0 } else { 2 - usize::from(trick.unseen.contains(BUFFALO)) },
            low_forties: below(trick.hand & herd, BUFFALO).min(3),
        }
    }

    /// Where the numbers of a card are looked up.
    pub fn lookups(&self, card: Card) -> [usize; LOOKUPS] {
        let trick = self.trick;
        let suit = card.suit().cards();
        let kind = match () {
            () if CALVES.contains(card) => 1,
            () if suit != BUFFALO.suit().cards() => 0,
            () if card == BUFFALO => 4,
            () if self.buffalo == 2 => 5,
            () if card < BUFFALO => 2,
            () => 3,
        };
        let mode = match trick.winning {
            None => 0,
            Some(winning) if winning.suit() != card.suit() => 3,
            Some(winning) => 1 + usize::from(card > winning),
        };
        let (unseen, own) = (trick.unseen & suit, trick.hand & suit);
        let (lower, own_lower) = (below(unseen, card), below(own, card));
        let higher = (unseen.len() - lower).min(5);
        // How many better ways there are of the same manner: higher cards below the winning one, lower ones above it.
        let order = match (mode, trick.winning) {
            (1, Some(winning)) => below(self.legal & suit, winning) - below(self.legal & suit, card) - 1,
            (2, Some(winning)) => below(self.legal & suit, card) - below(self.legal & suit, winning),
            _ => 0,
        };
        let place = trick.round.len().min(3);
        let situation = mode * TYPES + kind;
        let rank = usize::from(card.number() % 10);
        let at = [
            situation * 36 + lower.min(5) * 6 + higher,
            situation * 20 + own.len().min(5).saturating_sub(1) * 4 + own_lower.min(3),
            situation * 10 + rank,
            situation * 36 + self.stage * 12 + self.points * 4 + place,
            mode * 32 + order.min(3) * 8 + place * 2 + usize::from(self.points > 0),
            situation * 12 + self.buffalo * 4 + self.low_forties,
        ];
        let mut before = 0;
        let mut lookups = [0; LOOKUPS];
        for ((lookup, at), size) in lookups.iter_mut().zip(at).zip(SIZES) {
            *lookup = before + at;
            before += size;
        }
        lookups
    }

    /// How gladly each legal card is played, the lowest card first.
    pub fn likings(&self, weights: &[f32]) -> [f32; 10] {
        let mut likings = [f32::NEG_INFINITY; 10];
        for (liking, card) in likings.iter_mut().zip(self.legal) {
            *liking = self.lookups(card).into_iter().map(|place| weights[place]).sum();
        }
        likings
    }
}

/// How many of these are lower.
fn below(cards: CardSet<Card>, card: Card) -> usize {
    (cards.bits() & ((1 << card.number()) - 1)).count_ones() as usize
}

/// The card the policy likes best.
pub(super) fn best(trick: &TrickView<'_>, legal: CardSet<Card>) -> Card {
    if legal.len() == 1 {
        return legal.first().expect("there is one");
    }
    let likings = Situation::new(trick, legal).likings(&FITTED);
    let mut best = 0;
    for place in 1..legal.len() {
        if likings[place] > likings[best] {
            best = place;
        }
    }
    legal.nth(best as u32)
}

/// How likely it plays each of these, the lowest card first; the sum is 1.
pub(super) fn weights(trick: &TrickView<'_>, legal: CardSet<Card>) -> [f32; 10] {
    let likings = Situation::new(trick, legal).likings(&FITTED);
    let most = likings.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights = likings.map(|liking| (liking - most).exp());
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::intensity::{Intensity, legal_plays};
    use cardsharp_rules::{Seed, State as _, Turn, random_position};

    use super::*;

    #[test]
    fn every_number_of_a_card_is_looked_up_in_a_table_of_its_own() {
        let ends: Vec<usize> = SIZES
            .iter()
            .scan(0, |end, size| {
                *end += size;
                Some(*end)
            })
            .collect();
        for seed in 0..300 {
            let state = random_position(&Intensity, Seed(seed), 4 + seed as u32 % 40);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            let (trick, legal) = (TrickView::of(&view), legal_plays(view.table(), view.hand()));
            let situation = Situation::new(&trick, legal);
            for card in legal {
                for (table, place) in situation.lookups(card).into_iter().enumerate() {
                    let begin = if table == 0 { 0 } else { ends[table - 1] };
                    assert!((begin..ends[table]).contains(&place), "{view}: {card} at {place} of table {table}");
                }
            }
            let weights = weights(&trick, legal);
            assert!(
                (weights.iter().sum::<f32>() - 1.0).abs() < 1e-5
                    && weights[legal.len()..].iter().all(|&weight| weight == 0.0)
            );
            let likeliest = weights.iter().copied().fold(0.0, f32::max);
            let place = legal.iter().position(|card| card == best(&trick, legal)).expect("a legal card");
            assert!(weights[place] == likeliest, "{view}");
        }
    }

    /// What any player of Intensity would do.
    #[test]
    fn it_gets_rid_of_the_buffalo_and_ducks() {
        let choice = |hand: &str, round: &[u8]| {
            let round: Vec<Card> = round.iter().map(|&number| Card::new(number)).collect();
            let hand: CardSet<Card> = hand.parse().expect("cards");
            let led = round[0].suit().cards();
            let unseen = <Card as cardsharp_rules::Card>::DECK - hand - round.iter().copied().collect();
            let winning = round.iter().copied().filter(|&card| led.contains(card)).max();
            let trick = TrickView { hand, unseen, round: &round, winning };
            let follows = hand & led;
            best(&trick, if follows.is_empty() { hand } else { follows }).number()
        };
        assert_eq!(choice("20 21 23 30 31 40 47", &[15]), 47, "thrown on somebody else's round");
        assert_eq!(choice("20 21 23 30 31 40 47", &[42, 49]), 47, "under a higher forty");
        assert_eq!(choice("11 13 18 20 23 30 31", &[12, 15, 33]), 13, "the highest that does not win");
    }
}

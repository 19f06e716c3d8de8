//! The view of a seat in a variant, in version 1 of the full game's encoding.
//!
//! Indices are those of the full deck, so one network shape serves every variant; features that it lacks stay 0.

use cardsharp_rules::Game as _;
use cardsharp_rules::hanamikoji::{Cards, Geisha, Hanamikoji, Offer, Shown};

use super::public::Public;
use super::space::Situation;
use super::variant::Variant;

/// Returns the features that are 1 for the deciding seat, in ascending order. `shown` is the record of the turns so
/// far, with nothing taken of an open offer; `situation` is the seat's private knowledge.
pub fn features(variant: &Variant, shown: &[Shown], situation: &Situation) -> Vec<usize> {
    let public = Public::after(variant, shown);
    let (me, them) = (public.actor(), 1 - public.actor());
    let Situation { hand, secret, burned } = *situation;
    let unseen = public.unseen - situation.cards();
    let mut ones = Ones::default();
    for cards in [hand, secret, burned, public.placed[me], public.placed[them], unseen] {
        ones.cards(cards);
    }
    for cards in [me, them].into_iter().flat_map(|seat| offers(shown, seat)) {
        ones.cards(cards);
    }
    for turn in 0..Variant::FULL.turns() {
        ones.one_of(4, shown.get(turn).map(|shown| shown.kind() as usize));
    }
    ones.one_of(8, Some(public.hand_size(variant, them)));
    ones.one_of(1, public.offer.map(|_| 0));
    ones.one_of(1, (me == 0).then_some(0));
    debug_assert_eq!(ones.next, Hanamikoji::FEATURES, "every feature is thought of");
    ones.places
}

/// The indices of the features that are 1, collected plane by plane.
#[derive(Default)]
struct Ones {
    places: Vec<usize>,
    next: usize,
}

impl Ones {
    fn one_of(&mut self, width: usize, place: Option<usize>) {
        self.places.extend(place.map(|place| self.next + place));
        self.next += width;
    }

    /// Adds a plane with one feature for each card of the full deck, and sets as many of each type as there are.
    fn cards(&mut self, cards: Cards) {
        for card in Geisha::ALL {
            self.places.extend(self.next..self.next + cards.count(card));
            self.next += card.value();
        }
    }
}

/// Returns a seat's offers: Gift, the card taken from it, lower pair, higher pair, pair taken.
fn offers(shown: &[Shown], seat: usize) -> [Cards; 5] {
    let mut offers = [Cards::EMPTY; 5];
    for shown in shown.iter().skip(seat).step_by(2) {
        match *shown {
            Shown::Offer { offer: Offer::Gift(cards), taken } => offers[..2].copy_from_slice(&[cards, taken]),
            Shown::Offer { offer: Offer::Competition(pairs), taken } => {
                let [low, high] = pairs.both();
                offers[2..].copy_from_slice(&[low, high, taken]);
            }
            Shown::Secret | Shown::Burn => {}
        }
    }
    offers
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Rng, Seed, State as _, Turn};

    use super::*;

    #[test]
    fn the_full_game_is_encoded_as_the_rules_do() {
        let mut rng = Rng::new(Seed(5));
        let mut decisions = 0;
        for seed in 0..60 {
            let mut state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a shuffled deal is valid");
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let mut expected = vec![0.0; Hanamikoji::FEATURES];
                Hanamikoji::encode(&view, &mut expected);
                let ones = features(&Variant::FULL, view.table().shown(), &Situation::of(view.own()));
                let mut found = vec![0.0; Hanamikoji::FEATURES];
                for &place in &ones {
                    found[place] = 1.0;
                }
                assert_eq!(found, expected, "deal {seed}");
                assert!(ones.is_sorted(), "deal {seed}");
                decisions += 1;
                let action = state.random_action(&mut rng);
                state.play_unchecked(action);
            }
        }
        assert_eq!(decisions, 60 * 12);
    }
}

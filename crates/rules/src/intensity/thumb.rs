//! A rule of thumb: a dozen comparisons that a person can make, distilled from the champion's games.

use super::Observation;
use super::card::{BUFFALO, CALVES, Card, Suit};
use super::rules::{Action, Hand, Intensity, SEATS};
use crate::{Style, even_among};

/// Keeps low and well-guarded cards, leads forties to hunt the buffalo and lone cards, ducks, throws from short suits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Thumb;

impl Thumb {
    /// The rule in words.
    pub const RULES: [&'static str; 9] = [
        "Pass what leaves you the least danger. In the tens, twenties and calves hold your cards of a suit, from the lowest up, against 1, 3, 6, 8: every digit above is a danger.",
        "In the forties keep the low ones: each below 47 takes 3 dangers away. The buffalo, 48 and 49 are 6 dangers each with fewer than two of those, 3 with two, none with more.",
        "Leading, give every card marks. 2 for a low forty while the buffalo is out and you hold nothing above it: that drives it out.",
        "2 for your only card of a suit.",
        "If seven or more of the suit are unseen and it is no calf, a sixth of its last digit: high cards go while everybody can follow. Else take off three times the share of the suit's unseen cards that are lower. Lead the card with most marks.",
        "But if anything else is there, lead neither the buffalo, nor 48 or 49 while it is out, nor a suit that nobody else has.",
        "Following: the buffalo goes under a higher card at once, and never on top by choice. Else play the highest card that does not win.",
        "You may also win while the round is free of points, with the highest: if you play last, or if six or more of the suit are unseen (not with a calf, and not with 48 or 49 while the buffalo is out). If you cannot duck, play the lowest, but last in the round the highest.",
        "Not able to follow: the buffalo. Else count the last digit, less 3 for every card you hold of the suit, 3 more for a calf, 2 more for 48 or 49 while the buffalo is out: throw the highest.",
    ];
}

impl Style<Intensity> for Thumb {
    fn name(&self) -> &'static str {
        "thumb"
    }

    fn summary(&self) -> &'static str {
        "a rule of thumb: keeps low cards, hunts the buffalo, ducks, empties short suits (see its book)"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let wish = |action: Action| match action {
            Action::Pass(cards) => -danger(view.hand() - cards),
            Action::Play(card) => play_wish(view, card),
        };
        let best = legal.iter().map(|&action| wish(action)).max();
        even_among(legal, weights, |action| Some(wish(action)) == best);
    }
}

/// Returns the last digit of a card.
pub fn digit(card: Card) -> i32 {
    i32::from(card.number() % 10)
}

fn herd() -> Hand {
    BUFFALO.suit().cards()
}

/// Counts the cards of this card's suit.
pub fn suit_length(cards: Hand, card: Card) -> i32 {
    (cards & card.suit().cards()).len() as i32
}

/// The harmless digits of a suit's cards, from the lowest card up.
const LADDER: [i32; 4] = [1, 3, 6, 8];

fn danger(kept: Hand) -> i32 {
    let above = |cards: Hand| -> i32 {
        let rungs = LADDER.into_iter().chain(std::iter::repeat(LADDER[LADDER.len() - 1]));
        cards.iter().zip(rungs).map(|(card, rung)| (digit(card) - rung).max(0)).sum()
    };
    let plain = Suit::ALL.into_iter().map(Suit::cards).filter(|&suit| suit != herd());
    let forties = kept & herd();
    let low = forties.iter().filter(|&card| card < BUFFALO).count() as i32;
    let each = match low {
        ..2 => 6,
        2 => 3,
        _ => 0,
    };
    plain.map(|suit| above(kept & suit)).sum::<i32>() + each * (forties.len() as i32 - low) - 3 * low
}

fn play_wish(view: &Observation, card: Card) -> i32 {
    match view.table().winning() {
        None => lead_wish(view, card),
        Some(winning) if card.suit() == winning.suit() => follow_wish(view, card, winning),
        Some(_) => throw_wish(view, card),
    }
}

fn is_trap(view: &Observation, card: Card) -> bool {
    herd().contains(card) && card > BUFFALO && view.unseen().contains(BUFFALO)
}

/// One mark. Every divisor of marks divides it.
const MARK: i32 = 2_520;

fn lead_wish(view: &Observation, card: Card) -> i32 {
    let (hand, suit) = (view.hand(), view.unseen() & card.suit().cards());
    if suit.is_empty() {
        return -70 * MARK - digit(card);
    }
    if card == BUFFALO || is_trap(view, card) {
        return MARK * if card == BUFFALO { -30 } else { -25 };
    }
    let guards = (hand & herd()).iter().any(|card| card > BUFFALO);
    let hunts = herd().contains(card) && view.unseen().contains(BUFFALO) && !guards;
    let is_lone = suit_length(hand, card) == 1;
    let lower = suit.iter().filter(|&other| other < card).count() as i32;
    let height = if suit.len() >= 7 && !CALVES.contains(card) {
        MARK * digit(card) / 6
    } else {
        -3 * MARK * lower / suit.len() as i32
    };
    height + 2 * MARK * (i32::from(hunts) + i32::from(is_lone))
}

fn follow_wish(view: &Observation, card: Card, winning: Card) -> i32 {
    let round = view.table().round();
    if card == BUFFALO {
        return if card < winning { 500 } else { -500 };
    }
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With enough of the suit left, every seat still follows.
    let is_calm = !CALVES.contains(card) && suit_length(view.unseen(), card) >= 6 && !is_trap(view, card);
    match () {
        () if card < winning || is_clean && (is_last || is_calm) => 200 + digit(card),
        () if is_last => 100 + digit(card),
        () => 100 - digit(card),
    }
}

fn throw_wish(view: &Observation, card: Card) -> i32 {
    let extra = match card {
        BUFFALO => 1_000,
        _ if is_trap(view, card) => 2,
        _ if CALVES.contains(card) => 3,
        _ => 0,
    };
    digit(card) - 3 * suit_length(view.hand(), card) + extra
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Observation as _, Rng, Seed, State as _, Turn, random_position};

    fn hand(numbers: &[u8]) -> Hand {
        numbers.iter().map(|&number| Card::new(number)).collect()
    }

    #[test]
    fn danger_is_counted_from_the_ladder_and_by_the_guards() {
        assert_eq!(danger(hand(&[11, 13, 16, 18])), 0);
        assert_eq!(danger(hand(&[12, 13, 19])), 1 + 3);
        assert_eq!(danger(hand(&[47, 48])), 12);
        assert_eq!(danger(hand(&[40, 41, 47])), 3 - 6);
        assert_eq!(danger(hand(&[40, 41, 42, 47, 49])), -9);
        assert_eq!(danger(hand(&[35, 36])), 4 + 3);
    }

    #[test]
    fn what_should_not_be_led_is_led_only_for_want_of_better() {
        let mut led = 0;
        for seed in 0..400 {
            let state = random_position(&Intensity, Seed(seed), 4 + (seed % 36) as u32);
            let Turn::Of(seat) = state.turn() else { continue };
            let view = state.observe(seat);
            if view.table().led().is_some() {
                continue;
            }
            let bad = |action: Action| {
                let Action::Play(card) = action else { return false };
                let alone = (view.unseen() & card.suit().cards()).is_empty();
                card == BUFFALO || is_trap(&view, card) || alone
            };
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let choice = Thumb.choose(&view, &mut Rng::new(Seed(seed)));
            assert!(!bad(choice) || legal.iter().all(|&action| bad(action)), "{view}: {choice}");
            led += 1;
        }
        assert!(led > 20);
    }
}

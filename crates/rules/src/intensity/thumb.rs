//! A rule of thumb: a dozen comparisons a person can make, distilled from the champion's games.

use std::sync::LazyLock;

use super::Observation;
use super::card::{BUFFALO, CALVES, Card, Suit};
use super::players::TrickView;
use super::rules::{Action, Hand, Intensity, PASS, SEATS, passes};
use crate::{CardSet, Rng, Style, even_among};

/// Keeps what is low or well guarded, leads forties to hunt the buffalo and lone cards, ducks, and
/// throws from short suits.
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
        let trick = TrickView::of(view);
        let wish = |action: Action| match action {
            Action::Pass(cards) => -danger(view.hand() - cards),
            Action::Play(card) => play_wish(&trick, card),
        };
        let best = legal.iter().map(|&action| wish(action)).max();
        even_among(legal, weights, |action| Some(wish(action)) == best);
    }
}

/// The last digit.
pub(super) fn digit(card: Card) -> i32 {
    i32::from(card.number() % 10)
}

fn herd() -> Hand {
    BUFFALO.suit().cards()
}

/// How many cards of its suit are in these.
pub(super) fn suit_length(cards: Hand, card: Card) -> i32 {
    (cards & card.suit().cards()).len() as i32
}

/// From the lowest card of a suit up: as high as this it does no harm.
const LADDER: [i32; 4] = [1, 3, 6, 8];

/// How dangerous it is to keep these.
fn danger(kept: Hand) -> i32 {
    Suit::ALL.into_iter().map(|suit| danger_of(suit, kept & suit.cards())).sum()
}

/// How dangerous it is to keep these of a suit, and no others of it.
fn danger_of(suit: Suit, kept: Hand) -> i32 {
    if suit != BUFFALO.suit() {
        let rungs = LADDER.into_iter().chain(std::iter::repeat(LADDER[LADDER.len() - 1]));
        return kept.iter().zip(rungs).map(|(card, rung)| (digit(card) - rung).max(0)).sum();
    }
    let forties = kept;
    let low = forties.iter().filter(|&card| card < BUFFALO).count() as i32;
    let each = match low {
        ..2 => 6,
        2 => 3,
        _ => 0,
    };
    each * (forties.len() as i32 - low) - 3 * low
}

/// [`danger_of`] every set of a suit's ranks: who judges what others passed asks thousands of times.
static DANGERS: LazyLock<[[i8; 1024]; 4]> = LazyLock::new(|| {
    Suit::ALL.map(|suit| {
        std::array::from_fn(|ranks| danger_of(suit, Hand::from_bits((ranks as u64) << (10 * suit.digit()))) as i8)
    })
});

impl Thumb {
    /// The cards of these it would play, each as gladly as the other.
    pub fn choices(trick: &TrickView<'_>, legal: CardSet<Card>) -> CardSet<Card> {
        if legal.len() == 1 {
            return legal;
        }
        let (mut most, mut choices) = (i32::MIN, Hand::EMPTY);
        for card in legal {
            let wish = play_wish(trick, card);
            if wish > most {
                (most, choices) = (wish, Hand::EMPTY);
            }
            if wish >= most {
                choices.insert(card);
            }
        }
        choices
    }

    /// Passes three cards of a hand of ten.
    pub fn pass(hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        let dangers = &*DANGERS;
        let cost =
            |kept: Hand| -> i32 { ranks(kept).iter().zip(dangers).map(|(&ranks, suit)| i32::from(suit[ranks])).sum() };
        let (mut least, mut ways, mut chosen) = (i32::MAX, 0, Hand::EMPTY);
        for pass in passes(hand) {
            let danger = cost(hand - pass);
            if danger < least {
                (least, ways) = (danger, 0);
            }
            if danger <= least {
                ways += 1;
                if ways == 1 || rng.below(ways) == 0 {
                    chosen = pass;
                }
            }
        }
        chosen
    }

    /// How likely it passes these cards of a hand, by far quicker than weighing all passes.
    pub fn chance_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> f32 {
        let (held, left) = (ranks(hand), &*LEFT);
        // The least that three cards fewer can leave, by how many of them are of each suit.
        let mut least = (i32::MAX, 0);
        for first in 0..=PASS {
            for second in 0..=PASS - first {
                for third in 0..=PASS - first - second {
                    let counts = [first, second, third, PASS - first - second - third];
                    let (mut danger, mut ways) = (0, 1);
                    for (suit, count) in counts.into_iter().enumerate() {
                        let part = left[suit][held[suit]][count];
                        danger += i32::from(part.0);
                        ways *= u32::from(part.1);
                    }
                    if ways > 0 && danger < least.0 {
                        least = (danger, 0);
                    }
                    least.1 += if danger == least.0 { ways } else { 0 };
                }
            }
        }
        let kept = ranks(hand - pass).iter().zip(&*DANGERS).map(|(&ranks, suit)| i32::from(suit[ranks])).sum::<i32>();
        if kept == least.0 { 1.0 / least.1 as f32 } else { 0.0 }
    }
}

/// By how many cards of a suit are passed: the least danger that is left, and in how many ways.
type Left = [(i8, u8); PASS + 1];

/// What passing leaves of every set of a suit's ranks; in no way where there are not so many.
static LEFT: LazyLock<Box<[[Left; 1024]; 4]>> = LazyLock::new(|| {
    let mut left = Box::new([[[(0, 0); PASS + 1]; 1024]; 4]);
    for (left, dangers) in left.iter_mut().zip(&*DANGERS) {
        for (held, left) in left.iter_mut().enumerate() {
            let subsets = (0..=held).filter(|kept| kept & !held == 0);
            for kept in subsets.filter(|kept| (held & !kept).count_ones() as usize <= PASS) {
                let best = &mut left[(held & !kept).count_ones() as usize];
                if best.1 == 0 || dangers[kept] < best.0 {
                    *best = (dangers[kept], 0);
                }
                best.1 += u8::from(dangers[kept] == best.0);
            }
        }
    }
    left
});

/// The ranks held of each suit, as bits.
fn ranks(hand: Hand) -> [usize; 4] {
    Suit::ALL.map(|suit| (hand.bits() >> (10 * suit.digit())) as usize & 1023)
}

/// How gladly a card is played.
fn play_wish(trick: &TrickView<'_>, card: Card) -> i32 {
    match trick.winning {
        None => lead_wish(trick, card),
        Some(winning) if card.suit() == winning.suit() => follow_wish(trick, card, winning),
        Some(_) => throw_wish(trick, card),
    }
}

fn is_trap(trick: &TrickView<'_>, card: Card) -> bool {
    herd().contains(card) && card > BUFFALO && trick.unseen.contains(BUFFALO)
}

/// A mark; whatever marks are divided by divides it.
const MARK: i32 = 2_520;

fn lead_wish(trick: &TrickView<'_>, card: Card) -> i32 {
    let (hand, suit) = (trick.hand, trick.unseen & card.suit().cards());
    if suit.is_empty() {
        return -70 * MARK - digit(card);
    }
    if card == BUFFALO || is_trap(trick, card) {
        return MARK * if card == BUFFALO { -30 } else { -25 };
    }
    let guards = (hand & herd()).iter().any(|card| card > BUFFALO);
    let hunts = herd().contains(card) && trick.unseen.contains(BUFFALO) && !guards;
    let is_lone = suit_length(hand, card) == 1;
    let lower = suit.iter().filter(|&other| other < card).count() as i32;
    let height = if suit.len() >= 7 && !CALVES.contains(card) {
        MARK * digit(card) / 6
    } else {
        -3 * MARK * lower / suit.len() as i32
    };
    height + 2 * MARK * (i32::from(hunts) + i32::from(is_lone))
}

fn follow_wish(trick: &TrickView<'_>, card: Card, winning: Card) -> i32 {
    let round = trick.round;
    if card == BUFFALO {
        return if card < winning { 500 } else { -500 };
    }
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With so many of the suit about, everybody still follows.
    let is_calm = !CALVES.contains(card) && suit_length(trick.unseen, card) >= 6 && !is_trap(trick, card);
    match () {
        () if card < winning || is_clean && (is_last || is_calm) => 200 + digit(card),
        () if is_last => 100 + digit(card),
        () => 100 - digit(card),
    }
}

fn throw_wish(trick: &TrickView<'_>, card: Card) -> i32 {
    let extra = match card {
        BUFFALO => 1_000,
        _ if is_trap(trick, card) => 2,
        _ if CALVES.contains(card) => 3,
        _ => 0,
    };
    digit(card) - 3 * suit_length(trick.hand, card) + extra
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Observation as _, Seed, State as _, Turn, random_position};

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
    fn a_pass_is_as_likely_as_weighing_them_all_says() {
        for seed in 0..40 {
            let state = Intensity.start(&Intensity.shuffle(Seed(seed))).expect("a shuffled deal is valid");
            let view = state.observe(crate::Seat::FIRST);
            let (mut legal, mut weights) = (Vec::new(), Vec::new());
            view.legal_actions(&mut legal);
            Thumb.weigh(&view, &legal, &mut weights);
            for (action, weight) in legal.into_iter().zip(weights) {
                let Action::Pass(pass) = action else { unreachable!("one passes first") };
                assert_eq!(Thumb::chance_to_pass(view.hand(), pass), weight, "{pass} of {}", view.hand());
            }
            let drawn = Thumb::pass(view.hand(), &mut Rng::new(Seed(seed)));
            assert!(Thumb::chance_to_pass(view.hand(), drawn) > 0.0, "{drawn} of {}", view.hand());
        }
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
                card == BUFFALO || is_trap(&TrickView::of(&view), card) || alone
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

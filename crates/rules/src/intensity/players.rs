//! The house players: random, and a careful one whose rules a person could follow.

use super::card::{BUFFALO, CALVES, Card, Suit};
use super::rules::{Action, Hand, Intensity, PASS, SEATS, legal_plays, passes};
use super::{Observation, Thumb};
use crate::{CardSet, Random, Rng, Style, even_among};

pub(super) fn styles() -> Vec<Box<dyn Style<Intensity>>> {
    vec![Box::new(Random), Box::new(Thumb), Box::new(Careful)]
}

/// Passes dangerous cards, ducks under the winning card, throws its worst card when it cannot follow, and leads the
/// card least likely to win points. The weights below were tuned by playing variants against each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Careful;

impl Style<Intensity> for Careful {
    fn name(&self) -> &'static str {
        "careful"
    }

    fn summary(&self) -> &'static str {
        "passes danger on, ducks, gets rid of the buffalo and high calves, and leads low"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        if view.table().all_passed() {
            let trick = TrickView::of(view);
            let choices = Careful::choices(&trick, legal_plays(view.table(), view.hand()));
            even_among(legal, weights, |action| matches!(action, Action::Play(card) if choices.contains(card)));
        } else {
            let cost = |cards: Hand| danger_of(view.hand() - cards);
            let pass = |action: Action| if let Action::Pass(cards) = action { cost(cards) } else { f32::INFINITY };
            let least = legal.iter().map(|&action| pass(action)).fold(f32::INFINITY, f32::min);
            even_among(legal, weights, |action| pass(action) <= least);
        }
    }
}

/// The facts by which a seat plays a card.
#[derive(Clone, Copy, Debug)]
pub struct TrickView<'a> {
    /// Its own cards.
    pub hand: CardSet<Card>,
    /// The cards in the other hands.
    pub unseen: CardSet<Card>,
    /// The cards of the round so far.
    pub round: &'a [Card],
    /// The highest card that followed suit; `None` before the lead.
    pub winning: Option<Card>,
}

impl TrickView<'_> {
    /// The part of a view that matters for a play.
    pub fn of(view: &Observation) -> TrickView<'_> {
        let table = view.table();
        TrickView { hand: view.hand(), unseen: view.unseen(), round: table.round(), winning: table.winning() }
    }
}

impl Careful {
    /// The cards of `legal` that it would play, all equally good.
    pub fn choices(trick: &TrickView<'_>, legal: CardSet<Card>) -> CardSet<Card> {
        if legal.len() == 1 {
            return legal;
        }
        let (mut least, mut choices) = (f32::INFINITY, Hand::EMPTY);
        for card in legal {
            let cost = cost(trick, card);
            if cost < least {
                (least, choices) = (cost, Hand::EMPTY);
            }
            if cost <= least {
                choices.insert(card);
            }
        }
        choices
    }
}

/// The cost of playing a card; only the order counts.
fn cost(trick: &TrickView<'_>, card: Card) -> f32 {
    match trick.winning {
        None => cost_of_leading(trick, card),
        Some(winning) if card.suit() == winning.suit() => cost_of_following(trick, card, winning),
        Some(_) => -relief(trick, card),
    }
}

/// The second digit, 0 to 9.
fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10)
}

/// How much the cards of one suit threaten to win rounds with points. The lowest card is played in the suit's first
/// round, and so on; a card is dangerous as far as it is higher than the usual winner of that round.
fn danger(hand: Hand, suit: Suit) -> f32 {
    let digit = usize::from(suit.digit());
    DANGER[digit - 1][(hand.bits() >> (10 * digit)) as usize & 1023]
}

fn danger_of(hand: Hand) -> f32 {
    Suit::ALL.into_iter().map(|suit| danger(hand, suit)).sum()
}

impl Careful {
    /// Passes three cards of a hand of ten.
    pub fn pass(hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        let (mut least, mut ways, mut chosen) = (f32::INFINITY, 0, Hand::EMPTY);
        for pass in passes(hand) {
            let danger = danger_of(hand - pass);
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

    /// The chance that it passes these cards of a hand, computed much faster than by weighing all passes.
    pub fn chance_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> f32 {
        let ranks: [usize; 4] = Suit::ALL.map(|suit| (hand.bits() >> (10 * suit.digit())) as usize & 1023);
        let cost = danger_of(hand - pass);
        let mut ways = 0;
        // The least danger after passing three cards, by how many of them are of each suit.
        for first in 0..=PASS {
            for second in 0..=PASS - first {
                for third in 0..=PASS - first - second {
                    let counts = [first, second, third, PASS - first - second - third];
                    let left: [Left; 4] = std::array::from_fn(|suit| LEFT[suit][ranks[suit]][counts[suit]]);
                    let least: f32 = left.iter().map(|left| left.danger).sum();
                    if least < cost {
                        return 0.0;
                    }
                    if least <= cost {
                        ways += left.iter().map(|left| u32::from(left.ways)).product::<u32>();
                    }
                }
            }
        }
        1.0 / ways as f32
    }
}

/// The best rest of a suit.
#[derive(Clone, Copy)]
struct Left {
    /// The least danger.
    danger: f32,
    /// The number of ways to reach it.
    ways: u8,
}

/// The best rest of a suit, for every set of its ranks and every number of passed cards.
static LEFT: [[[Left; PASS + 1]; 1024]; 4] = {
    let mut left = [[[Left { danger: f32::INFINITY, ways: 0 }; PASS + 1]; 1024]; 4];
    let mut suit = 0;
    while suit < 4 {
        let mut ranks = 0_usize;
        while ranks < 1024 {
            // Every set that can be left of these, the largest first.
            let mut kept = ranks;
            loop {
                let passed = (ranks ^ kept).count_ones() as usize;
                if passed <= PASS {
                    let best = &mut left[suit][ranks][passed];
                    let danger = DANGER[suit][kept];
                    if danger < best.danger {
                        *best = Left { danger, ways: 1 };
                    } else if danger <= best.danger {
                        best.ways += 1;
                    }
                }
                if kept == 0 {
                    break;
                }
                kept = (kept - 1) & ranks;
            }
            ranks += 1;
        }
        suit += 1;
    }
    left
};

static DANGER: [[f32; 1024]; 4] = {
    let mut table = [[0.0; 1024]; 4];
    let mut ranks = 0;
    while ranks < 1024 {
        let (mut over, mut place, mut rank) = (0.0, 0.0, 0);
        let (mut below_buffalo, mut above_buffalo) = (0.0, 0.0);
        while rank < 10 {
            if ranks >> rank & 1 == 1 {
                let beyond = rank as f32 - 0.5 - 2.5 * place;
                over += if beyond > 0.0 { beyond } else { 0.0 };
                place += 1.0;
                below_buffalo += if rank < 7 { 1.0 } else { 0.0 };
                above_buffalo += if rank > 7 { 1.0 } else { 0.0 };
            }
            rank += 1;
        }
        let (guarded, feared) = (8.0 - 4.0 * below_buffalo, 8.0 - 3.0 * below_buffalo);
        table[0][ranks] = over;
        table[1][ranks] = over;
        table[2][ranks] = 0.75 * over;
        table[3][ranks] = if ranks >> 7 & 1 == 1 {
            if guarded > 0.0 { guarded + over } else { over }
        } else {
            above_buffalo * (if feared > 0.0 { feared } else { 0.0 }) + 0.3 * over
        };
        ranks += 1;
    }
    table
};

/// Leading: the chance that the card wins the round, times the points it may then win.
fn cost_of_leading(trick: &TrickView<'_>, card: Card) -> f32 {
    let unseen = trick.unseen;
    let suit = unseen & card.suit().cards();
    let lower = Hand::from_bits(suit.bits() & ((1 << card.number()) - 1)).len() as f32;
    let higher = suit.len() as f32 - lower;
    // Others duck if they can: the more lower cards are out, the likelier this one wins.
    let win = if higher == 0.0 { 1.0 } else { lower / (lower + higher) };
    // The fewer cards of the suit are left, the likelier a seat throws points on it.
    let thrown = 4.0 / (1.0 + suit.len() as f32);
    let buffalo_out = unseen.contains(BUFFALO);
    let stake = match card.suit().digit() {
        _ if card == BUFFALO => 9.0,
        3 => 3.0,
        4 if buffalo_out => 1.0,
        _ => 0.7,
    };
    let herd = BUFFALO.suit().cards();
    let hunt = match (trick.hand & herd).last() {
        // With nothing above the buffalo in hand, low cards of its suit drive it out.
        Some(highest) if buffalo_out && highest < BUFFALO => -1.0,
        // With the buffalo in hand they are its guards.
        Some(_) if trick.hand.contains(BUFFALO) => 1.0,
        _ => 0.0,
    };
    win * (stake + thrown) + if herd.contains(card) { hunt } else { 0.0 }
}

/// Following suit: the highest card if winning is cheap; else the highest that loses; if none loses, the highest if the
/// round is won anyway, and otherwise the lowest.
fn cost_of_following(trick: &TrickView<'_>, card: Card, winning: Card) -> f32 {
    if card == BUFFALO {
        // Plays the buffalo under a higher card at the first chance, and never as the winning card by choice.
        return if card < winning { -200.0 } else { 100.0 };
    }
    let (round, unseen) = (trick.round, trick.unseen);
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With enough of the suit left, every seat still follows.
    let is_calm = !CALVES.contains(card) && (unseen & card.suit().cards()).len() >= 6;
    let is_trap = card > BUFFALO && unseen.contains(BUFFALO);
    if is_clean && (is_last || is_calm && !is_trap) || card < winning {
        return -100.0 - rank(card);
    }
    if is_last { -rank(card) } else { rank(card) }
}

/// Unable to follow: the relief of getting rid of a card.
fn relief(trick: &TrickView<'_>, card: Card) -> f32 {
    let before = danger(trick.hand, card.suit());
    let mut rest = trick.hand;
    rest.remove(card);
    let gain = before - danger(rest, card.suit());
    match card {
        BUFFALO => 100.0,
        _ if CALVES.contains(card) => 6.0 + gain,
        _ => gain,
    }
}

//! The house players: random, and a careful one whose rules a person could follow.

use super::Observation;
use super::card::{BUFFALO, CALVES, Card, Suit};
use super::rules::{Action, Hand, Intensity, PASS, SEATS};
use crate::{House, Random, Style};

impl House for Intensity {
    fn styles(&self) -> Vec<Box<dyn Style<Intensity>>> {
        vec![Box::new(Random), Box::new(Careful)]
    }
}

/// Passes what is dangerous to keep, ducks under the winning card, throws its worst card when it
/// cannot follow, and leads where it is least likely to win points. The weights below were found
/// by playing variants against each other.
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
        let table = view.table();
        let (unseen, winning) = (view.unseen(), table.winning());
        weights.clear();
        weights.extend(legal.iter().map(|&action| cost(view, unseen, winning, action)));
        let least = weights.iter().copied().fold(f32::INFINITY, f32::min);
        let mut cheapest = 0.0;
        for weight in &mut *weights {
            *weight = f32::from(*weight <= least);
            cheapest += *weight;
        }
        for weight in weights {
            *weight /= cheapest;
        }
    }
}

/// How bad an action looks; only the order counts. What is the same for all actions is worked
/// out once, for searches ask this millions of times.
fn cost(view: &Observation, unseen: Hand, winning: Option<Card>, action: Action) -> f32 {
    match (action, winning) {
        (Action::Pass(cards), _) => Suit::ALL.into_iter().map(|suit| danger(view.hand() - cards, suit)).sum(),
        (Action::Play(card), None) => cost_of_leading(view, unseen, card),
        (Action::Play(card), Some(winning)) if card.suit() == winning.suit() => {
            cost_of_following(view, unseen, card, winning)
        }
        (Action::Play(card), Some(_)) => -relief(view, card),
    }
}

/// 0 to 9, the second digit.
fn rank(card: Card) -> f32 {
    f32::from(card.number() % 10)
}

/// How much the cards of one suit threaten to win rounds with points.
///
/// The lowest card is played in the suit's first round, and so on: a card is dangerous as far as
/// it is higher than what mostly wins that round. A void is the best of all.
fn danger(hand: Hand, suit: Suit) -> f32 {
    let digit = usize::from(suit.digit());
    DANGER[digit - 1][(hand.bits() >> (10 * digit)) as usize & 1023]
}

impl Careful {
    /// Whether it might pass these cards of a hand, by far quicker than weighing all passes.
    pub fn might_pass(hand: Hand, pass: Hand) -> bool {
        let ranks: [usize; 4] = Suit::ALL.map(|suit| (hand.bits() >> (10 * suit.digit())) as usize & 1023);
        let cost: f32 = Suit::ALL.into_iter().map(|suit| danger(hand - pass, suit)).sum();
        // The least that three cards fewer can leave, by how many of them are of each suit.
        for first in 0..=PASS {
            for second in 0..=PASS - first {
                for third in 0..=PASS - first - second {
                    let counts = [first, second, third, PASS - first - second - third];
                    let least: f32 = (0..4).map(|suit| LEFT[suit][ranks[suit]][counts[suit]]).sum();
                    if least < cost {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The least danger that is left of a suit when so many of its cards are passed.
static LEFT: [[[f32; PASS + 1]; 1024]; 4] = {
    let mut left = [[[f32::INFINITY; PASS + 1]; 1024]; 4];
    let mut ranks = 0;
    while ranks < 1024 {
        let mut suit = 0;
        while suit < 4 {
            left[suit][ranks][0] = DANGER[suit][ranks];
            let (mut passed, mut rank) = (1, 0);
            while passed <= PASS {
                while rank < 10 {
                    if ranks >> rank & 1 == 1 {
                        let less = left[suit][ranks - (1 << rank)][passed - 1];
                        if less < left[suit][ranks][passed] {
                            left[suit][ranks][passed] = less;
                        }
                    }
                    rank += 1;
                }
                passed += 1;
                rank = 0;
            }
            suit += 1;
        }
        ranks += 1;
    }
    left
};

/// For every suit and every set of its ranks.
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

/// Leading: how likely the card is to win the round, times what may then lie in it.
fn cost_of_leading(view: &Observation, unseen: Hand, card: Card) -> f32 {
    let suit = unseen & card.suit().cards();
    let lower = Hand::from_bits(suit.bits() & ((1 << card.number()) - 1)).len() as f32;
    let higher = suit.len() as f32 - lower;
    // Others duck if they can: the more lower cards there are, the likelier this one wins.
    let win = if higher == 0.0 { 1.0 } else { lower / (lower + higher) };
    // The fewer cards of the suit are left, the likelier somebody throws points on it.
    let thrown = 4.0 / (1.0 + suit.len() as f32);
    let buffalo_out = unseen.contains(BUFFALO);
    let stake = match card.suit().digit() {
        _ if card == BUFFALO => 9.0,
        3 => 3.0,
        4 if buffalo_out => 1.0,
        _ => 0.7,
    };
    let herd = BUFFALO.suit().cards();
    let hunt = match (view.hand() & herd).last() {
        // With nothing above it in hand, low cards of its suit drive the buffalo out.
        Some(highest) if buffalo_out && highest < BUFFALO => -1.0,
        // With the buffalo in hand they are its guards.
        Some(_) if view.hand().contains(BUFFALO) => 1.0,
        _ => 0.0,
    };
    win * (stake + thrown) + if herd.contains(card) { hunt } else { 0.0 }
}

/// Following suit: the highest card where winning is cheap; else the highest that loses; if none
/// does, the highest when the round is won anyway, and the lowest while there is hope.
fn cost_of_following(view: &Observation, unseen: Hand, card: Card, winning: Card) -> f32 {
    if card == BUFFALO {
        // Under a higher card at the first chance, and never on top of the round by choice.
        return if card < winning { -200.0 } else { 100.0 };
    }
    let round = view.table().round();
    let is_last = round.len() == SEATS - 1;
    let is_clean = round.iter().all(|card| card.points() == 0);
    // With enough of the suit about, everybody still follows.
    let is_calm = !CALVES.contains(card) && (unseen & card.suit().cards()).len() >= 6;
    let is_trap = card > BUFFALO && unseen.contains(BUFFALO);
    if is_clean && (is_last || is_calm && !is_trap) || card < winning {
        return -100.0 - rank(card);
    }
    if is_last { -rank(card) } else { rank(card) }
}

/// Not able to follow: how glad one is to be rid of a card.
fn relief(view: &Observation, card: Card) -> f32 {
    let before = danger(view.hand(), card.suit());
    let mut rest = view.hand();
    rest.remove(card);
    let gain = before - danger(rest, card.suit());
    match card {
        BUFFALO => 100.0,
        _ if CALVES.contains(card) => 6.0 + gain,
        _ => gain,
    }
}

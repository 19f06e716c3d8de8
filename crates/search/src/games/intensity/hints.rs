//! What the network makes of where the cards lie, as a factor on how likely a hand is.
//!
//! The network learnt from many more kinds of players than there are models of, and says of every
//! card who of the others holds it. Where a seat's hand agrees with that it becomes likelier, but
//! only by as much as hands of so many cards become unlikelier elsewhere: over all hands that the
//! seat may have the factor averages to 1, so that it speaks for hands and not for opponents.

use cardsharp_rules::Observation as _;
use cardsharp_rules::intensity::{Card, Observation};

use super::case::{Hand, OTHERS, SEATS};
use super::learned::{CARDS, number, owners};

/// How far the network is believed: the power of its ratios. Measured, see `benchmarks/beliefs.md`.
const TRUST: f64 = 0.7;
/// What the network takes for less likely than this is taken for as likely as this.
const LEAST: f64 = 1e-4;
/// Rows and columns are scaled so often until every card is somewhere and every hand full.
const ROUNDS: usize = 30;

/// By how much each card speaks for a hand that has it.
pub(super) struct Hints {
    /// By card number from 0, the logarithm; 0 where a card can only be there or never.
    cards: [[f64; CARDS]; OTHERS],
    /// The logarithm of the mean over all hands.
    mean: [f64; OTHERS],
}

/// How likely each card is in each place.
type Chances = Vec<[f64; OTHERS]>;

impl Hints {
    /// Nobody was asked.
    pub(super) const NONE: Hints = Hints { cards: [[0.0; CARDS]; OTHERS], mean: [0.0; OTHERS] };

    /// Asks the network.
    pub(super) fn of(view: &Observation) -> Hints {
        let said = owners(view);
        let (unseen, may, sizes) = places(view);
        let even = balanced(unseen, &may, &sizes, |_, _| 1.0);
        let told = balanced(unseen, &may, &sizes, |other, card| f64::from(said[number(card)][other]).max(LEAST));
        let mut hints = Hints::NONE;
        for other in 0..OTHERS {
            let mut ratios = Vec::new();
            let mut free = sizes[other];
            for (card, (even, told)) in unseen.iter().zip(even.iter().zip(&told)) {
                if !may[other].contains(card) {
                    continue;
                }
                if may.iter().filter(|may| may.contains(card)).count() == 1 {
                    free -= 1;
                    continue;
                }
                let ratio = (told[other] / even[other]).powf(TRUST);
                hints.cards[other][number(card)] = ratio.ln();
                ratios.push(ratio);
            }
            hints.mean[other] = mean(&ratios, free).ln();
        }
        hints
    }

    /// How much likelier it becomes that one of the others, from the left neighbour on, holds just these cards.
    pub(super) fn factor(&self, other: usize, hand: Hand) -> f64 {
        let sum: f64 = hand.iter().map(|card| self.cards[other][number(card)]).sum();
        (sum - self.mean[other]).exp()
    }
}

/// The cards nobody has shown, which of them each of the others may hold, and how many it holds.
fn places(view: &Observation) -> (Hand, [Hand; OTHERS], [usize; OTHERS]) {
    let (table, given, unseen) = (view.table(), view.held_by_left(), view.unseen());
    let seats: [_; OTHERS] = std::array::from_fn(|other| view.seat().plus(other + 1, SEATS));
    let lefts = |other: usize| if other == 0 { Hand::EMPTY } else { given };
    let may = std::array::from_fn(|other| unseen - lefts(other) - view.lacks(seats[other]));
    (unseen, may, seats.map(|seat| table.hand_size(seat)))
}

/// Chances such that every card is somewhere and every hand full, else in the ratio of these weights.
fn balanced(
    unseen: Hand,
    may: &[Hand; OTHERS],
    sizes: &[usize; OTHERS],
    weight: impl Fn(usize, Card) -> f64,
) -> Chances {
    let place = |card, other: usize| if may[other].contains(card) { weight(other, card) } else { 0.0 };
    let mut chances: Chances = unseen.iter().map(|card| std::array::from_fn(|other| place(card, other))).collect();
    for _ in 0..ROUNDS {
        for (other, &size) in sizes.iter().enumerate() {
            let sum: f64 = chances.iter().map(|row| row[other]).sum();
            if sum > 0.0 {
                for row in &mut chances {
                    row[other] *= size as f64 / sum;
                }
            }
        }
        for row in &mut chances {
            let sum: f64 = row.iter().sum();
            *row = row.map(|chance| chance / sum);
        }
    }
    chances
}

/// The mean product over all ways to choose so many of these numbers.
fn mean(numbers: &[f64], chosen: usize) -> f64 {
    // The sums of products of as many as the place says, and how many products those are.
    let mut sums = vec![(0.0, 0.0); chosen + 1];
    sums[0] = (1.0, 1.0);
    for number in numbers {
        for count in (1..=chosen).rev() {
            let (sum, ways) = sums[count - 1];
            sums[count].0 += sum * number;
            sums[count].1 += ways;
        }
    }
    let (sum, ways) = sums[chosen];
    if ways > 0.0 { sum / ways } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::intensity::Intensity;
    use cardsharp_rules::{Seed, State as _, Turn, random_position};

    use super::*;

    #[test]
    fn a_mean_product_is_that_of_all_choices() {
        let numbers = [0.5, 2.0, 3.0, 0.25];
        let mut sum = 0.0;
        for a in 0..4 {
            for b in 0..a {
                sum += numbers[a] * numbers[b];
            }
        }
        assert!((mean(&numbers, 2) - sum / 6.0).abs() < 1e-12);
        assert_eq!(mean(&[], 0), 1.0);
    }

    /// Over all hands that a seat may have by the counts, the factor averages to 1.
    #[test]
    fn hints_speak_for_hands_and_not_for_opponents() {
        let mut checked = 0;
        for seed in 0..200 {
            let state = random_position(&Intensity, Seed(seed), 36 + seed as u32 % 4);
            let Turn::Of(me) = state.turn() else { continue };
            let view = state.observe(me);
            let (hints, (_, may, sizes)) = (Hints::of(&view), places(&view));
            for other in 0..OTHERS {
                let forced = |card: &Card| (0..OTHERS).all(|seat| seat == other || !may[seat].contains(*card));
                let sure: Hand = may[other].iter().filter(forced).collect();
                let rest: Vec<Card> = (may[other] - sure).iter().collect();
                let Some(free) = sizes[other].checked_sub(sure.len()) else { continue };
                let subsets = (0_u32..1 << rest.len()).filter(|set| set.count_ones() as usize == free);
                let factors: Vec<f64> = subsets
                    .map(|set| {
                        let chosen: Hand =
                            (0..rest.len()).filter(|place| set >> place & 1 == 1).map(|at| rest[at]).collect();
                        hints.factor(other, sure | chosen)
                    })
                    .collect();
                let average = factors.iter().sum::<f64>() / factors.len() as f64;
                assert!((average - 1.0).abs() < 1e-9, "seed {seed}: {average}");
                checked += usize::from(factors.len() > 1);
            }
        }
        assert!(checked > 50, "{checked}");
    }
}

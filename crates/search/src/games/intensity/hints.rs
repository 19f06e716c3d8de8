//! The network's view of the card locations, as a factor on the likelihood of a hand.
//!
//! The network was trained on many more kinds of players than there are models, and estimates which seat holds each
//! card. A hand that agrees with it becomes likelier, and other hands of that size less likely: the factor averages to
//! 1 over all possible hands of a seat, so it is evidence about hands and not about opponents.

use cardsharp_rules::Observation as _;
use cardsharp_rules::intensity::{Card, Observation};

use super::case::{Hand, OTHERS, SEATS};
use super::learned::{CARDS, number, owners};

/// The exponent of the network's ratios, tuned in `benchmarks/beliefs.md`.
const TRUST: f64 = 0.7;
/// The lower bound of the network's probabilities.
const LEAST: f64 = 1e-4;
/// The number of scaling rounds that make the chances of each card sum to 1 and those of each hand to its size.
const ROUNDS: usize = 30;

/// The network's factors on the likelihood of a hand.
pub(super) struct Hints {
    /// The log factor of each card number from 0; 0 where the card cannot or must be.
    cards: [[f64; CARDS]; OTHERS],
    /// The log of the mean factor over all hands.
    mean: [f64; OTHERS],
}

type Chances = Vec<[f64; OTHERS]>;

impl Hints {
    pub(super) const NONE: Hints = Hints { cards: [[0.0; CARDS]; OTHERS], mean: [0.0; OTHERS] };

    pub(super) fn of(view: &Observation) -> Hints {
        let owned = owners(view);
        let (unseen, may, sizes) = places(view);
        let even = balanced(unseen, &may, &sizes, |_, _| 1.0);
        let scaled = balanced(unseen, &may, &sizes, |other, card| f64::from(owned[number(card)][other]).max(LEAST));
        let mut hints = Hints::NONE;
        for other in 0..OTHERS {
            let mut ratios = Vec::new();
            let mut free = sizes[other];
            for (card, (even, scaled)) in unseen.iter().zip(even.iter().zip(&scaled)) {
                if !may[other].contains(card) {
                    continue;
                }
                if may.iter().filter(|may| may.contains(card)).count() == 1 {
                    free -= 1;
                    continue;
                }
                let ratio = (scaled[other] / even[other]).powf(TRUST);
                hints.cards[other][number(card)] = ratio.ln();
                ratios.push(ratio);
            }
            hints.mean[other] = mean(&ratios, free).ln();
        }
        hints
    }

    /// Returns the likelihood factor if one of the others, counted from the left neighbour, holds exactly these cards.
    pub(super) fn factor(&self, other: usize, hand: Hand) -> f64 {
        let sum: f64 = hand.iter().map(|card| self.cards[other][number(card)]).sum();
        (sum - self.mean[other]).exp()
    }
}

/// Returns the unseen cards, those each of the others may hold, and the size of each hand.
fn places(view: &Observation) -> (Hand, [Hand; OTHERS], [usize; OTHERS]) {
    let (table, given, unseen) = (view.table(), view.held_by_left(), view.unseen());
    let seats: [_; OTHERS] = std::array::from_fn(|other| view.seat().plus(other + 1, SEATS));
    let lefts = |other: usize| if other == 0 { Hand::EMPTY } else { given };
    let may = std::array::from_fn(|other| unseen - lefts(other) - view.lacks(seats[other]));
    (unseen, may, seats.map(|seat| table.hand_size(seat)))
}

/// Scales the weights until each card's chances sum to 1 and each hand's to its size.
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

/// Returns the mean product over all choices of `chosen` numbers.
fn mean(numbers: &[f64], chosen: usize) -> f64 {
    // By number of factors: the sum of the products, and their count.
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

    /// Over all hands of the right size, the factor averages to 1.
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

//! Habits: simple policies for passing, leading, following and discarding, to model unknown programs.
//!
//! Three habits are given: random, careful, and a mixture of both. The rest were fitted to games of many artificial
//! players (`data/intensity.md`), so that together they cover the usual ways to play. Each habit's preference for each
//! card is a table lookup, because a decision is judged in thousands of worlds.

use std::sync::OnceLock;

use cardsharp_rules::intensity::{Card, Careful, PASSES, TrickView, passes, random_pass};
use cardsharp_rules::{Card as _, CardSet, Rng, draw};

use super::matter::{Features, MATTERS, Matter, Moment};

/// The number of habits: random, careful, loose, and the fitted ones.
pub const HABITS: usize = 40;
/// The number of given habits, which come before the fitted ones.
pub const KNOWN: usize = 3;
/// The number of fitted habits.
pub const FITTED: usize = HABITS - KNOWN;
/// The probability of a uniformly random choice under any habit; the habits were fitted with it.
pub const SURPRISE: f32 = 0.04;

pub(super) type HabitWeights = [f32; HABITS];

/// The coefficients of a fitted habit for each kind of decision.
pub type Likings = [Features; MATTERS];

/// Returns the given habits' probabilities of playing this legal card.
pub fn known_to_play(trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> [f32; KNOWN] {
    let choices = Careful::choices(trick, legal);
    let careful = if choices.contains(card) { 1.0 / choices.len() as f32 } else { 0.0 };
    known_chances(1.0 / legal.len() as f32, careful)
}

/// Returns the given habits' probabilities of passing these cards of a hand of ten.
pub fn known_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> [f32; KNOWN] {
    known_chances(1.0 / PASSES as f32, Careful::chance_to_pass(hand, pass))
}

fn known_chances(even: f32, careful: f32) -> [f32; KNOWN] {
    [even, careful, 0.5 * (even + careful)]
}

pub(super) struct Habits {
    /// The share of each fitted habit among the players it was fitted to.
    pub(super) shares: [f64; FITTED],
    /// Each habit's preference for each card in each situation, by kind of decision; unused for the given habits.
    preference: [Vec<HabitWeights>; MATTERS],
}

pub(super) fn habits() -> &'static Habits {
    static STORED: OnceLock<Habits> = OnceLock::new();
    STORED.get_or_init(|| {
        let stored = stored();
        let mut shares = [0.0; FITTED];
        shares.iter_mut().zip(&stored).for_each(|(share, (stored, _))| *share = *stored);
        Habits { shares, preference: Matter::ALL.map(|matter| tabulate(matter, &stored)) }
    })
}

/// Parses the stored habits: for each, a line with its share, then one line of coefficients for each kind of decision.
pub(super) fn stored() -> Vec<(f64, Likings)> {
    let text = include_str!("../../../data/intensity-habits.txt");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut numbers = |name: &str| -> Vec<f32> {
        let line = lines.next().and_then(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name} is next"));
        line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
    };
    let mut habit = || {
        let share = f64::from(numbers("habit")[0]);
        (share, Matter::ALL.map(|matter| numbers(matter.name()).try_into().expect("a liking for each feature")))
    };
    (0..FITTED).map(|_| habit()).collect()
}

/// Computes each habit's preference for each card in each situation of a kind of decision.
fn tabulate(matter: Matter, stored: &[(f64, Likings)]) -> Vec<HabitWeights> {
    let places = (0..matter.situations()).flat_map(|situation| Card::DECK.iter().map(move |card| (situation, card)));
    let of_all = |(situation, card): (usize, Card)| {
        let features = matter.features(situation, card);
        let mut preference = [1.0; HABITS];
        for (preference, (_, likings)) in preference[KNOWN..].iter_mut().zip(stored) {
            let liking: f32 = likings[matter as usize].iter().zip(features).map(|(liking, part)| liking * part).sum();
            *preference = liking.exp();
        }
        preference
    };
    places.map(of_all).collect()
}

impl Habits {
    fn preference(&self, moment: &Moment, card: Card) -> &HabitWeights {
        let place = moment.situation(card) * Card::DECK.len() + usize::from(card.number()) - 10;
        &self.preference[moment.matter() as usize][place]
    }

    /// Returns each habit's probability of playing this legal card.
    pub(super) fn chances_to_play(&self, trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> HabitWeights {
        let moment = Moment::play(trick, legal);
        let mut sums = [0.0; HABITS];
        for other in legal {
            sums.iter_mut().zip(self.preference(&moment, other)).for_each(|(sum, preference)| *sum += preference);
        }
        let mut chances = *self.preference(&moment, card);
        chances.iter_mut().zip(sums).for_each(|(chance, sum)| *chance /= sum);
        chances[..KNOWN].copy_from_slice(&known_to_play(trick, legal, card));
        chances
    }

    /// Returns each habit's probability of passing these cards of a hand of ten.
    pub(super) fn chances_to_pass(&self, hand: CardSet<Card>, pass: CardSet<Card>) -> HabitWeights {
        let moment = Moment::pass(hand);
        // The weight of a pass is the product of its cards' weights, so the sum over all passes is the third elementary
        // symmetric polynomial. All habits are computed in parallel, because this is an inner loop.
        let [mut one, mut two, mut three] = [[0.0; HABITS]; 3];
        let mut chances = [1.0; HABITS];
        for card in hand {
            let preference = self.preference(&moment, card);
            for habit in 0..HABITS {
                three[habit] += two[habit] * preference[habit];
                two[habit] += one[habit] * preference[habit];
                one[habit] += preference[habit];
            }
            if pass.contains(card) {
                chances.iter_mut().zip(preference).for_each(|(chance, preference)| *chance *= preference);
            }
        }
        chances.iter_mut().zip(three).for_each(|(chance, sum)| *chance /= sum);
        chances[..KNOWN].copy_from_slice(&known_to_pass(hand, pass));
        chances
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habit(u8);

impl Habit {
    pub(super) const RANDOM: Habit = Habit(0);
    pub(super) const CAREFUL: Habit = Habit(1);
    /// Careful or random, each half of the time.
    pub(super) const LOOSE: Habit = Habit(2);

    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Habit> {
        (0..HABITS as u8).map(Habit)
    }

    pub(super) fn draw_from(weights: &HabitWeights, rng: &mut Rng) -> Habit {
        Habit(draw(weights, rng) as u8)
    }

    pub(super) fn place(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the given habit to follow this time; none for a fitted habit.
    fn given_rule(self, rng: &mut Rng) -> Option<Habit> {
        match self {
            Habit::LOOSE => Some(if rng.next_u64() >> 63 == 0 { Habit::CAREFUL } else { Habit::RANDOM }),
            known if known.place() < KNOWN => Some(known),
            _ => None,
        }
    }

    pub(super) fn play(self, trick: &TrickView<'_>, legal: CardSet<Card>, rng: &mut Rng) -> Card {
        if legal.len() == 1 {
            return legal.first().expect("there is one");
        }
        match self.given_rule(rng) {
            Some(Habit::CAREFUL) => pick(Careful::choices(trick, legal), rng),
            Some(_) => legal.random(rng),
            None => {
                let (moment, mut weights) = (Moment::play(trick, legal), [0.0; 10]);
                for (weight, card) in weights.iter_mut().zip(legal) {
                    *weight = habits().preference(&moment, card)[self.place()];
                }
                legal.nth(draw(&weights, rng) as u32)
            }
        }
    }

    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        match self.given_rule(rng) {
            Some(Habit::CAREFUL) => Careful::pass(hand, rng),
            Some(_) => random_pass(hand, rng),
            None => {
                let moment = Moment::pass(hand);
                let preference = |card: Card| habits().preference(&moment, card)[self.place()];
                let weights: Vec<f32> = passes(hand).map(|pass| pass.iter().map(preference).product()).collect();
                passes(hand).nth(draw(&weights, rng)).expect("as many weights as passes")
            }
        }
    }
}

/// Draws one of the cards. Usually there is only one, and a random number costs more than the check.
fn pick(choices: CardSet<Card>, rng: &mut Rng) -> Card {
    if choices.len() == 1 { choices.first().expect("there is one") } else { choices.random(rng) }
}

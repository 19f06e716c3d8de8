//! Habits: how players by rule go about passing, leading, following and throwing off, to recognise programs that
//! nobody here has seen.
//!
//! Three habits are known beforehand: anything, what careful would do, and the one or the other. The rest were fitted
//! to games of many made-up players (`data/intensity.md`), so that together they span the usual ways to play. How
//! gladly each takes a card is looked up and not worked out: a decision is judged in thousands of worlds.

use std::sync::OnceLock;

use cardsharp_rules::intensity::{Card, Careful, PASSES, TrickView, passes, random_pass};
use cardsharp_rules::{Card as _, CardSet, Rng, draw};

use super::matter::{Features, MATTERS, Matter, Moment};

/// How many habits there are: even, careful, loose, and those that were fitted.
pub const HABITS: usize = 40;
/// How many are known beforehand; those that were fitted come after them.
pub const KNOWN: usize = 3;
/// How many were fitted.
pub const FITTED: usize = HABITS - KNOWN;
/// How often a seat does just anything, whatever its habit; the habits were fitted with it.
pub const SURPRISE: f32 = 0.04;

/// A number for every habit.
pub(super) type HabitWeights = [f32; HABITS];

/// What a fitted habit likes in each matter.
pub type Likings = [Features; MATTERS];

/// How likely the habits known beforehand play this one of the legal cards.
pub fn known_to_play(trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> [f32; KNOWN] {
    let choices = Careful::choices(trick, legal);
    let careful = if choices.contains(card) { 1.0 / choices.len() as f32 } else { 0.0 };
    known(1.0 / legal.len() as f32, careful)
}

/// How likely the habits known beforehand pass these cards of a hand of ten.
pub fn known_to_pass(hand: CardSet<Card>, pass: CardSet<Card>) -> [f32; KNOWN] {
    known(1.0 / PASSES as f32, Careful::chance_to_pass(hand, pass))
}

fn known(even: f32, careful: f32) -> [f32; KNOWN] {
    [even, careful, 0.5 * (even + careful)]
}

/// What the house knows of habits.
pub(super) struct Habits {
    /// How common each of the fitted ones was among those they were fitted to.
    pub(super) shares: [f64; FITTED],
    /// How gladly each takes each card in each situation of a matter; of those known beforehand nothing that is used.
    gladly: [Vec<HabitWeights>; MATTERS],
}

/// Those of the house.
pub(super) fn habits() -> &'static Habits {
    static STORED: OnceLock<Habits> = OnceLock::new();
    STORED.get_or_init(|| {
        let stored = stored();
        let mut shares = [0.0; FITTED];
        shares.iter_mut().zip(&stored).for_each(|(share, (stored, _))| *share = *stored);
        Habits { shares, gladly: Matter::ALL.map(|matter| looked_up(matter, &stored)) }
    })
}

/// The fitted habits as they are stored, each with its share: a line for that, and one with its likings for each matter.
///
/// # Panics
/// If that is not what is written; it is part of the program.
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

/// How gladly each habit takes each card in each situation of a matter.
fn looked_up(matter: Matter, stored: &[(f64, Likings)]) -> Vec<HabitWeights> {
    let places = (0..matter.situations()).flat_map(|situation| Card::DECK.iter().map(move |card| (situation, card)));
    let of_all = |(situation, card): (usize, Card)| {
        let features = matter.features(situation, card);
        let mut gladly = [1.0; HABITS];
        for (gladly, (_, likings)) in gladly[KNOWN..].iter_mut().zip(stored) {
            let liking: f32 = likings[matter as usize].iter().zip(features).map(|(liking, part)| liking * part).sum();
            *gladly = liking.exp();
        }
        gladly
    };
    places.map(of_all).collect()
}

impl Habits {
    fn gladly(&self, moment: &Moment, card: Card) -> &HabitWeights {
        let place = moment.situation(card) * Card::DECK.len() + usize::from(card.number()) - 10;
        &self.gladly[moment.matter() as usize][place]
    }

    /// How likely each habit plays this one of the legal cards.
    pub(super) fn chances_to_play(&self, trick: &TrickView<'_>, legal: CardSet<Card>, card: Card) -> HabitWeights {
        let moment = Moment::play(trick, legal);
        let mut sums = [0.0; HABITS];
        for other in legal {
            sums.iter_mut().zip(self.gladly(&moment, other)).for_each(|(sum, gladly)| *sum += gladly);
        }
        let mut chances = *self.gladly(&moment, card);
        chances.iter_mut().zip(sums).for_each(|(chance, sum)| *chance /= sum);
        chances[..KNOWN].copy_from_slice(&known_to_play(trick, legal, card));
        chances
    }

    /// How likely each habit passes these cards of a hand of ten.
    pub(super) fn chances_to_pass(&self, hand: CardSet<Card>, pass: CardSet<Card>) -> HabitWeights {
        let moment = Moment::pass(hand);
        // The weight of a pass is the product of its cards', so the sum over all passes is the third elementary
        // symmetric polynomial; for all habits side by side, as this is in the inside of a search.
        let [mut one, mut two, mut three] = [[0.0; HABITS]; 3];
        let mut chances = [1.0; HABITS];
        for card in hand {
            let gladly = self.gladly(&moment, card);
            for habit in 0..HABITS {
                three[habit] += two[habit] * gladly[habit];
                two[habit] += one[habit] * gladly[habit];
                one[habit] += gladly[habit];
            }
            if pass.contains(card) {
                chances.iter_mut().zip(gladly).for_each(|(chance, gladly)| *chance *= gladly);
            }
        }
        chances.iter_mut().zip(three).for_each(|(chance, sum)| *chance /= sum);
        chances[..KNOWN].copy_from_slice(&known_to_pass(hand, pass));
        chances
    }
}

/// One of the habits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Habit(u8);

impl Habit {
    /// Any legal card.
    pub(super) const RANDOM: Habit = Habit(0);
    /// The house's own.
    pub(super) const CAREFUL: Habit = Habit(1);
    /// Half the time the one, half the time the other.
    pub(super) const LOOSE: Habit = Habit(2);

    /// All of them.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Habit> {
        (0..HABITS as u8).map(Habit)
    }

    /// One of them drawn by weight.
    pub(super) fn drawn(weights: &HabitWeights, rng: &mut Rng) -> Habit {
        Habit(draw(weights, rng) as u8)
    }

    /// Its place among all.
    pub(super) fn place(self) -> usize {
        usize::from(self.0)
    }

    /// Whom of those known beforehand it goes by this time, if by any.
    fn known(self, rng: &mut Rng) -> Option<Habit> {
        match self {
            Habit::LOOSE => Some(if rng.next_u64() >> 63 == 0 { Habit::CAREFUL } else { Habit::RANDOM }),
            known if known.place() < KNOWN => Some(known),
            _ => None,
        }
    }

    /// Plays one of the legal cards.
    pub(super) fn play(self, trick: &TrickView<'_>, legal: CardSet<Card>, rng: &mut Rng) -> Card {
        if legal.len() == 1 {
            return legal.first().expect("there is one");
        }
        match self.known(rng) {
            Some(Habit::CAREFUL) => pick(Careful::choices(trick, legal), rng),
            Some(_) => legal.random(rng),
            None => {
                let (moment, mut weights) = (Moment::play(trick, legal), [0.0; 10]);
                for (weight, card) in weights.iter_mut().zip(legal) {
                    *weight = habits().gladly(&moment, card)[self.place()];
                }
                legal.nth(draw(&weights, rng) as u32)
            }
        }
    }

    /// Passes three cards of a hand of ten.
    pub(super) fn pass(self, hand: CardSet<Card>, rng: &mut Rng) -> CardSet<Card> {
        match self.known(rng) {
            Some(Habit::CAREFUL) => Careful::pass(hand, rng),
            Some(_) => random_pass(hand, rng),
            None => {
                let moment = Moment::pass(hand);
                let gladly = |card: Card| habits().gladly(&moment, card)[self.place()];
                let weights: Vec<f32> = passes(hand).map(|pass| pass.iter().map(gladly).product()).collect();
                passes(hand).nth(draw(&weights, rng)).expect("as many weights as passes")
            }
        }
    }
}

/// Any of them; mostly there is one, and a random number costs more than a look.
fn pick(choices: CardSet<Card>, rng: &mut Rng) -> Card {
    if choices.len() == 1 { choices.first().expect("there is one") } else { choices.random(rng) }
}

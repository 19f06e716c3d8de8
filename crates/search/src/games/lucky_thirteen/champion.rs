//! The strongest player of Lucky Thirteen.
//!
//! It infers every other hand from its seat's discards ([`Posterior`]), plays each seat on in many sampled worlds with
//! the policy it seems to follow, and plays its own hand exactly against the resulting ends ([`values`]). Over a match
//! it may remember how each opponent seems to play.

use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, Observation, ROUNDS};
use cardsharp_rules::{CardSet, Game, Observation as _, Rng, Seat, draw};

use super::exact::{Ending, OwnHand, values};
use super::opponents::{Manner, Opponent, Opponents, Priors};
use super::posterior::{OrderedPair, Posterior};
use super::showdown::{OTHERS, Rank, place};
use crate::memory::Remembered;
use crate::{Budget, Clock, Considered, Memory, Player, Search, SeenGame, Valued};

pub(super) struct Champion {
    pub(super) how: Search,
    pub(super) expected: Expected,
}

/// The champion's prior over the other players of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Expected {
    /// Players without a record, in a single game.
    Strangers(Priors),
    /// Players without a record, in the first game of a match.
    NewCompany,
    /// Players with a record of earlier games.
    Acquaintances(Remembered<{ Manner::COUNT }>),
}

impl Expected {
    /// Returns the prior before the first game, with this memory.
    pub(super) fn initial(memory: Memory) -> Expected {
        match memory {
            Memory::Game => Expected::Strangers(Opponent::PRIORS),
            Memory::Match => Expected::NewCompany,
        }
    }

    fn manners(&self) -> &'static [Manner] {
        match self {
            Expected::Strangers(_) | Expected::NewCompany => Manner::OF_STRANGERS,
            Expected::Acquaintances(_) => &Manner::ALL,
        }
    }

    /// Returns the prior probability of these manners at these seats together.
    pub(super) fn likely(&self, seats: &[Seat], manners_of: [usize; OTHERS]) -> f64 {
        match self {
            Expected::Strangers(priors) => together(manners_of, priors),
            Expected::NewCompany => together(manners_of, &Opponent::PRIORS),
            Expected::Acquaintances(remembered) => {
                let styles = manners_of.map(|manner| Manner::ALL[manner].opponent as usize);
                let each = manners_of.iter().zip(styles).zip(seats).map(|((&manner, style), &seat)| {
                    // `together` already contains the prior of the style.
                    Manner::PRIORS[manner] / Opponent::PRIORS[style] * remembered.of(seat)[manner]
                });
                together(styles, &Opponent::PRIORS) * each.product::<f64>()
            }
        }
    }

    /// Returns the prior with this game remembered; none if it does not remember.
    pub(super) fn after(&self, seen: &SeenGame<LuckyThirteen>) -> Option<Expected> {
        let remembered = match self {
            Expected::Strangers(_) => return None,
            Expected::NewCompany => Remembered::default(),
            Expected::Acquaintances(remembered) => *remembered,
        };
        let table = seen.view.table();
        let shown = table.shown().expect("at the end of a game all hands are shown");
        let opponents = Opponents::new(table.sums(), table.public());
        let likelihoods = |seat: Seat| {
            let discards: Vec<Card> = table.discards_of(seat).collect();
            Manner::ALL.map(|manner| Posterior::new(&opponents, manner, &discards, shown[seat]).evidence)
        };
        Some(Expected::Acquaintances(remembered.after(seen, &Manner::PRIORS, likelihoods)))
    }
}

impl Player<LuckyThirteen> for Champion {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Discard {
        think(view, &self.expected, &self.how, rng)[0].action
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Discard> {
        Considered::Values(think(view, &self.expected, &self.how, rng))
    }

    fn remembering(&self, seen: &SeenGame<LuckyThirteen>) -> Option<Box<dyn Player<LuckyThirteen>>> {
        let expected = self.expected.after(seen)?;
        Some(Box::new(Champion { how: self.how, expected }))
    }
}

/// More worlds do not improve a decision, and their ends cost time.
const MOST_WORLDS: usize = 10_000;
/// With a time budget: at most this many worlds, in at most `SHARE` of the time. The fewest worlds take a tenth of a
/// millisecond and are drawn even if that is too late.
const ENOUGH_WORLDS: usize = 2_000;
const FEWEST_WORLDS: usize = 200;
const SHARE: f64 = 0.5;

/// The probability that all three others are the same opponent: people choose one kind of opponent for a table. It
/// matters in the first rounds, when the discards of three seats are more evidence than those of one.
const ALIKE: f64 = 0.8;

/// Values every discard, best first, given this prior.
///
/// # Panics
/// If it is not this seat's turn.
pub(super) fn think(view: &Observation, expected: &Expected, how: &Search, rng: &mut Rng) -> Vec<Valued<Discard>> {
    let clock = Clock::start(how.budget);
    let table = view.table();
    let opponents = Opponents::new(table.sums(), table.public());
    let others = Others::new(view, &opponents, expected);
    let (fewest, most) = match how.budget {
        Budget::Nodes(nodes) => (1, usize::try_from(nodes).map_or(MOST_WORLDS, |nodes| nodes.min(MOST_WORLDS))),
        Budget::Time(_) => (FEWEST_WORLDS, ENOUGH_WORLDS),
    };
    let mut endings = Vec::with_capacity(most);
    while endings.len() < fewest || endings.len() < most && clock.time_used() < SHARE {
        endings.push(others.play_on(rng));
    }
    let own = OwnHand {
        hand: view.hand().set(),
        unseen: view.unseen(),
        draws_left: ROUNDS - 1 - table.round(),
        objective: how.objective,
    };
    let visits = endings.len() as u32;
    let mut valued: Vec<Valued<Discard>> = view
        .hand()
        .set()
        .iter()
        .zip(values(&own, &opponents.ranks, &endings))
        .map(|(card, value)| {
            let error = (value * (1.0 - value) / f64::from(visits)).max(0.0).sqrt();
            Valued::independent(Discard(card), value, error, visits)
        })
        .collect();
    valued.sort_by(|a, b| b.value.total_cmp(&a.value));
    valued
}

struct Others<'a> {
    opponents: &'a Opponents,
    unseen: Vec<Card>,
    posteriors: Vec<Vec<Posterior>>,
    draws_left: [usize; OTHERS],
    manners: &'static [Manner],
    /// Every combination of manners; `chances` has its probability.
    combinations: Vec<[usize; OTHERS]>,
    chances: Vec<f32>,
}

impl Others<'_> {
    fn new<'a>(view: &Observation, opponents: &'a Opponents, expected: &Expected) -> Others<'a> {
        let (table, manners) = (view.table(), expected.manners());
        let seats: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).filter(|&seat| seat != view.seat()).collect();
        let posteriors: Vec<Vec<Posterior>> = seats
            .iter()
            .map(|&seat| {
                let discards: Vec<Card> = table.discards_of(seat).collect();
                let judge = |&manner: &Manner| Posterior::new(opponents, manner, &discards, view.unseen());
                manners.iter().map(judge).collect()
            })
            .collect();
        let mut combinations = Vec::new();
        let mut chances = Vec::new();
        let count = manners.len();
        for number in 0..count.pow(OTHERS as u32) {
            let manners_of = [number, number / count, number / count.pow(2)].map(|manner| manner % count);
            let evidence: f64 = (0..OTHERS).map(|other| posteriors[other][manners_of[other]].evidence).product();
            combinations.push(manners_of);
            chances.push(expected.likely(&seats, manners_of) * evidence);
        }
        // Normalised, because the evidence shrinks with every discard.
        let sum: f64 = chances.iter().sum();
        Others {
            opponents,
            unseen: view.unseen().iter().collect(),
            posteriors,
            manners,
            draws_left: std::array::from_fn(|other| ROUNDS - table.discards_of(seats[other]).len()),
            combinations,
            chances: chances.iter().map(|chance| (chance / sum) as f32).collect(),
        }
    }

    /// Draws a world and plays the others' hands to the end.
    fn play_on(&self, rng: &mut Rng) -> Ending {
        let (manners_of, mut hands) = self.world(rng);
        let mut taken: CardSet<Card> = hands.iter().flatten().copied().collect();
        let mut ranks = [Rank::default(); OTHERS];
        // The order of their turns does not matter: no draw depends on another seat's discard.
        for (other, hand) in hands.iter_mut().enumerate() {
            for draws_left in (0..self.draws_left[other]).rev() {
                let drawn = self.draw_card(taken, rng);
                taken.insert(drawn);
                let held = [hand[0], hand[1], drawn];
                let chances = self.opponents.chances(self.manners[manners_of[other]].opponent, draws_left, held);
                *hand = match draw(&chances, rng) {
                    0 => [held[1], held[2]],
                    1 => [held[0], held[2]],
                    _ => [held[0], held[1]],
                };
            }
            ranks[other] = self.opponents.ranks[place(hand[0])][place(hand[1])];
        }
        Ending { taken, ranks, weight: 1.0 }
    }

    /// Draws manners and hands so that no card is in two hands.
    fn world(&self, rng: &mut Rng) -> ([usize; OTHERS], [OrderedPair; OTHERS]) {
        loop {
            // A collision is evidence against the manners too, so they are drawn again.
            let manners_of = self.combinations[draw(&self.chances, rng)];
            let hands: [OrderedPair; OTHERS] =
                std::array::from_fn(|other| self.posteriors[other][manners_of[other]].draw(rng));
            if hands.iter().flatten().copied().collect::<CardSet<Card>>().len() == 2 * OTHERS {
                return (manners_of, hands);
            }
        }
    }

    fn draw_card(&self, taken: CardSet<Card>, rng: &mut Rng) -> Card {
        loop {
            // At most a third of the unseen cards is taken, so this ends soon.
            let card = self.unseen[rng.below(self.unseen.len() as u32) as usize];
            if !taken.contains(card) {
                return card;
            }
        }
    }
}

/// Returns the prior probability of three opponents together.
fn together(manners_of: [usize; OTHERS], priors: &Priors) -> f64 {
    let apart: f64 = manners_of.iter().map(|&opponent| priors[opponent]).product();
    let alike = if manners_of.iter().all(|&opponent| opponent == manners_of[0]) { priors[manners_of[0]] } else { 0.0 };
    ALIKE * alike + (1.0 - ALIKE) * apart
}

//! The strongest player of Lucky Thirteen.
//!
//! It judges every other hand by what its seat threw away ([`Posterior`]), lets each seat play on
//! from there in many worlds as it seems to play, and plays its own hand exactly against the ends
//! these worlds come to ([`values`]).

use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, Observation, ROUNDS};
use cardsharp_rules::{CardSet, Game, Observation as _, Rng, Seat, draw};

use super::exact::{Ending, OwnHand, values};
use super::opponents::{Opponent, Opponents, Priors};
use super::posterior::{OrderedPair, Posterior};
use super::showdown::{OTHERS, Rank, place};
use crate::{Budget, Clock, Considered, Player, Search, Valued};

/// Judges the others, plays its own hand exactly.
pub(super) struct Champion {
    pub(super) how: Search,
}

impl Player<LuckyThirteen> for Champion {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Discard {
        think(view, Opponent::PRIORS, &self.how, rng)[0].action
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Discard> {
        Considered::Values(think(view, Opponent::PRIORS, &self.how, rng))
    }
}

/// More worlds make no better decision, and counting their ends takes time too.
const MOST_WORLDS: usize = 10_000;
/// Where time counts, so many are enough, and this part of the time goes into them at most; but
/// the fewest are a matter of a tenth of a millisecond and worth being late for.
const ENOUGH_WORLDS: usize = 2_000;
const FEWEST_WORLDS: usize = 200;
const SHARE: f64 = 0.5;

/// How likely all the others are of one opponent: people choose one kind of opponent for a table. It
/// matters in the first rounds, when three seats' discards together say more than one's.
const ALIKE: f64 = 0.8;

/// Values every discard, the best first, if the others' opponents are so likely before anything was seen.
///
/// # Panics
/// If it is not this seat's turn.
pub(super) fn think(view: &Observation, priors: Priors, how: &Search, rng: &mut Rng) -> Vec<Valued<Discard>> {
    let clock = Clock::start(how.budget);
    let table = view.table();
    let opponents = Opponents::new(table.sums(), table.public());
    let others = Others::new(view, &opponents, priors);
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

/// The three others as they may be.
struct Others<'a> {
    opponents: &'a Opponents,
    unseen: Vec<Card>,
    suspicions: Vec<Vec<Posterior>>,
    draws_left: [usize; OTHERS],
    /// Every way their opponents may be, and how likely it is.
    tempers: Vec<[usize; OTHERS]>,
    chances: Vec<f32>,
}

impl Others<'_> {
    fn new<'a>(view: &Observation, opponents: &'a Opponents, priors: Priors) -> Others<'a> {
        let table = view.table();
        let seats: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).filter(|&seat| seat != view.seat()).collect();
        let suspicions: Vec<Vec<Posterior>> = seats
            .iter()
            .map(|&seat| {
                let discards: Vec<Card> = table.discards_of(seat).collect();
                let judge = |&opponent: &Opponent| Posterior::new(opponents, opponent, &discards, view.unseen());
                Opponent::ALL.iter().map(judge).collect()
            })
            .collect();
        let mut tempers = Vec::new();
        let mut chances = Vec::new();
        for number in 0..Opponent::COUNT.pow(OTHERS as u32) {
            let temper = [number, number / Opponent::COUNT, number / Opponent::COUNT.pow(2)]
                .map(|opponent| opponent % Opponent::COUNT);
            let evidence: f64 = (0..OTHERS).map(|other| suspicions[other][temper[other]].evidence).product();
            tempers.push(temper);
            chances.push(prior(temper, priors) * evidence);
        }
        // Evidence shrinks with every discard: only its proportions count.
        let sum: f64 = chances.iter().sum();
        Others {
            opponents,
            unseen: view.unseen().iter().collect(),
            suspicions,
            draws_left: std::array::from_fn(|other| ROUNDS - table.discards_of(seats[other]).len()),
            tempers,
            chances: chances.iter().map(|chance| (chance / sum) as f32).collect(),
        }
    }

    /// Draws a world and plays the others' hands on to the end.
    fn play_on(&self, rng: &mut Rng) -> Ending {
        let (temper, mut hands) = self.world(rng);
        let mut taken: CardSet<Card> = hands.iter().flatten().copied().collect();
        let mut ranks = [Rank::default(); OTHERS];
        // The order of their turns does not matter: nobody's draw depends on another's discard.
        for (other, hand) in hands.iter_mut().enumerate() {
            for draws_left in (0..self.draws_left[other]).rev() {
                let drawn = self.draw_card(taken, rng);
                taken.insert(drawn);
                let held = [hand[0], hand[1], drawn];
                let chances = self.opponents.chances(Opponent::ALL[temper[other]], draws_left, held);
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

    /// Opponents and hands, no card in two hands.
    fn world(&self, rng: &mut Rng) -> ([usize; OTHERS], [OrderedPair; OTHERS]) {
        loop {
            // Opponents are drawn again too: hands that collide speak against the opponents behind them.
            let temper = self.tempers[draw(&self.chances, rng)];
            let hands: [OrderedPair; OTHERS] =
                std::array::from_fn(|other| self.suspicions[other][temper[other]].draw(rng));
            if hands.iter().flatten().copied().collect::<CardSet<Card>>().len() == 2 * OTHERS {
                return (temper, hands);
            }
        }
    }

    fn draw_card(&self, taken: CardSet<Card>, rng: &mut Rng) -> Card {
        loop {
            // A third of the unseen cards is taken at most, so this ends soon.
            let card = self.unseen[rng.below(self.unseen.len() as u32) as usize];
            if !taken.contains(card) {
                return card;
            }
        }
    }
}

/// How likely three opponents sit down together.
fn prior(temper: [usize; OTHERS], priors: Priors) -> f64 {
    let apart: f64 = temper.iter().map(|&opponent| priors[opponent]).product();
    let alike = if temper.iter().all(|&opponent| opponent == temper[0]) { priors[temper[0]] } else { 0.0 };
    ALIKE * alike + (1.0 - ALIKE) * apart
}

//! The exact response against an exhaustive search over plans.

use super::*;
use crate::games::intensity::exact::{self, Line};
use crate::games::intensity::guesses::{Guess, Guesses};
use crate::games::intensity::response::trick;

/// The habits in [`few_worlds`] with their weights: given ones and a fitted one.
const FEW: [(usize, f64); 3] = [(0, 0.25), (1, 0.5), (7, 0.25)];

fn few_worlds(view: &Observation, worlds: usize, rng: &mut Rng) -> Guesses {
    let sampler = view.sampler();
    let mut opponents: HabitWeights = [0.0; HABITS];
    for (habit, weight) in FEW {
        opponents[habit] = weight as f32;
    }
    let drawn = (0..worlds).map(|_| Guess { state: sampler.sample(rng), opponents: [opponents; 4] });
    Guesses::new(drawn.collect(), worlds, Vec::new())
}

/// Follows every course of play to its end, in each world and for each combination of opponents, and records the
/// results by what the player saw. This compares whole plans, not single cards.
#[derive(Default)]
struct Plans {
    /// Probability times value, by the first card, the cards seen before the second, and the second card.
    worth: HashMap<(Card, Vec<Card>, Option<Card>), f64>,
}

impl Plans {
    fn follow(&mut self, state: &State, me: Seat, chance: f64, opponents: &[usize; 4], mine: &mut Vec<(usize, Card)>) {
        let Turn::Of(seat) = state.turn() else {
            let value = Objective::Place.value(&state.returns().unwrap(), me, Intensity::RANGE);
            let second = mine.get(1);
            let seen = second.map_or(Vec::new(), |&(plays, _)| state.table().plays()[..plays].to_vec());
            *self.worth.entry((mine[0].1, seen, second.map(|&(_, card)| card))).or_default() +=
                chance * f64::from(value);
            return;
        };
        let legal = legal_plays(state.table(), state.hands()[seat]);
        let trick = trick(state, seat, state.hands()[seat]);
        for card in legal {
            let chances = habits().chances_to_play(&trick, legal, card);
            let likely = if seat == me { 1.0 } else { f64::from(chances[opponents[seat.index()]]) };
            if likely == 0.0 {
                continue;
            }
            let mut next = *state;
            next.play_unchecked(Action::Play(card));
            let decides = seat == me && mine.len() < 2 && state.hands()[me].len() > 1;
            if decides {
                mine.push((state.table().plays().len(), card));
            }
            self.follow(&next, me, chance * likely, opponents, mine);
            if decides {
                mine.pop();
            }
        }
    }

    /// The value of the best plan that begins with this card.
    fn best(&self, first: Card) -> f64 {
        let mut by_seen: HashMap<&[Card], f64> = HashMap::new();
        for ((_, seen, _), &worth) in self.worth.iter().filter(|((card, ..), _)| *card == first) {
            let best = by_seen.entry(seen).or_insert(f64::NEG_INFINITY);
            *best = best.max(worth);
        }
        by_seen.values().sum()
    }
}

#[test]
fn the_last_rounds_are_answered_as_every_plan_tried_out_says() {
    let mut asked = 0;
    for seed in 0..12 {
        let view = viewer(&position(seed, 28));
        let me = view.seat();
        let belief = few_worlds(&view, 6, &mut Rng::new(Seed(seed)));
        let lines = Line::few(&view, &belief).expect("three cards and six worlds");
        let mut plans = Plans::default();
        for guess in belief.all() {
            for opponents in triples() {
                let weight: f64 = opponents.iter().map(|(_, weight)| weight).product();
                let mut table = [0; 4];
                for (step, (opponent, _)) in opponents.into_iter().enumerate() {
                    table[me.plus(step + 1, 4).index()] = opponent;
                }
                plans.follow(&guess.state, me, weight / belief.all().len() as f64, &table, &mut Vec::new());
            }
        }
        for valued in exact::responses(&view, &lines, Objective::Place, usize::MAX).expect("as much work as it takes") {
            let Action::Play(card) = valued.action else { unreachable!("the passing is over") };
            let best = plans.best(card);
            // Habit weights have single precision.
            assert!((valued.value - best).abs() < 1e-5, "seed {seed}, {card}: {} and not {best}", valued.value);
            asked += 1;
        }
    }
    assert!(asked > 15, "{asked}");
}

/// All combinations of habits at three seats, with the weights of [`few_worlds`].
fn triples() -> Vec<[(usize, f64); 3]> {
    let mut triples = Vec::new();
    for a in FEW {
        for b in FEW {
            triples.extend(FEW.map(|c| [a, b, c]));
        }
    }
    triples
}

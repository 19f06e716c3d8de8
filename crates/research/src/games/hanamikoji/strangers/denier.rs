//! Denies types: a type the other seat can no longer win is nearly as good as won.

use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji, Kind, Observation, Sides};
use cardsharp_rules::{Style, even_among_best};

/// Shuts the other seat out of types, at least by a tie. It competes early, because then no pair decides a type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TieMaker;

impl Style<Hanamikoji> for TieMaker {
    fn name(&self) -> &'static str {
        "stranger-denier"
    }

    fn summary(&self) -> &'static str {
        "shuts the other seat out of one type after another, and competes early"
    }

    fn weigh(&self, view: &Observation, legal: &[Action], weights: &mut Vec<f32>) {
        let sides = Sides::of(view);
        even_among_best(legal, weights, |action| {
            let haste = if action.kind() == Some(Kind::Competition) { 1.5 } else { 0.0 };
            haste + sides.worst(view, action, |sides| -threat(sides))
        });
    }
}

/// The points the other seat may still win: all of a type it has, two fifths as much for each card it lacks to lead,
/// and none of a type it can at best tie. Types that are surely mine count a little.
fn threat(sides: Sides) -> f32 {
    let types = Geisha::ALL.into_iter().map(|card| {
        let [mine, theirs, hand, unseen] =
            [sides.mine, sides.theirs, sides.hand, sides.unseen].map(|cards| cards.count(card) as f32);
        let (points, open) = (card.value() as f32, hand + unseen);
        if theirs + open <= mine {
            return if mine > theirs + open { -0.3 * points } else { 0.0 };
        }
        if theirs > mine + open {
            return points;
        }
        let lacks = mine - theirs + 1.0 + 0.2 * hand - 0.2 * unseen;
        points * 0.4_f32.powf(lacks.max(0.0))
    });
    types.sum()
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::{Game as _, Seat, Seed, State as _};

    use super::*;
    use crate::testing::choices;

    #[test]
    fn one_card_of_two_shuts_the_other_seat_out() {
        let sides = |mine: &str| {
            let [mine, theirs, hand, unseen] = [mine, "A", "", ""].map(|text| text.parse().expect("cards"));
            Sides { mine, theirs, hand, unseen }
        };
        assert!(threat(sides("A")) < threat(sides("")));
    }

    #[test]
    fn it_competes_before_it_burns() {
        let (mut competed, mut burned) = (0, 0);
        for seed in 0..40 {
            let state = Hanamikoji.start(&Hanamikoji.shuffle(Seed(seed))).expect("a deal of the game");
            let chosen = choices(&TieMaker, &state.observe(Seat::FIRST));
            competed += usize::from(chosen[0].starts_with("compete"));
            burned += usize::from(chosen[0].starts_with("burn"));
        }
        assert!(competed > 5 && burned == 0, "{competed} {burned}");
    }
}

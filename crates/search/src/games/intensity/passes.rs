//! Redraws the hidden passes between the others, as players tend to pass.
//!
//! Any three of a seat's ten cards may be those it was given, and an even draw gives any three. Few players would pass
//! such cards, so among a thousand such worlds a handful of plausible ones would have all the weight. Here most passes
//! are drawn from those of a careful player, and some evenly.

use cardsharp_rules::intensity::{Card, Careful, PASSES, State, passes, random_pass};
use cardsharp_rules::{CardSet, Rng, Seat};

const SEATS: usize = 4;
/// The probability of drawing from the careful player's passes, if there are any.
const SENSE: f64 = 0.7;

/// Redraws every pass that `me` has not seen. Returns the log of the even draw's probability over this draw's.
pub(super) fn reconsider(world: &mut State, me: Seat, rng: &mut Rng) -> f64 {
    let mut log_even = 0.0;
    // The left neighbour was given the player's own pass; its pass in turn determines the next seat's deal.
    for giver in [me.plus(1, SEATS), me.plus(2, SEATS)] {
        let given = world.passes()[giver.plus(SEATS - 1, SEATS)];
        let kept = world.held(giver) - given;
        let (pass, log) = draw(world.held(giver.plus(1, SEATS)), kept, rng);
        world.suppose_pass(giver, pass);
        log_even += log;
    }
    log_even
}

/// Draws three of these ten cards, mostly a careful player's pass given the kept cards. Also returns the log ratio.
fn draw(ten: CardSet<Card>, kept: CardSet<Card>, rng: &mut Rng) -> (CardSet<Card>, f64) {
    let mut sensible = [CardSet::EMPTY; PASSES];
    let mut count = 0;
    for pass in passes(ten).filter(|&pass| Careful::chance_to_pass(kept | pass, pass) > 0.0) {
        sensible[count] = pass;
        count += 1;
    }
    let sensible = &sensible[..count];
    if sensible.is_empty() {
        return (random_pass(ten, rng), 0.0);
    }
    let drawn = if rng.unit() < SENSE { *rng.pick(sensible).expect("some are") } else { random_pass(ten, rng) };
    let sense = if sensible.contains(&drawn) { SENSE / count as f64 } else { 0.0 };
    let even = 1.0 / PASSES as f64;
    (drawn, (even / (sense + (1.0 - SENSE) * even)).ln())
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::intensity::Intensity;
    use cardsharp_rules::{Observation, Seed, State as _, Turn, random_position};

    use super::*;

    #[test]
    fn a_reconsidered_world_looks_the_same_to_oneself() {
        for seed in 0..200 {
            let state = random_position(&Intensity, Seed(seed), 4 + seed as u32 % 40);
            let Turn::Of(me) = state.turn() else { continue };
            let (view, mut rng) = (state.observe(me), Rng::new(Seed(seed)));
            let mut world = view.sample_state(&mut rng);
            assert!(reconsider(&mut world, me, &mut rng).is_finite());
            assert_eq!(world.observe(me), view);
        }
    }

    /// The ratios of an even draw to this one average to 1.
    #[test]
    fn the_ratios_to_an_even_draw_are_right() {
        let ten: CardSet<Card> = "12 15 19 21 28 33 39 41 47 48".parse().unwrap();
        let kept: CardSet<Card> = "10 11 14 22 31 32 40".parse().unwrap();
        let mut rng = Rng::new(Seed(4));
        let draws = 20_000;
        let sum: f64 = (0..draws).map(|_| draw(ten, kept, &mut rng).1.exp()).sum();
        assert!((sum / f64::from(draws) - 1.0).abs() < 0.05, "{}", sum / f64::from(draws));
    }
}

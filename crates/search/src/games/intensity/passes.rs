//! What the others may have passed to each other, drawn as people pass.
//!
//! Any three of the ten cards that a seat plays with may be those it was given, and a world that
//! is drawn evenly has some three. Hardly ever are they what anyone would pass, so among a
//! thousand such worlds a handful that happen to make sense would have all the weight. Here the
//! passes are drawn again: mostly what a careful player might pass, and now and then anything.

use cardsharp_rules::intensity::{Card, Careful, State};
use cardsharp_rules::{CardSet, Rng, Seat};

const SEATS: usize = 4;
/// How many passes a hand of ten has.
const PASSES: usize = 120;
/// How often a pass is drawn from those that make sense, if any does.
const SENSE: f64 = 0.7;

/// Redraws every pass that `me` has not seen; returns the logarithm of how much likelier an even
/// draw was to give these.
pub(super) fn reconsider(world: &mut State, me: Seat, rng: &mut Rng) -> f64 {
    let mut log_even = 0.0;
    if !world.table().all_passed() {
        for giver in Seat::all(world.table().passed()).filter(|&seat| seat != me) {
            let hand = world.hands()[giver] | world.passes()[giver];
            let (pass, log) = draw(hand, CardSet::EMPTY, rng);
            world.suppose_pass(giver, pass);
            log_even += log;
        }
        return log_even;
    }
    // The left neighbour was given one's own pass; what it gave decides what the next had.
    for giver in [me.plus(1, SEATS), me.plus(2, SEATS)] {
        let given = world.passes()[giver.plus(SEATS - 1, SEATS)];
        let kept = world.held(giver) - given;
        let (pass, log) = draw(world.held(giver.plus(1, SEATS)), kept, rng);
        world.suppose_pass(giver, pass);
        log_even += log;
    }
    log_even
}

/// Draws three of these ten, mostly such that a careful player might pass them who had `kept` too.
fn draw(ten: CardSet<Card>, kept: CardSet<Card>, rng: &mut Rng) -> (CardSet<Card>, f64) {
    let mut cards = [Card::new(10); 10];
    for (place, card) in cards.iter_mut().zip(ten) {
        *place = card;
    }
    let mut sensible = [CardSet::EMPTY; PASSES];
    let (mut count, mut number) = (0, 0);
    let any = rng.below(PASSES as u32);
    let mut drawn = CardSet::EMPTY;
    for high in 2..10 {
        for middle in 1..high {
            for low in 0..middle {
                let pass: CardSet<Card> = [cards[low], cards[middle], cards[high]].into_iter().collect();
                let hand = if kept.is_empty() { ten } else { kept | pass };
                if Careful::might_pass(hand, pass) {
                    sensible[count] = pass;
                    count += 1;
                }
                if number == any {
                    drawn = pass;
                }
                number += 1;
            }
        }
    }
    if count == 0 {
        return (drawn, 0.0);
    }
    if rng.unit() < SENSE {
        drawn = sensible[rng.below(count as u32) as usize];
    }
    let sense = if sensible[..count].contains(&drawn) { SENSE / count as f64 } else { 0.0 };
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
            let state = random_position(&Intensity, Seed(seed), seed as u32 % 44);
            let Turn::Of(me) = state.turn() else { continue };
            let (view, mut rng) = (state.observe(me), Rng::new(Seed(seed)));
            let mut world = view.sample_state(&mut rng);
            assert!(reconsider(&mut world, me, &mut rng).is_finite());
            assert_eq!(world.observe(me), view);
        }
    }

    /// The ratios of an even draw to this one average to 1 over this one's draws.
    #[test]
    fn the_ratios_to_an_even_draw_are_right() {
        let ten: CardSet<Card> = "12 15 19 21 28 33 39 41 47 48".parse().unwrap();
        let mut rng = Rng::new(Seed(4));
        let draws = 20_000;
        let sum: f64 = (0..draws).map(|_| draw(ten, CardSet::EMPTY, &mut rng).1.exp()).sum();
        assert!((sum / f64::from(draws) - 1.0).abs() < 0.05, "{}", sum / f64::from(draws));
    }
}

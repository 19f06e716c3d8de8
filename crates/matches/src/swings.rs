//! The expectation of every seat before and after each action of a game, by playouts.
//!
//! From every position the strongest house style plays many times to the end, from its own views only. Some styles are
//! deterministic, so every player sometimes chooses a random action.

use cardsharp_rules::{
    ActionOf, BySeat, Event, FaultKind, Game, ObservationOf, Record, Rng, Seat, Seed, State, Style, Turn, outcome,
};

/// One decision in this number is random.
const SLIPS: u32 = 5;

/// The expected tournament points of every seat over the course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Swings {
    /// Before the first event and after each, faults included.
    pub expected: Vec<BySeat<f64>>,
}

/// The largest change that one event made to a seat's expectation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// The event of the record, from 0.
    pub event: usize,
    /// The seat whose expectation changed.
    pub seat: Seat,
    /// Its expectation before and after.
    pub expected: (f64, f64),
}

impl Swing {
    /// Its size, in either direction.
    pub fn size(&self) -> f64 {
        (self.expected.1 - self.expected.0).abs()
    }
}

impl Swings {
    /// Runs `playouts` playouts from every position of a game; the same seed gives the same figures.
    pub fn of<G: Game>(record: &Record<G>, playouts: u32, seed: Seed) -> Swings {
        let styles = record.game().styles();
        let style = styles.last().expect("every game has a house player").as_ref();
        let (mut state, mut faults) = (record.start(), Faults::none::<G>());
        let mut expected = vec![expect::<G>(&state, &faults, style, playouts, seed)];
        for event in record.events() {
            match event {
                Event::Action(_, action) => state.play_unchecked(*action),
                Event::Fault(fault) => {
                    faults.made[fault.seat] += 1;
                    faults.lost[fault.seat] |= fault.kind == FaultKind::Forfeit;
                }
            }
            expected.push(expect::<G>(&state, &faults, style, playouts, seed));
        }
        Swings { expected }
    }

    /// The largest swing of the game, the first of equals; `None` without events.
    pub fn largest(&self) -> Option<Swing> {
        let mut largest: Option<Swing> = None;
        for (event, pair) in self.expected.windows(2).enumerate() {
            for (seat, &before) in pair[0].iter() {
                let swing = Swing { event, seat, expected: (before, pair[1][seat]) };
                if largest.is_none_or(|largest| swing.size() > largest.size()) {
                    largest = Some(swing);
                }
            }
        }
        largest
    }
}

struct Faults {
    made: BySeat<i32>,
    lost: BySeat<bool>,
}

impl Faults {
    fn none<G: Game>() -> Faults {
        Faults { made: BySeat::splat(G::SEATS, 0), lost: BySeat::splat(G::SEATS, false) }
    }
}

/// The mean tournament points of playouts.
fn expect<G: Game>(state: &G::State, faults: &Faults, style: &dyn Style<G>, playouts: u32, seed: Seed) -> BySeat<f64> {
    // A game that is over needs one playout.
    let playouts = if state.turn() == Turn::Over { 1 } else { playouts.max(1) };
    let mut sums = BySeat::splat(G::SEATS, 0);
    for number in 0..playouts {
        // The luck is the same at every position, so that differences rather come from the position.
        let returns = play_on::<G>(state.clone(), style, &mut Rng::new(seed.stream(number.into())));
        let paid = BySeat::from_fn(G::SEATS, |seat| returns[seat] - G::FAULT_PENALTY * faults.made[seat]);
        let returns = outcome::with_lost(&paid, &faults.lost);
        for (seat, halves) in outcome::tournament_halves(&returns).iter() {
            sums[seat] += halves;
        }
    }
    sums.map(|halves| f64::from(halves) / f64::from(2 * playouts))
}

fn play_on<G: Game>(mut state: G::State, style: &dyn Style<G>, rng: &mut Rng) -> BySeat<i32> {
    while let Turn::Of(seat) = state.turn() {
        let action: ActionOf<G> = if rng.below(SLIPS) == 0 {
            state.random_action(rng)
        } else {
            let view: ObservationOf<G> = state.observe(seat);
            style.choose(&view, rng)
        };
        state.play_unchecked(action);
    }
    state.returns().expect("a game that is over has returns")
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::hanamikoji::Hanamikoji;
    use cardsharp_rules::indigo::Indigo;
    use cardsharp_rules::intensity::Intensity;
    use cardsharp_rules::lucky_thirteen::LuckyThirteen;
    use cardsharp_rules::{Fault, Game, Verdict};

    use super::*;

    fn random_record<G: Game>(seed: u64) -> Record<G> {
        let names = (0..G::SEATS).map(|seat| format!("player {seat}")).collect();
        let (mut record, mut rng) = (Record::from_seed(G::default(), Seed(seed), names), Rng::new(Seed(seed)));
        while record.state().turn() != Turn::Over {
            record.play(record.state().random_action(&mut rng)).unwrap();
        }
        record
    }

    fn check<G: Game>(all: f64) {
        let record = random_record::<G>(3);
        let swings = Swings::of(&record, 20, Seed(1));
        assert_eq!(swings, Swings::of(&record, 20, Seed(1)));
        assert_eq!(swings.expected.len(), record.events().len() + 1);
        // The points of the table always add up, and in the end they match the result.
        for expected in &swings.expected {
            assert!((expected.as_slice().iter().sum::<f64>() - all).abs() < 1e-9, "{expected:?}");
        }
        let halves = outcome::tournament_halves(&record.result().unwrap()).map(|halves| f64::from(halves) / 2.0);
        assert_eq!(swings.expected.last(), Some(&halves));
        let largest = swings.largest().unwrap();
        let sizes = swings
            .expected
            .windows(2)
            .flat_map(|pair| Seat::all(G::SEATS).map(|seat| (pair[1][seat] - pair[0][seat]).abs()).collect::<Vec<_>>());
        assert_eq!(sizes.fold(0.0, f64::max), largest.size());
    }

    #[test]
    fn points_are_shared_at_every_moment() {
        check::<Intensity>(6.0);
        check::<Indigo>(1.0);
    }

    /// Without random actions, everything would look decided from the first card.
    #[test]
    fn nothing_is_decided_before_the_first_card() {
        fn check<G: Game>() {
            let record = random_record::<G>(5);
            let start = &Swings::of(&record, 100, Seed(1)).expected[0];
            let all = (G::SEATS - 1) as f64;
            assert!(start.as_slice().iter().all(|&points| points > 0.0 && points < all), "{}: {start:?}", G::NAME);
        }
        check::<Intensity>();
        check::<Hanamikoji>();
        check::<Indigo>();
        check::<LuckyThirteen>();
    }

    #[test]
    fn a_fault_that_costs_points_is_a_swing() {
        let mut record = random_record::<Intensity>(3);
        for _ in 0..30 {
            record.fault(Fault::new(Seat::FIRST, Verdict::Crash, ""));
        }
        let swings = Swings::of(&record, 1, Seed(1));
        assert_eq!(swings.expected.last().unwrap()[Seat::FIRST], 0.0);
    }
}

use cardsharp_rules::{Observation, Rng, Sampler, Seat, Seed, State, intensity, random_position};

use crate::{check, choices};

/// For every seat, the first digits that its plays show it to lack, derived a second time from the text.
fn lacking_digits(view: &intensity::Observation) -> [Vec<u8>; 4] {
    let mut lacks: [Vec<u8>; 4] = Default::default();
    view.table().replay(|before, seat, card| {
        let digit = card.number() / 10;
        match before.round().first().map(|led| led.number() / 10) {
            Some(led) if led != digit => lacks[seat.index()].push(led),
            None if digit == 3 && !before.calves_broken() => lacks[seat.index()].extend([1, 2, 4]),
            _ => {}
        }
    });
    lacks
}

/// Every way the three other hands can lie, as texts in seat order.
fn intensity_worlds(view: &intensity::Observation) -> Vec<String> {
    let (seat, lacks) = (view.seat(), lacking_digits(view));
    let others: Vec<Seat> = (1..4).map(|step| seat.plus(step, 4)).collect();
    let sizes: Vec<usize> = others.iter().map(|&other| view.table().hand_size(other)).collect();
    let fits = |other: usize, hand: &[intensity::Card]| {
        hand.iter().all(|card| !lacks[others[other].index()].contains(&(card.number() / 10)))
    };
    let unseen: Vec<intensity::Card> = view.unseen().iter().collect();
    let given = |hand: &[intensity::Card]| view.held_by_left().iter().all(|card| hand.contains(&card));
    let mut worlds = Vec::new();
    for (left, rest) in choices(&unseen, sizes[0]) {
        if !fits(0, &left) || !given(&left) {
            continue;
        }
        for (across, right) in choices(&rest, sizes[1]) {
            if fits(1, &across) && fits(2, &right) {
                let hands = [left.clone(), across, right].map(cardsharp_rules::join);
                worlds.push(hands.join(" / "));
            }
        }
    }
    worlds
}

fn intensity_world(state: &intensity::State, seat: Seat) -> String {
    let hands: Vec<String> = (1..4).map(|step| state.hands()[seat.plus(step, 4)].to_string()).collect();
    hands.join(" / ")
}

#[test]
fn intensity_late_hands() {
    let (mut voids, mut given) = (0, 0);
    let late = [(1, 36, 2), (0, 34, 2), (0, 32, 2), (9, 32, 1), (0, 30, 3), (7, 30, 2), (12, 30, 3), (8, 28, 0)];
    for (seed, plies, seat) in late {
        let view = random_position(&intensity::Intensity, Seed(seed), plies).observe(Seat::new(seat));
        voids +=
            lacking_digits(&view).iter().enumerate().filter(|(who, lacks)| *who != seat && !lacks.is_empty()).count();
        given += view.held_by_left().len();
        assert_eq!(view.sampler().ways(), intensity_worlds(&view).len() as u64, "{view}");
        check(&intensity::Intensity, (seed, plies, seat), intensity_worlds, intensity_world);
    }
    assert!(voids >= 8 && given >= 3, "{voids} voids and {given} known cards");
}

#[test]
fn intensity_one_seat_in_mid_game() {
    // There are too many worlds, so only the right neighbour's hand is compared, and equal ones are counted together.
    let right = |world: &str| world.rsplit(" / ").next().unwrap().to_owned();
    for (seed, plies, seat) in [(1, 24, 3), (3, 24, 0)] {
        check(
            &intensity::Intensity,
            (seed, plies, seat),
            |view| intensity_worlds(view).iter().map(|world| right(world)).collect(),
            |state, seat| right(&intensity_world(state, seat)),
        );
    }
}

#[test]
fn intensity_passes() {
    // During the passing, seat 0's pass is any three of its ten cards of thirty; the lowest of the three suffices.
    let lowest = |cards: &cardsharp_rules::CardSet<intensity::Card>| cards.first().unwrap().to_string();
    let ways = |view: &intensity::Observation| {
        let unseen: Vec<intensity::Card> = view.unseen().iter().collect();
        choices(&unseen, 3).into_iter().map(|(pass, _)| pass[0].to_string()).collect()
    };
    check(&intensity::Intensity, (1, 1, 1), ways, |state, _| lowest(&state.passes()[Seat::FIRST]));
    // Afterwards, the received cards are any three of the ten with which a seat plays.
    let view = random_position(&intensity::Intensity, Seed(2), 9).observe(Seat::FIRST);
    let (sampler, mut rng) = (view.sampler(), Rng::new(Seed(1)));
    let mut seen = [0_u32; 10];
    for _ in 0..50_000 {
        let state = sampler.sample(&mut rng);
        let mut held = state.hands()[Seat::new(2)];
        state.table().replay(|_, seat, card| {
            if seat == Seat::new(2) {
                held.insert(card);
            }
        });
        for (place, card) in held.iter().enumerate() {
            seen[place] += u32::from(state.passes()[Seat::new(1)].contains(card));
        }
    }
    // Five standard deviations of a binomial with p = 3/10.
    assert!(seen.iter().all(|count| count.abs_diff(15_000) < 513), "{seen:?}");
}

//! Samplers against full enumeration: every world that agrees with a view, each equally often.

use std::collections::BTreeMap;

use cardsharp_rules::{Game, Observation, Rng, Sampler, Seat, Seed, State, indigo, intensity, random_position};

/// Draws from the sampler of a late position and compares with the enumerated worlds, each a
/// text that says where the hidden cards lie. `world` writes a sampled state in the same way.
fn check<G: Game>(
    game: &G,
    (seed, plies, seat): (u64, u32, usize),
    enumerate: impl Fn(&cardsharp_rules::ObservationOf<G>) -> Vec<String>,
    world: impl Fn(&G::State, Seat) -> String,
) {
    let seat = Seat::new(seat);
    let view = random_position(game, Seed(seed), plies).observe(seat);
    // A world that can come about in two ways is listed twice and drawn twice as often.
    let mut expected = BTreeMap::<String, u32>::new();
    let worlds = enumerate(&view);
    for world in &worlds {
        *expected.entry(world.clone()).or_default() += 1;
    }
    assert!(expected.len() > 1 && expected.len() <= 20_000, "{} worlds of {view}", expected.len());
    let (sampler, mut rng) = (view.sampler(), Rng::new(Seed(seed).stream(7)));
    let draws = 100 * worlds.len() as u32;
    let mut drawn = BTreeMap::<String, u32>::new();
    for _ in 0..draws {
        *drawn.entry(world(&sampler.sample(&mut rng), seat)).or_default() += 1;
    }
    for world in drawn.keys() {
        assert!(expected.contains_key(world), "{world} does not agree with {view}");
    }
    let chi_square: f64 = expected
        .iter()
        .map(|(world, &ways)| {
            let mean = 100.0 * f64::from(ways);
            (f64::from(drawn.get(world).copied().unwrap_or(0)) - mean).powi(2) / mean
        })
        .sum();
    // Six standard deviations of a chi-square with this many degrees of freedom; the draws are
    // fixed by the seed, so this passes or fails for good.
    let freedom = expected.len() as f64 - 1.0;
    let deviation = (chi_square - freedom) / (2.0 * freedom).sqrt();
    assert!(deviation.abs() < 6.0, "{view}: chi-square {chi_square:.0} for {freedom} degrees of freedom");
}

/// Every way to choose `count` of these, as (chosen, left).
fn choices<T: Copy>(items: &[T], count: usize) -> Vec<(Vec<T>, Vec<T>)> {
    if count == 0 {
        return vec![(Vec::new(), items.to_vec())];
    }
    let Some((&first, rest)) = items.split_first() else { return Vec::new() };
    let with = choices(rest, count - 1).into_iter().map(|(mut chosen, left)| {
        chosen.insert(0, first);
        (chosen, left)
    });
    let without = choices(rest, count).into_iter().map(|(chosen, mut left)| {
        left.insert(0, first);
        (chosen, left)
    });
    with.chain(without).collect()
}

#[test]
fn indigo() {
    // In the third deal, seat 0 has seen all but 12 cards to come and the other hand's last one or two.
    for (plies, theirs) in [(33, 2), (35, 1)] {
        check(
            &indigo::Indigo,
            (3, plies, 0),
            |view| {
                let unseen: Vec<indigo::Card> = view.unseen().iter().collect();
                choices(&unseen, theirs).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect()
            },
            |state, seat| state.hands()[seat.other()].to_string(),
        );
    }
}

/// What the plays of an Intensity game show, worked out once more from their text: for every
/// seat the first digits it cannot hold any more.
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
    // Too many worlds to tell apart, so only the right neighbour's hand is looked at; worlds that
    // share it are counted together.
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
    // While passing, what seat 0 gave away is any three of its ten cards, which are any ten of thirty;
    // the lowest of the three tells enough.
    let lowest = |cards: &cardsharp_rules::CardSet<intensity::Card>| cards.first().unwrap().to_string();
    let ways = |view: &intensity::Observation| {
        let unseen: Vec<intensity::Card> = view.unseen().iter().collect();
        choices(&unseen, 3).into_iter().map(|(pass, _)| pass[0].to_string()).collect()
    };
    check(&intensity::Intensity, (1, 1, 1), ways, |state, _| lowest(&state.passes()[Seat::FIRST]));
    // Afterwards, what came to a seat is any three of the ten cards it plays with.
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

//! Samplers against full enumeration: every world that agrees with a view occurs equally often.

#[path = "sampling/hanamikoji.rs"]
mod hanamikoji;
#[path = "sampling/indigo.rs"]
mod indigo;
#[path = "sampling/intensity.rs"]
mod intensity;
#[path = "sampling/lucky_thirteen.rs"]
mod lucky_thirteen;

use std::collections::BTreeMap;

use cardsharp_rules::{Game, Observation, Rng, Sampler, Seat, Seed, State, random_position};

/// Compares draws from a late position with the enumerated worlds, each written as a text of its hidden cards.
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
    // Six standard deviations of a chi-square with this many degrees of freedom, for draws fixed by the seed.
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

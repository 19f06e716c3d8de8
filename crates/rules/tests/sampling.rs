//! Samplers against full enumeration: every world that agrees with a view, each equally often.

use std::collections::BTreeMap;

use cardsharp_rules::{Game, Observation, Rng, Sampler, Seat, Seed, State, indigo, lucky_thirteen, random_position};

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

#[test]
fn lucky_thirteen() {
    use lucky_thirteen::{Card, LuckyThirteen};
    let game = LuckyThirteen::default();
    let unseen = |view: &lucky_thirteen::Observation| view.unseen().iter().collect::<Vec<Card>>();

    // The two cards another seat holds in the last round, whether it is still to act or not.
    for (plies, seat, other) in [(15, 3, 0), (12, 0, 2)] {
        check(
            &game,
            (3, plies, seat),
            |view| choices(&unseen(view), 2).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect(),
            |state, _| state.hands()[Seat::new(other)].set().to_string(),
        );
    }
    // The three cards of the seat whose turn it is.
    check(
        &game,
        (4, 13, 0),
        |view| choices(&unseen(view), 3).into_iter().map(|(hand, _)| cardsharp_rules::join(hand)).collect(),
        |state, _| state.hands()[Seat::new(1)].set().to_string(),
    );
    // The next two draws, in their order.
    check(
        &game,
        (5, 13, 1),
        |view| {
            let ordered = |(pair, _): (Vec<Card>, Vec<Card>)| [[pair[0], pair[1]], [pair[1], pair[0]]];
            choices(&unseen(view), 2).into_iter().flat_map(ordered).map(cardsharp_rules::join).collect()
        },
        |state, _| cardsharp_rules::join(&state.draws()[14..16]),
    );
    // How a hand came about after one turn: any pair is held now, and any of the pair and the
    // discard was the card drawn.
    check(
        &game,
        (6, 4, 0),
        |view| {
            let discard = view.table().discards()[1];
            let pairs = choices(&unseen(view), 2).into_iter().map(|(pair, _)| [pair[0], pair[1]]);
            pairs.flat_map(|pair| pasts(pair, &[discard])).map(cardsharp_rules::join).collect()
        },
        |state, _| written_past(state, Seat::new(1), 1),
    );
    // And after all four turns, with the last two cards shown.
    check(
        &game,
        (7, 16, 2),
        |view| {
            let shown = view.table().shown().unwrap()[Seat::FIRST];
            let discards: Vec<Card> = view.table().discards_of(Seat::FIRST).collect();
            pasts([shown.nth(0), shown.nth(1)], &discards).iter().map(cardsharp_rules::join).collect()
        },
        |state, _| written_past(state, Seat::FIRST, 4),
    );
}

/// Every first hand, sorted, with every row of draws that can end in this pair after these discards.
fn pasts(pair: [lucky_thirteen::Card; 2], discards: &[lucky_thirteen::Card]) -> Vec<Vec<lucky_thirteen::Card>> {
    let Some((&discard, before)) = discards.split_last() else {
        return vec![vec![pair[0].min(pair[1]), pair[0].max(pair[1])]];
    };
    let three = [pair[0], pair[1], discard];
    let with_draw = |drawn: usize| {
        let kept = [three[(drawn + 1) % 3], three[(drawn + 2) % 3]];
        pasts(kept, before).into_iter().map(move |mut past| {
            past.push(three[drawn]);
            past
        })
    };
    (0..3).flat_map(with_draw).collect()
}

fn written_past(state: &lucky_thirteen::State, seat: Seat, turns: usize) -> String {
    let draws = state.draws().iter().skip(seat.index()).step_by(4).take(turns).copied();
    cardsharp_rules::join(state.dealt()[seat].set().iter().chain(draws))
}

//! Samplers against full enumeration: every world that agrees with a view, each equally often.

use std::collections::BTreeMap;

use cardsharp_rules::{Game, Observation, Rng, Sampler, Seat, Seed, State, hanamikoji, indigo, random_position};

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

/// The cards as letters in their order.
fn letters(mut cards: Vec<hanamikoji::Geisha>) -> String {
    cards.sort();
    cards.iter().map(ToString::to_string).collect()
}

/// What the other seat holds, hides and has burned, the card put away, and the pile to come.
fn hanamikoji_world(state: &hanamikoji::State, seat: Seat) -> String {
    let own = &state.own()[seat.other()];
    let rest: String = state.pile()[state.table().drawn()..].iter().map(ToString::to_string).collect();
    let secret = own.secret().map(|card| card.to_string()).unwrap_or_default();
    format!("{} {secret} {} {} {rest}", own.hand(), own.burned(), state.removed())
}

#[test]
fn hanamikoji() {
    use hanamikoji::{Geisha, Kind, Observation};
    // The places one after another; twins are different cards here, so a world comes as often as
    // there are ways to lay them.
    let enumerate = |view: &Observation| {
        let (table, them) = (view.table(), Observation::seat(view).other());
        let unseen: Vec<Geisha> = view.unseen().iter().collect();
        let count = |kind: Kind| if table.has_used(them, kind) { kind.cards() } else { 0 };
        let hidden = if table.secrets()[them].is_none() { count(Kind::Secret) } else { 0 };
        let mut worlds = Vec::new();
        for (hand, rest) in choices(&unseen, table.hand_size(them)) {
            for (secret, rest) in choices(&rest, hidden) {
                for (burned, rest) in choices(&rest, count(Kind::Burn)) {
                    for order in orders(&rest) {
                        let (removed, pile) = (order[0], &order[1..]);
                        let shown = table.secrets()[them].into_iter().chain(secret.iter().copied());
                        let [hand, secret, burned] = [hand.clone(), shown.collect(), burned.clone()].map(letters);
                        let dash = |cards: String| if cards.is_empty() { "-".to_owned() } else { cards };
                        let pile: String = pile.iter().map(ToString::to_string).collect();
                        worlds.push(format!("{} {secret} {} {removed} {pile}", dash(hand), dash(burned)));
                    }
                }
            }
        }
        worlds
    };
    for (seed, plies, seat) in
        [(1, 8, 0), (1, 8, 1), (2, 9, 0), (2, 9, 1), (3, 10, 0), (3, 10, 1), (4, 11, 1), (5, 12, 0)]
    {
        check(&hanamikoji::Hanamikoji, (seed, plies, seat), enumerate, hanamikoji_world);
    }
}

/// Every order of these.
fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = (0..items.len()).map(|first| (items[first], [&items[..first], &items[first + 1..]].concat()));
    firsts
        .flat_map(|(first, rest)| {
            orders(&rest).into_iter().map(move |mut order| {
                order.insert(0, first);
                order
            })
        })
        .collect()
}

/// When the game is over, all that is left to tell is what was put away or burned, and which of
/// its cards the other seat was dealt and which it drew when.
#[test]
fn hanamikoji_traces_the_draws_of_the_other_seat() {
    use hanamikoji::{Geisha, Observation, Shown};
    let enumerate = |view: &Observation| {
        let them = Observation::seat(view).other();
        let unseen: Vec<Geisha> = view.unseen().iter().collect();
        let mut worlds = Vec::new();
        for (burned, _) in choices(&unseen, 2) {
            // Each card of theirs with the number of the turn in which it was used.
            let mut used: Vec<(usize, Geisha)> = Vec::new();
            for (turn, shown) in view.table().shown().iter().skip(them.index()).step_by(2).enumerate() {
                let cards: Vec<Geisha> = match shown {
                    Shown::Secret => view.table().secrets()[them].into_iter().collect(),
                    Shown::Burn => burned.clone(),
                    Shown::Offer { offer, .. } => offer.cards().iter().collect(),
                };
                used.extend(cards.into_iter().map(|card| (turn, card)));
            }
            for (drawn, dealt) in choices(&used, 4) {
                for draws in orders(&drawn) {
                    // A card was in hand when it was used.
                    if draws.iter().enumerate().all(|(turn, (used, _))| *used >= turn) {
                        let dealt = letters(dealt.iter().map(|(_, card)| *card).collect());
                        let draws: String = draws.iter().map(|(_, card)| card.to_string()).collect();
                        worlds.push(format!("{} {dealt} {draws}", letters(burned.clone())));
                    }
                }
            }
        }
        worlds
    };
    let world = |state: &hanamikoji::State, seat: Seat| {
        let own = &state.own()[seat.other()];
        let draws: String = own.draws().map(|card| card.to_string()).collect();
        format!("{} {} {draws}", own.burned(), own.dealt())
    };
    for seed in 0..6 {
        check(&hanamikoji::Hanamikoji, (seed, u32::MAX, seed as usize % 2), enumerate, world);
    }
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

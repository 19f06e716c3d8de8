//! Node counts of fixed positions, confirmed by a second, slow and simple move generator.
//!
//! A line of `data/<game>/nodes.perft` is `seed plies depth nodes`: the number of sequences of `depth` actions from the
//! position that the random game of this seed reaches after `plies` actions.

mod slow;

use cardsharp_rules::{Game, Rng, Seed, State, Turn, hanamikoji, indigo, intensity, lucky_thirteen, perft};
use slow::Slow;

fn check<G: Game, S: Slow>(game: &G, counts: &str) {
    let mut lines = 0;
    for line in counts.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let [seed, plies, depth, nodes] = numbers[..] else { panic!("not four numbers: {line}") };
        let (seed, plies, depth) = (Seed(seed), plies as u32, depth as u32);
        let state = cardsharp_rules::random_position(game, seed, plies);
        assert_eq!(perft(&state, depth), nodes, "{}: {line}", G::NAME);
        let slow: S = slow_position(game, seed, plies);
        assert_eq!(slow_perft(&slow, depth), nodes, "{} slowly: {line}", G::NAME);
        lines += 1;
    }
    assert!(lines >= 8, "{} has only {lines} node counts", G::NAME);
}

/// The same random game under the slow rules, from the text alone; both must agree at every step and on the end.
fn slow_position<G: Game, S: Slow>(game: &G, seed: Seed, plies: u32) -> S {
    let deal = game.shuffle(seed);
    let mut state = game.start(&deal).unwrap();
    let mut slow = S::start(game.options().first().map_or("", |option| option.value), &deal.to_string());
    let mut rng = Rng::new(seed.stream(1));
    for _ in 0..plies {
        if state.turn() == Turn::Over {
            break;
        }
        assert_same(&state, &slow);
        let action = state.random_action(&mut rng);
        state.play_unchecked(action);
        slow = slow.play(&action.to_string());
    }
    assert_same(&state, &slow);
    slow
}

fn assert_same<T: State>(state: &T, slow: &impl Slow) {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let mut fast: Vec<String> = legal.iter().map(ToString::to_string).collect();
    let mut obvious = slow.actions();
    fast.sort();
    obvious.sort();
    assert_eq!(fast, obvious, "{state:?}");
    assert_eq!(state.returns().map(|returns| returns.as_slice().to_vec()), slow.returns());
}

fn slow_perft(slow: &impl Slow, depth: u32) -> u64 {
    let actions = slow.actions();
    match (depth, actions.len()) {
        (0, _) | (_, 0) => 1,
        (1, count) => count as u64,
        _ => actions.iter().map(|action| slow_perft(&slow.play(action), depth - 1)).sum(),
    }
}

fn check_games<G: Game, S: Slow>(game: &G, games: u64) {
    for seed in 0..games {
        let slow: S = slow_position(game, Seed(seed), u32::MAX);
        assert!(slow.returns().is_some());
    }
}

#[test]
fn intensity() {
    let counts = include_str!("../data/intensity/nodes.perft");
    check::<_, slow::intensity::Intensity>(&intensity::Intensity, counts);
    check_games::<_, slow::intensity::Intensity>(&intensity::Intensity, 100);
}

#[test]
fn hanamikoji() {
    check::<_, slow::hanamikoji::Hanamikoji>(&hanamikoji::Hanamikoji, include_str!("../data/hanamikoji/nodes.perft"));
    check_games::<_, slow::hanamikoji::Hanamikoji>(&hanamikoji::Hanamikoji, 100);
}

#[test]
fn indigo() {
    check::<_, slow::indigo::Indigo>(&indigo::Indigo, include_str!("../data/indigo/nodes.perft"));
    check_games::<_, slow::indigo::Indigo>(&indigo::Indigo, 100);
}

#[test]
fn lucky_thirteen() {
    use lucky_thirteen::{LuckyThirteen, Sums};
    for sums in [Sums::Face, Sums::Flexible] {
        let (game, counts) = (LuckyThirteen { sums }, include_str!("../data/lucky-thirteen/nodes.perft"));
        check::<_, slow::lucky_thirteen::LuckyThirteen>(&game, counts);
        check_games::<_, slow::lucky_thirteen::LuckyThirteen>(&game, 500);
    }
}

//! Playouts do not allocate: hands are sets in machine words, and histories have a fixed length.

use cardsharp_rules::{AnyGame, Game, Rng, Seed, State, with_game};

/// The number of allocations of this game's playouts.
fn allocations<G: Game>(game: &G) -> u64 {
    let mut rng = Rng::new(Seed(1));
    let start = game.start(&game.shuffle(Seed(1))).expect("a shuffled deal is valid");
    let counted = allocation_counter::measure(|| {
        for _ in 0..1_000 {
            std::hint::black_box(start.clone().play_out(&mut rng));
        }
    });
    counted.count_total
}

#[test]
fn a_playout_asks_for_no_memory() {
    for game in AnyGame::all() {
        let count = with_game!(AnyGame, &game, game => allocations(game));
        assert_eq!(count, 0, "{game}");
    }
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1, 2, 3])));
    assert_eq!(counted.count_total, 1);
}

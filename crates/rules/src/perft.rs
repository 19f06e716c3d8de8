//! Counts the action sequences of a game, the best check of a move generator.

use crate::{Game, Rng, Seed, State, Turn};

/// The number of sequences of `depth` actions from here; a game that ends sooner counts once.
///
/// # Example
/// ```
/// use cardsharp_rules::{Game, Seed, indigo::Indigo, perft};
/// let state = Indigo.start(&Indigo.shuffle(Seed(1)))?;
/// assert_eq!(perft(&state, 3), 6 * 6 * 5);
/// # Ok::<(), cardsharp_rules::InvalidDeal>(())
/// ```
pub fn perft<S: State>(state: &S, depth: u32) -> u64 {
    if depth == 0 || state.turn() == Turn::Over {
        return 1;
    }
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    legal
        .into_iter()
        .map(|action| {
            let mut next = state.clone();
            next.play_unchecked(action);
            perft(&next, depth - 1)
        })
        .sum()
}

/// The position of a random game of this deal after `plies` actions. Node counts are stored for such positions too,
/// because the first few plies of a game exercise few of its rules.
pub fn random_position<G: Game>(game: &G, seed: Seed, plies: u32) -> G::State {
    let mut state = game.start(&game.shuffle(seed)).expect("a shuffled deal is valid");
    let mut rng = Rng::new(seed.stream(1));
    for _ in 0..plies {
        if state.turn() == Turn::Over {
            break;
        }
        let action = state.random_action(&mut rng);
        state.play_unchecked(action);
    }
    state
}

//! A number per game that changes when its behaviour does.
//!
//! A commit in rules or search states the new numbers, or "no functional change".

use std::hash::{DefaultHasher, Hash, Hasher};

use cardsharp_rules::{AnyGame, House, Rng, Seed, State, Turn, with_game};

const GAMES: u64 = 500;

pub(crate) fn print() {
    for game in AnyGame::all() {
        let signature = with_game!(AnyGame, &game, game => of_game(game));
        println!("{:<16}{signature:016x}", game.name());
    }
}

/// Hashes the texts of games played by the house players in turn.
fn of_game<G: House>(game: &G) -> u64 {
    // The hasher with fixed keys is stable for one version of Rust, which is all a commit needs.
    let mut hasher = DefaultHasher::new();
    let styles = game.styles();
    for seed in 0..GAMES {
        let mut rng = Rng::new(Seed(seed).stream(1));
        let mut state = game.start(&game.shuffle(Seed(seed))).expect("a shuffled deal is valid");
        while let Turn::Of(seat) = state.turn() {
            let style = &styles[(seed as usize + seat.index()) % styles.len()];
            let action = style.choose(&state.observe(seat), &mut rng);
            action.to_string().hash(&mut hasher);
            state.play_unchecked(action);
        }
        state.returns().hash(&mut hasher);
    }
    hasher.finish()
}

//! Plays a random game and prints its record: `cargo run --example random_game -- indigo 7`.

use cardsharp_rules::{AnyGame, Game, Record, Rng, Seat, Seed, State, Turn, with_game};

fn main() {
    let mut args = std::env::args().skip(1);
    let game: AnyGame = args.next().expect("a game").parse().expect("a game");
    let seed: u64 = args.next().expect("a seed").parse().expect("a whole number");
    print!("{}", with_game!(AnyGame, game, game => random_game(game, Seed(seed)).to_string()));
}

fn random_game<G: Game>(game: G, seed: Seed) -> Record<G> {
    let names = Seat::all(G::SEATS).map(|seat| format!("random {seat}")).collect();
    let mut record = Record::from_seed(game, seed, names);
    let mut rng = Rng::new(seed.stream(1));
    while record.state().turn() != Turn::Over {
        let action = record.state().random_action(&mut rng);
        record.play(action).expect("a random action is legal");
    }
    record
}

//! Prints a searching player's values of its decisions, as training data for a network (`learning/teach.py`).
//!
//! ```sh
//! cargo run --release -p cardsharp-search --example lessons -- indigo champion:nodes=2000 greedy thumb --games 100 --seed 1
//! ```
//!
//! It prints a line for each decision that the player values: the indices and values of the features that are not 0,
//! `|`, then for each action its index, its value from 0 to 1 and its number of visits. In half of the games the player
//! takes all seats, in the others one seat among the players named after it. One action in ten is random, so that the
//! network also learns positions that the player would not reach. `--actions` limits the number of actions of a game.

use std::error::Error;
use std::fmt::Write as _;

use cardsharp_rules::{AnyGame, Game, ObservationOf, Rng, Seat, Seed, State, Turn, with_game};
use cardsharp_search::{Considered, Player, Searchable, seat_player};

/// One action in this number is random.
const STRAY: u32 = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut names, mut numbers) = (Vec::new(), [100, 1, u64::MAX]);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match ["--games", "--seed", "--actions"].iter().position(|option| *option == word) {
            Some(option) => numbers[option] = words.next().ok_or("an option needs a number")?.parse()?,
            None => names.push(word),
        }
    }
    let [game, players @ ..] = &names[..] else { return Err("lessons GAME PLAYER OTHER…".into()) };
    let game = AnyGame::all().into_iter().find(|any| any.name() == game).ok_or("there is no such game")?;
    with_game!(AnyGame, &game, game => lessons(game, players, numbers))
}

fn lessons<G: Searchable>(game: &G, names: &[String], [games, seed, most]: [u64; 3]) -> Result<(), Box<dyn Error>> {
    let players: Vec<Box<dyn Player<G>>> =
        names.iter().map(|name| Ok(seat_player(game, &name.parse()?)?)).collect::<Result<_, Box<dyn Error>>>()?;
    let (teacher, others) = players.split_first().ok_or("somebody has to think")?;
    let mut out = std::io::stdout().lock();
    for number in 0..games {
        // Each game has its own seeds, so that the first games are the same for any number of games.
        let luck = Seed(seed).stream(number);
        let mut rng = Rng::new(luck.stream(1));
        let mut state = game.start(&game.shuffle(luck))?;
        let mut sitting: Vec<&dyn Player<G>> = vec![teacher.as_ref(); G::SEATS];
        if number % 2 == 1 && !others.is_empty() {
            let own = rng.below(G::SEATS as u32) as usize;
            for seat in (0..G::SEATS).filter(|&seat| seat != own) {
                sitting[seat] = rng.pick(others).ok_or("there are others")?.as_ref();
            }
        }
        for _ in 0..most {
            let Turn::Of(seat) = state.turn() else { break };
            let action = decide::<G>(&state, seat, sitting[seat.index()], &mut rng, &mut out)?;
            state.play_unchecked(action);
        }
    }
    Ok(())
}

/// Chooses an action, and prints the values if the player has them.
fn decide<G: Searchable>(
    state: &G::State,
    seat: Seat,
    player: &dyn Player<G>,
    rng: &mut Rng,
    out: &mut impl std::io::Write,
) -> Result<<G::State as State>::Action, Box<dyn Error>> {
    let view = state.observe(seat);
    let chosen = match player.consider(&view, rng) {
        Considered::Values(values) => {
            let mut line = features::<G>(&view);
            for valued in &values {
                write!(line, " {}:{:.4}:{}", G::action_index(valued.action), valued.value, valued.visits)?;
            }
            writeln!(out, "{line}")?;
            values[0].action
        }
        Considered::Choice(action) => action,
        Considered::Weights(_) => player.choose(&view, rng),
    };
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    Ok(if rng.below(STRAY) == 0 { *rng.pick(&legal).ok_or("somebody can act")? } else { chosen })
}

/// The features that are not 0, followed by `|`.
fn features<G: Game>(view: &ObservationOf<G>) -> String {
    let mut features = vec![0.0; G::FEATURES];
    G::encode(view, &mut features);
    let mut line = String::new();
    for (place, value) in features.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        write!(line, "{place}:{value} ").expect("writing to a string");
    }
    line + "|"
}

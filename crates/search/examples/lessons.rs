//! Prints what a player that thinks finds in its games, for a network to learn from (`learning/teach.py`).
//!
//! ```sh
//! cargo run --release -p cardsharp-search --example lessons -- indigo champion:nodes=2000 greedy thumb --games 100 --seed 1
//! ```
//!
//! A line for every decision of the player that is valued: the numbers of the features that are not 0 with their
//! values · `|` · every action by its number, its value from 0 to 1 and how often it was tried. In half of the games the
//! player sits everywhere, in the others at one seat among those named after it. One action in ten is anything, so
//! that a network also learns what to do where the player would not have come to. With `--actions` a game is
//! followed no farther than so many actions.

use std::error::Error;
use std::fmt::Write as _;

use cardsharp_rules::{AnyGame, Game, ObservationOf, Rng, Seat, Seed, State, Turn, with_game};
use cardsharp_search::{Considered, Player, Thoughtful, seat_player};

/// One action in so many is anything.
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

fn lessons<G: Thoughtful>(game: &G, names: &[String], [games, seed, most]: [u64; 3]) -> Result<(), Box<dyn Error>> {
    let players: Vec<Box<dyn Player<G>>> =
        names.iter().map(|name| Ok(seat_player(game, &name.parse()?)?)).collect::<Result<_, Box<dyn Error>>>()?;
    let (teacher, others) = players.split_first().ok_or("somebody has to think")?;
    let mut out = std::io::stdout().lock();
    for number in 0..games {
        // A game has seeds of its own, so that the first ones are the same however many follow.
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

/// What is done, and written down if it was thought about.
fn decide<G: Thoughtful>(
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

/// The features that are not 0, and the stroke after them.
fn features<G: Game>(view: &ObservationOf<G>) -> String {
    let mut features = vec![0.0; G::FEATURES];
    G::encode(view, &mut features);
    let mut line = String::new();
    for (place, value) in features.iter().enumerate().filter(|(_, value)| **value != 0.0) {
        write!(line, "{place}:{value} ").expect("writing to a string");
    }
    line + "|"
}

//! Prints what the players' choices cost, by the values of a judge that thinks longer.
//!
//! ```sh
//! cargo run --release -p cardsharp-search --example regret -- indigo champion:nodes=80000 champion:nodes=2000 learned \
//!     --positions 900 --seed 6
//! ```
//!
//! By results, it takes thousands of games to see one point in a hundred, because of the luck of the cards. Here every
//! player chooses at the same positions, each from another game of the default style. The cost of a choice is the
//! judge's value of its own choice minus that of the player's; the judge is the first player named. Without the luck of
//! the cards, players are told apart some eight times as fast. The figures do not show the judge's own mistakes.

use std::error::Error;

use cardsharp_rules::{AnyGame, Rng, Seed, State, Turn, with_game};
use cardsharp_search::{Considered, Player, Searchable, seat_player};

/// Positions come after fewer actions than this.
const DEEPEST: u32 = 40;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut names, mut numbers) = (Vec::new(), [200, 1]);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match ["--positions", "--seed"].iter().position(|option| *option == word) {
            Some(option) => numbers[option] = words.next().ok_or("an option needs a number")?.parse()?,
            None => names.push(word),
        }
    }
    let [game, players @ ..] = &names[..] else { return Err("regret GAME JUDGE PLAYER…".into()) };
    let game = AnyGame::all().into_iter().find(|any| any.name() == game).ok_or("there is no such game")?;
    with_game!(AnyGame, &game, game => regret(game, players, numbers))
}

fn regret<G: Searchable>(game: &G, names: &[String], [positions, seed]: [u64; 2]) -> Result<(), Box<dyn Error>> {
    let players: Vec<Box<dyn Player<G>>> =
        names.iter().map(|name| Ok(seat_player(game, &name.parse()?)?)).collect::<Result<_, Box<dyn Error>>>()?;
    let (judge, players) = players.split_first().ok_or("somebody has to judge")?;
    let mut costs = vec![Vec::new(); players.len()];
    for number in 0..positions {
        let luck = Seed(seed).stream(number);
        let Some(state) = position(game, luck)? else { continue };
        let Turn::Of(seat) = state.turn() else { continue };
        let view = state.observe(seat);
        let Considered::Values(values) = judge.consider(&view, &mut Rng::new(luck.stream(2))) else { continue };
        for (player, costs) in players.iter().zip(&mut costs) {
            let chosen = player.choose(&view, &mut Rng::new(luck.stream(3)));
            let own = values.iter().find(|valued| valued.action == chosen).filter(|valued| valued.visits > 0);
            let own = own.ok_or("the judge did not try what was chosen")?;
            costs.push(values[0].value - own.value);
        }
    }
    println!("lost a decision, in the hundred, and in each the gain over the first, ± one standard error");
    for (name, own) in names[1..].iter().zip(&costs) {
        let gain: Vec<f64> = own.iter().zip(&costs[0]).map(|(own, first)| first - own).collect();
        let ((lost, error), (gain, apart)) = (mean(own), mean(&gain));
        println!("{name:32} {lost:6.3} ± {error:.3}   {gain:+.3} ± {apart:.3}   ({} decisions)", own.len());
    }
    Ok(())
}

/// Plays some actions of a game by the default style; `None` if the game ends before.
fn position<G: Searchable>(game: &G, luck: Seed) -> Result<Option<G::State>, Box<dyn Error>> {
    let (style, mut rng) = (game.default_style(), Rng::new(luck.stream(1)));
    let mut state = game.start(&game.shuffle(luck))?;
    for _ in 0..rng.below(DEEPEST) {
        let Turn::Of(seat) = state.turn() else { return Ok(None) };
        let action = style.choose(&state.observe(seat), &mut rng);
        state.play_unchecked(action);
    }
    Ok(Some(state))
}

/// Returns the mean and its standard error, times a hundred.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    let square = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (100.0 * mean, 100.0 * (square / count).sqrt())
}

//! The game that a command is about.

use cardsharp_rules::{AnyGame, Game, Seat, with_game};

use super::error::Usage;

/// A game and its options.
#[derive(Debug, clap::Args)]
pub(crate) struct Chosen {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[command(flatten)]
    pub(crate) options: Options,
}

impl Chosen {
    pub(crate) fn game(&self) -> Result<AnyGame, Usage> {
        with_options(self.game.clone(), &self.options.given)
    }
}

/// Options of a game.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    #[arg(long = "option", value_name = "KEY=VALUE", help = "An option of the game, such as sums=flexible")]
    pub(crate) given: Vec<String>,
}

/// A game, its options and a seed.
#[derive(Debug, clap::Args)]
pub(crate) struct SeededGame {
    #[command(flatten)]
    pub(crate) chosen: Chosen,
    #[arg(long, value_name = "N", default_value_t = 1, help = "The seed that names the deal")]
    pub(crate) seed: u64,
}

/// Sets options such as `sums=flexible`.
pub(crate) fn with_options(mut game: AnyGame, options: &[String]) -> Result<AnyGame, Usage> {
    fn set<G: Game>(game: &mut G, option: &str) -> Result<(), Usage> {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        game.set_option(key, value).map_err(|error| Usage(error.to_string()))
    }
    for option in options {
        with_game!(AnyGame, &mut game, game => set(game, option))?;
    }
    Ok(game)
}

pub(crate) fn check_seat<G: Game>(seat: Option<Seat>) -> Result<(), Usage> {
    if let Some(seat) = seat.filter(|seat| seat.index() >= G::SEATS) {
        return Err(Usage(format!("--seat {seat}: {} has seats 0 to {}", G::TITLE, G::SEATS - 1)));
    }
    Ok(())
}

//! What several commands are told in the same words.

use cardsharp_rules::{AnyGame, Game, with_game};

use crate::Usage;

/// A game and its options.
#[derive(Debug, clap::Args)]
pub(crate) struct Chosen {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    pub(crate) game: AnyGame,
    #[command(flatten)]
    pub(crate) options: Options,
}

impl Chosen {
    /// The game as meant: with its options set.
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

/// A game with options such as `sums=flexible`, wherever they were written.
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

/// Many games, on several tables at a time.
#[derive(Debug, clap::Args)]
pub(crate) struct Run {
    #[arg(long, value_name = "S", default_value_t = 1, help = "Names the deals and everybody's luck")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// The same where programs may play, who must not know the deals.
#[derive(Debug, clap::Args)]
pub(crate) struct Bout {
    #[arg(
        long,
        value_name = "S",
        help = "Names the deals and everybody's luck [default: 1; where programs play random, and printed at the end]"
    )]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// How much is done at a time.
#[derive(Debug, clap::Args)]
pub(crate) struct Threads {
    #[arg(long = "threads", value_name = "T", default_value_t = 1, value_parser = threads, help = "How many tables play at a time")]
    pub(crate) count: usize,
}

/// How a report is written.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Output {
    #[arg(long, help = "Print JSON")]
    pub(crate) json: bool,
}

/// As many deals or games as one command plays.
pub(super) const MOST: u64 = 1_000_000;
/// Why no more.
pub(super) const KEPT: &str = "what each of them brought is kept in memory until the end";

/// A number from here to there, and why it may not be larger.
pub(super) fn count(least: u64, most: u64, why: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| match text.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {least} to {most}; {why}")),
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(threads) if (1..=1024).contains(&threads) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
}

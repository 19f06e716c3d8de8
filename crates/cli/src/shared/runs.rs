//! Seeds, threads and numbers of games.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use cardsharp_rules::Seed;

/// Many games of house players.
#[derive(Debug, clap::Args)]
pub(crate) struct Run {
    #[arg(long, value_name = "S", default_value_t = 1, help = "The seed of the deals and of the players' luck")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// Many games in which programs may play, which must not know the deals.
#[derive(Debug, clap::Args)]
pub(crate) struct Bout {
    /// The seed of the deals and of the players' luck [default: 1; random if programs play, and printed at the end]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// The number of games at the same time.
#[derive(Debug, clap::Args)]
pub(crate) struct Threads {
    /// How many tables play at a time
    #[arg(long = "threads", value_name = "T", default_value_t = 1, value_parser = threads)]
    pub(crate) count: usize,
}

/// Returns the typed seed, or 64 random bits: it determines every hand, so programs and people must not guess it.
pub(crate) fn seed(typed: Option<u64>) -> anyhow::Result<Seed> {
    match typed {
        Some(seed) => Ok(Seed(seed)),
        None => getrandom::u64().map(Seed).map_err(|error| anyhow::anyhow!("no random numbers: {error}")),
    }
}

/// Like [`seed`], but without programs the default is 1, so that the same command plays the same games.
pub(crate) fn seed_among(programs: bool, typed: Option<u64>) -> anyhow::Result<Seed> {
    if programs { seed(typed) } else { Ok(Seed(typed.unwrap_or(1))) }
}

/// The largest number of deals or games of a command.
pub(crate) const MOST: u64 = 1_000_000;
/// The reason for [`MOST`].
pub(crate) const KEPT: &str = "what each of them brought is kept in memory until the end";

/// Parses a number in a range; the error says why it may not be larger.
pub(crate) fn count(least: u64, most: u64, why: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| match text.parse::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {least} to {most}; {why}")),
    }
}

pub(crate) fn number_of<T>(what: &'static str, range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| match text.parse::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected a number of {what} from {} to {}", range.start(), range.end())),
    }
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    number_of("threads", 1..=1024)(text)
}

//! Reports.

use std::path::PathBuf;

use super::shared::Output;

/// Say how a tournament went: standings, ratings with intervals, faults and times
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp report --db friday.db
  cardsharp report --db friday.db --html friday.html --csv friday.csv

Points a game are means over deals with a 95 % interval. Ratings are strengths by maximum
likelihood (Plackett and Luce's model; at two seats Bradley and Terry's, which is Elo's) on Elo's
scale with the mean of all at 0; their intervals come from drawing the deals again 200 times.
A swing is the largest change that one action made to the tournament points a seat could expect,
by playing on from the open position with the strongest house players, who slip now and then.")]
pub(crate) struct Report {
    #[arg(long, value_name = "FILE", help = "The records database")]
    pub(crate) db: PathBuf,
    #[arg(long, value_name = "N", help = "Which tournament of the database; the last unless told")]
    pub(crate) tournament: Option<i64>,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself")]
    pub(crate) html: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "Write the standings as comma-separated values")]
    pub(crate) csv: Option<PathBuf>,
    #[arg(
        long,
        value_name = "N",
        default_value_t = 24,
        value_parser = clap::value_parser!(u64).range(0..=100_000),
        help = "Look for swings in so many games, the largest upsets and the closest finishes"
    )]
    pub(crate) instructive: u64,
    #[command(flatten)]
    pub(crate) output: Output,
}

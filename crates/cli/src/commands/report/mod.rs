//! `cardsharp report`: a tournament as text, JSON, CSV and HTML.

mod instructive;
mod page;
mod tables;

use std::path::PathBuf;

use cardsharp_archive::Archive;
use cardsharp_tournament::Digest;

use crate::shared::{Output, Staged, Usage};

/// Report on a tournament: standings, ratings, faults and times
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
    db: PathBuf,
    #[arg(long, value_name = "N", help = "Which tournament of the database; the last unless told")]
    tournament: Option<i64>,
    #[arg(long, value_name = "FILE", help = "Write a page that needs nothing but itself")]
    html: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = "Write the standings as comma-separated values")]
    csv: Option<PathBuf>,
    /// Look for swings in at most N games, the largest upsets and the closest finishes
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u64).range(0..=100_000))]
    instructive: u64,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Report) -> anyhow::Result<String> {
    let archive = Archive::open(&args.db)?;
    let mut stored = archive.tournaments()?;
    let ids: Vec<String> = stored.iter().map(|stored| stored.id.to_string()).collect();
    let db = args.db.display();
    let place = match args.tournament {
        None => stored.len().checked_sub(1),
        Some(id) => stored.iter().position(|stored| stored.id == id),
    };
    let Some(place) = place else {
        let there = if ids.is_empty() { "none is kept".to_owned() } else { format!("there are {}", ids.join(", ")) };
        return Err(Usage(format!("{db}: there is no such tournament; {there}")).into());
    };
    let mut digest = Digest::read(&archive, stored.swap_remove(place))?;
    digest.look_for_upsets(&archive, args.instructive as usize)?;
    let instructive = instructive::find(&archive, &digest)?;
    if let Some(path) = &args.html {
        Staged::new(path, &page::page(&digest, &instructive, &db.to_string()))?.put_in_place()?;
    }
    if let Some(path) = &args.csv {
        Staged::new(path, &tables::csv(&digest))?.put_in_place()?;
    }
    Ok(if args.output.json { tables::json(&digest, &instructive) } else { tables::text(&digest, &instructive) })
}

//! `cardsharp report`: how a tournament went, as text, JSON, CSV and a page.

mod instructive;
mod page;
mod tables;

use cardsharp_archive::Archive;

use crate::Usage;
use crate::args::Report;
use crate::output::Staged;
use cardsharp_tournament::Digest;

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

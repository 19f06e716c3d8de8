//! A game on the full screen.

use super::plain::kept;
use super::{AtTerminal, Seating, sit_down, write_files};
use crate::args::{Play, Speed};
use crate::commands::replay::ending;
use crate::output::complain;
use crate::screen;

pub(super) fn run<G: AtTerminal>(table: Seating<G>, args: &Play) -> anyhow::Result<String> {
    let pace = table.pace(args.speed, Speed::Normal.pause());
    let sitting = sit_down(table, args)?;
    // Players play when they have thought, and no earlier than so long after the last play.
    let sitting = screen::play(sitting, pace.delay + pace.thinking)?;
    write_files(sitting.record(), args)?;
    // The screen is gone: what is worth keeping is said again.
    if sitting.record().result().is_some() {
        return Ok(format!("{}{}", G::TITLE, ending(sitting.record())));
    }
    complain(format_args!("cardsharp: {}", kept(&sitting)));
    Ok(String::new())
}

//! A game on the full screen.

use super::plain::kept;
use super::{AtTerminal, Table, sit_down, write_files};
use crate::args::{Play, Speed};
use crate::commands::replay::ending;
use crate::output::complain;
use crate::screen;

pub(super) fn run<G: AtTerminal>(table: Table<G>, args: &Play) -> anyhow::Result<String> {
    let sitting = sit_down(table, args)?;
    let sitting = screen::play(sitting, args.speed.unwrap_or(Speed::Normal).pause())?;
    write_files(sitting.record(), args)?;
    // The screen is gone: what is worth keeping is said again.
    if sitting.record().result().is_some() {
        return Ok(format!("{}{}", G::TITLE, ending(sitting.record())));
    }
    complain(format_args!("cardsharp: {}", kept(&sitting)));
    Ok(String::new())
}

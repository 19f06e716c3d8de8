//! A game on the full screen.

use super::plain::describe_save;
use super::{AtTerminal, Play, Seating, sit_down, write_files};
use crate::screen;
use crate::shared::{Speed, ending, print_error};

pub(super) fn run<G: AtTerminal>(table: Seating<G>, args: &Play) -> anyhow::Result<String> {
    let pace = table.pace(args.speed, Speed::Normal.pause());
    let sitting = sit_down(table, args)?;
    // House players act when they have thought and this pause is over.
    let sitting = screen::play(sitting, pace.delay + pace.thinking)?;
    write_files(sitting.record(), args)?;
    // The full screen is gone, so the result is printed.
    if sitting.record().result().is_some() {
        return Ok(format!("{}{}", G::TITLE, ending(sitting.record())));
    }
    print_error(format_args!("cardsharp: {}", describe_save(&sitting)));
    Ok(String::new())
}

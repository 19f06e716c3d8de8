//! Players and programs by their names on the command line.

use std::ops::ControlFlow;

use cardsharp_referee::programs::{Diagnostics, ProgramError};
use cardsharp_referee::table::{Launch, Terms};
use cardsharp_referee::{COMPILERS, Guest, Hosted, Protocol, in_order};

use super::error::Usage;
use super::hosting::Warnings;
use super::launcher::failed;
use super::output::print_error;

/// Finds a player or program, and counts its compiler's warnings.
pub(crate) fn guest<G: Hosted>(
    game: &G,
    text: &str,
    protocol: Option<Protocol>,
    launch: &Launch,
) -> Result<Guest<G>, Usage> {
    guest_with(game, text, protocol, launch, Warnings::Counted)
}

/// Finds a player or program.
pub(crate) fn guest_with<G: Hosted>(
    game: &G,
    text: &str,
    protocol: Option<Protocol>,
    launch: &Launch,
    warnings: Warnings,
) -> Result<Guest<G>, Usage> {
    let found = guests(game, &[text.to_owned()], protocol, launch, warnings)?;
    Ok(found.into_iter().next().expect("one was asked for"))
}

/// Finds players and programs. Several compilers run at a time; the error is that of the first bad one in order.
pub(crate) fn guests<G: Hosted>(
    game: &G,
    texts: &[String],
    protocol: Option<Protocol>,
    launch: &Launch,
    warnings: Warnings,
) -> Result<Vec<Guest<G>>, Usage> {
    found(texts, warnings, &|text| Guest::find(game, text, protocol, launch))
}

/// Like [`guests`], for a match: house players may remember its earlier games.
pub(crate) fn guests_for_match<G: Hosted>(
    game: &G,
    texts: &[String],
    protocol: Option<Protocol>,
    launch: &Launch,
    warnings: Warnings,
) -> Result<Vec<Guest<G>>, Usage> {
    found(texts, warnings, &|text| Guest::find_for_match(game, text, protocol, launch))
}

fn found<G: Hosted>(
    texts: &[String],
    warnings: Warnings,
    find: &(dyn Fn(&str) -> Result<Guest<G>, ProgramError> + Sync),
) -> Result<Vec<Guest<G>>, Usage> {
    let mut guests = Vec::new();
    let mut wrong = None;
    let find = |number: u64| find(&texts[number as usize]);
    in_order(texts.len() as u64, COMPILERS, find, &mut |found: Result<Guest<G>, ProgramError>| match found {
        Ok(guest) => {
            show_warnings(&guest, warnings);
            guests.push(guest);
            ControlFlow::Continue(())
        }
        Err(error) => {
            wrong = Some(Usage(in_words(&error, warnings)));
            ControlFlow::Break(())
        }
    });
    wrong.map_or(Ok(guests), Err)
}

/// Describes an error, with the compiler's warnings if they are to be shown.
fn in_words(error: &ProgramError, warnings: Warnings) -> String {
    match (warnings, error.warnings()) {
        (_, "") => error.to_string(),
        (Warnings::Counted, _) => format!("{error}; {SHOWS}"),
        (Warnings::Shown, all) => format!("{error}:\n{}", all.trim_end()),
    }
}

const SHOWS: &str = "--warnings shows them";

/// Prints the compiler's warnings, or their number.
pub(crate) fn show_warnings<G: Hosted>(guest: &Guest<G>, warnings: Warnings) {
    let Guest::Program(program, _) = guest else { return };
    match (Diagnostics::read(&program.warnings).counted(), warnings) {
        (Some(counted), Warnings::Counted) => print_error(format_args!("{}: {counted}; {SHOWS}", program.label)),
        (Some(_), Warnings::Shown) => print_error(program.warnings.trim_end()),
        (None, _) => {}
    }
}

/// Returns a different name for each player: its own, or `random` for a random player, which has none.
pub(crate) fn names<G: Hosted>(
    pupil: &Guest<G>,
    others: &[&Guest<G>],
    launch: &Launch,
    terms: &Terms,
) -> anyhow::Result<Vec<String>> {
    let named = std::iter::once(&pupil)
        .chain(others)
        .map(|guest| Ok(guest.own_name(launch, terms).map_err(failed)?.unwrap_or_else(|| "random".to_owned())));
    Ok(cardsharp_referee::original::distinct_names(named.collect::<anyhow::Result<Vec<String>>>()?))
}

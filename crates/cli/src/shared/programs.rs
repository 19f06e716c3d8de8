//! Finding players and programs by their names on the command line.

use std::ops::ControlFlow;

use cardsharp_matches::{COMPILERS, Participant};
use cardsharp_programs::original::distinct_names;
use cardsharp_programs::{BotOptions, Diagnostics, Hosted, ProgramError, Stop};
use cardsharp_research::unlisted;
use cardsharp_search::Memory;
use cardsharp_search::threads::in_order;

use super::error::Usage;
use super::hosting::{HostingArgs, Warnings, protocol_typed};
use super::launcher::{failed, launch};
use super::output::print_error;

/// Returns how the command runs programs.
pub(crate) fn bots<G: Hosted>(hosting: &HostingArgs) -> anyhow::Result<BotOptions> {
    let (protocol, launch) = (protocol_typed::<G>(hosting)?, launch(!hosting.unsafe_no_sandbox)?);
    Ok(BotOptions { protocol, launch, terms: hosting.terms(), logs: None })
}

/// Finds a player or program, and counts its compiler's warnings.
pub(crate) fn participant<G: Hosted>(game: &G, text: &str, options: &BotOptions) -> Result<Participant<G>, Usage> {
    let mut found = participants(game, &[text.to_owned()], options, Memory::Game, Warnings::Counted)?;
    Ok(found.remove(0))
}

/// Finds players and programs with several compilers at a time; the error is that of the first bad one in order.
pub(crate) fn participants<G: Hosted>(
    game: &G,
    texts: &[String],
    options: &BotOptions,
    memory: Memory,
    warnings: Warnings,
) -> Result<Vec<Participant<G>>, Usage> {
    let (mut participants, mut wrong) = (Vec::new(), None);
    let find = |number: u64| Participant::find(game, &texts[number as usize], options, memory, unlisted);
    in_order(texts.len() as u64, COMPILERS, find, &mut |found| match found {
        Ok(participant) => {
            show_warnings(&participant, warnings);
            participants.push(participant);
            ControlFlow::Continue(())
        }
        Err(error) => {
            wrong = Some(Usage(in_words(&error, warnings)));
            ControlFlow::Break(())
        }
    });
    wrong.map_or(Ok(participants), Err)
}

/// Describes an error, with the compiler's warnings or their number.
fn in_words(error: &ProgramError, warnings: Warnings) -> String {
    match (warnings, error.warnings()) {
        (_, "") => error.to_string(),
        (Warnings::Counted, _) => format!("{error}; {SHOWS}"),
        (Warnings::Shown, all) => format!("{error}:\n{}", all.trim_end()),
    }
}

const SHOWS: &str = "--warnings shows them";

/// Prints the compiler's warnings, or their number.
pub(crate) fn show_warnings<G: Hosted>(participant: &Participant<G>, warnings: Warnings) {
    let Some(program) = participant.bot().map(|bot| &bot.program) else { return };
    match (Diagnostics::read(&program.warnings).counted(), warnings) {
        (Some(counted), Warnings::Counted) => print_error(format_args!("{}: {counted}; {SHOWS}", program.label)),
        (Some(_), Warnings::Shown) => print_error(program.warnings.trim_end()),
        (None, _) => {}
    }
}

/// Returns a different name for each player.
pub(crate) fn names<G: Hosted>(players: &[&Participant<G>]) -> anyhow::Result<Vec<String>> {
    let own = players.iter().map(|player| player.own_name());
    Ok(distinct_names(own.collect::<Result<Vec<String>, Stop>>().map_err(failed)?))
}

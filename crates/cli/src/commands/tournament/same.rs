//! Checks that arguments typed with --resume match the stored tournament.

use cardsharp_archive::Stored;
use cardsharp_programs::Hosted;
use cardsharp_rules::AnyGame;
use cardsharp_tournament::{Disqualified, ENGINE, Hosting, source, whole_path};

use super::announced::{Announced, Typed};
use super::{Tournament, entry_error};
use crate::shared::{HostingArgs, Usage, launch, participant, print_error};

/// Refuses arguments that differ from the stored tournament, and names the first difference.
pub(super) fn check_arguments<G: Hosted>(
    game: &G,
    announced: &Announced,
    stored: &Stored,
    args: &Tournament,
) -> anyhow::Result<()> {
    let said = Typed::from_args(args)?;
    let hosting = Hosting::from_text(&stored.tournament.terms).map_err(entry_error)?;
    let differs = [
        refuse(said.game, &announced.game.to_string(), "GAME"),
        (!is_same_game(announced, &said.options)?).then(|| ("--option", announced.options.join(" "))),
        differing_entrants(game, announced, stored, &said.entrants, &hosting)?.map(|those| ("ENTRANTS", those)),
        refuse(said.format, &announced.format, "--format"),
        refuse(said.rounds, &announced.rounds, "--rounds"),
        refuse(said.deals, &announced.deals, "--deals"),
        // The seed determines the hands of later rounds, so it is not shown.
        said.seed.filter(|seed| *seed != announced.seed).map(|_| ("--seed", "another".to_owned())),
        differing_terms(&args.hosting, &hosting),
    ];
    match differs.into_iter().flatten().next() {
        None => Ok(()),
        Some((what, was)) => {
            let was = if was.is_empty() { "nothing".to_owned() } else { was };
            let words = "--resume goes on with a tournament as it was announced, and there";
            Err(Usage(format!("{words} {what} is {was}; leave it out")).into())
        }
    }
}

fn refuse<T: PartialEq + ToString>(said: Option<T>, kept: &T, what: &'static str) -> Option<(&'static str, String)> {
    said.filter(|said| said != kept).map(|_| (what, kept.to_string()))
}

/// Whether the typed options give the same game; no options always do.
fn is_same_game(announced: &Announced, options: &[String]) -> anyhow::Result<bool> {
    let plain: AnyGame = announced.game.name().parse()?;
    Ok(options.is_empty() || crate::shared::with_options(plain, options)? == announced.game)
}

/// Returns the stored entrants if the typed ones differ.
fn differing_entrants<G: Hosted>(
    game: &G,
    announced: &Announced,
    stored: &Stored,
    typed: &[String],
    hosting: &Hosting,
) -> anyhow::Result<Option<String>> {
    if typed.is_empty() {
        return Ok(None);
    }
    let options = hosting.options(launch(hosting.is_sandboxed)?);
    let (mut sources, out) = (Vec::new(), Disqualified::of(stored));
    for text in typed {
        if out.iter().any(|one| one.source == whole_path(text)) {
            continue;
        }
        let participant = participant(game, text, &options)?;
        sources.push(source(&participant, hosting.protocol).map_err(entry_error)?);
    }
    Ok((sources != announced.sources).then(|| announced.sources.join(" ")))
}

fn differing_terms(typed: &HostingArgs, kept: &Hosting) -> Option<(&'static str, String)> {
    let (terms, mebibytes) = (kept.terms, kept.terms.memory >> 20);
    let seconds = |time: std::time::Duration| time.as_secs_f64().to_string();
    let differs = |is_other: bool, what, was| is_other.then_some((what, was));
    let bank = || terms.bank.map_or_else(|| "without limit".to_owned(), seconds);
    let protocol = kept.protocol.to_string();
    differs(typed.protocol.is_some_and(|protocol| protocol != kept.protocol), "--protocol", protocol)
        .or(differs(typed.decision.is_some_and(|time| time != terms.decision), "--decision", seconds(terms.decision)))
        .or(differs(typed.bank.is_some() && typed.bank != terms.bank, "--bank", bank()))
        .or(differs(typed.memory.is_some_and(|memory| memory != mebibytes), "--memory", mebibytes.to_string()))
        .or(differs(
            typed.processes.is_some_and(|count| count != terms.processes),
            "--processes",
            terms.processes.to_string(),
        ))
        .or(differs(typed.unsafe_no_sandbox && kept.is_sandboxed, "--unsafe-no-sandbox", "not given".to_owned()))
}

/// Refuses to continue a tournament of another version: its players and pairings may differ.
pub(super) fn check_engine(stored: &Stored) -> Result<(), Usage> {
    let engine = &stored.tournament.engine;
    if engine == ENGINE || !super::is_open(stored) {
        return Ok(());
    }
    if engine.is_empty() {
        print_error(format_args!(
            "It is not noted which cardsharp began this tournament; if it was not {ENGINE}, our own players may decide, \
             and rounds be paired, otherwise from here on"
        ));
        return Ok(());
    }
    Err(Usage(format!(
        "cardsharp {engine} began this tournament, and cardsharp {ENGINE} may pair and decide otherwise; \
         go on with that version, or begin a new tournament"
    )))
}

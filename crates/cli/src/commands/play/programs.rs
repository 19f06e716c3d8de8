//! Programs in a game at the terminal.

use std::sync::Arc;

use cardsharp_matches::Participant;
use cardsharp_programs::{BotPlayer, Failure};
use cardsharp_rules::{Seat, Verdict};
use cardsharp_search::Spec;
use cardsharp_session::{Asker, FILE, PROGRAM, Session};

use super::AtTerminal;
use crate::shared::{HostingArgs, Usage, bots, failed, participant};

pub(super) fn program_of(spec: &Spec) -> Option<&str> {
    let file = spec.settings.iter().find(|(key, _)| spec.name == PROGRAM && key == FILE);
    file.map(|(_, file)| file.as_str())
}

/// Compiles the programs and returns their names. Their specs get whole paths, so that a saved game finds them again.
pub(super) fn own_names<G: AtTerminal>(
    game: &G,
    specs: &mut [Spec],
    hosting: &HostingArgs,
) -> anyhow::Result<Vec<Option<String>>> {
    let own_name = |spec: &mut Spec| {
        let Some(text) = program_of(spec).map(str::to_owned) else { return Ok(None) };
        let Participant::Program(bot) = participant(game, &text, &bots::<G>(hosting)?)? else {
            return Err(Usage(format!("--seats: {text} is no program")).into());
        };
        let path = std::fs::canonicalize(&bot.program.label).map_err(|error| Usage(format!("{text}: {error}")))?;
        let Some(path) = path.to_str().filter(|path| cardsharp_rules::is_name(path) && !path.contains(',')) else {
            return Err(Usage(format!("--seats: {text}: expected a path without commas and line breaks")).into());
        };
        spec.settings = vec![(FILE.to_owned(), format!("{}:{path}", bot.protocol))];
        bot.own_name().map(Some).map_err(failed)
    };
    specs.iter_mut().map(own_name).collect()
}

/// Runs the programs of a game in the sandbox.
pub(super) fn seat<G: AtTerminal>(sitting: &mut Session<G>, hosting: &HostingArgs) -> anyhow::Result<()> {
    for seat in Seat::all(G::SEATS) {
        let Some(text) = program_of(sitting.spec(seat)).map(str::to_owned) else { continue };
        let game = sitting.record().game().clone();
        let Participant::Program(bot) = participant(&game, &text, &bots::<G>(hosting)?)? else {
            return Err(Usage(format!("{text} is no program")).into());
        };
        let asked = BotPlayer::new(&game, *bot);
        let asker: Asker<G> = Arc::new(move |question| {
            // On any failure the game continues without an answer.
            let reply = asked.ask(&question.view, &mut question.rng());
            reply.map_err(|stop| Failure::new(Verdict::NoAnswer, stop.to_string()))?.answer
        });
        sitting.ask_by(seat, asker);
    }
    Ok(())
}

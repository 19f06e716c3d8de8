//! Programs that sit down to a game at the terminal.

use std::sync::Arc;

use cardsharp_matches::Participant;
use cardsharp_programs::{BotPlayer, Failure};
use cardsharp_rules::{Seat, Verdict};
use cardsharp_search::Spec;
use cardsharp_session::{Asker, FILE, PROGRAM, Sitting};

use super::AtTerminal;
use crate::Usage;
use crate::args::Hosting;
use crate::commands::referee::{bots, failed, participant};

/// The program that a spec names, if it names one.
pub(super) fn named(spec: &Spec) -> Option<&str> {
    let file = spec.settings.iter().find(|(key, _)| spec.name == PROGRAM && key == FILE);
    file.map(|(_, file)| file.as_str())
}

/// Makes the programs among these ready, and says what each calls itself. From now on they are named by their whole
/// paths, so that a saved game finds them again.
///
/// # Errors
/// If there is no such program, or it cannot be run.
pub(super) fn own_names<G: AtTerminal>(
    game: &G,
    specs: &mut [Spec],
    hosting: &Hosting,
) -> anyhow::Result<Vec<Option<String>>> {
    let own_name = |spec: &mut Spec| {
        let Some(text) = named(spec).map(str::to_owned) else { return Ok(None) };
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

/// From now on the programs of a sitting are asked in the sandbox.
///
/// # Errors
/// If a program is no longer there, or cannot be run.
pub(super) fn seat<G: AtTerminal>(sitting: &mut Sitting<G>, hosting: &Hosting) -> anyhow::Result<()> {
    for seat in Seat::all(G::SEATS) {
        let Some(text) = named(sitting.spec(seat)).map(str::to_owned) else { continue };
        let game = sitting.record().game().clone();
        let Participant::Program(bot) = participant(&game, &text, &bots::<G>(hosting)?)? else {
            return Err(Usage(format!("{text} is no program")).into());
        };
        let asked = BotPlayer::new(&game, *bot);
        let asker: Asker<G> = Arc::new(move |question| {
            // Whosever fault it is that there is no answer: the game goes on.
            let reply = asked.ask(&question.view, &mut question.rng());
            reply.map_err(|stop| Failure::new(Verdict::NoAnswer, stop.to_string()))?.answer
        });
        sitting.ask_by(seat, asker);
    }
    Ok(())
}

//! `cardsharp referee intensity PROGRAM --unit-tests`: a program's own unit tests.

use cardsharp_matches::Participant;
use cardsharp_programs::original::run_unit_tests;
use cardsharp_programs::{BotOptions, Hosted, Protocol};

use super::Referee;
use crate::shared::{Usage, bots, failed, participant, print};

pub(super) fn run<G: Hosted>(game: &G, args: &Referee) -> anyhow::Result<String> {
    if !G::HAS_ORIGINAL {
        return Err(Usage(format!("--unit-tests: only Intensity's programs have them, not {}'s", G::TITLE)).into());
    }
    if args.programs.is_empty() {
        return Err(Usage("--unit-tests: name the program whose tests are to be run".to_owned()).into());
    }
    let options = BotOptions { protocol: Some(Protocol::Original), ..bots::<G>(&args.hosting)? };
    let mut text = String::new();
    for label in &args.programs {
        let Participant::Program(bot) = participant(game, label, &options)? else {
            return Err(Usage(format!("--unit-tests: {label} is a player of ours, whose tests are elsewhere")).into());
        };
        let finished = run_unit_tests(&bot).map_err(failed)?;
        let said = [&finished.stdout[..], &finished.stderr[..]].map(String::from_utf8_lossy).concat();
        let gap = if said.is_empty() || said.ends_with('\n') { "" } else { "\n" };
        if !finished.ending.is_success() {
            print(format!("{text}{said}{gap}"));
            anyhow::bail!("{label}: the unit tests failed: {}", finished.ending);
        }
        text = format!("{text}{said}{gap}{label}: the unit tests passed\n");
    }
    Ok(text)
}

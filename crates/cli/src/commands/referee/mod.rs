//! `cardsharp referee`: anyone's program at the table.

mod dialogue;
mod summary;
mod unit_tests;

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::Context;
use cardsharp_matches::{ALONE, COMPILERS, Match, Participant, Schedule, Seeds, names};
use cardsharp_programs::{
    Agent, BotOptions, Diagnostics, Hosted, Launch, OnFault, PlayedGame, ProgramError, Protocol, Stop, Watcher,
    referee_game,
};
use cardsharp_research::unlisted;
use cardsharp_rules::{Record, Seed, with_game};
use cardsharp_sandbox::{HelperCommand, Policy};
use cardsharp_search::Memory;
use cardsharp_search::threads::in_order;

use crate::Usage;
use crate::args::{Hosting, Referee, Warnings};
use crate::dialogue::{AtTerminal, say};
use crate::output::{Staged, complain, typed, visible};
use crate::progress::Progress;
use dialogue::Dialogue;

/// What a person is called at this table.
pub(crate) const PERSON: &str = "Interactive Player";

pub(crate) fn run(args: &Referee) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => run_game(game, args))
}

fn run_game<G: Hosted + AtTerminal>(game: &G, args: &Referee) -> anyhow::Result<String> {
    if args.unit_tests {
        return unit_tests::run(game, args);
    }
    let people = usize::from(args.interactive);
    refuse_the_impossible::<G>(args, people)?;
    let options = BotOptions { logs: args.hosting.log_folder()?, ..bots::<G>(&args.hosting)? };
    let mut participants = participants(game, &args.programs, &options, Memory::Game, args.hosting.shown_warnings())?;
    participants.resize_with(G::SEATS - people, || Participant::filler(game));
    if let Some(path) = &args.record {
        // A file that cannot be written is better known before hours of play than after.
        drop(Staged::new(path, "")?);
    }
    let mut names = names(&participants).map_err(failed)?;
    if args.interactive {
        names.insert(args.programs.len(), PERSON.to_owned());
        names = cardsharp_programs::original::distinct_names(names);
    }
    let seed = super::seed(args.seed)?;
    let table = RefereeTable { game, args, seed, participants: &participants, names };
    let played = if args.games == 1 { table.one_game().map(|game| vec![game]) } else { table.many_games() };
    let games = played.inspect_err(|_| {
        // The game is over for everybody, and whoever looks for the reason needs its cards.
        complain(format_args!("Seed: {}", seed.0));
    })?;
    if let Some(path) = &args.record {
        write_records(path, games.iter().map(|game| &game.record))?;
    }
    Ok(if args.output.json {
        summary::as_json(&table.names, &participants, &games, seed, args)
    } else {
        let is_summed_up = args.games > 1 || args.print_summary;
        let summary = if is_summed_up { summary::table(&table.names, &games) } else { String::new() };
        format!("{summary}\nSeed: {}\n", seed.0)
    })
}

/// The players of the command.
struct RefereeTable<'a, G: Hosted> {
    game: &'a G,
    args: &'a Referee,
    seed: Seed,
    participants: &'a [Participant<G>],
    names: Vec<String>,
}

impl<G: Hosted + AtTerminal> RefereeTable<'_, G> {
    /// A single game, told while it is played.
    fn one_game(&self) -> anyhow::Result<PlayedGame<G>> {
        let mut agents: Vec<Box<dyn Agent<G> + '_>> = self.participants.iter().map(Participant::agent).collect();
        if self.args.interactive {
            let place = self.args.programs.len();
            agents.insert(place, G::person(self.names[place].clone()).expect("refused before"));
        }
        if !self.args.output.json && !self.args.quiet {
            say(opening(self.participants)?);
        }
        let mut dialogue = Dialogue::new(self.args);
        let mut silence = ();
        let watcher: &mut dyn Watcher<G> = if self.args.output.json { &mut silence } else { &mut dialogue };
        referee_game(self.game, self.seed, self.names.clone(), &mut agents, self.on_fault(), watcher).map_err(failed)
    }

    fn many_games(&self) -> anyhow::Result<Vec<PlayedGame<G>>> {
        let table = Match {
            game: self.game,
            players: self.participants.iter().collect(),
            names: self.names.clone(),
            seeds: Seeds::Counted(self.seed),
            schedule: Schedule::EveryRotation,
            games: self.args.games,
            match_length: ALONE,
            on_fault: self.on_fault(),
            threads: self.args.threads.count,
        };
        let progress = Progress::new("games", self.args.games);
        let mut games = Vec::new();
        let played = table.run(&mut |deal| {
            games.extend(deal);
            progress.show(games.len() as u64);
            ControlFlow::Continue(())
        });
        progress.end();
        played.map_err(failed).map(|()| games)
    }

    fn on_fault(&self) -> OnFault {
        if self.args.strict { OnFault::Stop } else { OnFault::GoOn }
    }
}

/// What the original referee begins with: its version and how it compiled each program, then a gap.
fn opening<G: Hosted>(participants: &[Participant<G>]) -> anyhow::Result<String> {
    let mut text = format!("Version: {}\n", env!("CARGO_PKG_VERSION"));
    for bot in participants.iter().filter_map(Participant::bot) {
        let compiled_by = &bot.program.compiled_by;
        if !compiled_by.is_empty() {
            let words: Vec<String> = compiled_by.iter().map(|word| typed(word)).collect();
            // A file's name may hold anything, line ends too.
            writeln!(text, "{}", visible(&words.join(" ")).replace('\n', " "))?;
        }
    }
    Ok(text)
}

fn refuse_the_impossible<G: Hosted>(args: &Referee, people: usize) -> Result<(), Usage> {
    let (seats, programs) = (G::SEATS, args.programs.len());
    if programs + people > seats {
        let with_you = if people > 0 { " and you" } else { "" };
        let reason = format!("{} has {seats} seats, but {programs} programs{with_you} want to sit down", G::TITLE);
        return Err(Usage(reason));
    }
    if args.interactive && !G::HAS_ORIGINAL {
        return Err(Usage(format!("-i: only Intensity has a dialogue for people, {} has none", G::TITLE)));
    }
    if args.interactive && (args.games > 1 || args.output.json) {
        return Err(Usage("-i: you play one game, and it is told in words: leave out --games and --json".to_owned()));
    }
    Ok(())
}

/// How programs are spoken to, if that was typed.
pub(crate) fn said<G: Hosted>(hosting: &Hosting) -> Result<Option<Protocol>, Usage> {
    match hosting.protocol {
        Some(Protocol::Original) if !G::HAS_ORIGINAL => {
            Err(Usage(format!("--protocol original: {} has none, only Intensity does; use json or once", G::TITLE)))
        }
        protocol => Ok(protocol),
    }
}

/// How programs are spoken to, as typed or as usual.
pub(crate) fn protocol<G: Hosted>(hosting: &Hosting) -> Result<Protocol, Usage> {
    Ok(said::<G>(hosting)?.unwrap_or(Protocol::usual::<G>()))
}

/// How the programs of a command are run.
pub(crate) fn bots<G: Hosted>(hosting: &Hosting) -> anyhow::Result<BotOptions> {
    let policy = if hosting.unsafe_no_sandbox { Policy::Unprotected } else { Policy::Protected };
    let (protocol, launch) = (said::<G>(hosting)?, Launch::new(&helper()?, policy));
    Ok(BotOptions { protocol, launch, terms: hosting.terms(), logs: None })
}

/// Finds the participant of a text, and counts the warnings of its compiler.
pub(crate) fn participant<G: Hosted>(game: &G, text: &str, options: &BotOptions) -> Result<Participant<G>, Usage> {
    let mut found = participants(game, &[text.to_owned()], options, Memory::Game, Warnings::Counted)?;
    Ok(found.remove(0))
}

/// Finds the participants of these texts, several at a time; the error is that of the first bad one.
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

/// What is wrong with a program, with all that its compiler warned of where that is asked for.
fn in_words(error: &ProgramError, warnings: Warnings) -> String {
    match (warnings, error.warnings()) {
        (_, "") => error.to_string(),
        (Warnings::Counted, _) => format!("{error}; {SHOWS}"),
        (Warnings::Shown, all) => format!("{error}:\n{}", all.trim_end()),
    }
}

const SHOWS: &str = "--warnings shows them";

/// Shows what the compiler has to say about a program, or how much it is.
pub(crate) fn show_warnings<G: Hosted>(participant: &Participant<G>, warnings: Warnings) {
    let Some(program) = participant.bot().map(|bot| &bot.program) else { return };
    match (Diagnostics::read(&program.warnings).counted(), warnings) {
        (Some(counted), Warnings::Counted) => complain(format_args!("{}: {counted}; {SHOWS}", program.label)),
        (Some(_), Warnings::Shown) => complain(program.warnings.trim_end()),
        (None, _) => {}
    }
}

/// How we are started again as a helper, where that is not by our own binary.
static HELPER: OnceLock<HelperCommand> = OnceLock::new();

/// From now on programs are launched by this command, which must end in [`cardsharp_sandbox::serve`]. The first one
/// counts.
pub fn launch_by(helper: HelperCommand) {
    HELPER.get_or_init(|| helper);
}

pub(crate) fn helper() -> anyhow::Result<HelperCommand> {
    if let Some(helper) = HELPER.get() {
        return Ok(helper.clone());
    }
    let path = std::env::current_exe().context("our own binary cannot be found")?;
    Ok(HelperCommand { path, args: vec!["launch-programs".to_owned()] })
}

/// A game that was stopped, as an error to be shown.
pub(crate) fn failed(stop: Stop) -> anyhow::Error {
    match stop {
        Stop::Sandbox(error @ cardsharp_sandbox::Error::Refused(_)) => {
            Usage(format!("{error}\n`cardsharp doctor` says more; --unsafe-no-sandbox runs programs all the same"))
                .into()
        }
        stop => stop.into(),
    }
}

fn write_records<'a, G: Hosted>(path: &Path, records: impl Iterator<Item = &'a Record<G>>) -> anyhow::Result<()> {
    let records: Vec<String> = records.map(ToString::to_string).collect();
    Staged::new(path, &records.join("\n"))?.put_in_place()
}

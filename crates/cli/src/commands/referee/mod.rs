//! `cardsharp referee`: anyone's program at the table.

mod dialogue;
mod summary;
mod unit_tests;

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

use anyhow::Context;
use cardsharp_referee::programs::{Diagnostics, Program, ProgramError};
use cardsharp_referee::table::{
    GameOfSeries, Launch, OnFault, Refereed, Seated, Series, Stop, Terms, Watcher, referee_game,
};
use cardsharp_referee::{COMPILERS, Guest, Hosted, Protocol, in_order, names};
use cardsharp_research::unlisted;
use cardsharp_rules::{Seed, with_game};
use cardsharp_sandbox::{HelperCommand, Policy};

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
    let first = launch(&args.hosting)?;
    let mut guests = guests(game, &args.programs, said::<G>(&args.hosting)?, &first, args.hosting.shown_warnings())?;
    args.hosting.keep_logs(&mut guests)?;
    while guests.len() + people < G::SEATS {
        guests.push(Guest::filler(game));
    }
    if let Some(path) = &args.record {
        // A file that cannot be written is better known before hours of play than after.
        drop(Staged::new(path, "")?);
    }
    let terms = args.hosting.terms();
    let mut names = names(&guests, &first, &terms).map_err(failed)?;
    if args.interactive {
        names.insert(args.programs.len(), PERSON.to_owned());
        names = cardsharp_referee::original::distinct_names(names);
    }
    let seed = super::seed(args.seed)?;
    let table = RefereeTable { game, args, seed, guests: &guests, names, terms };
    let played = if args.games == 1 { table.one_game(&first).map(|game| vec![game]) } else { table.many_games(&first) };
    let games = played.inspect_err(|_| {
        // The game is over for everybody, and whoever looks for the reason needs its cards.
        complain(format_args!("Seed: {}", seed.0));
    })?;
    if let Some(path) = &args.record {
        write_records(path, &games)?;
    }
    Ok(if args.output.json {
        summary::as_json(&table.names, &guests, &games, seed, args)
    } else {
        let is_summed_up = args.games > 1 || args.print_summary;
        let summary = if is_summed_up { summary::table(&table.names, &games) } else { String::new() };
        format!("{summary}\nSeed: {}\n", seed.0)
    })
}

/// Everything that sits down.
struct RefereeTable<'a, G: Hosted> {
    game: &'a G,
    args: &'a Referee,
    seed: Seed,
    guests: &'a [Guest<G>],
    names: Vec<String>,
    terms: Terms,
}

impl<G: Hosted + AtTerminal> RefereeTable<'_, G> {
    /// A single game, told while it is played.
    fn one_game(&self, launch: &Launch) -> anyhow::Result<GameOfSeries<G>> {
        let mut seats: Vec<Seated<'_, G>> =
            self.guests.iter().map(|guest| guest.sit_down(launch, self.terms)).collect();
        if self.args.interactive {
            let place = self.args.programs.len();
            let person = G::person(self.names[place].clone()).expect("refused before");
            seats.insert(place, Seated::Outsider(person));
        }
        if !self.args.output.json && !self.args.quiet {
            say(opening(self.guests)?);
        }
        let mut dialogue = Dialogue::new(self.args);
        let mut silence = ();
        let watcher: &mut dyn Watcher<G> = if self.args.output.json { &mut silence } else { &mut dialogue };
        let names = self.names.clone();
        let Refereed { record, usage } =
            referee_game(self.game, self.seed, names, &mut seats, self.on_fault(), watcher).map_err(failed)?;
        Ok(GameOfSeries { rotation: 0, played: Refereed { record, usage } })
    }

    fn many_games(&self, launch: &Launch) -> anyhow::Result<Vec<GameOfSeries<G>>> {
        let args = self.args;
        let series = Series {
            game: self.game,
            names: &self.names,
            seed: self.seed,
            games: args.games,
            threads: args.threads.count,
            on_fault: self.on_fault(),
        };
        let progress = Progress::new("games", args.games);
        let sit_down = |launch: &Launch| self.guests.iter().map(|guest| guest.sit_down(launch, self.terms)).collect();
        let games = series.run(launch, &sit_down, &|done| progress.show(done));
        progress.end();
        games.map_err(failed)
    }

    fn on_fault(&self) -> OnFault {
        if self.args.strict { OnFault::Stop } else { OnFault::GoOn }
    }
}

/// What the original referee begins with: its version and how it compiled each program, then a gap.
fn opening<G: Hosted>(guests: &[Guest<G>]) -> anyhow::Result<String> {
    let mut text = format!("Version: {}\n", env!("CARGO_PKG_VERSION"));
    for guest in guests {
        if let Guest::Program(Program { compiled_by, .. }, _) = guest
            && !compiled_by.is_empty()
        {
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

/// Whoever a text names; what its compiler warns of is counted.
pub(crate) fn guest<G: Hosted>(
    game: &G,
    text: &str,
    protocol: Option<Protocol>,
    launch: &Launch,
) -> Result<Guest<G>, Usage> {
    guest_with(game, text, protocol, launch, Warnings::Counted)
}

/// Whoever a text names; what its compiler warns of is told in this way.
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

/// Whomever texts name. Several are compiled at a time, and what is wrong with the first that is wrong is told.
pub(crate) fn guests<G: Hosted>(
    game: &G,
    texts: &[String],
    protocol: Option<Protocol>,
    launch: &Launch,
    warnings: Warnings,
) -> Result<Vec<Guest<G>>, Usage> {
    found(texts, warnings, &|text| Guest::find(game, text, protocol, launch, unlisted))
}

/// The same for a match, whose earlier games players of ours may remember.
pub(crate) fn guests_for_match<G: Hosted>(
    game: &G,
    texts: &[String],
    protocol: Option<Protocol>,
    launch: &Launch,
    warnings: Warnings,
) -> Result<Vec<Guest<G>>, Usage> {
    found(texts, warnings, &|text| Guest::find_for_match(game, text, protocol, launch, unlisted))
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
pub(crate) fn show_warnings<G: Hosted>(guest: &Guest<G>, warnings: Warnings) {
    let Guest::Program(program, _) = guest else { return };
    match (Diagnostics::read(&program.warnings).counted(), warnings) {
        (Some(counted), Warnings::Counted) => complain(format_args!("{}: {counted}; {SHOWS}", program.label)),
        (Some(_), Warnings::Shown) => complain(program.warnings.trim_end()),
        (None, _) => {}
    }
}

/// The launcher of a table: ourselves, started again as a small helper.
pub(crate) fn launch(hosting: &Hosting) -> anyhow::Result<Launch> {
    Ok(Launch::new(&helper()?, policy(hosting)))
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

pub(crate) fn policy(hosting: &Hosting) -> Policy {
    if hosting.unsafe_no_sandbox { Policy::Unprotected } else { Policy::Protected }
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

fn write_records<G: Hosted>(path: &Path, games: &[GameOfSeries<G>]) -> anyhow::Result<()> {
    let records: Vec<String> = games.iter().map(|game| game.played.record.to_string()).collect();
    Staged::new(path, &records.join("\n"))?.put_in_place()
}

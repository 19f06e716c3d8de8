//! `cardsharp referee`: anyone's program at the table.

mod dialogue;
mod summary;
mod unit_tests;

use std::path::Path;

use anyhow::Context;
use cardsharp_referee::programs::ProgramError;
use cardsharp_referee::table::{
    GameOfSeries, Launch, OnFault, Refereed, Seated, Series, Stop, Terms, Watcher, referee_game,
};
use cardsharp_referee::{Guest, Hosted, Protocol, names};
use cardsharp_rules::{Seed, with_game};
use cardsharp_sandbox::{HelperCommand, Policy};
use cardsharp_sitting::show::Show;

use crate::Usage;
use crate::args::{Hosting, Referee};
use crate::dialogue::Spoken;
use crate::output::{Staged, complain};
use crate::progress::Progress;
use dialogue::Dialogue;

/// What a person is called at this table.
pub(crate) const PERSON: &str = "Interactive Player";

pub(crate) fn run(args: &Referee) -> anyhow::Result<String> {
    let game = super::with_options(args.game.clone(), &args.options)?;
    with_game!(AnyGame, &game, game => run_game(game, args))
}

fn run_game<G: Hosted + Show + Spoken>(game: &G, args: &Referee) -> anyhow::Result<String> {
    if args.unit_tests {
        return unit_tests::run(game, args);
    }
    let people = usize::from(args.interactive);
    refuse_the_impossible::<G>(args, people)?;
    let protocol = protocol::<G>(&args.hosting)?;
    let mut guests = args.programs.iter().map(|text| guest(game, text, protocol)).collect::<Result<Vec<_>, Usage>>()?;
    while guests.len() + people < G::SEATS {
        guests.push(Guest::filler(game));
    }
    if let Some(path) = &args.record {
        // A file that cannot be written is better known before hours of play than after.
        drop(Staged::new(path, "")?);
    }
    let first = launch(&args.hosting)?;
    let terms = args.hosting.terms();
    let mut names = names(&guests, &first, &terms).map_err(failed)?;
    if args.interactive {
        names.insert(args.programs.len(), PERSON.to_owned());
        names = cardsharp_referee::original::distinct_names(names);
    }
    let table = Table { game, args, guests: &guests, names, terms };
    let games = if args.games == 1 { vec![table.one_game(&first)?] } else { table.many_games(&first)? };
    if let Some(path) = &args.record {
        write_records(path, &games)?;
    }
    Ok(if args.json {
        summary::as_json(&table.names, &games, protocol, args)
    } else if args.games > 1 || args.print_summary {
        summary::table(&table.names, &games)
    } else {
        String::new()
    })
}

/// Everything that sits down.
struct Table<'a, G: Hosted> {
    game: &'a G,
    args: &'a Referee,
    guests: &'a [Guest<G>],
    names: Vec<String>,
    terms: Terms,
}

impl<G: Hosted + Show + Spoken> Table<'_, G> {
    /// A single game, told while it is played.
    fn one_game(&self, launch: &Launch) -> anyhow::Result<GameOfSeries<G>> {
        let mut seats: Vec<Box<dyn Seated<G> + '_>> =
            self.guests.iter().map(|guest| guest.sit_down(launch, self.terms)).collect();
        if self.args.interactive {
            let place = self.args.programs.len();
            seats.insert(place, G::person(self.names[place].clone()).expect("refused before"));
        }
        let mut dialogue = Dialogue::new(self.args);
        let mut silence = ();
        let watcher: &mut dyn Watcher<G> = if self.args.json { &mut silence } else { &mut dialogue };
        let seed = Seed(self.args.seed);
        let (deal, luck) = (seed, seed.stream(0));
        let names = self.names.clone();
        let Refereed { record, usage } =
            referee_game(self.game, (deal, luck), names, &mut seats, self.on_fault(), watcher).map_err(failed)?;
        Ok(GameOfSeries { rotation: 0, played: Refereed { record, usage } })
    }

    fn many_games(&self, first: &Launch) -> anyhow::Result<Vec<GameOfSeries<G>>> {
        let args = self.args;
        let series = Series {
            game: self.game,
            names: &self.names,
            seed: Seed(args.seed),
            games: args.games,
            threads: args.threads,
            on_fault: self.on_fault(),
        };
        let helper = helper()?;
        let progress = Progress::new("games", args.games);
        let sit_down = |launch: &Launch| self.guests.iter().map(|guest| guest.sit_down(launch, self.terms)).collect();
        let spare = std::sync::Mutex::new(Some(first.clone()));
        let launch = || {
            let first = spare.lock().expect("no table panics").take();
            first.unwrap_or_else(|| Launch::new(&helper, policy(&args.hosting)))
        };
        let games = series.run(&launch, &sit_down, &|done| progress.show(done));
        progress.end();
        games.map_err(failed)
    }

    fn on_fault(&self) -> OnFault {
        if self.args.strict { OnFault::Stop } else { OnFault::GoOn }
    }
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
    if args.interactive && (args.games > 1 || args.json) {
        return Err(Usage("-i: you play one game, and it is told in words: leave out --games and --json".to_owned()));
    }
    Ok(())
}

/// How programs are spoken to, as typed or as usual.
pub(crate) fn protocol<G: Hosted>(hosting: &Hosting) -> Result<Protocol, Usage> {
    match hosting.protocol.unwrap_or(Protocol::usual::<G>()) {
        Protocol::Original if !G::HAS_ORIGINAL => {
            Err(Usage(format!("--protocol original: {} has none, only Intensity does; use json or once", G::TITLE)))
        }
        protocol => Ok(protocol),
    }
}

/// Whoever a text names; what its compiler says is shown.
pub(crate) fn guest<G: Hosted>(game: &G, text: &str, protocol: Protocol) -> Result<Guest<G>, Usage> {
    let guest = Guest::find(game, text, protocol).map_err(|error: ProgramError| Usage(error.to_string()))?;
    if let Guest::Program(program, _) = &guest
        && !program.warnings.is_empty()
    {
        complain(program.warnings.trim_end());
    }
    Ok(guest)
}

/// The launcher of a table: ourselves, started again as a small helper.
pub(crate) fn launch(hosting: &Hosting) -> anyhow::Result<Launch> {
    Ok(Launch::new(&helper()?, policy(hosting)))
}

pub(crate) fn helper() -> anyhow::Result<HelperCommand> {
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

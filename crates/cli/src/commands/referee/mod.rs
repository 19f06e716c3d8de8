//! `cardsharp referee`: anyone's program at the table.

mod dialogue;
mod summary;
mod unit_tests;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use cardsharp_referee::programs::Program;
use cardsharp_referee::table::{GameOfSeries, Launch, OnFault, Refereed, Seated, Series, Terms, Watcher, referee_game};
use cardsharp_referee::{Guest, Hosted, names};
use cardsharp_rules::{Seed, with_game};

use crate::dialogue::{AtTerminal, PERSON};
use crate::shared::{
    Chosen, HostingArgs, KEPT, MOST, Output, Progress, Staged, Threads, Usage, count, failed, guests, launch,
    print_error, print_line, said, seed, shell_word, visible,
};
use dialogue::Dialogue;

/// Seat programs, players and yourself at a table and keep the score
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp referee intensity player.c                    against Lulu, Morgan and Amy
  cardsharp referee intensity player.c -s 7 --strict      stop at the first fault and show it
  cardsharp referee intensity a.c b.c c.c d.c --games 100 --print-summary --threads 2
  cardsharp referee intensity player.c --unit-tests
  cardsharp referee intensity -i champion
  cardsharp referee indigo bot.py champion:ms=50 --bank 10

A PROGRAM is a C file, which is compiled (by CC, if that is set); an executable; a script that begins
with #!; a folder with a main.c, a main.py or a bot.toml, as `cardsharp new` makes one; or a player of
ours, as `cardsharp games` lists them. A file that is called like a player is meant by a path with a
slash: ./random. Seats that are left over, and every `random`, are random players
named Lulu, Morgan, Amy and Rat.

Seats: the programs sit from seat 0 on in the order they are named, then you (-i), then the
players that fill up. With --games every deal is played in every rotation of the seats before the
next is dealt: game 0 is that of the seed as seated, then everybody moves on by one seat.

Without -s every run deals other cards: the seed is 64 random bits of the system, and no program
and no seat learns it before the end. It is printed last, and -s with that number deals the same
again. A seed that a program knows or can guess gives every hand away, so type one only to look at
a game again. The same seed gives the same game, as long as the programs answer the same to the
same; of our players those that think by the clock (ms) do not.

An answer that is illegal, late or missing is a fault, and the referee chooses at random among what
is legal. In Intensity it costs 5 points at every decision, and after three time-outs in a game a
program is no longer asked. In the other games a third fault, or a program that died, loses the
game: it places last, and the referee plays its turns on.

Programs of both protocols may sit at one table of Intensity: one that says its name when it is
asked in the original way is asked so, else one that says hello in lines of JSON. json:bot.py,
once:bot.py and original:player.c say it; --protocol says it for all the others.")]
#[allow(clippy::struct_excessive_bools, reason = "these are the switches of a command line")]
pub(crate) struct Referee {
    #[command(flatten)]
    chosen: Chosen,
    /// A C file, a folder, an executable, a script, or a player such as champion:ms=200
    #[arg(value_name = "PROGRAM")]
    programs: Vec<String>,
    #[arg(short, long, help = "Take a seat yourself; Intensity only")]
    interactive: bool,
    /// Names the deal and everybody's luck [default: random, and printed at the end]
    #[arg(short, long, value_name = "S")]
    seed: Option<u64>,
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count(1, MOST, KEPT), help = "How many games")]
    games: u64,
    #[command(flatten)]
    threads: Threads,
    #[arg(short, long, help = "Tell only how it ends")]
    quiet: bool,
    #[arg(long, help = "Print a table of places, points, faults and times at the end")]
    print_summary: bool,
    #[arg(long, help = "Put decision times into the JSON too; they differ from run to run")]
    times: bool,
    #[arg(long, help = "Stop at the first fault and show input, output and reason; status 1")]
    strict: bool,
    /// Run the program's own unit tests instead (mode 3); Intensity only
    #[arg(long, conflicts_with_all = ["interactive", "games"])]
    unit_tests: bool,
    #[arg(long, value_name = "FILE", help = "Write the records of all games to this file")]
    record: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

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
    let seed = seed(args.seed)?;
    let table = RefereeTable { game, args, seed, guests: &guests, names, terms };
    let played = if args.games == 1 { table.one_game(&first).map(|game| vec![game]) } else { table.many_games(&first) };
    let games = played.inspect_err(|_| {
        // The game is over for everybody, and whoever looks for the reason needs its cards.
        print_error(format_args!("Seed: {}", seed.0));
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
            print_line(opening(self.guests)?);
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
            let words: Vec<String> = compiled_by.iter().map(|word| shell_word(word)).collect();
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

fn write_records<G: Hosted>(path: &Path, games: &[GameOfSeries<G>]) -> anyhow::Result<()> {
    let records: Vec<String> = games.iter().map(|game| game.played.record.to_string()).collect();
    Staged::new(path, &records.join("\n"))?.put_in_place()
}

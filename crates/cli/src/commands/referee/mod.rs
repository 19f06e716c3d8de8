//! `cardsharp referee`: programs, players and people at one table.

mod dialogue;
mod summary;
mod unit_tests;

use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use cardsharp_matches::{ALONE, Match, Participant, Schedule, Seeds, names};
use cardsharp_programs::{Agent, BotOptions, Hosted, OnFault, PlayedGame, Watcher, referee_game};
use cardsharp_rules::{Record, Seed, with_game};
use cardsharp_search::Memory;

use crate::dialogue::{AtTerminal, PERSON};
use crate::shared::{
    Chosen, HostingArgs, KEPT, MOST, Output, Progress, Staged, Threads, Usage, bots, count, failed, participants,
    print_error, print_line, seed, shell_word, visible,
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
    /// The seed of the deal and of the players' luck [default: random, and printed at the end]
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
    check_seating::<G>(args, people)?;
    let options = BotOptions { logs: args.hosting.log_folder()?, ..bots::<G>(&args.hosting)? };
    let mut participants = participants(game, &args.programs, &options, Memory::Game, args.hosting.shown_warnings())?;
    participants.resize_with(G::SEATS - people, || Participant::filler(game));
    if let Some(path) = &args.record {
        // Fails now rather than after hours of play.
        drop(Staged::new(path, "")?);
    }
    let mut names = names(&participants).map_err(failed)?;
    if args.interactive {
        names.insert(args.programs.len(), PERSON.to_owned());
        names = cardsharp_programs::original::distinct_names(names);
    }
    let seed = seed(args.seed)?;
    let table = RefereeTable { game, args, seed, participants: &participants, names };
    let played = if args.games == 1 { table.one_game().map(|game| vec![game]) } else { table.many_games() };
    let games = played.inspect_err(|_| {
        // The game has ended for all players, so its seed may be shown to find the cause.
        print_error(format_args!("Seed: {}", seed.0));
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

struct RefereeTable<'a, G: Hosted> {
    game: &'a G,
    args: &'a Referee,
    seed: Seed,
    participants: &'a [Participant<G>],
    names: Vec<String>,
}

impl<G: Hosted + AtTerminal> RefereeTable<'_, G> {
    fn one_game(&self) -> anyhow::Result<PlayedGame<G>> {
        let mut agents: Vec<Box<dyn Agent<G> + '_>> = self.participants.iter().map(Participant::agent).collect();
        if self.args.interactive {
            let place = self.args.programs.len();
            agents.insert(place, G::person(self.names[place].clone()).expect("refused before"));
        }
        if !self.args.output.json && !self.args.quiet {
            print_line(opening(self.participants)?);
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

/// Returns the first lines of the original referee: its version and the compiler call of each program.
fn opening<G: Hosted>(participants: &[Participant<G>]) -> anyhow::Result<String> {
    let mut text = format!("Version: {}\n", env!("CARGO_PKG_VERSION"));
    for bot in participants.iter().filter_map(Participant::bot) {
        let compiled_by = &bot.program.compiled_by;
        if !compiled_by.is_empty() {
            let words: Vec<String> = compiled_by.iter().map(|word| shell_word(word)).collect();
            // A file's name may contain line ends.
            writeln!(text, "{}", visible(&words.join(" ")).replace('\n', " "))?;
        }
    }
    Ok(text)
}

fn check_seating<G: Hosted>(args: &Referee, people: usize) -> Result<(), Usage> {
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

fn write_records<'a, G: Hosted>(path: &Path, records: impl Iterator<Item = &'a Record<G>>) -> anyhow::Result<()> {
    let records: Vec<String> = records.map(ToString::to_string).collect();
    Staged::new(path, &records.join("\n"))?.put_in_place()
}

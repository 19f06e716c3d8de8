//! `cardsharp bench tournament`: the cost of storing games, the time of pairing, and a large database's answers.

use cardsharp_rules::AnyGame;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use cardsharp_archive::{Archive, ArchiveError, EntrantRow, Stored, TournamentRow};
use cardsharp_matches::Participant;
use cardsharp_programs::{Hosted, Stop};
use cardsharp_rules::{Rng, Seed, with_game};
use cardsharp_search::threads;
use cardsharp_tournament::{Field, Fixture, Format, Meetings, Plan, Slot, fixtures, game_row, play_rounds};
use nix::time::{ClockId, clock_gettime};

use super::too_many;
use crate::shared::{Threads, interrupted};

/// Measure what keeping games costs, how long pairing takes and how soon a large database answers
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp bench tournament intensity --games 20000 --kept 1000000")]
pub(crate) struct BenchTournament {
    #[arg(value_name = "GAME", default_value = "intensity", help = "See `cardsharp games`")]
    game: AnyGame,
    /// About how many games of random players
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(32..=10_000_000))]
    games: u64,
    /// How often this is measured, with and without the database in turn
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    #[command(flatten)]
    threads: Threads,
    /// Also fill a database with N games and query it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=100_000_000))]
    kept: u64,
}

const ENTRANTS: usize = 8;
const ROUNDS: u64 = 4;

pub(crate) fn run(args: &BenchTournament) -> anyhow::Result<String> {
    let mut text = String::new();
    for seats in [2, 4] {
        let (longest, all) = pairing(seats);
        let [longest, all] = [longest, all].map(|time| time.as_secs_f64() * 1e3);
        writeln!(text, "pairing 1000 entrants, 20 rounds, {seats} seats: {all:.0} ms in all, {longest:.1} ms at most")?;
    }
    text += &with_game!(AnyGame, &args.game, game => measure(game, args))?;
    Ok(text)
}

/// Returns the pairing times of the slowest round and of all rounds.
fn pairing(seats: usize) -> (Duration, Duration) {
    let plan = Plan { format: Format::Swiss, seats, entrants: 1000, rounds: 20, deals: 0, seed: Seed(1) };
    let (mut rng, mut meetings, mut halves) = (Rng::new(Seed(2)), Meetings::new(1000), vec![0; 1000]);
    let (mut longest, mut all) = (Duration::ZERO, Duration::ZERO);
    for round in 0..plan.rounds {
        let start = Instant::now();
        let tables = plan.seat_round(round, &halves, &meetings);
        all += start.elapsed();
        longest = longest.max(start.elapsed());
        for table in tables {
            meetings.note(&table);
            for entrant in table {
                halves[entrant] += u64::from(rng.below(seats as u32) * 2);
            }
        }
    }
    (longest, all)
}

/// A temporary database, deleted when dropped.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm"] {
            let _nevermind = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

fn measure<G: Hosted>(game: &G, args: &BenchTournament) -> anyhow::Result<String> {
    let deals = (args.games / (ROUNDS * ENTRANTS as u64)).max(1);
    let plan =
        Plan { format: Format::Swiss, seats: G::SEATS, entrants: ENTRANTS, rounds: ROUNDS, deals, seed: Seed(1) };
    let participants: Vec<Participant<G>> = (0..ENTRANTS).map(|_| Participant::filler(game)).collect();
    let names: Vec<String> = (0..ENTRANTS).map(|number| format!("random-{number}")).collect();
    let field = Field { game, plan, participants: &participants, names: &names, threads: args.threads.count };
    let games = plan.games().expect("few");
    let mut text = format!("{}, {games} games of random players, tables at a time: {}\n", G::TITLE, args.threads.count);
    let mut all = [Times::default(); 2];
    for number in 0..args.rounds {
        let scratch = Scratch(std::env::temp_dir().join(format!("cardsharp-bench-{}.db", std::process::id())));
        let alone = || timed(|| play_only(&field));
        let kept = || timed(|| play_and_keep(&field, &scratch.0));
        // The order alternates, because the load of a shared machine changes.
        let [alone, kept] = if number % 2 == 0 {
            [alone()?, kept()?]
        } else {
            let kept = kept()?;
            [alone()?, kept]
        };
        text += &tell(&format!("run {}", number + 1), games, [alone, kept]);
        all = [all[0].plus(alone), all[1].plus(kept)];
    }
    if args.rounds > 1 {
        text += &tell("all runs", games * u64::from(args.rounds), all);
    }
    if args.kept > 0 {
        let scratch = Scratch(std::env::temp_dir().join(format!("cardsharp-bench-{}.db", std::process::id())));
        text += &large(&field, &scratch.0, args.kept)?;
    }
    Ok(text)
}

/// Durations in seconds.
#[derive(Clone, Copy, Default)]
struct Times {
    processor: f64,
    clock: f64,
}

impl Times {
    fn plus(self, other: Times) -> Times {
        Times { processor: self.processor + other.processor, clock: self.clock + other.clock }
    }
}

/// Returns the games per second without and with the database, by both clocks.
fn tell(title: &str, games: u64, times: [Times; 2]) -> String {
    let line = |clock: &str, [alone, kept]: [f64; 2]| {
        let (share, [alone, kept]) = (alone / kept * 100.0, [alone, kept].map(|seconds| games as f64 / seconds));
        format!("  {title}, {clock}: {alone:.0} a second alone, {kept:.0} with the database, {share:.0} % into games\n")
    };
    line("by processor time", times.map(|times| times.processor))
        + &line("by the clock", times.map(|times| times.clock))
}

fn timed(work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Times> {
    let now = || clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map(Duration::from);
    let (clock, processor) = (Instant::now(), now()?);
    work()?;
    let clock = clock.elapsed().as_secs_f64();
    Ok(Times { processor: now()?.saturating_sub(processor).as_secs_f64(), clock })
}

/// Plays every game on as many threads, without storing or showing anything.
fn play_only<G: Hosted>(field: &Field<'_, G>) -> anyhow::Result<()> {
    for round in 0..field.plan.rounds {
        let tables = field.plan.seat_round(round, &[0; ENTRANTS], &Meetings::new(ENTRANTS));
        let fixtures: Vec<Fixture<'_>> = fixtures(&field.plan, round, &tables).collect();
        let next = AtomicUsize::new(0);
        let play = || {
            while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                field.play_one(fixture)?;
            }
            Ok::<(), Stop>(())
        };
        std::thread::scope(|scope| {
            let threads = (0..field.threads).map(|_| threads::start_scoped(scope, play));
            let threads = threads.collect::<std::io::Result<Vec<_>>>().with_context(|| too_many(field.threads))?;
            let played = threads.into_iter().try_for_each(|thread| thread.join().expect("random players do not panic"));
            played.map_err(anyhow::Error::from)
        })?;
    }
    Ok(())
}

fn play_and_keep<G: Hosted>(field: &Field<'_, G>, path: &Path) -> anyhow::Result<()> {
    let mut archive = Archive::open_or_create(path)?;
    let stored = announce::<G>(&mut archive, field, field.plan.games().expect("few"))?;
    play_rounds(&field.plan, field, &mut archive, &stored, &mut ()).map_err(interrupted)?;
    Ok(())
}

fn announce<G: Hosted>(archive: &mut Archive, field: &Field<'_, G>, games: u64) -> anyhow::Result<Stored> {
    let entrant = |name: &String| EntrantRow {
        name: name.clone(),
        source: "random".to_owned(),
        hash: String::new(),
        is_house: false,
    };
    let row = TournamentRow { games, ..field.plan.row::<G>(String::new(), String::new()) };
    Ok(cardsharp_tournament::announce(archive, &row, &field.names.iter().map(entrant).collect::<Vec<_>>())?)
}

/// Measures the queries of a database with this many games.
fn large<G: Hosted>(field: &Field<'_, G>, path: &Path, kept: u64) -> anyhow::Result<String> {
    let mut archive = Archive::open_or_create(path)?;
    let stored = announce::<G>(&mut archive, field, kept)?;
    let table: Vec<usize> = (0..G::SEATS).collect();
    archive.begin_round(stored.id, 0, std::slice::from_ref(&table))?;
    let tables = [table];
    let fixture = fixtures(&field.plan, 0, &tables).next().expect("a table plays a game");
    let played = field.play_one(&fixture)?;
    // The same game again and again: the queries do not read its content.
    for start in (0..kept).step_by(1_000) {
        let row = |number| {
            let slot = Slot { deal: number, ..fixture.slot };
            game_row(&Fixture { slot, number, ..fixture }, &played)
        };
        archive.keep(stored.id, &(start..kept.min(start + 1_000)).map(row).collect::<Vec<_>>())?;
    }
    drop(archive);
    let size = std::fs::metadata(path)?.len() >> 20;
    let answer = |work: &dyn Fn(&Archive) -> Result<(), ArchiveError>| {
        let start = Instant::now();
        let archive = Archive::open(path)?;
        work(&archive)?;
        anyhow::Ok(start.elapsed().as_secs_f64() * 1e3)
    };
    let all = answer(&|archive| archive.each_game(&archive.tournaments()?[0], &mut drop))?;
    let list = answer(&|archive| archive.tournaments().map(drop))?;
    let game = answer(&|archive| archive.game(kept.cast_signed() / 2).map(drop))?;
    Ok(format!(
        "a database of {kept} games ({size} MiB): all games {all:.0} ms, the list of tournaments {list:.2} ms, a game {game:.2} ms, each with opening the file\n"
    ))
}

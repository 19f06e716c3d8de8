//! `cardsharp bench referee`: the cost of the sandbox, and the gain from a second table.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cardsharp_matches::{Match, Participant, Seeds};
use cardsharp_programs::original::{ask_name, ask_pass, ask_play, read_pass, read_play};
use cardsharp_programs::{
    Agent, Bot, BotOptions, FILLERS, Failure, OnFault, Program, Protocol, Reply, Stop, referee_game,
};
use cardsharp_rules::intensity::{Action, Intensity, Observation};
use cardsharp_rules::{Rng, Seed, Verdict};
use serde_json::json;

use crate::shared::{HostingArgs, Output, Usage, bots, failed, participant};

/// Measure what the sandbox costs, and what a second table brings, with a program for Intensity
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp bench referee examples/intensity.c --rounds 30")]
pub(crate) struct BenchReferee {
    #[arg(value_name = "PROGRAM", help = "A C file or an executable that speaks the original protocol")]
    program: String,
    /// How many rounds; medians are shown
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    rounds: u64,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

pub(crate) fn run(args: &BenchReferee) -> anyhow::Result<String> {
    let options = BotOptions { protocol: Some(Protocol::Original), ..bots::<Intensity>(&args.hosting)? };
    let Participant::Program(bot) = participant(&Intensity, &args.program, &options)? else {
        return Err(Usage(format!("{} is a player of ours; name a program", args.program)).into());
    };
    let bench = Bench(*bot);
    let mut times: [Vec<Duration>; 6] = Default::default();
    // All are measured in turn and the median is shown, because other programs may load the machine.
    for round in 0..args.rounds {
        let measured = [
            bench.plain_launches()?,
            bench.launches()?,
            bench.plain_game(round)?,
            bench.game(round)?,
            bench.tables(round, 1)?,
            bench.tables(round, 2)?,
        ];
        for (times, time) in times.iter_mut().zip(measured) {
            times.push(time);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1e3
    });
    Ok(if args.output.json { as_json(&medians, args) } else { in_words(&medians, args) })
}

struct Bench(Bot);

const LAUNCHES: u32 = 50;
const GAMES: u64 = 8;

impl Bench {
    fn plain_launches(&self) -> anyhow::Result<Duration> {
        let start = Instant::now();
        for _ in 0..LAUNCHES {
            run_plainly(&self.0.program, &ask_name())?;
        }
        Ok(start.elapsed() / LAUNCHES)
    }

    fn launches(&self) -> anyhow::Result<Duration> {
        let limits = self.0.terms.limits(self.0.terms.decision);
        let start = Instant::now();
        for _ in 0..LAUNCHES {
            self.0.launch.run(&self.0.program.command, ask_name(), &limits).map_err(failed)?;
        }
        Ok(start.elapsed() / LAUNCHES)
    }

    fn plain_game(&self, round: u64) -> anyhow::Result<Duration> {
        time_game(round, || Box::new(Plain(&self.0.program)))
    }

    fn game(&self, round: u64) -> anyhow::Result<Duration> {
        time_game(round, || self.0.agent())
    }

    fn tables(&self, round: u64, threads: usize) -> anyhow::Result<Duration> {
        let player = Participant::Program(Box::new(self.0.clone()));
        let table = Match::new(&Intensity, vec![&player; 4], names(), Seed(round), GAMES / 4);
        let table = Match { seeds: Seeds::Counted(Seed(round)), threads, ..table };
        let play = || table.run(&mut |_| ControlFlow::Continue(())).map_err(failed);
        // The first run starts the helper processes.
        play()?;
        let start = Instant::now();
        play()?;
        Ok(start.elapsed() / GAMES as u32)
    }
}

fn time_game<'a>(round: u64, seat: impl Fn() -> Box<dyn Agent<Intensity> + 'a>) -> anyhow::Result<Duration> {
    let mut agents: Vec<_> = (0..4).map(|_| seat()).collect();
    let start = Instant::now();
    referee_game(&Intensity, Seed(round), names(), &mut agents, OnFault::GoOn, &mut ()).map_err(failed)?;
    Ok(start.elapsed())
}

fn names() -> Vec<String> {
    FILLERS.iter().map(|&name| name.to_owned()).collect()
}

/// A program without limits or protection.
struct Plain<'a>(&'a Program);

impl Agent<Intensity> for Plain<'_> {
    fn choose(&mut self, view: &Observation, _rng: &mut Rng) -> Result<Reply<Action>, Stop> {
        let passing = !view.table().all_passed();
        let input = if passing { ask_pass(view) } else { ask_play(view) };
        let output = run_plainly(self.0, &input);
        let answer = output
            .map_err(|error| Failure::new(Verdict::Crash, error.to_string()))
            .and_then(|output| if passing { read_pass(&output, view) } else { read_play(&output, view) });
        Ok(Reply::unasked(answer))
    }
}

fn run_plainly(program: &Program, input: &str) -> std::io::Result<Vec<u8>> {
    let mut command = Command::new(&program.command.program);
    command.args(&program.command.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // A program need not read its input.
    let _unread = child.stdin.take().expect("it was piped").write_all(input.as_bytes());
    Ok(child.wait_with_output()?.stdout)
}

fn in_words(medians: &[f64; 6], args: &BenchReferee) -> String {
    let [plain, launch, plain_game, game, one, two] = *medians;
    format!(
        "{}: medians of {} rounds\n\n\
         a start, plain             {plain:>8.2} ms\n\
         a start, in the sandbox    {launch:>8.2} ms   {:.2} times\n\
         a game of four, plain      {plain_game:>8.1} ms\n\
         a game of four, sandboxed  {game:>8.1} ms   {:.2} times\n\
         a game at one table        {one:>8.1} ms\n\
         a game at two tables       {two:>8.1} ms   {:.2} times as fast\n",
        args.program,
        args.rounds,
        launch / plain,
        game / plain_game,
        one / two
    )
}

fn as_json(medians: &[f64; 6], args: &BenchReferee) -> String {
    let [plain, launch, plain_game, game, one, two] = *medians;
    let report = json!({
        "program": args.program, "rounds": args.rounds,
        "start_ms": { "plain": plain, "sandboxed": launch, "ratio": launch / plain },
        "game_ms": { "plain": plain_game, "sandboxed": game, "ratio": game / plain_game },
        "tables_ms": { "one": one, "two": two, "speedup": one / two },
    });
    format!("{report:#}\n")
}

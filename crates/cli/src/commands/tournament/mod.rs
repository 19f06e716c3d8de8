//! `cardsharp tournament`: any number of entrants, round by round, every game kept.

mod announced;
mod interrupt;
mod live;
mod same;
mod view;

use std::path::{Path, PathBuf};

use cardsharp_archive::{Archive, Stored};
use cardsharp_programs::{BotOptions, Hosted};
use cardsharp_research::unlisted;
use cardsharp_rules::{AnyGame, Seed, with_game};
use cardsharp_tournament::{Entrants, EntryError, Field, Format, Hosting, Plan, announce, play_rounds, whole_path};

use crate::distributed::{RemoteExecutor, Workforce};
use crate::shared::{
    HostingArgs, Options, Output, Threads, Usage, disqualified, failed, interrupted, launch, print, print_error,
    shell_word, show_warnings, visible,
};
use announced::Announced;

/// Let programs and players meet round by round; keep every game
#[derive(Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help("Print the final standings as JSON, and nothing before")))]
#[command(after_help = "\
Examples:
  cardsharp tournament intensity students/ --rounds 20 --threads 2
  cardsharp tournament indigo champion:nodes=500 classic greedy bot.py --rounds 5 --deals 10
  cardsharp tournament indigo new.py old.py classic --format gauntlet --deals 100
  cardsharp tournament friday.toml --db friday.db
  cardsharp tournament --resume --db friday.db

An ENTRANT is a C file, an executable, a script, a player such as champion:nodes=500, or a folder. One
with a main.c, a main.py or a bot.toml is a program itself; any other stands for all C files,
executables and such folders in it. A game gives 3, 2, 1 and 0 tournament points
by place (1 and 0 at two seats), ties shared.

Formats:
  swiss        every entrant plays at one table a round, with others of similar points; among those
               a point apart or less (√n points where a table plays n games a round) it meets whom
               it has met least; house players (Lulu, Morgan, Amy) fill the table of the fewest points
  round-robin  a round is every table that can be formed
  gauntlet     a round is every table with the first entrant

A file that does not compile or cannot be started is disqualified: the reports say why, and the
others play. After three time-outs in a game a program is no longer asked in it.

Unless --seed is typed, the seed is 64 random bits of the system and is told at the end: it names every
deal, so nobody who plays should know it before. With it the same tournament can be played again.

A table plays one game a round; with --deals N it plays N deals, each in every rotation of the
seats. Every game is in the database as soon as it is over. Whatever stops a tournament, --resume
goes on with it and comes to the same table, as long as everybody answers the same to the same.

A file in TOML may say all of it; what is typed beside it counts more:
  game = \"intensity\"
  entrants = [\"students\", \"careful\", \"champion:nodes=200\"]    # paths as seen from the file
  format = \"swiss\"
  rounds = 20
  deals = 1
  seed = 7
  options = []")]
pub(crate) struct Tournament {
    #[arg(value_name = "GAME | FILE.toml", required_unless_present = "resume", help = "See `cardsharp games`")]
    game: Option<String>,
    #[arg(value_name = "ENTRANT", help = "A program, a folder of programs, or a player such as champion:nodes=500")]
    entrants: Vec<String>,
    #[arg(long, value_name = "swiss|round-robin|gauntlet", help = "Who meets whom [default: swiss]")]
    format: Option<Format>,
    /// How many rounds [default: 10 for swiss, else 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rounds: Option<u64>,
    /// How many deals a table plays in a round, each in every rotation of the seats [default: a single game]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    deals: Option<u64>,
    #[command(flatten)]
    options: Options,
    /// The seed of all deals and of the players' luck [default: random, and printed at the end]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// The records database; it is made, or the tournament is added to it
    #[arg(long, value_name = "FILE", default_value = "tournament.db")]
    db: PathBuf,
    #[arg(long, help = "Go on with the last tournament of the database that is not at its end")]
    resume: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

pub(crate) fn run(args: &Tournament, workforce: Workforce<'_>) -> anyhow::Result<String> {
    if let (Workforce::Elsewhere(_), Some(folder)) = (workforce, &args.hosting.logs) {
        let folder = shell_path(folder);
        return Err(Usage(format!("--logs {folder}: what programs say is kept where they play; leave it out")).into());
    }
    if args.resume {
        return resume(args, workforce);
    }
    let announced = Announced::from_args(args)?;
    with_game!(AnyGame, &announced.game, game => begin(game, &announced, (args, workforce)))
}

fn begin<G: Hosted>(
    game: &G,
    announced: &Announced,
    (args, workforce): (&Tournament, Workforce<'_>),
) -> anyhow::Result<String> {
    let hosting = args.hosting.of_tournament::<G>()?;
    let wanted = plan::<G>(announced)?;
    let fillers = |fit| Plan { entrants: fit, ..wanted }.fillers();
    let entrants =
        Entrants::gather(game, &announced.sources, fillers, &bots(&hosting, args)?, unlisted).map_err(entry_error)?;
    entrants.participants.iter().for_each(|entrant| show_warnings(entrant, args.hosting.shown_warnings()));
    check_gauntlet(announced, &entrants)?;
    let plan = Plan { entrants: entrants.fit(), ..wanted };
    let row = plan.row::<G>(announced.options.join(" "), hosting.to_text(&entrants.disqualified));
    let mut archive = Archive::open_or_create(&args.db)?;
    if let Some(open) = archive.tournaments()?.iter().rev().find(|stored| is_open(stored)) {
        let db = shell_path(&args.db);
        print_error(format_args!(
            "{db} holds tournament {}, which is not at its end; --resume would go on with it",
            open.id
        ));
    }
    let stored = announce(&mut archive, &row, &entrants.rows)?;
    play(game, &plan, &entrants, &mut archive, &stored, (args, workforce), &hosting)
}

/// Continues the last unfinished tournament. If all are finished, shows the last one.
fn resume(args: &Tournament, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let archive = Archive::open(&args.db)?;
    let mut stored = archive.tournaments()?;
    let open = stored.iter().rposition(is_open).or(stored.len().checked_sub(1));
    let Some(open) = open else {
        return Err(Usage(format!("{}: there is no tournament to go on with", shell_path(&args.db))).into());
    };
    let stored = stored.swap_remove(open);
    let row = &stored.tournament;
    let game: AnyGame = row.game.parse()?;
    let options: Vec<String> = row.options.split_whitespace().map(str::to_owned).collect();
    let game = crate::shared::with_options(game, &options)?;
    let sources = stored.entrants.iter().filter(|entrant| !entrant.is_house).map(|entrant| entrant.source.clone());
    let announced = Announced {
        game,
        options,
        sources: sources.collect(),
        format: row.format.parse()?,
        rounds: row.rounds,
        deals: row.deals,
        seed: row.seed,
    };
    with_game!(AnyGame, &announced.game, game => go_on(game, &announced, archive, &stored, (args, workforce)))
}

fn go_on<G: Hosted>(
    game: &G,
    announced: &Announced,
    mut archive: Archive,
    stored: &Stored,
    (args, workforce): (&Tournament, Workforce<'_>),
) -> anyhow::Result<String> {
    same::check_arguments(game, announced, stored, args)?;
    same::check_engine(stored)?;
    let hosting = Hosting::from_text(&stored.tournament.terms).map_err(entry_error)?;
    let entrants = Entrants::return_to(game, stored, &bots(&hosting, args)?, unlisted).map_err(entry_error)?;
    entrants.participants.iter().for_each(|entrant| show_warnings(entrant, args.hosting.shown_warnings()));
    play(game, &plan::<G>(announced)?, &entrants, &mut archive, stored, (args, workforce), &hosting)
}

/// Refuses a gauntlet whose first entrant is disqualified.
fn check_gauntlet<G: Hosted>(announced: &Announced, entrants: &Entrants<G>) -> Result<(), Usage> {
    let first = whole_path(&announced.sources[0]);
    let unfit = entrants.disqualified.iter().find(|one| one.source == first);
    match unfit.filter(|_| announced.format == Format::Gauntlet) {
        Some(one) => Err(Usage(format!(
            "the first entrant of a gauntlet is not fit to take part: {}",
            disqualified::reason(one)
        ))),
        None => Ok(()),
    }
}

fn plan<G: Hosted>(announced: &Announced) -> Result<Plan, Usage> {
    let plan = Plan {
        format: announced.format,
        seats: G::SEATS,
        entrants: announced.sources.len(),
        rounds: announced.rounds,
        deals: announced.deals,
        seed: Seed(announced.seed),
    };
    plan.check().map_err(|error| Usage(error.to_string()))?;
    Ok(plan)
}

fn play<G: Hosted>(
    game: &G,
    plan: &Plan,
    entrants: &Entrants<G>,
    archive: &mut Archive,
    stored: &Stored,
    (args, workforce): (&Tournament, Workforce<'_>),
    hosting: &Hosting,
) -> anyhow::Result<String> {
    let threads = if args.threads.count > 1 { format!(" --threads {}", args.threads.count) } else { String::new() };
    // On a cluster, the caller handles interrupts.
    if let Workforce::Here = workforce {
        interrupt::say_on_interrupt(format!(
            "Stopped; every game that was over is kept. This goes on with it:\n  cardsharp tournament --resume --db {}{threads}",
            shell_path(&args.db)
        ))?;
    }
    if !args.output.json {
        print(view::opening(G::TITLE, stored, plan.entrants, args.resume));
        print(disqualified::in_words(&entrants.disqualified));
    }
    let names = entrants.names();
    let field =
        Field { game, plan: *plan, participants: &entrants.participants, names: &names, threads: args.threads.count };
    let teller = view::Teller { is_silent: args.output.json, plan, stored, seats: G::SEATS };
    let mut live = live::Live::new(teller, workforce);
    let scores = match workforce {
        Workforce::Here => play_rounds(plan, &field, archive, stored, &mut live),
        Workforce::Elsewhere(workers) => {
            let executor = RemoteExecutor::new(workers, (plan, &stored.tournament.options), entrants, hosting)?;
            play_rounds(plan, &executor, archive, stored, &mut live)
        }
    };
    live.clear();
    let scores = scores.map_err(interrupted)?;
    Ok(if args.output.json {
        view::as_json(stored, &entrants.disqualified, &scores, G::SEATS)
    } else {
        view::at_the_end(stored, &entrants.disqualified, &scores, G::SEATS)
    })
}

/// Returns how the programs are run, with the folder for logs.
fn bots(hosting: &Hosting, args: &Tournament) -> anyhow::Result<BotOptions> {
    Ok(BotOptions { logs: args.hosting.log_folder()?, ..hosting.options(launch(hosting.is_sandboxed)?) })
}

fn entry_error(error: EntryError) -> anyhow::Error {
    match error {
        EntryError::Stop(stop) => failed(stop),
        EntryError::NobodyFit(all) => {
            Usage(format!("nobody is fit to take part\n{}", disqualified::in_words(&all).trim_end())).into()
        }
        EntryError::Refused(reason) => Usage(visible(&reason).into_owned()).into(),
    }
}

fn is_open(stored: &Stored) -> bool {
    stored.kept < stored.tournament.games
}

fn shell_path(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

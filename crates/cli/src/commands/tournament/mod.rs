//! `cardsharp tournament`: any number of entrants, round by round, every game kept.

mod announced;
pub(crate) mod bench;
pub(crate) mod disqualified;
mod interrupt;
mod live;
mod same;
mod view;

use std::path::Path;

use cardsharp_archive::{Archive, Stored};
use cardsharp_programs::{BotOptions, Hosted, Launch};
use cardsharp_research::unlisted;
use cardsharp_rules::{AnyGame, Seed, with_game};
use cardsharp_sandbox::Policy;
use cardsharp_tournament::{
    Entrants, EntryError, Field, Format, Hosting, Interrupted, Plan, announce, play_rounds, whole_path,
};

use crate::Usage;
use crate::args::Tournament;
use crate::commands::referee::{failed, helper, protocol, show_warnings};
use crate::elsewhere::{Away, Workforce};
use crate::output::{complain, say, typed, visible};
use announced::Announced;

pub(crate) fn run(args: &Tournament, workforce: Workforce<'_>) -> anyhow::Result<String> {
    if let (Workforce::Elsewhere(_), Some(folder)) = (workforce, &args.hosting.logs) {
        let folder = shown(folder);
        return Err(Usage(format!("--logs {folder}: what programs say is kept where they play; leave it out")).into());
    }
    if args.resume {
        return resume(args, workforce);
    }
    let announced = Announced::from_args(args)?;
    with_game!(AnyGame, &announced.game, game => begin(game, &announced, (args, workforce)))
}

/// Announces a tournament and plays it.
fn begin<G: Hosted>(
    game: &G,
    announced: &Announced,
    (args, workforce): (&Tournament, Workforce<'_>),
) -> anyhow::Result<String> {
    let hosting = hosting::<G>(&args.hosting)?;
    let wanted = plan::<G>(announced)?;
    let fillers = |fit| Plan { entrants: fit, ..wanted }.fillers();
    let entrants =
        Entrants::gather(game, &announced.sources, fillers, &bots(&hosting, args)?, unlisted).map_err(not_let_in)?;
    entrants.participants.iter().for_each(|entrant| show_warnings(entrant, args.hosting.shown_warnings()));
    refuse_a_gauntlet_without_its_first(announced, &entrants)?;
    let plan = Plan { entrants: entrants.fit(), ..wanted };
    let row = plan.row::<G>(announced.options.join(" "), hosting.to_text(&entrants.disqualified));
    let mut archive = Archive::open_or_create(&args.db)?;
    if let Some(open) = archive.tournaments()?.iter().rev().find(|stored| is_open(stored)) {
        let db = shown(&args.db);
        complain(format_args!(
            "{db} holds tournament {}, which is not at its end; --resume would go on with it",
            open.id
        ));
    }
    let stored = announce(&mut archive, &row, &entrants.rows)?;
    play(game, &plan, &entrants, &mut archive, &stored, (args, workforce), &hosting)
}

/// Goes on with the last tournament that is not at its end; the last of all is only shown.
fn resume(args: &Tournament, workforce: Workforce<'_>) -> anyhow::Result<String> {
    let archive = Archive::open(&args.db)?;
    let mut stored = archive.tournaments()?;
    let open = stored.iter().rposition(is_open).or(stored.len().checked_sub(1));
    let Some(open) = open else {
        return Err(Usage(format!("{}: there is no tournament to go on with", shown(&args.db))).into());
    };
    let stored = stored.swap_remove(open);
    let row = &stored.tournament;
    let game: AnyGame = row.game.parse()?;
    let options: Vec<String> = row.options.split_whitespace().map(str::to_owned).collect();
    let game = crate::args::with_options(game, &options)?;
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
    same::refuse_another(game, announced, stored, args)?;
    same::refuse_another_engine(stored)?;
    let hosting = Hosting::from_text(&stored.tournament.terms).map_err(not_let_in)?;
    let entrants = Entrants::return_to(game, stored, &bots(&hosting, args)?, unlisted).map_err(not_let_in)?;
    entrants.participants.iter().for_each(|entrant| show_warnings(entrant, args.hosting.shown_warnings()));
    play(game, &plan::<G>(announced)?, &entrants, &mut archive, stored, (args, workforce), &hosting)
}

/// A gauntlet is about its first entrant: nobody else can take its place.
fn refuse_a_gauntlet_without_its_first<G: Hosted>(announced: &Announced, entrants: &Entrants<G>) -> Result<(), Usage> {
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
    // Those who play elsewhere are told to stop by whoever brought them.
    if let Workforce::Here = workforce {
        interrupt::say_on_interrupt(format!(
            "Stopped; every game that was over is kept. This goes on with it:\n  cardsharp tournament --resume --db {}{threads}",
            shown(&args.db)
        ))?;
    }
    if !args.output.json {
        say(view::opening(G::TITLE, stored, plan.entrants, args.resume));
        say(disqualified::in_words(&entrants.disqualified));
    }
    let names = entrants.names();
    let field =
        Field { game, plan: *plan, participants: &entrants.participants, names: &names, threads: args.threads.count };
    let teller = view::Teller { is_silent: args.output.json, plan, stored, seats: G::SEATS };
    let mut live = live::Live::new(teller, workforce);
    let scores = match workforce {
        Workforce::Here => play_rounds(plan, &field, archive, stored, &mut live),
        Workforce::Elsewhere(workers) => {
            let away = Away::new(workers, (plan, &stored.tournament.options), entrants, hosting)?;
            play_rounds(plan, &away, archive, stored, &mut live)
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

/// What is typed of how programs are held, with what is usual for the rest.
pub(crate) fn hosting<G: Hosted>(typed: &crate::args::Hosting) -> Result<Hosting, Usage> {
    Ok(Hosting { protocol: protocol::<G>(typed)?, terms: typed.terms(), is_sandboxed: !typed.unsafe_no_sandbox })
}

/// The launcher of a tournament's programs.
pub(crate) fn launched(hosting: &Hosting) -> anyhow::Result<Launch> {
    let policy = if hosting.is_sandboxed { Policy::Protected } else { Policy::Unprotected };
    Ok(Launch::new(&helper()?, policy))
}

/// How the programs of a tournament are run, with the logs that are asked for.
fn bots(hosting: &Hosting, args: &Tournament) -> anyhow::Result<BotOptions> {
    Ok(BotOptions { logs: args.hosting.log_folder()?, ..hosting.options(launched(hosting)?) })
}

/// Why nobody was let in, as it is told.
fn not_let_in(error: EntryError) -> anyhow::Error {
    match error {
        EntryError::Stop(stop) => failed(stop),
        EntryError::NobodyFit(all) => {
            Usage(format!("nobody is fit to take part\n{}", disqualified::in_words(&all).trim_end())).into()
        }
        EntryError::Refused(reason) => Usage(visible(&reason).into_owned()).into(),
    }
}

/// Why a tournament ended early, as it is told.
fn interrupted(early: Interrupted) -> anyhow::Error {
    match early {
        Interrupted::Stop(stop) => failed(stop),
        Interrupted::Archive(error) => error.into(),
        Interrupted::Enough => unreachable!("who watches at a terminal never has enough"),
        Interrupted::Elsewhere(reason) => anyhow::anyhow!(reason),
    }
}

fn is_open(stored: &Stored) -> bool {
    stored.kept < stored.tournament.games
}

/// A path as it can be typed again.
fn shown(path: &Path) -> String {
    typed(&path.display().to_string())
}

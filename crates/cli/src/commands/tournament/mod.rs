//! `cardsharp tournament`: any number of entrants, round by round, every game kept.

mod announced;
pub(crate) mod bench;
pub(crate) mod disqualified;
mod entrants;
mod interrupt;
mod live;
mod same;
mod terms;
mod view;

use std::path::Path;

use cardsharp_archive::{Archive, Stored, TournamentRow};
use cardsharp_referee::Hosted;
use cardsharp_rules::{AnyGame, Encoding, Seed, with_game};
use cardsharp_tournament::{Field, Format, Interrupted, Plan, play_rounds};

use crate::Usage;
use crate::args::{Hosting, Tournament};
use crate::commands::referee::{failed, launch, protocol};
use crate::output::{complain, say, typed};
use announced::Announced;
use entrants::Entrants;

/// What plays here: another version may pair and decide otherwise. Whoever changes how rounds are paired,
/// how faults are judged or how our players decide gives the workspace a new version.
const ENGINE: &str = env!("CARGO_PKG_VERSION");
/// More games than this are a slip of the keyboard.
const MOST_GAMES: u64 = 1 << 40;
/// More tables than this do not fit into a round.
const MOST_TABLES: u64 = 10_000_000;

pub(crate) fn run(args: &Tournament) -> anyhow::Result<String> {
    if args.resume {
        return resume(args);
    }
    let announced = Announced::from_args(args)?;
    with_game!(AnyGame, &announced.game, game => begin(game, &announced, args))
}

/// Announces a tournament and plays it.
fn begin<G: Hosted + Encoding>(game: &G, announced: &Announced, args: &Tournament) -> anyhow::Result<String> {
    let protocol = protocol::<G>(&args.hosting)?;
    let wanted = plan::<G>(announced)?;
    let door = (protocol, &launch(&args.hosting)?, &args.hosting.terms());
    let fillers = |fit| Plan { entrants: fit, ..wanted }.fillers();
    let entrants = Entrants::gather(game, &announced.sources, fillers, door)?;
    refuse_a_gauntlet_without_its_first(announced, &entrants)?;
    let plan = Plan { entrants: entrants.fit(), ..wanted };
    let row = TournamentRow {
        game: G::NAME.to_owned(),
        options: announced.options.join(" "),
        format: plan.format.to_string(),
        seed: announced.seed,
        rounds: plan.rounds,
        deals: plan.deals,
        games: plan.games().expect("counted before"),
        terms: terms::to_text(&args.hosting, protocol, &entrants.disqualified),
        engine: ENGINE.to_owned(),
    };
    let mut archive = Archive::open_or_create(&args.db)?;
    if let Some(open) = archive.tournaments()?.iter().rev().find(|stored| is_open(stored)) {
        let db = shown(&args.db);
        complain(format_args!(
            "{db} holds tournament {}, which is not at its end; --resume would go on with it",
            open.id
        ));
    }
    let id = archive.announce(&row, &entrants.rows)?;
    let stored = archive.tournaments()?.into_iter().find(|stored| stored.id == id).expect("just announced");
    play(game, &plan, &entrants, &mut archive, &stored, args, &args.hosting)
}

/// Goes on with the last tournament that is not at its end; the last of all is only shown.
fn resume(args: &Tournament) -> anyhow::Result<String> {
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
    with_game!(AnyGame, &announced.game, game => go_on(game, &announced, archive, &stored, args))
}

fn go_on<G: Hosted + Encoding>(
    game: &G,
    announced: &Announced,
    mut archive: Archive,
    stored: &Stored,
    args: &Tournament,
) -> anyhow::Result<String> {
    same::refuse_another(game, announced, stored, args)?;
    same::refuse_another_engine(stored)?;
    let hosting = terms::from_text(&stored.tournament.terms)?;
    let door = (protocol::<G>(&hosting)?, &launch(&hosting)?, &hosting.terms());
    let entrants = Entrants::return_to(game, stored, door)?;
    play(game, &plan::<G>(announced)?, &entrants, &mut archive, stored, args, &hosting)
}

/// A gauntlet is about its first entrant: nobody else can take its place.
fn refuse_a_gauntlet_without_its_first<G: Hosted>(announced: &Announced, entrants: &Entrants<G>) -> Result<(), Usage> {
    let first = entrants::whole_path(&announced.sources[0]);
    let unfit = entrants.disqualified.iter().find(|one| one.source == first);
    match unfit.filter(|_| announced.format == Format::Gauntlet) {
        Some(one) => Err(Usage(format!("the first entrant of a gauntlet is not fit to take part: {}", one.reason()))),
        None => Ok(()),
    }
}

fn plan<G: Hosted + Encoding>(announced: &Announced) -> Result<Plan, Usage> {
    let plan = Plan {
        format: announced.format,
        seats: G::SEATS,
        entrants: announced.sources.len(),
        rounds: announced.rounds,
        deals: announced.deals,
        seed: Seed(announced.seed),
    };
    if plan.tables().is_none_or(|tables| tables > MOST_TABLES) || plan.games().is_none_or(|games| games > MOST_GAMES) {
        let words = "have more tables than can be played; take a swiss tournament, or fewer rounds or deals";
        return Err(Usage(format!("{} entrants in a {} {words}", plan.entrants, plan.format)));
    }
    Ok(plan)
}

fn play<G: Hosted + Encoding>(
    game: &G,
    plan: &Plan,
    entrants: &Entrants<G>,
    archive: &mut Archive,
    stored: &Stored,
    args: &Tournament,
    hosting: &Hosting,
) -> anyhow::Result<String> {
    let threads = if args.threads.count > 1 { format!(" --threads {}", args.threads.count) } else { String::new() };
    interrupt::say_on_interrupt(format!(
        "Stopped; every game that was over is kept. This goes on with it:\n  cardsharp tournament --resume --db {}{threads}",
        shown(&args.db)
    ))?;
    if !args.output.json {
        say(view::opening(G::TITLE, stored, plan.entrants, args.resume));
        say(disqualified::in_words(&entrants.disqualified));
    }
    let names = entrants.names();
    let field = Field {
        game,
        plan: *plan,
        guests: &entrants.guests,
        names: &names,
        terms: hosting.terms(),
        threads: args.threads.count,
    };
    let launch = launch(hosting)?;
    let teller = view::Teller { is_silent: args.output.json, plan, stored, seats: G::SEATS };
    let mut live = live::Live::new(teller);
    let scores = play_rounds(&field, archive, stored, &launch, &mut live);
    live.clear();
    let scores = scores.map_err(interrupted)?;
    Ok(if args.output.json {
        view::as_json(stored, &entrants.disqualified, &scores, G::SEATS)
    } else {
        view::at_the_end(stored, &entrants.disqualified, &scores, G::SEATS)
    })
}

/// Why a tournament ended early, as it is told.
fn interrupted(early: Interrupted) -> anyhow::Error {
    match early {
        Interrupted::Stop(stop) => failed(stop),
        Interrupted::Archive(error) => error.into(),
    }
}

fn is_open(stored: &Stored) -> bool {
    stored.kept < stored.tournament.games
}

/// A path as it can be typed again.
fn shown(path: &Path) -> String {
    typed(&path.display().to_string())
}

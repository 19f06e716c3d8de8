//! `cardsharp study`: the data of a book, made by a strong player.

use cardsharp_rules::AnyGame;
use std::path::PathBuf;

use cardsharp_research::{Booked, FileError, Head, Part, StudyFile};
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::{Spec, seat_player};

use crate::distributed::{self, Workforce};
use crate::shared::{MOST, Progress, Run, Usage, count, shell_word};

/// Let a strong player work and write down what it does, for a book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp study indigo --deals 200 --threads 2 --out games.csv
  cardsharp study hanamikoji --part hands --player champion:nodes=400 --deals 40 --out hands.csv
  cardsharp study hanamikoji --part openings --player learned --deals 40 --out openings.csv

With a budget in nodes a study is the same on any number of threads. Rows are kept in FILE.partial as
they come; stopped, the same command goes on where it stood. The stored studies of the house are in
crates/research/data, each with the command that made it in its head.")]
pub(crate) struct Study {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    game: AnyGame,
    /// games, matches, and for Hanamikoji hands or openings
    #[arg(long, value_name = "PART", default_value = "games")]
    part: Part,
    #[arg(long, value_name = "SPEC", help = "The strong player; the champion with some thousand nodes unless told")]
    player: Option<Spec>,
    /// How many deals; of every hand or match
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(2, MOST, "a book reads a study whole"))]
    deals: u64,
    #[command(flatten)]
    run: Run,
    #[arg(long, value_name = "FILE", help = "Where the rows go")]
    out: PathBuf,
}

pub(crate) fn run(args: &Study, workforce: Workforce<'_>) -> anyhow::Result<String> {
    with_game!(AnyGame, &args.game, game => write(game, args, workforce))
}

fn write<G: Booked>(game: &G, args: &Study, workforce: Workforce<'_>) -> anyhow::Result<String> {
    if matches!(args.part, Part::Hands | Part::Openings) && G::hands().is_empty() {
        return Err(Usage(format!(
            "--part {}: {} has no hands dealt on purpose; games and matches are there",
            args.part.name(),
            G::TITLE
        ))
        .into());
    }
    let player = match &args.player {
        Some(player) => player.clone(),
        None => G::PLAYER.parse::<Spec>().map_err(Usage::from)?,
    };
    seat_player(game, &player).map_err(Usage::from)?;
    let head = Head { part: args.part, player, deals: args.deals, seed: Seed(args.run.seed) };
    let file = StudyFile::open::<G>(&args.out, &head).map_err(refused)?;
    let (rows, before) = (head.rows::<G>(), file.done());
    let progress = Progress::new("rows", rows).by(workforce);
    let show = |done| progress.show(done);
    match workforce {
        Workforce::Here => file.finish(game, &head, args.run.threads.count, &show).map_err(refused)?,
        Workforce::Elsewhere(workers) => file
            .finish_by(&show, |first, visit| distributed::run_study::<G>(workers, &head, first, visit).map_err(Trouble))
            .map_err(|Trouble(error)| error)?,
    }
    progress.end();
    let taken_up = if before > 0 { format!(", {before} of them from before") } else { String::new() };
    let out = shell_word(&args.out.display().to_string());
    Ok(format!("{}: {rows} rows{taken_up} in {out}\nremade by {}\n", G::TITLE, head.command::<G>()))
}

/// An error of a study on a cluster.
struct Trouble(anyhow::Error);

impl From<FileError> for Trouble {
    fn from(error: FileError) -> Trouble {
        Trouble(refused(error))
    }
}

/// A wrong file or player is the user's mistake, a failing disk is not.
fn refused(error: FileError) -> anyhow::Error {
    match error {
        FileError::Another(_) | FileError::Player(_) => Usage(error.to_string()).into(),
        FileError::Io(..) => error.into(),
    }
}

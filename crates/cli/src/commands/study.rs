//! `cardsharp study`: a strong player at work, written down for a book.

use cardsharp_research::{Booked, FileError, Head, Part, StudyFile};
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::{Spec, seat_player};

use crate::Usage;
use crate::args::Study;
use crate::elsewhere::{self, Workforce};
use crate::output::typed;
use crate::progress::Progress;

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
            .finish_by(&show, |first, visit| elsewhere::studied::<G>(workers, &head, first, visit).map_err(Trouble))
            .map_err(|Trouble(error)| error)?,
    }
    progress.end();
    let taken_up = if before > 0 { format!(", {before} of them from before") } else { String::new() };
    let out = typed(&args.out.display().to_string());
    Ok(format!("{}: {rows} rows{taken_up} in {out}\nremade by {}\n", G::TITLE, head.command::<G>()))
}

/// Whatever keeps a study from its file.
struct Trouble(anyhow::Error);

impl From<FileError> for Trouble {
    fn from(error: FileError) -> Trouble {
        Trouble(refused(error))
    }
}

/// What is in the way can be put right; a disk that fails cannot.
fn refused(error: FileError) -> anyhow::Error {
    match error {
        FileError::Another(_) | FileError::Player(_) => Usage(error.to_string()).into(),
        FileError::Io(..) => error.into(),
    }
}

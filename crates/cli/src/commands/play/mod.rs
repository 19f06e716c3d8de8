//! `cardsharp play`: a game at the terminal.

mod full_screen;
pub(crate) mod place;
pub(crate) mod plain;
mod plan;
mod programs;
mod properties;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Pace};
use cardsharp_rules::{AnyGame, Game, Record, with_game};
use cardsharp_session::{Saved, Sitting};
use serde_json::json;

use crate::Usage;
use crate::args::{Play, Speed};
use crate::dialogue::AtTerminal;
use crate::input::{SETUP, read_text};
use crate::output::{Staged, complain, is_same_file};
use crate::screen;
use place::usual_place;

pub(crate) use place::state_file;
pub(crate) use plan::NewGame;

/// A game about to begin, or one that goes on.
pub(crate) enum Seating<G: AtTerminal> {
    New(NewGame<G>),
    Resumed(Sitting<G>, PathBuf),
}

impl<G: AtTerminal> Seating<G> {
    /// How fast the game goes: as typed, else as a property file says, else with the usual delay.
    fn pace(&self, typed: Option<Speed>, usual: Duration) -> Pace {
        match self {
            Seating::New(NewGame { pace: Some(pace), .. }) if typed.is_none() => *pace,
            _ => Pace { thinking: Duration::ZERO, delay: typed.map_or(usual, Speed::pause) },
        }
    }
}

pub(crate) fn run(args: &Play) -> anyhow::Result<String> {
    refuse_overwriting(args)?;
    if args.resume.is_some() {
        return resume(args);
    }
    let Some(game) = &args.game else {
        let is_open = args.seats.is_none() && args.names.is_none() && args.properties.is_none() && args.sums.is_none();
        if is_open && is_full_screen(args) {
            let Some(wish) = screen::ask_what_to_play()? else { return Ok(String::new()) };
            return run(&Play { game: Some(wish.game), seats: Some(wish.seats), names: wish.names, ..args.clone() });
        }
        let names: Vec<&str> = AnyGame::all().iter().map(AnyGame::name).collect();
        return Err(Usage(format!("play: name a game: {}", names.join(", "))).into());
    };
    if let AnyGame::LuckyThirteen(_) = game {
        let game = LuckyThirteen { sums: args.sums.unwrap_or_default() };
        if let Some(path) = &args.properties {
            return match properties::read(path, game, args)? {
                properties::Wish::Played(text) => Ok(text),
                properties::Wish::People(plan) => sit(Seating::New(plan), args),
            };
        }
        return sit(Seating::New(NewGame::new(game, args)?), args);
    }
    let only =
        [("--properties", args.properties.is_some()), ("--sums", args.sums.is_some()), ("--log", args.log.is_some())];
    if let Some((option, _)) = only.into_iter().find(|(_, given)| *given) {
        let title = LuckyThirteen::TITLE;
        return Err(Usage(format!("{option} is for {title}; {game} has no property files, sums or logs")).into());
    }
    with_game!(AnyGame, game, game => sit(Seating::New(NewGame::new(*game, args)?), args))
}

/// Goes on with a saved game.
fn resume(args: &Play) -> anyhow::Result<String> {
    let (mut game, mut file) = (args.game.clone(), args.resume.clone().flatten());
    // `play --resume indigo` reads as if indigo were a file.
    if let Some(meant) =
        file.as_ref().filter(|path| game.is_none() && !path.exists()).and_then(|path| path.to_str()?.parse().ok())
    {
        (game, file) = (Some(meant), None);
    }
    let path = match (file, &game) {
        (Some(file), _) => file,
        (None, Some(game)) => with_game!(AnyGame, game, game => place_of(game))
            .ok_or_else(|| Usage("--resume: there is no home to look in; name the file".to_owned()))?,
        (None, None) => return Err(Usage("--resume: name the game or the file".to_owned()).into()),
    };
    let saved = read(&path)?;
    with_game!(AnyRecord, &saved.record, record => go_on(&saved, record, path, game.as_ref(), args))
}

fn place_of<G: Game>(_: &G) -> Option<PathBuf> {
    usual_place::<G>()
}

fn go_on<G: AtTerminal>(
    saved: &Saved,
    record: &Record<G>,
    path: PathBuf,
    game: Option<&AnyGame>,
    args: &Play,
) -> anyhow::Result<String> {
    let wrong = |reason: String| Usage(format!("{}: {reason}", path.display()));
    if let Some(game) = game.filter(|game| game.name() != G::NAME) {
        return Err(wrong(format!("this is a game of {}, not of {game}", G::NAME)).into());
    }
    if record.result().is_some() {
        return Err(wrong(format!("this game is over; `cardsharp play {}` begins another", G::NAME)).into());
    }
    let sitting = saved.sit_down(record).map_err(|error| wrong(error.to_string()))?;
    sit(Seating::Resumed(sitting, path), args)
}

/// Everything is known: one of the two faces takes over.
fn sit<G: AtTerminal>(table: Seating<G>, args: &Play) -> anyhow::Result<String> {
    let people = match &table {
        Seating::New(plan) => plan.people(),
        Seating::Resumed(sitting, _) => sitting.people().count(),
    };
    if args.output.json && people > 0 {
        return Err(Usage("--json: where people play, the game is told in words".to_owned()).into());
    }
    if args.log.is_some() && G::NAME != LuckyThirteen::NAME {
        return Err(Usage(format!("--log: {} has no log, only {} does", G::TITLE, LuckyThirteen::TITLE)).into());
    }
    for path in [&args.record, &args.log].into_iter().flatten() {
        // A file that cannot be written is better known before the game than after.
        drop(Staged::new(path, "")?);
    }
    if !is_full_screen(args) {
        return plain::run(table, args);
    }
    full_screen::run(table, args)
}

/// Whether there is a terminal to fill, and nobody wants lines.
fn is_full_screen(args: &Play) -> bool {
    !args.plain && !args.output.json && std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// Sits down, and sees to it that the game is saved.
///
/// # Errors
/// If the file that was asked for cannot be written.
pub(crate) fn sit_down<G: AtTerminal>(table: Seating<G>, args: &Play) -> anyhow::Result<Sitting<G>> {
    let (mut sitting, resumed) = match table {
        Seating::New(plan) => (plan.sit_down(), None),
        Seating::Resumed(sitting, path) => (sitting, Some(path)),
    };
    programs::seat(&mut sitting, &args.hosting)?;
    if let Some(path) = args.save.as_ref().or(resumed.as_ref()) {
        save_in(&mut sitting, path).map_err(anyhow::Error::msg)?;
    } else if sitting.people().next().is_some()
        && let Some(path) = usual_place::<G>()
    {
        // Nobody asked for this file, so a game without it is better than none.
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = folder.map_err(|error| error.to_string()).and_then(|()| save_in(&mut sitting, &path)) {
            complain(format_args!("cardsharp: the game is not saved: {error}"));
        }
    }
    Ok(sitting)
}

/// From now on the game is in this file after every action, and at once.
fn save_in<G: AtTerminal>(sitting: &mut Sitting<G>, path: &Path) -> Result<(), String> {
    let file = path.to_owned();
    sitting.keep_in(path.display().to_string(), move |text| {
        Staged::new(&file, text).and_then(Staged::put_in_place).map_err(|error| format!("{error:#}"))
    })
}

/// Reads a saved game.
fn read(path: &Path) -> Result<Saved, Usage> {
    let text = read_text(path, SETUP)?;
    Saved::parse(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

/// Writes the files that were asked for: all or nothing.
pub(crate) fn write_files<G: AtTerminal>(record: &Record<G>, args: &Play) -> anyhow::Result<()> {
    let outputs = [(&args.log, G::log(record).unwrap_or_default()), (&args.record, record.to_string())];
    let staged = outputs.iter().filter_map(|(path, text)| Some(Staged::new(path.as_deref()?, text)));
    for file in staged.collect::<anyhow::Result<Vec<_>>>()? {
        file.put_in_place()?;
    }
    Ok(())
}

/// The result of a game without people.
fn as_json<G: AtTerminal>(sitting: &Sitting<G>) -> String {
    let record = sitting.record();
    let specs: Vec<String> = cardsharp_rules::Seat::all(G::SEATS).map(|seat| sitting.spec(seat).to_string()).collect();
    let report = json!({
        "game": G::NAME, "seed": record.seed().map(|seed| seed.0), "players": specs, "names": record.names(),
        "result": record.result().map(|result| result.as_slice().to_vec()),
    });
    format!("{report:#}\n")
}

/// No output may replace an input or another output.
fn refuse_overwriting(args: &Play) -> Result<(), Usage> {
    let resumed = args.resume.as_ref().and_then(Option::as_ref);
    let files = [
        ("--properties", args.properties.as_ref()),
        ("--resume", resumed.filter(|_| args.save.is_none())),
        ("--save", args.save.as_ref()),
        ("--log", args.log.as_ref()),
        ("--record", args.record.as_ref()),
    ];
    for (number, (option, path)) in files.iter().enumerate() {
        for (other_option, other) in &files[..number] {
            if let (Some(path), Some(other)) = (path, other)
                && is_same_file(path, other)
            {
                return Err(Usage(format!("{option} and {other_option} are the same file, {}", path.display())));
            }
        }
    }
    Ok(())
}

//! `cardsharp play`: a game at the terminal.

mod full_screen;
mod plain;
mod plan;
mod programs;
mod properties;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Pace, Sums};
use cardsharp_rules::{AnyGame, Game, Record, with_game};
use cardsharp_session::{Saved, Session};
use serde_json::json;

use crate::dialogue::{AtTerminal, NewGame};
use crate::shared::{
    HostingArgs, Names, Output, SETUP, Seats, Speed, Staged, is_same_file, print_error, read_text, usual_place,
};
use crate::{Usage, screen};

/// Play a game at the terminal, with people and players on any seat
#[derive(Clone, Debug, clap::Args)]
#[command(mut_arg("json", |json| json.help("Print the result as JSON instead of telling the game; not where people play")))]
#[command(after_help = "\
Examples:
  cardsharp play indigo --plain                            the course's dialogue, against classic
  cardsharp play intensity --seats human,champion,careful,random --names Ada
  cardsharp play hanamikoji --seats champion:ms=500,human --seed 7
  cardsharp play hanamikoji --seats human,./bot.py         against a program of yours
  cardsharp play hanamikoji --seats human,champion:safety=careful    or trusting, balanced, 0 to 1
  cardsharp play hanamikoji --resume                       go on where you stopped
  cardsharp play lucky-thirteen --properties table.properties --sums flexible --log table.log

A seat is `human`, a player as `cardsharp games` lists them, or a program, which is meant by a path with a
slash (./bot.py, json:./bot.py) and asked in the sandbox, afresh for every decision; see `cardsharp referee`.
The game is saved after every action.
Line by line, `exit` leaves the game, `hint` shows the best actions and `?` the rules in short; Indigo
keeps the dialogue of its course, which knows `exit` alone, and asks who plays first.

A property file (Java syntax; every key may be left out):
  players.0=Clever                  Human, Random, Basic or Clever in any case, or any player; seats are 0 to 3
  players.0.initialcards=1C,2C      1C is the ace of clubs, 11D the jack of diamonds
  players.0.cardsPlayed=3C-2C       forced turns, draw-discard; then the player decides
  shared.initialcards=8H,9H         the public cards
  seed=7                            deals whatever is not given
  thinkingTime=2000                 a player takes at least so many milliseconds for its turn …
  delayTime=600                     … and so many pass after every turn, where people watch
  isAuto=true                       no people, and nothing waits
`--speed` goes before the file's times. The same file sets up a table on the page: `cardsharp serve`.")]
pub(crate) struct Play {
    #[arg(value_name = "GAME", help = "See `cardsharp games`")]
    game: Option<AnyGame>,
    /// The seed that names the deal [default: random; for a property file without people its own, or 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[arg(long, value_name = "SPEC,…", help = "Who sits where, from seat 0: human, champion:ms=200, …")]
    seats: Option<Seats>,
    #[arg(long, value_name = "NAME,…", help = "What they are called: a name for every seat, or for every person")]
    names: Option<Names>,
    #[arg(long, value_name = "slow|normal|fast|instant", help = "How long to pause after what a player of ours does")]
    speed: Option<Speed>,
    #[arg(long, help = "Line by line; by itself where the output is no terminal")]
    plain: bool,
    #[arg(long, value_name = "FILE", help = "Save the game here, not in ~/.local/state/cardsharp")]
    save: Option<PathBuf>,
    /// Go on with the saved game, or with this one
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["seed", "seats", "names", "properties", "sums"])]
    #[allow(clippy::option_option, reason = "not at all, without a file, and with one")]
    resume: Option<Option<PathBuf>>,
    #[arg(long, value_name = "FILE", help = "Write the record of the game to this file")]
    record: Option<PathBuf>,
    #[arg(long, value_name = "FILE", conflicts_with = "seats", help = "A property file; Lucky Thirteen only")]
    properties: Option<PathBuf>,
    #[arg(long, value_name = "face|flexible", help = "What may add up to 13 (face, unless told); Lucky Thirteen only")]
    sums: Option<Sums>,
    #[arg(long, value_name = "FILE", help = "Write the log of the game to this file; Lucky Thirteen only")]
    log: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    hosting: HostingArgs,
}

/// A new game, or a saved one.
enum Seating<G: AtTerminal> {
    New(NewGame<G>),
    Resumed(Session<G>, PathBuf),
}

impl<G: AtTerminal> Seating<G> {
    /// Returns the typed speed, else that of the property file, else the default.
    fn pace(&self, typed: Option<Speed>, usual: Duration) -> Pace {
        match self {
            Seating::New(NewGame { pace: Some(pace), .. }) if typed.is_none() => *pace,
            _ => Pace { thinking: Duration::ZERO, delay: typed.map_or(usual, Speed::pause) },
        }
    }
}

pub(crate) fn run(args: &Play) -> anyhow::Result<String> {
    check_outputs(args)?;
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
        return sit(Seating::New(plan::from_args(game, args)?), args);
    }
    let only =
        [("--properties", args.properties.is_some()), ("--sums", args.sums.is_some()), ("--log", args.log.is_some())];
    if let Some((option, _)) = only.into_iter().find(|(_, given)| *given) {
        let title = LuckyThirteen::TITLE;
        return Err(Usage(format!("{option} is for {title}; {game} has no property files, sums or logs")).into());
    }
    with_game!(AnyGame, game, game => sit(Seating::New(plan::from_args(*game, args)?), args))
}

fn resume(args: &Play) -> anyhow::Result<String> {
    let (mut game, mut file) = (args.game.clone(), args.resume.clone().flatten());
    // In `play --resume indigo`, clap takes indigo for a file.
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

/// Plays the game line by line or on the full screen.
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
        // Fails now rather than after the game.
        drop(Staged::new(path, "")?);
    }
    if !is_full_screen(args) {
        return plain::run(table, args);
    }
    full_screen::run(table, args)
}

fn is_full_screen(args: &Play) -> bool {
    !args.plain && !args.output.json && std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// Starts the game; it is saved after every action.
fn sit_down<G: AtTerminal>(table: Seating<G>, args: &Play) -> anyhow::Result<Session<G>> {
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
        // A failure is no error, because the user did not ask for this file.
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(error) = folder.map_err(|error| error.to_string()).and_then(|()| save_in(&mut sitting, &path)) {
            print_error(format_args!("cardsharp: the game is not saved: {error}"));
        }
    }
    Ok(sitting)
}

/// Saves the game now and after every action.
fn save_in<G: AtTerminal>(sitting: &mut Session<G>, path: &Path) -> Result<(), String> {
    let file = path.to_owned();
    sitting.keep_in(path.display().to_string(), move |text| {
        Staged::new(&file, text).and_then(Staged::put_in_place).map_err(|error| format!("{error:#}"))
    })
}

fn read(path: &Path) -> Result<Saved, Usage> {
    let text = read_text(path, SETUP)?;
    Saved::parse(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

/// Writes the log and the record: both or none.
fn write_files<G: AtTerminal>(record: &Record<G>, args: &Play) -> anyhow::Result<()> {
    let outputs = [(&args.log, G::log(record).unwrap_or_default()), (&args.record, record.to_string())];
    let staged = outputs.iter().filter_map(|(path, text)| Some(Staged::new(path.as_deref()?, text)));
    for file in staged.collect::<anyhow::Result<Vec<_>>>()? {
        file.put_in_place()?;
    }
    Ok(())
}

fn as_json<G: AtTerminal>(sitting: &Session<G>) -> String {
    let record = sitting.record();
    let specs: Vec<String> = cardsharp_rules::Seat::all(G::SEATS).map(|seat| sitting.spec(seat).to_string()).collect();
    let report = json!({
        "game": G::NAME, "seed": record.seed().map(|seed| seed.0), "players": specs, "names": record.names(),
        "result": record.result().map(|result| result.as_slice().to_vec()),
    });
    format!("{report:#}\n")
}

/// Refuses an output that would replace an input or another output.
fn check_outputs(args: &Play) -> Result<(), Usage> {
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

//! `cardsharp play`: a game of Lucky Thirteen as a property file sets it up, without people.

use std::path::Path;

use cardsharp_rules::lucky_thirteen::{LuckyThirteen, Observation, Setup, Sums, log, winners};
use cardsharp_rules::{AnyGame, Game, Record, Rng, Seat, Seed};
use cardsharp_search::{Spec, seat_player};

use crate::Usage;
use crate::args::Play;
use crate::output::{Staged, is_same_file};

pub(crate) fn run(args: &Play) -> anyhow::Result<String> {
    let AnyGame::LuckyThirteen(_) = args.game else {
        let (title, game) = (LuckyThirteen::TITLE, &args.game);
        return Err(Usage(format!("--properties sets up {title}; {game} has no property files")).into());
    };
    refuse_overwriting(args)?;
    let file = args.properties.display();
    let game = LuckyThirteen { sums: args.sums };
    let seated = |name: &str| name.parse::<Spec>().and_then(|spec| seat_player(&game, &spec));
    let known = |name: &str| seated(name).map(drop).map_err(|error| error.to_string());
    let setup = Setup::parse_for(&read(&args.properties)?, &known).map_err(|error| Usage(format!("{file}:{error}")))?;
    let seed = args.seed.map(Seed).or(setup.seed()).unwrap_or(Seed(1));
    // A human seat has no player of ours; its turns are all forced, or `play_by` refuses.
    let players: Vec<_> = Seat::all(LuckyThirteen::SEATS).map(|seat| seated(setup.player(seat)).ok()).collect();
    let choose = |seat: Seat, view: &Observation, rng: &mut Rng| {
        players[seat.index()].as_ref().expect("only people are not seated by us").choose(view, rng)
    };
    let record = setup.play_by(args.sums, seed, &choose).map_err(|error| Usage(format!("{file}:{error}")))?;
    let text = log(&record);

    // Both files are made ready before either is put in place: all or nothing.
    let outputs = [(&args.log, text.clone()), (&args.record, record.to_string())];
    let staged = outputs.iter().filter_map(|(path, text)| Some(Staged::new(path.as_deref()?, text)));
    for file in staged.collect::<anyhow::Result<Vec<_>>>()? {
        file.put_in_place()?;
    }
    Ok(if args.json { json(&record, args.sums, seed, &text) } else { text })
}

/// No output may replace the property file or another output.
fn refuse_overwriting(args: &Play) -> Result<(), Usage> {
    let files =
        [("--properties", Some(&args.properties)), ("--log", args.log.as_ref()), ("--record", args.record.as_ref())];
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

fn read(path: &Path) -> Result<String, Usage> {
    let file = path.display();
    let bytes = std::fs::read(path).map_err(|error| Usage(format!("{file}: cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| Usage(format!("{file}: is not UTF-8 text")))
}

fn json(record: &Record<LuckyThirteen>, sums: Sums, seed: Seed, text: &str) -> String {
    let result = record.result().expect("the game was played to its end");
    let winners: Vec<usize> = winners(&result).into_iter().map(Seat::index).collect();
    let report = serde_json::json!({
        "game": LuckyThirteen::NAME,
        "sums": sums.to_string(),
        "seed": seed.0,
        "players": record.names(),
        "scores": result.as_slice(),
        "winners": winners,
        "log": text.lines().collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

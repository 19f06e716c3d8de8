//! Lucky Thirteen as a property file sets it up.

use std::path::Path;

use cardsharp_rules::lucky_thirteen::{LuckyThirteen, ROUNDS, Setup, log, winners};
use cardsharp_rules::{Game, Record, Seat, Seed};
use cardsharp_search::{HUMAN, Spec, check_sitter};

use super::plan::names;
use super::{Play, write_files};
use crate::dialogue::NewGame;
use crate::shared::{SETUP, Usage, read_text, seed};

pub(super) enum Wish {
    /// A game without people, already played: the text to print.
    Played(String),
    /// A game with people, still to be played.
    People(NewGame<LuckyThirteen>),
}

/// Reads a property file, and plays the game if it has no people.
pub(super) fn read(path: &Path, game: LuckyThirteen, args: &Play) -> anyhow::Result<Wish> {
    let file = path.display();
    let known = |name: &str| {
        name.parse::<Spec>().and_then(|spec| check_sitter(&game, &spec)).map_err(|error| error.to_string())
    };
    let setup = Setup::parse_for(&read_text(path, SETUP)?, &known).map_err(|error| Usage(format!("{file}:{error}")))?;
    let is_asked = |seat: Seat| setup.player(seat) == HUMAN && setup.turns(seat).len() < ROUNDS;
    if Seat::all(LuckyThirteen::SEATS).any(is_asked) {
        let seed = seed(args.seed.or(setup.seed().map(|seed| seed.0)))?;
        return Ok(Wish::People(plan(&setup, game, seed, args)?));
    }
    let seed = args.seed.map(Seed).or(setup.seed()).unwrap_or(Seed(1));
    let mut plan = plan(&setup, game, seed, args)?;
    plan.names = Seat::all(LuckyThirteen::SEATS).map(|seat| setup.player(seat).to_owned()).collect();
    let mut sitting = plan.sit_down();
    while sitting.let_players_play_one()?.is_some() {}
    let record = sitting.record().clone();
    write_files(&record, args)?;
    let text = log(&record);
    Ok(Wish::Played(if args.output.json { json(&record, seed, &text) } else { text }))
}

fn plan(setup: &Setup, game: LuckyThirteen, seed: Seed, args: &Play) -> anyhow::Result<NewGame<LuckyThirteen>> {
    let seats = || Seat::all(LuckyThirteen::SEATS);
    let specs: Vec<Spec> =
        seats().map(|seat| setup.player(seat).parse().expect("players are checked when they are read")).collect();
    let names = names::<LuckyThirteen>(&specs, &[const { None }; 4], args.names.as_ref())?;
    let deal = setup.deal(seed);
    let forced = seats().map(|seat| setup.forced(seat)).collect();
    Ok(NewGame { game, deal: Some(deal), seed, specs, forced, names, pace: setup.pace() })
}

fn json(record: &Record<LuckyThirteen>, seed: Seed, text: &str) -> String {
    let result = record.result().expect("the game was played to its end");
    let winners: Vec<usize> = winners(&result).into_iter().map(Seat::index).collect();
    let report = serde_json::json!({
        "game": LuckyThirteen::NAME,
        "sums": record.game().sums.to_string(),
        "seed": seed.0,
        "players": record.names(),
        "scores": result.as_slice(),
        "winners": winners,
        "log": text.lines().collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

//! A game line by line.

use std::path::Path;
use std::time::Duration;

use cardsharp_session::{Session, ToMove};

use super::{Play, Seating, as_json, sit_down, write_files};
use crate::dialogue::{AtTerminal, Left};
use crate::shared::{print_error, usual_place};

pub(super) fn run<G: AtTerminal>(mut table: Seating<G>, args: &Play) -> anyhow::Result<String> {
    if args.output.json {
        let mut sitting = sit_down(table, args)?;
        while sitting.let_players_play_one()?.is_some() {}
        write_files(sitting.record(), args)?;
        return Ok(as_json(&sitting));
    }
    let plan = if let Seating::New(plan) = &mut table { Some(plan) } else { None };
    if let Err(left) = G::welcome(plan) {
        return match left {
            Left::Exit => Ok(String::new()),
            Left::End(why) => Err(anyhow::anyhow!("{why} before the cards were dealt")),
        };
    }
    let pace = table.pace(args.speed, Duration::ZERO);
    let mut sitting = sit_down(table, args)?;
    let think = |sitting: &Session<G>| {
        if let ToMove::Player(_) = sitting.to_move() {
            std::thread::sleep(pace.thinking);
        }
    };
    think(&sitting);
    let ended = G::converse(&mut sitting, &mut |sitting, _| {
        if let Some(trouble) = sitting.take_trouble() {
            print_error(format_args!("cardsharp: {trouble}"));
        }
        std::thread::sleep(pace.delay);
        think(sitting);
    });
    write_files(sitting.record(), args)?;
    let Err(left) = ended else { return Ok(String::new()) };
    let kept = describe_save(&sitting);
    match left {
        Left::Exit => {
            print_error(format_args!("cardsharp: {kept}"));
            Ok(String::new())
        }
        Left::End(why) => Err(anyhow::anyhow!("{why}; {kept}")),
    }
}

/// Says where the game is saved, and how to resume it.
pub(super) fn describe_save<G: AtTerminal>(sitting: &Session<G>) -> String {
    let Some(path) = sitting.kept_in() else { return "the game is not saved".to_owned() };
    let is_usual = usual_place::<G>().is_some_and(|usual| usual == Path::new(path));
    let file = if is_usual { String::new() } else { format!(" {path}") };
    format!("the game is saved in {path}; `cardsharp play {} --resume{file}` goes on with it", G::NAME)
}

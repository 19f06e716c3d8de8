//! `cardsharp deal`: the deal of a seed.

use cardsharp_rules::{Game, Seed, with_game};

use crate::shared::{Output, SeededGame};

/// Print the deal that a seed names
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp deal indigo --seed 7")]
pub(crate) struct Deal {
    #[command(flatten)]
    table: SeededGame,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Deal) -> anyhow::Result<String> {
    let game = args.table.chosen.game()?;
    let deal = with_game!(AnyGame, &game, game => game.shuffle(Seed(args.table.seed)).to_string());
    if args.output.json {
        let report = serde_json::json!({ "game": game.name(), "seed": args.table.seed, "deal": deal });
        return Ok(format!("{report:#}\n"));
    }
    Ok(format!("{deal}\n"))
}

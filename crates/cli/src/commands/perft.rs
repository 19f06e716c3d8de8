//! `cardsharp perft`: the number of sequences of actions.

use cardsharp_rules::{Seed, perft, random_position, with_game};

use crate::shared::{Output, SeededGame};

/// Count the sequences of actions from the start of a deal
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  cardsharp perft indigo --seed 7 --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    table: SeededGame,
    #[arg(long, value_name = "D", help = "How many actions deep")]
    depth: u32,
    #[arg(long, value_name = "P", default_value_t = 0, help = "Play so many random actions first")]
    plies: u32,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Perft) -> anyhow::Result<String> {
    let game = args.table.chosen.game()?;
    let (seed, plies, depth) = (args.table.seed, args.plies, args.depth);
    let nodes = with_game!(AnyGame, &game, game => perft(&random_position(game, Seed(seed), plies), depth));
    if args.output.json {
        let report = serde_json::json!({
            "game": game.name(), "seed": seed, "plies": plies, "depth": depth, "nodes": nodes,
        });
        return Ok(format!("{report:#}\n"));
    }
    Ok(format!("{nodes}\n"))
}

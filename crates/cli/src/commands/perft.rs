//! `cardsharp perft`: how many ways a game can go.

use cardsharp_rules::{Seed, perft, random_position, with_game};

use crate::args::Perft;

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

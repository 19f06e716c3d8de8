//! `cardsharp deal`: the cards that a seed names.

use cardsharp_rules::{Game, Seed, with_game};

use crate::args::Deal;

pub(crate) fn run(args: &Deal) -> anyhow::Result<String> {
    let game = args.table.chosen.game()?;
    let deal = with_game!(AnyGame, &game, game => game.shuffle(Seed(args.table.seed)).to_string());
    if args.output.json {
        let report = serde_json::json!({ "game": game.name(), "seed": args.table.seed, "deal": deal });
        return Ok(format!("{report:#}\n"));
    }
    Ok(format!("{deal}\n"))
}

//! `cardsharp bench oracle`: how much a player loses by not seeing hidden cards.

use cardsharp_matches::seat_named;
use cardsharp_research::{OracleGap, Yardstick, unlisted};
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::Spec;
use cardsharp_search::{Memory, Searchable};
use cardsharp_stats::Mean;
use serde_json::json;

use crate::shared::{Chosen, KEPT, MOST, Output, Progress, Run, Usage, count};

/// Measure how much a player loses by not seeing hidden cards, on the same deals
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  cardsharp bench oracle lucky-thirteen --option sums=face --opponents basic --player champion:nodes=400 --deals 500"
)]
pub(crate) struct Oracle {
    #[command(flatten)]
    chosen: Chosen,
    /// The measured player, as NAME or NAME:key=value,…
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: Spec,
    #[arg(long, value_name = "STYLE", help = "Who sits at every other seat: a house player without settings")]
    opponents: String,
    #[arg(long, value_name = "NAME", help = "What the Oracle sees; all that is hidden unless told otherwise")]
    sees: Option<String>,
    /// How many deals, each from every seat
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = count(1, MOST, KEPT))]
    deals: u64,
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Oracle) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => measure(game, args))
}

fn measure<G: Searchable>(game: &G, args: &Oracle) -> anyhow::Result<String> {
    let (oracles, styles) = (game.oracles(), game.styles());
    let sees = args.sees.as_deref().unwrap_or(oracles[0].name());
    let oracle = oracles.iter().find(|oracle| oracle.name() == sees).ok_or_else(|| {
        let names: Vec<&str> = oracles.iter().map(|oracle| oracle.name()).collect();
        Usage(format!("--sees {sees}: expected one of {}", names.join(", ")))
    })?;
    let opponents = styles.iter().find(|style| style.name() == args.opponents).ok_or_else(|| {
        let names: Vec<&str> = styles.iter().map(|style| style.name()).collect();
        Usage(format!("--opponents {}: expected one of {}", args.opponents, names.join(", ")))
    })?;
    let player = seat_named(game, &args.player, Memory::Game, unlisted).map_err(|error| Usage(error.to_string()))?;
    let progress = Progress::new("deals", args.deals);
    let yardstick = Yardstick {
        game,
        oracle: oracle.as_ref(),
        player: player.as_ref(),
        opponents: opponents.as_ref(),
        seed: Seed(args.run.seed),
        deals: args.deals,
        threads: args.run.threads.count,
    };
    let gap = yardstick.measure(&|done| progress.show(done));
    progress.end();
    Ok(if args.output.json { as_json::<G>(sees, &gap, args) } else { report::<G>(sees, &gap, args) })
}

fn report<G: Searchable>(sees: &str, gap: &OracleGap, args: &Oracle) -> String {
    let percent = |mean: Mean| format!("{:6.2} ± {:.2}", 100.0 * mean.mean, 100.0 * mean.error);
    let plain = |mean: Mean| format!("{:6.2} ± {:.2}", mean.mean, mean.error);
    let player = args.player.to_string();
    let oracle = format!("Oracle ({sees})");
    let width = player.chars().count().max(oracle.chars().count());
    format!(
        "{}: {} deals from every seat against {} × {}; ± is the standard error\n\n\
         {:<width$}  wins % {}  points {}  returns {}\n\
         {:<width$}  wins % {}  points {}  returns {}\n\
         {:<width$}  wins % {}\n",
        G::TITLE,
        args.deals,
        G::SEATS - 1,
        args.opponents,
        oracle,
        percent(gap.oracle_wins),
        plain(gap.oracle_points),
        plain(gap.oracle_returns),
        player,
        percent(gap.player_wins),
        plain(gap.player_points),
        plain(gap.player_returns),
        "gap",
        percent(gap.wins_gap),
    )
}

fn as_json<G: Searchable>(sees: &str, gap: &OracleGap, args: &Oracle) -> String {
    let mean = |mean: Mean| json!({ "mean": mean.mean, "standard_error": mean.error });
    let report = json!({
        "game": G::NAME, "options": args.chosen.options.given, "seed": args.run.seed, "deals": args.deals,
        "opponents": args.opponents,
        "oracle": { "sees": sees, "wins": mean(gap.oracle_wins), "points": mean(gap.oracle_points), "returns": mean(gap.oracle_returns) },
        "player": {
            "name": args.player.to_string(),
            "wins": mean(gap.player_wins), "points": mean(gap.player_points),
            "returns": mean(gap.player_returns),
        },
        "gap": { "wins": mean(gap.wins_gap) },
    });
    format!("{report:#}\n")
}

//! `cardsharp bench values`: the accuracy of the values that people see.

use cardsharp_coach::{Calibration, CalibrationReport, Compared};
use cardsharp_matches::seat_named;
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::Analyst;
use cardsharp_research::unlisted;
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::Memory;
use cardsharp_search::Spec;
use serde_json::json;

use crate::shared::{Chosen, Output, Progress, Run, Usage, json_list};

/// Measure how right the values are that people are shown, by playing games to the end
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardsharp bench values indigo
  cardsharp bench values hanamikoji --player learned --positions 400 --games 4 --threads 2 --json

In each position, of a game of the player with itself, two rows are taken of what `analyse`, hints,
`annotate` and the kibitzer would show: the first, and by chance one of the others. Both are played
to the end in the cards as they really lay, by the player at every seat and with the same luck.")]
pub(crate) struct BenchValues {
    #[command(flatten)]
    chosen: Chosen,
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=4000", help = "Who is asked for values")]
    asked: Spec,
    #[arg(long, value_name = "PLAYER", default_value = "champion:nodes=200", help = "Who plays at every seat")]
    player: Spec,
    /// How many positions, each of another deal
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..))]
    positions: u64,
    /// How often each row is played to the end
    #[arg(long, value_name = "M", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &BenchValues) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    let report = with_game!(AnyGame, &game, game => measure(game, args))?;
    Ok(if args.output.json { as_json(&report, args) } else { as_text(&report, args) })
}

fn measure<G: Present>(game: &G, args: &BenchValues) -> Result<CalibrationReport, Usage> {
    let player = seat_named(game, &args.player, Memory::Game, unlisted)?;
    let analyst = Analyst::new(game, &args.asked, args.run.seed)?;
    let progress = Progress::new("positions", args.positions);
    let calibration = Calibration {
        game,
        player: player.as_ref(),
        analyst: &analyst,
        seed: Seed(args.run.seed),
        positions: args.positions,
        games: args.games,
        threads: args.run.threads.count,
    };
    let report = calibration.run(&|done| progress.show(done));
    progress.end();
    Ok(report)
}

fn bin_name(report: &CalibrationReport, number: usize) -> String {
    let width = 100 / report.bins.len();
    format!("{}–{}", width * number, width * (number + 1))
}

fn as_text(report: &CalibrationReport, args: &BenchValues) -> String {
    let mut text = format!(
        "{}: {} positions, {} games from each row, seed {}\nasked {}, played on by {}\n\n\
         In points of a hundred; bias is shown less played, ± standard error.\n\
         The mean error shown beside a value was {:.1}.\n\n{:<18}{:>6}{:>9}{:>9}{:>15}\n",
        args.chosen.game.name(),
        args.positions,
        args.games,
        args.run.seed,
        args.asked,
        args.player,
        100.0 * report.error,
        "",
        "rows",
        "shown",
        "played",
        "bias"
    );
    let mut line = |name: &str, &Compared { shown, played, bias }: &Compared| {
        if shown.deals > 0 {
            let bias = format!("{:+.1} ± {:.1}", 100.0 * bias.mean, 100.0 * bias.error);
            let (rows, shown, played) = (shown.deals, 100.0 * shown.mean, 100.0 * played.mean);
            append_line!(text, "{name:<18}{rows:>6}{shown:>9.1}{played:>9.1}{bias:>15}");
        }
    };
    line("first row", &report.first);
    line("another row", &report.another);
    line("cost of another", &report.cost);
    for (number, bin) in report.bins.iter().enumerate() {
        line(&format!("shown {}", bin_name(report, number)), bin);
    }
    text
}

fn as_json(report: &CalibrationReport, args: &BenchValues) -> String {
    let compared = |&Compared { shown, played, bias }: &Compared| {
        let known = |mean: f64| mean.is_finite().then_some(mean);
        json!({
            "rows": shown.deals, "shown": known(shown.mean), "played": known(played.mean),
            "bias": known(bias.mean), "standard_error": known(bias.error),
        })
    };
    let bins = json_list(
        report.bins.iter().enumerate(),
        |(number, bin)| json!({ "percent": bin_name(report, number), "values": compared(bin) }),
    );
    let report = json!({
        "game": args.chosen.game.name(), "asked": args.asked.to_string(), "player": args.player.to_string(),
        "positions": args.positions, "games": args.games, "seed": args.run.seed, "shown_error": report.error,
        "first": compared(&report.first), "another": compared(&report.another), "cost": compared(&report.cost),
        "bins": bins,
    });
    format!("{report:#}\n")
}

//! `cardsharp bench values`: how right the values are that people are shown.

use std::fmt::Write;

use cardsharp_coach::{Calibration, CalibrationReport, Compared};
use cardsharp_matches::seat_named;
use cardsharp_presentation::Tabled;
use cardsharp_presentation::analysis::Analyst;
use cardsharp_research::unlisted;
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::Memory;
use serde_json::{Value, json};

use crate::Usage;
use crate::args::BenchValues;
use crate::progress::Progress;

pub(crate) fn run(args: &BenchValues) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    let report = with_game!(AnyGame, &game, game => measure(game, args))?;
    Ok(if args.output.json { as_json(&report, args) } else { as_text(&report, args) })
}

fn measure<G: Tabled>(game: &G, args: &BenchValues) -> Result<CalibrationReport, Usage> {
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
            writeln!(text, "{name:<18}{rows:>6}{shown:>9.1}{played:>9.1}{bias:>15}").expect("writing to a string");
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
    let bins: Vec<Value> = report
        .bins
        .iter()
        .enumerate()
        .map(|(number, bin)| json!({ "percent": bin_name(report, number), "values": compared(bin) }))
        .collect();
    let report = json!({
        "game": args.chosen.game.name(), "asked": args.asked.to_string(), "player": args.player.to_string(),
        "positions": args.positions, "games": args.games, "seed": args.run.seed, "shown_error": report.error,
        "first": compared(&report.first), "another": compared(&report.another), "cost": compared(&report.cost),
        "bins": bins,
    });
    format!("{report:#}\n")
}

//! `cardsharp bench beliefs`: how much the others' choices reveal about their cards.

use cardsharp_research::{BeliefReport, BeliefTrial, Bin, style_named};
use cardsharp_rules::{Seed, with_game};
use cardsharp_search::Searchable;
use cardsharp_stats::Mean;
use serde_json::json;

use crate::shared::{Chosen, KEPT, MOST, Output, Progress, Run, Usage, count, json_list, number_of};

/// Measure how well the others' choices tell where their cards are
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  cardsharp bench beliefs indigo\n  cardsharp bench beliefs intensity --others sparring-coin,sparring-hunter\n  cardsharp bench beliefs lucky-thirteen --games 50 --worlds 200 --threads 2 --json"
)]
pub(crate) struct Beliefs {
    #[command(flatten)]
    chosen: Chosen,
    /// The number of games against each player
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = count(2, MOST, KEPT))]
    games: u64,
    /// The players at every other seat, without settings [default: each house player by rule]
    #[arg(long, value_name = "STYLE,…", value_delimiter = ',')]
    others: Vec<String>,
    /// The number of worlds of a belief
    #[arg(long, value_name = "W", default_value_t = 300, value_parser = number_of("worlds", 1..=1_000_000_usize))]
    worlds: usize,
    #[command(flatten)]
    run: Run,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Beliefs) -> anyhow::Result<String> {
    let game = args.chosen.game()?;
    with_game!(AnyGame, &game, game => measure(game, args))
}

fn measure<G: Searchable>(game: &G, args: &Beliefs) -> anyhow::Result<String> {
    let styles = if args.others.is_empty() {
        game.styles()
    } else {
        let named = |name: &String| {
            style_named(game, name)
                .ok_or_else(|| Usage(format!("--others {name}: expected a player that follows a style")))
        };
        args.others.iter().map(named).collect::<Result<Vec<_>, Usage>>()?
    };
    let progress = Progress::new("games", args.games * styles.len() as u64);
    let mut reports = Vec::new();
    for (number, others) in styles.iter().enumerate() {
        let before = number as u64 * args.games;
        let trial = BeliefTrial {
            game,
            others: others.as_ref(),
            worlds: args.worlds,
            seed: Seed(args.run.seed),
            games: args.games,
            threads: args.run.threads.count,
        };
        reports.push((others.name(), trial.run(&|done| progress.show(before + done))));
    }
    progress.end();
    Ok(if args.output.json { as_json::<G>(&reports, args) } else { as_text::<G>(&reports, args) })
}

fn as_text<G: Searchable>(reports: &[(&str, BeliefReport)], args: &Beliefs) -> String {
    let mut text = format!(
        "{}: {} games against each, {} worlds, seed {}\n\nSurprise in nats a card; the gain is believed against uniform, ± standard error.\n\n",
        G::TITLE,
        args.games,
        args.worlds,
        args.run.seed
    );
    let width = reports.iter().map(|(name, _)| name.len() + 2).max().unwrap_or(0).max(10);
    let heads = ["others", "uniform", "believed", "gain", "worlds: mean", "low 10 %"];
    let [others, uniform, believed, gain, mean, low] = heads;
    append_line!(text, "{others:<width$}{uniform:>9}{believed:>10}{gain:>20}{mean:>14}{low:>10}");
    for (name, report) in reports {
        let gain = format!("{:+.4} ± {:.4}", report.gain.mean, report.gain.error);
        let (uniform, believed) = (report.uniform.mean, report.believed.mean);
        let (mean, low) = (report.effective_size, report.effective_low);
        append_line!(text, "{name:<width$}{uniform:>9.4}{believed:>10.4}{gain:>20}{mean:>14.1}{low:>10.1}");
    }
    text.push_str("\nCalibration: predicted → observed, in percent\n\n");
    for (name, report) in reports {
        let bins: Vec<String> = report.calibration.iter().map(bin_in_words).collect();
        append_line!(text, "{name:<width$}{}\n{:<width$}{}", bins[..5].join("  "), "", bins[5..].join("  "));
    }
    text
}

fn bin_in_words(bin: &Bin) -> String {
    if bin.count == 0.0 {
        return format!("{:^12}", "–");
    }
    format!("{:>4.1} → {:>4.1} ", 100.0 * bin.predicted / bin.count, 100.0 * bin.observed / bin.count)
}

fn as_json<G: Searchable>(reports: &[(&str, BeliefReport)], args: &Beliefs) -> String {
    let mean = |mean: &Mean| json!({ "mean": mean.mean, "standard_error": mean.error });
    let bin = |bin: &Bin| {
        let part = |sum: f64| (bin.count > 0.0).then(|| sum / bin.count);
        json!({ "count": bin.count, "predicted": part(bin.predicted), "observed": part(bin.observed) })
    };
    let results = json_list(reports, |(name, report)| {
        json!({
            "others": name, "decisions": report.decisions, "uniform": mean(&report.uniform),
            "believed": mean(&report.believed), "gain": mean(&report.gain),
            "effective_size": { "mean": report.effective_size, "low_tenth": report.effective_low },
            "calibration": json_list(&report.calibration, bin),
        })
    });
    let report = json!({
        "game": G::NAME, "games": args.games, "worlds": args.worlds, "seed": args.run.seed, "results": results,
    });
    format!("{report:#}\n")
}

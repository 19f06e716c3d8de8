//! Checking the puzzles of a file with other random numbers.

use std::path::Path;

use cardsharp_coach::puzzle::{Effort, PuzzleFile, Question, Rechecked, recheck};
use cardsharp_presentation::Present;
use cardsharp_rules::Seed;
use cardsharp_search::threads::map_in_order;
use serde_json::json;

use super::{Puzzles, read};
use crate::shared::{Progress, Unfit, json_list};

/// The random stream of checks; making puzzles uses another.
const CHECKS: u64 = 9;

pub(super) fn check<G: Present>(game: &G, args: &Puzzles, path: &Path) -> anyhow::Result<String> {
    let PuzzleFile { puzzles, head, .. } = read::<G>(path)?;
    let progress = Progress::new("puzzles", puzzles.len() as u64);
    let seed = Seed(args.run.seed).stream(CHECKS);
    let effort = Effort::of(head.nodes);
    let look = |number: u64| recheck(game, &puzzles[number as usize], &effort, seed);
    let show = |done| progress.show(done);
    let found: Vec<Rechecked> = map_in_order(puzzles.len() as u64, args.run.threads.count, &show, look);
    progress.end();
    let failed: Vec<usize> = (0..found.len()).filter(|&number| !found[number].holds).map(|number| number + 1).collect();
    let believed: Vec<f64> = puzzles
        .iter()
        .filter_map(|puzzle| if let Question::Hold(cells) = &puzzle.question { Some(cells[0].chance) } else { None })
        .collect();
    let was_so = found.iter().filter(|rechecked| rechecked.was_so == Some(true)).count();
    let text = if args.output.json {
        let rows = json_list(found.iter().enumerate(), |(number, rechecked)| {
            let (lead, error) = rechecked.lead;
            json!({ "number": number + 1, "holds": rechecked.holds, "lead": lead, "standard_error": error, "was_so": rechecked.was_so })
        });
        format!(
            "{:#}\n",
            json!({ "game": G::NAME, "puzzles": rows, "failed": failed, "cards": believed.len(),
                    "believed": mean(&believed), "was_so": was_so })
        )
    } else {
        let mut text = format!("{}: {} puzzles, {} of them about cards\n", G::TITLE, puzzles.len(), believed.len());
        if let Some(mean) = mean(&believed) {
            let often = 100.0 * was_so as f64 / believed.len() as f64;
            let error = 100.0 * (mean * (1.0 - mean) / believed.len() as f64).sqrt();
            let believed = 100.0 * mean;
            append_line!(
                text,
                "the likeliest card was believed to be there at {believed:.0} %, and was in {often:.0} ± {error:.0} %"
            );
        }
        for &number in &failed {
            let (lead, error) = found[number - 1].lead;
            let (lead, error) = (100.0 * lead, 100.0 * error);
            append_line!(text, "{number}: the answer leads by {lead:.1} ± {error:.1} points of a hundred only");
        }
        let words = if failed.is_empty() { "all answers hold" } else { "some answers do not hold" };
        append_line!(text, "{words}");
        text
    };
    if failed.is_empty() { Ok(text) } else { Err(Unfit(text).into()) }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

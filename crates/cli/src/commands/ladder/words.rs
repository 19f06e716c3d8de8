//! The report as text.

use cardsharp_coach::Kind;
use cardsharp_matches::Ranked;
use cardsharp_matches::ladder::{Rated, Rung};
use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::wrap;
use cardsharp_stats::Mean;
use serde_json::{Value, json};

use super::{Found, Ladder, rated};
use crate::shared::indented;

/// The largest number of better choices shown.
const BETTER: usize = 3;
/// The largest number of versions shown.
const VERSIONS: usize = 10;

pub(super) fn rating_in_words(rating: &Rated) -> String {
    format!("{:.0} ± {:.0}", rating.points, 1.96 * rating.error)
}

/// Returns the pupil's rungs, rating and number of deals.
pub(super) fn verdict<G: Present + Ranked>(found: &Found<'_, G>) -> String {
    let (low, high) = found.climb.rungs();
    let (low, high, deals) = (&G::LADDER.rungs[low], &G::LADDER.rungs[high], found.climb.deals());
    let stands = if low == high {
        format!("{} stands on the rung {} ({})", found.called, low.name, low.spec)
    } else {
        format!("It is not sure yet where {} stands: from {} to {}", found.called, low.name, high.name)
    };
    let rating =
        found.climb.rating().map_or_else(String::new, |rating| format!(", rating {}", rating_in_words(&rating)));
    format!("{stands}{rating}, after {deals} deals ({} games).", deals * G::SEATS as u64)
}

/// Returns the choices that the next rung makes better, the costliest first.
pub(super) fn better<G: Present + Ranked>(found: &Found<'_, G>) -> Option<(&'static Rung, Vec<String>)> {
    let account = found.next.as_ref()?;
    let next = G::LADDER.rungs.get(found.climb.rungs().1 + 1)?;
    let words = |kind: &Kind| {
        let instead = kind.instead_in_words().unwrap_or_else(|| "does the same with others".to_owned());
        let (Mean { mean, error, .. }, title, name) = (kind.price, kind.title(), next.name);
        format!("{mean:.3} ± {error:.3} points a game: {title}; {name} rather {instead}")
    };
    let dear = account.kinds.iter().filter(|kind| kind.price.mean > kind.price.error);
    Some((next, dear.take(BETTER).map(words).collect()))
}

pub(super) fn text<G: Present + Ranked>(found: &Found<'_, G>) -> String {
    let mut text = format!("{}, seed {}\n\n", G::TITLE, found.args.run.seed);
    let (low, high) = found.climb.rungs();
    let ratings = G::LADDER.ratings(G::SEATS);
    let width = G::LADDER.rungs.iter().map(|rung| rung.spec.len()).max().unwrap_or(0);
    for (number, (rung, rating)) in G::LADDER.rungs.iter().zip(&ratings).enumerate().rev() {
        let mark = if (low..=high).contains(&number) { "▶" } else { " " };
        append_line!(text, "{mark} {:<9} {rating:>5.0}  {:<width$}  {}", rung.name, rung.spec, rung.habit);
    }
    append!(text, "\n{}\n", wrap(&verdict(found), 0));
    if let Some((next, better)) = better(found) {
        let none = if better.is_empty() { " nothing that could be told from chance" } else { "" };
        append!(text, "\nWhat the next rung, {} ({}), does better:{none}\n", next.name, next.spec);
        for line in better {
            append_line!(text, "{}", wrap(&format!("{}{line}", indented(2)), 4));
        }
    }
    if found.before.len() > 1 {
        text.push_str("\nIts versions so far\n");
        for version in &found.before[found.before.len().saturating_sub(VERSIONS)..] {
            let rating = rated(version).map_or_else(|| "no rating".to_owned(), |rating| rating_in_words(&rating));
            append_line!(text, "  {}  {rating}", version.hash);
        }
    }
    text
}

/// The player, the table, the measured lead and the ladder's stored lead.
type Measured = (&'static str, &'static str, Mean, f64);

pub(super) fn leads_text<G: Ranked>(rows: &[Measured], args: &Ladder) -> String {
    let mut text = format!("{}, {} deals in every seat, seed {}\n\n", G::TITLE, args.deals, args.run.seed);
    let width = rows.iter().map(|(player, ..)| player.len()).max().unwrap_or(0);
    append_line!(text, "{:<width$}  {:<8}  {:>16}  on the ladder  deviation", "player", "table of", "leads by");
    for (player, table, lead, kept) in rows {
        let led = format!("{:+.3} ± {:.3}", lead.mean, lead.error);
        append_line!(text, "{player:<width$}  {table:<8}  {led:>16}  {kept:>+13.3}  {:>9.2}", deviation(lead));
    }
    text
}

fn deviation(lead: &Mean) -> f64 {
    lead.error * (lead.deals as f64).sqrt()
}

pub(super) fn leads_json<G: Ranked>(rows: &[Measured], args: &Ladder) -> String {
    let rows: Vec<Value> = rows
        .iter()
        .map(|(player, table, lead, kept)| {
            json!({
                "player": player, "table": table, "lead": lead.mean, "standard_error": lead.error, "on_the_ladder": kept,
                "deviation": deviation(lead),
            })
        })
        .collect();
    format!("{:#}\n", json!({ "game": G::NAME, "deals": args.deals, "seed": args.run.seed, "players": rows }))
}

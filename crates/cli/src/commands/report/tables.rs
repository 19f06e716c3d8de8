//! The report as text, JSON and CSV.

use cardsharp_tournament::{Digest, Disqualified, Entry, fault_rule_of};
use serde_json::{Value, json};

use super::instructive::Instructive;
use crate::shared::disqualified::in_words;
use crate::shared::json_list;

/// Returns a margin as text; `?` for a single deal.
pub(super) fn margin(margin: f64, digits: usize) -> String {
    if margin.is_finite() { format!("{margin:.digits$}") } else { "?".to_owned() }
}

pub(super) fn title(digest: &Digest) -> String {
    let row = &digest.stored.tournament;
    let (kept, games) = (digest.stored.kept, row.games);
    let games = if kept < games { format!("{kept} of {games} games") } else { format!("{games} games") };
    let entrants = digest.ranked.len();
    let seed = digest.stored.told_seed().map_or_else(String::new, |seed| format!(", seed {seed}"));
    format!("{}, {}, {entrants} entrants, {} rounds, {games}{seed}", row.game, row.format, row.rounds)
}

pub(super) fn text(digest: &Digest, instructive: &[Instructive]) -> String {
    let names = digest.ranked.iter().map(|ranked| digest.name(ranked.entrant).chars().count());
    let width = names.max().unwrap_or(0).max(7);
    let mut text = format!("Tournament {}: {}\n\n", digest.stored.id, title(digest));
    let head = format!("{:>5}  {:<width$}  {:>8}  {:>15}  {:>22}", "place", "entrant", "points", "a game", "rating");
    append_line!(text, "{head}  faults");
    for ranked in &digest.ranked {
        let entry = &digest.entrants[ranked.entrant];
        let mean = format!("{:.3} ± {}", entry.points.mean, margin(entry.points.margin(), 3));
        let (place, name, points) = (ranked.place, digest.name(ranked.entrant), ranked.score.points());
        let (rating, faults) = (rating_in_words(entry), entry.faults_in_words());
        append_line!(text, "{place:>5}  {name:<width$}  {points:>8.1}  {mean:>15}  {rating:>22}  {faults}");
    }
    if let Some(rule) = fault_rule_of(&digest.stored.tournament) {
        append_line!(text, "\n{rule}");
    }
    text += &in_words(&Disqualified::of(&digest.stored));
    if !digest.upsets.is_empty() {
        text.push_str("\nGames that went most against the ratings\n");
    }
    for upset in &digest.upsets {
        let (weaker, stronger) = (digest.name(upset.weaker), digest.name(upset.stronger));
        append_line!(
            text,
            "  game {:>4}, round {:>3}: {weaker} before {stronger}, {:.0} points stronger",
            upset.game,
            upset.round + 1,
            upset.gap
        );
    }
    if !instructive.is_empty() {
        append_line!(text, "\nLargest swings of {} games looked at", digest.candidates.len());
    }
    for game in instructive {
        append_line!(text, "{}", game.in_words());
    }
    text
}

pub(super) fn rating_in_words(entry: &Entry) -> String {
    entry.rating.map_or_else(
        || "–".to_owned(),
        |rating| format!("{:+.0} ({:+.0} to {:+.0})", rating.points, rating.low, rating.high),
    )
}

pub(super) fn json(digest: &Digest, instructive: &[Instructive]) -> String {
    let standing = |ranked: &cardsharp_tournament::Ranked| {
        let (entry, row) = (&digest.entrants[ranked.entrant], &digest.stored.entrants[ranked.entrant]);
        let against = json_list(
            &entry.against,
            |(&other, &(games, halves))| json!({ "name": digest.name(other), "games": games, "ahead": halves as f64 / 2.0 }),
        );
        json!({
            "place": ranked.place, "name": row.name, "source": row.source, "hash": row.hash,
            "points": ranked.score.points(), "games": ranked.score.games,
            "mean": { "points": entry.points.mean, "interval": entry.points.interval() },
            "rating": entry.rating.map(|rating| json!({ "points": rating.points, "interval": [rating.low, rating.high] })),
            "places": ranked.score.places[..digest.seats], "returns": ranked.score.returns,
            "faults": entry.faults, "course": entry.course, "against": against,
            "decision_ms": milliseconds(entry),
        })
    };
    let upsets = json_list(&digest.upsets, |upset| {
        let (weaker, stronger) = (digest.name(upset.weaker), digest.name(upset.stronger));
        json!({ "game": upset.game, "round": upset.round + 1, "winner": weaker, "loser": stronger, "gap": upset.gap })
    });
    let row = &digest.stored.tournament;
    let report = json!({
        "tournament": digest.stored.id, "begun": digest.stored.begun, "game": row.game, "format": row.format,
        "rounds": row.rounds, "deals": row.deals, "seed": digest.stored.told_seed(), "games": row.games, "kept": digest.stored.kept,
        "fault_rule": fault_rule_of(row), "standings": json_list(&digest.ranked, standing),
        "disqualified": json_list(&Disqualified::of(&digest.stored), Disqualified::as_json), "upsets": upsets,
        "looked_at": digest.candidates, "swings": json_list(instructive, Instructive::as_json),
    });
    format!("{report:#}\n")
}

fn milliseconds(entry: &Entry) -> Value {
    let [mean, p99, max] = [entry.times.mean, entry.times.p99, entry.times.max].map(|time| time.as_secs_f64() * 1e3);
    json!({ "mean": mean, "p99": p99, "max": max })
}

pub(super) fn csv(digest: &Digest) -> String {
    let mut text = "place,name,source,points,games,mean,low,high,rating,rating_low,rating_high,faults\n".to_owned();
    for ranked in &digest.ranked {
        let (entry, row) = (&digest.entrants[ranked.entrant], &digest.stored.entrants[ranked.entrant]);
        let finite = |number: f64| if number.is_finite() { format!("{number:.4}") } else { String::new() };
        let (low, high) = entry.points.interval();
        let ratings = entry.rating.map_or([f64::NAN; 3], |rating| [rating.points, rating.low, rating.high]);
        let mut cells = vec![ranked.place.to_string(), quoted(&row.name), quoted(&row.source)];
        cells.push(format!("{:.1}", ranked.score.points()));
        cells.push(ranked.score.games.to_string());
        cells.extend([entry.points.mean, low, high].map(finite));
        cells.extend(ratings.map(finite));
        cells.push(ranked.score.faults.to_string());
        append_line!(text, "{}", cells.join(","));
    }
    text
}

/// Quotes a cell; one that a spreadsheet would take for a formula becomes text.
fn quoted(cell: &str) -> String {
    let guard = if cell.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    let cell = format!("{guard}{cell}");
    if cell.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_never_two_cells_nor_a_formula() {
        assert_eq!(quoted("champion:nodes=5,worlds=2"), "\"champion:nodes=5,worlds=2\"");
        assert_eq!(quoted("say \"hi\", you"), "\"say \"\"hi\"\", you\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
        assert_eq!(quoted("Lulu"), "Lulu");
    }
}

//! The report as one HTML page: the rungs, what the next one does better, and the ratings of all versions.

use cardsharp_charts::chart::{self, Curves};
use cardsharp_charts::html::{document, escaped, table};
use cardsharp_matches::Ranked;
use cardsharp_presentation::Present;

use super::words::{better, rating_in_words, verdict};
use super::{Found, rated};
use crate::shared::{STYLE, Version};

pub(super) fn page<G: Present + Ranked>(found: &Found<'_, G>) -> String {
    let mut body = format!(
        "<h1>{} on the ladder</h1>\n<p>{}</p>\n{}",
        escaped(&found.called),
        escaped(&verdict(found)),
        rungs(found)
    );
    if let Some((next, lines)) = better(found) {
        let lines: Vec<String> = lines.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
        let lines = if lines.is_empty() {
            "<li>nothing that could be told from chance</li>\n".to_owned()
        } else {
            lines.concat()
        };
        let next = escaped(next.name);
        append!(body, "<h2>What the next rung, {next}, does better</h2>\n<ul>\n{lines}</ul>\n");
    }
    body += &curve(found);
    document(&format!("{}: {} on the ladder", G::TITLE, found.called), &format!("{}{STYLE}", chart::STYLE), &body)
}

fn rungs<G: Present + Ranked>(found: &Found<'_, G>) -> String {
    let (low, high) = found.climb.rungs();
    let ratings = G::LADDER.ratings(G::SEATS);
    let most = ratings.iter().copied().fold(1.0, f64::max);
    let rows = G::LADDER.rungs.iter().zip(&ratings).enumerate().rev().map(|(number, (rung, &rating))| {
        let stands = if (low..=high).contains(&number) { "▶" } else { "" };
        vec![
            stands.to_owned(),
            escaped(rung.name),
            format!("{rating:.0}"),
            chart::bar(rating, (rating, rating), most),
            format!("<code>{}</code>", escaped(rung.spec)),
            escaped(rung.habit),
        ]
    });
    let heads = ["", "rung", "rating", "", "player", "how it plays"].map(str::to_owned);
    table(&heads, &rows.collect::<Vec<_>>())
        + "<p class=\"note\">Elo’s scale: 400 points are odds of ten to one to be ahead of another; the lowest rung is 0. \
           Intervals are of 95 %.</p>\n"
}

/// Draws the ratings of all versions, with the rungs as horizontal lines.
fn curve<G: Present + Ranked>(found: &Found<'_, G>) -> String {
    let versions: Vec<(&Version, _)> =
        found.before.iter().filter_map(|version| Some((version, rated(version)?))).collect();
    if versions.is_empty() {
        return String::new();
    }
    let ratings = G::LADDER.ratings(G::SEATS);
    let points = || versions.iter().map(|(_, rated)| rated.points);
    let lowest = points().fold(0.0, f64::min);
    let most = points().chain(ratings.iter().copied()).fold(1.0, f64::max) - lowest;
    let steps = versions.len().saturating_sub(1).max(1);
    let curves = Curves { label: "Ratings over the versions", height: 205.0, steps, most, marked: None };
    // A single version is a horizontal line too.
    let own: Vec<f64> = points().map(|points| points - lowest).collect();
    let own = if let [only] = own[..] { vec![only; 2] } else { own };
    let level = |rating: f64| vec![rating - lowest; steps + 1];
    let rungs = G::LADDER.rungs.iter().zip(&ratings).rev().map(|(rung, &rating)| (rung.name, level(rating)));
    let drawn = curves.draw(std::iter::once((found.called.as_str(), own)).chain(rungs));
    let rows = versions.iter().enumerate().map(|(number, (version, rated))| {
        vec![(number + 1).to_string(), format!("<code>{}</code>", escaped(&version.hash)), rating_in_words(rated)]
    });
    let heads = ["version", "content", "rating"].map(str::to_owned);
    format!("<h2>Its versions</h2>\n{drawn}{}", table(&heads, &rows.collect::<Vec<_>>()))
}

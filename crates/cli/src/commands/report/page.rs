//! The report as one page that needs nothing but itself: no script, no network.

use std::fmt::Write;

use super::instructive::{self, Instructive};
use super::tables::{margin, rating_in_words, title};
use crate::commands::tournament::disqualified::{Disqualified, disqualified};
use cardsharp_tournament::{Digest, Entry};

const STYLE: &str = include_str!("page.css");
/// A cross table of more columns than this is no longer looked at.
const MOST_COLUMNS: usize = 24;
/// Lines in a chart that can still be told apart.
const MOST_LINES: usize = 8;
pub(super) const COLOURS: [&str; MOST_LINES] =
    ["#1f5fa8", "#b5471b", "#2e7d4f", "#7a3f98", "#a88412", "#0f8a8a", "#b03060", "#5a5a5a"];

/// A text that may stand anywhere in a page, in attributes too.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// The whole page.
pub(super) fn page(digest: &Digest, instructive: &[Instructive], db: &str) -> String {
    let title = escaped(&title(digest));
    let parts = [
        ("Standings", standings(digest)),
        ("Disqualified", disqualified_programs(digest)),
        ("Ratings", ratings(digest)),
        ("Points over the rounds", course(digest)),
        ("Places", places(digest)),
        ("Who was ahead of whom", cross_table(digest)),
        ("Faults and decision times", conduct(digest)),
        ("Games that went most against the ratings", upsets(digest, db)),
        ("Games with the largest swings", instructive::section(instructive, digest.candidates.len(), db)),
    ];
    let mut body = String::new();
    for (heading, part) in parts.iter().filter(|(_, part)| !part.is_empty()) {
        write!(body, "<section><h2>{heading}</h2>\n{part}</section>\n").expect("writing to a string");
    }
    let (id, begun) = (digest.stored.id, escaped(&digest.stored.begun));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>Tournament {id}: {title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n\
         <h1>Tournament {id}</h1>\n<p>{title}. Begun {begun}.</p>\n{body}</body></html>\n"
    )
}

/// A table that can be moved sideways where it does not fit.
pub(super) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let row = |kind: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<{kind}>{cell}</{kind}>")).collect();
        format!("<tr>{}</tr>", cells.concat())
    };
    let head: Vec<String> = head.iter().map(|&cell| escaped(cell)).collect();
    let body: Vec<String> = rows.iter().map(|cells| row("td", cells)).collect();
    let (head, body) = (row("th", &head), body.join("\n"));
    format!("<div class=\"wide\"><table><thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table></div>\n")
}

/// A bar from zero with its interval as a whisker, in percent of the width.
fn bar(value: f64, low: f64, high: f64, most: f64) -> String {
    let percent = |value: f64| (value / most.max(1e-9) * 100.0).clamp(0.0, 100.0);
    let (low, high) =
        (percent(if low.is_finite() { low } else { value }), percent(if high.is_finite() { high } else { value }));
    format!(
        "<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{value:.3}\">\
         <rect x=\"0\" y=\"1\" width=\"{:.2}\" height=\"8\" fill=\"#9db8d9\"/>\
         <rect x=\"{low:.2}\" y=\"4\" width=\"{:.2}\" height=\"2\" fill=\"#16324f\"/></svg>",
        percent(value),
        (high - low).max(0.4)
    )
}

fn standings(digest: &Digest) -> String {
    let most = digest.seats.saturating_sub(1) as f64;
    let row = |ranked: &cardsharp_tournament::Ranked| {
        let points = digest.entrants[ranked.entrant].points;
        let (low, high) = points.interval();
        vec![
            ranked.place.to_string(),
            escaped(digest.name(ranked.entrant)),
            format!("{:.1}", ranked.score.points()),
            ranked.score.games.to_string(),
            format!("{:.3} ± {}", points.mean, margin(points.margin(), 3)),
            bar(points.mean, low, high, most),
        ]
    };
    let rows: Vec<Vec<String>> = digest.ranked.iter().map(row).collect();
    table(&["place", "entrant", "points", "games", "points a game", ""], &rows)
        + "<p class=\"note\">Intervals are of 95 %, over deals.</p>\n"
}

fn disqualified_programs(digest: &Digest) -> String {
    let disqualified = disqualified(&digest.stored);
    if disqualified.is_empty() {
        return String::new();
    }
    let reason = |one: &Disqualified| one.reason().lines().map(escaped).collect::<Vec<_>>().join("\n");
    let row = |one: &Disqualified| vec![escaped(&one.source()), format!("<pre>{}</pre>", reason(one))];
    table(&["file", "what its compiler or the system says"], &disqualified.iter().map(row).collect::<Vec<_>>())
}

fn ratings(digest: &Digest) -> String {
    let known =
        || digest.ranked.iter().filter_map(|ranked| Some((ranked.entrant, digest.entrants[ranked.entrant].rating?)));
    let lowest = known().map(|(_, rating)| rating.low).fold(f64::INFINITY, f64::min);
    let highest = known().map(|(_, rating)| rating.high).fold(f64::NEG_INFINITY, f64::max);
    let mut sorted: Vec<_> = known().collect();
    sorted.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
    let row = |(entrant, rating): &(usize, cardsharp_referee::ratings::Rating)| {
        let [value, low, high] = [rating.points, rating.low, rating.high].map(|points| points - lowest);
        vec![
            escaped(digest.name(*entrant)),
            escaped(&rating_in_words(&digest.entrants[*entrant])),
            bar(value, low, high, highest - lowest),
        ]
    };
    let rows: Vec<Vec<String>> = sorted.iter().map(row).collect();
    table(&["entrant", "rating", ""], &rows)
        + "<p class=\"note\">Strength by maximum likelihood on Elo’s scale: 400 points are odds of ten to one, the mean of all is 0. \
           Intervals of 95 % from drawing the deals again.</p>\n"
}

fn course(digest: &Digest) -> String {
    let rounds = digest.entrants.iter().map(|entry| entry.course.len()).max().unwrap_or(0);
    if rounds < 2 {
        return String::new();
    }
    let shown = || digest.ranked.iter().take(MOST_LINES).zip(COLOURS);
    let most =
        shown().filter_map(|(ranked, _)| digest.entrants[ranked.entrant].course.last().copied()).fold(1.0, f64::max);
    let (mut lines, mut legend) = (String::new(), String::new());
    for (ranked, colour) in shown() {
        let place = |(round, points): (usize, &f64)| {
            format!("{:.1},{:.1}", (round + 1) as f64 / rounds as f64 * 600.0, 200.0 - points / most * 195.0)
        };
        let points: Vec<String> = digest.entrants[ranked.entrant].course.iter().enumerate().map(place).collect();
        write!(
            lines,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"0,200 {}\"/>",
            points.join(" ")
        )
        .expect("writing to a string");
        write!(legend, "<span><i style=\"background:{colour}\"></i>{}</span> ", escaped(digest.name(ranked.entrant)))
            .expect("writing to a string");
    }
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 600 205\" role=\"img\" aria-label=\"Points over the rounds\">\
         <path d=\"M0 0V200H600\" fill=\"none\" stroke=\"#888\"/>{lines}</svg>\n\
         <p class=\"legend\">{legend}</p>\n<p class=\"note\">{rounds} rounds from left to right, {most:.1} points at the top.</p>\n"
    )
}

fn places(digest: &Digest) -> String {
    const SHADES: [&str; 4] = ["#1f5fa8", "#6f9fd0", "#c3d4e6", "#e9e4dc"];
    let row = |ranked: &cardsharp_tournament::Ranked| {
        let (mut x, mut parts) = (0.0, String::new());
        for (count, shade) in ranked.score.places[..digest.seats].iter().zip(SHADES) {
            let width = *count as f64 / ranked.score.games.max(1) as f64 * 100.0;
            write!(parts, "<rect x=\"{x:.2}\" y=\"1\" width=\"{width:.2}\" height=\"8\" fill=\"{shade}\"/>")
                .expect("writing to a string");
            x += width;
        }
        let mut cells = vec![escaped(digest.name(ranked.entrant))];
        cells.extend(ranked.score.places[..digest.seats].iter().map(ToString::to_string));
        cells.push(format!("<svg class=\"bar\" viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"places\">{parts}</svg>"));
        cells
    };
    let rows: Vec<Vec<String>> = digest.ranked.iter().map(row).collect();
    let mut head = vec!["entrant"];
    head.extend(["1.", "2.", "3.", "4."].iter().take(digest.seats));
    head.push("");
    table(&head, &rows)
}

fn cross_table(digest: &Digest) -> String {
    let shown: Vec<_> = digest.ranked.iter().take(MOST_COLUMNS).collect();
    let mut head = vec!["entrant".to_owned()];
    head.extend((1..=shown.len()).map(|number| number.to_string()));
    let row = |(number, ranked): (usize, &&cardsharp_tournament::Ranked)| {
        let mut cells = vec![format!("{}. {}", number + 1, escaped(digest.name(ranked.entrant)))];
        for other in &shown {
            let met = digest.entrants[ranked.entrant].against.get(&other.entrant);
            let share = |&(games, halves): &(u64, u64)| {
                format!("{:.0} % <small>{games}</small>", halves as f64 / games as f64 * 50.0)
            };
            cells.push(met.map_or_else(|| "·".to_owned(), share));
        }
        cells
    };
    let rows: Vec<Vec<String>> = shown.iter().enumerate().map(row).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, &rows)
        + "<p class=\"note\">How often the row came in before the column, ties by half; small: games together.</p>\n"
}

fn conduct(digest: &Digest) -> String {
    let milliseconds = |time: std::time::Duration| format!("{:.2}", time.as_secs_f64() * 1e3);
    let row = |ranked: &cardsharp_tournament::Ranked| {
        let entry: &Entry = &digest.entrants[ranked.entrant];
        let mut cells = vec![escaped(digest.name(ranked.entrant)), escaped(&entry.faults_in_words())];
        cells.extend([entry.times.mean, entry.times.p99, entry.times.max].map(milliseconds));
        cells
    };
    let rows: Vec<Vec<String>> = digest.ranked.iter().map(row).collect();
    table(&["entrant", "faults", "mean, ms", "99 %, ms", "longest, ms"], &rows)
}

fn upsets(digest: &Digest, db: &str) -> String {
    let row = |upset: &cardsharp_tournament::Upset| {
        vec![
            (upset.round + 1).to_string(),
            escaped(digest.name(upset.weaker)),
            escaped(digest.name(upset.stronger)),
            format!("{:.0}", upset.gap),
            format!("<code>cardsharp replay --db {} --game {}</code>", escaped(&crate::output::typed(db)), upset.game),
        ]
    };
    let rows: Vec<Vec<String>> = digest.upsets.iter().map(row).collect();
    if rows.is_empty() {
        String::new()
    } else {
        table(&["round", "came in before", "", "rating points apart", "see it again"], &rows)
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_name_is_never_markup() {
        let name = "<script>alert('1')</script> & \"co\"\n";
        assert_eq!(escaped(name), "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;co&quot; ");
    }
}

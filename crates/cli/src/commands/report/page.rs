//! The report as one HTML page without scripts or other files.

use cardsharp_charts::chart;
use cardsharp_charts::html::{self, document, escaped};
use cardsharp_tournament::{Digest, Disqualified, Entry, Ranked, fault_rule_of};

use super::instructive::{self, Instructive};
use super::tables::{margin, rating_in_words, title};
use crate::shared::disqualified;

const STYLE: &str = include_str!("../../shared/report.css");
/// The largest cross table.
const MOST_COLUMNS: usize = 24;

pub(super) fn page(digest: &Digest, instructive: &[Instructive], db: &str) -> String {
    let title = title(digest);
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
        append!(body, "<section><h2>{heading}</h2>\n{part}</section>\n");
    }
    let (id, begun) = (digest.stored.id, escaped(&digest.stored.begun));
    let body = format!("<h1>Tournament {id}</h1>\n<p>{}. Begun {begun}.</p>\n{body}", escaped(&title));
    document(&format!("Tournament {id}: {title}"), &format!("{}{STYLE}", chart::STYLE), &body)
}

pub(super) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    html::table(&heads.iter().map(|head| escaped(head)).collect::<Vec<_>>(), rows)
}

fn standings(digest: &Digest) -> String {
    let most = digest.seats.saturating_sub(1) as f64;
    let row = |ranked: &Ranked| {
        let points = digest.entrants[ranked.entrant].points;
        vec![
            ranked.place.to_string(),
            escaped(digest.name(ranked.entrant)),
            format!("{:.1}", ranked.score.points()),
            ranked.score.games.to_string(),
            format!("{:.3} ± {}", points.mean, margin(points.margin(), 3)),
            chart::bar(points.mean, points.interval(), most),
        ]
    };
    let rows: Vec<Vec<String>> = digest.ranked.iter().map(row).collect();
    table(&["place", "entrant", "points", "games", "points a game", ""], &rows)
        + "<p class=\"note\">Intervals are of 95 %, over deals.</p>\n"
}

fn disqualified_programs(digest: &Digest) -> String {
    let disqualified = Disqualified::of(&digest.stored);
    if disqualified.is_empty() {
        return String::new();
    }
    let reason = |one: &Disqualified| disqualified::reason(one).lines().map(escaped).collect::<Vec<_>>().join("\n");
    let row = |one: &Disqualified| vec![escaped(&disqualified::source(one)), format!("<pre>{}</pre>", reason(one))];
    table(&["file", "what its compiler or the system says"], &disqualified.iter().map(row).collect::<Vec<_>>())
}

fn ratings(digest: &Digest) -> String {
    let known =
        || digest.ranked.iter().filter_map(|ranked| Some((ranked.entrant, digest.entrants[ranked.entrant].rating?)));
    let lowest = known().map(|(_, rating)| rating.low).fold(f64::INFINITY, f64::min);
    let highest = known().map(|(_, rating)| rating.high).fold(f64::NEG_INFINITY, f64::max);
    let mut sorted: Vec<_> = known().collect();
    sorted.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
    let row = |(entrant, rating): &(usize, cardsharp_stats::ratings::Rating)| {
        let [value, low, high] = [rating.points, rating.low, rating.high].map(|points| points - lowest);
        vec![
            escaped(digest.name(*entrant)),
            escaped(&rating_in_words(&digest.entrants[*entrant])),
            chart::bar(value, (low, high), highest - lowest),
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
    let shown = || digest.ranked.iter().take(chart::MOST_CURVES);
    let course = |entrant: usize| &digest.entrants[entrant].course;
    let most = shown().filter_map(|ranked| course(ranked.entrant).last().copied()).fold(1.0, f64::max);
    let curves = chart::Curves { label: "Points over the rounds", height: 205.0, steps: rounds, most, marked: None };
    let curve =
        |ranked: &Ranked| (digest.name(ranked.entrant), [0.0].iter().chain(course(ranked.entrant)).copied().collect());
    format!(
        "{}<p class=\"note\">{rounds} rounds from left to right, {most:.1} points at the top.</p>\n",
        curves.draw(shown().map(curve))
    )
}

fn places(digest: &Digest) -> String {
    let row = |ranked: &Ranked| {
        let places = &ranked.score.places[..digest.seats];
        let games = ranked.score.games.max(1) as f64;
        let mut cells = vec![escaped(digest.name(ranked.entrant))];
        cells.extend(places.iter().map(ToString::to_string));
        cells.push(chart::shares("places", places.iter().map(|&count| count as f64 / games)));
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
    let row = |(number, ranked): (usize, &&Ranked)| {
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
    let row = |ranked: &Ranked| {
        let entry: &Entry = &digest.entrants[ranked.entrant];
        let mut cells = vec![escaped(digest.name(ranked.entrant)), escaped(&entry.faults_in_words())];
        cells.extend([entry.times.mean, entry.times.p99, entry.times.max].map(milliseconds));
        cells
    };
    let rows: Vec<Vec<String>> = digest.ranked.iter().map(row).collect();
    let rule =
        fault_rule_of(&digest.stored.tournament).map(|rule| escaped(&format!("{rule} First causes are counted.")));
    let note = rule.map_or_else(String::new, |rule| format!("<p class=\"note\">{rule}</p>\n"));
    table(&["entrant", "faults", "mean, ms", "99 %, ms", "longest, ms"], &rows) + &note
}

fn upsets(digest: &Digest, db: &str) -> String {
    let row = |upset: &cardsharp_tournament::Upset| {
        vec![
            (upset.round + 1).to_string(),
            escaped(digest.name(upset.weaker)),
            escaped(digest.name(upset.stronger)),
            format!("{:.0}", upset.gap),
            format!(
                "<code>cardsharp replay --db {} --game {}</code>",
                escaped(&crate::shared::shell_word(db)),
                upset.game
            ),
        ]
    };
    let rows: Vec<Vec<String>> = digest.upsets.iter().map(row).collect();
    if rows.is_empty() {
        String::new()
    } else {
        table(&["round", "came in before", "", "rating points apart", "see it again"], &rows)
    }
}

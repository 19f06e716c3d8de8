//! Analyses as text tables of 80 columns.

use std::fmt::Write;

use cardsharp_rules::ObservationOf;
use cardsharp_search::{Holdings, Unit, by_number};

use super::words::cost;
use super::{CLOSELY, Judged, Present, Thought};

const WIDTH: usize = 80;

/// Wraps a text at 80 columns and indents every line but the first.
pub fn wrap(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    // Non-breaking spaces have done their work.
    lines.join("\n").replace('\u{a0}', " ")
}

/// Returns a position as its seat sees it.
pub fn position<G: Present>(view: &ObservationOf<G>) -> String {
    let rows: Vec<(String, String)> = G::open(view).into_iter().chain(G::own(view)).collect();
    let width = rows.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    rows.iter().fold(String::new(), |mut text, (label, words)| {
        // Labels must not be wrapped.
        let line = wrap(&format!("{}{label:<width$}  {words}", "  "), width + 4);
        writeln!(text, "{line}").expect("writing to a string");
        text
    })
}

/// Returns the actions that got playouts, one per line.
pub fn choice_table<G: Present>(thought: &Thought<G>) -> String {
    let shown: Vec<_> = thought.choices.iter().take(CLOSELY).collect();
    let names: Vec<String> = shown.iter().map(|choice| choice.action.to_string()).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let aside = if thought.judged == Judged::Weighed { "weight" } else { "cost" };
    let mut text = format!("{:>3}  {:<width$}{:>13}{aside:>7}", "", "action", "value");
    for figure in G::FIGURES {
        write!(text, "{:>10}", figure.name).expect("writing to a string");
    }
    text.push('\n');
    for (place, (choice, name)) in shown.iter().zip(&names).enumerate() {
        let value = choice.value.map_or_else(
            || "not tried".to_owned(),
            |(value, error)| format!("{:.1} ± {:.1}", 100.0 * value, 100.0 * error),
        );
        let aside = match choice.weight {
            Some(weight) => format!("{:.0} %", 100.0 * weight),
            None if place == 0 => String::new(),
            None => cost(shown[0], choice).map_or_else(String::new, |(cost, _)| format!("{:.1}", 100.0 * cost)),
        };
        write!(text, "{:>3}  {name:<width$}{value:>13}{aside:>7}", place + 1).expect("writing to a string");
        if let Some(outlook) = &choice.outlook {
            for (figure, &value) in G::FIGURES.iter().zip(&outlook.figures) {
                let cell = match figure.unit {
                    Unit::Chance => format!("{:.0} %", 100.0 * value),
                    Unit::Amount => format!("{value:.2}"),
                };
                write!(text, "{cell:>10}").expect("writing to a string");
            }
        }
        text.push('\n');
    }
    if thought.choices.len() > shown.len() {
        writeln!(text, "     and {} more", thought.choices.len() - shown.len()).expect("writing to a string");
    }
    text
}

/// Returns every unseen card with the probability of each place in percent, in as many columns as fit.
pub fn belief_table(holdings: &Holdings) -> String {
    let places: Vec<usize> = (0..holdings.places.len()).filter(|&place| holdings.places[place].size > 0).collect();
    let label = |kind: usize| match &holdings.kinds[kind] {
        kind if kind.count > 1 => format!("{}×{}", kind.name, kind.count),
        kind => kind.name.clone(),
    };
    let first = (0..holdings.kinds.len()).map(|kind| label(kind).chars().count()).max().unwrap_or(0).max(4);
    let name = |place: usize| holdings.places[place].name(by_number);
    let widths: Vec<usize> = places.iter().map(|&place| name(place).chars().count().max(4) + 1).collect();
    let block = first + widths.iter().sum::<usize>();
    let blocks = ((WIDTH - 2 + 3) / (block + 3)).clamp(1, holdings.kinds.len().max(1));
    let lines = holdings.kinds.len().div_ceil(blocks);
    let mut text = String::new();
    let head = places.iter().zip(&widths).fold(format!("{:<first$}", "card"), |mut head, (&place, width)| {
        write!(head, "{:>width$}", name(place)).expect("writing to a string");
        head
    });
    let heads = (0..blocks).filter(|block| block * lines < holdings.kinds.len()).map(|_| head.clone());
    writeln!(text, "  {}", heads.collect::<Vec<_>>().join("   ")).expect("writing to a string");
    for line in 0..lines {
        let cells = (0..blocks).map(|block| block * lines + line).filter(|&kind| kind < holdings.kinds.len());
        let cells = cells.map(|kind| {
            places.iter().zip(&widths).fold(format!("{:<first$}", label(kind)), |mut row, (&place, width)| {
                let chance = 100.0 * holdings.chance(kind, place);
                let cell = if chance < 0.5 { "·".to_owned() } else { format!("{chance:.0}") };
                write!(row, "{cell:>width$}").expect("writing to a string");
                row
            })
        });
        writeln!(text, "  {}", cells.collect::<Vec<_>>().join("   ")).expect("writing to a string");
    }
    text
}

//! Popups over the table: help, hints, beliefs, the log, the summary.

use cardsharp_presentation::analysis::{Thought, as_typed, salient, verdict};
use cardsharp_presentation::picture::name;
use cardsharp_presentation::{Message, Present};
use cardsharp_rules::Seat;
use cardsharp_search::Holdings;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::card::{Colours, width};

/// Draws lines in a box, from the line `scroll` on; returns the largest useful value of `scroll`.
pub(crate) fn draw(title: &str, lines: &[Line<'_>], scroll: u16, area: Rect, buf: &mut Buffer) -> u16 {
    let wide = lines.iter().map(Line::width).max().unwrap_or(0).max(usize::from(width(title)) + 4) as u16 + 4;
    let (wide, high) = (wide.min(area.width), (lines.len() as u16 + 2).min(area.height));
    let place =
        Rect { x: area.x + (area.width - wide) / 2, y: area.y + (area.height - high) / 2, width: wide, height: high };
    let most = (lines.len() as u16 + 2).saturating_sub(high);
    let scroll = scroll.min(most);
    let below = if most > scroll { " ↓ more " } else { "" };
    let block = Block::bordered().title(format!(" {title} ")).title_bottom(below);
    Clear.render(place, buf);
    let inside = block.inner(place);
    block.render(place, buf);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(2), ..inside };
    Paragraph::new(lines.to_vec()).scroll((scroll, 0)).render(inside, buf);
    most
}

/// Breaks a text at blanks into lines of at most `most` cells.
pub(crate) fn wrap(text: &str, most: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if usize::from(width(line)) + 1 + usize::from(width(word)) > most && !line.trim().is_empty() {
            lines.push(format!("{}{word}", " ".repeat(indent)));
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.into_iter().map(|line| line.replace('\u{a0}', " ")).collect()
}

const KEYS: &[(&str, &str)] = &[
    ("← → Home End", "move along your cards; ↑ ↓ go to another row"),
    ("Space", "choose the card under ▲, or put it back"),
    ("Enter", "play what is chosen"),
    ("Backspace u", "put the last chosen card back; Esc puts all back"),
    ("47, KH, G", "typing a card chooses it; letters as capitals"),
    ("mouse", "click chooses, double click plays"),
    ("h", "hint: what the champion would do, and why"),
    ("b", "beliefs: where the hidden cards may be"),
    ("l", "log: what has been played"),
    ("any key", "while others play: do not wait for them"),
    ("q", "leave; the game is saved. Ctrl-C leaves at once"),
];

/// Returns the keys, then the rules.
pub(crate) fn help(rules: &str, wide: usize) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled("Keys", bold)];
    for (key, words) in KEYS {
        lines.push(Line::from(vec![Span::styled(format!("  {key:<13}"), bold), Span::raw(*words)]));
    }
    lines.push(Line::default());
    let mut paragraph = String::new();
    let flush = |paragraph: &mut String, lines: &mut Vec<Line<'static>>| {
        if !paragraph.is_empty() {
            let indent = paragraph.len() - paragraph.trim_start_matches([' ', '-']).len();
            lines.extend(wrap(paragraph, wide, indent).into_iter().map(Line::raw));
            paragraph.clear();
        }
    };
    let mut is_drawn = false;
    for line in rules.lines() {
        if line.starts_with("```") {
            is_drawn = !is_drawn;
            continue;
        }
        // Diagrams and tables keep their lines.
        if is_drawn || line.starts_with('|') {
            flush(&mut paragraph, &mut lines);
            if !line.starts_with("|---") {
                lines.push(Line::raw(line.to_owned()));
            }
            continue;
        }
        let line = line.replace("**", "").replace('`', "");
        let is_item = line.trim_start().starts_with("- ");
        if line.starts_with('#') || line.is_empty() || is_item {
            flush(&mut paragraph, &mut lines);
        }
        if let Some(heading) = line.strip_prefix('#') {
            lines.push(Line::styled(heading.trim_start_matches(['#', ' ']).to_owned(), bold));
        } else if line.is_empty() {
            lines.push(Line::default());
        } else if paragraph.is_empty() {
            paragraph.push_str(&line);
        } else {
            paragraph.push(' ');
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, &mut lines);
    lines
}

/// The largest number of actions in a hint.
const NAMED: usize = 6;

pub(crate) fn hint<G: Present>(
    thought: &Thought<G>,
    player: &str,
    wide: usize,
    colours: Colours,
) -> Vec<Line<'static>> {
    if thought.choices.is_empty() {
        return vec![Line::raw("It is not your turn: there is nothing to choose now.")];
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let green = colours.only(Style::new().fg(Color::LightGreen));
    let mut lines = Vec::new();
    let shown: Vec<_> = thought.choices.iter().take(NAMED).collect();
    let names: Vec<String> = shown.iter().map(|choice| choice.action.to_string()).collect();
    let column = names.iter().map(|name| usize::from(width(name))).max().unwrap_or(0);
    for (place, (choice, name)) in shown.iter().zip(&names).enumerate() {
        let pad = " ".repeat(column - usize::from(width(name)));
        let style = if place == 0 { bold } else { Style::new() };
        let Some((value, error)) = choice.value else {
            lines.push(Line::styled(format!("{name}{pad}  not tried"), style));
            continue;
        };
        let bar = "█".repeat((20.0 * value).round().clamp(0.0, 20.0) as usize);
        let figures = format!("{:>5.1} ± {:.1}", 100.0 * value, 100.0 * error);
        lines.push(Line::from(vec![
            Span::styled(format!("{name}{pad}  {figures:<11} "), style),
            Span::styled(bar, green),
        ]));
    }
    if thought.choices.len() > shown.len() {
        lines.push(Line::raw(format!("and {} more", thought.choices.len() - shown.len())));
    }
    lines.push(Line::default());
    for sentence in verdict(thought, &Message::capitalised(player), &as_typed) {
        lines.extend(wrap(&sentence.to_string(), wide, 2).into_iter().map(Line::raw));
    }
    lines
}

/// Returns the probability of each place for every unseen card; warmer colours are likelier.
pub(crate) fn belief(holdings: &Holdings, names: &[String], wide: usize, colours: Colours) -> Vec<Line<'static>> {
    if holdings.is_certain() {
        return vec![Line::raw("Nothing is hidden from you any more.")];
    }
    let called = |seat: Seat| name(names, seat).to_owned();
    let places: Vec<usize> = (0..holdings.places.len()).filter(|&place| holdings.places[place].size > 0).collect();
    let titles: Vec<String> = places.iter().map(|&place| short(&holdings.places[place].name(called))).collect();
    let columns: Vec<usize> = titles.iter().map(|title| usize::from(width(title)).max(4) + 1).collect();
    let block = 5 + columns.iter().sum::<usize>();
    let blocks = ((wide + 2) / (block + 2)).clamp(1, holdings.kinds.len().max(1));
    let rows = holdings.kinds.len().div_ceil(blocks);
    let blocks = holdings.kinds.len().div_ceil(rows);
    let mut lines = vec![Line::raw("How likely each unseen card is where, in percent:")];
    let mut head = format!("{:<5}", "card");
    for (title, column) in titles.iter().zip(&columns) {
        head.push_str(&" ".repeat(column - usize::from(width(title))));
        head.push_str(title);
    }
    let heads = vec![head; blocks].join("  ");
    lines.push(Line::styled(heads, Style::new().add_modifier(Modifier::BOLD)));
    for row in 0..rows {
        let mut spans = Vec::new();
        for kind in (0..blocks).map(|block| block * rows + row).filter(|&kind| kind < holdings.kinds.len()) {
            if !spans.is_empty() {
                spans.push(Span::raw("  "));
            }
            let label = match &holdings.kinds[kind] {
                kind if kind.count > 1 => format!("{}×{}", kind.name, kind.count),
                kind => kind.name.clone(),
            };
            spans.push(Span::raw(format!("{label:<5}")));
            for (&place, column) in places.iter().zip(&columns) {
                spans.push(cell(holdings.chance(kind, place), *column, colours));
            }
        }
        lines.push(Line::from(spans));
    }
    for fact in salient(holdings, called, str::to_owned, 2) {
        lines.extend(wrap(&format!("{fact}."), wide, 2).into_iter().map(Line::raw));
    }
    lines
}

/// The longest title of a column.
const LONGEST_TITLE: usize = 7;

/// Shortens the name of a place.
fn short(name: &str) -> String {
    // The suffix of a name such as `random-2` stays: it distinguishes the seats.
    let (stem, suffix) = name.rfind('-').map_or((name, ""), |at| name.split_at(at));
    let room = LONGEST_TITLE.saturating_sub(suffix.chars().count());
    if name.chars().count() <= LONGEST_TITLE || room < 2 {
        return name.chars().take(LONGEST_TITLE).collect();
    }
    stem.chars().take(room).chain(suffix.chars()).collect()
}

fn cell(chance: f64, column: usize, colours: Colours) -> Span<'static> {
    let percent = 100.0 * chance;
    let text = if percent < 0.5 { "·".to_owned() } else { format!("{percent:.0}") };
    let heat = match percent {
        75.0.. => Style::new().bg(Color::Red).fg(Color::White).add_modifier(Modifier::BOLD),
        50.0.. => Style::new().bg(Color::LightRed).fg(Color::Black),
        35.0.. => Style::new().bg(Color::Yellow).fg(Color::Black),
        20.0.. => Style::new().fg(Color::LightYellow),
        _ => Style::new().add_modifier(Modifier::DIM),
    };
    Span::styled(format!("{text:>column$}"), colours.only(heat))
}

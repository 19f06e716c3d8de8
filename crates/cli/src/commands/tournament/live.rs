//! The progress of a tournament in a few lines that are redrawn in place, if standard error is a terminal.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use cardsharp_archive::{EntrantRow, Stored};
use cardsharp_tournament::{Audience, Score, Snapshot, players, ranking};

use super::view::Teller;
use crate::distributed::Workforce;
use crate::shared::{visible, write_status};

/// The least time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// The largest numbers of tables and of entrants shown.
const TABLES: usize = 4;
const LEADERS: usize = 5;

/// Shows the progress, and prints the standings after each round.
pub(super) struct Live<'a> {
    teller: Teller<'a>,
    workforce: Workforce<'a>,
    stored: &'a Stored,
    is_watched: bool,
    has_colour: bool,
    begun: Instant,
    drawn: Option<Instant>,
    lines: usize,
}

impl<'a> Live<'a> {
    pub(super) fn new(teller: Teller<'a>, workforce: Workforce<'a>) -> Live<'a> {
        let has_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let is_watched = std::io::stderr().is_terminal();
        let stored = teller.stored;
        Live { teller, workforce, stored, is_watched, has_colour, begun: Instant::now(), drawn: None, lines: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.lines > 0 {
            write_status(format_args!("\x1b[{}A\r\x1b[J", self.lines));
            self.lines = 0;
        }
    }

    fn draw(&mut self, moment: &Snapshot<'_>) {
        let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
        let (columns, rows) = (usize::from(columns.max(20)), usize::from(rows.max(4)));
        let scores = moment.scores();
        let mut lines = vec![self.progress(moment, &scores)];
        lines.extend(tables(moment, &self.stored.entrants));
        lines.extend(leaders(&self.stored.entrants, &scores));
        lines.truncate(rows - 1);
        // Line wrap is off: a terminal may count the width of a name differently.
        let up = if self.lines > 0 { format!("\x1b[{}A", self.lines) } else { String::new() };
        let mut text = format!("\x1b[?2026h\x1b[?7l{up}");
        for (number, line) in lines.iter().enumerate() {
            let line: String = visible(line).chars().take(columns).collect();
            let (on, off) = if number == 0 && self.has_colour { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
            text.extend(["\r", on, &line, off, "\x1b[K\n"]);
        }
        text.push_str("\x1b[J\x1b[?7h\x1b[?2026l");
        write_status(format_args!("{text}"));
        self.lines = lines.len();
    }

    fn progress(&self, moment: &Snapshot<'_>, scores: &[Score]) -> String {
        let row = &self.stored.tournament;
        let (now, all) = (moment.games, row.games);
        let played = now - self.stored.kept.min(now);
        let left = self.begun.elapsed().as_secs_f64() * (all - now.min(all)) as f64 / played.max(1) as f64;
        let left = if played == 0 { "time left unknown".to_owned() } else { format!("{} left", in_words(left)) };
        let faults: u64 = scores.iter().map(|score| score.faults).sum();
        let part = now as f64 / all.max(1) as f64;
        let bar: String = (0..10).map(|place| if f64::from(place) < part * 10.0 { '━' } else { '─' }).collect();
        let nodes = self.workforce.nodes().map_or_else(String::new, |nodes| format!(", nodes {nodes}"));
        format!(
            "Round {} of {}  {bar}  {now}/{all} games, {left}, faults {faults}{nodes}",
            moment.round + 1,
            row.rounds
        )
    }
}

/// Returns a duration in its largest fitting unit.
fn in_words(seconds: f64) -> String {
    let seconds = seconds.ceil() as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3600)),
    }
}

/// Returns the tables that are playing.
fn tables(moment: &Snapshot<'_>, entrants: &[EntrantRow]) -> Vec<String> {
    let mut playing: Vec<(u64, Vec<usize>)> =
        moment.playing().map(|fixture| (fixture.slot.table, fixture.seating().collect())).collect();
    playing.sort();
    let names = |seating: &[usize]| {
        let names: Vec<&str> = seating.iter().map(|&entrant| entrants[entrant].name.as_str()).collect();
        names.join(" · ")
    };
    let mut lines: Vec<String> = playing
        .iter()
        .take(TABLES)
        .map(|(table, seating)| format!("  table {}: {}", table + 1, names(seating)))
        .collect();
    if playing.len() > TABLES {
        lines.push(format!("  and {} tables more", playing.len() - TABLES));
    }
    lines
}

fn leaders(entrants: &[EntrantRow], scores: &[Score]) -> Vec<String> {
    let ranked = ranking(players(entrants, scores));
    let width = ranked.iter().take(LEADERS).map(|ranked| entrants[ranked.entrant].name.chars().count()).max();
    let width = width.unwrap_or(0).min(40);
    let line = |ranked: &cardsharp_tournament::Ranked| {
        let (name, score) = (&entrants[ranked.entrant].name, &ranked.score);
        let faults = if score.faults > 0 { format!("  {} faults", score.faults) } else { String::new() };
        format!("  {:>3}. {name:<width$}  {:>8.1} points  {} games{faults}", ranked.place, score.points(), score.games)
    };
    ranked.iter().take(LEADERS).map(line).collect()
}

impl Audience for Live<'_> {
    fn looks(&self) -> bool {
        self.is_watched
    }

    fn see(&mut self, moment: &Snapshot<'_>) {
        if self.is_watched && self.drawn.is_none_or(|last| last.elapsed() >= PAUSE) {
            self.draw(moment);
            self.drawn = Some(Instant::now());
        }
    }

    fn after_round(&mut self, round: u64, scores: &[Score]) {
        self.clear();
        self.teller.after_round(round, scores);
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn time_left_is_told_in_the_unit_that_fits() {
        assert_eq!([0.2, 99.0, 100.5, 5990.0, 7201.0].map(in_words), ["1 s", "99 s", "2 min", "100 min", "3 h"]);
    }
}

//! The screen of a tournament at a terminal, during and after it.

use nix::sys::signal::Signal;

use crate::common::{Scratch, command};
use crate::terminal::Terminal;

/// Two tables of Intensity, one with two house players; it would take hours.
const LONG: &str =
    "tournament intensity careful random careful random careful random --rounds 2 --deals 1000000 --threads 2";

#[test]
fn progress_tables_leaders_and_faults_are_shown_while_it_goes() {
    let scratch = Scratch::new("live");
    let mut watched = Terminal::start(80, command(&format!("{LONG} --db {}", scratch.path("db"))));
    let screen = watched.wait_until(|screen| screen.contains("table 1: ") && screen.contains(" left, faults 0"));
    let line = |start: &str| screen.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{screen}"));
    assert!(line("Round 1 of 2  ").contains("/16000000 games, "), "{screen}");
    assert_eq!(line("  table 1: ").matches(" · ").count(), 3, "{screen}");
    assert!(line("    1. ").contains(" points  "), "{screen}");
    // Five of the six entrants are listed; house players are not ranked.
    let leaders: Vec<&str> = screen.lines().filter(|line| line.contains(" points  ")).collect();
    assert_eq!(leaders.len(), 5, "{screen}");
    assert!(!leaders.iter().any(|line| line.contains("Lulu") || line.contains("Morgan")), "{screen}");
    // The screen is redrawn in place: more games, and still one line of progress.
    let games = |screen: &str| -> u64 {
        let line = screen.lines().find(|line| line.starts_with("Round 1 of 2  ")).unwrap();
        line.split('/').next().unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    };
    let before = games(&screen);
    let later = watched.wait_until(|screen| games(screen) > before);
    assert_eq!(later.matches("Round 1 of 2").count(), 1, "{later}");
    let row = (0..24).find(|&row| watched.screen().cell(row, 0).is_some_and(|cell| cell.contents() == "R"));
    assert!(watched.screen().cell(row.unwrap(), 0).unwrap().bold());
    watched.signal(Signal::SIGINT);
    assert_eq!(watched.end(), Some(130));
    let last = watched.contents();
    assert!(last.contains("every game that was over is kept"), "{last}");
}

#[test]
fn a_narrow_terminal_without_colours_is_respected() {
    let scratch = Scratch::new("narrow");
    let mut command = command(&format!("{LONG} --db {}", scratch.path("db")));
    command.env("NO_COLOR", "1");
    let mut watched = Terminal::start(30, command);
    let screen = watched.wait_until(|screen| screen.contains("table 1: "));
    assert_eq!(screen.matches("Round 1 of 2").count(), 1, "{screen}");
    // Long lines are cut, not wrapped.
    assert!(screen.lines().filter(|line| line.contains(" · ")).all(|line| line.starts_with("  table ")), "{screen}");
    let cells = (0..24).flat_map(|row| (0..30).map(move |column| (row, column)));
    let shown = watched.screen();
    let is_plain = |(row, column)| {
        shown.cell(row, column).is_none_or(|cell| !cell.bold() && cell.fgcolor() == vt100::Color::Default)
    };
    assert!(cells.into_iter().all(is_plain));
    watched.signal(Signal::SIGTERM);
    assert_eq!(watched.end(), Some(143));
}

#[test]
fn after_the_end_only_the_report_stays() {
    let words = "tournament indigo greedy random classic --rounds 3 --deals 20 --db :memory:";
    let mut watched = Terminal::start(80, command(words));
    assert_eq!(watched.end(), Some(0));
    let screen = watched.contents();
    assert!(screen.contains("After round 1 of 3") && screen.contains("Final standings"), "{screen}");
    assert!(!screen.contains("table 1: ") && !screen.contains(" left, faults"), "{screen}");
}

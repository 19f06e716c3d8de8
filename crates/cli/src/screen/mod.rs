//! The full-screen table: one screen for all games.
//!
//! A game describes its picture and its choices ([`Present`]); keys, mouse, layout, hints, beliefs, the log and the
//! summary are the same for all. The screen draws views, never a state, so it cannot show hidden cards.

mod background;
mod card;
mod drawing;
mod keys;
mod menu;
mod popup;
mod scene;
mod table;
mod terminal;

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyEventKind};

use cardsharp_presentation::Present;
use cardsharp_session::Session;

use card::Colours;
use menu::{Chosen, Menu, Wish};
use table::{Advisers, TableScreen};
use terminal::Terminal;

/// How long each round of the loop waits for a key.
const PATIENCE: Duration = Duration::from_millis(20);

/// Asks for the game and its seats; returns `None` if the user leaves.
pub(crate) fn ask_what_to_play() -> anyhow::Result<Option<Wish>> {
    let mut terminal = Terminal::open()?;
    let mut menu = Menu::new(Colours::wanted());
    while !terminal.must_end() {
        terminal.draw(|area, buf| menu.draw(area, buf))?;
        let chosen = match terminal.next(PATIENCE)? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => menu.key(key),
            Some(Event::Mouse(mouse)) => menu.mouse(mouse),
            _ => Chosen::NotYet,
        };
        match chosen {
            Chosen::NotYet => {}
            Chosen::Play(wish) => return Ok(Some(wish)),
            Chosen::Nothing => return Ok(None),
        }
    }
    Ok(None)
}

/// Plays a game until it is over or the user leaves, saved after every action; `pause` precedes each bot's action.
pub(crate) fn play<G: Present>(sitting: Session<G>, pause: Duration) -> anyhow::Result<Session<G>> {
    let mut terminal = Terminal::open()?;
    let mut screen = TableScreen::new(sitting, pause, Advisers::default(), Colours::wanted());
    while !screen.is_left && !terminal.must_end() {
        screen.tick(Instant::now())?;
        if let Err(error) = terminal.draw(|area, buf| screen.draw(area, buf)) {
            // A closed terminal ends the game without an error.
            if terminal.must_end() {
                break;
            }
            return Err(error);
        }
        match terminal.next(PATIENCE)? {
            Some(Event::Key(key)) if key.kind != KeyEventKind::Release => screen.key(key, Instant::now()),
            Some(Event::Mouse(mouse)) => screen.mouse(mouse, Instant::now()),
            _ => {}
        }
    }
    Ok(screen.into_sitting())
}

//! Tests of the screen without a terminal.

mod choices;
mod keys;
mod leaks;
mod menu;
mod snapshots;

use std::time::{Duration, Instant};

use cardsharp_presentation::picture::Present;
use cardsharp_rules::{Record, Seat, Seed};
use cardsharp_session::{Session, ToMove};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::card::Colours;
use super::table::{Advisers, TableScreen};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

/// Creates a table with fixed names and quick advisers.
fn table<G: Present>(seed: u64, specs: &[&str]) -> TableScreen<G> {
    let game = G::default();
    let names = ["Ann", "Bob", "Cleo", "Dan"].map(str::to_owned)[..G::SEATS].to_vec();
    seat(Record::from_seed(game, Seed(seed), names), specs)
}

fn seat<G: Present>(record: Record<G>, specs: &[&str]) -> TableScreen<G> {
    let spec = |text: &str| text.parse().unwrap();
    let sitters = specs.iter().map(|text| text.parse().unwrap()).collect();
    let advisers = Advisers { hint: spec("champion:nodes=200,worlds=40"), review: spec("champion:nodes=60,worlds=20") };
    TableScreen::new(Session::new(record, sitters, Vec::new()).ok().unwrap(), Duration::ZERO, advisers, Colours::On)
}

/// Returns one person, and this player on every other seat.
fn against<G: Present>(other: &str) -> Vec<&str> {
    (0..G::SEATS).map(|seat| if seat == 0 { "human" } else { other }).collect()
}

/// Plays at least this many events, up to a person's turn or the end; people choose the middle legal action.
fn play_on<G: Present>(screen: &mut TableScreen<G>, steps: usize) {
    loop {
        let enough = screen.sitting.record().events().len() >= steps;
        match screen.sitting.to_move() {
            ToMove::Nobody => break,
            ToMove::Person(_) if enough => break,
            ToMove::Person(_) => {
                let legal = screen.sitting.legal_actions();
                screen.sitting.play(legal[legal.len() / 2]).unwrap();
            }
            ToMove::Program(_) => unreachable!("no program sits here"),
            ToMove::Player(_) => drop(screen.sitting.let_players_play_one().unwrap()),
        }
    }
    screen.lay_out();
}

fn press<G: Present>(screen: &mut TableScreen<G>, code: KeyCode) {
    screen.key(KeyEvent::new(code, KeyModifiers::NONE), Instant::now());
}

fn type_text<G: Present>(screen: &mut TableScreen<G>, text: &str) {
    for letter in text.chars() {
        press(screen, KeyCode::Char(letter));
    }
}

fn render<G: Present>(screen: &mut TableScreen<G>, (width, height): (u16, u16)) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    screen.draw(area, &mut buffer);
    buffer
}

fn text(buffer: &Buffer) -> String {
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn render_text<G: Present>(screen: &mut TableScreen<G>, size: (u16, u16)) -> String {
    text(&render(screen, size))
}

const ANN: Seat = Seat::FIRST;

//! The first screen: the game, the players of the seats and the names of people.

use cardsharp_presentation::picture::{Present, Strength};
use cardsharp_rules::{AnyGame, Game, with_game};
use cardsharp_search::HUMAN;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;

use super::card::{Colours, put};
use super::keys::is_break;
use super::popup;
use crate::shared::{Names, Seats};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wish {
    pub(crate) game: AnyGame,
    pub(crate) seats: Seats,
    /// The names of the people, if there are any.
    pub(crate) names: Option<Names>,
}

/// The first screen.
pub(crate) struct Menu {
    games: Vec<AnyGame>,
    game: usize,
    seats: Vec<Seating>,
    /// The line with the cursor: 0 is the game, then come the seats and the Begin button.
    line: usize,
    help: Option<u16>,
    message: String,
    colours: Colours,
}

struct Seating {
    /// An index into the game's strengths; `None` for a person.
    strength: Option<usize>,
    name: String,
}

/// The user's decision.
#[derive(Debug, PartialEq)]
pub(crate) enum Chosen {
    NotYet,
    Play(Wish),
    Nothing,
}

/// Longer names do not fit the table.
const LONGEST_NAME: usize = 14;
/// The row of the first line.
const TOP: u16 = 7;

impl Menu {
    /// Creates a menu with the first game, and one person against the strongest players.
    pub(crate) fn new(colours: Colours) -> Menu {
        let mut menu = Menu {
            games: AnyGame::all(),
            game: 0,
            seats: Vec::new(),
            line: 0,
            help: None,
            message: String::new(),
            colours,
        };
        menu.reset_seats();
        menu
    }

    fn strengths(&self) -> &'static [Strength] {
        fn strengths<G: Present>(_: &G) -> &'static [Strength] {
            G::STRENGTHS
        }
        with_game!(AnyGame, &self.games[self.game], game => strengths(game))
    }

    fn about(&self) -> (&'static str, &'static str, usize) {
        fn about<G: Game>(_: &G) -> (&'static str, &'static str, usize) {
            (G::TITLE, G::RULES, G::SEATS)
        }
        with_game!(AnyGame, &self.games[self.game], game => about(game))
    }

    fn reset_seats(&mut self) {
        let (_, _, seats) = self.about();
        let strongest = self.strengths().len() - 1;
        let seating = |seat: usize| Seating {
            strength: (seat > 0).then_some(strongest),
            name: if seat == 0 { "You".to_owned() } else { format!("Guest {seat}") },
        };
        self.seats = (0..seats).map(seating).collect();
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Chosen {
        if is_break(key) {
            return Chosen::Nothing;
        }
        if let Some(scroll) = self.help {
            self.help = match key.code {
                KeyCode::Down | KeyCode::Char('j' | ' ') => Some(scroll.saturating_add(1)),
                KeyCode::Up | KeyCode::Char('k') => Some(scroll.saturating_sub(1)),
                KeyCode::PageDown => Some(scroll.saturating_add(15)),
                KeyCode::PageUp => Some(scroll.saturating_sub(15)),
                _ => None,
            };
            return Chosen::NotYet;
        }
        self.message.clear();
        let last = self.seats.len() + 1;
        match key.code {
            KeyCode::Esc => return Chosen::Nothing,
            KeyCode::Enter => return self.begin(),
            KeyCode::Up => self.line = self.line.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % (last + 1),
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Char('?') => self.help = Some(0),
            KeyCode::Backspace => {
                if let Some(name) = self.name() {
                    name.pop();
                }
            }
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
        if self.is_to_leave(key) { Chosen::Nothing } else { Chosen::NotYet }
    }

    /// Whether the key leaves: `q`, unless it is a letter of a name.
    fn is_to_leave(&mut self, key: KeyEvent) -> bool {
        key.code == KeyCode::Char('q') && self.name().is_none()
    }

    /// Returns the name on this line, if a person has the seat.
    fn name(&mut self) -> Option<&mut String> {
        let seating = self.seats.get_mut(self.line.checked_sub(1)?)?;
        seating.strength.is_none().then_some(&mut seating.name)
    }

    fn letter(&mut self, letter: char) {
        let Some(name) = self.name() else { return };
        // The first letter replaces a default name.
        if name == "You" || name.starts_with("Guest ") {
            name.clear();
        }
        if name.chars().count() < LONGEST_NAME && !letter.is_control() && letter != ',' {
            name.push(letter);
        }
    }

    fn change(&mut self, by: isize) {
        let turn = |place: usize, count: usize| (place as isize + by).rem_euclid(count as isize) as usize;
        match self.line {
            0 => {
                self.game = turn(self.game, self.games.len());
                self.reset_seats();
            }
            line => {
                let strengths = self.strengths().len();
                if let Some(seating) = self.seats.get_mut(line - 1) {
                    let place = turn(seating.strength.map_or(0, |strength| strength + 1), strengths + 1);
                    seating.strength = place.checked_sub(1);
                }
            }
        }
    }

    fn begin(&mut self) -> Chosen {
        let names: Vec<String> = self
            .seats
            .iter()
            .filter(|seating| seating.strength.is_none())
            .map(|seating| seating.name.trim().to_owned())
            .collect();
        let twice = names.iter().enumerate().find(|(place, name)| names[..*place].contains(name));
        if let Some((_, name)) = twice {
            self.message = format!("Two people are called {name:?}: they need names of their own.");
            return Chosen::NotYet;
        }
        if names.iter().any(String::is_empty) {
            self.message.push_str("Everybody needs a name: type one.");
            return Chosen::NotYet;
        }
        let strengths = self.strengths();
        let spec = |seating: &Seating| {
            let text = seating.strength.map_or(HUMAN, |strength| strengths[strength].spec);
            text.parse().expect("the strengths are specs")
        };
        let seats = Seats(self.seats.iter().map(spec).collect());
        let names = (!names.is_empty()).then_some(Names(names));
        Chosen::Play(Wish { game: self.games[self.game].clone(), seats, names })
    }

    /// Handles the mouse: a click selects a line, changes the selected line, or begins the game.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Chosen {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.help.is_some() {
            return Chosen::NotYet;
        }
        let Some(line) = mouse.row.checked_sub(TOP).map(|row| usize::from(row / 2)) else { return Chosen::NotYet };
        if line == self.seats.len() + 1 {
            return self.begin();
        }
        if line == self.line {
            self.change(1);
        } else if line <= self.seats.len() {
            self.line = line;
        }
        Chosen::NotYet
    }

    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let bar = self.colours.only(Style::new().bg(Color::Blue).fg(Color::White)).add_modifier(Modifier::BOLD);
        put(&format!("{:<1$}", " cardsharp", usize::from(area.width)), bar, (area.x, area.y), area, buf);
        let (title, rules, _) = self.about();
        put("What shall we play?", bold, (area.x + 2, area.y + 2), area, buf);
        // The first paragraph of the rules summarises the game.
        let about: Vec<&str> = rules.lines().skip(2).take_while(|line| !line.is_empty()).collect();
        let about = first_sentences(&about.join(" ").replace(['`', '*'], ""), usize::from(area.width.max(10)) - 6);
        for (number, line) in about.iter().enumerate() {
            put(line, Style::new(), (area.x + 4, area.y + 3 + number as u16), area, buf);
        }
        let mut lines = vec![format!("Game     ◀ {title} ▶")];
        for (seat, seating) in self.seats.iter().enumerate() {
            let who = match seating.strength {
                None => format!("a person called {}{}", seating.name, if self.line == seat + 1 { "_" } else { "" }),
                Some(strength) => self.strengths()[strength].words().to_string(),
            };
            let first = if seat == 0 { ", begins" } else { "" };
            lines.push(format!("Seat {seat}   ◀ {who} ▶{first}"));
        }
        lines.push("[ Begin ]".to_owned());
        for (number, line) in lines.iter().enumerate() {
            let here = number == self.line;
            let style = if here { self.colours.only(bold.fg(Color::LightYellow)) } else { Style::new() };
            let text = format!("{} {line}", if here { "▶" } else { " " });
            put(&text, style, (area.x + 2, area.y + TOP + 2 * number as u16), area, buf);
        }
        let alarm = self.colours.only(Style::new().fg(Color::LightYellow));
        put(&self.message, alarm, (area.x + 2, area.bottom().saturating_sub(3)), area, buf);
        let keys = "↑↓ line  ←→ change  letters: a person's name  Enter begin  ? rules  Esc leave";
        let dim = Style::new().add_modifier(Modifier::DIM);
        put(keys, dim, (area.x + 2, area.bottom().saturating_sub(1)), area, buf);
        if let Some(scroll) = self.help {
            let lines: Vec<Line<'_>> = popup::help(rules, usize::from(area.width.clamp(30, 100)) - 4);
            popup::draw("Help — ↑↓ scroll, Esc closes", &lines, scroll, area, buf);
        }
    }
}

/// Returns the first sentences that fit into three lines.
fn first_sentences(text: &str, wide: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let ends = text.match_indices(". ").map(|(place, _)| place + 1).chain([text.len()]);
    for end in ends {
        let longer = popup::wrap(&text[..end], wide, 0);
        if longer.len() > 3 {
            break;
        }
        lines = longer;
    }
    lines
}

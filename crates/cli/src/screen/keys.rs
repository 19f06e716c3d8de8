//! Keys and mouse at the table.

use std::time::{Duration, Instant};

use cardsharp_presentation::Message;
use cardsharp_presentation::picture::{Choice, Piece, Present};
use cardsharp_rules::ActionOf;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::table::{Popup, TableScreen};

/// The longest time between the clicks of a double click.
const DOUBLE_CLICK: Duration = Duration::from_millis(500);
/// The lines of a page.
const PAGE: u16 = 15;

/// Whether the key leaves at once: Ctrl-C or Ctrl-D.
pub(super) fn is_break(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'd'))
}

impl<G: Present> TableScreen<G> {
    pub(crate) fn key(&mut self, key: KeyEvent, now: Instant) {
        if is_break(key) {
            self.is_left = true;
        } else if self.popup.is_some() {
            self.popup_key(key.code);
        } else if self.curtain.is_some() {
            self.curtain_key(key.code);
        } else if !self.general_key(key.code) {
            if self.is_asked() {
                self.choosing_key(key.code, now);
            } else if self.is_over() {
                self.popup = Some(Popup::Summary);
            } else {
                self.skip = true;
            }
        }
    }

    fn open(&mut self, popup: Popup) {
        self.popup = Some(popup);
        // The newest entries are at the end.
        self.scroll = if popup == Popup::Log { u16::MAX } else { 0 };
        if matches!(popup, Popup::Hint | Popup::Belief) {
            self.ask_advice();
        }
    }

    /// Handles the keys that work at any time, except while a card's code is being typed: it may contain their letters.
    fn general_key(&mut self, code: KeyCode) -> bool {
        if !self.typed.is_empty() {
            return false;
        }
        match code {
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Popup::Help),
            KeyCode::Char('h') => self.open(Popup::Hint),
            KeyCode::Char('b') => self.open(Popup::Belief),
            KeyCode::Char('l') => self.open(Popup::Log),
            KeyCode::Char('q') if self.is_over() => self.is_left = true,
            KeyCode::Char('q') => self.open(Popup::Leave),
            _ => return false,
        }
        true
    }

    fn popup_key(&mut self, code: KeyCode) {
        let open = self.popup;
        match code {
            KeyCode::Down | KeyCode::Char('j') => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll = self.scroll.saturating_add(PAGE),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(PAGE),
            KeyCode::Home => self.scroll = 0,
            KeyCode::End => self.scroll = u16::MAX,
            KeyCode::Char('l') if open == Some(Popup::Summary) => self.open(Popup::Log),
            KeyCode::Enter | KeyCode::Char('q') if matches!(open, Some(Popup::Leave | Popup::Summary)) => {
                self.is_left = true;
            }
            KeyCode::Char('?') if open != Some(Popup::Help) => self.open(Popup::Help),
            KeyCode::Char('h') if open == Some(Popup::Belief) => self.open(Popup::Hint),
            KeyCode::Char('b') if open == Some(Popup::Hint) => self.open(Popup::Belief),
            // Closing a popup after the game returns to the summary.
            _ if self.is_over() && !matches!(open, Some(Popup::Summary)) => self.open(Popup::Summary),
            _ => self.popup = None,
        }
    }

    fn curtain_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Enter => {
                if let Some(seat) = self.curtain.take() {
                    self.viewer = seat;
                    self.cursor = 0;
                    self.lay_out();
                }
            }
            KeyCode::Char('q') => self.open(Popup::Leave),
            _ => {}
        }
    }

    fn choosing_key(&mut self, code: KeyCode, now: Instant) {
        self.message.clear();
        match code {
            KeyCode::Left => self.step(-1),
            KeyCode::Right | KeyCode::Tab => self.step(1),
            KeyCode::Up => self.change_row(-1),
            KeyCode::Down => self.change_row(1),
            KeyCode::Home => self.cursor = self.row_of(self.cursor).0,
            KeyCode::End => {
                let (first, count) = self.row_of(self.cursor);
                self.cursor = first + count.saturating_sub(1);
            }
            KeyCode::Char(' ') => self.toggle(self.cursor),
            KeyCode::Enter => self.enter(now),
            KeyCode::Backspace if !self.typed.is_empty() => drop(self.typed.pop()),
            KeyCode::Backspace | KeyCode::Delete => drop(self.chosen.pop()),
            KeyCode::Char('u') if self.typed.is_empty() => drop(self.chosen.pop()),
            KeyCode::Esc => {
                self.typed.clear();
                self.chosen.clear();
            }
            KeyCode::Char(letter) if !letter.is_whitespace() => self.type_letter(letter),
            _ => {}
        }
    }

    /// Returns the first piece of a piece's row, and the length of the row.
    fn row_of(&self, piece: usize) -> (usize, usize) {
        let mut first = 0;
        for row in &self.rows {
            if piece < first + row.pieces.len() {
                return (first, row.pieces.len());
            }
            first += row.pieces.len();
        }
        (0, 0)
    }

    fn step(&mut self, by: isize) {
        let (first, count) = self.row_of(self.cursor);
        if count > 0 {
            let place = (self.cursor - first) as isize + by;
            self.cursor = first + place.rem_euclid(count as isize) as usize;
        }
    }

    fn change_row(&mut self, by: isize) {
        let (first, count) = self.row_of(self.cursor);
        let pieces = self.rows.iter().map(|row| row.pieces.len()).sum::<usize>();
        if by < 0 && first > 0 {
            let (above, above_count) = self.row_of(first - 1);
            self.cursor = above + (self.cursor - first).min(above_count.saturating_sub(1));
        } else if by > 0 && first + count < pieces {
            let (below, below_count) = self.row_of(first + count);
            self.cursor = below + (self.cursor - first).min(below_count.saturating_sub(1));
        }
    }

    /// Whether the choice under the cursor is worth a description.
    pub(super) fn needs_preview(&self, choice: &Choice<ActionOf<G>>) -> bool {
        choice.action.is_some() || self.piece(self.cursor).is_some_and(Piece::is_button)
    }

    fn piece(&self, number: usize) -> Option<&Piece> {
        self.rows.iter().flat_map(|row| &row.pieces).nth(number)
    }

    /// Returns the chosen pieces with this one, which replaces others of its group.
    fn chosen_with(&self, piece: usize) -> Vec<usize> {
        let group = self.piece(piece).and_then(|piece| piece.group);
        let stays = |other: &&usize| group.is_none() || self.piece(**other).is_none_or(|piece| piece.group != group);
        self.chosen.iter().filter(stays).copied().chain([piece]).collect()
    }

    /// Returns the choice that results from choosing this piece.
    pub(super) fn with_piece(&self, piece: usize) -> Result<Choice<ActionOf<G>>, Message> {
        let chosen = if self.chosen.contains(&piece) { self.chosen.clone() } else { self.chosen_with(piece) };
        G::choose(&self.view(), &self.names, &chosen)
    }

    /// Chooses a piece, or takes it back.
    pub(super) fn toggle(&mut self, piece: usize) {
        if let Some(place) = self.chosen.iter().position(|&chosen| chosen == piece) {
            self.chosen.remove(place);
            return;
        }
        match self.with_piece(piece) {
            Ok(_) => {
                self.chosen = self.chosen_with(piece);
                if self.piece(piece).is_some_and(Piece::is_button) {
                    // After the action its cards are chosen.
                    let (first, count) = self.row_of(piece);
                    self.cursor = first + count;
                }
            }
            Err(reason) => self.message = reason.to_string(),
        }
    }

    /// Plays the chosen pieces, or the card under the cursor if none is chosen and one is enough.
    fn enter(&mut self, now: Instant) {
        let view = self.view();
        let chosen = match G::choose(&view, &self.names, &self.chosen) {
            Ok(Choice { action: None, .. }) if self.chosen.is_empty() => self.with_piece(self.cursor),
            other => other,
        };
        match chosen {
            Ok(Choice { action: Some(action), .. }) => self.play(action, now),
            Ok(Choice { action: None, .. }) if self.chosen.is_empty() => self.toggle(self.cursor),
            Ok(Choice { words, .. }) => self.message = format!("Not yet. {words}"),
            Err(reason) => self.message = reason.to_string(),
        }
    }

    /// Chooses a card when its code is complete.
    fn type_letter(&mut self, letter: char) {
        self.typed.extend(letter.to_uppercase());
        let matches: Vec<(usize, bool)> = self
            .rows
            .iter()
            .flat_map(|row| &row.pieces)
            .enumerate()
            .filter_map(|(number, piece)| {
                let begins = piece.codes.iter().any(|code| code.starts_with(&self.typed));
                begins.then(|| (number, piece.codes.contains(&self.typed)))
            })
            .collect();
        if matches.is_empty() {
            self.message = format!("{:?} is no card of yours.", self.typed);
            self.typed.clear();
            return;
        }
        if matches.iter().any(|(_, is_whole)| !is_whole) {
            return;
        }
        self.typed.clear();
        // Of two equal cards, the one that is not chosen yet.
        let free = matches.iter().find(|(number, _)| !self.chosen.contains(number));
        let (piece, _) = *free.unwrap_or(&matches[0]);
        self.cursor = piece;
        self.toggle(piece);
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, now: Instant) {
        match mouse.kind {
            MouseEventKind::ScrollDown if self.popup.is_some() => self.scroll = self.scroll.saturating_add(1),
            MouseEventKind::ScrollUp if self.popup.is_some() => self.scroll = self.scroll.saturating_sub(1),
            MouseEventKind::Down(MouseButton::Left) => self.click(Position::new(mouse.column, mouse.row), now),
            _ => {}
        }
    }

    fn click(&mut self, at: Position, now: Instant) {
        if let Some(popup) = self.popup {
            // A stray click must not leave the game.
            if !matches!(popup, Popup::Leave | Popup::Summary) {
                self.popup = None;
            }
            return;
        }
        if !self.is_asked() {
            self.skip = true;
            return;
        }
        self.message.clear();
        let Some(&(_, piece)) = self.hits.iter().find(|(place, _)| place.contains(at)) else { return };
        self.cursor = piece;
        let again = self.clicked.is_some_and(|(last, when)| last == piece && now < when + DOUBLE_CLICK);
        self.clicked = Some((piece, now));
        if again {
            self.clicked = None;
            if !self.chosen.contains(&piece) {
                // The first click took the card back; the second must play it.
                self.toggle(piece);
            }
            self.enter(now);
        } else {
            self.toggle(piece);
        }
    }
}

//! Draws the table, the curtain and the popups.

use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::Thought;
use cardsharp_presentation::message::Person;
use cardsharp_presentation::picture::{Choice, name};
use cardsharp_presentation::replay::fault_in_words;
use cardsharp_rules::{Event, ObservationOf, Seat, State, Turn, outcome};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

use super::background::{Review, Task};
use super::popup;
use super::scene::{LEAST, Scene};
use super::table::{Popup, TableScreen};

impl<G: Present> TableScreen<G> {
    pub(crate) fn draw(&mut self, area: Rect, buf: &mut Buffer) {
        self.hits.clear();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let words = format!(
                "This terminal has {}×{} cells; the table needs {}×{}. Please make it larger.",
                area.width, area.height, LEAST.0, LEAST.1
            );
            let lines: Vec<Line<'_>> =
                popup::wrap(&words, usize::from(area.width.max(1)), 0).into_iter().map(Line::raw).collect();
            Paragraph::new(lines).render(area, buf);
            return;
        }
        if let Some(seat) = self.curtain {
            self.draw_curtain(seat, area, buf);
        } else {
            self.draw_table(area, buf);
        }
        self.draw_popup(area, buf);
    }

    fn draw_table(&mut self, area: Rect, buf: &mut Buffer) {
        // A wide screen has room for the log beside the table.
        let side = if area.width >= 112 { 36 } else { 0 };
        let table = Rect { width: area.width - side, ..area };
        let (view, is_asked) = (self.view(), self.is_asked());
        let picture = G::picture(&view, &self.names);
        let pieces = self.rows.iter().map(|row| row.pieces.len()).sum::<usize>();
        let open: Vec<bool> = (0..pieces).map(|piece| !is_asked || self.with_piece(piece).is_ok()).collect();
        let turn = match self.sitting.record().state().turn() {
            Turn::Of(seat) => Some(seat),
            Turn::Over => None,
        };
        let prompt = self.prompt(&view, turn);
        let preview = if is_asked { self.preview() } else { String::new() };
        let keys = if turn.is_none() {
            "Enter how it ended   ? help   l log   q leave"
        } else if is_asked {
            "←→ move  Space choose  Enter play  ? help  h hint  b beliefs  l log  q quit"
        } else {
            "any key: do not wait   ? help   b beliefs   l log   q quit"
        };
        let scene = Scene {
            title: G::TITLE,
            picture: &picture,
            viewer: self.viewer,
            turn,
            names: &self.names,
            rows: &self.rows,
            chosen: &self.chosen,
            cursor: is_asked.then_some(self.cursor),
            open: &open,
            prompt: &prompt,
            message: &self.message,
            preview: &preview,
            keys,
            colours: self.colours,
        };
        self.hits = scene.draw(table, buf);
        if side > 0 {
            let place = Rect { x: table.right(), width: side, ..area };
            let block = Block::new().borders(Borders::LEFT).title(" Log ");
            let inside = block.inner(place);
            block.render(place, buf);
            let lines = self.log(usize::from(side) - 2);
            let first = lines.len().saturating_sub(usize::from(inside.height));
            Paragraph::new(lines[first..].to_vec()).render(Rect { x: inside.x + 1, ..inside }, buf);
        }
    }

    /// Describes the choice under the cursor. For one of several cards the prompt says it already.
    fn preview(&self) -> String {
        match self.with_piece(self.cursor) {
            Ok(choice) if !self.chosen.contains(&self.cursor) && self.needs_preview(&choice) => {
                format!("▲ {}", words_with_key(&choice))
            }
            Ok(_) => String::new(),
            Err(reason) => format!("▲ {reason}"),
        }
    }

    /// Says what the viewer can do, or whose turn it is.
    fn prompt(&self, view: &ObservationOf<G>, turn: Option<Seat>) -> String {
        let typed = if self.typed.is_empty() { String::new() } else { format!("   [{}_]", self.typed) };
        match turn {
            None => "The game is over. Enter shows how it ended.".to_owned(),
            Some(_) if self.is_asked() => {
                let words = G::choose(view, &self.names, &self.chosen).map(|choice| words_with_key(&choice));
                format!("{}{typed}", words.unwrap_or_else(|reason| reason.to_string()))
            }
            Some(seat) => match &self.thinking {
                Some(Task::Pending(_)) => format!("{} is thinking …", name(&self.names, seat)),
                _ => format!("{} plays next.", name(&self.names, seat)),
            },
        }
    }

    fn draw_curtain(&self, seat: Seat, area: Rect, buf: &mut Buffer) {
        let name = name(&self.names, seat);
        let words = format!("Pass the keyboard to {name}; press Enter");
        let lines = vec![
            Line::styled(words, Style::new().add_modifier(Modifier::BOLD)).centered(),
            Line::default(),
            Line::raw(format!("Only {name} should be looking now.")).centered(),
        ];
        popup::draw(G::TITLE, &lines, 0, area, buf);
    }

    fn draw_popup(&mut self, area: Rect, buf: &mut Buffer) {
        let Some(open) = self.popup else { return };
        let wide = usize::from(area.width.min(100)) - 4;
        let (title, lines) = match open {
            Popup::Help => ("Help — ↑↓ scroll, Esc closes", popup::help(G::RULES, wide)),
            Popup::Hint => ("Hint — values in hundredths, Esc closes", self.hint(wide)),
            Popup::Belief => ("Beliefs — Esc closes", self.belief(wide)),
            Popup::Log => ("Log — ↑↓ scroll, Esc closes", self.log(wide)),
            Popup::Leave => ("Leave the table?", self.farewell(wide)),
            Popup::Summary => ("The game is over", self.summary(wide)),
        };
        // These popups are at the top, away from the viewer's cards.
        let area = match open {
            Popup::Hint | Popup::Belief => {
                Rect { y: area.y + 1, height: (lines.len() as u16 + 2).min(area.height - 1), ..area }
            }
            _ => area,
        };
        self.furthest = popup::draw(title, &lines, self.scroll, area, buf);
        self.scroll = self.scroll.min(self.furthest);
    }

    fn hint(&self, wide: usize) -> Vec<Line<'static>> {
        self.advised(|thought| popup::hint(thought, &self.advisers.hint.name, wide, self.colours))
    }

    fn belief(&self, wide: usize) -> Vec<Line<'static>> {
        self.advised(|thought| popup::belief(&thought.holdings, &self.names, wide, self.colours))
    }

    fn advised(&self, show: impl Fn(&Thought<G>) -> Vec<Line<'static>>) -> Vec<Line<'static>> {
        match self.advice.as_ref().map(|advice| &advice.task) {
            Some(Task::Ready(Some(thought))) => show(thought),
            Some(Task::Pending(_)) => vec![Line::raw("The champion is thinking about it …")],
            _ => vec![Line::raw("There is no advice to be had.")],
        }
    }

    /// Returns the events as the viewer saw them.
    fn log(&self, wide: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (number, event) in self.sitting.record().events().iter().enumerate() {
            let words = match event {
                Event::Action(seat, action) => {
                    let is_seen = *seat == self.viewer || G::State::is_open(*action);
                    let by = Person::Named(name(&self.names, *seat));
                    let deed = if is_seen { G::deed(*action, by) } else { G::hidden_deed(*action, by) };
                    deed.to_string()
                }
                Event::Fault(fault) => format!("{}: {}", name(&self.names, fault.seat), fault_in_words(fault)),
            };
            lines.extend(popup::wrap(&format!("{:>2} {words}", number + 1), wide, 3).into_iter().map(Line::raw));
        }
        if lines.is_empty() {
            lines.push(Line::raw("Nothing has happened yet."));
        }
        lines
    }

    fn farewell(&self, wide: usize) -> Vec<Line<'static>> {
        let saved = match self.sitting.kept_in() {
            Some(path) => format!("The game is saved in {path}; --resume goes on with it."),
            None => "The game is not saved anywhere.".to_owned(),
        };
        let mut lines: Vec<Line<'static>> = popup::wrap(&saved, wide, 0).into_iter().map(Line::raw).collect();
        lines.push(Line::default());
        lines.push(Line::raw("q or Enter leaves, Esc stays."));
        lines
    }

    fn summary(&self, wide: usize) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut lines = Vec::new();
        if let Some(result) = self.sitting.record().result() {
            let places = outcome::places(&result);
            let mut seats: Vec<Seat> = Seat::all(G::SEATS).collect();
            seats.sort_by_key(|&seat| places[seat]);
            let column = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            for seat in seats {
                let (name, words) = (name(&self.names, seat), G::result(result[seat]));
                let style = if places[seat] == 1 { bold } else { Style::new() };
                lines.push(Line::styled(format!("{}. {name:<column$}  {words}", places[seat]), style));
            }
        }
        let record = self.sitting.record();
        // The game's own explanation does not cover the costs of faults.
        let is_played = record.result().is_some() && record.result() == record.state().returns();
        if let Some(why) = G::why(&self.sitting.view(self.viewer), &self.names, None).filter(|_| is_played) {
            lines.push(Line::default());
            lines.extend(popup::wrap(&why.to_string(), wide, 0).into_iter().map(Line::raw));
        }
        lines.push(Line::default());
        if let Some(review) = &self.review {
            lines.extend(Self::look_back(review, wide));
        }
        lines.push(Line::default());
        lines.push(Line::raw("Enter or q leaves, l shows the log, Esc shows the table."));
        lines
    }

    /// The largest number of mistakes shown.
    const NAMED: usize = 4;

    fn look_back(review: &Review, wide: usize) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (looked_at, decisions) = (review.looked_at, review.decisions);
        let mut lines = vec![Line::styled("Where points were lost", bold)];
        if !review.is_over {
            let done = 30 * looked_at / decisions.max(1);
            let bar = format!("{}{}", "━".repeat(done), "·".repeat(30 - done));
            lines.push(Line::raw(format!("{bar} {looked_at} of {decisions} decisions looked at")));
        }
        for slip in review.slips.iter().take(Self::NAMED) {
            let words = format!("{}. {}: {}", slip.step, slip.deed, slip.words);
            lines.extend(popup::wrap(&words.replace('\u{a0}', " "), wide, 4).into_iter().map(Line::raw));
        }
        if review.is_over && review.slips.is_empty() {
            lines.push(Line::raw(format!("Nowhere: in {decisions} decisions the champion found nothing better.")));
        } else if review.is_over {
            let lost: f64 = review.slips.iter().map(|slip| slip.lost).sum();
            let slips = review.slips.len();
            lines.push(Line::raw(format!("{slips} of {decisions} decisions lost {:.0} of 100.", 100.0 * lost)));
        }
        lines
    }
}

/// Describes a choice with its key: "Enter plays 47."
pub(super) fn words_with_key<A>(choice: &Choice<A>) -> String {
    let words = choice.words.to_string();
    let mut letters = words.chars();
    match letters.next().filter(|_| choice.action.is_some()) {
        Some(first) => format!("Enter {}{}", first.to_lowercase(), letters.as_str()),
        None => words,
    }
}

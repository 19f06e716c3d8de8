//! A game on the screen: what is shown, what is chosen, and whose turn it is to be waited for.

use std::time::{Duration, Instant};

use cardsharp_rules::{ActionOf, Event, ObservationOf, Seat, State, Turn, outcome};
use cardsharp_search::Spec;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Borders, Paragraph, Widget};

use super::background::{Advice, Review, Task};
use super::card::Colours;
use super::popup;
use super::scene::{Hits, LEAST, Scene};
use cardsharp_sitting::picture::{Row, Tabled, name};
use cardsharp_sitting::{Sitting, Whose};

/// What lies over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Popup {
    Help,
    Hint,
    Belief,
    Log,
    /// Whether to leave.
    Leave,
    /// How it ended.
    Summary,
}

/// Who is asked for hints and for the look back at the end.
pub(crate) struct Advisers {
    pub(crate) hint: Spec,
    pub(crate) review: Spec,
}

impl Default for Advisers {
    fn default() -> Advisers {
        let spec = |text: &str| text.parse().expect("it is a spec");
        Advisers { hint: spec("champion:ms=500"), review: spec("champion:ms=100") }
    }
}

/// A game on the screen.
pub(crate) struct TableScreen<G: Tabled> {
    pub(super) sitting: Sitting<G>,
    pub(super) names: Vec<String>,
    /// Through whose eyes the table is seen.
    pub(super) viewer: Seat,
    /// Who is to take the keyboard; nobody's cards are seen until then.
    pub(super) curtain: Option<Seat>,
    pub(super) rows: Vec<Row>,
    pub(super) cursor: usize,
    /// The chosen pieces in their order.
    pub(super) chosen: Vec<usize>,
    /// A card's code as far as it has been typed.
    pub(super) typed: String,
    pub(super) message: String,
    pub(super) popup: Option<Popup>,
    pub(super) scroll: u16,
    /// How far the popup can be scrolled.
    furthest: u16,
    pub(super) hits: Hits,
    pub(super) clicked: Option<(usize, Instant)>,
    pub(super) is_left: bool,
    /// Do not wait before the next play.
    pub(super) skip: bool,
    advisers: Advisers,
    pub(super) advice: Option<Advice<G>>,
    pub(super) review: Option<Review>,
    pub(super) pause: Duration,
    played_at: Instant,
    pub(super) thinking: Option<Task<ActionOf<G>>>,
    pub(super) colours: Colours,
}

impl<G: Tabled> TableScreen<G> {
    /// Sits people down; players of ours wait so long before a play.
    pub(crate) fn new(sitting: Sitting<G>, pause: Duration, advisers: Advisers, colours: Colours) -> TableScreen<G> {
        let people: Vec<Seat> = sitting.people().collect();
        let viewer = people.first().copied().unwrap_or(Seat::FIRST);
        let mut screen = TableScreen {
            names: sitting.record().names().to_vec(),
            viewer,
            // Several people may be looking: nobody's cards are shown before somebody says so.
            curtain: (people.len() > 1).then_some(viewer),
            rows: Vec::new(),
            cursor: 0,
            chosen: Vec::new(),
            typed: String::new(),
            message: String::new(),
            popup: None,
            scroll: 0,
            furthest: 0,
            hits: Vec::new(),
            clicked: None,
            is_left: false,
            skip: false,
            advisers,
            advice: None,
            review: None,
            pause,
            played_at: Instant::now(),
            thinking: None,
            colours,
            sitting,
        };
        if let (Whose::Person(seat), Some(_)) = (screen.sitting.whose_turn(), screen.curtain) {
            screen.curtain = Some(seat);
        }
        screen.lay_out();
        screen
    }

    /// The game, once the screen is done with it.
    pub(crate) fn into_sitting(self) -> Sitting<G> {
        self.sitting
    }

    /// What the viewer sees.
    pub(super) fn view(&self) -> ObservationOf<G> {
        self.sitting.view(self.viewer)
    }

    /// Whether the viewer is to choose now.
    pub(super) fn is_asked(&self) -> bool {
        self.curtain.is_none() && self.sitting.whose_turn() == Whose::Person(self.viewer)
    }

    pub(super) fn is_over(&self) -> bool {
        self.sitting.whose_turn() == Whose::Nobody
    }

    /// The pieces anew, after every action and change of eyes.
    pub(super) fn lay_out(&mut self) {
        self.rows = G::rows(&self.view());
        self.chosen.clear();
        self.typed.clear();
        self.message.clear();
        let pieces = self.rows.iter().map(|row| row.pieces.len()).sum::<usize>();
        self.cursor = self.cursor.min(pieces.saturating_sub(1));
    }

    /// Carries out what somebody chose.
    pub(super) fn play(&mut self, action: ActionOf<G>, now: Instant) {
        if let Err(error) = self.sitting.play(action) {
            self.message = error.to_string();
            return;
        }
        self.cursor = 0;
        self.played_at = now;
        self.skip = false;
        self.lay_out();
        if let Some(trouble) = self.sitting.take_trouble() {
            self.message = trouble;
        }
    }

    /// Goes on with what needs no person; errors mean that a player of ours has died.
    pub(crate) fn tick(&mut self, now: Instant) -> anyhow::Result<()> {
        if let Some(advice) = &mut self.advice {
            advice.task.poll();
        }
        if let Some(review) = &mut self.review {
            review.poll();
        }
        if self.curtain.is_some() {
            return Ok(());
        }
        match self.sitting.whose_turn() {
            Whose::Nobody => {
                if self.review.is_none() {
                    let people: Vec<Seat> = self.sitting.people().collect();
                    self.review = Some(Review::begin(self.sitting.record(), &people, &self.advisers.review));
                    self.popup = Some(Popup::Summary);
                    self.scroll = 0;
                }
            }
            Whose::Person(seat) if seat != self.viewer => {
                self.curtain = Some(seat);
                self.popup = None;
            }
            Whose::Person(_) => {}
            Whose::Player(seat) => self.go_on(seat, now)?,
        }
        Ok(())
    }

    /// Lets a player of ours think, and plays when it has decided and everybody has seen the last play.
    fn go_on(&mut self, seat: Seat, now: Instant) -> anyhow::Result<()> {
        let Some(task) = &mut self.thinking else {
            self.thinking = self.sitting.thinking().map(|thinking| Task::begin(move || thinking.decide()));
            return Ok(());
        };
        task.poll();
        match task {
            Task::Pending(_) => Ok(()),
            Task::Failed => anyhow::bail!("{} could not decide; the game is saved", name(&self.names, seat)),
            // A question about leaving is not played over.
            Task::Ready(_) if self.popup.is_some() || !(self.skip || now >= self.played_at + self.pause) => Ok(()),
            &mut Task::Ready(action) => {
                self.thinking = None;
                self.play(action, now);
                Ok(())
            }
        }
    }

    /// Asks the adviser about what the viewer sees, unless it has been asked.
    pub(super) fn ask_advice(&mut self) {
        let about = (self.viewer, self.sitting.record().events().len());
        if self.advice.as_ref().is_none_or(|advice| advice.about != about) {
            let game = self.sitting.record().game();
            self.advice = Some(Advice::ask(game, self.view(), about.1, &self.advisers.hint));
        }
    }

    /// Draws everything.
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
        // Where there is room, the log lies beside the table.
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

    /// What the piece under the cursor would come to. One of several cards says nothing that the
    /// prompt does not.
    fn preview(&self) -> String {
        match self.with_piece(self.cursor) {
            Ok(choice) if !self.chosen.contains(&self.cursor) && self.is_telling(&choice) => {
                format!("▲ {}", choice.words)
            }
            Ok(_) => String::new(),
            Err(reason) => format!("▲ {reason}"),
        }
    }

    /// What is to be done or waited for.
    fn prompt(&self, view: &ObservationOf<G>, turn: Option<Seat>) -> String {
        let typed = if self.typed.is_empty() { String::new() } else { format!("   [{}_]", self.typed) };
        match turn {
            None => "The game is over. Enter shows how it ended.".to_owned(),
            Some(_) if self.is_asked() => {
                let words = G::choose(view, &self.names, &self.chosen).map(|choice| choice.words);
                format!("{}{typed}", words.unwrap_or_else(|reason| reason))
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
        // A hint is read beside the cards it speaks of.
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

    fn advised(
        &self,
        show: impl Fn(&cardsharp_sitting::analysis::Thought<G>) -> Vec<Line<'static>>,
    ) -> Vec<Line<'static>> {
        match self.advice.as_ref().map(|advice| &advice.task) {
            Some(Task::Ready(Some(thought))) => show(thought),
            Some(Task::Pending(_)) => vec![Line::raw("The champion is thinking about it …")],
            _ => vec![Line::raw("There is no advice to be had.")],
        }
    }

    /// What has happened, as far as the viewer saw it.
    fn log(&self, wide: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for (number, event) in self.sitting.record().events().iter().enumerate() {
            let words = match event {
                Event::Action(seat, action) => {
                    let is_seen = *seat == self.viewer || G::State::is_open(*action);
                    let deed = if is_seen { G::deed(*action) } else { G::hidden_deed(*action) };
                    format!("{} {deed}", name(&self.names, *seat))
                }
                Event::Fault(fault) => format!("{}: fault ({})", name(&self.names, fault.seat), fault.verdict),
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
        lines.push(Line::default());
        if let Some(review) = &self.review {
            lines.extend(self.look_back(review, wide));
        }
        lines.push(Line::default());
        lines.push(Line::raw("Enter or q leaves, l shows the log, Esc shows the table."));
        lines
    }

    /// So many lost points are named.
    const NAMED: usize = 4;

    fn look_back(&self, review: &Review, wide: usize) -> Vec<Line<'static>> {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (looked_at, decisions) = (review.looked_at, review.decisions);
        let mut lines = vec![Line::styled("Where points were lost", bold)];
        if !review.is_over {
            let done = 30 * looked_at / decisions.max(1);
            let bar = format!("{}{}", "━".repeat(done), "·".repeat(30 - done));
            lines.push(Line::raw(format!("{bar} {looked_at} of {decisions} decisions looked at")));
        }
        for slip in review.slips.iter().take(Self::NAMED) {
            let words = format!("{}. {} {}: {}", slip.step, name(&self.names, slip.seat), slip.deed, slip.words);
            lines.extend(popup::wrap(&words, wide, 4).into_iter().map(Line::raw));
        }
        if review.is_over && review.slips.is_empty() {
            lines.push(Line::raw(format!("Nowhere: in {decisions} decisions the champion found nothing better.")));
        } else if review.is_over {
            let lost: f64 = review.slips.iter().map(|slip| slip.lost).sum();
            let slips = review.slips.len();
            lines.push(Line::raw(format!(
                "{slips} of {decisions} decisions lost {:.0} points of a hundred.",
                100.0 * lost
            )));
        }
        lines
    }
}

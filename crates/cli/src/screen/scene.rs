//! Drawing the table: the other seats at the top, the middle, the viewer's cards at the bottom.

use cardsharp_presentation::picture::{Button, Count, Heap, Look, Picture, Place, Row, Share, Shares};
use cardsharp_rules::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::card::{self, Colours, Dress, Size, put, width};

/// The smallest screen that everything fits into.
pub(crate) const LEAST: (u16, u16) = (80, 24);

pub(crate) struct Scene<'a> {
    pub(crate) title: &'a str,
    pub(crate) picture: &'a Picture,
    pub(crate) viewer: Seat,
    pub(crate) turn: Option<Seat>,
    pub(crate) names: &'a [String],
    pub(crate) rows: &'a [Row],
    pub(crate) chosen: &'a [usize],
    /// The piece under the cursor, on the viewer's turn.
    pub(crate) cursor: Option<usize>,
    /// Which pieces are not dimmed.
    pub(crate) open: &'a [bool],
    pub(crate) prompt: &'a str,
    /// An error or a notice; it replaces the preview.
    pub(crate) message: &'a str,
    pub(crate) preview: &'a str,
    pub(crate) keys: &'a str,
    pub(crate) colours: Colours,
}

/// The area of each piece, for the mouse.
pub(crate) type Hits = Vec<(Rect, usize)>;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

impl Scene<'_> {
    /// Draws the table and returns the areas of the pieces.
    pub(crate) fn draw(&self, area: Rect, buf: &mut Buffer) -> Hits {
        let (table, hand) = self.sizes(area);
        let gaps = self.gaps(table, hand, area);
        let mut y = area.y;
        let bar = self.colours.only(Style::new().bg(Color::Blue).fg(Color::White)).add_modifier(Modifier::BOLD);
        let headline = format!(" {} · {}", self.title, self.picture.headline);
        let fill = usize::from(area.width).saturating_sub(usize::from(width(&headline)));
        put(&format!("{headline}{}", " ".repeat(fill)), bar, (area.x, y), area, buf);
        y += 1 + gaps[0];
        self.draw_others(table, Rect { y, height: area.bottom() - y, ..area }, buf);
        y += 3 + self.laid_height(table) + gaps[1];
        self.draw_middle(table, Rect { y, height: area.bottom() - y, ..area }, buf);
        y += self.middle_height(table) + gaps[2];
        put(&self.own_line(), self.seat_style(self.viewer), (area.x + 1, y), area, buf);
        y += 1;
        let mut hits = Vec::new();
        let mut first = 0;
        for row in self.rows {
            self.draw_row(row, first, hand, Rect { y, height: area.bottom() - y, ..area }, buf, &mut hits);
            y += row_height(row, hand);
            first += row.pieces.len();
        }
        // The prompt is near the cards that it is about.
        let y = (y + gaps[0]).min(area.bottom() - 3);
        put(self.prompt, BOLD, (area.x + 1, y), area, buf);
        let style = if self.message.is_empty() { DIM } else { self.colours.only(Style::new().fg(Color::LightYellow)) };
        let words = if self.message.is_empty() { self.preview } else { self.message };
        put(words, style, (area.x + 1, y + 1), area, buf);
        put(self.keys, DIM, (area.x + 1, area.bottom() - 1), area, buf);
        hits
    }

    /// Returns the largest card sizes that fit, on the table and in hand.
    fn sizes(&self, area: Rect) -> (Size, Size) {
        let tries = [(Size::Large, Size::Large), (Size::Small, Size::Large)];
        let fits = |&(table, hand): &(Size, Size)| {
            let wide = self.rows.iter().all(|row| row_width(row, hand, 0) <= area.width);
            wide && self.middle_width(table) <= area.width && self.height(table, hand) <= area.height
        };
        tries.into_iter().find(fits).unwrap_or((Size::Small, Size::Small))
    }

    fn height(&self, table: Size, hand: Size) -> u16 {
        let rows: u16 = self.rows.iter().map(|row| row_height(row, hand)).sum();
        1 + 3 + self.laid_height(table) + self.middle_height(table) + 1 + rows + 3
    }

    /// Returns the blank lines above the seats, above the middle and below it.
    fn gaps(&self, table: Size, hand: Size, area: Rect) -> [u16; 3] {
        let spare = area.height.saturating_sub(self.height(table, hand));
        // The limits keep things together on a tall screen.
        [(spare / 5).min(2), (spare / 3).min(3), (spare / 3).min(3)]
    }

    /// Returns the height of the cards in front of the seats; a table of two has none.
    fn laid_height(&self, size: Size) -> u16 {
        if self.picture.places.len() > 2 { 1 + size.height() } else { 0 }
    }

    /// Returns the heaps of the middle, and the cards in front of the viewer.
    fn middle(&self) -> impl Iterator<Item = &Heap> {
        let own = &self.picture.places[self.viewer.index()].laid;
        self.picture.middle.iter().chain((!own.cards.is_empty()).then_some(own))
    }

    fn has_words(&self) -> (bool, bool) {
        let cards = || self.picture.middle.iter().flat_map(|heap| &heap.cards);
        let (above, below) = (cards().any(|card| card.shares.is_some()), cards().any(|card| !card.below.is_empty()));
        (above, above || below)
    }

    fn middle_height(&self, size: Size) -> u16 {
        let (above, below) = self.has_words();
        1 + size.height() + u16::from(above) + u16::from(below)
    }

    fn middle_width(&self, size: Size) -> u16 {
        self.middle().map(|heap| heap_width(heap, size).max(width(&heap.label.to_string())) + 4).sum()
    }

    fn seat_style(&self, seat: Seat) -> Style {
        if self.turn == Some(seat) { self.colours.only(BOLD.fg(Color::LightYellow)) } else { BOLD }
    }

    fn name(&self, seat: Seat) -> String {
        let mark = if self.turn == Some(seat) { "▶" } else { " " };
        format!("{mark} {}", self.names[seat.index()])
    }

    fn own_line(&self) -> String {
        let place = &self.picture.places[self.viewer.index()];
        let you = if self.names[self.viewer.index()] == "You" { "" } else { " (you)" };
        let name = format!("{}{you}", self.name(self.viewer));
        [vec![name], standing(place)].concat().join(" · ")
    }

    /// Draws the other seats clockwise from the left, with the cards in front of them.
    fn draw_others(&self, size: Size, area: Rect, buf: &mut Buffer) {
        let seats = self.picture.places.len();
        let column = area.width / (seats as u16 - 1);
        for step in 1..seats {
            let seat = self.viewer.plus(step, seats);
            let place = &self.picture.places[seat.index()];
            let x = area.x + 1 + column * (step as u16 - 1);
            let area = Rect { x, width: column - 1, ..area };
            put(&self.name(seat), self.seat_style(seat), (x, area.y), area, buf);
            let backs = format!("  {} {}", "▒".repeat(place.backs), place.backs);
            let backs = if place.backs == 0 { "  no cards".to_owned() } else { backs };
            put(&backs, self.colours.only(Style::new().fg(Color::LightBlue)), (x, area.y + 1), area, buf);
            put(&format!("  {}", standing(place).join(" · ")), Style::new(), (x, area.y + 2), area, buf);
            if !place.laid.cards.is_empty() {
                put(&place.laid.label.to_string(), DIM, (x + 2, area.y + 3), area, buf);
                self.draw_heap(&place.laid, size, (x + 2, area.y + 4), area, buf);
            }
        }
    }

    fn draw_middle(&self, size: Size, area: Rect, buf: &mut Buffer) {
        let heaps: Vec<&Heap> = self.middle().collect();
        let total = self.middle_width(size).saturating_sub(4);
        let mut x = area.x + area.width.saturating_sub(total) / 2;
        let (above, _) = self.has_words();
        let top = area.y + 1 + u16::from(above);
        for heap in heaps {
            put(&heap.label.to_string(), DIM, (x, area.y), area, buf);
            self.draw_heap(heap, size, (x, top), area, buf);
            x += heap_width(heap, size).max(width(&heap.label.to_string())) + 4;
        }
    }

    fn draw_heap(&self, heap: &Heap, size: Size, (mut x, y): (u16, u16), area: Rect, buf: &mut Buffer) {
        for laid in &heap.cards {
            x += if laid.apart { 2 } else { 0 };
            let dress = Dress { dim: laid.dim, ..Dress::default() };
            card::draw(&laid.face, dress, size, self.colours, (x, y), area, buf);
            let centred = |text: &str| x + size.width().saturating_sub(width(text)) / 2;
            let style = self.colours.ink(laid.face.ink);
            let below = match laid.shares {
                Some(Shares { theirs, yours }) => {
                    let above = share(theirs, "▲");
                    put(&above, style, (centred(&above), y - 1), area, buf);
                    share(yours, "▼")
                }
                None => laid.below.to_string(),
            };
            put(&below, style, (centred(&below), y + size.height()), area, buf);
            x += size.width();
        }
    }

    fn draw_row(&self, row: &Row, first: usize, size: Size, area: Rect, buf: &mut Buffer, hits: &mut Hits) {
        let gap = u16::from(row_width(row, size, 1) <= area.width);
        let mut x = area.x + area.width.saturating_sub(row_width(row, size, gap)) / 2;
        let mut y = area.y;
        if !row.label.is_empty() {
            put(&row.label.to_string(), DIM, (x, y), area, buf);
            y += 1;
        }
        for (place, piece) in row.pieces.iter().enumerate() {
            let number = first + place;
            let order = self.chosen.iter().position(|&chosen| chosen == number);
            let dress =
                Dress { chosen: order.is_some(), pointed_at: self.cursor == Some(number), dim: !self.open[number] };
            let (wide, high) = (look_width(&piece.look, size), look_height(&piece.look, size));
            match &piece.look {
                Look::Cards(faces) => {
                    for (card, face) in faces.iter().enumerate() {
                        card::draw(face, dress, size, self.colours, (x + card as u16 * size.width(), y), area, buf);
                    }
                }
                Look::Button(button) => {
                    let mut style = if dress.chosen { BOLD } else { Style::new() };
                    style = if dress.dim { DIM } else { style };
                    style = if dress.pointed_at { style.add_modifier(Modifier::REVERSED) } else { style };
                    let frame = if dress.chosen { ("▐", "▌") } else { ("[", "]") };
                    put(&format!("{}{}{}", frame.0, pressed(button), frame.1), style, (x, y), area, buf);
                }
            }
            let mark = self.mark(number, order, piece.group.is_none());
            put(&mark, BOLD, (x + wide.saturating_sub(width(&mark)) / 2, y + high), area, buf);
            hits.push((Rect::new(x, y, wide, high + 1), number));
            x += wide + gap;
        }
    }

    /// Returns the cursor, and the number of a card among several chosen ones.
    fn mark(&self, number: usize, order: Option<usize>, is_one_of_several: bool) -> String {
        let cursor = if self.cursor == Some(number) { "▲" } else { "" };
        // Choices in other groups, such as the action, are not counted.
        let is_piece = |piece: &usize| {
            let all = self.rows.iter().flat_map(|row| &row.pieces);
            all.clone().nth(*piece).is_some_and(|piece| piece.group.is_none())
        };
        match order {
            Some(order) if is_one_of_several => {
                let before = self.chosen[..order].iter().filter(|piece| is_piece(piece)).count();
                format!("{cursor}{}", before + 1)
            }
            Some(_) => format!("{cursor}✓"),
            None => cursor.to_owned(),
        }
    }
}

/// Returns the score of a seat, and its unused actions.
fn standing(place: &Place) -> Vec<String> {
    let counts: Vec<String> = place.score.iter().map(Count::to_string).collect();
    let left: Vec<String> = place.marks.iter().filter(|mark| !mark.used).map(|mark| mark.label.to_string()).collect();
    let left = match (place.marks.is_empty(), left.is_empty()) {
        (true, _) => None,
        (false, true) => Some("no actions left".to_owned()),
        (false, false) => Some(format!("left: {}", left.join(", "))),
    };
    (!counts.is_empty()).then(|| counts.join(", ")).into_iter().chain(left).collect()
}

/// Returns the label of a button after its key.
fn pressed(button: &Button) -> String {
    format!("{} {}", button.key, button.label)
}

/// Returns a dot for every card on this side of a type, and the arrow if the side leads.
fn share(share: Share, arrow: &str) -> String {
    format!("{}{}", "●".repeat(share.cards), if share.leads { arrow } else { " " })
}

fn heap_width(heap: &Heap, size: Size) -> u16 {
    heap.cards.iter().map(|card| size.width() + if card.apart { 2 } else { 0 }).sum()
}

fn look_width(look: &Look, size: Size) -> u16 {
    match look {
        Look::Cards(faces) => faces.len() as u16 * size.width(),
        Look::Button(button) => width(&pressed(button)) + 2,
    }
}

fn look_height(look: &Look, size: Size) -> u16 {
    match look {
        Look::Cards(_) => size.height(),
        Look::Button(_) => 1,
    }
}

fn row_width(row: &Row, size: Size, gap: u16) -> u16 {
    let gaps = gap * (row.pieces.len() as u16).saturating_sub(1);
    row.pieces.iter().map(|piece| look_width(&piece.look, size)).sum::<u16>() + gaps
}

fn row_height(row: &Row, size: Size) -> u16 {
    let pieces = row.pieces.iter().map(|piece| look_height(&piece.look, size)).max().unwrap_or(0);
    u16::from(!row.label.is_empty()) + pieces + 1
}

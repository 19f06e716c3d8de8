//! A card as it is drawn: a box of 5×3 cells, or 7×5 where there is room.

use cardsharp_sitting::picture::{Face, Ink};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// Whether colours are wanted: `NO_COLOR` says they are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    On,
    Off,
}

impl Colours {
    /// What the environment asks for.
    pub(crate) fn wanted() -> Colours {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted { Colours::Off } else { Colours::On }
    }

    /// The style of an ink.
    pub(crate) fn ink(self, ink: Ink) -> Style {
        let style = match ink {
            Ink::Plain => return Style::new(),
            Ink::Red => Style::new().fg(Color::LightRed),
            Ink::Green => Style::new().fg(Color::LightGreen),
            Ink::Blue => Style::new().fg(Color::LightBlue),
            Ink::Yellow => Style::new().fg(Color::LightYellow),
            Ink::Magenta => Style::new().fg(Color::LightMagenta),
            Ink::Cyan => Style::new().fg(Color::LightCyan),
            Ink::Alarm => Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD),
        };
        if self == Colours::On { style } else { style.fg(Color::Reset) }
    }

    /// A style with its colours taken away if none are wanted.
    pub(crate) fn only(self, style: Style) -> Style {
        match self {
            Colours::On => style,
            Colours::Off => Style { fg: None, bg: None, ..style },
        }
    }
}

/// How large cards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Large,
}

impl Size {
    pub(crate) const fn width(self) -> u16 {
        match self {
            Size::Small => 5,
            Size::Large => 7,
        }
    }

    pub(crate) const fn height(self) -> u16 {
        match self {
            Size::Small => 3,
            Size::Large => 5,
        }
    }
}

/// What sets a card apart from its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dress {
    /// Chosen: a heavy border.
    pub(crate) chosen: bool,
    /// Under the cursor: reversed.
    pub(crate) pointed_at: bool,
    /// Not to be chosen now, or no longer in play.
    pub(crate) dim: bool,
}

/// Draws a card; whatever does not fit into the area is cut off.
pub(crate) fn draw(
    face: &Face,
    dress: Dress,
    size: Size,
    colours: Colours,
    at: (u16, u16),
    area: Rect,
    buf: &mut Buffer,
) {
    let mut style = colours.ink(face.ink);
    if dress.dim {
        style = style.add_modifier(Modifier::DIM);
    }
    let frame = if dress.chosen {
        ["┏", "━", "┓", "┃", "┗", "┛"]
    } else {
        ["┌", "─", "┐", "│", "└", "┘"]
    };
    let border = if dress.chosen { style.add_modifier(Modifier::BOLD) } else { style };
    let inner = usize::from(size.width()) - 2;
    let [left_top, line, right_top, side, left_low, right_low] = frame;
    let mut lines = vec![format!("{left_top}{}{right_top}", line.repeat(inner))];
    for words in words(face, size, inner) {
        lines.push(format!("{side}{words}{side}"));
    }
    lines.push(format!("{left_low}{}{right_low}", line.repeat(inner)));
    for (number, text) in lines.iter().enumerate() {
        put(text, border, (at.0, at.1 + number as u16), area, buf);
    }
    if dress.pointed_at {
        let inside = Rect::new(at.0 + 1, at.1 + 1, size.width() - 2, size.height() - 2).intersection(area);
        buf.set_style(inside, Style::new().add_modifier(Modifier::REVERSED));
    }
}

/// The lines within the border.
fn words(face: &Face, size: Size, inner: usize) -> Vec<String> {
    match size {
        Size::Small => vec![format!("{:^inner$}", face.label)],
        Size::Large => {
            vec![format!("{:<inner$}", face.label), format!("{:^inner$}", face.note), format!("{:>inner$}", face.label)]
        }
    }
}

/// Writes a text where the area allows.
pub(crate) fn put(text: &str, style: Style, (x, y): (u16, u16), area: Rect, buf: &mut Buffer) {
    if y >= area.y && y < area.bottom() && x >= area.x && x < area.right() {
        buf.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// How many cells a text takes.
pub(crate) fn width(text: &str) -> u16 {
    ratatui::text::Span::raw(text).width() as u16
}

//! Drawing a card: a box of 5×3 cells, or 7×5 if there is room.

use cardsharp_presentation::picture::{Face, Ink};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colours {
    On,
    Off,
}

impl Colours {
    /// Returns the user's choice: a non-empty `NO_COLOR` turns colours off.
    pub(crate) fn wanted() -> Colours {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted { Colours::Off } else { Colours::On }
    }

    pub(crate) fn ink(self, ink: Ink) -> Style {
        let style = match ink {
            Ink::Plain => return Style::new(),
            Ink::Red => Style::new().fg(Color::LightRed),
            Ink::Green => Style::new().fg(Color::LightGreen),
            Ink::Blue => Style::new().fg(Color::Indexed(33)),
            Ink::LightBlue => Style::new().fg(Color::Indexed(117)),
            Ink::Purple => Style::new().fg(Color::Indexed(135)),
            Ink::Orange => Style::new().fg(Color::Indexed(208)),
            Ink::Pink => Style::new().fg(Color::Indexed(218)),
            Ink::Yellow => Style::new().fg(Color::LightYellow),
            Ink::Magenta => Style::new().fg(Color::LightMagenta),
            Ink::Cyan => Style::new().fg(Color::LightCyan),
            Ink::Alarm => Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD),
        };
        if self == Colours::On { style } else { style.fg(Color::Reset) }
    }

    /// Removes the colours of a style if they are off.
    pub(crate) fn only(self, style: Style) -> Style {
        match self {
            Colours::On => style,
            Colours::Off => Style { fg: None, bg: None, ..style },
        }
    }
}

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

/// The marks of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dress {
    /// Chosen: a heavy border.
    pub(crate) chosen: bool,
    /// Under the cursor: reversed.
    pub(crate) pointed_at: bool,
    /// Not legal to choose now, or no longer in play.
    pub(crate) dim: bool,
}

/// Draws a card, cut off at the edges of the area.
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

/// Returns the lines within the border.
fn words(face: &Face, size: Size, inner: usize) -> Vec<String> {
    match size {
        Size::Small => vec![format!("{:^inner$}", face.label)],
        Size::Large => {
            vec![format!("{:<inner$}", face.label), format!("{:^inner$}", face.note), format!("{:>inner$}", face.label)]
        }
    }
}

/// Writes a text, cut off at the edges of the area.
pub(crate) fn put(text: &str, style: Style, (x, y): (u16, u16), area: Rect, buf: &mut Buffer) {
    if y >= area.y && y < area.bottom() && x >= area.x && x < area.right() {
        buf.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

pub(crate) fn width(text: &str) -> u16 {
    ratatui::text::Span::raw(text).width() as u16
}

#[cfg(test)]
mod tests {
    use cardsharp_presentation::Present;
    use cardsharp_rules::Game;
    use cardsharp_rules::hanamikoji::{Action, Geisha, Hanamikoji};

    use super::*;

    /// Returns the red, green and blue of an indexed colour, or of one of xterm's sixteen.
    fn rgb(color: Color) -> [f64; 3] {
        let level = |step: u8| if step == 0 { 0.0 } else { f64::from(step * 40 + 55) };
        match color {
            Color::Indexed(number @ 16..=231) => {
                let cube = number - 16;
                [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
            }
            Color::LightRed => [255.0, 0.0, 0.0],
            Color::LightGreen => [0.0, 255.0, 0.0],
            other => panic!("not a colour of Hanamikoji: {other}"),
        }
    }

    #[test]
    fn hanamikojis_types_differ_in_colour_and_the_blues_in_lightness() {
        let colours = Geisha::ALL.map(|card| {
            let face = Hanamikoji::cards(Action::Secret(card)).remove(0);
            assert_eq!(face.label, card.to_string(), "the letter is on every card");
            rgb(Colours::On.ink(face.ink).fg.unwrap_or_else(|| panic!("{card} has no colour")))
        });
        for (number, one) in colours.iter().enumerate() {
            for (other_number, other) in colours.iter().enumerate().skip(number + 1) {
                let far = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                let [a, b] = [number, other_number].map(|type_number| Geisha::ALL[type_number]);
                assert!(far > 80.0, "{a} and {b} of {} look alike: {far:.0}", Hanamikoji::TITLE);
            }
        }
        let light = |[red, green, blue]: [f64; 3]| 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let [light_blue, dark_blue] = [Geisha::A, Geisha::D].map(|card| light(colours[card.index()]));
        assert!(light_blue - dark_blue > 60.0, "{light_blue:.0} and {dark_blue:.0}");
    }
}

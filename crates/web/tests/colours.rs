//! Hanamikoji's colours on the page: those that the rules name, readable, and the two blues told apart
//! without their hue.

use cardsharp_rules::Game;
use cardsharp_rules::hanamikoji::{Colour, Geisha, Hanamikoji};

const DRAWINGS: &str = include_str!("../page/cards/hanamikoji.js");
const STYLES: &str = include_str!("../page/cards.css");

/// What lies behind the letters of a card, by day and by night, as `cards.css` says.
const GROUNDS: [&str; 2] = ["#fffdf6", "#f3eee1"];

/// Red, green and blue from 0 to 1.
type Rgb = [f64; 3];

fn rgb(text: &str) -> Rgb {
    let part = |at: usize| f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0;
    [part(1), part(3), part(5)]
}

/// A variable of a type in the style sheet: its `--ink`.
fn style(card: Geisha, variable: &str) -> Rgb {
    let rule = STYLES.split(&format!(".type-{card} {{")).nth(1).unwrap().split('}').next().unwrap();
    let value = rule.split(&format!("--{variable}: ")).nth(1).unwrap();
    rgb(&value[..7])
}

/// The relative luminance of the accessibility guidelines.
fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] =
        colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The lightness that people see, from 0 to 100 (CIE L*).
fn lightness(colour: Rgb) -> f64 {
    116.0 * luminance(colour).cbrt() - 16.0
}

/// The hue in degrees, from red by green and blue.
fn hue([red, green, blue]: Rgb) -> f64 {
    let most = red.max(green).max(blue);
    let range = most - red.min(green).min(blue);
    let sixth = if most == red {
        (green - blue) / range
    } else if most == green {
        2.0 + (blue - red) / range
    } else {
        4.0 + (red - green) / range
    };
    (sixth * 60.0).rem_euclid(360.0)
}

/// Which hues go by the name; red goes on beyond zero.
fn hues(colour: Colour) -> (f64, f64) {
    match colour {
        Colour::Red => (350.0, 370.0),
        Colour::Orange => (20.0, 45.0),
        Colour::Green => (90.0, 160.0),
        Colour::Blue => (195.0, 245.0),
        Colour::Purple => (265.0, 295.0),
        Colour::Pink => (315.0, 340.0),
    }
}

#[test]
fn the_page_and_the_rules_name_the_colours_of_the_document() {
    let names: Vec<&str> = Geisha::ALL.iter().map(|card| card.colour().name()).collect();
    assert_eq!(names, ["blue", "red", "purple", "blue", "orange", "green", "pink"]);
    let list = DRAWINGS.split("export const COLOURS = [").nth(1).unwrap().split(']').next().unwrap();
    let on_page: Vec<&str> = list.split(',').map(|name| name.trim().trim_matches('"')).collect();
    assert_eq!(on_page, names);
    let row = format!("| colour | {} |", names.join(" | "));
    assert!(Hanamikoji::RULES.contains(&row), "{row}");
}

#[test]
fn a_type_has_the_hue_of_its_name_and_can_be_read() {
    for card in Geisha::ALL {
        let (from, to) = hues(card.colour());
        for variable in ["ink", "soft"] {
            let hue = hue(style(card, variable));
            let is_named = (from..to).contains(&hue) || (from..to).contains(&(hue + 360.0));
            assert!(is_named, "{card} --{variable}: {hue:.0} degrees are not {}", card.colour().name());
        }
        for ground in GROUNDS {
            assert!(STYLES.contains(ground), "cards lie on another ground than {ground}");
            let contrast = (luminance(rgb(ground)) + 0.05) / (luminance(style(card, "ink")) + 0.05);
            assert!(contrast >= 4.5, "{card} on {ground}: {contrast:.2} to 1");
        }
    }
}

#[test]
fn the_two_blues_differ_in_lightness_and_pattern() {
    // Who sees no hue at all sees lightness: twenty steps of a hundred are told apart at a glance.
    for variable in ["ink", "soft"] {
        let [light, dark] = [Geisha::A, Geisha::D].map(|card| lightness(style(card, variable)));
        assert!(light - dark >= 20.0, "--{variable}: {light:.0} and {dark:.0}");
    }
    let hatched = DRAWINGS.split("const HATCHED = ").nth(1).unwrap().split(';').next().unwrap();
    assert_eq!(hatched.parse::<usize>().unwrap(), Geisha::D.index());
}

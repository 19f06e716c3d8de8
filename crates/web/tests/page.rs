//! Checks the page's drawings: Hanamikoji's colours are readable and distinct, and Intensity's diagram fits the rules.
//! No other file of the page knows a game by name.

use std::path::Path;

use cardsharp_rules::hanamikoji::{Colour, Geisha, Hanamikoji};
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::{AnyGame, Game, with_game};

const MOVES: &str = include_str!("../page/cards/moves.js");
const DRAWINGS: &str = include_str!("../page/cards/hanamikoji.js");
const STYLES: &str = include_str!("../page/cards/cards.css");

/// The background of cards in the light and the dark theme, from `cards.css`.
const GROUNDS: [&str; 2] = ["#fffdf6", "#f3eee1"];

/// Red, green and blue from 0 to 1.
type Rgb = [f64; 3];

fn rgb(text: &str) -> Rgb {
    let part = |at: usize| f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0;
    [part(1), part(3), part(5)]
}

/// Returns a colour variable of a type from the style sheet.
fn style(card: Geisha, variable: &str) -> Rgb {
    let rule = STYLES.split(&format!(".type-{card} {{")).nth(1).unwrap().split('}').next().unwrap();
    let value = rule.split(&format!("--{variable}: ")).nth(1).unwrap();
    rgb(&value[..7])
}

/// Returns the relative luminance as the accessibility guidelines define it.
fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] =
        colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the perceived lightness from 0 to 100 (CIE L*).
fn lightness(colour: Rgb) -> f64 {
    116.0 * luminance(colour).cbrt() - 16.0
}

/// Returns the hue in degrees: red is 0, green 120, blue 240.
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

/// Returns the range of hues with this name; red continues beyond 360.
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
    // Without hue only lightness differs: 20 of 100 steps are clearly visible.
    for variable in ["ink", "soft"] {
        let [light, dark] = [Geisha::A, Geisha::D].map(|card| lightness(style(card, variable)));
        assert!(light - dark >= 20.0, "--{variable}: {light:.0} and {dark:.0}");
    }
    let hatched = DRAWINGS.split("const HATCHED = ").nth(1).unwrap().split(';').next().unwrap();
    assert_eq!(hatched.parse::<usize>().unwrap(), Geisha::D.index());
}

/// Colour vision without one kind of cone: Machado, Oliveira and Fernandes (2009), full severity, linear light.
const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
    ("three cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    ),
    (
        "deuteranopia",
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    ),
    (
        "tritanopia",
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ),
];

/// Returns a perceived colour: lightness and two axes of hue (CIE L*a*b*).
fn perceive(colour: Rgb, sight: &[[f64; 3]; 3]) -> [f64; 3] {
    let light = colour.map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
    let by = |row: &[f64; 3]| row.iter().zip(light).map(|(part, light)| part * light).sum::<f64>().clamp(0.0, 1.0);
    let [red, green, blue] = [&sight[0], &sight[1], &sight[2]].map(by);
    let [x, y, z] = [
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83,
    ]
    .map(|part| if part > 216.0 / 24_389.0 { part.cbrt() } else { (24_389.0 / 27.0 * part + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the colours that rules `.KIND-NAME` give to a variable, by name.
fn colours(sheet: &str, kind: &str, variable: &str) -> Vec<(String, Rgb)> {
    let rules = sheet.lines().filter_map(|line| line.strip_prefix(&format!(".{kind}-"))?.split_once(" {"));
    rules
        .filter_map(|(name, rule)| Some((name.to_owned(), rgb(rule.split_once(&format!("--{variable}: "))?.1))))
        .collect()
}

/// Cards also differ by letter or number and by figure. Their colours are distinct for colour-blind players, too.
#[test]
fn colours_are_distinct_for_colour_blind_players() {
    let check = |what: &str, count: usize, colours: &[(String, Rgb)], least: f64| {
        assert_eq!(colours.len(), count, "{what}");
        for (sight, matrix) in &SIGHTS {
            for (place, (one, colour)) in colours.iter().enumerate() {
                for (other, another) in &colours[..place] {
                    let [a, b] = [colour, another].map(|colour| perceive(*colour, matrix));
                    let apart = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    assert!(apart >= least, "{what} {one} and {other} with {sight}: {apart:.1} apart");
                }
            }
        }
    };
    check("types", 7, &colours(STYLES, "type", "ink"), 13.5);
    check("types' figures", 7, &colours(STYLES, "type", "soft"), 13.5);
    check("herds", 5, &colours(STYLES, "herd", "ink"), 13.5);
    check("lines of a chart", 8, &colours(include_str!("../page/replay/analysis.css"), "line", "line"), 10.5);
    let suits = |rule: &str| -> Vec<(String, Rgb)> {
        let rule = STYLES.split(rule).nth(1).unwrap().split('}').next().unwrap();
        let suits = rule.split("--suit-").skip(1);
        suits.map(|suit| (suit[..1].to_owned(), rgb(suit.split_once(": ").unwrap().1))).collect()
    };
    let (two, mut four) = (suits(":root {"), suits(":root[data-colours=\"four\"] {"));
    four.extend(two.iter().filter(|(suit, _)| suit == "s" || suit == "h").cloned());
    check("two colours", 2, &two[..2], 30.0);
    check("four colours", 4, &four, 19.5);
}

/// Collects the files under a folder, with their paths inside `page/`.
fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            let name = path.strip_prefix(&page).unwrap().to_string_lossy().into_owned();
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// Only the drawings of decks may depend on a game's name.
#[test]
fn only_the_decks_know_games_by_name() {
    let names = AnyGame::all().into_iter().flat_map(|game| {
        fn names<G: Game>(_: &G) -> [String; 2] {
            [G::NAME, G::TITLE].map(str::to_lowercase)
        }
        with_game!(AnyGame, &game, game => names(game))
    });
    let (names, mut found): (Vec<String>, _) = (names.collect(), Vec::new());
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), &mut found);
    assert!(names.len() >= 8 && found.len() > 30, "{names:?} in {} files", found.len());
    let is_deck = |file: &str| file.starts_with("cards/");
    assert!(found.iter().any(|(file, text)| is_deck(file) && names.iter().any(|name| text.contains(name))));
    for (file, text) in found.iter().filter(|(file, _)| !is_deck(file)) {
        for (number, line) in text.to_lowercase().lines().enumerate() {
            let named = names.iter().find(|name| line.contains(*name));
            assert_eq!(named, None, "{file}:{}: {line}", number + 1);
        }
    }
}

/// Returns a field of a line in `moves.js`.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.split(&format!("{name}: ")).nth(1)?;
    rest.strip_prefix("t(").unwrap_or(rest).strip_prefix('"')?.split('"').next()
}

#[test]
fn the_drawing_of_the_moves_is_the_diagram_of_the_rules() {
    let list = MOVES.split("export const moves = () => [").nth(1).unwrap().split("];").next().unwrap();
    let drawn: Vec<&str> = list.lines().filter(|line| line.contains("depth: ")).collect();
    let diagram = Intensity::RULES.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let in_rules: Vec<(usize, String)> = diagram
        .lines()
        .map(|line| {
            let depth = line.chars().take_while(|&sign| "│├└─ ".contains(sign)).count() / 3;
            (depth, line.trim_start_matches(['│', '├', '└', '─', ' ']).replace(" ─→ ", ": ").replace(" ──→ ", ": "))
        })
        .collect();
    let on_page = drawn.iter().map(|line| {
        let depth = line.split("depth: ").nth(1).unwrap()[..1].parse().unwrap();
        let (branch, words) = (field(line, "branch").unwrap(), field(line, "words").unwrap());
        (depth, if branch.is_empty() { words.to_owned() } else { format!("{branch}: {words}") })
    });
    assert_eq!(on_page.collect::<Vec<_>>(), in_rules);
    // The valid cards at each answer follow from its words.
    for line in drawn.iter().filter(|line| field(line, "hand").is_some()) {
        let cards = |name: &str| -> Vec<u8> {
            field(line, name).unwrap().split_whitespace().map(|card| card.parse().unwrap()).collect()
        };
        let (hand, led) = (cards("hand"), cards("round").first().copied());
        let is_calf = |card: &u8| card / 10 == 3;
        let allowed = hand.iter().copied().filter(|card| match field(line, "words").unwrap() {
            "any card of that suit" => Some(card / 10) == led.map(|led| led / 10),
            "any card but a calf: the buffalo too" => !is_calf(card),
            "any calf" => hand.iter().all(is_calf),
            "any card" => led.is_none(),
            _ => led.is_some_and(|led| hand.iter().all(|card| card / 10 != led / 10)),
        });
        assert_eq!(cards("legal"), allowed.collect::<Vec<_>>(), "{line}");
    }
}

/// The page, the API description and the server have the same limit.
#[test]
fn a_name_may_be_as_long_on_the_page_as_the_server_takes_it() {
    let number = |text: &str, before: &str| -> u32 {
        let rest = text.split(before).nth(1).unwrap();
        rest.split(|letter: char| !letter.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    let longest = number(include_str!("../src/tables/chair.rs"), "const LONGEST_NAME: usize = ");
    assert_eq!(number(include_str!("../page/shell/names.js"), "const LONGEST_NAME = "), longest);
    assert_eq!(number(include_str!("../src/tables/create.rs"), "#[schema(max_length = "), longest);
}

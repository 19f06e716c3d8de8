//! Messages of a bot and of a foreign referee.

use cardsharp_programs::Hosted;
use cardsharp_programs::lines::{Heard, hear, read_action, read_hello, turn_line};
use cardsharp_programs::original::{ask_pass, ask_play, clean_name, read_pass, read_play, read_request};
use cardsharp_rules::intensity::Intensity;
use cardsharp_rules::{Observation, ObservationOf, Seed, State, Turn, random_position, with_game};

use crate::split;

/// A line of the line protocol, as a cardsharp bot parses it and as the referee parses an answer. The second byte is
/// the number of actions played before; the referee accepts only legal actions.
pub fn line(data: &[u8]) {
    fn check<G: Hosted>(game: &G, plies: u8, line: &str) {
        match hear::<G>(line) {
            Ok(Heard::Turn(view)) => {
                assert_eq!(view.turn(), Turn::Of(view.seat()), "{line}");
                let again = turn_line(game, &view, None);
                assert_eq!(hear::<G>(&again), Ok(Heard::Turn(view)), "{again}");
            }
            Ok(_) => {}
            Err(error) => drop(error.to_string()),
        }
        if let Ok(name) = read_hello(line) {
            assert_name(&name);
        }
        let state = random_position(game, Seed(7), u32::from(plies));
        let Turn::Of(seat) = state.turn() else { return };
        if let Ok(action) = read_action::<G>(line, &state.observe(seat)) {
            assert!(state.is_legal(action), "{action} from {line}");
        }
    }
    let Some((game, rest)) = split(data) else { return };
    let Some(plies) = rest.chars().next().filter(char::is_ascii) else { return };
    with_game!(AnyGame, &game, game => check(game, plies as u8, &rest[1..]));
}

/// A request or an answer of Intensity's original protocol. The first byte is the number of actions played before.
pub fn original(data: &[u8]) {
    let Some((plies, text)) = data.split_first() else { return };
    if let Ok(text) = std::str::from_utf8(text)
        && let Err(error) = read_request(text)
    {
        assert!(!error.to_string().is_empty());
    }
    assert_name(&clean_name(text));
    let state = random_position(&Intensity, Seed(7), u32::from(*plies));
    let Turn::Of(seat) = state.turn() else { return };
    let view: ObservationOf<Intensity> = state.observe(seat);
    let is_passing = !view.table().all_passed();
    let answer = if is_passing { read_pass(text, &view) } else { read_play(text, &view) };
    if let Ok(action) = answer {
        assert!(state.is_legal(action), "{action} from {text:?}");
    }
    // Our own requests must parse.
    let asked = if is_passing { ask_pass(&view) } else { ask_play(&view) };
    assert!(read_request(&asked).is_ok(), "{asked}");
}

/// A name is not empty, not padded, and at most 32 characters long.
fn assert_name(name: &str) {
    assert!(!name.is_empty() && name.chars().count() <= 32 && name.trim() == name, "{name:?}");
}

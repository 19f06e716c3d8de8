//! Seating whom the owner of this machine names: players of the house, and networks from files.
//!
//! [`cardsharp_search::seat_player`] knows nobody who has to be read from a file, and so the web server, where strangers
//! name players, never opens one for them.

use std::path::Path;

use cardsharp_rules::Style;
use cardsharp_sandbox::read_plain;
use cardsharp_search::exploit::Target;
use cardsharp_search::{Player, SavedNet, Spec, SpecError, StylePlayer, Thoughtful, seat_for_match, seat_player};

/// So large a network may be.
const MOST_BYTES: u64 = 1 << 30;

/// Seats the player that a spec names; `net:FILE` is a network of somebody's own.
///
/// # Errors
/// If there is no such player, it has no such setting, or the file is no network of the game.
pub fn seat_named<G: Thoughtful>(game: &G, spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    match net::<G>(spec)? {
        Some(style) => Ok(Box::new(StylePlayer(style))),
        None => seat_player(game, spec),
    }
}

/// The same for a match of several games, whose earlier games the player may remember.
///
/// # Errors
/// As [`seat_named`].
pub fn seat_named_for_match<G: Thoughtful>(game: &G, spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    match net::<G>(spec)? {
        Some(style) => Ok(Box::new(StylePlayer(style))),
        None => seat_for_match(game, spec),
    }
}

/// The player that a spec names, as one to be exploited.
///
/// # Errors
/// As [`seat_named`].
pub fn target_named<G: Thoughtful>(game: &G, spec: &Spec) -> Result<Target<G>, SpecError> {
    match net::<G>(spec)? {
        Some(style) => Ok(Target::open_book(style)),
        None => Target::new(game, spec),
    }
}

/// The network that a spec names, if it names one.
fn net<G: Thoughtful>(spec: &Spec) -> Result<Option<Box<dyn Style<G>>>, SpecError> {
    let Some(file) = spec.file() else { return Ok(None) };
    let wrong = |reason: String| SpecError::new(format!("{spec}: {reason}"));
    // A link of one's own is followed, but what it leads to must be a plain file.
    let path = std::fs::canonicalize(Path::new(file)).map_err(|error| wrong(error.to_string()))?;
    let bytes = read_plain(&path, MOST_BYTES).map_err(|error| wrong(error.to_string()))?;
    let net = SavedNet::read::<G>(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Some(Box::new(net)))
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;

    use super::*;

    #[test]
    fn a_file_that_is_no_network_is_refused_by_name() {
        let error =
            |text: &str| seat_named(&Indigo, &text.parse().expect("a spec")).err().map(|error| error.to_string());
        for (text, words) in [
            ("net:no/such/file", "net:no/such/file: No such file"),
            ("net:/dev/zero", "net:/dev/zero: is not a plain file"),
            ("net:Cargo.toml", "net:Cargo.toml: the file ends within its header"),
        ] {
            let error = error(text).expect("no network");
            assert!(error.starts_with(words), "{error}");
        }
    }

    #[test]
    fn where_strangers_name_players_no_file_is_opened() {
        let spec: Spec = "net:Cargo.toml".parse().expect("a spec");
        let error = seat_player(&Indigo, &spec).err().expect("nobody").to_string();
        assert!(error.contains("there is no player \"net\""), "{error}");
    }
}

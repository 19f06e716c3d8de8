//! House players by name, networks from files, and unlisted styles.
//!
//! [`cardsharp_search::seat_player`] reads no files, so the web server, where strangers name players, never opens one.

use std::path::Path;

use cardsharp_rules::Style;
use cardsharp_sandbox::read_plain;
use cardsharp_search::{Memory, Player, SavedNet, Searchable, Spec, SpecError, StylePlayer, seat_player};

/// The largest network that is read.
const MOST_BYTES: u64 = 1 << 30;

/// Returns the styles that a spec may name although the roster does not list them.
pub type Unlisted<G> = fn(&G) -> Vec<Box<dyn Style<G>>>;

/// Creates the house player of a spec, or of a network by `net:FILE`. It remembers no longer than `memory` allows.
///
/// # Errors
/// If there is no such player or setting, or the file is no network of the game.
pub fn seat_named<G: Searchable>(
    game: &G,
    spec: &Spec,
    memory: Memory,
    unlisted: Unlisted<G>,
) -> Result<Box<dyn Player<G>>, SpecError> {
    match (named_style(game, spec, unlisted)?, memory) {
        (Some(style), _) => Ok(Box::new(StylePlayer(style))),
        (None, Memory::Game) => seat_player(game, spec),
        (None, Memory::Match) => game.seat_player(spec),
    }
}

/// Returns the style that a spec names beyond the roster: a network from a file, or an unlisted style.
///
/// # Errors
/// If the file is no network of the game, or an unlisted style has settings. If the name only begins like that of an
/// unlisted style, the error lists that family, because no other text does.
pub fn named_style<G: Searchable>(
    game: &G,
    spec: &Spec,
    unlisted: Unlisted<G>,
) -> Result<Option<Box<dyn Style<G>>>, SpecError> {
    if let Some(file) = spec.file() {
        return net::<G>(spec, file).map(Some);
    }
    let family = |name: &str| name.split_once('-').map(|(family, _)| family.to_owned());
    let mut kin = unlisted(game);
    kin.retain(|style| family(style.name()) == family(&spec.name));
    if let Some(named) = kin.iter().position(|style| style.name() == spec.name) {
        spec.allow(&[])?;
        return Ok(Some(kin.swap_remove(named)));
    }
    if kin.is_empty() {
        return Ok(None);
    }
    let names: Vec<&str> = kin.iter().map(|style| style.name()).collect();
    let (name, names) = (&spec.name, names.join(", "));
    Err(SpecError::new(format!("there is no player {name:?} for {}: expected one of {names}", G::NAME)))
}

fn net<G: Searchable>(spec: &Spec, file: &str) -> Result<Box<dyn Style<G>>, SpecError> {
    let wrong = |reason: String| SpecError::new(format!("{spec}: {reason}"));
    // Links are followed, but must lead to a plain file.
    let path = std::fs::canonicalize(Path::new(file)).map_err(|error| wrong(error.to_string()))?;
    let bytes = read_plain(&path, MOST_BYTES).map_err(|error| wrong(error.to_string()))?;
    let net = SavedNet::read::<G>(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(Box::new(net))
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::Indigo;

    use super::*;

    #[test]
    fn a_file_that_is_no_network_is_refused_by_name() {
        let error = |text: &str| {
            let spec = text.parse().expect("a spec");
            seat_named(&Indigo, &spec, Memory::Game, |_| Vec::new()).err().map(|error| error.to_string())
        };
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

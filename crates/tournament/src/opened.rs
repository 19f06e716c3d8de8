//! A game of the database, opened again.

use cardsharp_archive::{KeptRecord, Opened};
use cardsharp_rules::{AnyGame, AnyRecord, Game, ParseError, is_name, with_game};

/// The record of a game as it was kept.
///
/// # Errors
/// What is wrong with it.
pub fn kept_record(opened: Opened) -> Result<AnyRecord, String> {
    let bytes = match opened.record {
        KeptRecord::Text(text) => return AnyRecord::parse(&text).map_err(|error| error.to_string()),
        KeptRecord::Packed(bytes) => bytes,
    };
    let (name, options) = opened.game;
    let game: AnyGame = name.parse().map_err(|error: ParseError| error.to_string())?;
    let game = options.split_whitespace().try_fold(game, with_option)?;
    let seats = game.seats();
    if opened.names.len() != seats || !opened.names.iter().all(|name| is_name(name)) {
        return Err(format!("{seats} sit at a table of {name}, not {:?}", opened.names));
    }
    AnyRecord::unpack(&game, opened.names, &bytes).map_err(|error| error.to_string())
}

fn with_option(mut game: AnyGame, option: &str) -> Result<AnyGame, String> {
    let (key, value) = option.split_once('=').unwrap_or((option, ""));
    with_game!(AnyGame, &mut game, game => game.set_option(key, value)).map_err(|error| error.to_string())?;
    Ok(game)
}

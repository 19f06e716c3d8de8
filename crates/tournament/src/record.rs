//! Reads the record of a game in the database.

use cardsharp_archive::ArchivedGame;
use cardsharp_rules::{AnyGame, AnyRecord, Game, ParseError, is_name, with_game};

/// Returns the record of a game in the database.
///
/// # Errors
/// If the row is damaged; the error says how.
pub fn kept_record(found: ArchivedGame) -> Result<AnyRecord, String> {
    let (name, options) = found.game;
    let game: AnyGame = name.parse().map_err(|error: ParseError| error.to_string())?;
    let game = options.split_whitespace().try_fold(game, with_option)?;
    let seats = game.seats();
    if found.names.len() != seats || !found.names.iter().all(|name| is_name(name)) {
        return Err(format!("{seats} sit at a table of {name}, not {:?}", found.names));
    }
    AnyRecord::unpack(&game, found.names, &found.record).map_err(|error| error.to_string())
}

fn with_option(mut game: AnyGame, option: &str) -> Result<AnyGame, String> {
    let (key, value) = option.split_once('=').unwrap_or((option, ""));
    with_game!(AnyGame, &mut game, game => game.set_option(key, value)).map_err(|error| error.to_string())?;
    Ok(game)
}

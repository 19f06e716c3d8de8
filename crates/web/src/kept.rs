//! A table as a row, and back.

use std::fmt;

use cardsharp_archive::KeptTable;
use cardsharp_rules::{AnyGame, ParseError, with_game};
use serde::{Deserialize, Serialize};

use crate::chair::Chair;
use crate::client::Client;
use crate::clock::Time;
use crate::moment::{Moment, Terms};
use crate::proceedings::Proceedings;
use crate::session::resume;
use crate::table::WebTable;

/// What is kept beside the game.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    terms: Terms,
    chairs: Vec<Chair>,
    next: Option<String>,
    /// Older versions had nothing of the kind.
    #[serde(default)]
    proceedings: Proceedings,
}

/// Why a row is no table.
#[derive(Debug)]
pub(crate) struct Damaged(String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A table at a moment, as it is kept.
pub(crate) fn to_row(table: &WebTable, moment: &Moment) -> KeptTable {
    let kept = Kept {
        terms: table.terms.clone(),
        chairs: moment.chairs.to_vec(),
        next: moment.next.clone(),
        proceedings: moment.proceedings.clone(),
    };
    KeptTable {
        id: table.id.clone(),
        version: moment.version,
        game: table.about.name.to_owned(),
        terms: serde_json::to_string(&kept).expect("terms are JSON"),
        sitting: moment
            .sitting
            .as_ref()
            .map_or_else(String::new, |sitting| with_game!(AnyOf, &**sitting, sitting => sitting.to_string())),
        is_over: moment.is_over(),
        client: table.client.to_string(),
    }
}

/// The table of a row. Its clocks go on from now: while the house was closed, they stood still.
///
/// # Errors
/// If the row is damaged, or from a house with other players.
pub(crate) fn from_row(row: KeptTable, time: Time) -> Result<WebTable, Damaged> {
    let damaged = |reason: String| Damaged(format!("table {} is damaged: {reason}", row.id));
    let game: AnyGame = row.game.parse().map_err(|wrong: ParseError| damaged(wrong.to_string()))?;
    let kept: Kept = serde_json::from_str(&row.terms).map_err(|wrong| damaged(wrong.to_string()))?;
    let sitting = match row.sitting.as_str() {
        "" => None,
        text => Some(resume(text, &kept.chairs).map_err(|wrong| damaged(wrong.to_string()))?),
    };
    let moment = Moment {
        version: row.version,
        chairs: kept.chairs.into(),
        sitting,
        next: kept.next,
        proceedings: kept.proceedings,
        position: row.version,
        since: time.clock.now(),
    };
    Ok(WebTable::new(row.id, game, kept.terms, Client::parse(&row.client), moment, time))
}

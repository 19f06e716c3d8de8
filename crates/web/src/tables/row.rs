//! The database row of a table.

use std::fmt;

use cardsharp_archive::KeptTable;
use cardsharp_rules::{AnyGame, ParseError, with_game};
use serde::{Deserialize, Serialize};

use crate::clock::Time;
use crate::game::session::resume;
use crate::http::Client;
use crate::tables::{Chair, TableSnapshot, TableStatus, Terms, WebTable};

#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    terms: Terms,
    chairs: Vec<Chair>,
    next: Option<String>,
    /// Rows of older versions have none.
    #[serde(rename = "proceedings", default)]
    status: TableStatus,
}

#[derive(Debug)]
pub(crate) struct Damaged(String);

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn to_row(table: &WebTable, snapshot: &TableSnapshot) -> KeptTable {
    let kept = Kept {
        terms: table.terms.clone(),
        chairs: snapshot.chairs.to_vec(),
        next: snapshot.next.clone(),
        status: snapshot.status.clone(),
    };
    KeptTable {
        id: table.id.clone(),
        version: snapshot.version,
        game: table.about.name.to_owned(),
        terms: serde_json::to_string(&kept).expect("terms are JSON"),
        sitting: snapshot
            .session
            .as_ref()
            .map_or_else(String::new, |session| with_game!(AnyOf, &**session, session => session.to_string())),
        is_over: snapshot.is_over(),
        client: table.client.to_string(),
    }
}

/// Returns the table of a row. Its clocks continue from now: they stood still while the server was closed.
pub(crate) fn from_row(row: KeptTable, time: Time) -> Result<WebTable, Damaged> {
    let damaged = |reason: String| Damaged(format!("table {} is damaged: {reason}", row.id));
    let game: AnyGame = row.game.parse().map_err(|wrong: ParseError| damaged(wrong.to_string()))?;
    let kept: Kept = serde_json::from_str(&row.terms).map_err(|wrong| damaged(wrong.to_string()))?;
    let session = match row.sitting.as_str() {
        "" => None,
        text => Some(resume(text, &kept.chairs).map_err(|wrong| damaged(wrong.to_string()))?),
    };
    let snapshot = TableSnapshot {
        version: row.version,
        chairs: kept.chairs.into(),
        session,
        next: kept.next,
        status: kept.status,
        position: row.version,
        since: time.clock.now(),
    };
    Ok(WebTable::new(row.id, game, kept.terms, Client::parse(&row.client), snapshot, time))
}

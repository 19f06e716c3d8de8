//! The standings of a tournament as JSON.

use cardsharp_archive::{EntrantRow, Stored};
use serde_json::{Value, json};

use crate::{Ranked, Score, ranking};

/// Returns the scores of all but house players, who are not ranked.
pub fn players<'a>(entrants: &[EntrantRow], scores: &'a [Score]) -> &'a [Score] {
    &scores[..entrants.iter().filter(|entrant| !entrant.is_house).count()]
}

/// Returns the standings of a tournament as JSON.
pub fn standings_json(stored: &Stored, scores: &[Score], seats: usize) -> Value {
    let standing = |ranked: &Ranked| {
        let (row, score) = (&stored.entrants[ranked.entrant], &ranked.score);
        json!({
            "place": ranked.place, "name": row.name, "source": row.source, "points": score.points(),
            "games": score.games, "places": score.places[..seats], "returns": score.returns, "faults": score.faults,
        })
    };
    let standings: Vec<Value> = ranking(players(&stored.entrants, scores)).iter().map(standing).collect();
    let row = &stored.tournament;
    json!({
        "tournament": stored.id, "game": row.game, "format": row.format, "rounds": row.rounds, "seed": row.seed,
        "games": row.games, "first_game": stored.first_game, "standings": standings,
    })
}

use cardsharp_rules::indigo::{Indigo, Observation};
use cardsharp_rules::{Observation as _, Seat};
use serde_json::{Value, json};

use super::{Hosted, texts};
use crate::check::Kind;

impl Hosted for Indigo {
    fn details(view: &Observation) -> Value {
        let table = view.table();
        let each = |count: &dyn Fn(Seat) -> i32| Seat::all(2).map(count).collect::<Vec<_>>();
        json!({
            "hand": texts(view.hand()),
            "top": table.top().map(|card| card.to_string()),
            "pile": texts(table.pile()),
            "plays": texts(table.plays()),
            "deal": table.deal_number(),
            "captured": each(&|seat| table.captured()[seat].len() as i32),
            "points": each(&|seat| table.points(seat)),
            "last_capturer": table.last_capturer().map(Seat::index),
            "first": view.seat() == Seat::FIRST,
        })
    }

    fn rule(_view: &Observation) -> &'static str {
        "any card of your hand may be played, and no other"
    }

    fn kinds() -> Vec<Kind<Indigo>> {
        vec![
            ("first to play", |view| view.table().plays().is_empty()),
            ("the last card of all", |view| view.unseen().is_empty() && view.hand().len() == 1),
            ("the last card of a deal", |view| view.hand().len() == 1),
            ("nothing on the table", |view| view.table().top().is_none()),
            ("able to capture", |view| !(view.hand() & view.table().capturing()).is_empty()),
            ("not able to capture", |view| (view.hand() & view.table().capturing()).is_empty()),
        ]
    }
}

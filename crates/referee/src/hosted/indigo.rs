use cardsharp_rules::indigo::{Indigo, Observation};
use cardsharp_rules::{Observation as _, Seat};
use serde_json::{Value, json};

use super::{Hosted, texts};
use crate::check::Kind;
use crate::ladder::{Ladder, Rung, Step};

impl Hosted for Indigo {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "plays anything", spec: "random" },
            Rung { name: "fair", habit: "captures when it can", spec: "classic" },
            Rung { name: "good", habit: "throws what is hard to match", spec: "greedy" },
            Rung { name: "strong", habit: "the same, and without a fault in the last deal", spec: "greedy-exact" },
            Rung { name: "champion", habit: "judges the other hand and searches", spec: "champion:nodes=300" },
        ],
        steps: &[
            Step { table: "classic", lower: -0.963, upper: 0.0, spread: 0.19 },
            Step { table: "classic", lower: 0.0, upper: 0.324, spread: 0.58 },
            Step { table: "greedy", lower: 0.0, upper: 0.114, spread: 0.32 },
            Step { table: "greedy", lower: 0.114, upper: 0.427, spread: 0.54 },
        ],
    };

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

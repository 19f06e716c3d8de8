use cardsharp_rules::Seat;
use cardsharp_rules::lucky_thirteen::{Card, LuckyThirteen, Observation};
use serde_json::{Value, json};

use super::Hosted;
use crate::check::Kind;
use crate::ladder::{Ladder, Rung, Step};

impl Hosted for LuckyThirteen {
    const LADDER: Ladder = Ladder {
        rungs: &[
            Rung { name: "gentle", habit: "discards anything", spec: "random" },
            Rung { name: "fair", habit: "keeps the most valuable cards", spec: "basic" },
            Rung { name: "good", habit: "keeps the best 13 it has", spec: "keep13" },
            Rung {
                name: "champion",
                habit: "judges the others and plays its hand exactly",
                spec: "champion:nodes=50,objective=place",
            },
        ],
        steps: &[
            Step { table: "basic", lower: -0.33, upper: 0.0, spread: 0.67 },
            Step { table: "basic", lower: 0.0, upper: 1.04, spread: 0.60 },
            Step { table: "keep13", lower: 0.0, upper: 0.101, spread: 0.35 },
        ],
    };

    fn details(view: &Observation) -> Value {
        let table = view.table();
        let codes = |cards: &mut dyn Iterator<Item = Card>| cards.map(Card::code).collect::<Vec<_>>();
        let discards: Vec<_> = Seat::all(4).map(|seat| codes(&mut table.discards_of(seat))).collect();
        json!({
            "hand": codes(&mut view.hand().iter()),
            "public": codes(&mut table.public().into_iter()),
            "discards": discards,
            "round": table.round(),
            "sums": table.sums().to_string(),
        })
    }

    fn rule(_view: &Observation) -> &'static str {
        "one of the three cards of your hand is discarded"
    }

    fn kinds() -> Vec<Kind<LuckyThirteen>> {
        vec![
            ("first to discard", |view| view.table().discards().is_empty()),
            ("the last discard of all", |view| view.table().discards().len() == 15),
            ("the last round", |view| view.table().round() == 3),
            ("any other discard", |_| true),
        ]
    }
}

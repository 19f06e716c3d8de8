use cardsharp_rules::Seat;
use cardsharp_rules::lucky_thirteen::{Card, LuckyThirteen, Observation};
use serde_json::{Value, json};

use super::Hosted;
use crate::check::Kind;

impl Hosted for LuckyThirteen {
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

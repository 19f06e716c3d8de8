use cardsharp_rules::Seat;
use cardsharp_rules::lucky_thirteen::{Card, LuckyThirteen, Observation};
use serde_json::{Value, json};

use super::Hosted;

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
}

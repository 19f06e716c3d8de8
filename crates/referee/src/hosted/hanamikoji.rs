use cardsharp_rules::hanamikoji::{Hanamikoji, Kind, Observation, Offer};
use cardsharp_rules::{Observation as _, Seat};
use serde_json::{Value, json};

use super::Hosted;
use crate::check as situations;

impl Hosted for Hanamikoji {
    fn details(view: &Observation) -> Value {
        let (table, own) = (view.table(), view.own());
        let each = |text: &dyn Fn(Seat) -> Value| Seat::all(2).map(text).collect::<Vec<_>>();
        let left = |seat: Seat| Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)).map(verb).collect();
        let offer = table.offer().map(|offer| match offer {
            Offer::Gift(cards) => format!("gift {cards}"),
            Offer::Competition(pairs) => format!("compete {pairs}"),
        });
        json!({
            "hand": view.hand().to_string(),
            "placed": each(&|seat| json!(table.placed()[seat].to_string())),
            "left": each(&left),
            "offer": offer,
            "secret": own.secret().map(|card| card.to_string()),
            "burned": own.burned().to_string(),
        })
    }

    fn kinds() -> Vec<situations::Kind<Hanamikoji>> {
        vec![
            ("first to act", |view| view.table().shown().is_empty()),
            ("a gift to choose from", |view| matches!(view.table().offer(), Some(Offer::Gift(_)))),
            ("a competition to choose from", |view| matches!(view.table().offer(), Some(Offer::Competition(_)))),
            ("the last action", |view| {
                Kind::ALL.iter().filter(|&&kind| view.table().has_used(view.seat(), kind)).count() == 3
            }),
            ("any other action", |view| view.table().offer().is_none()),
        ]
    }
}

/// The word with which an action of this kind begins.
fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "secret",
        Kind::Burn => "burn",
        Kind::Gift => "gift",
        Kind::Competition => "compete",
    }
}

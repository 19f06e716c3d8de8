use cardsharp_rules::hanamikoji::{Hanamikoji, Kind, Observation, Offer, Own, Shown};
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
            "turns": turns(view),
        })
    }

    fn rule(view: &Observation) -> &'static str {
        match view.table().offer() {
            Some(Offer::Gift(_)) => "one of the three cards that are offered is taken",
            Some(Offer::Competition(_)) => "one of the two pairs that are offered is taken",
            None => {
                "one of the actions that you have left is taken, with cards of your hand: secret with one, burn with two, gift with three, compete with two pairs"
            }
        }
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

/// Returns the actions turn by turn, with the choices from offers. Only the owner sees the cards of a secret or a burn.
fn turns(view: &Observation) -> Vec<Value> {
    let turn = |(number, shown): (usize, &Shown)| {
        let seat = Seat::new(number % 2);
        let own = (seat == view.seat()).then(|| view.own());
        let (cards, taken) = match shown {
            Shown::Secret => (own.and_then(Own::secret).map(|card| card.to_string()), None),
            Shown::Burn => (own.map(|own| own.burned().to_string()), None),
            Shown::Offer { offer, taken } => {
                let cards = match offer {
                    Offer::Gift(cards) => cards.to_string(),
                    Offer::Competition(pairs) => pairs.to_string(),
                };
                (Some(cards), (!taken.is_empty()).then(|| taken.to_string()))
            }
        };
        json!({ "seat": seat.index(), "action": verb(shown.kind()), "cards": cards, "taken": taken })
    };
    view.table().shown().iter().enumerate().map(turn).collect()
}

fn verb(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "secret",
        Kind::Burn => "burn",
        Kind::Gift => "gift",
        Kind::Competition => "compete",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turns_so_far_are_told_as_data_without_what_the_other_hides() {
        let view: Observation = "seat 0; hand ACDEGG; dealt CEEFGG; draws DGA; secret G; burned EF; \
                                 turns burn / gift ABF take B / secret / burn; shown -"
            .parse()
            .unwrap();
        let expected = json!([
            { "seat": 0, "action": "burn", "cards": "EF", "taken": null },
            { "seat": 1, "action": "gift", "cards": "ABF", "taken": "B" },
            { "seat": 0, "action": "secret", "cards": "G", "taken": null },
            { "seat": 1, "action": "burn", "cards": null, "taken": null },
        ]);
        assert_eq!(Hanamikoji::details(&view)["turns"], expected);
    }
}

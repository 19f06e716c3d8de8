use cardsharp_rules::{Observation, Seat, hanamikoji};

use crate::{check, choices};

fn letters(mut cards: Vec<hanamikoji::Geisha>) -> String {
    cards.sort();
    cards.iter().map(ToString::to_string).collect()
}

/// The cards that the other seat holds, hides and has burned, the card put away, and the rest of the pile.
fn hanamikoji_world(state: &hanamikoji::State, seat: Seat) -> String {
    let own = &state.own()[seat.other()];
    let rest: String = state.pile()[state.table().drawn()..].iter().map(ToString::to_string).collect();
    let secret = own.secret().map(|card| card.to_string()).unwrap_or_default();
    format!("{} {secret} {} {} {rest}", own.hand(), own.burned(), state.removed())
}

#[test]
fn hanamikoji() {
    use hanamikoji::{Geisha, Kind, Observation};
    // Fills the places one after another. Equal cards are told apart, so a world occurs as often as it can be placed.
    let enumerate = |view: &Observation| {
        let (table, them) = (view.table(), Observation::seat(view).other());
        let unseen: Vec<Geisha> = view.unseen().iter().collect();
        let count = |kind: Kind| if table.has_used(them, kind) { kind.cards() } else { 0 };
        let hidden = if table.secrets()[them].is_none() { count(Kind::Secret) } else { 0 };
        let mut worlds = Vec::new();
        for (hand, rest) in choices(&unseen, table.hand_size(them)) {
            for (secret, rest) in choices(&rest, hidden) {
                for (burned, rest) in choices(&rest, count(Kind::Burn)) {
                    for order in orders(&rest) {
                        let (removed, pile) = (order[0], &order[1..]);
                        let shown = table.secrets()[them].into_iter().chain(secret.iter().copied());
                        let [hand, secret, burned] = [hand.clone(), shown.collect(), burned.clone()].map(letters);
                        let dash = |cards: String| if cards.is_empty() { "-".to_owned() } else { cards };
                        let pile: String = pile.iter().map(ToString::to_string).collect();
                        worlds.push(format!("{} {secret} {} {removed} {pile}", dash(hand), dash(burned)));
                    }
                }
            }
        }
        worlds
    };
    for (seed, plies, seat) in
        [(1, 8, 0), (1, 8, 1), (2, 9, 0), (2, 9, 1), (3, 10, 0), (3, 10, 1), (4, 11, 1), (5, 12, 0)]
    {
        check(&hanamikoji::Hanamikoji, (seed, plies, seat), enumerate, hanamikoji_world);
    }
}

fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = (0..items.len()).map(|first| (items[first], [&items[..first], &items[first + 1..]].concat()));
    firsts
        .flat_map(|(first, rest)| {
            orders(&rest).into_iter().map(move |mut order| {
                order.insert(0, first);
                order
            })
        })
        .collect()
}

/// At the end only the card put away, the burned cards and the history of the other seat's cards are hidden.
#[test]
fn hanamikoji_traces_the_draws_of_the_other_seat() {
    use hanamikoji::{Geisha, Observation, Shown};
    let enumerate = |view: &Observation| {
        let them = Observation::seat(view).other();
        let unseen: Vec<Geisha> = view.unseen().iter().collect();
        let mut worlds = Vec::new();
        for (burned, _) in choices(&unseen, 2) {
            // Each of the other seat's cards with the number of the turn in which it was used.
            let mut used: Vec<(usize, Geisha)> = Vec::new();
            for (turn, shown) in view.table().shown().iter().skip(them.index()).step_by(2).enumerate() {
                let cards: Vec<Geisha> = match shown {
                    Shown::Secret => view.table().secrets()[them].into_iter().collect(),
                    Shown::Burn => burned.clone(),
                    Shown::Offer { offer, .. } => offer.cards().iter().collect(),
                };
                used.extend(cards.into_iter().map(|card| (turn, card)));
            }
            for (drawn, dealt) in choices(&used, 4) {
                for draws in orders(&drawn) {
                    // A card was in hand when it was used.
                    if draws.iter().enumerate().all(|(turn, (used, _))| *used >= turn) {
                        let dealt = letters(dealt.iter().map(|(_, card)| *card).collect());
                        let draws: String = draws.iter().map(|(_, card)| card.to_string()).collect();
                        worlds.push(format!("{} {dealt} {draws}", letters(burned.clone())));
                    }
                }
            }
        }
        worlds
    };
    let world = |state: &hanamikoji::State, seat: Seat| {
        let own = &state.own()[seat.other()];
        let draws: String = own.draws().map(|card| card.to_string()).collect();
        format!("{} {} {draws}", own.burned(), own.dealt())
    };
    for seed in 0..6 {
        check(&hanamikoji::Hanamikoji, (seed, u32::MAX, seed as usize % 2), enumerate, world);
    }
}

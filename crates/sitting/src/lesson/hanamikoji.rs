//! Hanamikoji taught: the seven types, the four actions one after the other, offers, and the count.

use cardsharp_rules::Seat;
use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Offer, Table};

use super::{Guide, Part, Seen, Speech, Spot, and, points};
use crate::{Said, said};

pub(crate) const GUIDE: Guide = Guide {
    seed: 10,
    opponents: &["random"],
    topics: &[
        "types",
        "turn",
        "secret",
        "burn",
        "gift",
        "competition",
        "answer-gift",
        "answer-pairs",
        "hidden",
        "more",
        "win",
        "end",
    ],
    occasional: &[],
};

const fn topic(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "secret",
        Kind::Burn => "burn",
        Kind::Gift => "gift",
        Kind::Competition => "competition",
    }
}

fn button(kind: Kind) -> Spot {
    Spot::Button(kind.cards().to_string())
}

fn types(cards: Cards) -> Vec<Spot> {
    Geisha::ALL.into_iter().filter(|&card| cards.contains(card)).map(|card| Spot::Type(card.to_string())).collect()
}

/// What an action does, and how to choose it well.
fn explained(kind: Kind, other: &str) -> Said {
    match kind {
        Kind::Secret => said!(
            "Secret: put one card aside, face down. At the end it is laid on your side. Good for a card you want to be sure of."
        ),
        Kind::Burn => said!(
            "Burn: two cards go away, face down, and count for nobody. Good for cards that would help {other} more than you.",
            other
        ),
        Kind::Gift => said!(
            "Gift: show three cards. {other} takes one, the other two come to your side. Show cards among which no choice hurts.",
            other
        ),
        Kind::Competition => said!(
            "Competition: show four cards as two pairs. {other} takes one pair, the other comes to your side. Make both pairs equally good.",
            other
        ),
    }
}

pub(crate) fn teach(seen: &Seen<'_, Hanamikoji>) -> Vec<Speech> {
    let mut said = Vec::new();
    happened(seen, &mut said);
    if seen.is_asked() {
        match seen.now.table().offer() {
            Some(offer) => said.push(answer(seen, offer)),
            None => act(seen, &mut said),
        }
    }
    if seen.is_over() {
        said.push(end(seen));
    }
    said
}

/// One's own turn: the first action that is not used yet, if it is new.
fn act(seen: &Seen<'_, Hanamikoji>, said: &mut Vec<Speech>) {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let unused: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| !table.has_used(me, kind)).collect();
    said.push(Speech::rule(
        "types",
        [Spot::Part(Part::Middle)],
        said!("Seven types lie between you and {other}. A, B and C are worth 2 points each, D and E 3, F 4 and G 5; there are as many cards of each. Cards will be laid on both sides, and a type goes to whoever has more of its cards on their side.", other),
    ));
    let drawn = seen.now.own().draws().last().map_or_else(String::new, |card| card.to_string());
    said.push(Speech::rule(
        "turn",
        unused.iter().copied().map(button),
        said!("In every turn you draw a card, just now the {drawn}, and then use one of these four actions. Each can be used only once, so you both have four turns; the numbers on your plate show what is left.", drawn),
    ));
    if unused.len() < Kind::ALL.len() {
        let words = said!(
            "11 points win the game. If nobody has 11, four types win; if nobody has four either, more points win."
        );
        said.push(Speech::rule("win", [Spot::Plate(me), Spot::Plate(me.other())], words));
    }
    if let Some(&kind) = unused.iter().find(|&&kind| !seen.knows(topic(kind))) {
        let what = explained(kind, other);
        let words = match kind {
            Kind::Secret => said!("{what} Press Secret, choose one card, then Play.", what),
            Kind::Burn => said!("{what} Press Burn, choose two cards, then Play.", what),
            Kind::Gift => said!("{what} Press Gift, choose three cards, then Play.", what),
            Kind::Competition => said!("{what} Press Competition, choose four cards, pair by pair, then Play.", what),
        };
        said.push(Speech::task(topic(kind), [button(kind)], words));
    }
}

/// The first time one is asked to choose from an offer.
fn answer(seen: &Seen<'_, Hanamikoji>, offer: Offer) -> Speech {
    let other = seen.name(seen.me().other());
    match offer {
        Offer::Gift(cards) => {
            let cards = and(cards.iter());
            let words = said!(
                "{other} makes you a gift of {cards}: take one card for your side. The other two go to the side of {other}. Where do you need one more?",
                other,
                cards
            );
            Speech::task("answer-gift", [Spot::Part(Part::Hand)], words)
        }
        Offer::Competition(pairs) => {
            let [one, two] = pairs.both().map(|pair| pair.to_string());
            let words = said!(
                "{other} shows two pairs, {one} and {two}: take one pair for your side. The other goes to the side of {other}.",
                other,
                one,
                two
            );
            Speech::task("answer-pairs", [Spot::Part(Part::Hand)], words)
        }
    }
}

fn happened(seen: &Seen<'_, Hanamikoji>, said: &mut Vec<Speech>) {
    let Some((seat, action)) = seen.deed else { return };
    let (is_mine, me) = (seat == seen.me(), seen.me());
    let name = seen.name(me.other());
    match action {
        None => {
            let words = if seen.now.table().shown().last().is_some_and(|shown| shown.kind() == Kind::Secret) {
                said!(
                    "{name} used Secret: a card lies face down, and you do not know which. It is shown at the end.",
                    name
                )
            } else {
                said!("{name} used Burn: two cards went away, face down. Nobody will ever see them.", name)
            };
            said.push(Speech::rule("hidden", [Spot::Plate(seat)], words));
        }
        Some(Action::Take(taken)) => placed(seen, seat, taken, said),
        Some(action) if is_mine => own(seen, action, said),
        Some(_) => {}
    }
}

/// What one has done oneself; an action that was used before it was taught is taught now.
fn own(seen: &Seen<'_, Hanamikoji>, action: Action, said: &mut Vec<Speech>) {
    let other = seen.name(seen.me().other());
    if let Some(kind) = action.kind()
        && !seen.knows(topic(kind))
    {
        said.push(Speech::rule(topic(kind), [Spot::Plate(seen.me())], explained(kind, other)));
    }
    let cards = and(action.cards().iter());
    let words = match action {
        Action::Secret(card) => said!("Your {card} is hidden. Nobody can take it from your side.", card),
        Action::Burn(_) => said!("{cards} are gone, for you and for {other}.", cards, other),
        Action::Gift(_) | Action::Compete(_) | Action::Take(_) => said!("Now {other} chooses.", other),
    };
    said.push(Speech::news([Spot::Plate(seen.me())], words));
}

/// An offer was answered: who has got what, and what that makes of the types.
fn placed(seen: &Seen<'_, Hanamikoji>, taker: Seat, taken: Cards, said: &mut Vec<Speech>) {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let offered = seen.before.and_then(|before| before.table().offer()).map_or(taken, Offer::cards);
    let (took, left) = (and(taken.iter()), and((offered - taken).iter()));
    let words = if taker == me {
        said!("You took {took}; {left} went to the side of {other}.", took, left, other)
    } else {
        said!("{other} took {took}; {left} came to your side.", other, took, left)
    };
    said.push(Speech::news(types(offered), words));
    let led = |seat: Seat| {
        Geisha::ALL
            .into_iter()
            .filter(move |&card| table.placed()[seat].count(card) > table.placed()[seat.other()].count(card))
    };
    if let Some(card) = led(me).next_back() {
        let (mine, theirs) = (table.placed()[me].count(card), table.placed()[me.other()].count(card));
        let words = said!(
            "At {card} you lie ahead now, {mine} : {theirs}, so it glows. What counts is the end: more cards own the type, and at a tie it is nobody’s.",
            card,
            mine,
            theirs
        );
        said.push(Speech::rule("more", [Spot::Type(card.to_string())], words));
    }
}

/// The types that are a seat's, and their points.
fn owned(table: &Table, seat: Seat) -> (Cards, usize) {
    let placed = table.placed();
    let types = Geisha::ALL.into_iter().filter(|&card| placed[seat].count(card) > placed[seat.other()].count(card));
    types.fold((Cards::EMPTY, 0), |(types, points), card| (types + card.into(), points + card.value()))
}

/// Why it ended as it did.
fn end(seen: &Seen<'_, Hanamikoji>) -> Speech {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let [(mine, own), (theirs, their)] = [owned(table, me), owned(table, me.other())];
    let (yours, their_points) = (points(own), points(their));
    let shown = table.secrets()[me.other()].map_or_else(String::new, |card| card.to_string());
    let secrets = said!("The secrets are shown: {other} had hidden {shown}.", other, shown);
    let (my_types, their_types) = (mine.len(), theirs.len());
    let count = said!(
        "You own {my_types} types with {yours}, {other} {their_types} with {their_points}.",
        my_types,
        yours,
        other,
        their_types,
        their_points
    );
    let why = match (own >= 11, their >= 11, my_types >= 4, their_types >= 4, own.cmp(&their)) {
        (true, ..) => said!("11 points or more win: you win."),
        (_, true, ..) => said!("11 points or more win: {other} wins.", other),
        (_, _, true, ..) => said!("Nobody has 11 points, and four types win then: you win."),
        (_, _, _, true, _) => said!("Nobody has 11 points, and four types win then: {other} wins.", other),
        (.., std::cmp::Ordering::Greater) => {
            said!("Nobody has 11 points or four types, so more points win: you win.")
        }
        (.., std::cmp::Ordering::Less) => {
            said!("Nobody has 11 points or four types, so more points win: {other} wins.", other)
        }
        (.., std::cmp::Ordering::Equal) => {
            said!("Nobody has 11 points or four types, and the points are equal: a draw.")
        }
    };
    Speech::end([Spot::Plate(me), Spot::Plate(me.other())], Said::joined(" ", vec![secrets, count, why]))
}

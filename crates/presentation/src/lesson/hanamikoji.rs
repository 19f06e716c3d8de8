//! Teaches Hanamikoji: how to win, the seven types, the four actions one by one, offers, ties, the final count.

use cardsharp_rules::Seat;
use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Offer, Table};

use super::{BEGINNER, Guide, Part, Seen, Speech, Spot, and, points};
use crate::picture::{TYPES, count};
use crate::{Message, message};

pub(crate) const GUIDE: Guide = Guide {
    seed: 45,
    opponents: &[BEGINNER],
    topics: &[
        "goal",
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
        "tie",
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

/// Explains an action and how to choose it well.
fn explain(kind: Kind, other: &str) -> Message {
    match kind {
        Kind::Secret => message!(
            "Secret: put one card aside, face down. Only you know it; at the end it is laid on your side. Good for a card you want to be sure of."
        ),
        Kind::Burn => message!(
            "Burn: two cards go away, face down, and count for nobody; only you know which. Good for cards that would help {other} more than you.",
            other
        ),
        Kind::Gift => message!(
            "Gift: show three cards. {other} takes one, the other two come to your side. Show cards among which no choice hurts.",
            other
        ),
        Kind::Competition => message!(
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

/// The pupil's turn: teaches the first unused action, if it is new.
fn act(seen: &Seen<'_, Hanamikoji>, said: &mut Vec<Speech>) {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let unused: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| !table.has_used(me, kind)).collect();
    said.push(Speech::rule(
        "goal",
        [Spot::Part(Part::Middle)],
        message!("Seven types, A to G, lie between you and {other}. Cards are laid on both sides of them, yours below. Whoever has more cards of a type at the end owns it. You win with types worth 11 points or, if nobody has 11, with four types.", other),
    ));
    said.push(Speech::rule(
        "types",
        [Spot::Part(Part::Middle)],
        message!("The number on a type says what it is worth, and how many cards of it there are: 2 of A, B and C, 3 of D and E, 4 of F, 5 of G. Six of these 21 cards were dealt to each of you. One stays out of the game, and nobody sees it."),
    ));
    let drawn = seen.now.own().draws().last().map_or_else(String::new, |card| card.to_string());
    said.push(Speech::rule(
        "turn",
        unused.iter().copied().map(button),
        message!("In every turn you draw a card, just now the {drawn}, and then use one of these four actions. Each can be used only once, so you both have four turns; the small numbers beside your name show which actions are left.", drawn),
    ));
    if unused.len() < Kind::ALL.len() {
        let words = message!(
            "The count once more: 11 points win. If nobody has 11, four types win; if nobody has four either, more points win."
        );
        said.push(Speech::rule("win", [Spot::Plate(me), Spot::Plate(me.other())], words));
    }
    if let Some(&kind) = unused.iter().find(|&&kind| !seen.knows(topic(kind))) {
        let what = explain(kind, other);
        let words = match kind {
            Kind::Secret => message!("{what} Press Secret, choose one card, then Play.", what),
            Kind::Burn => message!("{what} Press Burn, choose two cards, then Play.", what),
            Kind::Gift => message!("{what} Press Gift, choose three cards, then Play.", what),
            Kind::Competition => {
                message!("{what} Press Competition, choose two cards for pair 1 and two for pair 2, then Play.", what)
            }
        };
        said.push(Speech::task(topic(kind), [button(kind)], words));
    }
}

/// The pupil's first choice from an offer.
fn answer(seen: &Seen<'_, Hanamikoji>, offer: Offer) -> Speech {
    let other = seen.name(seen.me().other());
    match offer {
        Offer::Gift(cards) => {
            let cards = and(cards.iter());
            let words = message!(
                "{other} used Gift and shows {cards}: take one card for your side, by choosing it. The other two go to the side of {other}. Where do you need one more?",
                other,
                cards
            );
            Speech::task("answer-gift", [Spot::Part(Part::Hand)], words)
        }
        Offer::Competition(pairs) => {
            let [one, two] = pairs.both().map(|pair| pair.to_string());
            let words = if one == two {
                message!(
                    "{other} used Competition and shows two pairs; both are {one}. Take either of them for your side; the other goes to the side of {other}.",
                    other,
                    one
                )
            } else {
                message!(
                    "{other} used Competition and shows two pairs: 1 is {one}, 2 is {two}. Take one pair for your side; the other goes to the side of {other}.",
                    other,
                    one,
                    two
                )
            };
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
                message!(
                    "{name} used Secret: a card lies face down, and only {name} knows which. It is shown at the end, on the side of {name}.",
                    name
                )
            } else {
                message!(
                    "{name} used Burn: two cards went away, face down. Only {name} knows which, and they count for nobody.",
                    name
                )
            };
            said.push(Speech::rule("hidden", [Spot::Plate(seat)], words));
        }
        Some(Action::Take(taken)) => explain_answer(seen, seat, taken, said),
        Some(action) if is_mine => own(seen, action, said),
        Some(_) => {}
    }
}

/// After the pupil's action: teaches it now if it was not taught before.
fn own(seen: &Seen<'_, Hanamikoji>, action: Action, said: &mut Vec<Speech>) {
    let other = seen.name(seen.me().other());
    if let Some(kind) = action.kind()
        && !seen.knows(topic(kind))
    {
        said.push(Speech::rule(topic(kind), [Spot::Plate(seen.me())], explain(kind, other)));
    }
    let cards = and(action.cards().iter());
    let words = match action {
        Action::Secret(card) => {
            message!("Your {card} lies hidden for your side: {other} sees it only at the end.", card, other)
        }
        Action::Burn(_) => {
            message!("{cards} count for nobody now; {other} does not know which cards they were.", cards, other)
        }
        Action::Gift(_) | Action::Compete(_) | Action::Take(_) => message!("Now {other} chooses.", other),
    };
    said.push(Speech::news([Spot::Plate(seen.me())], words));
}

/// After an answered offer: which cards each side got, and who leads each type.
fn explain_answer(seen: &Seen<'_, Hanamikoji>, taker: Seat, taken: Cards, said: &mut Vec<Speech>) {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let offered = seen.before.and_then(|before| before.table().offer()).map_or(taken, Offer::cards);
    let (took, left) = (and(taken.iter()), and((offered - taken).iter()));
    let words = if taker == me {
        message!("You took {took}; {left} went to the side of {other}.", took, left, other)
    } else {
        message!("{other} took {took}; {left} came to your side.", other, took, left)
    };
    said.push(Speech::news(types(offered), words));
    let led = |seat: Seat| {
        Geisha::ALL
            .into_iter()
            .filter(move |&card| table.placed()[seat].count(card) > table.placed()[seat.other()].count(card))
    };
    if let Some(card) = led(me).next_back() {
        let (mine, theirs) = (table.placed()[me].count(card), table.placed()[me.other()].count(card));
        let words = message!(
            "At {card} you lie ahead now, {mine} : {theirs}, so it glows. What counts is the end: whoever has more cards there owns the type. At a tie nobody does.",
            card,
            mine,
            theirs
        );
        said.push(Speech::rule("more", [Spot::Type(card.to_string())], words));
    }
    let tied = Geisha::ALL.into_iter().rfind(|&card| {
        let [mine, theirs] = [me, me.other()].map(|seat| table.placed()[seat].count(card));
        mine > 0 && mine == theirs
    });
    if let Some(card) = tied {
        let (number, worth) = (table.placed()[me].count(card), points(card.value()));
        let words = message!(
            "At {card} it stands {number} : {number}, a tie. If it stays so, nobody owns {card}, and its {worth} are lost to both of you.",
            card,
            number,
            worth
        );
        said.push(Speech::rule("tie", [Spot::Type(card.to_string())], words));
    }
}

/// Returns the types that a seat leads, and their points.
fn types_led(table: &Table, seat: Seat) -> (Cards, usize) {
    let placed = table.placed();
    let types = Geisha::ALL.into_iter().filter(|&card| placed[seat].count(card) > placed[seat.other()].count(card));
    types.fold((Cards::EMPTY, 0), |(types, points), card| (types + card.into(), points + card.value()))
}

fn end(seen: &Seen<'_, Hanamikoji>) -> Speech {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let [(mine, own), (theirs, their)] = [types_led(table, me), types_led(table, me.other())];
    let (yours, their_points) = (points(own), points(their));
    let shown = table.secrets()[me.other()].map_or_else(String::new, |card| card.to_string());
    let secrets = message!("The secrets are shown: {other} had hidden {shown}.", other, shown);
    let (my_types, their_types) = (mine.len(), theirs.len());
    let count = message!(
        "You own {types} with {yours}, {other} {their_types} with {their_points}.",
        types = count(my_types as i64, TYPES),
        yours,
        other,
        their_types,
        their_points
    );
    let tied: Vec<Geisha> =
        Geisha::ALL.into_iter().filter(|&card| !mine.contains(card) && !theirs.contains(card)).collect();
    let nobodys = match tied[..] {
        [] => Message::default(),
        [only] => message!("{only} is nobody’s: a tie.", only),
        _ => message!("{tied} are nobody’s: ties.", tied = and(tied.iter())),
    };
    let why = match (own >= 11, their >= 11, my_types >= 4, their_types >= 4, own.cmp(&their)) {
        (true, ..) => message!("11 points or more win: you win."),
        (_, true, ..) => message!("11 points or more win: {other} wins.", other),
        (_, _, true, ..) => message!("Nobody has 11 points, and four types win then: you win."),
        (_, _, _, true, _) => message!("Nobody has 11 points, and four types win then: {other} wins.", other),
        (.., std::cmp::Ordering::Greater) => {
            message!("Nobody has 11 points or four types, so more points win: you win.")
        }
        (.., std::cmp::Ordering::Less) => {
            message!("Nobody has 11 points or four types, so more points win: {other} wins.", other)
        }
        (.., std::cmp::Ordering::Equal) => {
            message!("Nobody has 11 points or four types, and the points are equal: a draw.")
        }
    };
    let words = [secrets, count, nobodys, why].into_iter().filter(|words| !words.is_empty()).collect();
    Speech::end([Spot::Plate(me), Spot::Plate(me.other())], Message::joined(" ", words))
}

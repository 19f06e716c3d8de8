//! Teaches Indigo: matching the top card, captures, and the bonus at the end.

use cardsharp_rules::indigo::{Card, Indigo, POINT_CARDS, Play, Table};
use cardsharp_rules::{CardSet, Seat};

use super::{BEGINNER, Guide, Part, Seen, Speech, Spot, cards, points};
use crate::picture::french_codes;
use crate::{Message, message};

pub(crate) const GUIDE: Guide = Guide {
    seed: 18,
    opponents: &[BEGINNER],
    topics: &["goal", "match", "capture", "captured", "theirs", "no-match", "empty", "deal", "most", "last", "end"],
    occasional: &[],
};

fn spot(card: Card) -> Spot {
    Spot::Card(french_codes(card)[0].clone())
}

fn spots(cards: CardSet<Card>) -> Vec<Spot> {
    cards.iter().map(spot).collect()
}

fn worth(cards: CardSet<Card>) -> usize {
    (cards & POINT_CARDS).len()
}

pub(crate) fn teach(seen: &Seen<'_, Indigo>) -> Vec<Speech> {
    let mut said = Vec::new();
    if let (Some((seat, Some(Play(card)))), Some(before)) = (seen.deed, seen.before) {
        explain_play(seen, before.table(), (seat, card), &mut said);
    }
    if seen.is_asked() {
        advise(seen, &mut said);
    }
    if seen.is_over() {
        said.push(end(seen));
    }
    said
}

fn advise(seen: &Seen<'_, Indigo>, said: &mut Vec<Speech>) {
    let (table, hand, me) = (seen.now.table(), seen.now.hand(), seen.me());
    let other = seen.name(me.other());
    said.push(Speech::rule(
        "goal",
        [Spot::Part(Part::Middle)],
        message!("You play for the pile in the middle; the last card is its top card. Play a card of the same suit or rank and you capture the pile: all of it is yours. Every captured ace, ten, jack, queen and king is 1 point, and whoever captures more cards gets 3 more. Most points win."),
    ));
    if !table.plays().is_empty() && table.plays().len() % 12 == 0 {
        explain_deal(seen, said);
    }
    let Some(top) = table.top() else {
        // The table still shows the capturing card, which looks like a pile.
        let last = table.plays().last().map_or_else(String::new, ToString::to_string);
        let words = message!(
            "The {last} that you still see went away with the pile, so nothing can be captured now. What you play lies alone, and {other} captures it with a card of its suit or rank.",
            last,
            other
        );
        // A hand of point cards only cannot follow the advice.
        let words = if hand.iter().any(|card| !POINT_CARDS.contains(card)) {
            message!("{words} Better no ace, ten, jack, queen or king.", words)
        } else {
            words
        };
        said.push(Speech::task("empty", [Spot::Part(Part::Middle)], words));
        return;
    };
    let matching = hand & table.capturing();
    let (suit, rank) = (&top.suit().sign().to_string(), &rank(top));
    if let Some(card) = matching.first() {
        let (all, gain) =
            (cards(table.pile().len() + 1), points(worth(table.pile()) + usize::from(POINT_CARDS.contains(card))));
        let words = if card.suit() == top.suit() {
            message!(
                "The top card is {top}. Your {card} has its suit: play it, and the whole pile is yours, {all} with {gain}.",
                top,
                card,
                all,
                gain
            )
        } else {
            message!(
                "The top card is {top}. Your {card} has its rank: play it, and the whole pile is yours, {all} with {gain}.",
                top,
                card,
                all,
                gain
            )
        };
        said.push(Speech::task("capture", spots(matching), words));
    } else {
        let words = message!(
            "The top card is {top}, and you have no {suit} and no other {rank}. So your card only becomes the new top card, a chance for {other}. Throw one that is worth nothing, or one that you could match yourself later.",
            top,
            suit,
            rank,
            other
        );
        said.push(Speech::task("no-match", [Spot::Part(Part::Hand)], words));
    }
    let words = message!(
        "The top card is {top}: a {suit} or another {rank} captures the pile. Anything else captures nothing and becomes the new top card.",
        top,
        suit,
        rank
    );
    said.push(Speech::rule("match", [spot(top)], words));
}

fn explain_deal(seen: &Seen<'_, Indigo>, said: &mut Vec<Speech>) {
    let (table, me) = (seen.now.table(), seen.me());
    let other = seen.name(me.other());
    let number = table.deal_number() + 1;
    let words = message!(
        "Both hands were empty, so six new cards each were dealt: deal {number} of 4. What lies in the middle stays there. You begin again.",
        number
    );
    said.push(Speech::rule("deal", [Spot::Part(Part::Hand)], words));
    let [mine, theirs] = [me, me.other()].map(|seat| cards(table.captured()[seat].len()));
    let words = message!(
        "You have captured {mine}, {other} {theirs}. Whoever has more cards at the end gets 3 points more, so small cards count, too.",
        mine,
        other,
        theirs
    );
    said.push(Speech::rule("most", [Spot::Plate(me), Spot::Plate(me.other())], words));
    if number == 4 {
        let words = match table.last_capturer() {
            Some(seat) if seat == me => message!(
                "The last deal. What lies on the table at the very end goes to whoever captured last: so far that is you."
            ),
            _ => message!(
                "The last deal. What lies on the table at the very end goes to whoever captured last: so far that is {other}.",
                other
            ),
        };
        said.push(Speech::rule("last", [Spot::Part(Part::Middle)], words));
    }
}

/// After a card, with or without a capture.
fn explain_play(seen: &Seen<'_, Indigo>, before: &Table, (seat, card): (Seat, Card), said: &mut Vec<Speech>) {
    let (is_mine, name) = (seat == seen.me(), seen.name(seat));
    if !before.capturing().contains(card) {
        if is_mine {
            let missed = seen.before.and_then(|before| (before.hand() & before.table().capturing()).first());
            let words = match missed {
                Some(other) => {
                    message!("Your {card} captured nothing. Your {other} would have captured the pile.", card, other)
                }
                None => message!("Your {card} captured nothing and became the top card.", card),
            };
            said.push(Speech::news([Spot::Part(Part::Middle)], words));
        }
        return;
    }
    let pile = before.pile();
    let (all, gain) = (cards(pile.len() + 1), points(worth(pile) + usize::from(POINT_CARDS.contains(card))));
    let at = [Spot::Plate(seat)];
    if is_mine {
        let words = message!("You captured {all} with {gain}.", all, gain);
        if seen.knows("captured") {
            said.push(Speech::news(at, words));
        } else {
            let words = message!(
                "{words} They are counted beside your name. The {card} is still shown, but went with them: the next card begins a new pile.",
                words,
                card
            );
            said.push(Speech::rule("captured", at, words));
        }
        return;
    }
    let top = before.top().map_or_else(String::new, |top| top.to_string());
    let words =
        message!("{name} matched the {top} with {card} and captured {all} with {gain}.", name, top, card, all, gain);
    if seen.knows("theirs") {
        said.push(Speech::news(at, words));
    } else {
        let words = message!("{words} That is why one thinks about the card one leaves on top.", words);
        said.push(Speech::rule("theirs", at, words));
    }
}

fn end(seen: &Seen<'_, Indigo>) -> Speech {
    let (me, table) = (seen.me(), seen.now.table());
    let other = seen.name(me.other());
    let [mine, theirs] = [me, me.other()].map(|seat| table.captured()[seat].len());
    let [own, their] = [me, me.other()].map(|seat| table.points(seat).unsigned_abs() as usize);
    // At 26 cards each the bonus goes to the first player.
    let is_richer = if me == Seat::FIRST { mine >= theirs } else { mine > theirs };
    let count = if is_richer {
        message!(
            "You captured {mine} cards and {other} {theirs}, so the 3 points for most cards are yours.",
            mine,
            other,
            theirs
        )
    } else {
        message!(
            "You captured {mine} cards and {other} {theirs}, so the 3 points for most cards go to {other}.",
            mine,
            other,
            theirs
        )
    };
    let (all, their_all) = (own + if is_richer { 3 } else { 0 }, their + if is_richer { 0 } else { 3 });
    let why = if all > their_all {
        message!(
            "With the aces, tens, jacks, queens and kings that makes {all} : {their_all}: you win.",
            all,
            their_all
        )
    } else {
        message!(
            "With the aces, tens, jacks, queens and kings that makes {all} : {their_all}: {other} wins.",
            all,
            their_all,
            other
        )
    };
    Speech::end([Spot::Plate(me), Spot::Plate(me.other())], Message::joined(" ", vec![count, why]))
}

fn rank(card: Card) -> String {
    card.to_string().trim_end_matches(card.suit().sign()).to_owned()
}

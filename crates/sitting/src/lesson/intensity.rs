//! Intensity taught: herds and points, the pass, leading and following, and who pays in the end.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Suit, legal_plays};
use cardsharp_rules::{CardSet, Game, Seat};

use super::{Guide, Part, Seen, Speech, Spot, and, points};
use crate::{Said, said};

const SEATS: usize = Intensity::SEATS;

pub(crate) const GUIDE: Guide = Guide {
    seed: 436,
    opponents: &["random", "random", "careful"],
    topics: &[
        "herds",
        "bad-cards",
        "pass",
        "received",
        "lead",
        "calf-lead",
        "follow",
        "round",
        "void",
        "penalty",
        "broken",
        "buffalo",
        "end",
    ],
    occasional: &["throw"],
};

/// A herd, as its cards are drawn.
fn herd(suit: Suit) -> Said {
    match suit.digit() {
        1 => said!("sheep"),
        2 => said!("goats"),
        3 => said!("calves"),
        _ => said!("oxen"),
    }
}

fn spots(cards: CardSet<Card>) -> Vec<Spot> {
    cards.iter().map(spot).collect()
}

fn spot(card: Card) -> Spot {
    Spot::Card(card.to_string())
}

/// The three cards one would rather not hold: the buffalo, what takes it, then whatever is high in its herd.
fn worst(hand: CardSet<Card>) -> CardSet<Card> {
    let mut cards: Vec<Card> = hand.iter().collect();
    cards.sort_by_key(|&card| (card == BUFFALO, card.number() > BUFFALO.number(), card.number() % 10));
    cards.into_iter().rev().take(3).collect()
}

pub(crate) fn teach(seen: &Seen<'_, Intensity>) -> Vec<Speech> {
    let mut said = Vec::new();
    if seen.deed.is_some() {
        happened(seen, &mut said);
    }
    if seen.is_asked() {
        let passed = seen.now.table().all_passed();
        if passed { asked(seen, &mut said) } else { asked_to_pass(seen, &mut said) }
    }
    said
}

fn asked_to_pass(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let (hand, left) = (seen.now.hand(), seen.name(seen.me().plus(1, SEATS)));
    said.push(Speech::rule(
        "herds",
        [Spot::Part(Part::Hand)],
        said!("Forty cards in four herds; the first digit says which: sheep 10–19, goats 20–29, calves 30–39, oxen 40–49. These ten are yours."),
    ));
    let bad = hand.iter().filter(|card| card.points() > 0).collect();
    said.push(Speech::rule(
        "bad-cards",
        spots(bad),
        said!("Points are bad here. In each round everybody plays one card, and one of you wins all four. Every calf among them costs 1 point, and the buffalo, the 47, costs 7. Fewest points after ten rounds win."),
    ));
    let worst = worst(hand);
    let cards = and(worst.iter());
    said.push(Speech::task(
        "pass",
        spots(worst),
        said!("First everybody gives three cards to the left, face down. High cards win rounds, and with them points: {cards} are your most dangerous. Choose three for {left}, then press Play.", cards, left),
    ));
}

fn asked(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let (table, hand) = (seen.now.table(), seen.now.hand());
    let legal = legal_plays(table, hand);
    if hand.contains(BUFFALO) {
        let words = said!(
            "You hold the buffalo: 7 points for whoever wins the round it is played in. Get rid of it when somebody else is sure to win: on a 48 or 49, or when you cannot follow."
        );
        said.push(Speech::rule("buffalo", [spot(BUFFALO)], words));
    }
    let Some(led) = table.led() else {
        let calves = hand & CALVES;
        if !table.calves_broken() && !calves.is_empty() && !hand.is_subset(CALVES) {
            let held = and(calves.iter());
            said.push(Speech::rule(
                "calf-lead",
                spots(calves),
                said!("You may not lead a calf yet, so {held} must wait: not before a calf was played in an earlier round. Only somebody with nothing but calves may.", held),
            ));
        }
        said.push(Speech::task(
            "lead",
            [Spot::Part(Part::Hand)],
            said!("You lead: your card names the herd of this round. The others must play that herd if they have it, and its highest card wins the round. A low card is safe. Choose one."),
        ));
        return;
    };
    let leader = seen.name(table.leader());
    let herd = herd(led.suit());
    if legal.is_subset(led.suit().cards()) {
        let cards = and(legal.iter());
        let words = said!(
            "{leader} led the {led}, so the herd of this round is {herd}. You have some and must play one: {cards}. The highest of the {herd} wins.",
            leader,
            led,
            herd,
            cards
        );
        said.push(Speech::task("follow", spots(legal).into_iter().chain([Spot::Laid(table.leader())]), words));
    } else {
        let words = said!(
            "{leader} led the {led}, and you have no {herd}: play any card you like. It cannot win the round, so now is the time to get rid of a calf, the buffalo or a high card.",
            leader,
            led,
            herd
        );
        let topic = if seen.knows("void") { "throw" } else { "void" };
        said.push(Speech::task(topic, [Spot::Part(Part::Hand)], words));
    }
}

fn happened(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let table = seen.now.table();
    match seen.deed {
        Some((_, Some(Action::Play(card)))) => played(seen, card, said),
        _ if table.all_passed() => {
            let (right, cards) = (seen.name(seen.me().plus(SEATS - 1, SEATS)), and(seen.now.received().iter()));
            let words = said!(
                "{right} sits on your right and gave you {cards}. They are among your cards now. Ten rounds follow.",
                right,
                cards
            );
            said.push(Speech::rule("received", spots(seen.now.received()), words));
        }
        _ => {}
    }
}

/// A card was played, perhaps the last of a round.
fn played(seen: &Seen<'_, Intensity>, card: Card, said: &mut Vec<Speech>) {
    let (table, Some(before), Some((seat, _))) = (seen.now.table(), seen.before, seen.deed) else { return };
    let led = before.table().led();
    let name = seen.name(seat);
    if card == BUFFALO && seat != seen.me() {
        let words = said!("{name} played the 47, the buffalo: it brings 7 points to whoever wins this round.", name);
        said.push(Speech::rule("buffalo", [Spot::Laid(seat)], words));
    }
    if let Some(led) = led.filter(|led| led.suit() != card.suit())
        && seat != seen.me()
    {
        let herd = herd(led.suit());
        let words = said!(
            "{name} has no {herd} left and may play any card: the {card} cannot win this round.",
            name,
            herd,
            card
        );
        said.push(Speech::rule("void", [Spot::Laid(seat)], words));
    }
    if table.round().is_empty() {
        round_over(seen, said);
    }
    if seen.is_over() {
        said.push(end(seen));
    }
}

fn round_over(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let table = seen.now.table();
    let cards = &table.plays()[table.plays().len() - SEATS..];
    let (led, winner) = (cards[0], table.leader());
    let best = cards.iter().copied().filter(|card| card.suit() == led.suit()).max().unwrap_or(led);
    let cost: usize = cards.iter().map(|card| usize::from(card.points())).sum();
    let (herd, name, price) = (herd(led.suit()), seen.name(winner), points(cost));
    let (is_mine, at) = (winner == seen.me(), [Spot::Laid(winner), Spot::Plate(winner)]);
    let words = match (is_mine, cost) {
        (true, 0) => {
            said!("The {best} was the highest of the {herd}: you win the round. It costs nothing.", best, herd)
        }
        (true, _) => said!(
            "The {best} was the highest of the {herd}: you win the round, and it costs you {price}.",
            best,
            herd,
            price
        ),
        (false, 0) => said!(
            "The {best} was the highest of the {herd}: {name} wins the round. It costs nothing.",
            best,
            herd,
            name
        ),
        (false, _) => said!(
            "The {best} was the highest of the {herd}: {name} wins the round and pays {price}.",
            best,
            herd,
            name,
            price
        ),
    };
    if seen.knows("round") {
        said.push(Speech::news(at.clone(), words));
    } else if is_mine {
        said.push(Speech::rule(
            "round",
            at.clone(),
            said!("{words} Whoever wins a round leads the next: that is you.", words),
        ));
    } else {
        said.push(Speech::rule("round", at.clone(), said!("{words} Whoever wins a round leads the next.", words)));
    }
    if cost > 0 {
        let bad = and(cards.iter().filter(|card| card.points() > 0));
        let words = if is_mine {
            said!(
                "The first points of the game: {bad} went to you. They stand on your plate, and the fewest win: try to stay below the highest card of the herd.",
                bad
            )
        } else {
            said!(
                "The first points of the game: {bad} went to {name}. They stand on the plate, and the fewest win.",
                bad,
                name
            )
        };
        said.push(Speech::rule("penalty", [Spot::Plate(winner)], words));
    }
    if table.calves_broken() && !seen.is_over() {
        let words = said!("A calf has been played, so from now on calves may be led, too.");
        said.push(Speech::rule("broken", [Spot::Part(Part::Middle)], words));
    }
}

/// Why it ended as it did.
fn end(seen: &Seen<'_, Intensity>) -> Speech {
    let penalties = seen.now.table().penalties();
    let mine = penalties[seen.me()];
    let others = Seat::all(SEATS).filter(|&seat| seat != seen.me());
    let least = others.clone().map(|seat| penalties[seat]).min().unwrap_or(mine);
    let best = others.clone().find(|&seat| penalties[seat] == least).map_or("", |seat| seen.name(seat));
    let count: Vec<String> = others
        .map(|seat| {
            let (name, points) = (seen.name(seat), penalties[seat]);
            format!("{name} {points}")
        })
        .collect();
    let (own, theirs, fewest) =
        (points(mine.unsigned_abs() as usize), count.join(", "), points(least.unsigned_abs() as usize));
    let words = match mine.cmp(&least) {
        std::cmp::Ordering::Less => {
            said!("You win: in ten rounds you took {own}; {theirs}. The fewest win.", own, theirs)
        }
        std::cmp::Ordering::Equal => {
            said!("You share the win: nobody took less than your {own}; {theirs}. The fewest win.", own, theirs)
        }
        std::cmp::Ordering::Greater => said!(
            "{best} wins with {fewest}; you took {own} ({theirs}). The fewest win: next time give away what is high, and throw calves when you cannot follow.",
            best,
            fewest,
            own,
            theirs
        ),
    };
    Speech::end(Seat::all(SEATS).map(Spot::Plate), words)
}

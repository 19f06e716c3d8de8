//! Teaches Intensity: herds and points, the pass, leading, following, and the last rounds.

use cardsharp_rules::intensity::{Action, BUFFALO, CALVES, Card, Intensity, Suit, legal_plays};
use cardsharp_rules::{CardSet, Game, Seat};

use super::{BEGINNER, Guide, Part, Seen, Speech, Spot, and, or};
use crate::picture::{Present as _, count, people};
use crate::{Message, message};

const SEATS: usize = Intensity::SEATS;

pub(crate) const GUIDE: Guide = Guide {
    seed: 245,
    opponents: &[BEGINNER, BEGINNER, BEGINNER],
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
        "left",
        "late",
        "last",
        "end",
    ],
    occasional: &["throw"],
};

/// Names a herd as its cards show it.
fn herd(suit: Suit) -> Message {
    match suit.digit() {
        1 => message!("sheep"),
        2 => message!("goats"),
        3 => message!("calves"),
        _ => message!("oxen"),
    }
}

fn spots(cards: CardSet<Card>) -> Vec<Spot> {
    cards.iter().map(spot).collect()
}

fn spot(card: Card) -> Spot {
    Spot::Card(card.to_string())
}

/// Returns the three most dangerous cards: the buffalo, the cards that take it, then high cards of its herd.
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
        if passed { advise(seen, &mut said) } else { advise_pass(seen, &mut said) }
    }
    said
}

fn advise_pass(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let (hand, left) = (seen.now.hand(), seen.name(seen.me().plus(1, SEATS)));
    said.push(Speech::rule(
        "herds",
        [Spot::Part(Part::Hand)],
        message!("Forty cards in four herds; the first digit says which: sheep 10–19, goats 20–29, calves 30–39, oxen 40–49. These ten are yours."),
    ));
    let bad = hand.iter().filter(|card| card.points() > 0).collect();
    said.push(Speech::rule(
        "bad-cards",
        spots(bad),
        message!("Points are bad here: they are penalty points. There are ten rounds; in each everybody plays one card, and one of you wins all four. Whoever does takes 1 penalty point for every calf among them and 7 for one of the oxen, the 47: the buffalo. The fewest win the game."),
    ));
    let worst = worst(hand);
    let cards = and(worst.iter());
    said.push(Speech::task(
        "pass",
        spots(worst),
        message!("First everybody gives three cards to the left, face down. High cards win rounds, and so penalty points: {cards} are your most dangerous. Choose three for {left}, then press Play.", cards, left),
    ));
}

fn advise(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let (table, hand) = (seen.now.table(), seen.now.hand());
    let legal = legal_plays(table, hand);
    if hand.contains(BUFFALO) {
        let words = message!(
            "You hold the buffalo: whoever wins the round it is played in takes 7 penalty points. Get rid of it when somebody else is sure to win: on a 48 or 49, or when a herd is asked for that you do not have."
        );
        said.push(Speech::rule("buffalo", [spot(BUFFALO)], words));
    }
    let Some(led) = table.led() else {
        lead(seen, said);
        return;
    };
    let leader = seen.name(table.leader());
    let herd = herd(led.suit());
    if legal.is_subset(led.suit().cards()) {
        let cards = or(legal.iter());
        let words = message!(
            "{leader} led the {led}, so the herd of this round is {herd}. You have some and must follow, that is play one of them: {cards}. The highest of the {herd} wins.",
            leader,
            led,
            herd,
            cards
        );
        said.push(Speech::task("follow", spots(legal).into_iter().chain([Spot::Laid(table.leader())]), words));
    } else if seen.knows("void") {
        let words = message!(
            "{leader} led the {led}, and you have no {herd}: play any card you like. It cannot win the round, so now is the time to get rid of a calf, the buffalo or a high card.",
            leader,
            led,
            herd
        );
        said.push(Speech::task("throw", [Spot::Part(Part::Hand)], words));
    } else {
        let words = message!(
            "{leader} led the {led}, and you have no {herd}: then you may play any card. It cannot win the round.",
            leader,
            led,
            herd
        );
        said.push(Speech::rule("void", [Spot::Laid(table.leader())], words));
        let words = message!("So now is the time to get rid of a calf, the buffalo or a high card. Choose one.");
        said.push(Speech::task("throw", [Spot::Part(Part::Hand)], words));
    }
}

/// The pupil leads: what leading means, and which cards may not be led yet.
fn lead(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let (table, hand) = (seen.now.table(), seen.now.hand());
    let calves = hand & CALVES;
    let meaning = message!(
        "You lead: you play the first card of this round, and it names the herd. The others must play that herd if they have it, and its highest card wins the round."
    );
    if table.calves_broken() || calves.is_empty() || hand.is_subset(CALVES) {
        let words = message!("{meaning} A low card is safe. Choose one.", meaning);
        said.push(Speech::task("lead", [Spot::Part(Part::Hand)], words));
        return;
    }
    // The meaning of leading comes before its restrictions.
    said.push(Speech::rule("lead", [Spot::Part(Part::Hand)], meaning));
    let held = and(calves.iter());
    let words = message!(
        "A calf may not be led yet, so {held} must wait: not before a calf was played in an earlier round, unless one has nothing but calves. Choose another card; a low one is safe.",
        held
    );
    said.push(Speech::task("calf-lead", spots(calves), words));
}

fn happened(seen: &Seen<'_, Intensity>, said: &mut Vec<Speech>) {
    let table = seen.now.table();
    match seen.deed {
        Some((_, Some(Action::Play(card)))) => explain_play(seen, card, said),
        _ if table.all_passed() => {
            let (right, cards) = (seen.name(seen.me().plus(SEATS - 1, SEATS)), and(seen.now.received().iter()));
            let words = message!(
                "{right} sits on your right and gave you {cards}. They are among your cards now. Ten rounds follow.",
                right,
                cards
            );
            said.push(Speech::rule("received", spots(seen.now.received()), words));
        }
        _ => {}
    }
}

/// After a card, perhaps the last of a round.
fn explain_play(seen: &Seen<'_, Intensity>, card: Card, said: &mut Vec<Speech>) {
    let (table, Some(before), Some((seat, _))) = (seen.now.table(), seen.before, seen.deed) else { return };
    let led = before.table().led();
    let name = seen.name(seat);
    if card == BUFFALO && seat != seen.me() {
        let words =
            message!("{name} played the 47, the buffalo: whoever wins this round takes 7 penalty points.", name);
        said.push(Speech::rule("buffalo", [Spot::Laid(seat)], words));
    }
    if let Some(led) = led.filter(|led| led.suit() != card.suit())
        && seat != seen.me()
    {
        let herd = herd(led.suit());
        let words = message!(
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
    let (herd, name, price) = (herd(led.suit()), seen.name(winner), penalty(cost));
    let (is_mine, at) = (winner == seen.me(), [Spot::Laid(winner), Spot::Plate(winner)]);
    let words = if is_mine {
        message!("The {best} was the highest of the {herd}: you win the round and take {price}.", best, herd, price)
    } else {
        message!(
            "The {best} was the highest of the {herd}: {name} wins the round and takes {price}.",
            best,
            herd,
            name,
            price
        )
    };
    if seen.knows("round") {
        said.push(Speech::news(at.clone(), words));
    } else if is_mine {
        said.push(Speech::rule(
            "round",
            at.clone(),
            message!("{words} Whoever wins a round leads the next: that is you.", words),
        ));
    } else {
        said.push(Speech::rule("round", at.clone(), message!("{words} Whoever wins a round leads the next.", words)));
    }
    if cost > 0 {
        let bad = and(cards.iter().filter(|card| card.points() > 0));
        let words = if is_mine {
            message!(
                "The first penalty points of the game, for {bad}, are yours. They stand beside your name, and the fewest win: try to stay below the highest card of the herd.",
                bad
            )
        } else {
            message!(
                "The first penalty points of the game, for {bad}, go to {name}. They stand beside the name, and the fewest win.",
                bad,
                name
            )
        };
        said.push(Speech::rule("penalty", [Spot::Plate(winner)], words));
    }
    if table.calves_broken() && !seen.is_over() {
        let words = message!("A calf has been played, so from the next round on calves may be led, too.");
        said.push(Speech::rule("broken", [Spot::Part(Part::Middle)], words));
    }
    match table.rounds() {
        6 => said.push(standing(seen)),
        8 => said.push(late(seen)),
        9 => said.push(last(seen)),
        _ => {}
    }
}

const ALL_POINTS: i32 = 17;

/// Returns the penalty points that are not taken yet.
fn to_come(seen: &Seen<'_, Intensity>) -> usize {
    let taken: i32 = seen.now.table().penalties().as_slice().iter().sum();
    (ALL_POINTS - taken).max(0).unsigned_abs() as usize
}

/// Returns the other players with their penalty points: "Bob 2, Cleo 0, Dan 4".
fn others(seen: &Seen<'_, Intensity>) -> String {
    let penalties = seen.now.table().penalties();
    let others = Seat::all(SEATS).filter(|&seat| seat != seen.me());
    let told = others.map(|seat| format!("{} {}", seen.name(seat), penalties[seat]));
    told.collect::<Vec<_>>().join(", ")
}

/// After six rounds: who is ahead, and which points are left.
fn standing(seen: &Seen<'_, Intensity>) -> Speech {
    let (table, me) = (seen.now.table(), seen.me());
    let penalties = table.penalties();
    let (mine, theirs) = (penalties[me], others(seen));
    let count = message!("Four rounds are left. Penalty points so far: you {mine}; {theirs}.", mine, theirs);
    let fewest = Seat::all(SEATS).map(|seat| penalties[seat]).min().unwrap_or(mine);
    let ahead: Vec<Seat> = Seat::all(SEATS).filter(|&seat| penalties[seat] == fewest).collect();
    let ahead = message!("Ahead with the fewest: {names}.", names = people(seen.names, &ahead, Some(me)));
    let rest = to_come(seen);
    let rest = match (rest, table.plays().contains(&BUFFALO)) {
        (0, _) => message!("All of them are taken, so that is how it will stay."),
        (_, false) => {
            message!("{rest} more are still in the hands, 7 of them the buffalo’s: nothing is decided.", rest)
        }
        (_, true) => message!("{rest} more are still in the hands.", rest),
    };
    Speech::rule("left", Seat::all(SEATS).map(Spot::Plate), Message::joined(" ", vec![count, ahead, rest]))
}

/// After eight rounds: why a high card is dangerous now.
fn late(seen: &Seen<'_, Intensity>) -> Speech {
    let (cards, rest) = (and(seen.now.hand().iter()), to_come(seen));
    let words = if rest == 0 {
        message!("Two rounds are left; you hold {cards}. All penalty points are taken, so they change nothing.", cards)
    } else {
        message!(
            "Two rounds are left; you hold {cards}. There is little to choose now: a high card wins its round whether one likes it or not, with everything the others throw into it. That is why high cards should go early.",
            cards
        )
    };
    Speech::rule("late", spots(seen.now.hand()), words)
}

/// After nine rounds: each player has one card left.
fn last(seen: &Seen<'_, Intensity>) -> Speech {
    let (cards, rest) = (and(seen.now.hand().iter()), to_come(seen));
    let words = if rest == 0 {
        message!(
            "The last round: everybody plays the one card that is left, yours is the {cards}. There are no penalty points in it.",
            cards
        )
    } else {
        message!(
            "The last round: everybody plays the one card that is left, yours is the {cards}. Whoever wins it takes {price}.",
            cards,
            price = penalty(rest)
        )
    };
    Speech::rule("last", spots(seen.now.hand()), words)
}

fn penalty(number: usize) -> Message {
    if number == 0 { message!("no penalty points") } else { count(number as i64, Intensity::COUNTED) }
}

fn end(seen: &Seen<'_, Intensity>) -> Speech {
    let penalties = seen.now.table().penalties();
    let mine = penalties[seen.me()];
    let rivals = Seat::all(SEATS).filter(|&seat| seat != seen.me());
    let least = rivals.clone().map(|seat| penalties[seat]).min().unwrap_or(mine);
    let best = rivals.clone().find(|&seat| penalties[seat] == least).map_or("", |seat| seen.name(seat));
    let (own, theirs, fewest) = (count(mine, Intensity::COUNTED), others(seen), count(least, Intensity::COUNTED));
    let words = match mine.cmp(&least) {
        std::cmp::Ordering::Less => {
            message!("You win: in ten rounds you took {own}; {theirs}. The fewest win.", own, theirs)
        }
        std::cmp::Ordering::Equal => {
            message!("You share the win: nobody took fewer than your {own}; {theirs}. The fewest win.", own, theirs)
        }
        std::cmp::Ordering::Greater => message!(
            "{best} wins with {fewest}; you took {own} ({theirs}). The fewest win: next time give away what is high, and throw calves when you cannot follow.",
            best,
            fewest,
            own,
            theirs
        ),
    };
    Speech::end(Seat::all(SEATS).map(Spot::Plate), words)
}

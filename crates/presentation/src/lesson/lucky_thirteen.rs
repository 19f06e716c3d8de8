//! Teaches Lucky Thirteen: the three ways to 13, the value of a card, and when each counts.

use cardsharp_rules::lucky_thirteen::{Card, Discard, LuckyThirteen, best_way, scores, weight};
use cardsharp_rules::{Game, Seat};

use super::{BEGINNER, Guide, Part, Seen, Speech, Spot, and, points};
use crate::picture::french_codes;
use crate::{Message, message};

pub(crate) const GUIDE: Guide = Guide {
    seed: 25,
    opponents: &[BEGINNER, BEGINNER, BEGINNER],
    topics: &["goal", "public", "worth", "discard", "discards", "one-public", "all-four", "alone", "end"],
    occasional: &[],
};

fn spot(card: Card) -> Spot {
    Spot::Card(french_codes(card)[0].clone())
}

pub(crate) fn teach(seen: &Seen<'_, LuckyThirteen>) -> Vec<Speech> {
    let mut said = Vec::new();
    if let Some((seat, Some(Discard(card)))) = seen.deed {
        discarded(seen, seat, card, &mut said);
    }
    if seen.is_asked() {
        advise(seen, &mut said);
    }
    if seen.is_over() {
        said.push(end(seen));
    }
    said
}

/// Formats cards that add up to 13.
fn sum(cards: &[Card]) -> String {
    let ranks: Vec<String> = cards.iter().map(|card| card.rank().to_string()).collect();
    ranks.join(" + ")
}

fn adds_up(cards: &[Card]) -> bool {
    cards.iter().map(|card| u32::from(card.rank())).sum::<u32>() == 13
}

/// Returns the ways to 13 with three cards in hand, own pairs first.
fn ways(hand: [Card; 3], public: [Card; 2]) -> Vec<Vec<Card>> {
    let pairs = [[0, 1], [0, 2], [1, 2]].map(|pair| pair.map(|place| hand[place]));
    let own = pairs.into_iter().map(|pair| pair.to_vec());
    let with_one = hand.iter().flat_map(|&card| public.map(|open| vec![card, open]));
    let all = pairs.into_iter().map(|[one, two]| vec![one, two, public[0], public[1]]);
    own.chain(with_one).chain(all).filter(|cards| adds_up(cards)).collect()
}

fn advise(seen: &Seen<'_, LuckyThirteen>, said: &mut Vec<Speech>) {
    let table = seen.now.table();
    let hand: Vec<Card> = seen.now.hand().iter().collect();
    let Some(&hand) = hand.first_chunk::<3>() else { return };
    let [one, two] = table.public();
    let (round, drawn) = (table.round(), hand[2]);
    let in_hand = || hand.iter().copied().map(spot);
    said.push(Speech::rule(
        "goal",
        [Spot::Part(Part::Hand)],
        message!("You want cards that add up to 13. Number cards count their number, an ace 1, a jack 11, a queen 12 and a king 13. There are four rounds; in each you draw a card and put one away. Then everybody shows the two cards they kept."),
    ));
    said.push(Speech::rule(
        "public",
        [spot(one), spot(two)],
        message!(
            "{one} and {two} in the middle are for everybody. So there are three ways to 13:\n1. the two cards you keep;\n2. one of them and one in the middle;\n3. all four together.",
            one,
            two
        ),
    ));
    let weight = weight(drawn);
    let words = message!(
        "Each card also has a worth: what it counts times 4 for spades, 3 for hearts, 2 for diamonds, 1 for clubs, and 2 for any in the middle: your {drawn} is worth {weight}. The only 13 wins. Of several the one with the most worth wins; without any, the two kept cards with the most.",
        drawn,
        weight
    );
    said.push(Speech::rule("worth", [spot(drawn)], words));
    let best = ways(hand, table.public()).into_iter().next();
    let words = match &best {
        Some(cards) => {
            let (sum, cards) = (sum(cards), and(cards.iter()));
            message!(
                "You drew {drawn} and hold three cards; one of them must go, the discard. Look: {cards} make {sum} = 13. Choose a card you do not need and press Play.",
                drawn,
                cards,
                sum
            )
        }
        None => message!(
            "You drew {drawn} and hold three cards; one of them must go, the discard. Nothing adds up to 13 yet: keep what could with one more card. Choose the card to discard and press Play.",
            drawn
        ),
    };
    said.push(Speech::task("discard", in_hand(), words));
    if round >= 1 {
        let found = ways(hand, table.public())
            .into_iter()
            .find(|cards| cards.len() == 2 && (cards[1] == one || cards[1] == two));
        let words = if let Some(cards) = &found {
            let (sum, own, open) = (sum(cards), cards[0], cards[1]);
            message!(
                "Remember way 2, one card of yours and one in the middle: {own} and {open} make {sum} = 13.",
                own,
                open,
                sum
            )
        } else {
            let needed: Vec<String> =
                [one, two].iter().filter(|open| open.rank() < 13).map(|open| (13 - open.rank()).to_string()).collect();
            let needed = needed.join(" / ");
            message!(
                "Remember way 2, one card of yours and one in the middle. To go with {one} and {two} you would need: {needed}.",
                one,
                two,
                needed
            )
        };
        let at = found.unwrap_or_else(|| vec![one, two]);
        said.push(Speech::rule("one-public", at.into_iter().map(spot), words));
    }
    if round >= 2 {
        let open = one.rank() + two.rank();
        let words = if open < 12 {
            let rest = 13 - open;
            message!(
                "Way 3 takes all four cards: both in the middle make {open}, so your two would have to make {rest}.",
                open,
                rest
            )
        } else {
            message!(
                "Way 3 would take all four cards, but the two in the middle make {open} already: too much in this game.",
                open
            )
        };
        said.push(Speech::rule("all-four", [spot(one), spot(two)], words));
    }
    if round == 3 {
        let words = message!(
            "Your last discard: the two cards you keep are shown. If only one of you has a 13, that is 100 points and the win. If several have one, the 13 that is worth most wins; if nobody has, the two cards that are worth most."
        );
        said.push(Speech::rule("alone", [Spot::Part(Part::Hand)], words));
    }
}

fn discarded(seen: &Seen<'_, LuckyThirteen>, seat: Seat, card: Card, said: &mut Vec<Speech>) {
    if seen.is_over() {
        return;
    }
    let (table, name) = (seen.now.table(), seen.name(seat));
    if seat != seen.me() {
        let words = message!(
            "{name} drew a card that only {name} sees, and discarded {card}. Discards are out of the game, and everybody sees them.",
            name,
            card
        );
        said.push(Speech::rule("discards", [Spot::Laid(seat)], words));
        return;
    }
    let kept: Vec<Card> = seen.now.hand().iter().collect();
    let [one, two] = kept[..] else { return };
    let held: Vec<Card> = seen.before.map_or_else(Vec::new, |before| before.hand().iter().collect());
    let missed = held.first_chunk::<3>().and_then(|&held| ways(held, table.public()).into_iter().next());
    let words = match (best_way(table.sums(), [one, two], table.public()), missed) {
        (Some(worth), _) => message!("You keep {one} and {two}: that is a 13, worth {worth}.", one, two, worth),
        (None, Some(cards)) => {
            let missed = and(cards.iter());
            message!("You keep {one} and {two}: no 13. {missed} would have been one.", one, two, missed)
        }
        (None, None) if table.round() == 3 => message!("You keep {one} and {two}: no 13.", one, two),
        (None, None) => message!("You keep {one} and {two}: no 13 yet.", one, two),
    };
    said.push(Speech::news([spot(one), spot(two)], words));
}

fn end(seen: &Seen<'_, LuckyThirteen>) -> Speech {
    let (table, me) = (seen.now.table(), seen.me());
    let at: Vec<Spot> = Seat::all(LuckyThirteen::SEATS).map(Spot::Plate).collect();
    let Some(shown) = table.shown() else { return Speech::end(at, Message::default()) };
    let scores = scores(table.sums(), table.public(), shown);
    let has_way =
        |seat: Seat| best_way(table.sums(), [shown[seat].nth(0), shown[seat].nth(1)], table.public()).is_some();
    let lucky: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).filter(|&seat| has_way(seat)).collect();
    let most = Seat::all(LuckyThirteen::SEATS).map(|seat| scores[seat]).max().unwrap_or(0);
    let winners: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).filter(|&seat| scores[seat] == most).collect();
    let (own, best) = (points(scores[me].unsigned_abs() as usize), points(most.unsigned_abs() as usize));
    let winner = winners.iter().find(|&&seat| seat != me).map_or("", |&seat| seen.name(seat));
    let wins = winners.contains(&me);
    let words = match (&lucky[..], wins) {
        ([_], true) => message!("Only you have a 13: 100 points, you win."),
        ([_], false) => message!("Only {winner} has a 13: 100 points, and {winner} wins.", winner),
        ([], true) => {
            message!(
                "Nobody has a 13, so the worth of the two cards counts: yours are worth most, {own}. You win.",
                own
            )
        }
        ([], false) => message!(
            "Nobody has a 13, so the worth of the two cards counts: {winner} has {best}, you have {own}. {winner} wins.",
            winner,
            best,
            own
        ),
        (_, true) => {
            message!("Several of you have a 13, so the one that is worth most wins: yours, with {own}. You win.", own)
        }
        (_, false) if has_way(me) => message!(
            "Several of you have a 13, so the one that is worth most wins: that of {winner} with {best}; yours is worth {own}.",
            winner,
            best,
            own
        ),
        (_, false) => message!(
            "Several have a 13, so the one that is worth most wins: that of {winner} with {best}. Without one you score nothing.",
            winner,
            best
        ),
    };
    Speech::end(at, words)
}

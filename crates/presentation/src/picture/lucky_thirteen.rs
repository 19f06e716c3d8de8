//! The picture of Lucky Thirteen: public cards in the middle, discards in front of the seats.

use cardsharp_rules::lucky_thirteen::{
    Card, Discard, LuckyThirteen, Observation, Sums, Table, best_way, public_weight, scores, weight,
};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Back, Card as Shows, Sign};
use super::{
    Choice, Click, Count, Face, Heap, Introduction, Layout, Lesson, POINTS, Picture, Piece, Place, Present, Row,
    Strength, count, french_codes, french_face, people, person,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::message::{Message, Person};
use crate::{manner, message, message_of, show};

fn face(card: Card) -> Face {
    worth(card, weight(card))
}

fn worth(card: Card, worth: i32) -> Face {
    french_face(card, (Message::verbatim(format!("={worth}")), message!("worth {worth}", worth)))
}

/// Returns the face of a public card, which has another worth than a card in a hand.
fn public_face(card: Card) -> Face {
    worth(card, public_weight(card))
}

fn standing(table: &Table, kept: [Card; 2]) -> Message {
    match best_way(table.sums(), kept, table.public()) {
        Some(worth) => message!("a 13 worth {worth}", worth),
        None => message!("no 13, cards worth {worth}", worth = kept.into_iter().map(weight).sum::<i32>()),
    }
}

/// Explains the result: the number of seats with a 13, and the winner's cards.
fn why(table: &Table, names: &[String], reader: Option<Seat>) -> Option<Message> {
    let hands = table.shown()?;
    let scores = scores(table.sums(), table.public(), hands);
    let best = *scores.as_slice().iter().max()?;
    let winners: Vec<Seat> = Seat::all(LuckyThirteen::SEATS).filter(|&seat| scores[seat] == best).collect();
    let way = |seat: Seat| way(table.sums(), [hands[seat].nth(0), hands[seat].nth(1)], table.public());
    let lucky = Seat::all(LuckyThirteen::SEATS).filter(|&seat| way(seat).is_some()).count();
    let reason = match lucky {
        0 => message!("Nobody has a 13, so the worth of the private cards counts."),
        1 => message!("The only 13 scores 100."),
        _ => message!("{number} have a 13: the worthiest wins.", number = lucky),
    };
    let [winner] = winners[..] else {
        let names = people(names, &winners, reader);
        let share = message!("The win is shared with {points} each: {names}.", points = count(best, POINTS), names);
        return Some(Message::joined(" ", vec![reason, share]));
    };
    let who = person(names, winner, reader);
    let text = match way(winner) {
        None => {
            message_of!(who, "You have most: {points} points.", "{name} has most: {points} points.", points = best)
        }
        Some(cards) => message_of!(
            who,
            "You have {cards} = 13: {points} points.",
            "{name} has {cards} = 13: {points} points.",
            cards,
            points = best
        ),
    };
    Some(Message::joined(" ", vec![reason, text]))
}

/// Lists the cards of the best way to 13: "5♠ + 8♣".
fn way(sums: Sums, private: [Card; 2], public: [Card; 2]) -> Option<String> {
    let way = weighed_way(sums, private, public)?;
    Some(way.iter().map(|(card, _)| card.to_string()).collect::<Vec<_>>().join(" + "))
}

/// Returns a seat's score and its cards. A lone 13 always scores 100, so the worth of cards is shown only otherwise.
fn account(table: &Table, seat: Seat) -> Option<(i32, Message)> {
    let hands = table.shown()?;
    let private = |seat: Seat| [hands[seat].nth(0), hands[seat].nth(1)];
    let lucky =
        Seat::all(LuckyThirteen::SEATS).filter(|&seat| way(table.sums(), private(seat), table.public()).is_some());
    let lucky = lucky.count();
    let weighed = |cards: &[(Card, i32)]| {
        let cards: Vec<String> = cards.iter().map(|(card, worth)| format!("{card} ({worth})")).collect();
        cards.join(" + ")
    };
    let [one, other] = private(seat);
    let score = scores(table.sums(), table.public(), hands)[seat];
    let account = match weighed_way(table.sums(), private(seat), table.public()) {
        Some(cards) if lucky == 1 => {
            let cards: Vec<String> = cards.iter().map(|(card, _)| card.to_string()).collect();
            message!("{cards} = 13", cards = cards.join(" + "))
        }
        Some(cards) => message!("{cards} = 13", cards = weighed(&cards)),
        None if lucky == 0 => {
            message!("{cards}, no 13", cards = weighed(&[one, other].map(|card| (card, weight(card)))))
        }
        None => message!("{cards}, no 13", cards = format!("{one} {other}")),
    };
    Some((score, account))
}

/// Returns the cards of the best way to 13, each with its worth.
fn weighed_way(sums: Sums, [one, other]: [Card; 2], [first, second]: [Card; 2]) -> Option<Vec<(Card, i32)>> {
    let best = best_way(sums, [one, other], [first, second])?;
    let (mine, open) = (|card| (card, weight(card)), |card| (card, public_weight(card)));
    let ways = [
        vec![mine(one), mine(other)],
        vec![mine(one), open(first)],
        vec![mine(one), open(second)],
        vec![mine(other), open(first)],
        vec![mine(other), open(second)],
        vec![mine(one), mine(other), open(first), open(second)],
    ];
    let is_best = |way: &Vec<(Card, i32)>| {
        let cards: Vec<Card> = way.iter().map(|(card, _)| *card).collect();
        way.iter().map(|(_, worth)| worth).sum::<i32>() == best && reaches_13(sums, &cards)
    };
    ways.into_iter().find(is_best)
}

fn reaches_13(sums: Sums, cards: &[Card]) -> bool {
    let values = |card: Card| match (sums, card.rank()) {
        (Sums::Flexible, 1) => 0..=1,
        (Sums::Flexible, 11..) => 10..=13,
        (_, rank) => rank..=rank,
    };
    let add = |reached: Vec<u8>, &card: &Card| -> Vec<u8> {
        reached.iter().flat_map(|&sum| values(card).map(move |value| sum + value)).collect()
    };
    cards.iter().fold(vec![0], add).contains(&13)
}

fn headline(table: &Table) -> Message {
    let round = table.round() + 1;
    match (table.shown(), table.sums()) {
        (Some(_), _) => message!("All cards are shown"),
        (None, Sums::Face) => message!("Round {round} of 4 · reach 13", round),
        (None, Sums::Flexible) => {
            message!("Round {round} of 4 · reach 13; an ace may count 0 or 1, J, Q and K 10 to 13", round)
        }
    }
}

fn draw(table: &Table, viewer: Option<Seat>) -> Picture {
    let places = Seat::all(LuckyThirteen::SEATS).map(|seat| {
        let shown = table.shown().map(|shown| shown[seat]);
        let is_own = Some(seat) == viewer;
        let laid = match shown {
            Some(hand) => {
                Heap::new(if is_own { message!("you show") } else { message!("shows") }, hand.iter().map(face))
            }
            None => Heap::new(
                if is_own { message!("your discards") } else { message!("discards") },
                table.discards_of(seat).map(face),
            ),
        };
        let laid = if laid.cards.is_empty() { Heap::default() } else { laid };
        let score = match shown {
            Some(hand) => vec![Count::words(standing(table, [hand.nth(0), hand.nth(1)]))],
            None => Vec::new(),
        };
        let drawn = usize::from(table.turn() == Turn::Of(seat));
        Place { backs: if shown.is_some() { 0 } else { 2 + drawn }, score, laid, ..Place::default() }
    });
    Picture {
        headline: headline(table),
        places: places.collect(),
        middle: vec![Heap::new(message!("public cards, worth ×2"), table.public().map(public_face))],
        ..Picture::default()
    }
}

const LESSONS: &[Lesson] = &[
    Lesson {
        shown: &[Shows("5H"), Shows("9D")],
        caption: "Two public cards lie in the middle; everybody has two private ones.",
    },
    Lesson {
        shown: &[Shows("3C"), Shows("8S"), Sign("+"), Back, Sign("→"), Shows("3C")],
        caption: "Four rounds: draw a card, then discard one of your three, with a double click or Play.",
    },
    Lesson {
        shown: &[Shows("5S"), Sign("+"), Shows("8C"), Sign("= 13")],
        caption: "Reach 13 with both private cards …",
    },
    Lesson {
        shown: &[Shows("4S"), Sign("+"), Shows("9D"), Sign("= 13")],
        caption: "… with one private and one public card, or with all four.",
    },
    Lesson {
        shown: &[Shows("8H"), Sign("×3"), Shows("5C"), Sign("×1")],
        caption: "The only 13 scores 100. Of several the worthiest wins: spades count 4-fold, hearts 3, diamonds 2, clubs 1, public cards 2.",
    },
];

impl Present for LuckyThirteen {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "discards anything", spec: "random" },
        Strength { name: "Easy", habit: "keeps the most valuable cards", spec: "basic" },
        Strength { name: "Good", habit: "keeps the best 13 it has", spec: "keep13" },
        Strength { name: "Strong", habit: "counts cards", spec: "clever" },
        Strength { name: "Strongest", habit: "thinks half a second a turn", spec: "champion:ms=500" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Draw, discard, and end with cards that add up to 13. Four seats.",
        cards: &["5H", "8C", "AS"],
        lessons: LESSONS,
        easy: "basic",
        person: Some("Human"),
    };
    const LAYOUT: Layout = Layout::Discards;
    const GUIDE: Option<Guide> = Some(lesson::lucky_thirteen::GUIDE);
    /// A single click only chooses, as in the original game, where a double click discards.
    const CLICK: Click = Click::Chooses;

    fn picture(view: &Observation, _names: &[String]) -> Picture {
        draw(view.table(), Some(view.seat()))
    }

    fn watched(view: &Observation, _names: &[String]) -> Picture {
        draw(view.table(), None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        // In the seat's turn the last card is the one just drawn.
        let newest = (view.turn() == Turn::Of(view.seat())).then(|| view.hand().iter().last()).flatten();
        let label = newest.map_or_else(Message::default, |card| message!("you drew {card}", card));
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), french_codes(card), Some(0)));
        vec![Row { label, pieces: pieces.collect() }]
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Discard>, Message> {
        let Some(&piece) = chosen.last() else {
            return Ok(Choice { words: message!("Choose the card to discard; two stay with you."), action: None });
        };
        let cards: Vec<Card> = view.hand().iter().collect();
        let card = cards[piece];
        let kept: Vec<Card> = cards.into_iter().filter(|&other| other != card).collect();
        let standing = standing(view.table(), [kept[0], kept[1]]);
        let (one, other) = (kept[0], kept[1]);
        let words = message!("Discards {card} and keeps {one} {other}: {standing}.", card, one, other, standing);
        Ok(Choice { words, action: Some(Discard(card)) })
    }

    fn deed(Discard(card): Discard, by: Person<'_>) -> Message {
        message_of!(by, "You discarded {card}", "{name} discarded {card}", card)
    }

    fn order(Discard(card): Discard) -> Message {
        message!("Discard {card}", card)
    }

    fn cards(Discard(card): Discard) -> Vec<Face> {
        vec![face(card)]
    }

    fn result_counted(view: &Observation, seat: Seat, returns: i32) -> Message {
        let result = Self::result(returns);
        // With faults the returns differ from the score of the cards.
        match account(view.table(), seat).filter(|(score, _)| *score == returns) {
            Some((_, account)) => message!("{account}: {result}", account, result),
            None => result,
        }
    }

    fn why(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        why(view.table(), names, reader)
    }

    fn printed(card: &str) -> String {
        Card::from_code(card).map_or_else(|_| card.to_owned(), |card| card.to_string())
    }

    fn open(view: &Observation) -> Vec<show::Row> {
        show::lucky_thirteen::open(view)
    }

    fn own(view: &Observation) -> Vec<show::Row> {
        show::lucky_thirteen::own(view)
    }

    fn situation(view: &Observation) -> &'static str {
        manner::lucky_thirteen::situation(view)
    }

    fn manner(view: &Observation, action: Discard) -> &'static str {
        manner::lucky_thirteen::manner(view, action)
    }

    fn teach(seen: &Seen<'_, Self>) -> Vec<Speech> {
        lesson::lucky_thirteen::teach(seen)
    }

    fn think(analyst: &Analyst<Self>, view: &Observation, also: Option<Discard>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::State as _;

    use super::*;

    #[test]
    fn a_public_card_counts_twice_whatever_its_suit_and_a_private_one_by_its_suit() {
        let deal = "public 8H 13C; hands 8S 1C / 8D 2C / 8C 3C / 4C 5C; \
                    pile 6C 7C 9C 10C 11C 12C 1D 2D 3D 4D 5D 6D 7D 9D 10D 11D 12D 13D 1H 2H 3H 4H 5H 6H 7H 9H 10H \
                    11H 12H 13H 1S 2S 3S 4S 5S 6S 7S 9S 10S 11S 12S 13S";
        let state = LuckyThirteen::default().start(&deal.parse().unwrap()).unwrap();
        let view = state.observe(Seat::FIRST);
        let notes = |heap: &Heap| heap.cards.iter().map(|laid| laid.face.note.to_string()).collect::<Vec<_>>();
        for picture in [LuckyThirteen::picture(&view, &[]), LuckyThirteen::watched(&view, &[])] {
            assert_eq!(notes(&picture.middle[0]), ["=16", "=26"], "{}", picture.middle[0].label);
        }
        let hand = LuckyThirteen::rows(&view).pop().unwrap();
        let faces = hand.pieces.into_iter().filter_map(|piece| match piece.look {
            super::super::Look::Cards(cards) => Some(format!("{} {}", cards[0].code, cards[0].note)),
            super::super::Look::Button(_) => None,
        });
        assert_eq!(faces.collect::<Vec<_>>(), ["8S =32", "AC =1", "6C =6"]);
    }

    /// Adds up the cards named in the result of every seat, with their worth where it decides.
    #[test]
    fn the_score_of_every_seat_is_accounted_for() {
        let mut seen = [0; 3];
        for seed in 0..300 {
            let mut rng = cardsharp_rules::Rng::new(cardsharp_rules::Seed(seed));
            let game = LuckyThirteen::default();
            let mut state = game.start(&game.shuffle(cardsharp_rules::Seed(seed))).unwrap();
            assert_eq!(account(state.observe(Seat::FIRST).table(), Seat::FIRST), None, "hands are hidden yet");
            while state.turn() != Turn::Over {
                state.play_unchecked(state.random_action(&mut rng));
            }
            let (view, returns) = (state.observe(Seat::FIRST), state.returns().unwrap());
            let text = Seat::all(4).map(|seat| (seat, account(view.table(), seat).unwrap().1.to_string()));
            for (seat, text) in text {
                let worths = text.split(['(', ')']).skip(1).step_by(2).map(|worth| worth.parse::<i32>().unwrap());
                let (has_13, weighed) = (text.ends_with(" = 13"), text.contains('('));
                assert_eq!(text.ends_with(", no 13"), !has_13, "{text}");
                let expected = match (has_13, weighed) {
                    (true, false) => 100,
                    (false, false) => 0,
                    (_, true) => worths.sum(),
                };
                assert_eq!(returns[seat], expected, "{text}");
                seen[usize::from(has_13) + usize::from(weighed && has_13)] += 1;
            }
        }
        assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
    }

    #[test]
    fn way_finds_the_cards_whenever_the_rules_find_a_13() {
        let (mut rng, mut ways) = (cardsharp_rules::Rng::new(cardsharp_rules::Seed(7)), 0);
        for _ in 0..2_000 {
            let deal = LuckyThirteen::default().shuffle(cardsharp_rules::Seed(rng.next_u64()));
            let table = *LuckyThirteen::default().start(&deal).unwrap().table();
            let hands = LuckyThirteen::default().start(&deal).unwrap();
            let hand = hands.dealt()[Seat::FIRST].set();
            for sums in [Sums::Face, Sums::Flexible] {
                let private = [hand.nth(0), hand.nth(1)];
                let text = way(sums, private, table.public());
                assert_eq!(text.is_some(), best_way(sums, private, table.public()).is_some(), "{private:?}");
                ways += usize::from(text.is_some());
            }
        }
        assert!(ways > 300, "{ways} ways prove little");
    }
}

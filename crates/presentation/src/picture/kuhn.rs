//! The picture of Kuhn poker: the chips of each seat, a card for each, and two buttons.

use cardsharp_rules::kuhn::{Card, Kuhn, Move, Observation};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Back, Card as Shows, Sign};
use super::{
    Button, Choice, Count, Face, Heap, Introduction, Lesson, Look, Noun, Picture, Piece, Place, Present, Row, Strength,
    french_codes, french_face,
};
use crate::message::{Message, Person};
use crate::{message, message_of};

const MOVES: [Move; 2] = [Move::Pass, Move::Bet];

fn face(card: Card) -> Face {
    french_face(card, (Message::default(), Message::default()))
}

fn answers(view: Observation) -> bool {
    view.table().moves().next_back() == Some(Move::Bet)
}

/// Returns the picture, with the cards that `open` returns face up.
fn draw(view: Observation, open: impl Fn(Seat) -> Option<Card>) -> Picture {
    let table = view.table();
    let places = Seat::all(Kuhn::SEATS).map(|seat| Place {
        backs: usize::from(open(seat).is_none()),
        score: vec![Count::of(table.chips(seat), Noun("chip put in", "chips put in"))],
        laid: Heap::new(Message::default(), open(seat).map(face)),
        ..Place::default()
    });
    let headline = match (table.turn(), table.folded()) {
        (Turn::Of(_), _) => message!("Move {number}", number = table.moves().count() + 1),
        (Turn::Over, Some(_)) => message!("A bet was not called"),
        (Turn::Over, None) => message!("Showdown"),
    };
    Picture { headline, places: places.collect(), ..Picture::default() }
}

impl Present for Kuhn {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "does anything the rules allow", spec: "random" },
        Strength { name: "Strongest", habit: "mixes so that nobody can punish it", spec: "champion" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Three cards, one chip, one bluff: the smallest poker there is. Two seats.",
        cards: &["JS", "QS", "KS"],
        lessons: &[
            Lesson {
                shown: &[Shows("JS"), Shows("QS"), Shows("KS")],
                caption: "Three cards. Each seat gets one and puts in a chip; the third is put away.",
            },
            Lesson {
                shown: &[Shows("KS"), Sign("+1"), Back],
                caption: "Pass, or bet a chip more. Facing a bet, to pass is to give up and to bet is to call.",
            },
            Lesson {
                shown: &[Shows("KS"), Sign(">"), Shows("QS"), Sign(">"), Shows("JS")],
                caption: "Two passes or two bets: the cards are shown, and the higher one wins.",
            },
            Lesson {
                shown: &[Shows("JS"), Sign("+1"), Sign("→"), Back],
                caption: "The jack wins only if the other gives up: now and then it has to bet.",
            },
        ],
        easy: "random",
        person: None,
    };

    const COUNTED: Noun = Noun("chip", "chips");

    fn picture(view: &Observation, _names: &[String]) -> Picture {
        draw(*view, |seat| view.shown().filter(|_| seat != view.seat()))
    }

    fn watched(view: &Observation, _names: &[String]) -> Picture {
        let own = view.shown().map(|_| view.card());
        draw(*view, |seat| if seat == view.seat() { own } else { view.shown() })
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let buttons = MOVES.map(|action| {
            let (label, explanation) = match (action, answers(*view)) {
                (Move::Pass, false) => (message!("Pass"), message!("Put in nothing more.")),
                (Move::Bet, false) => {
                    (message!("Bet"), message!("Put in a chip more: the other must call it or give up."))
                }
                (Move::Pass, true) => (message!("Give up"), message!("Lose the chip that you have put in.")),
                (Move::Bet, true) => (message!("Call"), message!("Put in a chip more: the cards are shown.")),
            };
            // The keys are the cost of the move: letters have other meanings on the screen.
            let key = if action == Move::Bet { "1" } else { "0" }.to_owned();
            let codes = vec![key.clone(), action.to_string()];
            Piece {
                look: Look::Button(Button { label, explanation, key, cards: 0 }),
                codes,
                group: Some(0),
                heap: None,
            }
        });
        let hand = Piece::card(face(view.card()), french_codes(view.card()), None);
        let buttons = Row { label: Message::default(), pieces: buttons.to_vec() };
        let hand = Row { label: Message::default(), pieces: vec![hand] };
        let is_turn = view.turn() == Turn::Of(view.seat());
        [buttons].into_iter().filter(|_| is_turn).chain([hand]).collect()
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Move>, Message> {
        let Some(&piece) = chosen.last() else {
            let words =
                if answers(*view) { message!("Give up, or call the bet?") } else { message!("Pass, or bet a chip?") };
            return Ok(Choice { words, action: None });
        };
        let action = MOVES.get(piece).ok_or_else(|| message!("The card is shown at the end: pass or bet."))?;
        let words = match (action, answers(*view)) {
            (Move::Pass, false) => message!("Puts in nothing."),
            (Move::Bet, false) => message!("Bets a chip."),
            (Move::Pass, true) => message!("Gives up the chip."),
            (Move::Bet, true) => message!("Calls: the cards are shown."),
        };
        Ok(Choice { words, action: Some(*action) })
    }

    fn order(action: Move) -> Message {
        match action {
            Move::Bet => message!("Bet"),
            Move::Pass => message!("Pass"),
        }
    }

    fn deed(action: Move, by: Person<'_>) -> Message {
        match action {
            Move::Bet => message_of!(by, "You bet a chip", "{name} bet a chip"),
            Move::Pass => message_of!(by, "You passed", "{name} passed"),
        }
    }
}

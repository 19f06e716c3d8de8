//! Hanamikoji on the screen: the seven types in a row, their cards above and yours below.

use cardsharp_rules::hanamikoji::{Action, Cards, Colour, Geisha, Hanamikoji, Kind, Observation, Offer, Pairs, Table};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Back, Card, Sign};
use super::{
    Button, Choice, Count, Face, Heap, Ink, Introduction, Laid, Layout, Lesson, Look, Mark, Picture, Piece, Place, Row,
    Shares, Strength, Tabled, count, listed, name,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::{manner, show};

fn face(card: Geisha) -> Face {
    let ink = match card.colour() {
        // Two types are blue: one is light and one is dark, so that nobody needs the hue to tell them apart.
        Colour::Blue if card == Geisha::A => Ink::LightBlue,
        Colour::Blue => Ink::Blue,
        Colour::Red => Ink::Red,
        Colour::Purple => Ink::Purple,
        Colour::Orange => Ink::Orange,
        Colour::Green => Ink::Green,
        Colour::Pink => Ink::Pink,
    };
    let note = format!("{} pts", card.value());
    Face { code: card.to_string(), label: card.to_string(), note, spoken: String::new(), ink }
}

fn title(kind: Kind) -> &'static str {
    ["Secret", "Burn", "Gift", "Competition"][kind as usize]
}

/// What each action is, in a few words.
fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "hide one card for your side",
        Kind::Burn => "put two cards away for good",
        Kind::Gift => "show three, one is taken",
        Kind::Competition => "show two pairs, one is taken",
    }
}

fn unused(table: &Table, seat: Seat) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)).collect()
}

/// The types and points that are a seat's as the cards lie.
fn standing(table: &Table, seat: Seat) -> Vec<Count> {
    let placed = table.placed();
    let mine: Vec<Geisha> =
        Geisha::ALL.into_iter().filter(|&card| placed[seat].count(card) > placed[seat.other()].count(card)).collect();
    let points: usize = mine.iter().map(|card| card.value()).sum();
    vec![Count::of(points as i64, "point"), Count::of(mine.len() as i64, "type")]
}

/// The four actions, and which of them a seat has used.
fn marks(table: &Table, seat: Seat) -> Vec<Mark> {
    let mark = |kind: Kind| Mark { label: title(kind).to_owned(), key: key(kind), used: table.has_used(seat, kind) };
    Kind::ALL.into_iter().map(mark).collect()
}

/// Actions are called by how many cards they take.
fn key(kind: Kind) -> String {
    kind.cards().to_string()
}

/// The seven types with the cards on both sides, this seat's being the nearer one.
fn board(table: &Table, near: Seat, label: String) -> Heap {
    let placed = table.placed();
    let cards = Geisha::ALL.into_iter().map(|card| {
        let mut laid = Laid::from(face(card));
        laid.face.label = format!("{card} {}", card.value());
        laid.shares = Some(Shares::new(placed[near.other()].count(card), placed[near].count(card)));
        laid
    });
    Heap { label, cards: cards.collect() }
}

/// The table as it lies: the board, and what is on offer where that is not a choice of the viewer's.
fn drawn(table: &Table, board: Heap, shows_offer: bool, own: &str) -> Picture {
    let places = Seat::all(Hanamikoji::SEATS).map(|seat| Place {
        backs: table.hand_size(seat),
        score: standing(table, seat),
        marks: marks(table, seat),
        ..Place::default()
    });
    let offer = table.offer().filter(|_| shows_offer).map(offered);
    let turn = (table.shown().len() + usize::from(table.offer().is_none())).min(8);
    let doing = if table.offer().is_some() { " · an offer waits for its answer" } else { "" };
    Picture {
        headline: format!("Turn {turn} of 8{doing}{own}"),
        places: places.collect(),
        middle: [board].into_iter().chain(offer).collect(),
        ..Picture::default()
    }
}

/// What is on offer, for the one who waits for the answer.
fn offered(offer: Offer) -> Heap {
    match offer {
        Offer::Gift(cards) => Heap::new("offered", cards.iter().map(face)),
        Offer::Competition(pairs) => {
            let [low, high] = pairs.both();
            let mut heap = Heap::new("offered, a pair each", low.iter().chain(high.iter()).map(face));
            heap.cards[2].apart = true;
            heap
        }
    }
}

/// The rules in pictures.
const LESSONS: &[Lesson] = &[
    Lesson {
        shown: &[Card("A"), Card("B"), Card("C"), Card("D"), Card("E"), Card("F"), Card("G")],
        caption: "Seven types, worth as many points as they have cards: 2, 2, 2, 3, 3, 4 and 5.",
    },
    Lesson {
        shown: &[Card("G"), Sign("→"), Back],
        caption: "Draw a card, then use one of four actions, each only once. Secret: one card lies face down for your side.",
    },
    Lesson {
        shown: &[Card("A"), Card("B"), Sign("→"), Back, Back],
        caption: "Burn: two cards are put away, face down, for nobody.",
    },
    Lesson {
        shown: &[Card("D"), Card("F"), Card("G"), Sign("→ 1")],
        caption: "Gift: show three cards. The other takes one, two are yours.",
    },
    Lesson {
        shown: &[Card("A"), Card("G"), Sign("|"), Card("F"), Card("F")],
        caption: "Competition: show two pairs. The other takes one pair, you the other.",
    },
    Lesson {
        shown: &[Card("F"), Card("F"), Sign(":"), Card("F")],
        caption: "More cards of a type and it is yours. 11 points win; else four types; else more points.",
    },
];

impl Tabled for Hanamikoji {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "gentle", habit: "does anything the rules allow", spec: "random" },
        Strength { name: "good", habit: "leads where it can", spec: "greedy" },
        Strength { name: "strongest", habit: "thinks a second a turn", spec: "champion:ms=1000" },
    ];
    const INTRODUCTION: Introduction = Introduction {
        pitch: "Seven types, four actions, each used once: hide, burn, offer, compete. Two seats.",
        cards: &["B", "E", "F", "G"],
        lessons: LESSONS,
        easy: "random",
        person: None,
    };
    const LAYOUT: Layout = Layout::Board;
    const GUIDE: Option<Guide> = Some(lesson::hanamikoji::GUIDE);

    fn picture(view: &Observation, _names: &[String]) -> Picture {
        let (table, me) = (view.table(), view.seat());
        let board = board(table, me, "theirs above, yours below".to_owned());
        drawn(table, board, table.turn() != Turn::Of(me), &own_words(view))
    }

    fn watched(view: &Observation, names: &[String]) -> Picture {
        let (above, below) = (name(names, Seat::FIRST.other()), name(names, Seat::FIRST));
        let label = format!("{above} above, {below} below");
        drawn(view.table(), board(view.table(), Seat::FIRST, label), true, "")
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let (table, me) = (view.table(), view.seat());
        let mut rows = Vec::new();
        if table.turn() == Turn::Of(me) {
            rows.push(match table.offer() {
                Some(offer) => {
                    Row { label: "on offer to you".to_owned(), pieces: offer.choices().map(answer_piece).collect() }
                }
                None => Row { label: String::new(), pieces: unused(table, me).into_iter().map(button).collect() },
            });
        }
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), vec![card.to_string()], None));
        rows.push(Row { label: String::new(), pieces: pieces.collect() });
        rows
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Action>, String> {
        match view.table().offer() {
            Some(offer) => answer(offer, chosen),
            None => act(view, chosen),
        }
    }

    fn deed(action: Action) -> String {
        match action {
            Action::Secret(card) => format!("hid {card}"),
            Action::Burn(cards) => format!("burned {cards}"),
            Action::Gift(cards) => format!("offered {cards}, one to take"),
            Action::Compete(pairs) => format!("offered the pairs {pairs}"),
            Action::Take(cards) => format!("took {cards}"),
        }
    }

    fn hidden_deed(action: Action) -> String {
        match action {
            Action::Secret(_) => "hid a card".to_owned(),
            Action::Burn(_) => "burned two cards".to_owned(),
            _ => Self::deed(action),
        }
    }

    fn cards(action: Action) -> Vec<Face> {
        match action {
            Action::Secret(card) => vec![face(card)],
            Action::Burn(cards) | Action::Gift(cards) | Action::Take(cards) => cards.iter().map(face).collect(),
            Action::Compete(pairs) => pairs.both().into_iter().flat_map(|pair| pair.iter().map(face)).collect(),
        }
    }

    fn result(returns: i32) -> String {
        match returns {
            1.. => "won".to_owned(),
            0 => "drew".to_owned(),
            _ => "lost".to_owned(),
        }
    }

    fn open(view: &Observation) -> Vec<show::Row> {
        show::hanamikoji::open(view)
    }

    fn own(view: &Observation) -> Vec<show::Row> {
        show::hanamikoji::own(view)
    }

    fn situation(view: &Observation) -> &'static str {
        manner::hanamikoji::situation(view)
    }

    fn manner(view: &Observation, action: Action) -> &'static str {
        manner::hanamikoji::manner(view, action)
    }

    fn teach(seen: &Seen<'_, Self>) -> Vec<Speech> {
        lesson::hanamikoji::teach(seen)
    }

    fn think(analyst: &Analyst<Self>, view: &Observation, also: Option<Action>) -> Thought<Self> {
        analysis::think(analyst, view, also)
    }
}

/// What one has put face down oneself.
fn own_words(view: &Observation) -> String {
    let own = view.own();
    let secret = own.secret().map(|card| format!(" · your secret: {card}"));
    let burned = (!own.burned().is_empty()).then(|| format!(" · you burned {}", own.burned()));
    [secret, burned].into_iter().flatten().collect()
}

fn button(kind: Kind) -> Piece {
    let button = Button { label: title(kind).to_owned(), key: key(kind), cards: kind.cards() };
    Piece { look: Look::Button(button), codes: vec![key(kind)], group: Some(0) }
}

fn answer_piece(cards: Cards) -> Piece {
    Piece { look: Look::Cards(cards.iter().map(face).collect()), codes: vec![cards.to_string()], group: Some(0) }
}

fn answer(offer: Offer, chosen: &[usize]) -> Result<Choice<Action>, String> {
    let choices: Vec<Cards> = offer.choices().collect();
    let what = if matches!(offer, Offer::Gift(_)) { "card" } else { "pair" };
    let Some(&piece) = chosen.last() else {
        if let [only] = choices[..] {
            let words = format!("There is no difference: {only} is yours either way. Choose it.");
            return Ok(Choice { words, action: None });
        }
        let words = format!("Choose the {what} you take; the rest goes to the other side.");
        return Ok(Choice { words, action: None });
    };
    let Some(&cards) = choices.get(piece) else {
        return Err("The offer comes first: choose what you take of it.".to_owned());
    };
    Ok(Choice { words: format!("Takes {cards}."), action: Some(Action::Take(cards)) })
}

fn act(view: &Observation, chosen: &[usize]) -> Result<Choice<Action>, String> {
    let kinds = unused(view.table(), view.seat());
    let hand: Vec<Geisha> = view.hand().iter().collect();
    let kind = chosen.iter().find_map(|&piece| kinds.get(piece)).copied();
    let cards: Vec<Geisha> =
        chosen.iter().filter_map(|&piece| hand.get(piece.checked_sub(kinds.len())?)).copied().collect();
    let Some(kind) = kind else {
        let most = kinds.iter().map(|kind| kind.cards()).max().unwrap_or(0);
        if cards.len() > most {
            return Err(format!("None of your actions takes more than {}.", count(most as i64, "card")));
        }
        let words: Vec<String> = kinds.iter().map(|kind| title(*kind).to_owned()).collect();
        return Ok(Choice { words: format!("Choose what to do: {}.", listed(&words)), action: None });
    };
    if cards.len() > kind.cards() {
        return Err(format!("{} takes {}: put one back first.", title(kind), count(kind.cards() as i64, "card")));
    }
    if cards.len() < kind.cards() {
        let more = count((kind.cards() - cards.len()) as i64, "more card");
        let pair = match (kind, cards.len()) {
            (Kind::Competition, 0 | 1) => ", pair by pair",
            (Kind::Competition, _) => ", a pair",
            _ => "",
        };
        let words = if cards.is_empty() {
            format!("{}: {}. Choose {}{pair}.", title(kind), meaning(kind), count(kind.cards() as i64, "card"))
        } else {
            format!("{}: choose {more}{pair}.", title(kind))
        };
        return Ok(Choice { words, action: None });
    }
    let gathered = |cards: &[Geisha]| cards.iter().fold(Cards::EMPTY, |all, &card| all + card.into());
    let (action, words) = match kind {
        Kind::Secret => (Action::Secret(cards[0]), format!("Hides {} for your side.", cards[0])),
        Kind::Burn => (Action::Burn(gathered(&cards)), format!("Burns {}.", gathered(&cards))),
        Kind::Gift => (Action::Gift(gathered(&cards)), format!("Offers {}, one to be taken.", gathered(&cards))),
        Kind::Competition => {
            let pairs = Pairs::new(gathered(&cards[..2]), gathered(&cards[2..]));
            (
                Action::Compete(pairs),
                format!("Offers the pairs {} and {}.", gathered(&cards[..2]), gathered(&cards[2..])),
            )
        }
    };
    Ok(Choice { words, action: Some(action) })
}

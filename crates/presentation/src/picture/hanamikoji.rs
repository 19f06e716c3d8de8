//! The picture of Hanamikoji: the seven types in a row, their cards above and yours below.

use cardsharp_rules::hanamikoji::{
    Action, Cards, Colour, Geisha, Hanamikoji, Kind, Observation, Offer, Pairs, Shown, Table,
};
use cardsharp_rules::{Game, Observation as _, Seat, Turn};

use super::Shown::{Back, Card, Sign};
use super::{
    Button, CARDS, Choice, Count, Face, Heap, Ink, Introduction, Laid, Layout, Lesson, Look, Mark, Noun, POINTS,
    Picture, Piece, Place, Present, Row, Shares, Strength, TYPES, count, either, name, person,
};
use crate::analysis::{self, Analyst, Thought};
use crate::lesson::{self, Guide, Seen, Speech};
use crate::message::{Message, Person};
use crate::{manner, message, message_of, show};

fn face(card: Geisha) -> Face {
    let ink = match card.colour() {
        // Of the two blue types one is light and one dark, so that the hue is not needed to distinguish them.
        Colour::Blue if card == Geisha::A => Ink::LightBlue,
        Colour::Blue => Ink::Blue,
        Colour::Red => Ink::Red,
        Colour::Purple => Ink::Purple,
        Colour::Orange => Ink::Orange,
        Colour::Green => Ink::Green,
        Colour::Pink => Ink::Pink,
    };
    let note = message!("{points} pts", points = card.value());
    Face { code: card.to_string(), label: card.to_string(), note, spoken: Message::default(), ink }
}

fn title(kind: Kind) -> Message {
    match kind {
        Kind::Secret => message!("Secret"),
        Kind::Burn => message!("Burn"),
        Kind::Gift => message!("Gift"),
        Kind::Competition => message!("Competition"),
    }
}

fn describe_briefly(kind: Kind) -> Message {
    match kind {
        Kind::Secret => message!("hide one card for your side"),
        Kind::Burn => message!("put two cards away for good"),
        Kind::Gift => message!("show three, one is taken"),
        Kind::Competition => message!("show two pairs, one is taken"),
    }
}

fn explain(kind: Kind) -> Message {
    match kind {
        Kind::Secret => message!("Hide one card: it counts for your side at the end."),
        Kind::Burn => message!("Put two cards away face down: they count for nobody."),
        Kind::Gift => message!("Show three cards: the other takes one, two are yours."),
        Kind::Competition => message!("Show two pairs: the other takes one pair, the other pair is yours."),
    }
}

fn unused(table: &Table, seat: Seat) -> Vec<Kind> {
    Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)).collect()
}

/// Returns the points and the number of types that a seat leads now.
fn standing(table: &Table, seat: Seat) -> (i64, i64) {
    let placed = table.placed();
    let mine: Vec<Geisha> =
        Geisha::ALL.into_iter().filter(|&card| placed[seat].count(card) > placed[seat.other()].count(card)).collect();
    let points: usize = mine.iter().map(|card| card.value()).sum();
    (points as i64, mine.len() as i64)
}

const ENOUGH_POINTS: i64 = 11;
/// The types that win if neither seat has the points.
const ENOUGH_TYPES: i64 = 4;

/// Returns a seat's count that decided the game: types if four of them won without the points, else points.
fn deciding(table: &Table, seat: Seat) -> (i64, Noun) {
    let [mine, theirs] = [seat, seat.other()].map(|seat| standing(table, seat));
    let by_types = mine.0.max(theirs.0) < ENOUGH_POINTS && mine.1.max(theirs.1) >= ENOUGH_TYPES;
    if by_types { (mine.1, TYPES) } else { (mine.0, POINTS) }
}

fn why(table: &Table, names: &[String], reader: Option<Seat>) -> Option<Message> {
    if table.turn() != Turn::Over {
        return None;
    }
    let stand = |seat: Seat| standing(table, seat);
    let ranks = |seat: Seat| {
        let (points, types) = stand(seat);
        (points >= ENOUGH_POINTS, types >= ENOUGH_TYPES, points)
    };
    let first = Seat::FIRST;
    let winner = if ranks(first) >= ranks(first.other()) { first } else { first.other() };
    let ((won, types), (lost, _)) = (stand(winner), stand(winner.other()));
    let (who, points) = (person(names, winner, reader), count(won, POINTS));
    if ranks(winner) == ranks(winner.other()) {
        return Some(message!("Nobody has 11 points or four types, and both have {points}: a draw.", points));
    }
    Some(if won >= ENOUGH_POINTS {
        message_of!(
            who,
            "You win with {points}: 11 of the 21 are enough.",
            "{name} wins with {points}: 11 of the 21 are enough.",
            points
        )
    } else if types >= ENOUGH_TYPES {
        message_of!(
            who,
            "You win with {types} of the seven types: four are enough where nobody has 11 points ({won} : {lost}).",
            "{name} wins with {types} of the seven types: four are enough where nobody has 11 points ({won} : {lost}).",
            types,
            won,
            lost
        )
    } else {
        message_of!(
            who,
            "You win with more points, {won} : {lost}: nobody has 11 of them or four types.",
            "{name} wins with more points, {won} : {lost}: nobody has 11 of them or four types.",
            won,
            lost
        )
    })
}

fn score((points, types): (i64, i64)) -> Vec<Count> {
    vec![Count::of(points, POINTS), Count::of(types, TYPES)]
}

fn marks(table: &Table, seat: Seat) -> Vec<Mark> {
    let mark = |kind: Kind| Mark { label: title(kind), key: key(kind), used: table.has_used(seat, kind) };
    Kind::ALL.into_iter().map(mark).collect()
}

/// Returns the key of an action: the number of its cards.
fn key(kind: Kind) -> String {
    kind.cards().to_string()
}

/// Returns the seven types with the cards on both sides, those of `near` below.
fn board(table: &Table, near: Seat, label: Message) -> Heap {
    let placed = table.placed();
    let cards = Geisha::ALL.into_iter().map(|card| {
        let mut laid = Laid::from(face(card));
        laid.face.label = format!("{card} {}", card.value());
        laid.shares = Some(Shares::new(placed[near.other()].count(card), placed[near].count(card)));
        laid
    });
    Heap { label, cards: cards.collect() }
}

/// Returns the picture: the board, and the offer unless the viewer chooses from it.
fn draw(table: &Table, board: Heap, shows_offer: bool, own: Option<Message>) -> Picture {
    let places = Seat::all(Hanamikoji::SEATS).map(|seat| Place {
        backs: table.hand_size(seat),
        score: score(standing(table, seat)),
        marks: marks(table, seat),
        ..Place::default()
    });
    let offer = table.offer().filter(|_| shows_offer).map(offer_heap);
    let turn = (table.shown().len() + usize::from(table.offer().is_none())).min(8);
    let offered = table.offer().map(|_| message!("an offer waits for its answer"));
    let parts: Vec<Message> = [Some(message!("Turn {turn} of 8", turn)), offered, own].into_iter().flatten().collect();
    Picture {
        headline: Message::joined(" · ", parts),
        places: places.collect(),
        middle: [board].into_iter().chain(offer).collect(),
        ..Picture::default()
    }
}

fn rest_of_offer(offered: Cards, taken: Cards) -> Vec<Geisha> {
    let left = |card: Geisha| offered.count(card) - taken.count(card).min(offered.count(card));
    Geisha::ALL.into_iter().flat_map(|card| std::iter::repeat_n(card, left(card))).collect()
}

/// Returns an offer as a heap, for a seat that waits for the answer.
fn offer_heap(offer: Offer) -> Heap {
    match offer {
        Offer::Gift(cards) => Heap::new(message!("offered"), cards.iter().map(face)),
        Offer::Competition(pairs) => {
            let [low, high] = pairs.both();
            let mut heap = Heap::new(message!("offered, a pair each"), low.iter().chain(high.iter()).map(face));
            heap.cards[2].apart = true;
            heap
        }
    }
}

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

impl Present for Hanamikoji {
    const STRENGTHS: &'static [Strength] = &[
        Strength { name: "Beginner", habit: "does anything the rules allow", spec: "random" },
        Strength { name: "Easy", habit: "leads where it can", spec: "greedy" },
        Strength {
            name: "Trusting",
            habit: "takes you for a simple player at first",
            spec: "champion:ms=1000,safety=trusting",
        },
        Strength {
            name: "Careful",
            habit: "takes nobody for a simple player",
            spec: "champion:ms=1000,safety=careful",
        },
        Strength { name: "Strongest", habit: "thinks a second a turn", spec: "champion:ms=1000" },
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
        let board = board(table, me, message!("theirs above, yours below"));
        draw(table, board, table.turn() != Turn::Of(me), describe_own(view))
    }

    fn watched(view: &Observation, names: &[String]) -> Picture {
        let (above, below) = (name(names, Seat::FIRST.other()), name(names, Seat::FIRST));
        let label = message!("{above} above, {below} below", above, below);
        draw(view.table(), board(view.table(), Seat::FIRST, label), true, None)
    }

    fn rows(view: &Observation) -> Vec<Row> {
        let (table, me) = (view.table(), view.seat());
        let mut rows = Vec::new();
        if table.turn() == Turn::Of(me) {
            rows.push(match table.offer() {
                Some(offer) => Row { label: message!("on offer to you"), pieces: answer_pieces(offer) },
                None => Row { label: Message::default(), pieces: unused(table, me).into_iter().map(button).collect() },
            });
        }
        let pieces = view.hand().iter().map(|card| Piece::card(face(card), vec![card.to_string()], None));
        rows.push(Row { label: Message::default(), pieces: pieces.collect() });
        rows
    }

    fn choose(view: &Observation, _names: &[String], chosen: &[usize]) -> Result<Choice<Action>, Message> {
        match view.table().offer() {
            Some(offer) => answer(offer, chosen),
            None => act(view, chosen),
        }
    }

    fn heaps(view: &Observation, chosen: &[usize]) -> Vec<Option<u8>> {
        pairs_of(view, chosen)
    }

    fn deed(action: Action, by: Person<'_>) -> Message {
        match action {
            Action::Secret(card) => message_of!(by, "You hid {card}", "{name} hid {card}", card),
            Action::Burn(cards) => message_of!(by, "You burned {cards}", "{name} burned {cards}", cards),
            Action::Gift(cards) => {
                message_of!(by, "You offered {cards}, one to take", "{name} offered {cards}, one to take", cards)
            }
            Action::Compete(pairs) => {
                let pairs = pairs.to_string();
                message_of!(by, "You offered the pairs {pairs}", "{name} offered the pairs {pairs}", pairs)
            }
            Action::Take(cards) => message_of!(by, "You took {cards}", "{name} took {cards}", cards),
        }
    }

    fn hidden_deed(action: Action, by: Person<'_>) -> Message {
        match action {
            Action::Secret(_) => message_of!(by, "You hid a card", "{name} hid a card"),
            Action::Burn(_) => message_of!(by, "You burned two cards", "{name} burned two cards"),
            _ => Self::deed(action, by),
        }
    }

    fn order(action: Action) -> Message {
        match action {
            Action::Secret(card) => message!("Hide the {card}", card),
            Action::Burn(cards) => message!("Burn {cards}", cards),
            Action::Gift(cards) => message!("Offer {cards}", cards),
            Action::Compete(pairs) => {
                let [one, other] = pairs.both();
                message!("Offer {one} or {other}", one, other)
            }
            Action::Take(cards) => message!("Take {cards}", cards),
        }
    }

    fn cards(action: Action) -> Vec<Face> {
        match action {
            Action::Secret(card) => vec![face(card)],
            Action::Burn(cards) | Action::Gift(cards) | Action::Take(cards) => cards.iter().map(face).collect(),
            Action::Compete(pairs) => pairs.both().into_iter().flat_map(|pair| pair.iter().map(face)).collect(),
        }
    }

    fn result(returns: i32) -> Message {
        match returns {
            1.. => message!("won"),
            0 => message!("drew"),
            _ => message!("lost"),
        }
    }

    fn counted(view: &Observation, seat: Seat, _returns: i32) -> i64 {
        deciding(view.table(), seat).0
    }

    fn result_counted(view: &Observation, seat: Seat, returns: i32) -> Message {
        let (number, noun) = deciding(view.table(), seat);
        let count = count(number, noun);
        match returns {
            1.. => message!("won with {count}", count),
            0 => message!("drew with {count}", count),
            _ => message!("lost with {count}", count),
        }
    }

    fn brought(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        let table = view.table();
        let &Shown::Offer { offer, taken } = table.shown().last()? else { return None };
        if table.offer().is_some() {
            return None;
        }
        // Seats act in turn, so the number of actions tells who made the last offer.
        let giver = Seat::new((table.shown().len() + 1) % Hanamikoji::SEATS);
        let cards = Cards::gather(rest_of_offer(offer.cards(), taken)).ok()?;
        Some(message_of!(person(names, giver, reader), "{cards} go to you", "{cards} go to {name}", cards))
    }

    fn why(view: &Observation, names: &[String], reader: Option<Seat>) -> Option<Message> {
        why(view.table(), names, reader)
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

/// Describes the cards that the viewer put face down.
fn describe_own(view: &Observation) -> Option<Message> {
    let own = view.own();
    let secret = own.secret().map(|card| message!("your secret: {card}", card));
    let burned = (!own.burned().is_empty()).then(|| message!("you burned {cards}", cards = own.burned()));
    let words: Vec<Message> = [secret, burned].into_iter().flatten().collect();
    (!words.is_empty()).then(|| Message::joined(" · ", words))
}

fn button(kind: Kind) -> Piece {
    let button = Button { label: title(kind), explanation: explain(kind), key: key(kind), cards: kind.cards() };
    Piece { look: Look::Button(button), codes: vec![key(kind)], group: Some(0), heap: None }
}

/// Returns the possible answers to an offer as they lie: equal cards or pairs stay apart.
fn possible_answers(offer: Offer) -> Vec<Cards> {
    match offer {
        Offer::Gift(cards) => cards.iter().map(Cards::from).collect(),
        Offer::Competition(pairs) => pairs.both().to_vec(),
    }
}

fn answer_pieces(offer: Offer) -> Vec<Piece> {
    let piece = |(place, cards): (usize, Cards)| Piece {
        look: Look::Cards(cards.iter().map(face).collect()),
        codes: vec![cards.to_string()],
        group: Some(0),
        // Only their numbers distinguish equal pairs.
        heap: matches!(offer, Offer::Competition(_)).then_some(place as u8 + 1),
    };
    possible_answers(offer).into_iter().enumerate().map(piece).collect()
}

fn answer(offer: Offer, chosen: &[usize]) -> Result<Choice<Action>, Message> {
    let Some(&piece) = chosen.last() else {
        let is_one = offer.choices().count() == 1;
        let words = match offer {
            Offer::Gift(_) if is_one => message!("All three are the same: choose any of them."),
            Offer::Gift(_) => message!("Choose the card you take; the rest goes to the other side."),
            Offer::Competition(_) if is_one => message!("Both pairs are the same: choose either of them."),
            Offer::Competition(_) => message!("Choose the pair you take; the rest goes to the other side."),
        };
        return Ok(Choice { words, action: None });
    };
    let Some(&cards) = possible_answers(offer).get(piece) else {
        return Err(message!("The offer comes first: choose what you take of it."));
    };
    Ok(Choice { words: message!("Takes {cards}.", cards), action: Some(Action::Take(cards)) })
}

fn ask_for_cards(kind: Kind, chosen: usize) -> Message {
    let (action, meaning) = (title(kind), describe_briefly(kind));
    if chosen == 0 {
        let cards = count(kind.cards() as i64, CARDS);
        return match kind {
            Kind::Competition => message!("{action}: {meaning}. Choose two cards for pair 1.", action, meaning),
            _ => message!("{action}: {meaning}. Choose {cards}.", action, meaning, cards),
        };
    }
    match (kind, chosen) {
        (Kind::Competition, 1) => message!("{action}: choose the other card of pair 1.", action),
        (Kind::Competition, 2) => message!("{action}: choose two cards for pair 2.", action),
        (Kind::Competition, _) => message!("{action}: choose the other card of pair 2.", action),
        _ => {
            let cards = count((kind.cards() - chosen) as i64, Noun("more card", "more cards"));
            message!("{action}: choose {cards}.", action, cards)
        }
    }
}

fn split_choice(view: &Observation, chosen: &[usize]) -> (Option<Kind>, Vec<Geisha>) {
    let kinds = unused(view.table(), view.seat());
    let hand: Vec<Geisha> = view.hand().iter().collect();
    let cards = chosen.iter().filter_map(|&piece| hand.get(piece.checked_sub(kinds.len())?)).copied();
    (chosen.iter().find_map(|&piece| kinds.get(piece)).copied(), cards.collect())
}

/// Returns the pair of each chosen piece: the first two cards form pair 1, the others pair 2.
fn pairs_of(view: &Observation, chosen: &[usize]) -> Vec<Option<u8>> {
    let kinds = unused(view.table(), view.seat()).len();
    let (kind, _) = split_choice(view, chosen);
    if view.table().offer().is_some() || kind != Some(Kind::Competition) {
        return vec![None; chosen.len()];
    }
    let mut cards = 0;
    let pair = |&piece: &usize| {
        let is_card = piece >= kinds;
        cards += u8::from(is_card);
        is_card.then(|| cards.div_ceil(2))
    };
    chosen.iter().map(pair).collect()
}

fn act(view: &Observation, chosen: &[usize]) -> Result<Choice<Action>, Message> {
    let kinds = unused(view.table(), view.seat());
    let (kind, cards) = split_choice(view, chosen);
    let Some(kind) = kind else {
        let most = kinds.iter().map(|kind| kind.cards()).max().unwrap_or(0);
        if cards.len() > most {
            return Err(message!("None of your actions takes more than {cards}.", cards = count(most as i64, CARDS)));
        }
        let words: Vec<Message> = kinds.iter().map(|kind| title(*kind)).collect();
        let words = match &words[..] {
            [only] => message!("One action is left: {action}.", action = only.clone()),
            _ => message!("Choose what to do: {actions}.", actions = either(&words)),
        };
        return Ok(Choice { words, action: None });
    };
    if cards.len() > kind.cards() {
        let (action, cards) = (title(kind), count(kind.cards() as i64, CARDS));
        return Err(message!("{action} takes {cards}: put one back first.", action, cards));
    }
    if cards.len() < kind.cards() {
        return Ok(Choice { words: ask_for_cards(kind, cards.len()), action: None });
    }
    let collect = |cards: &[Geisha]| cards.iter().fold(Cards::EMPTY, |all, &card| all + card.into());
    let (action, words) = match kind {
        Kind::Secret => (Action::Secret(cards[0]), message!("Hides {card} for your side.", card = cards[0])),
        Kind::Burn => (Action::Burn(collect(&cards)), message!("Burns {cards}.", cards = collect(&cards))),
        Kind::Gift => {
            (Action::Gift(collect(&cards)), message!("Offers {cards}, one to be taken.", cards = collect(&cards)))
        }
        Kind::Competition => {
            let (one, other) = (collect(&cards[..2]), collect(&cards[2..]));
            (
                Action::Compete(Pairs::new(one, other)),
                message!("Offers pair 1, {one}, and pair 2, {other}.", one, other),
            )
        }
    };
    Ok(Choice { words, action: Some(action) })
}

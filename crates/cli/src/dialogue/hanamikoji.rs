//! The dialogue of Hanamikoji.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Observation, Offer, Pairs};
use cardsharp_rules::{Observation as _, Record, Seat};

use super::{AtTerminal, Audience, brackets, lost_in_words};

impl AtTerminal for Hanamikoji {
    const HELP: &'static str = "\
Have more cards of a type on your side than the other, and the type is yours; it is worth as many
points as it has cards: A, B and C 2, D and E 3, F 4, G 5. 11 points win, else four types, else more
points. Each turn you draw a card and use one of four actions, each once in the game:
  secret G        hide a card; it is placed on your side at the end
  burn AB         put two cards away
  gift ABG        show three: the other takes one, you keep two
  compete AB FG   show two pairs: the other takes one, you keep one
Answer an offer with the card or the pair you take.";

    fn action_text(record: &Record<Hanamikoji>, seat: Seat, action: Action, audience: Audience) -> Option<String> {
        let name = &record.names()[seat.index()];
        let other = &record.names()[seat.other().index()];
        let may_see = audience.may_see(seat);
        Some(match action {
            Action::Secret(card) if may_see => format!("{name} hides {card} as a secret"),
            Action::Secret(_) => format!("{name} hides a card as a secret"),
            Action::Burn(cards) if may_see => format!("{name} burns {}", brackets(cards.iter())),
            Action::Burn(_) => format!("{name} burns two cards"),
            Action::Gift(cards) => format!("{name} offers {other} one of {}", brackets(cards.iter())),
            Action::Compete(pairs) => format!("{name} offers {other} {}", pairs_in_words(pairs)),
            Action::Take(cards) => format!("{name} takes {}", brackets(cards.iter())),
        })
    }

    fn end_text(record: &Record<Hanamikoji>) -> String {
        let table = record.state().table();
        let (placed, names) = (table.placed(), record.names());
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let rows = Seat::all(2).map(|seat| {
            let mine: Vec<Geisha> = Geisha::ALL
                .into_iter()
                .filter(|&card| placed[seat].count(card) > placed[seat.other()].count(card))
                .collect();
            let points: usize = mine.iter().map(|card| card.value()).sum();
            let secret =
                table.secrets()[seat].map_or_else(String::new, |card| format!(", the secret {card} among them"));
            let name = &names[seat.index()];
            let types = if mine.is_empty() { "nothing".to_owned() } else { brackets(mine) };
            format!("{name:<width$}  placed {}{secret}; has {types}, {points} points\n", brackets(placed[seat].iter()))
        });
        let rows = rows.collect::<Vec<_>>().concat();
        let result = record.result().expect("the game is over");
        let verdict = match Seat::all(2).find(|&seat| result[seat] > 0) {
            Some(winner) => format!("{} wins.", names[winner.index()]),
            None => "Nobody wins: a draw.".to_owned(),
        };
        format!("\n{rows}{verdict}\n{}", lost_in_words(record))
    }

    fn turn_text(view: &Observation, names: &[String]) -> String {
        let (seat, table) = (view.seat(), view.table());
        let (name, other) = (&names[seat.index()], &names[seat.other().index()]);
        let what = match table.offer() {
            Some(Offer::Gift(cards)) => format!("must take one of {}", brackets(cards.iter())),
            Some(Offer::Competition(pairs)) => format!("must take {}", pairs_in_words(pairs)),
            None => "must choose an action".to_owned(),
        };
        let placed =
            Seat::all(2).map(|seat| format!("{} {}", names[seat.index()], brackets(table.placed()[seat].iter())));
        let left = Seat::all(2).map(|seat| {
            let left = Kind::ALL.into_iter().filter(|&kind| !table.has_used(seat, kind)).map(word);
            format!("{} {}", names[seat.index()], brackets(left))
        });
        let mut lines = vec![
            format!("\n{name} {what}."),
            format!("Placed: {}", placed.collect::<Vec<_>>().join(", ")),
            format!("Actions left: {}", left.collect::<Vec<_>>().join(", ")),
        ];
        lines.extend(view.own().secret().map(|secret| format!("Secret: {secret}")));
        if !view.own().burned().is_empty() {
            lines.push(format!("Burned: {}", brackets(view.own().burned().iter())));
        }
        let held = table.hand_size(seat.other());
        lines.push(format!("{other} holds {held} card{}.", if held == 1 { "" } else { "s" }));
        lines.join("\n")
    }

    fn question(view: &Observation) -> String {
        let question = match view.table().offer() {
            Some(Offer::Gift(_)) => "Enter card to take: ".to_owned(),
            Some(Offer::Competition(_)) => "Enter pair to take: ".to_owned(),
            None => {
                let left = Kind::ALL.into_iter().filter(|&kind| !view.table().has_used(view.seat(), kind)).map(word);
                format!("Enter action and cards ({}): ", left.collect::<Vec<_>>().join(", "))
            }
        };
        format!("Hand: {}\n{question}", brackets(view.hand().iter()))
    }

    fn parse_answer(view: &Observation, answer: &str) -> Result<Action, String> {
        let answer = answer.to_lowercase();
        let (first, rest) = answer.split_once(char::is_whitespace).unwrap_or((&answer, ""));
        if let Some(offer) = view.table().offer() {
            let cards = parse_cards(if first == "take" { rest } else { &answer })?;
            let choices: Vec<Cards> = offer.choices().collect();
            let names: Vec<String> = choices.iter().map(ToString::to_string).collect();
            let Some(cards) = choices.into_iter().find(|&choice| choice == cards) else {
                return Err(format!("Please take what is offered: {}.", names.join(" or ")));
            };
            return Ok(Action::Take(cards));
        }
        let Some(kind) = Kind::ALL.into_iter().find(|&kind| word(kind) == first) else {
            return Err(
                "Please enter an action and its cards: secret G, burn AB, gift ABG or compete AB FG.".to_owned()
            );
        };
        if view.table().has_used(view.seat(), kind) {
            return Err(format!("You have used {first} already."));
        }
        let cards = parse_cards(rest)?;
        if cards.len() != kind.cards() {
            let (count, found) = (kind.cards(), cards.len());
            return Err(format!("{first} needs {count} card{}, not {found}.", if count == 1 { "" } else { "s" }));
        }
        if !view.hand().includes(cards) {
            return Err(format!("{cards} is not in your hand."));
        }
        match kind {
            Kind::Secret => Ok(Action::Secret(cards.iter().next().expect("there is one"))),
            Kind::Burn => Ok(Action::Burn(cards)),
            Kind::Gift => Ok(Action::Gift(cards)),
            Kind::Competition => {
                // The order decides which two cards are a pair.
                let letters: Vec<Geisha> = letters(rest)?;
                let pair = |pair: &[Geisha]| Cards::gather(pair.iter().copied()).expect("two of a hand");
                Ok(Action::Compete(Pairs::new(pair(&letters[..2]), pair(&letters[2..]))))
            }
        }
    }

    fn moment(view: &Observation) -> String {
        format!("in turn {}", view.table().shown().len() + 1)
    }
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Secret => "secret",
        Kind::Burn => "burn",
        Kind::Gift => "gift",
        Kind::Competition => "compete",
    }
}

fn pairs_in_words(pairs: Pairs) -> String {
    let [low, high] = pairs.both().map(|pair| brackets(pair.iter()));
    format!("{low} or {high}")
}

/// Parses cards with any separators.
fn letters(text: &str) -> Result<Vec<Geisha>, String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && !['|', ',', '[', ']'].contains(letter));
    letters
        .map(|letter| {
            let card = letter.to_uppercase().to_string();
            card.parse().map_err(|_| format!("{letter:?} is not a card: they are A to G."))
        })
        .collect()
}

fn parse_cards(text: &str) -> Result<Cards, String> {
    Cards::gather(letters(text)?).map_err(|card| format!("There are only {} cards {card}.", card.value()))
}

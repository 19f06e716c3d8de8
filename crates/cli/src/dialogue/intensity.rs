//! The dialogue of Intensity, in the words of its original referee.

use cardsharp_programs::{Agent, Failure};
use cardsharp_rules::intensity::{Action, Card, Intensity, Observation, legal_plays};
use cardsharp_rules::{CardSet, FaultKind, Game, Observation as _, Record, Seat, outcome};

use super::person::Person;
use super::{AtTerminal, Audience, PERSON, brackets, padded};

fn penalty_points(points: i32) -> String {
    format!("{points} penalty point{}", if points == 1 { "" } else { "s" })
}

impl AtTerminal for Intensity {
    const PERSON: &'static str = PERSON;
    const HELP: &'static str = "\
Give three cards to the left, then play ten rounds. Follow the suit that is led, its first digit, if
you can; the highest card of it wins the round and takes its penalty points: 1 for each calf (30 to
39), 7 for the buffalo (47). A calf may be led only after one was played in an earlier round, or from
a hand of nothing but calves. Fewest points wins.
Type cards such as 32 33 35.";

    fn deal_text(record: &Record<Intensity>, audience: Audience) -> String {
        if audience != Audience::Onlookers {
            return "Discards:".to_owned();
        }
        let start = record.start();
        let rows = Seat::all(4).map(|seat| {
            format!("Table position {seat}: {}: {}\n", padded(record, seat), brackets(start.hands()[seat]))
        });
        format!("Deal:\n{}\nDiscards:", rows.collect::<Vec<_>>().concat())
    }

    fn action_text(record: &Record<Intensity>, seat: Seat, action: Action, audience: Audience) -> Option<String> {
        let (name, table) = (padded(record, seat), record.state().table());
        let card = match action {
            Action::Pass(cards) => {
                let left = &record.names()[seat.plus(1, 4).index()];
                let line = format!("Table position {seat}: {name} passes {} to {left}", brackets(cards));
                let end = if table.all_passed() { "\n" } else { "" };
                // A person must not see the others' passes, and knows its own.
                return match audience {
                    Audience::Onlookers => Some(line + end),
                    Audience::One(_) | Audience::Several => table.all_passed().then(String::new),
                };
            }
            Action::Play(card) => card,
        };
        let round = (table.plays().len() - 1) / 4;
        let line = format!("Round {round}: {name} plays the {card}");
        if table.round().is_empty() {
            let cards = &table.plays()[4 * round..];
            let points: i32 = cards.iter().map(|card| i32::from(card.points())).sum();
            let contains =
                if points == 0 { String::new() } else { format!(" which contains {}", penalty_points(points)) };
            let winner = padded(record, table.leader());
            return Some(format!("{line}\nRound {round}: {winner} wins the round{contains}\n"));
        }
        Some(line)
    }

    fn fault_text(
        record: &Record<Intensity>,
        seat: Seat,
        failure: &Failure,
        _kind: FaultKind,
        audience: Audience,
    ) -> String {
        let table = record.state().table();
        // The answer may name hidden cards.
        let what = if audience == Audience::Onlookers { failure.to_string() } else { failure.verdict.to_string() };
        let cost = penalty_points(Intensity::FAULT_PENALTY);
        let name = padded(record, seat);
        if table.all_passed() {
            format!("Round {}: {name} fails: {what}; {cost}, and a random legal card is played", table.rounds())
        } else {
            format!("Table position {seat}: {name} fails: {what}; {cost}, and three random cards are passed")
        }
    }

    fn end_text(record: &Record<Intensity>) -> String {
        let result = record.result().expect("the game is over");
        let places = outcome::places(&result);
        let mut seats: Vec<Seat> = Seat::all(4).collect();
        seats.sort_by_key(|&seat| places[seat]);
        let rows = seats.iter().map(|&seat| {
            let faults = match record.faults()[seat] {
                0 => String::new(),
                1 => " (1 fault)".to_owned(),
                faults => format!(" ({faults} faults)"),
            };
            format!("{:>5}  {:>6}  {}{faults}\n", places[seat], -result[seat], record.names()[seat.index()])
        });
        format!("Place  Points  Name\n{}", rows.collect::<Vec<_>>().concat())
    }

    fn person(name: String) -> Option<Box<dyn Agent<Intensity>>> {
        Some(Box::new(Person(name)))
    }

    fn turn_text(view: &Observation, names: &[String]) -> String {
        let name = &names[view.seat().index()];
        if view.table().all_passed() {
            format!("\n{name} turn to play.")
        } else {
            format!("\n{name} must choose discards.")
        }
    }

    fn question(view: &Observation) -> String {
        let question = if view.table().all_passed() { "Enter card to play: " } else { "Enter cards to discard: " };
        format!("Hand: {}\n{question}", brackets(view.hand()))
    }

    fn parse_answer(view: &Observation, answer: &str) -> Result<Action, String> {
        if view.table().all_passed() {
            let legal = legal_plays(view.table(), view.hand());
            return read_card(answer, view.hand(), legal).map(Action::Play);
        }
        read_cards(answer, view.hand()).map(Action::Pass)
    }

    fn moment(view: &Observation) -> String {
        let table = view.table();
        if table.all_passed() { format!("in round {}", table.rounds()) } else { "before passing".to_owned() }
    }
}

/// Parses cards with blanks or commas between them.
fn words(line: &str) -> Result<Vec<Card>, String> {
    let words = line.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|error| format!("{error}."))).collect()
}

fn read_card(line: &str, hand: CardSet<Card>, legal: CardSet<Card>) -> Result<Card, String> {
    match words(line)?[..] {
        [card] if legal.contains(card) => Ok(card),
        [card] if hand.contains(card) => {
            Err(format!("The {card} may not be played now; you may play {}.", brackets(legal)))
        }
        [card] => Err(format!("The {card} is not in your hand.")),
        _ => Err("Please enter one card, such as 23.".to_owned()),
    }
}

fn read_cards(line: &str, hand: CardSet<Card>) -> Result<CardSet<Card>, String> {
    let cards = words(line)?;
    if let Some(card) = cards.iter().find(|&&card| !hand.contains(card)) {
        return Err(format!("The {card} is not in your hand."));
    }
    let set: CardSet<Card> = cards.iter().copied().collect();
    if cards.len() != 3 || set.len() != 3 {
        return Err("Please enter three different cards, such as 32 33 35.".to_owned());
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_expected() {
        let hand: CardSet<Card> = "11 32 33 35 47".parse().unwrap();
        let legal: CardSet<Card> = "11 47".parse().unwrap();
        assert_eq!(read_card(" 47 \n", hand, legal), Ok(Card::new(47)));
        assert!(read_card("33", hand, legal).unwrap_err().contains("you may play [11, 47]"));
        assert!(read_card("12", hand, legal).unwrap_err().contains("not in your hand"));
        assert!(read_card("", hand, legal).unwrap_err().contains("one card"));
        assert!(read_card("calf", hand, legal).unwrap_err().contains("\"calf\" is not a card"));
        assert_eq!(read_cards("35, 32 33", hand).map(|cards| cards.to_string()), Ok("32 33 35".to_owned()));
        assert!(read_cards("32 32 33", hand).unwrap_err().contains("three different cards"));
        assert!(read_cards("10 32 33", hand).unwrap_err().contains("The 10 is not in your hand"));
    }
}

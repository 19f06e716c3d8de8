//! The person at the terminal, in the words of the original referee.

use std::io::BufRead;
use std::time::Instant;

use cardsharp_referee::table::{Exchange, Reply, Seated, Stop};
use cardsharp_rules::intensity::{Action, Card, Intensity, Observation, legal_plays};
use cardsharp_rules::{CardSet, Rng};
use cardsharp_sandbox::Usage;

use super::dialogue::brackets;
use crate::output::say;

/// What the person is called.
pub(super) const NAME: &str = "Interactive Player";

/// The person at the terminal.
pub(super) struct Person {
    name: String,
}

impl Person {
    pub(super) fn new(name: String) -> Person {
        Person { name }
    }

    /// Asks until the answer makes sense.
    fn ask<T>(&self, view: &Observation, prompt: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Stop> {
        loop {
            say(format!("Hand: {}\n{prompt}", brackets(view.hand())));
            let mut line = String::new();
            let length = std::io::stdin().lock().read_line(&mut line);
            match length {
                Ok(0) => {
                    say("\n");
                    return Err(self.left(view, "the input ended"));
                }
                Ok(_) => {}
                // Bytes that are no text are nonsense like any other.
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => line.clear(),
                Err(error) => return Err(self.left(view, &format!("the input cannot be read ({error})"))),
            }
            match read(&line) {
                Ok(answer) => return Ok(answer),
                Err(reason) => say(reason + "\n"),
            }
        }
    }

    fn left(&self, view: &Observation, why: &str) -> Stop {
        let table = view.table();
        let when =
            if table.all_passed() { format!("in round {}", table.rounds()) } else { "before passing".to_owned() };
        Stop::Left(format!("{why}: {} has left the game {when}", self.name))
    }
}

impl Seated<Intensity> for Person {
    fn choose(&mut self, view: &Observation, _rng: &mut Rng) -> Result<Reply<Action>, Stop> {
        let start = Instant::now();
        let action = if view.table().all_passed() {
            say(format!("\n{} turn to play.\n", self.name));
            let legal = legal_plays(view.table(), view.hand());
            Action::Play(self.ask(view, "Enter card to play: ", |line| read_card(line, view.hand(), legal))?)
        } else {
            say(format!("\n{} must choose discards.\n", self.name));
            Action::Pass(self.ask(view, "Enter cards to discard: ", |line| read_cards(line, view.hand()))?)
        };
        let usage = Usage { wall: start.elapsed(), ..Usage::default() };
        Ok(Reply { answer: Ok(action), exchange: Exchange::default(), usage })
    }
}

/// Cards with blanks or commas between.
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
    fn nonsense_is_answered_with_what_would_be_right() {
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

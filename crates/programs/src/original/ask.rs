//! Requests to programs, written in the layout of the course's document and parsed by whitespace.

use cardsharp_rules::intensity::{CALVES, Card, Observation};
use cardsharp_rules::{Card as _, CardSet, Observation as _, ParseError, Seat, Turn, join};

/// A request to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Mode 0: its name.
    Name,
    /// Mode 1 or 2: three cards to pass, or a card to play, in this position.
    Turn(Box<Observation>),
    /// Mode 2 in a position with an impossible history; these cards may be played.
    OddTurn(CardSet<Card>),
    /// Mode 3: its own unit tests.
    UnitTests,
}

/// Returns the request for the name.
pub fn ask_name() -> String {
    "0\n".to_owned()
}

/// Returns the request for three of these ten cards.
pub fn ask_pass(view: &Observation) -> String {
    format!("1\n{}\n", blanks(view.hand()))
}

/// Returns the request for a card. The hand, the cards of the round, those of earlier rounds, the passed and the
/// received cards have a line each, blank if there are none.
pub fn ask_play(view: &Observation) -> String {
    let (hand, table) = (view.hand(), view.table());
    let round = table.round();
    let numbers = format!("{} {} {}", hand.len(), round.len(), view.seat());
    let earlier = &table.plays()[..table.plays().len() - round.len()];
    let cards = [blanks(hand), blanks(round), blanks(earlier), blanks(view.pass()), blanks(view.received())];
    format!("2\n{numbers}\n{}\n", cards.join("\n"))
}

/// Returns the request for the program's own unit tests.
pub fn ask_unit_tests() -> String {
    "3\n".to_owned()
}

fn blanks(cards: impl IntoIterator<Item = impl ToString>) -> String {
    cards.into_iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" ")
}

/// Parses a request, with any line breaks.
///
/// A request to pass names neither the seat nor the number of seats that have passed. It is read as that of seat 0,
/// which makes no difference to the choice.
///
/// # Errors
/// If it is not a request.
pub fn read_request(text: &str) -> Result<Request, ParseError> {
    let mut numbers = Numbers { words: text.split_whitespace() };
    match numbers.number("mode", 0, 3)? {
        0 => Ok(Request::Name),
        1 => {
            let hand = numbers.cards("hand", 10)?;
            let view = format!("seat 0; passed 0; pass -; received -; plays -; hand {}", join(&hand));
            Ok(Request::Turn(Box::new(view.parse()?)))
        }
        2 => read_turn(&mut numbers),
        _ => Ok(Request::UnitTests),
    }
}

fn read_turn(numbers: &mut Numbers<'_>) -> Result<Request, ParseError> {
    let (held, played) = (numbers.number("hand size", 1, 10)?, numbers.number("number of cards played", 0, 3)?);
    let seat = Seat::new(numbers.number("table position", 0, 3)?);
    let (hand, round) = (numbers.cards("hand", held)?, numbers.cards("round", played)?);
    let earlier = numbers.cards("list of earlier rounds", 4 * (10 - held))?;
    let (pass, received) = (numbers.cards("list of cards passed", 3)?, numbers.cards("list of cards received", 3)?);
    let text = format!(
        "seat {seat}; passed 4; pass {}; received {}; plays {}; hand {}",
        join(&pass),
        join(&received),
        join(earlier.iter().chain(&round)),
        join(&hand)
    );
    // Teachers test programs in invented positions with an impossible history.
    match text.parse::<Observation>() {
        Ok(view) if view.turn() == Turn::Of(seat) => Ok(Request::Turn(Box::new(view))),
        _ => Ok(Request::OddTurn(legal_cards(&hand, &round, &earlier))),
    }
}

/// Returns the cards that are legal by the hand, the round and the earlier cards alone.
fn legal_cards(hand: &[Card], round: &[Card], earlier: &[Card]) -> CardSet<Card> {
    let asked = match round.first() {
        Some(led) => led.suit().cards(),
        None if earlier.iter().any(|&card| CALVES.contains(card)) => Card::DECK,
        None => Card::DECK - CALVES,
    };
    let hand: CardSet<Card> = hand.iter().copied().collect();
    if (hand & asked).is_empty() { hand } else { hand & asked }
}

struct Numbers<'a> {
    words: std::str::SplitWhitespace<'a>,
}

impl Numbers<'_> {
    fn number(&mut self, what: &'static str, least: usize, most: usize) -> Result<usize, ParseError> {
        let word = self.words.next().unwrap_or("");
        match word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(ParseError::new(what, word, format!("a number from {least} to {most}"))),
        }
    }

    fn cards(&mut self, what: &'static str, count: usize) -> Result<Vec<Card>, ParseError> {
        let cards: Vec<Card> = self.words.by_ref().take(count).map(str::parse).collect::<Result<_, _>>()?;
        if cards.len() < count {
            let found = cards.len().to_string();
            return Err(ParseError::new(what, &found, format!("{count} cards, not the end of the input")));
        }
        Ok(cards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardsharp_rules::intensity::Intensity;
    use cardsharp_rules::{Game, Rng, Seed, State, Turn};

    /// The example of the assignment.
    const VIEW: &str = "seat 0; passed 4; pass 37 38 39; received 34 47 48; plays 16 13 19 12 24 26; \
                        hand 11 15 18 23 33 34 47 48 49";

    #[test]
    fn a_play_is_asked_in_the_layout_of_the_document() {
        let view: Observation = VIEW.parse().unwrap();
        let expected = "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";
        assert_eq!(ask_play(&view), expected);
    }

    #[test]
    fn a_blank_line_stands_where_nothing_was_played() {
        let mut state = Intensity.start(&Intensity.shuffle(Seed(1))).unwrap();
        let mut rng = Rng::new(Seed(2));
        let asked = ask_pass(&state.observe(Seat::FIRST));
        assert_eq!(asked.lines().count(), 2);
        assert_eq!(asked.split_whitespace().count(), 11);
        for _ in 0..4 {
            state.play_unchecked(state.random_action(&mut rng));
        }
        let asked = ask_play(&state.observe(Seat::FIRST));
        let lines: Vec<&str> = asked.lines().collect();
        assert_eq!((lines[0], lines[1], lines.len()), ("2", "10 0 0", 7));
        // No card lies on the table or was played before.
        assert_eq!((lines[3], lines[4]), ("", ""));
        let counts: Vec<usize> = lines.iter().map(|line| line.split_whitespace().count()).collect();
        assert_eq!(counts, [1, 3, 10, 0, 0, 3, 3]);
    }

    #[test]
    fn what_is_asked_reads_back_in_both_layouts() {
        let mut rng = Rng::new(Seed(3));
        for seed in 0..20 {
            let mut state = Intensity.start(&Intensity.shuffle(Seed(seed))).unwrap();
            while let Turn::Of(seat) = state.turn() {
                let view = state.observe(seat);
                let passing = !view.table().all_passed();
                let asked = if passing { ask_pass(&view) } else { ask_play(&view) };
                let on_one_line = asked.split_whitespace().collect::<Vec<_>>().join(" ");
                for text in [asked, on_one_line] {
                    let Ok(Request::Turn(read)) = read_request(&text) else { panic!("{text}") };
                    assert!(if passing { read.hand() == view.hand() } else { *read == view }, "{text}");
                }
                state.play_unchecked(state.random_action(&mut rng));
            }
        }
        assert_eq!(read_request(" 0"), Ok(Request::Name));
        assert_eq!(read_request("3\n"), Ok(Request::UnitTests));
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let refused = |text: &str| read_request(text).unwrap_err().to_string();
        assert!(refused("").contains("\"\" is not a mode"));
        assert!(refused("4").contains("from 0 to 3"));
        assert!(refused("1 10 11 12").contains("10 cards, not the end"));
        assert!(refused("1 10 11 12 13 14 15 16 17 18 50").contains("\"50\" is not a card"));
        assert!(refused("1 10 10 12 13 14 15 16 17 18 19").contains("only once"));
        assert!(refused("2 10 0 7").contains("table position"));
    }

    #[test]
    fn a_position_that_cannot_be_is_answered_all_the_same() {
        // The 16 is in the hand and on the table, and no seat could have led after this round.
        let odd = |text: &str| match read_request(text) {
            Ok(Request::OddTurn(cards)) => cards.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            odd(
                "2 2 1 0 16 33 17 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 16 10 11 12 13 14 15"
            ),
            "16"
        );
        let first = "2 10 0 1 30 31 32 33 34 35 36 37 38 49 10 11 12 13 14 15";
        assert_eq!(odd(first), "49");
    }
}

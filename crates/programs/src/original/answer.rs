//! Parses the output of programs, with any text before the answer, any line breaks, or no last newline.

use cardsharp_rules::intensity::{Action, Card, Observation};
use cardsharp_rules::{CardSet, Observation as _, Verdict};

use crate::Failure;

/// Parses the card to play: the last token of two digits.
///
/// # Errors
/// If there is none, or it is not a legal card.
pub fn read_play(output: &[u8], view: &Observation) -> Result<Action, Failure> {
    let tokens = tokens(output);
    let Some(token) = tokens.last() else { return Err(nothing(output)) };
    let action = token.parse().map(Action::Play).map_err(|_| illegal(token))?;
    if is_legal(view, action) { Ok(action) } else { Err(illegal(token)) }
}

/// Parses the cards to pass: the last three tokens of two digits.
///
/// # Errors
/// If there are fewer, or they are not three cards of the hand.
pub fn read_pass(output: &[u8], view: &Observation) -> Result<Action, Failure> {
    let tokens = tokens(output);
    let Some(first) = tokens.len().checked_sub(3) else {
        // Fewer than three cards are an illegal answer, not a missing one.
        return Err(if tokens.is_empty() { nothing(output) } else { illegal(&tokens.join(" ")) });
    };
    let answer = tokens[first..].join(" ");
    let cards: CardSet<Card> = answer.parse().map_err(|_| illegal(&answer))?;
    let action = Action::Pass(cards);
    if is_legal(view, action) { Ok(action) } else { Err(illegal(&answer)) }
}

/// Returns every run of exactly two digits that is not part of a longer number or a word. A minus, a decimal point or a
/// letter beside the digits excludes them: `-12`, `1.25`, `x86`.
fn tokens(output: &[u8]) -> Vec<String> {
    let text: Vec<char> = String::from_utf8_lossy(output).chars().collect();
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < text.len() {
        if !text[place].is_ascii_digit() {
            place += 1;
            continue;
        }
        let end = (place..text.len()).find(|&end| !text[end].is_ascii_digit()).unwrap_or(text.len());
        if end - place == 2 && stands_alone(&text, place, end) {
            tokens.push(text[place..end].iter().collect());
        }
        place = end;
    }
    tokens
}

fn stands_alone(text: &[char], start: usize, end: usize) -> bool {
    let before = start.checked_sub(1).map(|place| text[place]);
    let after = text.get(end).copied();
    let decimals = after == Some('.') && text.get(end + 1).is_some_and(char::is_ascii_digit);
    let fraction = before == Some('.') && start >= 2 && text[start - 2].is_ascii_digit();
    let is_word = |letter: char| letter.is_alphabetic() || letter == '_';
    !(before.is_some_and(|letter| is_word(letter) || letter == '-')
        || after.is_some_and(is_word)
        || decimals
        || fraction)
}

fn is_legal(view: &Observation, action: Action) -> bool {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal.contains(&action)
}

fn illegal(answer: &str) -> Failure {
    Failure::new(Verdict::Illegal, answer)
}

/// Returns the failure of an answer without a card. A single digit or a long number counts as a card, as illegal as 99.
fn nothing(output: &[u8]) -> Failure {
    let text = String::from_utf8_lossy(output);
    let Some(last) = text.split_whitespace().last() else { return Failure::new(Verdict::NoAnswer, "") };
    if last.parse::<i64>().is_ok() {
        return illegal(last);
    }
    let start: String = text.trim().chars().take(60).collect();
    Failure::new(Verdict::Protocol, start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playing() -> Observation {
        let text = "seat 0; passed 4; pass 37 38 39; received 34 47 48; plays -; hand 11 15 18 23 33 34 40 47 48 49";
        text.parse().unwrap()
    }

    fn passing() -> Observation {
        "seat 0; passed 0; pass -; received -; plays -; hand 13 19 24 25 29 32 39 44 46 49".parse().unwrap()
    }

    fn plays(output: &str, expected: &str) {
        assert_eq!(read_play(output.as_bytes(), &playing()).map(|action| action.to_string()), Ok(expected.to_owned()));
    }

    fn fails(output: &str, verdict: Verdict, answer: &str) {
        assert_eq!(read_play(output.as_bytes(), &playing()), Err(Failure::new(verdict, answer)), "{output:?}");
    }

    #[test]
    fn the_last_two_digits_are_the_card() {
        plays("23", "play 23");
        plays("23\n", "play 23");
        plays("  47  \r\n\n", "play 47");
        plays("hand: 11 15 18, I lead the 40\nplaying 23", "play 23");
        plays("Enter card: 23.", "play 23");
        plays("[23]", "play 23");
        plays("23 took 0.25 s on x86 in round 1, seed 12345", "play 23");
    }

    #[test]
    fn what_is_no_legal_card_is_illegal() {
        fails("99", Verdict::Illegal, "99");
        fails("50", Verdict::Illegal, "50");
        fails("0", Verdict::Illegal, "0");
        fails("-1", Verdict::Illegal, "-1");
        fails("1234567", Verdict::Illegal, "1234567");
        // Not in the hand; then a calf, which may not be led yet.
        fails("12", Verdict::Illegal, "12");
        fails("33", Verdict::Illegal, "33");
        fails("23 33", Verdict::Illegal, "33");
    }

    #[test]
    fn silence_and_babble_have_verdicts_of_their_own() {
        fails("", Verdict::NoAnswer, "");
        fails(" \n\n", Verdict::NoAnswer, "");
        fails("hello", Verdict::Protocol, "hello");
        let error = read_play(b"\xff\xfe\x00", &playing()).unwrap_err();
        assert_eq!(error.verdict, Verdict::Protocol);
    }

    #[test]
    fn the_last_three_are_passed() {
        let read = |output: &str| read_pass(output.as_bytes(), &passing()).map(|action| action.to_string());
        assert_eq!(read("29 39 49\n"), Ok("pass 29 39 49".to_owned()));
        assert_eq!(read("49\n39\n29"), Ok("pass 29 39 49".to_owned()));
        assert_eq!(read("discard 13, 19: 49,39,29"), Ok("pass 29 39 49".to_owned()));
        let illegal = |answer: &str| Err(Failure::new(Verdict::Illegal, answer));
        assert_eq!(read("49 49 39"), illegal("49 49 39"));
        assert_eq!(read("49 39"), illegal("49 39"));
        assert_eq!(read("49 39 12"), illegal("49 39 12"));
        assert_eq!(read("0 0 0"), illegal("0"));
        assert_eq!(read(""), Err(Failure::new(Verdict::NoAnswer, "")));
    }
}

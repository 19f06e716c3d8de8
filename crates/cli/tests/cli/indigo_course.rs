//! Checks Indigo's course dialogue against the document, independently of the engine's rules.

use std::collections::HashSet;

use crate::common::{Scratch, command, run_with};

fn parts(card: &str) -> (&str, char) {
    let suit = card.chars().last().unwrap();
    (&card[..card.len() - suit.len_utf8()], suit)
}

fn matches(card: &str, top: &str) -> bool {
    let ((rank, suit), (top_rank, top_suit)) = (parts(card), parts(top));
    rank == top_rank || suit == top_suit
}

/// Returns the cards that the document's five cases, in their order, let the computer play.
fn allowed<'a>(hand: &[&'a str], top: Option<&str>) -> Vec<&'a str> {
    let candidates: Vec<&str> = hand.iter().copied().filter(|card| top.is_some_and(|top| matches(card, top))).collect();
    if hand.len() == 1 {
        return hand.to_vec();
    }
    let several = |cards: Vec<&'a str>| (cards.len() > 1).then_some(cards);
    let Some(top) = top.filter(|_| !candidates.is_empty()) else {
        let suit = |card: &&&str| hand.iter().filter(|other| parts(other).1 == parts(card).1).count() > 1;
        let rank = |card: &&&str| hand.iter().filter(|other| parts(other).0 == parts(card).0).count() > 1;
        let repeated = several(hand.iter().filter(suit).copied().collect());
        return repeated.or_else(|| several(hand.iter().filter(rank).copied().collect())).unwrap_or(hand.to_vec());
    };
    let suit = candidates.iter().copied().filter(|card| parts(card).1 == parts(top).1).collect();
    let rank = candidates.iter().copied().filter(|card| parts(card).0 == parts(top).0).collect();
    several(suit).or_else(|| several(rank)).unwrap_or(candidates)
}

/// The expected state of the game.
struct Check<'a> {
    lines: std::str::Lines<'a>,
    typed: std::slice::Iter<'a, String>,
    pile: Vec<&'a str>,
    /// The hands of the player and the computer.
    hands: [Vec<&'a str>; 2],
    captured: [Vec<&'a str>; 2],
    last: Option<usize>,
}

const NAMES: [&str; 2] = ["Player", "Computer"];

impl<'a> Check<'a> {
    fn line(&mut self) -> &'a str {
        self.lines.next().expect("the game goes on")
    }

    fn expect(&mut self, expected: &str) {
        assert_eq!(self.line(), expected);
    }

    fn points(&self, who: usize) -> usize {
        self.captured[who].iter().filter(|card| ["A", "10", "J", "Q", "K"].contains(&parts(card).0)).count()
    }

    fn table(&mut self) {
        self.expect("");
        match self.pile.last() {
            Some(top) => self.expect(&format!("{} cards on the table, and the top card is {top}", self.pile.len())),
            None => self.expect("No cards on the table"),
        }
    }

    fn score(&mut self, bonus: [usize; 2]) {
        let [player, computer] = [0, 1].map(|who| self.points(who) + bonus[who]);
        self.expect(&format!("Score: Player {player} - Computer {computer}"));
        let [player, computer] = [0, 1].map(|who| self.captured[who].len());
        self.expect(&format!("Cards: Player {player} - Computer {computer}"));
    }

    /// Returns the player's card after the first valid answer; each invalid one repeats the question.
    fn answer(&mut self, hand: &[&'a str]) -> &'a str {
        loop {
            self.expect(&format!("Choose a card to play (1-{}):", hand.len()));
            let typed = self.typed.next().expect("enough was typed");
            let numbers: Vec<String> = (1..=hand.len()).map(|number| number.to_string()).collect();
            if let Some(place) = numbers.iter().position(|number| number == typed.trim()) {
                return hand[place];
            }
        }
    }

    fn play(&mut self, who: usize) {
        self.table();
        let line = self.line();
        let shown: Vec<&str> = if who == 0 {
            let cards = line.strip_prefix("Cards in hand: ").unwrap_or_else(|| panic!("{line}"));
            let numbered = cards.split(' ').enumerate();
            numbered.map(|(place, card)| card.strip_prefix(&format!("{})", place + 1)).expect("numbered")).collect()
        } else {
            line.split(' ').collect()
        };
        if self.hands[who].is_empty() {
            assert_eq!(shown.len(), 6, "{line}");
            self.hands[who].clone_from(&shown);
        }
        assert_eq!(self.hands[who], shown);
        let card = if who == 0 {
            self.answer(&shown)
        } else {
            let card = self.line().strip_prefix("Computer plays ").expect("it says what it plays");
            let may = allowed(&shown, self.pile.last().copied());
            assert!(may.contains(&card), "{card} of {shown:?} on {:?}", self.pile.last());
            card
        };
        self.hands[who].retain(|other| *other != card);
        let captures = self.pile.last().is_some_and(|top| matches(card, top));
        self.pile.push(card);
        if captures {
            self.captured[who].append(&mut self.pile);
            self.last = Some(who);
            self.expect(&format!("{} wins cards", NAMES[who]));
            self.score([0, 0]);
        }
    }

    fn game(&mut self, first: usize) {
        let initial = self.line().strip_prefix("Initial cards on the table: ").expect("the first four");
        self.pile = initial.split(' ').collect();
        assert_eq!(self.pile.len(), 4);
        for ply in 0..48 {
            self.play((first + ply) % 2);
        }
        self.table();
        let mut rest = std::mem::take(&mut self.pile);
        self.captured[self.last.unwrap_or(first)].append(&mut rest);
        let [player, computer] = [0, 1].map(|who| self.captured[who].len());
        let richer = if player == computer { first } else { usize::from(computer > player) };
        let mut bonus = [0, 0];
        bonus[richer] = 3;
        self.score(bonus);
        self.expect("Game Over");
        assert_eq!(self.lines.next(), None);
        let cards: HashSet<&str> = self.captured.iter().flatten().copied().collect();
        assert_eq!(cards.len(), 52);
    }
}

/// Returns valid and invalid answers in a pseudo-random order with this seed.
fn answers(mut number: u64) -> Vec<String> {
    let words = ["1", "2", "3", "4", "5", "6", "1", "0", "7", "", "x", "-1", "1.0", "EXIT", "one", "1 2", " 1 "];
    let restless = (0..200).map(|_| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words[(number >> 33) as usize % words.len()].to_owned()
    });
    // Enough valid answers to finish the game.
    restless.chain(std::iter::repeat_n("1".to_owned(), 24)).collect()
}

#[test]
fn twenty_games_match_the_document() {
    let scratch = Scratch::new("course");
    for game in 0..20 {
        let first = usize::from(game >= 10);
        let opening = if first == 0 { ["perhaps", "exit", "Yes"] } else { ["", "nope", "NO"] };
        let answers = answers(game);
        let typed = format!("{}\n{}\n", opening.join("\n"), answers.join("\n"));
        let mut command = command("play indigo --plain");
        command.env("XDG_STATE_HOME", scratch.path(""));
        let played = run_with(command, &typed);
        assert_eq!((played.status, played.err.as_str()), (Some(0), ""));
        let hands = [Vec::new(), Vec::new()];
        let captured = hands.clone();
        let lines = played.out.lines();
        let mut check = Check { lines, typed: answers.iter(), pile: Vec::new(), hands, captured, last: None };
        check.expect("Indigo Card Game");
        for _ in opening {
            check.expect("Play first?");
        }
        check.game(first);
    }
}

#[test]
fn the_documents_examples_are_what_the_checker_allows() {
    let allowed = |hand: &str, top: &str| {
        let hand: Vec<&str> = hand.split(' ').collect();
        allowed(&hand, Some(top).filter(|top| !top.is_empty())).join(" ")
    };
    assert_eq!(allowed("7♥ 9♥ 8♣ A♠ 3♦ 7♦ Q♥", ""), "7♥ 9♥ 3♦ 7♦ Q♥");
    assert_eq!(allowed("7♦ 7♥ 4♠ K♣", ""), "7♦ 7♥");
    assert_eq!(allowed("9♥ 8♣ A♠ 3♦", ""), "9♥ 8♣ A♠ 3♦");
    assert_eq!(allowed("6♣ Q♥ 8♣ J♠ 7♣", "A♦"), "6♣ 8♣ 7♣");
    assert_eq!(allowed("J♠ Q♥ J♣", "A♦"), "J♠ J♣");
    assert_eq!(allowed("6♥ 8♣ 5♠ 7♦ 7♥", "5♥"), "6♥ 7♥");
    assert_eq!(allowed("3♥ J♣ J♠ 6♦", "J♥"), "J♣ J♠");
    assert_eq!(allowed("3♥ J♣", "J♥"), "3♥ J♣");
}

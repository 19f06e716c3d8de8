//! A player for Intensity to begin with. It plays legally and without a plan; the plan is yours.
//!
//! It is started for every decision and asked in numbers: `cardsharp protocol original` prints how. Everything to be
//! changed is marked TODO. Whatever println! prints is for the referee; notes for yourself go to eprintln!.

use std::io::Read;

/// TODO 1: a name of your own, at most 32 letters.
const NAME: &str = "@NAME@";
const HAND: usize = 10;
const PLAYERS: usize = 4;
const CALVES: usize = 3;
const BUFFALO: usize = 47;

fn suit(card: usize) -> usize {
    card / 10
}

/// The cards of the hand that may be played now; `cardsharp rules intensity` has the same as a diagram.
fn legal_cards(hand: &[usize], played: &[usize], earlier: &[usize]) -> Vec<usize> {
    let calves_are_broken = earlier.iter().any(|&card| suit(card) == CALVES);
    let may_be_played = |card: usize| match played.first() {
        Some(&led) => suit(card) == suit(led),
        None => suit(card) != CALVES || calves_are_broken,
    };
    let cards: Vec<usize> = hand.iter().copied().filter(|&card| may_be_played(card)).collect();
    if cards.is_empty() { hand.to_vec() } else { cards }
}

/// Three of the ten cards go to the left.
fn choose_passes(hand: &[usize]) -> [usize; 3] {
    // TODO 2: the lowest three are the safest cards to keep. Which ones would you rather be rid of?
    [hand[0], hand[1], hand[2]]
}

/// One of the legal cards. `played` is this round, the first of it led; `earlier` all rounds before.
fn choose_card(hand: &[usize], played: &[usize], earlier: &[usize]) -> usize {
    // TODO 3: when is a high card better, and when a low one? Are there calves or the BUFFALO in this round?
    // TODO 4: which cards have not been seen yet, and who cannot follow a suit any more?
    legal_cards(hand, played, earlier)[0]
}

/// `cardsharp referee intensity FOLDER --unit-tests` runs these.
fn run_unit_tests() {
    assert_eq!(legal_cards(&[15, 33, 47], &[16, 19], &[]), [15], "a suit that is led is followed");
    assert_eq!(legal_cards(&[33, 47], &[], &[]), [BUFFALO], "calves are not led before one was played");
    assert_eq!(legal_cards(&[33, 47], &[], &[31]), [33, 47], "and then they are");
    assert_eq!(legal_cards(&[33, 38], &[], &[]), [33, 38], "nor if there is nothing else");
    let [a, b, c] = choose_passes(&[13, 19, 24, 25, 29, 32, 39, 44, 46, 49]);
    assert!(a != b && b != c && a != c);
    // TODO 5: a test for everything you add, before you add it.
    println!("All unit tests passed");
}

fn main() {
    let mut input = String::new();
    std::io::stdin().read_to_string(&mut input).expect("text");
    let numbers: Vec<usize> = input.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    match (numbers[0], &numbers[1..]) {
        (0, _) => println!("{NAME}"),
        (1, hand) => {
            let [a, b, c] = choose_passes(hand);
            println!("{a} {b} {c}");
        }
        // The seat, what was passed and what was received stand there too: TODO 4 may want them.
        (2, [held, laid, _seat, cards @ ..]) => {
            let (hand, cards) = cards.split_at(*held);
            let (played, cards) = cards.split_at(*laid);
            let (earlier, _passed_and_received) = cards.split_at((HAND - held) * PLAYERS);
            println!("{}", choose_card(hand, played, earlier));
        }
        (3, _) => run_unit_tests(),
        _ => {}
    }
}

//! Hands dealt on purpose: their worth, and the strong player's first actions.
//!
//! Among random deals a rare hand would be too rare to measure. So each hand gets the same number of games, and
//! statistics over all deals weigh a hand by its probability.

use cardsharp_rules::{Record, Seat, seat_names};
use cardsharp_stats::Mean;

use super::head::{columns, number};
use super::{Head, Part, Strong, StudyError, open_part, with_itself};
use crate::Booked;

/// The results of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRow {
    /// The hand, by its name in the game.
    pub hand: String,
    /// The number of games with it.
    pub games: u64,
    /// The number of times each kind of action came first.
    pub first: Vec<u64>,
    /// The sum of the squares of seat 0's returns.
    pub squares: i64,
    /// The sum of seat 0's returns.
    pub returns: i64,
}

impl HandRow {
    /// The mean return of seat 0.
    pub fn mean(&self) -> Mean {
        let games = self.games as f64;
        let mean = self.returns as f64 / games;
        let variance = (self.squares as f64 - games * mean * mean).max(0.0) / (games - 1.0);
        Mean { mean, error: (variance / games).sqrt(), deals: self.games as usize }
    }
}

/// The hands of a study, in the game's order.
#[derive(Clone, Debug)]
pub struct Hands {
    /// The head of the file.
    pub head: Head,
    /// A row for every hand.
    pub rows: Vec<HandRow>,
}

impl Hands {
    /// Parses a file, which must have every hand of the game in its order.
    ///
    /// # Errors
    /// If the text is damaged or a hand is missing.
    pub fn parse<G: Booked>(text: &str) -> Result<Hands, StudyError> {
        let (head, rows) = open_part::<G>(text, Part::Hands)?;
        let rows = rows.read(read_row)?;
        let names: Vec<&String> = rows.iter().map(|row| &row.hand).collect();
        let expected = G::hands();
        if names != expected.iter().collect::<Vec<_>>() {
            let reason = format!("the hands are not the {} of {} in their order", expected.len(), G::NAME);
            return Err(StudyError { line: 10, reason });
        }
        Ok(Hands { head, rows })
    }
}

fn read_row(row: &str) -> Result<HandRow, String> {
    let [hand, games, first, squares, returns] = columns(row)?;
    let row = HandRow {
        hand: hand.to_owned(),
        games: number(games)?,
        first: first.split(' ').map(number).collect::<Result<_, _>>()?,
        squares: number(squares)?,
        returns: number(returns)?,
    };
    if row.first.iter().sum::<u64>() != row.games || row.games < 2 {
        return Err(format!("{first:?} are not the first actions of {games} games, two or more"));
    }
    Ok(row)
}

pub(super) fn row<G: Booked>(game: &G, player: Strong<'_, G>, head: &Head, hand: u64) -> String {
    let seed = head.seed.stream(hand);
    let mut first = vec![0_u64; G::FIRST_ACTIONS];
    let (mut returns, mut squares) = (0, 0);
    for number in 0..head.deals {
        let seed = seed.game(number);
        let record = Record::from_deal(game.clone(), game.deal_hand(hand as usize, seed), seat_names::<G>());
        let record = record.expect("a hand's deal is valid").with_seed(seed);
        let table = with_itself(record, player);
        let record = table.play_out(|_, _, question, rng| player.choose(&question.view, rng));
        first[G::first_action(record.actions().next().expect("a game has actions"))] += 1;
        let result = record.result().expect("a played game is over")[Seat::FIRST];
        returns += result;
        squares += result * result;
    }
    let first: Vec<String> = first.iter().map(u64::to_string).collect();
    format!("{},{},{},{squares},{returns}", G::hands()[hand as usize], head.deals, first.join(" "))
}

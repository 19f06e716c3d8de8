//! The cost of other first actions: hands dealt on purpose, begun with each kind of action in turn.
//!
//! Of each kind the player takes its favourite action, and then plays both seats. All kinds get the same deals and
//! random numbers.

use cardsharp_rules::{ActionOf, Observation as _, ObservationOf, Record, Rng, Seat, seat_names};
use cardsharp_search::Considered;
use cardsharp_stats::Mean;
use cardsharp_table::Due;

use super::head::{columns, number};
use super::{Head, Part, Strong, StudyError, open_part, with_itself};
use crate::Booked;

/// The results of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningRow {
    /// The hand, by its name in the game.
    pub hand: String,
    /// The number of games begun with each kind of action.
    pub games: u64,
    /// The sums of the squares of seat 0's returns, by kind.
    pub squares: Vec<i64>,
    /// The sums of seat 0's returns, by kind.
    pub returns: Vec<i64>,
}

impl OpeningRow {
    /// The mean return of seat 0 when it begins with this kind of action.
    pub fn mean(&self, kind: usize) -> Mean {
        let games = self.games as f64;
        let mean = self.returns[kind] as f64 / games;
        let variance = (self.squares[kind] as f64 - games * mean * mean).max(0.0) / (games - 1.0);
        Mean { mean, error: (variance / games).sqrt(), deals: self.games as usize }
    }
}

/// The hands of a study, in the game's order.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The head of the file.
    pub head: Head,
    /// A row for every hand.
    pub rows: Vec<OpeningRow>,
}

impl Openings {
    /// Parses a file, which must have every hand of the game in its order.
    ///
    /// # Errors
    /// If the text is damaged or a hand is missing.
    pub fn parse<G: Booked>(text: &str) -> Result<Openings, StudyError> {
        let (head, rows) = open_part::<G>(text, Part::Openings)?;
        let rows = rows.read(read_row::<G>)?;
        if rows.iter().map(|row| &row.hand).ne(G::hands().iter()) {
            let reason = format!("the hands are not the {} of {} in their order", G::hands().len(), G::NAME);
            return Err(StudyError { line: 10, reason });
        }
        Ok(Openings { head, rows })
    }
}

fn read_row<G: Booked>(row: &str) -> Result<OpeningRow, String> {
    let [hand, games, squares, returns, sum] = columns(row)?;
    let numbers = |text: &str| text.split(' ').map(number).collect::<Result<Vec<i64>, _>>();
    let row = OpeningRow {
        hand: hand.to_owned(),
        games: number(games)?,
        squares: numbers(squares)?,
        returns: numbers(returns)?,
    };
    let is_whole = [&row.squares, &row.returns].iter().all(|sums| sums.len() == G::FIRST_ACTIONS) && row.games > 1;
    if !is_whole || row.returns.iter().sum::<i64>() != number::<i64>(sum)? {
        return Err(format!("{returns:?} are not the returns of {} kinds of actions, {sum} in all", G::FIRST_ACTIONS));
    }
    Ok(row)
}

pub(super) fn row<G: Booked>(game: &G, player: Strong<'_, G>, head: &Head, hand: u64) -> String {
    let seed = head.seed.stream(hand);
    let (mut squares, mut returns) = (vec![0_i64; G::FIRST_ACTIONS], vec![0_i64; G::FIRST_ACTIONS]);
    for number in 0..head.deals {
        let seed = seed.game(number);
        let record = Record::from_deal(game.clone(), game.deal_hand(hand as usize, seed), seat_names::<G>());
        let record = record.expect("a hand's deal is valid").with_seed(seed);
        let start = with_itself(record, player);
        let Due::Player(_, question) = start.due() else { unreachable!("the first seat begins") };
        let liked = by_preference::<G>(player, &question.view, &mut question.rng());
        for kind in 0..G::FIRST_ACTIONS {
            let first = liked.iter().copied().find(|&action| G::first_action(action) == kind);
            let mut table = start.clone();
            table.answer(Ok(first.expect("every kind of action can come first")));
            let record = table.play_out(|_, _, question, rng| player.choose(&question.view, rng));
            let result = i64::from(record.result().expect("a played game is over")[Seat::FIRST]);
            returns[kind] += result;
            squares[kind] += result * result;
        }
    }
    let words = |sums: &[i64]| sums.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let sum: i64 = returns.iter().sum();
    format!("{},{},{},{},{sum}", G::hands()[hand as usize], head.deals, words(&squares), words(&returns))
}

/// Returns every action, the player's favourites first.
fn by_preference<G: Booked>(player: Strong<'_, G>, view: &ObservationOf<G>, rng: &mut Rng) -> Vec<ActionOf<G>> {
    let mut liked: Vec<ActionOf<G>> = match player.consider(view, rng) {
        Considered::Values(values) => values.iter().map(|valued| valued.action).collect(),
        Considered::Weights(weighed) => weighed.iter().map(|(action, _)| *action).collect(),
        Considered::Choice(action) => vec![action],
    };
    view.legal_actions(&mut liked);
    liked
}

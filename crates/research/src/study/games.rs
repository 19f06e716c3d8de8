//! Games that the strong player plays with itself.
//!
//! A row names the deal by its number and every choice by its place among the legal actions, so that the game can be
//! replayed and a book can compute any statistic from it. The row also holds the returns, so that a file that no longer
//! fits the rules is detected.

use std::fmt::Write;

use cardsharp_rules::{
    ActionOf, BySeat, Game, Observation as _, ObservationOf, Record, Seat, Seed, State, Turn, seat_names,
};
use cardsharp_search::{Considered, Spec, Valued};
use cardsharp_table::{Luck, Question};

use super::head::{columns, number};
use super::{Head, Part, Strong, StudyError, open_part, with_itself};
use crate::Booked;

/// In one of `AGAIN` games the player is asked a second time, with other random numbers.
const AGAIN: u64 = 4;
/// The stream of a game's seed for that.
const OTHER_LUCK: u64 = 2;

/// The difference between a choice and the best of the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The difference of the values, from 0 to 1; negative if the choice was tried most but another rated higher.
    pub gap: f64,
    /// The standard error of the difference, as estimated by the search.
    pub noise: f64,
}

impl Gap {
    /// Whether the difference is significant: more than two standard errors and a hundredth of a game.
    pub fn is_real(self) -> bool {
        self.gap > 2.0 * self.noise && self.gap > 0.01
    }

    /// Whether all tries had the same result, so that the choice has no meaning.
    pub fn is_nothing(self) -> bool {
        self.gap == 0.0 && self.noise == 0.0
    }
}

/// A decision of the strong player.
#[derive(Clone, Debug)]
pub struct Decision<G: Game> {
    /// The seat's view.
    pub view: ObservationOf<G>,
    /// The legal actions.
    pub legal: Vec<ActionOf<G>>,
    /// The action played.
    pub choice: ActionOf<G>,
    /// Its choice with other random numbers, if it was asked again.
    pub again: Option<ActionOf<G>>,
    /// The gap of its choice.
    pub gap: Option<Gap>,
}

impl<G: Game> Decision<G> {
    /// The seat.
    pub fn seat(&self) -> Seat {
        self.view.seat()
    }

    /// Whether there was more than one legal action.
    pub fn is_choice(&self) -> bool {
        self.legal.len() > 1
    }
}

/// A played game.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The number of the deal.
    pub deal: usize,
    /// Every decision in order.
    pub decisions: Vec<Decision<G>>,
    /// The final position.
    pub end: G::State,
    /// The returns.
    pub returns: BySeat<i32>,
}

/// The games of a study.
#[derive(Clone, Debug)]
pub struct Games<G: Game> {
    /// The head of the file.
    pub head: Head,
    /// The games by the number of their deal.
    pub games: Vec<Played<G>>,
}

impl<G: Booked> Games<G> {
    /// Parses a file and replays every game.
    ///
    /// # Errors
    /// If the text is damaged or a game does not replay.
    pub fn parse(game: &G, text: &str) -> Result<Games<G>, StudyError> {
        let (head, rows) = open_part::<G>(text, Part::Games)?;
        let games = rows.read(|row| replay(game, head.seed, row))?;
        Ok(Games { head, games })
    }

    /// The player.
    pub fn player(&self) -> &Spec {
        &self.head.player
    }

    /// Every decision with the number of its deal.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, &Decision<G>)> {
        self.games.iter().flat_map(|game| game.decisions.iter().map(move |decision| (game.deal, decision)))
    }
}

fn deal_of<G: Game>(game: &G, seed: Seed, deal: u64) -> G::State {
    game.start(&game.shuffle(seed.game(deal))).expect("a shuffled deal is valid")
}

pub(super) fn row<G: Booked>(game: &G, player: Strong<'_, G>, head: &Head, deal: u64) -> String {
    let seed = head.seed.game(deal);
    let other_luck = Luck::of(seed.stream(OTHER_LUCK));
    let mut tokens = Vec::new();
    let table = with_itself(Record::from_seed(game.clone(), seed, seat_names::<G>()), player);
    let record = table.play_out(|_, _, question, rng| {
        let mut legal = Vec::new();
        question.view.legal_actions(&mut legal);
        if legal.len() == 1 {
            tokens.push("0".to_owned());
            return legal[0];
        }
        let considered = player.consider(&question.view, rng);
        let (choice, gap) = chosen(considered, (&legal, player, question));
        let again = || player.choose(&question.view, &mut other_luck.decision(tokens.len() as u64));
        let again = deal.is_multiple_of(AGAIN).then(again);
        tokens.push(token(&legal, &choice, gap, again.as_ref()));
        choice
    });
    let returns = record.result().expect("a played game is over");
    format!("{deal},{},{}", tokens.join(" "), returns[Seat::FIRST])
}

/// The choice and its gap; a player without values has no gap.
fn chosen<G: Booked>(
    considered: Considered<ActionOf<G>>,
    (legal, player, question): (&[ActionOf<G>], Strong<'_, G>, &Question<G>),
) -> (ActionOf<G>, Option<Gap>) {
    match considered {
        Considered::Values(values) if values.len() == legal.len() => {
            let alike = |one, other| G::alike(&question.view, one, other);
            (values[0].action, gap(&values, alike))
        }
        Considered::Values(_) | Considered::Weights(_) => (player.choose(&question.view, &mut question.rng()), None),
        Considered::Choice(action) => (action, None),
    }
}

/// Compares the first value, the choice, with the best of the others that were tried and are not the same action.
fn gap<A: Copy>(values: &[Valued<A>], alike: impl Fn(A, A) -> bool) -> Option<Gap> {
    let (first, rest) = values.split_first()?;
    let others = rest.iter().filter(|other| other.visits > 0 && !alike(first.action, other.action));
    let next = others.max_by(|a, b| a.value.total_cmp(&b.value))?;
    Some(Gap { gap: first.value - next.value, noise: first.paired_error.hypot(next.paired_error) })
}

fn token<A: PartialEq>(legal: &[A], choice: &A, gap: Option<Gap>, again: Option<&A>) -> String {
    let place = |action: &A| legal.iter().position(|other| other == action).expect("a legal action");
    let mut token = place(choice).to_string();
    if let Some(Gap { gap, noise }) = gap {
        // The noise is rounded up, so that a difference never looks more certain than it is.
        let (gap, noise) = ((1000.0 * gap).round() as i64, (1000.0 * noise).ceil() as i64);
        write!(token, ":{gap}:{noise}").expect("writing to a string");
    } else if again.is_some() {
        token += "::";
    }
    if let Some(again) = again {
        write!(token, ":{}", place(again)).expect("writing to a string");
    }
    token
}

fn replay<G: Game>(game: &G, seed: Seed, row: &str) -> Result<Played<G>, String> {
    let [deal, tokens, first_return] = columns(row)?;
    let deal: u64 = number(deal)?;
    let mut state = deal_of(game, seed, deal);
    let mut decisions = Vec::new();
    for token in tokens.split(' ') {
        let Turn::Of(seat) = state.turn() else { return Err(format!("{token:?} comes after the end of the game")) };
        let decision = read_decision(state.observe(seat), token)?;
        state.play_unchecked(decision.choice);
        decisions.push(decision);
    }
    let returns = state.returns().ok_or("the game is not played to its end")?;
    if returns[Seat::FIRST] != number::<i32>(first_return)? {
        return Err(format!("seat 0 got {}, not {first_return} as the row says", returns[Seat::FIRST]));
    }
    Ok(Played { deal: deal as usize, decisions, end: state, returns })
}

fn read_decision<G: Game>(view: ObservationOf<G>, token: &str) -> Result<Decision<G>, String> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let action = |text: &str| {
        let place: usize = number(text)?;
        legal.get(place).copied().ok_or_else(|| format!("{token:?}: there are {} legal actions", legal.len()))
    };
    let parts: Vec<&str> = token.split(':').collect();
    let thousandths = |text: &str| number::<i32>(text).map(|number| f64::from(number) / 1000.0);
    let gap = match parts[..] {
        [_, gap, noise, ..] if !gap.is_empty() => Some(Gap { gap: thousandths(gap)?, noise: thousandths(noise)? }),
        _ => None,
    };
    let again = parts.get(3).map(|text| action(text)).transpose()?;
    let choice = action(parts[0])?;
    Ok(Decision { view, legal, choice, again, gap })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_action_by_another_name_is_no_other() {
        let valued = |action, value, visits| Valued { action, value, error: 0.1, paired_error: 0.03, visits };
        let values = [valued(10, 0.6, 5), valued(11, 0.59, 5), valued(20, 0.5, 5), valued(30, 0.9, 0)];
        let Gap { gap: apart, noise } = gap(&values, |one, other| one / 10 == other / 10).unwrap();
        assert!((apart - 0.1).abs() < 1e-9 && (noise - 0.03_f64.hypot(0.03)).abs() < 1e-9);
        assert_eq!(gap(&values[..2], |one, other| one / 10 == other / 10), None);
    }
}

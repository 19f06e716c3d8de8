//! An exact best response in the last rounds, where few worlds are left.
//!
//! Every line of play carries its probability: in each world the others play each card with their opponents'
//! probabilities. The player's own choices depend only on the cards played, because indistinguishable worlds stay in
//! one group until a card separates them.

use cardsharp_rules::intensity::{Action, Card, Intensity, Observation, State, legal_plays};
use cardsharp_rules::{Observation as _, Seat, State as _, Turn};

use super::guesses::Guesses;
use super::habits::{HABITS, HabitWeights, habits};
use super::response::trick;
use crate::{Objective, Searchable, Valued};

const SEATS: usize = 4;
/// The maximum number of cards left in hand.
const CARDS: usize = 3;
const WORLDS: usize = 100;
/// The maximum number of positions before the tree search takes over: a few milliseconds.
pub(super) const WORK: usize = 20_000;

/// A course of play with its probability.
#[derive(Clone, Debug)]
pub(super) struct Line {
    state: State,
    weight: f64,
    /// The probability of each habit at each seat, given this course.
    opponents: [HabitWeights; SEATS],
}

impl Line {
    /// Returns the worlds of a belief, merged by hands, if few cards and few worlds are left.
    pub(super) fn few(view: &Observation, belief: &Guesses) -> Option<Vec<Line>> {
        if !view.table().all_passed() || view.hand().len() > CARDS {
            return None;
        }
        let mut lines: Vec<Line> = Vec::new();
        for guess in belief.all() {
            if let Some(line) = lines.iter_mut().find(|line| line.state.hands() == guess.state.hands()) {
                line.weight += 1.0;
                let sums = line.opponents.iter_mut().flatten();
                sums.zip(guess.opponents.iter().flatten()).for_each(|(sum, opponent)| *sum += opponent);
            } else if lines.len() == WORLDS {
                return None;
            } else {
                lines.push(Line { state: guess.state, weight: 1.0, opponents: guess.opponents });
            }
        }
        for line in &mut lines {
            line.opponents.iter_mut().flatten().for_each(|opponent| *opponent /= line.weight as f32);
            line.weight /= belief.all().len() as f64;
        }
        Some(lines)
    }

    /// Returns the line after a card that each habit plays with these probabilities; none if the card is impossible.
    fn after(&self, seat: Seat, card: Card, chances: &HabitWeights) -> Option<Line> {
        let mut opponents = self.opponents;
        let mine = &mut opponents[seat.index()];
        mine.iter_mut().zip(chances).for_each(|(opponent, chance)| *opponent *= chance);
        let likely: f32 = mine.iter().sum();
        if likely <= 0.0 {
            return None;
        }
        for opponent in mine {
            *opponent /= likely;
        }
        let mut state = self.state;
        state.play_unchecked(Action::Play(card));
        Some(Line { state, weight: self.weight * f64::from(likely), opponents })
    }
}

/// Values every legal card, best first; none if that takes more than `work` positions.
pub(super) fn responses(
    view: &Observation,
    lines: &[Line],
    objective: Objective,
    work: usize,
) -> Option<Vec<Valued<Action>>> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut response = Response { me: view.seat(), objective, left: work };
    let value = |action: Action| Some(Valued::independent(action, response.worth(&all_after(lines, action))?, 0.0, 1));
    let mut valued = legal.into_iter().map(value).collect::<Option<Vec<Valued<Action>>>>()?;
    valued.sort_by(|a, b| b.value.total_cmp(&a.value));
    Some(valued)
}

fn all_after(lines: &[Line], action: Action) -> Vec<Line> {
    let after = |line: &Line| {
        let mut line = line.clone();
        line.state.play_unchecked(action);
        line
    };
    lines.iter().map(after).collect()
}

/// The player's objective, and the number of positions it may still visit.
struct Response {
    me: Seat,
    objective: Objective,
    left: usize,
}

impl Response {
    /// Returns the weighted value of lines that the player cannot distinguish; none once the work is used up.
    fn worth(&mut self, lines: &[Line]) -> Option<f64> {
        let Some(first) = lines.first() else { return Some(0.0) };
        self.left = self.left.checked_sub(lines.len())?;
        let Turn::Of(seat) = first.state.turn() else {
            let value = |line: &Line| {
                let returns = line.state.returns().expect("the game is over");
                line.weight * f64::from(self.objective.value(&returns, self.me, Intensity::RANGE))
            };
            return Some(lines.iter().map(value).sum());
        };
        if seat != self.me {
            return split_by_card(lines, seat).iter().map(|(_, lines)| self.worth(lines)).sum();
        }
        let mut best = f64::NEG_INFINITY;
        for card in legal_plays(first.state.table(), first.state.hands()[seat]) {
            best = best.max(self.worth(&all_after(lines, Action::Play(card)))?);
        }
        Some(best)
    }
}

/// Returns the lines after another seat plays, grouped by its card.
fn split_by_card(lines: &[Line], seat: Seat) -> Vec<(Card, Vec<Line>)> {
    let mut then: Vec<(Card, Vec<Line>)> = Vec::new();
    for line in lines {
        let hand = line.state.hands()[seat];
        let legal = legal_plays(line.state.table(), hand);
        let trick = trick(&line.state, seat, hand);
        for card in legal {
            let chances = if legal.len() == 1 { [1.0; HABITS] } else { habits().chances_to_play(&trick, legal, card) };
            let Some(next) = line.after(seat, card, &chances) else { continue };
            match then.iter_mut().find(|(played, _)| *played == card) {
                Some((_, lines)) => lines.push(next),
                None => then.push((card, vec![next])),
            }
        }
    }
    then
}

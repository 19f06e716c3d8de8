//! The last rounds, answered exactly where few worlds are left.
//!
//! Every line of play is followed with how likely it comes about: in each world the others play
//! each card as likely as their opponents would, and what oneself does can depend only on what was
//! played, because the worlds that look alike are kept together until a card tells them apart.

use cardsharp_rules::intensity::{Action, Card, Intensity, Observation, State, legal_plays};
use cardsharp_rules::{Observation as _, Seat, State as _, Turn};

use super::guesses::Guesses;
use super::habits::{HABITS, HabitWeights, habits};
use super::response::trick;
use crate::{Objective, Thoughtful, Valued};

const SEATS: usize = 4;
/// So many cards are left in hand at most.
const CARDS: usize = 3;
/// In so many worlds at most.
const WORLDS: usize = 100;
/// So many positions are looked at in a game, or the search has to do: a few milliseconds.
pub(super) const WORK: usize = 20_000;

/// A course of play that may come about.
#[derive(Clone, Debug)]
pub(super) struct Line {
    state: State,
    /// How likely it is.
    weight: f64,
    /// How likely each seat has each opponent, if it comes about.
    opponents: [HabitWeights; SEATS],
}

impl Line {
    /// The worlds of a belief, those with the same hands taken together, if this is late enough
    /// in the game and they are few enough.
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

    /// What becomes of it when a card is played that was so likely by each habit of the seat.
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

/// Values every legal card, the best first; nothing if that would take more than so much work.
pub(super) fn responses(
    view: &Observation,
    lines: &[Line],
    objective: Objective,
    work: usize,
) -> Option<Vec<Valued<Action>>> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut answer = Answer { me: view.seat(), objective, left: work };
    let value = |action: Action| Some(Valued::independent(action, answer.worth(&all_after(lines, action))?, 0.0, 1));
    let mut valued = legal.into_iter().map(value).collect::<Option<Vec<Valued<Action>>>>()?;
    valued.sort_by(|a, b| b.value.total_cmp(&a.value));
    Some(valued)
}

/// What becomes of lines when oneself does this.
fn all_after(lines: &[Line], action: Action) -> Vec<Line> {
    let after = |line: &Line| {
        let mut line = line.clone();
        line.state.play_unchecked(action);
        line
    };
    lines.iter().map(after).collect()
}

/// What is played for, and how much more may be looked at.
struct Answer {
    me: Seat,
    objective: Objective,
    left: usize,
}

impl Answer {
    /// The worth of lines that look alike to oneself, each times how likely it is; nothing once
    /// there is no work left to spend.
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
            return told_apart(lines, seat).iter().map(|(_, lines)| self.worth(lines)).sum();
        }
        let mut best = f64::NEG_INFINITY;
        for card in legal_plays(first.state.table(), first.state.hands()[seat]) {
            best = best.max(self.worth(&all_after(lines, Action::Play(card)))?);
        }
        Some(best)
    }
}

/// What becomes of lines when another seat plays: the card tells some of them apart.
fn told_apart(lines: &[Line], seat: Seat) -> Vec<(Card, Vec<Line>)> {
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

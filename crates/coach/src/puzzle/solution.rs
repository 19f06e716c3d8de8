//! The solution of a puzzle as figures. Each face turns them into sentences.

use cardsharp_rules::ActionOf;
use cardsharp_search::Figure;

use super::hold::was_there;
use super::{Answer, Puzzle, Question, Worth};
use cardsharp_presentation::Present;

/// The solution shown after an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<A> {
    /// Whether the answer is right.
    pub is_right: bool,
    /// The action that the best one is compared with: the wrong answer, or the most tempting mistake after a right
    /// answer. `None` for questions about cards.
    pub against: Option<A>,
    /// Why the best choice is better, clearest reason first.
    pub reasons: Vec<Reason>,
    /// For a question about cards: whether the likeliest card, the right answer, was there in the game as played.
    pub was_so: Option<bool>,
}

/// A figure that distinguishes the best choice from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The figure.
    pub figure: Figure,
    /// Its value after the best choice.
    pub best: f64,
    /// Its value after the other choice.
    pub other: f64,
}

impl<G: Present> Puzzle<G> {
    /// Returns the solution to show after this answer.
    pub fn solution(&self, answer: &Answer<ActionOf<G>>) -> Solution<ActionOf<G>> {
        let is_right = self.is_right(answer);
        match &self.question {
            Question::Play(worths) => {
                let chosen = |worth: &&Worth<ActionOf<G>>| *answer == Answer::Play(worth.action) && !is_right;
                let wrong = || worths.iter().find(|worth| worth.is_mistake() && !worth.telling.is_empty());
                let against = worths.iter().find(chosen).or_else(wrong);
                let reason = |other: &Worth<ActionOf<G>>, number: usize| Reason {
                    figure: G::FIGURES[number],
                    best: worths[0].figures[number],
                    other: other.figures[number],
                };
                let reasons = against
                    .map_or_else(Vec::new, |other| other.telling.iter().map(|&number| reason(other, number)).collect());
                Solution { is_right, against: against.map(|worth| worth.action), reasons, was_so: None }
            }
            Question::Hold(cells) => {
                let was_so = Some(was_there::<G>(&self.view(), self.record.state(), &cells[0]));
                Solution { is_right, against: None, reasons: Vec::new(), was_so }
            }
        }
    }
}

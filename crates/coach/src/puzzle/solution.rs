//! What is told once a puzzle was answered: figures, of which each face makes its sentences.

use cardsharp_rules::ActionOf;
use cardsharp_search::Figure;

use super::hold::was_there;
use super::{Answer, Puzzle, Question, Worth};
use cardsharp_presentation::Tabled;

/// What is told once a puzzle was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<A> {
    /// Whether the answer is right.
    pub is_right: bool,
    /// What the best choice is compared with: the answer, or what is wrong and looks best where that was right. None
    /// where cards are asked for.
    pub against: Option<A>,
    /// Why the best choice is better than that, the clearest reason first.
    pub reasons: Vec<Reason>,
    /// Where cards are asked for, whether the likeliest was there in the game as it was played: right is the likeliest
    /// all the same.
    pub was_so: Option<bool>,
}

/// A figure that tells the best choice from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// What it is.
    pub figure: Figure,
    /// With the best choice.
    pub best: f64,
    /// With the other.
    pub other: f64,
}

impl<G: Tabled> Puzzle<G> {
    /// What is told to whoever gave this answer.
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

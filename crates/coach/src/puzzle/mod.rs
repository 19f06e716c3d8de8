//! Puzzles: positions from strong games in which one choice is clearly best, or in which the other players' choices
//! tell where a card is.
//!
//! A puzzle stores the game up to the question and the result of long searches, so showing and judging it needs no
//! search. [`Maker`] makes puzzles, [`PuzzleFile`] stores them, [`recheck`] checks them again. A [`Solution`] holds
//! figures; each face turns them into sentences.

mod file;
pub mod glicko;
mod hold;
mod look;
mod make;
mod shipped;
mod solution;

use cardsharp_rules::{ActionOf, Game, Observation, ObservationOf, Record, Seat, State, Turn};

pub use file::{PuzzleError, PuzzleFile, PuzzleHead};
pub use hold::Cell;
pub use look::Worth;
pub use make::{Effort, Maker, Rechecked, recheck};
pub use shipped::shipped;
pub use solution::{Reason, Solution};

/// A position and a question about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle<G: Game> {
    /// The number of its game in the run that made it.
    pub source: u64,
    /// The game up to the turn of the seat that is asked.
    pub record: Record<G>,
    /// The question with its evaluation.
    pub question: Question<ActionOf<G>>,
    /// The initial rating: an estimate of its difficulty.
    pub rating: f64,
}

/// A question with its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub enum Question<A> {
    /// "What would you play?" Every legal action, best first.
    Play(Vec<Worth<A>>),
    /// "What does she hold?" Several cards in one place, or one card in several places, likeliest first.
    Hold(Vec<Cell>),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// The action to play.
    Play(A),
    /// An index into [`Puzzle::options`].
    Hold(usize),
}

impl<G: Game> Puzzle<G> {
    /// Returns the seat that is asked: the one whose turn it is.
    pub fn seat(&self) -> Seat {
        match self.record.state().turn() {
            Turn::Of(seat) => seat,
            Turn::Over => unreachable!("a puzzle ends before its game does"),
        }
    }

    /// Returns the view of the seat that is asked.
    pub fn view(&self) -> ObservationOf<G> {
        self.record.state().observe(self.seat())
    }

    /// Returns a stable identifier: the game's seed, the step and the kind of question.
    pub fn id(&self) -> String {
        let seed = self.record.seed().map_or(0, |seed| seed.0);
        let kind = match self.question {
            Question::Play(_) => 'p',
            Question::Hold(_) => 'h',
        };
        format!("{seed:x}.{}{kind}", self.record.events().len())
    }

    /// Returns the options of a question about cards in the game's order, which does not reveal the answer.
    pub fn options(&self) -> Vec<&Cell> {
        let Question::Hold(cells) = &self.question else { return Vec::new() };
        let mut options: Vec<&Cell> = cells.iter().collect();
        options.sort_by_key(|cell| (cell.place, cell.kind));
        options
    }

    /// Returns true if the answer is right.
    pub fn is_right(&self, answer: &Answer<ActionOf<G>>) -> bool {
        match (&self.question, answer) {
            (Question::Play(worths), Answer::Play(action)) => {
                worths.iter().any(|worth| worth.action == *action && worth.is_accepted())
            }
            (Question::Hold(cells), Answer::Hold(option)) => {
                self.options().get(*option).is_some_and(|chosen| **chosen == cells[0])
            }
            _ => false,
        }
    }

    /// Returns true if the answer is one of the options.
    pub fn is_possible(&self, answer: &Answer<ActionOf<G>>) -> bool {
        match (&self.question, answer) {
            (Question::Play(worths), Answer::Play(action)) => worths.iter().any(|worth| worth.action == *action),
            (Question::Hold(cells), Answer::Hold(option)) => *option < cells.len(),
            _ => false,
        }
    }
}

/// Returns the seat names of a puzzle: "You" for the seat that is asked, the usual computer names for the others.
pub fn names<G: Game>(asked: Seat) -> Vec<String> {
    const COMPUTERS: [&str; 4] = ["Ada", "Blaise", "Sofia", "Carl"];
    let name = |seat: Seat| if seat == asked { "You" } else { COMPUTERS[seat.index() % COMPUTERS.len()] };
    Seat::all(G::SEATS).map(|seat| name(seat).to_owned()).collect()
}

fn legal<O: Observation>(view: &O) -> Vec<<O::State as State>::Action> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
}

#[cfg(test)]
mod tests;

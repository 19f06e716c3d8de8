//! Puzzles: positions out of strong games in which one choice is better beyond doubt, or in which the others'
//! choices tell where a card is.
//!
//! A puzzle is a game up to somebody's turn, what is asked about it, and what was found by looking long: so it is told
//! and judged without thinking. They are made by [`Maker`], kept a line each ([`PuzzleFile`]), and looked at once more
//! by [`recheck`]. What was found are figures; sentences are made of them at the rim ([`Solution`]).

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

/// A position out of a game, and what is asked about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle<G: Game> {
    /// Which game of the run it is out of.
    pub source: u64,
    /// The game up to the turn of whoever is asked.
    pub record: Record<G>,
    /// What is asked, and what was found.
    pub question: Question<ActionOf<G>>,
    /// How hard it seems, as a rating to begin with.
    pub rating: f64,
}

/// What is asked about a position, and what was found by looking long.
#[derive(Clone, Debug, PartialEq)]
pub enum Question<A> {
    /// What would you play? Every legal action, the best first.
    Play(Vec<Worth<A>>),
    /// What does she hold? Some cards in one place, or one card in some places; the likeliest first.
    Hold(Vec<Cell>),
}

/// What an answer must be one of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// What is played.
    Play(A),
    /// Which of [`Puzzle::options`].
    Hold(usize),
}

impl<G: Game> Puzzle<G> {
    /// Who is asked: the seat whose turn it is.
    pub fn seat(&self) -> Seat {
        match self.record.state().turn() {
            Turn::Of(seat) => seat,
            Turn::Over => unreachable!("a puzzle ends before its game does"),
        }
    }

    /// All that whoever is asked sees.
    pub fn view(&self) -> ObservationOf<G> {
        self.record.state().observe(self.seat())
    }

    /// What names it for good, wherever it stands in a file: its game's seed, its step, and what is asked.
    pub fn id(&self) -> String {
        let seed = self.record.seed().map_or(0, |seed| seed.0);
        let kind = match self.question {
            Question::Play(_) => 'p',
            Question::Hold(_) => 'h',
        };
        format!("{seed:x}.{}{kind}", self.record.events().len())
    }

    /// The options of a question about cards, in an order that tells nothing: as the game counts them.
    pub fn options(&self) -> Vec<&Cell> {
        let Question::Hold(cells) = &self.question else { return Vec::new() };
        let mut options: Vec<&Cell> = cells.iter().collect();
        options.sort_by_key(|cell| (cell.place, cell.kind));
        options
    }

    /// Whether an answer is right.
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

    /// Whether it is one of the answers that can be given.
    pub fn is_possible(&self, answer: &Answer<ActionOf<G>>) -> bool {
        match (&self.question, answer) {
            (Question::Play(worths), Answer::Play(action)) => worths.iter().any(|worth| worth.action == *action),
            (Question::Hold(cells), Answer::Hold(option)) => *option < cells.len(),
            _ => false,
        }
    }
}

/// What everybody is called in a puzzle: whoever is asked is "You", the others as at the tables of the house.
pub fn names<G: Game>(asked: Seat) -> Vec<String> {
    const COMPUTERS: [&str; 4] = ["Ada", "Blaise", "Sofia", "Carl"];
    let name = |seat: Seat| if seat == asked { "You" } else { COMPUTERS[seat.index() % COMPUTERS.len()] };
    Seat::all(G::SEATS).map(|seat| name(seat).to_owned()).collect()
}

/// What a seat may do there.
fn legal<O: Observation>(view: &O) -> Vec<<O::State as State>::Action> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    legal
}

#[cfg(test)]
mod tests;

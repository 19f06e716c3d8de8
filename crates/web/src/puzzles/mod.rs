//! The puzzles of all games. Positions leave through the gate, solutions and hidden cards only after the answer.

pub(crate) mod answers;
pub(crate) mod json;
pub(crate) mod routes;

pub(crate) use json::{
    Asked, Counted, LineWish, NextPuzzle, PuzzleAnswer, PuzzleLine, PuzzleNumber, PuzzleOption, PuzzleSolution,
    PuzzleView, PuzzlesOf, ToldChance, ToldReason, ToldWorth,
};

use std::sync::{Arc, LazyLock};

use cardsharp_coach::puzzle::glicko::Rating;
use cardsharp_coach::puzzle::{Answer, Cell, Puzzle, PuzzleFile, Question, shipped};
use cardsharp_presentation::manner::habits;
use cardsharp_presentation::message::{Message, decimal};
use cardsharp_presentation::picture::french_codes;
use cardsharp_presentation::{Present, message};
use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{ActionOf, AnyGame, Seat, Seed, with_game};
use cardsharp_search::{Budget, Objective, Player, Search, Unit};
use cardsharp_table::play_on;

use crate::game::{ToldChoice, gate};
use crate::http::{ApiError, Code, Result};
use crate::play::advice::place_name;
use crate::tables::Sitter;
use crate::tables::chair::SitterKind;

pub(crate) trait AnyPuzzle: Send + Sync {
    fn id(&self) -> String;
    /// Returns its rating before the first answer.
    fn fresh(&self) -> Rating;
    fn view(&self, number: usize, puzzles: usize) -> PuzzleView;
    fn choice(&self, chosen: &[usize]) -> Result<ToldChoice>;
    fn judge(&self, action: Option<&str>, option: Option<usize>) -> Result<Judgement>;
    /// Returns the record of the game, continued by champions after the best choice.
    fn line(&self) -> String;
}

/// The judgement of an answer, before its effect on ratings.
pub(crate) struct Judgement {
    pub(crate) right: bool,
    pub(crate) worths: Vec<ToldWorth>,
    pub(crate) against: Option<usize>,
    pub(crate) reasons: Vec<ToldReason>,
    pub(crate) most: usize,
    pub(crate) chances: Vec<ToldChance>,
    pub(crate) was_so: Option<bool>,
    pub(crate) questions: usize,
    pub(crate) were_so: usize,
}

struct Nth<G: Present>(Arc<PuzzleFile<G>>, usize);

impl<G: Present> Nth<G> {
    fn puzzle(&self) -> &Puzzle<G> {
        &self.0.puzzles[self.1]
    }
}

/// The deviation of a puzzle's first rating, which is an estimate.
const GUESS: f64 = 200.0;
/// The nodes per decision of the champions that continue a puzzle.
const LINE: u64 = 200;

impl<G: Present> AnyPuzzle for Nth<G> {
    fn id(&self) -> String {
        format!("{}/{}", G::NAME, self.puzzle().id())
    }

    fn fresh(&self) -> Rating {
        Rating { rating: self.puzzle().rating, deviation: GUESS }
    }

    fn view(&self, number: usize, puzzles: usize) -> PuzzleView {
        view(self.puzzle(), number, puzzles)
    }

    fn choice(&self, chosen: &[usize]) -> Result<ToldChoice> {
        gate::choice::<G>(&self.puzzle().view(), self.puzzle().record.names(), chosen)
    }

    fn judge(&self, action: Option<&str>, option: Option<usize>) -> Result<Judgement> {
        let puzzle = self.puzzle();
        let answer = match (action, option) {
            (Some(action), None) => {
                Answer::Play(action.parse::<ActionOf<G>>().map_err(|wrong| ApiError::no_action(&wrong))?)
            }
            (None, Some(option)) => Answer::Hold(option),
            _ => return Err(Code::BadRequest.because(message!("Send either an action or an option."))),
        };
        if !puzzle.is_possible(&answer) {
            return Err(Code::Illegal.because(message!("This is none of the answers that can be given here.")));
        }
        Ok(Judgement { questions: self.0.believed().0, were_so: self.0.believed().1, ..judgement(puzzle, &answer) })
    }

    fn line(&self) -> String {
        let puzzle = self.puzzle();
        let mut record = puzzle.record.clone();
        if let Question::Play(worths) = &puzzle.question {
            record.play(worths[0].action).expect("the best choice is legal");
        }
        let how = Search {
            budget: Budget::Nodes(LINE),
            worlds: LINE as usize,
            objective: Objective::Place,
            exploration: 1.0,
        };
        let champion = record.game().champion(how);
        let players: Vec<&dyn Player<G>> = vec![champion.as_ref(); G::SEATS];
        play_on(record, &players).to_string()
    }
}

/// Returns the puzzle as it is sent before the answer: the gate's frame, and the options.
pub(crate) fn view<G: Present>(puzzle: &Puzzle<G>, number: usize, puzzles: usize) -> PuzzleView {
    let (record, seat) = (&puzzle.record, puzzle.seat());
    let mut frame = gate::frame(record, record.events().len(), Some(seat));
    let cells = puzzle.options();
    let asked = match &puzzle.question {
        Question::Play(_) => Asked::Play,
        Question::Hold(_) if cells.iter().all(|cell| cell.place == cells[0].place) => Asked::Card,
        Question::Hold(_) => Asked::Place,
    };
    if asked != Asked::Play {
        // The question is not about the turn, so no piece can be chosen.
        for piece in frame.rows.iter_mut().flat_map(|row| &mut row.pieces) {
            (piece.open, piece.action) = (false, None);
            piece.words = Message::default();
        }
    }
    let places = G::hiding_places(&puzzle.view());
    let option = |cell: &&Cell| {
        let place = &places[cell.place];
        PuzzleOption {
            code: code(&cell.card),
            place: place_name(place, record.names()),
            seat: place.seat.map(Seat::index),
            hand: place.hand_of().is_some(),
        }
    };
    let sitter = |each: Seat| Sitter {
        seat: each.index(),
        name: record.names()[each.index()].clone(),
        kind: if each == seat { SitterKind::Person } else { SitterKind::Player },
        strength: Message::default(),
        words: Message::default(),
        present: true,
        away: None,
        stand_in: false,
    };
    PuzzleView {
        game: G::NAME,
        title: G::TITLE,
        number,
        puzzles,
        asked,
        options: cells.iter().map(option).collect(),
        seat: seat.index(),
        sitters: Seat::all(G::SEATS).map(sitter).collect(),
        frame,
    }
}

/// Returns the code by which a card is drawn.
fn code(card: &str) -> String {
    let french = card.parse::<FrenchCard>().or_else(|_| FrenchCard::from_code(card));
    french.map_or_else(|_| card.to_owned(), |card| french_codes(card)[0].clone())
}

fn habit(manner: &'static str) -> &'static str {
    habits().find(|(name, _)| *name == manner).map_or(manner, |(_, words)| words)
}

fn judgement<G: Present>(puzzle: &Puzzle<G>, answer: &Answer<ActionOf<G>>) -> Judgement {
    let (solution, view) = (puzzle.solution(answer), puzzle.view());
    let worths: Vec<ToldWorth> = match &puzzle.question {
        Question::Play(worths) => worths
            .iter()
            .map(|worth| ToldWorth {
                action: worth.action.to_string(),
                words: G::order(worth.action),
                manner: Message::constant(habit(G::manner(&view, worth.action))),
                value: worth.value,
                cost: worth.cost,
                error: worth.error,
                right: worth.is_accepted(),
            })
            .collect(),
        Question::Hold(_) => Vec::new(),
    };
    let against = solution.against.map(|action| action.to_string());
    let figure = |unit: Unit, value: f64| -> Message {
        match unit {
            Unit::Chance => message!("{number} in 100", number = decimal(100.0 * value, 0)),
            Unit::Amount => Message::new("{text}", vec![("text", decimal(value, 1))]),
        }
    };
    let reasons = solution.reasons.iter().map(|reason| ToldReason {
        words: Message::constant(reason.figure.words),
        best: figure(reason.figure.unit, reason.best),
        other: figure(reason.figure.unit, reason.other),
    });
    let likeliest = puzzle.options().iter().map(|cell| cell.chance).fold(0.0, f64::max);
    let chance = |cell: &&Cell| ToldChance {
        chance: cell.chance,
        error: cell.error,
        uniform: cell.uniform,
        right: cell.chance >= likeliest,
    };
    Judgement {
        right: solution.is_right,
        against: against.and_then(|action| worths.iter().position(|worth| worth.action == action)),
        reasons: reasons.collect(),
        most: G::SEATS - 1,
        chances: puzzle.options().iter().map(chance).collect(),
        was_so: solution.was_so,
        questions: 0,
        were_so: 0,
        worths,
    }
}

pub(crate) struct OfGame {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) puzzles: Vec<Arc<dyn AnyPuzzle>>,
}

/// All puzzles of the server, read at the first request.
static ALL: LazyLock<Vec<OfGame>> = LazyLock::new(|| {
    fn of<G: Present>(_: &G) -> OfGame {
        let file = shipped::<G>();
        let nth = |number: usize| Arc::new(Nth(Arc::clone(&file), number)) as Arc<dyn AnyPuzzle>;
        OfGame { name: G::NAME, title: G::TITLE, puzzles: (0..file.puzzles.len()).map(nth).collect() }
    }
    AnyGame::all().iter().map(|game| with_game!(AnyGame, game, game => of(game))).collect()
});

pub(crate) fn games() -> impl Iterator<Item = &'static OfGame> {
    ALL.iter().filter(|game| !game.puzzles.is_empty())
}

pub(crate) fn of_game(name: &str) -> Result<&'static OfGame> {
    games()
        .find(|game| game.name == name)
        .ok_or_else(|| Code::UnknownGame.because(message!("There are no puzzles of a game called “{name}”.", name)))
}

impl OfGame {
    pub(crate) fn puzzle(&self, number: &str) -> Result<(usize, &Arc<dyn AnyPuzzle>)> {
        let found = number.parse::<usize>().ok().filter(|&number| number > 0);
        let found = found.and_then(|number| Some((number, self.puzzles.get(number - 1)?)));
        found.ok_or_else(|| {
            let (game, last) = (self.title, self.puzzles.len());
            let words = message!("{game} has no puzzle “{number}”: they are numbered 1 to {last}.", game, number, last);
            Code::UnknownPage.because(words)
        })
    }
}

/// Returns the puzzle of a day; the games take turns.
pub(crate) fn of_day(days: u64) -> Option<(&'static OfGame, usize)> {
    let games: Vec<&OfGame> = games().collect();
    let game = games.get(days as usize % games.len().max(1))?;
    let place = Seed(days).stream(0).0 % game.puzzles.len() as u64;
    Some((game, place as usize + 1))
}

#[cfg(test)]
mod tests;

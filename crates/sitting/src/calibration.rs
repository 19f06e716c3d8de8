//! How right the values are that people are shown, by playing games to the end.
//!
//! The cards lie as they came to lie in a game of a player with itself, so they are a fair draw of what
//! the seat could not see: the mean over positions of what was shown and what was then played has no bias
//! of its own.

use cardsharp_rules::{ActionOf, Event, Record, Rng, Seed, State, Turn};
use cardsharp_search::Player;
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_stats::Mean;
use cardsharp_table::{play_game, play_on};

use crate::Tabled;
use crate::analysis::{Analyst, CLOSELY, judge};

/// Values are put together in so many bins.
pub const BINS: usize = 5;

/// Values shown and games played, in many positions.
pub struct Calibration<'a, G: Tabled> {
    /// The game.
    pub game: &'a G,
    /// Who plays to every position and on from it, at every seat.
    pub player: &'a dyn Player<G>,
    /// Who says what actions are worth.
    pub analyst: &'a Analyst<G>,
    /// Names the deals and everybody's luck.
    pub seed: Seed,
    /// How many positions, each of another deal.
    pub positions: u64,
    /// How often a row of each is played to the end.
    pub games: u64,
    /// How many positions are looked at at a time.
    pub threads: usize,
}

/// What was shown, what was played, and by how much the one is above the other, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// What was shown.
    pub shown: Mean,
    /// What games brought.
    pub played: Mean,
    /// The difference, position by position.
    pub bias: Mean,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationReport {
    /// The rows that stood first.
    pub first: Compared,
    /// One of the other rows of each position, by chance.
    pub another: Compared,
    /// How much less that one is worth than the first.
    pub cost: Compared,
    /// All of these rows by the value that was shown, from 0–20 to 80–100.
    pub bins: [Compared; BINS],
    /// The mean standard error that was shown beside a value.
    pub error: f64,
}

/// What was shown of an action, and what it brought.
#[derive(Clone, Copy)]
struct Row {
    shown: f64,
    error: f64,
    played: f64,
}

/// A position: the first row, and another if there is one.
struct Position {
    first: Row,
    other: Option<Row>,
}

impl<G: Tabled> Calibration<'_, G> {
    /// Looks at all positions; the same seed gives the same figures on any number of threads, if players
    /// count their budgets.
    pub fn run(&self, progress: Progress<'_>) -> CalibrationReport {
        let positions = map_in_order(self.positions, self.threads, progress, |number| self.position(number));
        report(&positions.into_iter().flatten().collect::<Vec<_>>())
    }

    /// A position somewhere in a game, looked at and played on; none if no row of it has a value.
    fn position(&self, number: u64) -> Option<Position> {
        let seed = self.seed.stream(number);
        let (players, names) = (vec![self.player; G::SEATS], vec!["player".to_owned(); G::SEATS]);
        let record = play_game(self.game, seed.stream(0), &players, names.clone());
        let mut rng = Rng::new(seed.stream(2));
        let mut before = Record::from_seed(self.game.clone(), seed.stream(0), names);
        for action in record.actions().take(any_decision(&record, &mut rng)) {
            before.play(action).expect("it was played before");
        }
        let Turn::Of(seat) = before.state().turn() else { unreachable!("somebody decided here") };
        let (choices, ..) = judge(self.analyst, &before.state().observe(seat), None);
        let valued: Vec<(ActionOf<G>, (f64, f64))> =
            choices.iter().take(CLOSELY).filter_map(|choice| Some((choice.action, choice.value?))).collect();
        let row = |&(action, (shown, error)): &(ActionOf<G>, (f64, f64))| {
            let worth = |game: u64| {
                let mut record = before.clone();
                record.play(action).expect("what is shown is legal");
                let played = play_on(record.with_seed(seed.stream(3).stream(game)), &players);
                let returns = played.result().expect("a played game is over");
                f64::from(G::OBJECTIVE.value(&returns, seat, G::RANGE))
            };
            Row { shown, error, played: (0..self.games).map(worth).sum::<f64>() / self.games as f64 }
        };
        let (first, others) = valued.split_first()?;
        let other = (!others.is_empty()).then(|| &others[rng.below(others.len() as u32) as usize]);
        Some(Position { first: row(first), other: other.map(row) })
    }
}

/// After how many steps somebody had a choice, by chance one such place in a game.
fn any_decision<G: Tabled>(record: &Record<G>, rng: &mut Rng) -> usize {
    let (mut state, mut steps, mut legal) = (record.start(), Vec::new(), Vec::new());
    for (step, event) in record.events().iter().enumerate() {
        let Event::Action(_, action) = event else { continue };
        legal.clear();
        state.legal_actions(&mut legal);
        if legal.len() > 1 {
            steps.push(step);
        }
        state.play_unchecked(*action);
    }
    steps[rng.below(steps.len() as u32) as usize]
}

fn compared(pairs: &[(f64, f64)]) -> Compared {
    let mean = |of: fn(&(f64, f64)) -> f64| Mean::of(&pairs.iter().map(of).collect::<Vec<f64>>());
    Compared {
        shown: mean(|(shown, _)| *shown),
        played: mean(|(_, played)| *played),
        bias: mean(|(shown, played)| shown - played),
    }
}

fn report(positions: &[Position]) -> CalibrationReport {
    let pair = |row: &Row| (row.shown, row.played);
    let firsts: Vec<(f64, f64)> = positions.iter().map(|position| pair(&position.first)).collect();
    let others: Vec<Row> = positions.iter().filter_map(|position| position.other).collect();
    let cost = |position: &Position| {
        let (first, other) = (position.first, position.other?);
        Some((first.shown - other.shown, first.played - other.played))
    };
    let rows: Vec<Row> = positions.iter().map(|position| position.first).chain(others.iter().copied()).collect();
    let bin = |number: usize| {
        let here = |row: &&Row| ((row.shown * BINS as f64) as usize).min(BINS - 1) == number;
        compared(&rows.iter().filter(here).map(pair).collect::<Vec<_>>())
    };
    CalibrationReport {
        first: compared(&firsts),
        another: compared(&others.iter().map(pair).collect::<Vec<_>>()),
        cost: compared(&positions.iter().filter_map(cost).collect::<Vec<_>>()),
        bins: std::array::from_fn(bin),
        error: rows.iter().map(|row| row.error).sum::<f64>() / rows.len().max(1) as f64,
    }
}

//! Checks the values that people are shown against games played to the end.
//!
//! Positions come from games of a player with itself, so the hidden cards are a fair sample of what the seat could not
//! see. The mean difference between shown values and results is unbiased.

use cardsharp_rules::{ActionOf, Event, Record, Rng, Seed, State, Turn};
use cardsharp_search::Player;
use cardsharp_search::threads::{Progress, map_in_order};
use cardsharp_stats::Mean;
use cardsharp_table::{play_game, play_on};

use cardsharp_presentation::Present;
use cardsharp_presentation::analysis::{Analyst, CLOSELY, judge};

/// The number of bins for shown values.
pub const BINS: usize = 5;

/// Compares shown values with results in many positions.
pub struct Calibration<'a, G: Present> {
    /// The game.
    pub game: &'a G,
    /// The player at every seat, before and after the position.
    pub player: &'a dyn Player<G>,
    /// The analyst whose values are checked.
    pub analyst: &'a Analyst<G>,
    /// The seed of deals and decisions.
    pub seed: Seed,
    /// The number of positions, each from its own deal.
    pub positions: u64,
    /// How often each row is played to the end.
    pub games: u64,
    /// The number of worker threads.
    pub threads: usize,
}

/// Shown values against results, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The shown value.
    pub shown: Mean,
    /// The result of the games.
    pub played: Mean,
    /// Shown value minus result, position by position.
    pub bias: Mean,
}

/// The result of a calibration run.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationReport {
    /// The first row of each position.
    pub first: Compared,
    /// One other row of each position, drawn at random.
    pub another: Compared,
    /// First row minus other row.
    pub cost: Compared,
    /// All rows by shown value, from 0–20 to 80–100.
    pub bins: [Compared; BINS],
    /// The mean of the shown standard errors.
    pub error: f64,
}

/// The shown value of an action and its result.
#[derive(Clone, Copy)]
struct Row {
    shown: f64,
    error: f64,
    played: f64,
}

/// The first row of a position, and another if there is one.
struct Position {
    first: Row,
    other: Option<Row>,
}

impl<G: Present> Calibration<'_, G> {
    /// Runs the calibration. The result does not depend on the number of threads if budgets are counted in nodes.
    pub fn run(&self, progress: Progress<'_>) -> CalibrationReport {
        let positions = map_in_order(self.positions, self.threads, progress, |number| self.position(number));
        report(&positions.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Plays to a random decision of a game, and on from its rows. Returns `None` if no row has a value.
    fn position(&self, number: u64) -> Option<Position> {
        let seed = self.seed.stream(number);
        let (players, names) = (vec![self.player; G::SEATS], vec!["player".to_owned(); G::SEATS]);
        let record = play_game(self.game, seed.stream(0), &players, names.clone());
        let mut rng = Rng::new(seed.stream(2));
        let mut before = Record::from_seed(self.game.clone(), seed.stream(0), names);
        for action in record.actions().take(any_decision(&record, &mut rng)) {
            before.play(action).expect("it was played before");
        }
        let Turn::Of(seat) = before.state().turn() else { unreachable!("the step is a decision") };
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

fn any_decision<G: Present>(record: &Record<G>, rng: &mut Rng) -> usize {
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

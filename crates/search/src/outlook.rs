//! The consequences of an action, in figures that a person can judge.
//!
//! A search says how good an action is, but not why. So every action is played in the same worlds of the belief, with
//! the same luck, and the game is rolled out: the other seats follow the models that explain them best, the own seat
//! the default style. This is a second opinion, computed apart from the search. It costs no thinking time in a game,
//! and it serves players that do not simulate at all.

use cardsharp_rules::{ActionOf, BySeat, Rng, Seed, State, Style, Turn, draw};

use crate::{Belief, Clock, Model, Objective, Searchable, World};

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A frequency from 0 to 1.
    Chance,
    /// An amount.
    Amount,
}

/// A figure by which actions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// A short name, used as a column title.
    pub name: &'static str,
    /// A description in one sentence.
    pub words: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Whether more of it is better.
    pub good: bool,
}

/// The rollout results of an action.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook<A> {
    /// The action.
    pub action: A,
    /// The mean of each figure.
    pub figures: Vec<f64>,
    /// The standard deviation of each figure from game to game.
    pub spreads: Vec<f64>,
    /// The value of each game, from 0 to 1; the same index is the same world for every action.
    values: Vec<f32>,
}

impl<A> Outlook<A> {
    /// The number of games.
    pub fn games(&self) -> usize {
        self.values.len()
    }

    /// The mean value and its standard error.
    pub fn value(&self) -> (f64, f64) {
        mean_and_error(self.values.iter().map(|&value| f64::from(value)))
    }

    /// Returns the mean advantage over another action, paired by world, and its standard error.
    pub fn lead(&self, other: &Outlook<A>) -> (f64, f64) {
        mean_and_error(self.values.iter().zip(&other.values).map(|(mine, theirs)| f64::from(mine - theirs)))
    }
}

/// Returns the mean and its standard error, which is infinite for fewer than two values.
fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count.max(1.0);
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let error = if count < 2.0 { f64::INFINITY } else { (variance / count).sqrt() };
    (mean, error)
}

/// Plays each action in up to `games` worlds of the belief, fewer if the clock runs out, at least one.
pub fn outlook<G: Searchable>(
    game: &G,
    belief: &Belief<G::State>,
    models: &[Model<G>],
    actions: &[ActionOf<G>],
    objective: Objective,
    (games, clock): (usize, &Clock),
    rng: &mut Rng,
) -> Vec<Outlook<ActionOf<G>>> {
    let style = game.default_style();
    let count = G::FIGURES.len();
    let mut sums = vec![vec![(0.0, 0.0); count]; actions.len()];
    let mut values = vec![Vec::with_capacity(games); actions.len()];
    let mut figures = vec![0.0; count];
    for number in 0..games {
        if number > 0 && clock.time_used() >= 1.0 {
            break;
        }
        let world = belief.draw(rng);
        let opponents = opponents(world, models, style.as_ref(), rng);
        let luck = Seed(rng.next_u64());
        let Turn::Of(me) = world.state.turn() else { unreachable!("it is someone's turn") };
        for ((&action, sums), values) in actions.iter().zip(&mut sums).zip(&mut values) {
            let end = play_on::<G>(&world.state, action, &opponents, luck);
            let returns = end.returns().expect("a game that is over has returns");
            values.push(objective.value(&returns, me, G::RANGE));
            G::figures(&world.state, &end, me, &mut figures);
            for ((sum, squares), &figure) in sums.iter_mut().zip(&figures) {
                *sum += figure;
                *squares += figure * figure;
            }
        }
    }
    actions
        .iter()
        .zip(sums)
        .zip(values)
        .map(|((&action, sums), values)| {
            let games = values.len().max(1) as f64;
            let means: Vec<f64> = sums.iter().map(|(sum, _)| sum / games).collect();
            let spread = |((_, squares), mean): (&(f64, f64), &f64)| (squares / games - mean * mean).max(0.0).sqrt();
            let spreads = sums.iter().zip(&means).map(spread).collect();
            Outlook { action, figures: means, spreads, values }
        })
        .collect()
}

/// Draws the rollout style of each seat in this world.
fn opponents<'a, G: Searchable>(
    world: &World<G::State>,
    models: &'a [Model<G>],
    default_style: &'a dyn Style<G>,
    rng: &mut Rng,
) -> Vec<&'a dyn Style<G>> {
    let Turn::Of(me) = world.state.turn() else { unreachable!("it is someone's turn") };
    let model = BySeat::from_fn(G::SEATS, |seat| {
        (seat != me && !models.is_empty()).then(|| draw(&world.models[seat][..models.len()], rng))
    });
    let style = |model: Option<usize>| match model {
        Some(model) if !models[model].adapts => models[model].style.as_ref(),
        // The own seat and seats that adapt play the default style.
        _ => default_style,
    };
    model.as_slice().iter().map(|&model| style(model)).collect()
}

fn play_on<G: Searchable>(world: &G::State, action: ActionOf<G>, opponents: &[&dyn Style<G>], luck: Seed) -> G::State {
    let mut rng = Rng::new(luck);
    let mut state = world.clone();
    state.play_unchecked(action);
    while let Turn::Of(seat) = state.turn() {
        let next = opponents[seat.index()].choose(&state.observe(seat), &mut rng);
        state.play_unchecked(next);
    }
    state
}

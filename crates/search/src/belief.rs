//! Beliefs about the hidden cards, judged by how well they explain the other seats' choices.
//!
//! Worlds are drawn uniformly from all that the rules allow, then weighted. Every other seat is assumed to follow one
//! of a few models. A world's weight is the product over the seats of the likelihood of that seat's choices in this
//! world, averaged over the models. The result is a posterior over worlds and, per seat, over models. Weighting by a
//! single model, one's own policy, plays worse against anyone with another policy.
//!
//! If hardly any even world explains the past, a game can draw from the posterior directly ([`Searchable::believe`]).

use cardsharp_rules::{ActionOf, BySeat, Observation, ObservationOf, Rng, Sampler, Seat, State, Turn};

use crate::{Clock, Model, Searchable};

/// The largest number of models that a belief distinguishes.
pub const MAX_MODELS: usize = 8;

/// The probability of each model.
pub type ModelWeights = [f32; MAX_MODELS];

/// A possible arrangement of the hidden cards.
#[derive(Clone, Debug)]
pub struct World<S> {
    /// The position in this world.
    pub state: S,
    /// Its probability; the sum over all worlds is 1.
    pub weight: f64,
    /// The probability that each seat follows each model, given this world.
    pub models: BySeat<ModelWeights>,
    /// The log-likelihood of each seat's own choices in this world.
    pub evidence: BySeat<f64>,
}

/// A posterior over worlds and models.
#[derive(Clone, Debug)]
pub struct Belief<S> {
    worlds: Vec<World<S>>,
    cumulated: Vec<f64>,
    /// Worlds drawn evenly by the rules alone; empty if `worlds` were drawn so themselves.
    even: Vec<S>,
    effective_size: f64,
}

/// The share of uniform choices under any model. Without it, one surprise would rule out the true world.
pub const SURPRISE: f64 = 0.08;

/// The largest share of a time budget that the belief may use.
const SHARE: f64 = 0.35;

impl<S: State> Belief<S> {
    /// Samples up to `worlds` worlds for this observation, fewer if the clock runs out.
    ///
    /// Without models every world is equally likely.
    ///
    /// # Panics
    /// If `worlds` is 0 or there are more than [`MAX_MODELS`] models.
    pub fn new<G: Searchable<State = S>>(
        view: &ObservationOf<G>,
        models: &[Model<G>],
        worlds: usize,
        clock: &Clock,
        rng: &mut Rng,
    ) -> Belief<S> {
        assert!(worlds > 0, "some worlds");
        if !models.is_empty()
            && let Some(belief) = G::believe(view, worlds, clock, rng)
        {
            return belief;
        }
        Belief::weighed(view, models, worlds, clock, rng)
    }

    /// Draws worlds evenly and weighs them by these models, even if the game has its own [`Searchable::believe`].
    ///
    /// # Panics
    /// If `worlds` is 0 or there are more than [`MAX_MODELS`] models.
    pub fn weighed<G: Searchable<State = S>>(
        view: &ObservationOf<G>,
        models: &[Model<G>],
        worlds: usize,
        clock: &Clock,
        rng: &mut Rng,
    ) -> Belief<S> {
        assert!(worlds > 0 && models.len() <= MAX_MODELS, "some worlds, and not too many models");
        let sampler = view.sampler();
        let mut judge = Judge { models, legal: Vec::new(), weights: Vec::new(), actions: Vec::new() };
        // A caller may ask for a million worlds where time allows a few thousand.
        let mut judged = Vec::with_capacity(worlds.min(1_000));
        while judged.len() < worlds && (judged.is_empty() || clock.time_used() < SHARE) {
            let state = sampler.sample(rng);
            let likelihoods = judge.log_likelihoods(&state, view.seat());
            judged.push((state, likelihoods));
        }
        let priors: Vec<f64> = models.iter().map(|model| model.prior).collect();
        Belief::from_likelihoods(judged, &priors)
    }

    /// A belief in this one world, in which every seat follows the first model.
    pub(crate) fn certain<G: Searchable<State = S>>(state: S) -> Belief<S> {
        Belief::from_likelihoods(vec![(state, BySeat::splat(G::SEATS, [0.0; MAX_MODELS]))], &[1.0])
    }

    /// A belief from posterior samples, each with every seat's model probabilities. `different` counts the distinct
    /// ones; `even` holds worlds drawn evenly.
    pub(crate) fn drawn(worlds: Vec<(S, BySeat<ModelWeights>)>, different: usize, even: Vec<S>) -> Belief<S> {
        let weight = 1.0 / worlds.len() as f64;
        let cumulated = (1..=worlds.len()).map(|count| count as f64 * weight).collect();
        let world = |(state, models): (S, BySeat<ModelWeights>)| {
            let evidence = models.map(|_| 0.0);
            World { state, weight, models, evidence }
        };
        Belief { worlds: worlds.into_iter().map(world).collect(), cumulated, even, effective_size: different as f64 }
    }

    fn from_likelihoods(judged: Vec<(S, BySeat<[f64; MAX_MODELS]>)>, priors: &[f64]) -> Belief<S> {
        let mut worlds: Vec<World<S>> = judged
            .into_iter()
            .map(|(state, likelihoods)| {
                let judged = likelihoods.map(|logs| posterior(&logs, priors));
                let (models, evidence) = (judged.map(|(models, _)| models), judged.map(|(_, evidence)| evidence));
                World { state, weight: evidence.as_slice().iter().sum::<f64>(), models, evidence }
            })
            .collect();
        let best = worlds.iter().map(|world| world.weight).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = worlds.iter().map(|world| (world.weight - best).exp()).sum();
        let mut cumulated = Vec::with_capacity(worlds.len());
        let mut total = 0.0;
        for world in &mut worlds {
            world.weight = (world.weight - best).exp() / sum;
            total += world.weight;
            cumulated.push(total);
        }
        let effective_size = 1.0 / worlds.iter().map(|world| world.weight * world.weight).sum::<f64>();
        Belief { worlds, cumulated, even: Vec::new(), effective_size }
    }

    /// The worlds with their weights.
    pub fn worlds(&self) -> &[World<S>] {
        &self.worlds
    }

    /// Returns the evenly drawn worlds that come with posterior samples, to compare the belief with the rules alone.
    pub fn drawn_evenly(&self) -> Option<&[S]> {
        (!self.even.is_empty()).then_some(self.even.as_slice())
    }

    /// Draws a world by its weight.
    pub fn draw(&self, rng: &mut Rng) -> &World<S> {
        let place = rng.unit() * self.cumulated.last().expect("a belief has worlds");
        let index = self.cumulated.partition_point(|&sum| sum <= place);
        &self.worlds[index.min(self.worlds.len() - 1)]
    }

    /// The number of evenly weighted worlds these are worth. For posterior samples, the number of distinct worlds.
    pub fn effective_size(&self) -> f64 {
        self.effective_size
    }

    /// The probability that a seat follows each model.
    pub fn models(&self, seat: Seat) -> ModelWeights {
        let mut posterior = [0.0; MAX_MODELS];
        for world in &self.worlds {
            for (sum, part) in posterior.iter_mut().zip(world.models[seat]) {
                *sum += world.weight as f32 * part;
            }
        }
        posterior
    }
}

/// Returns the posterior over models and the logarithm of the evidence, without overflow.
fn posterior(logs: &[f64; MAX_MODELS], priors: &[f64]) -> (ModelWeights, f64) {
    if priors.is_empty() {
        return ([0.0; MAX_MODELS], 0.0);
    }
    let best = logs[..priors.len()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut parts = [0.0; MAX_MODELS];
    for (part, (prior, log)) in parts.iter_mut().zip(priors.iter().zip(logs)) {
        *part = prior * (log - best).exp();
    }
    let sum: f64 = parts.iter().sum();
    (parts.map(|part| (part / sum) as f32), best + sum.ln())
}

/// Replays a world and computes the likelihood of the other seats' choices under every model.
struct Judge<'a, G: Searchable> {
    models: &'a [Model<G>],
    legal: Vec<ActionOf<G>>,
    weights: Vec<f32>,
    actions: Vec<ActionOf<G>>,
}

impl<G: Searchable> Judge<'_, G> {
    fn log_likelihoods(&mut self, end: &G::State, me: Seat) -> BySeat<[f64; MAX_MODELS]> {
        let mut logs = BySeat::splat(G::SEATS, [0.0; MAX_MODELS]);
        if self.models.is_empty() {
            return logs;
        }
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let mut state = end.rewind(&mut actions);
        for &action in &actions {
            let Turn::Of(seat) = state.turn() else { unreachable!("a past action had its turn") };
            if seat != me {
                let counts = if G::State::is_open(action) { 1.0 } else { G::UNSEEN_TEMPERING };
                self.judge(&state.observe(seat), action, counts, &mut logs[seat]);
            }
            state.play_unchecked(action);
        }
        self.actions = actions;
        logs
    }

    fn judge(&mut self, view: &ObservationOf<G>, action: ActionOf<G>, counts: f64, logs: &mut [f64; MAX_MODELS]) {
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        if self.legal.len() < 2 {
            return;
        }
        let choice = self.legal.iter().position(|&legal| legal == action).expect("a past action was legal");
        let surprise = SURPRISE / self.legal.len() as f64;
        for (model, log) in self.models.iter().zip(logs) {
            model.style.weigh(view, &self.legal, &mut self.weights);
            *log += counts * (surprise + (1.0 - SURPRISE) * f64::from(self.weights[choice])).ln();
        }
    }
}

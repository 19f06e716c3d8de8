//! What the hidden cards may be, judged by how well they explain what the others did.
//!
//! Worlds are drawn uniformly from all that the rules allow, then weighted. Every other seat is
//! thought to follow one of a few styles, unknown which; a world's weight is the product over the
//! seats of how likely that seat's choices were in this world, averaged over the styles. What
//! comes out is a posterior over worlds and, per seat, over styles. Weighting by one's own policy
//! alone makes things worse against anyone who plays differently, so there are always several.

use cardsharp_rules::{ActionOf, BySeat, Observation, ObservationOf, Rewind, Rng, Sampler, Seat, State, Turn};

use crate::Thoughtful;

/// The most styles a belief distinguishes.
pub const MAX_STYLES: usize = 8;

/// How likely each style is.
pub type StyleWeights = [f32; MAX_STYLES];

/// A way the hidden cards may lie.
#[derive(Clone, Debug)]
pub struct World<S> {
    /// The position as it would be.
    pub state: S,
    /// How likely it is; the sum over all worlds is 1.
    pub weight: f64,
    /// How likely each seat follows each style, were this the truth.
    pub styles: BySeat<StyleWeights>,
}

/// A posterior over worlds and styles.
#[derive(Clone, Debug)]
pub struct Belief<S> {
    worlds: Vec<World<S>>,
    cumulated: Vec<f64>,
}

/// How often a seat does something no style of ours would: without it, one surprise would rule
/// out the truth.
const SURPRISE: f64 = 0.08;

impl<S: Clone> Belief<S> {
    /// Thinks about this observation with so many worlds.
    ///
    /// # Panics
    /// If `worlds` is 0 or the game has more than [`MAX_STYLES`] models.
    pub fn new<G: Thoughtful<State = S>>(game: &G, view: &ObservationOf<G>, worlds: usize, rng: &mut Rng) -> Belief<S>
    where
        S: Rewind,
    {
        let models = game.models();
        assert!(models.len() <= MAX_STYLES, "too many models");
        let sampler = view.sampler();
        let mut judge = Judge::<G> { models: &models, legal: Vec::new(), weights: Vec::new(), actions: Vec::new() };
        let judged: Vec<(S, BySeat<[f64; MAX_STYLES]>)> = (0..worlds)
            .map(|_| {
                let state = sampler.sample(rng);
                let likelihoods = judge.log_likelihoods(&state, view.seat());
                (state, likelihoods)
            })
            .collect();
        let priors: Vec<f64> = models.iter().map(|(_, prior)| *prior).collect();
        Belief::from_likelihoods(judged, &priors)
    }

    fn from_likelihoods(judged: Vec<(S, BySeat<[f64; MAX_STYLES]>)>, priors: &[f64]) -> Belief<S> {
        let mut worlds: Vec<World<S>> = judged
            .into_iter()
            .map(|(state, likelihoods)| {
                let mut log_weight = 0.0;
                let styles = likelihoods.map(|logs| {
                    let best = logs[..priors.len()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let mut posterior = [0.0; MAX_STYLES];
                    let mut sum = 0.0;
                    for (style, prior) in priors.iter().enumerate() {
                        let part = prior * (logs[style] - best).exp();
                        posterior[style] = part as f32;
                        sum += part;
                    }
                    log_weight += best + sum.ln();
                    posterior.map(|part| part / sum as f32)
                });
                World { state, weight: log_weight, styles }
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
        Belief { worlds, cumulated }
    }

    /// The worlds with their weights.
    pub fn worlds(&self) -> &[World<S>] {
        &self.worlds
    }

    /// A world, drawn by its weight.
    pub fn draw(&self, rng: &mut Rng) -> &World<S> {
        let place = rng.unit() * self.cumulated.last().expect("a belief has worlds");
        let index = self.cumulated.partition_point(|&sum| sum <= place);
        &self.worlds[index.min(self.worlds.len() - 1)]
    }

    /// How many evenly weighted worlds these are worth.
    pub fn effective_size(&self) -> f64 {
        1.0 / self.worlds.iter().map(|world| world.weight * world.weight).sum::<f64>()
    }

    /// How likely a seat follows each style.
    pub fn styles(&self, seat: Seat) -> StyleWeights {
        let mut posterior = [0.0; MAX_STYLES];
        for world in &self.worlds {
            for (sum, part) in posterior.iter_mut().zip(world.styles[seat]) {
                *sum += world.weight as f32 * part;
            }
        }
        posterior
    }
}

/// Replays a world and asks every model how likely the others' choices were.
struct Judge<'a, G: Thoughtful> {
    models: &'a [(Box<dyn cardsharp_rules::Style<G>>, f64)],
    legal: Vec<ActionOf<G>>,
    weights: Vec<f32>,
    actions: Vec<ActionOf<G>>,
}

impl<G: Thoughtful> Judge<'_, G> {
    fn log_likelihoods(&mut self, end: &G::State, me: Seat) -> BySeat<[f64; MAX_STYLES]> {
        let mut logs = BySeat::splat(G::SEATS, [0.0; MAX_STYLES]);
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let mut state = end.rewind(&mut actions);
        for &action in &actions {
            let Turn::Of(seat) = state.turn() else { unreachable!("a past action had its turn") };
            if seat != me {
                self.judge(&state.observe(seat), action, &mut logs[seat]);
            }
            state.play_unchecked(action);
        }
        self.actions = actions;
        logs
    }

    fn judge(&mut self, view: &ObservationOf<G>, action: ActionOf<G>, logs: &mut [f64; MAX_STYLES]) {
        self.legal.clear();
        view.legal_actions(&mut self.legal);
        if self.legal.len() < 2 {
            return;
        }
        let choice = self.legal.iter().position(|&legal| legal == action).expect("a past action was legal");
        let surprise = SURPRISE / self.legal.len() as f64;
        for ((model, _), log) in self.models.iter().zip(logs) {
            model.weigh(view, &self.legal, &mut self.weights);
            *log += (surprise + (1.0 - SURPRISE) * f64::from(self.weights[choice])).ln();
        }
    }
}

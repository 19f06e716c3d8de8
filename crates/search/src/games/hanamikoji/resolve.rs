//! `resolve`: exact ranges, search while the game is long, and the rest of it solved.
//!
//! At every decision the ranges of both seats are worked out anew from what the table shows
//! ([`ranges`](super::ranges)). As long as the rest of the game is too large to be solved in the
//! time there is, the champion's search thinks, but in worlds drawn from the exact range instead of
//! worlds that were drawn evenly and weighed. From then on the rest of the game is solved as a game
//! of its own, and the answer drawn from its equilibrium; unless the other seat seems to follow a
//! style to the letter, which an equilibrium does not take advantage of and the search does.
//!
//! This is re-solving without a gadget, and so not safe in the strict sense: a gadget (Burch, Johanson
//! and Bowling 2014) holds the other seat to what a blueprint grants each of its hands, and here there
//! is no blueprint that would know. What protects instead is that no hand is ruled out: a part of
//! every range is that of a seat that plays at random, and every model surprises now and then, so a
//! solution has to answer hands that nobody was thought to hold. How much that leaves open is not
//! measured.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Hanamikoji, Kind, Observation, State};
use cardsharp_rules::{BySeat, Observation as _, Rng, Sampler as _, draw};

use super::glance::Glance;
use super::ranges::{MINDS, Range, range};
use crate::equilibrium::Rule;
use crate::equilibrium::hanamikoji::{Public, Situation, Subgame, Variant};
use crate::{Belief, Budget, Clock, Considered, MAX_MODELS, Player, Search, Thoughtful, search_in};

/// Searches, then solves.
pub(super) struct Resolve {
    how: Search,
    glance: Glance,
}

/// Which of the models one's own past is taken to look like: a thinker's.
const THINKER: usize = 2;

/// How many choices of a tree a millisecond pays for, the building of it and a few rounds included;
/// with fewer rounds than four a solution is worse than a search.
const CHOICES_A_MS: f64 = 6_500.0;
/// The same where games are counted and not time.
const CHOICES_A_NODE: f64 = 500.0;
const FEWEST_ROUNDS: u32 = 4;
/// After so many rounds the gap is a small part of a hundredth.
const MOST_ROUNDS: u32 = 24;
/// If it is likelier than this that the other seat is greedy, it is not worth an equilibrium: the
/// search plays against what it follows.
const FOLLOWS: f32 = 0.8;
const GREEDY: usize = 1;
/// What is less likely than this is taken for a remnant of the first rounds.
const NOISE: f32 = 0.04;

impl Resolve {
    pub(super) fn new(how: Search) -> Resolve {
        Resolve { how, glance: Glance::new() }
    }

    /// How large a tree may be.
    fn most_choices(&self) -> f64 {
        match self.how.budget {
            Budget::Time(time) => time.as_secs_f64() * 1e3 * CHOICES_A_MS,
            Budget::Nodes(nodes) => nodes as f64 * CHOICES_A_NODE,
        }
    }

    /// What each action is worth by search, the best first.
    fn search(&self, view: &Observation, rng: &mut Rng) -> Vec<crate::Valued<Action>> {
        let mut clock = Clock::start(self.how.budget);
        let models = Hanamikoji.models();
        let belief = self.believe(view, rng);
        search_in(&Hanamikoji, view, &belief, &models, &self.how, &mut clock, rng)
    }

    /// Worlds drawn from the exact range of the other seat.
    fn believe(&self, view: &Observation, rng: &mut Rng) -> Belief<State> {
        let (me, mine) = (view.seat(), situation(view));
        let theirs = range(&self.glance, view.table(), me.other().index(), mine.cards());
        let unseen = view.unseen();
        // What is drawn must not depend on the order of a hash table.
        let mut rows: Vec<(&Situation, &[f32; MINDS])> = theirs.iter().collect();
        rows.sort_unstable_by_key(|(situation, _)| **situation);
        let priors = priors();
        let weights: Vec<f32> =
            rows.iter().map(|(row, minds)| total(minds, &priors) * ways(unseen - row.cards())).collect();
        let sampler = view.sampler();
        let worlds = (0..self.how.worlds)
            .map(|_| {
                let (row, minds) = rows[draw(&weights, rng)];
                let state = sampler.lay(row.hand, row.secret.types().next(), row.burned, rng);
                let mut models = BySeat::splat(2, [0.0; MAX_MODELS]);
                for mind in 0..MINDS {
                    models[me.other()][mind] = minds[mind] * priors[mind] / total(minds, &priors);
                }
                (state, models)
            })
            .collect();
        Belief::drawn(worlds, self.how.worlds, vec![sampler.sample(rng)])
    }

    /// How likely the other seat is of each mind.
    fn minds(&self, view: &Observation) -> [f32; MINDS] {
        let theirs = range(&self.glance, view.table(), view.seat().other().index(), situation(view).cards());
        let mut rows: Vec<(&Situation, &[f32; MINDS])> = theirs.iter().collect();
        rows.sort_unstable_by_key(|(situation, _)| **situation);
        let (unseen, priors) = (view.unseen(), priors());
        let mut sums = [0.0; MINDS];
        for (row, minds) in rows {
            for (mind, sum) in sums.iter_mut().enumerate() {
                *sum += priors[mind] * minds[mind] * ways(unseen - row.cards());
            }
        }
        let total: f32 = sums.iter().sum();
        sums.map(|sum| sum / total)
    }

    /// What an equilibrium of the rest of the game does here, if it can be found in time.
    fn solve(&self, view: &Observation) -> Option<Vec<(Action, f32)>> {
        let public = Public::of(view.table());
        if choices(&public) > self.most_choices() || self.minds(view)[GREEDY] > FOLLOWS {
            return None;
        }
        let clock = Clock::start(self.how.budget);
        let me = view.seat().index();
        let ranges: [Range; 2] = [0, 1].map(|seat| range(&self.glance, view.table(), seat, Cards::EMPTY));
        let priors = priors();
        let weigh = |seat: usize, row: &Situation| {
            let minds = ranges[seat].get(row).copied().unwrap_or_default();
            if seat == me { minds[THINKER] } else { total(&minds, &priors) }
        };
        let game = Subgame::after(Variant::FULL, &public, weigh, 2 * self.most_choices() as usize).ok()??;
        let mut solver = game.solver(Rule::Discounted, 1);
        while solver.rounds() < MOST_ROUNDS && (solver.rounds() < FEWEST_ROUNDS || clock.time_used() < 0.9) {
            solver.round();
        }
        let mut play = game.play(&solver, &game.root(), &situation(view));
        play.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        Some(play).filter(|play| !play.is_empty())
    }
}

impl Player<Hanamikoji> for Resolve {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Action {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        if let [only] = legal[..] {
            return only;
        }
        let Some(play) = self.solve(view) else { return self.search(view, rng)[0].action };
        let likely: Vec<f32> = play.iter().map(|&(_, part)| if part < NOISE { 0.0 } else { part }).collect();
        play[draw(&likely, rng)].0
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Action> {
        match self.solve(view) {
            Some(play) => {
                Considered::Weights(play.into_iter().map(|(action, part)| (action, f64::from(part))).collect())
            }
            None => Considered::Values(self.search(view, rng)),
        }
    }
}

fn situation(view: &Observation) -> Situation {
    let own = view.own();
    Situation { hand: own.hand(), secret: own.secret().map_or(Cards::EMPTY, Cards::from), burned: own.burned() }
}

fn priors() -> [f32; MINDS] {
    let models = Hanamikoji.models();
    std::array::from_fn(|mind| models[mind].prior as f32)
}

fn total(minds: &[f32; MINDS], priors: &[f32; MINDS]) -> f32 {
    minds.iter().zip(priors).map(|(weight, prior)| weight * prior).sum()
}

/// In how many orders these cards may lie, twins not told apart, but for a factor.
fn ways(rest: Cards) -> f32 {
    const FACTORIALS: [f32; 6] = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0];
    Geisha::ALL.into_iter().map(|card| 1.0 / FACTORIALS[rest.count(card)]).product()
}

/// How many choices the rest of a game has, about, as measured in `benchmarks/equilibrium.md`.
fn choices(public: &Public) -> f64 {
    let left = [0, 1].map(|seat| public.left(&Variant::FULL, seat));
    let count = |kind: Kind| left.iter().flatten().filter(|&&left| left == kind).count();
    let hidden = count(Kind::Secret) + count(Kind::Burn);
    let offers = match (count(Kind::Competition), count(Kind::Gift)) {
        (2, 0) => 6e6,
        (1, 1) => 2e6,
        (0, 2) => 0.5e6,
        (competitions, gifts) if competitions + gifts < 2 => 0.1e6,
        _ => return f64::INFINITY,
    };
    let answers = public.offer.map_or(1, |offer| offer.choices().count());
    offers * [1.0, 0.7, 2.0, 4.0, 4.0][hidden.min(4)] * answers as f64
}

//! The best response to a belief, by tree search over the player's own choices.
//!
//! It does the work of [`search`](crate::search()) several times as fast: a simulation draws a world and a habit for
//! every other seat, hands are bit sets, and no observation is built. A node is keyed by a summary of the position, not
//! by the full history: few histories occur twice, so histories share what they learn. The plan never uses more than
//! the player knows.

use cardsharp_rules::intensity::{
    Action, BUFFALO, Card, Careful, Intensity, Observation, State, TrickView, legal_plays,
};
use cardsharp_rules::{CardSet, Observation as _, Rng, Seat, State as _, Turn};

use super::guesses::{Guess, Guesses};
use super::habits::Habit;
use crate::keys::{ByKey, mix};
use crate::node::Node;
use crate::{Clock, Search, Searchable, Valued};

const SEATS: usize = 4;

/// The uniform part of the prior at nodes below the root; the careful player gives the rest.
const OPEN: f32 = 0.5;
const EXPLORATION: f32 = 0.5;

/// Values these legal actions, the most promising first. `advice` is the prior of each action.
pub(super) fn responses(
    view: &Observation,
    belief: &Guesses,
    (legal, advice): (&[Action], &[f32]),
    how: &Search,
    clock: &mut Clock,
    rng: &mut Rng,
) -> Vec<Valued<Action>> {
    let even = Intensity::UNIFORM_SHARE / legal.len() as f32;
    let prior = |(&action, &advice): (&Action, &f32)| (action, (1.0 - Intensity::UNIFORM_SHARE) * advice + even);
    let root = Node::new(legal.iter().zip(advice).map(prior));
    let mut tree =
        Tree { me: view.seat(), how, nodes: vec![root], index: ByKey::default(), path: Vec::with_capacity(11) };
    // The first simulation runs even without time left, so that there is a decision.
    while clock.tick() || tree.nodes[0].is_new() {
        tree.simulate(belief.draw(rng), rng);
    }
    tree.nodes[0].valued()
}

struct Tree<'a> {
    me: Seat,
    how: &'a Search,
    nodes: Vec<Node<Action>>,
    index: ByKey<u32>,
    path: Vec<(usize, usize)>,
}

impl Tree<'_> {
    fn simulate(&mut self, guess: &Guess, rng: &mut Rng) {
        let mut state = guess.state;
        self.path.clear();
        let opponents: [Habit; SEATS] = std::array::from_fn(|seat| {
            if seat == self.me.index() { Habit::CAREFUL } else { Habit::draw_from(&guess.opponents[seat], rng) }
        });
        let mut inside = true;
        while let Turn::Of(seat) = state.turn() {
            let hand = state.hands()[seat];
            if !state.table().all_passed() {
                let pass =
                    if seat == self.me { self.step(0) } else { Action::Pass(opponents[seat.index()].pass(hand, rng)) };
                state.play_unchecked(pass);
                continue;
            }
            let legal = legal_plays(state.table(), hand);
            let trick = trick(&state, seat, hand);
            let action = if seat == self.me && inside {
                let node = self.node(&state, &trick, legal);
                inside = !self.nodes[node].is_new();
                self.step(node)
            } else {
                Action::Play(opponents[seat.index()].play(&trick, legal, rng))
            };
            state.play_unchecked(action);
        }
        let returns = state.returns().expect("the game is over");
        self.back_up(f64::from(self.how.objective.value(&returns, self.me, Intensity::RANGE)));
    }

    fn step(&mut self, node: usize) -> Action {
        let (edge, action) = self.nodes[node].select(EXPLORATION);
        self.path.push((node, edge));
        action
    }

    /// Returns the node of the position's summary; the first node is the root.
    fn node(&mut self, state: &State, trick: &TrickView<'_>, legal: CardSet<Card>) -> usize {
        if self.path.is_empty() {
            return 0;
        }
        let next = self.nodes.len();
        let node = *self.index.entry(glance(state, trick)).or_insert(next as u32) as usize;
        if node == next {
            let choices = Careful::choices(trick, legal);
            let (even, glad) = (OPEN / legal.len() as f32, (1.0 - OPEN) / choices.len() as f32);
            let prior = |card| (Action::Play(card), even + if choices.contains(card) { glad } else { 0.0 });
            self.nodes.push(Node::new(legal.iter().map(prior)));
        }
        node
    }

    fn back_up(&mut self, value: f64) {
        for &(node, edge) in &self.path {
            self.nodes[node].learn(edge, value);
        }
    }
}

/// Returns the view of a seat with all hands open: its unseen cards are those in the other hands.
pub(super) fn trick(state: &State, seat: Seat, hand: CardSet<Card>) -> TrickView<'_> {
    let others = (1..SEATS).map(|step| state.hands()[seat.plus(step, SEATS)]);
    let unseen = others.fold(CardSet::EMPTY, |unseen, hand| unseen | hand);
    TrickView { hand, unseen, round: state.table().round(), winning: state.table().winning() }
}

/// Returns the key of a position's summary: the hand, the round so far, and the state of the buffalo and the calves.
fn glance(state: &State, trick: &TrickView<'_>) -> u64 {
    let points: u64 = trick.round.iter().map(|card| u64::from(card.points())).sum();
    let winning = trick.winning.map_or(0, |card| u64::from(card.number()));
    let looms = u64::from(trick.unseen.contains(BUFFALO)) << 1 | u64::from(state.table().calves_broken());
    mix(mix(trick.hand.bits(), winning << 8 | points), (trick.round.len() as u64) << 2 | looms)
}

//! The best answer to what is believed of the others, by tree search over one's own choices.
//!
//! What [`search`](crate::search()) does for any game, several times as fast: a simulation draws a
//! world and an opponent for every other seat, hands are sets of bits, and nobody's view is written
//! down. A node is not all that was seen since the search began but what one goes by at a glance:
//! hardly any course of play comes up twice, and what was learnt in one serves in the next. The
//! plan that comes of it uses less than one knows, never more.

use cardsharp_rules::intensity::{
    Action, BUFFALO, Card, Careful, Intensity, Observation, State, TrickView, legal_plays,
};
use cardsharp_rules::{CardSet, Observation as _, Rng, Seat, State as _, Turn};

use super::guesses::{Guess, Guesses};
use super::habits::Habit;
use crate::keys::{ByKey, mix};
use crate::node::Node;
use crate::{Clock, Search, Thoughtful, Valued};

const SEATS: usize = 4;

/// How much of the first steps inside the tree does not heed what a careful player would do.
const OPEN: f32 = 0.5;
/// How curious the search is about actions it has tried seldom.
const EXPLORATION: f32 = 0.5;

/// Values these legal actions, the most promising first, with how much each of them is to be tried before
/// anything is known.
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
    // The first simulation is free: a decision has to come of it even if there is no time.
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
            if seat == self.me.index() { Habit::CAREFUL } else { Habit::drawn(&guess.opponents[seat], rng) }
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

    /// What is tried next at a node.
    fn step(&mut self, node: usize) -> Action {
        let (edge, action) = self.nodes[node].select(EXPLORATION);
        self.path.push((node, edge));
        action
    }

    /// The node of what a glance tells; the first is where the search began.
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

/// What a seat goes by, with all hands open: the cards it has not seen are the others'.
pub(super) fn trick(state: &State, seat: Seat, hand: CardSet<Card>) -> TrickView<'_> {
    let others = (1..SEATS).map(|step| state.hands()[seat.plus(step, SEATS)]);
    let unseen = others.fold(CardSet::EMPTY, |unseen, hand| unseen | hand);
    TrickView { hand, unseen, round: state.table().round(), winning: state.table().winning() }
}

/// What one goes by at a glance: one's hand, who is winning what, and what still looms.
fn glance(state: &State, trick: &TrickView<'_>) -> u64 {
    let points: u64 = trick.round.iter().map(|card| u64::from(card.points())).sum();
    let winning = trick.winning.map_or(0, |card| u64::from(card.number()));
    let looms = u64::from(trick.unseen.contains(BUFFALO)) << 1 | u64::from(state.table().calves_broken());
    mix(mix(trick.hand.bits(), winning << 8 | points), (trick.round.len() as u64) << 2 | looms)
}

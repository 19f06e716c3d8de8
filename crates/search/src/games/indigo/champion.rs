//! The strongest Indigo player.
//!
//! Before the last deal it samples hands and opponents, and searches to the end of the deal for the best answer to
//! them; a fitted net then estimates the winner. In the last deal it computes the exact best response.

use cardsharp_rules::indigo::{Indigo, Observation, Play, State};
use cardsharp_rules::{CardSet, Observation as _, Rng, Seat, State as _, Style, Turn, draw};

use super::opponents::{HAND, OPPONENTS, Opponent, OpponentWeights};
use super::position::Position;
use super::posterior::{PRIORS, Posterior, likelihoods};
use super::response::responses;
use super::value;
use crate::keys::{ByKey, mix};
use crate::memory::Remembered;
use crate::node::Node;
use crate::{Clock, Considered, Memory, Oracle, Player, Search, SeenGame, Valued};

/// The strongest player of this program.
#[derive(Clone, Copy, Debug)]
pub struct Champion {
    how: Search,
    /// The opponents' record of earlier games of a match, if it remembers.
    remembered: Option<Remembered<{ OPPONENTS.len() }>>,
}

/// The last of the four deals, counted from 0.
const LAST: usize = 3;

impl Player<Indigo> for Champion {
    fn choose(&self, view: &Observation, rng: &mut Rng) -> Play {
        only(view).unwrap_or_else(|| self.think(view, rng)[0].action)
    }

    fn consider(&self, view: &Observation, rng: &mut Rng) -> Considered<Play> {
        // With a single card there is no node to evaluate.
        only(view).map_or_else(|| Considered::Values(self.think(view, rng)), Considered::Choice)
    }

    fn remembering(&self, seen: &SeenGame<Indigo>) -> Option<Box<dyn Player<Indigo>>> {
        self.having(seen).map(|champion| Box::new(champion) as Box<dyn Player<Indigo>>)
    }
}

/// The champion with sight of the other hand: an upper bound on the gain from better inference.
#[derive(Clone, Copy, Debug)]
pub struct Peeker(pub Champion);

impl Oracle<Indigo> for Peeker {
    fn name(&self) -> &'static str {
        "hand"
    }

    fn summary(&self) -> &'static str {
        "sees the other hand, not what is still to be dealt, and searches as the champion does"
    }

    fn choose(&self, state: &State, _styles: &[&dyn Style<Indigo>], rng: &mut Rng) -> Play {
        let Turn::Of(seat) = state.turn() else { unreachable!("the game is not over") };
        let view = state.observe(seat);
        let clock = Clock::start(self.0.how.budget);
        let posterior = Posterior::certain(&view, state.hands()[seat.other()]);
        only(&view).unwrap_or_else(|| self.0.value(&view, &posterior, clock, rng)[0].action)
    }
}

fn only(view: &Observation) -> Option<Play> {
    if view.hand().len() == 1 { view.hand().first().map(Play) } else { None }
}

impl Champion {
    /// Creates a champion with these search settings and this memory.
    pub fn new(how: Search, memory: Memory) -> Champion {
        Champion { how, remembered: (memory == Memory::Match).then(Remembered::default) }
    }

    /// Returns the champion with this game remembered; none if it does not remember.
    fn having(&self, seen: &SeenGame<Indigo>) -> Option<Champion> {
        let remembered = self.remembered?.after(seen, &PRIORS, |_| likelihoods(&seen.view));
        Some(Champion { remembered: Some(remembered), ..*self })
    }

    fn priors(&self, view: &Observation) -> OpponentWeights {
        self.remembered.map_or(PRIORS, |remembered| remembered.priors(view.seat().other(), &PRIORS))
    }

    /// Values every card of the hand, best first. It must be the seat's turn, and the hand must have a choice.
    pub fn think(&self, view: &Observation, rng: &mut Rng) -> Vec<Valued<Play>> {
        let clock = Clock::start(self.how.budget);
        let posterior = Posterior::new(view, self.priors(view), self.how.worlds, &clock, rng);
        self.value(view, &posterior, clock, rng)
    }

    fn value(&self, view: &Observation, posterior: &Posterior, mut clock: Clock, rng: &mut Rng) -> Vec<Valued<Play>> {
        if view.table().deal_number() == LAST {
            return responses(&Position::from_view(view, view.unseen()), &posterior.opponents(), &clock);
        }
        Champion::search(Tree::new(view, self.how.exploration), view, posterior, &mut clock, rng)
    }

    /// Values only these cards, each in a search of its own, against the same hands and opponents.
    pub(super) fn compare(&self, view: &Observation, plays: &[Play], rng: &mut Rng) -> Vec<Valued<Play>> {
        let clock = Clock::start(self.how.budget);
        let posterior = Posterior::new(view, self.priors(view), self.how.worlds, &clock, rng);
        if view.table().deal_number() == LAST {
            let valued = self.value(view, &posterior, clock, rng);
            let found = |play: &Play| valued.iter().find(|valued| valued.action == *play);
            return plays.iter().map(|play| *found(play).expect("every card is worked out")).collect();
        }
        let search = |&play: &Play| {
            let mut tree = Tree::new(view, self.how.exploration);
            tree.begin_with(play);
            Champion::search(tree, view, &posterior, &mut Clock::start(self.how.budget), rng).swap_remove(0)
        };
        plays.iter().map(search).collect()
    }

    fn search(
        mut tree: Tree,
        view: &Observation,
        posterior: &Posterior,
        clock: &mut Clock,
        rng: &mut Rng,
    ) -> Vec<Valued<Play>> {
        let mut position = Position::from_view(view, CardSet::EMPTY);
        // With no time left, one simulation still gives an answer.
        while clock.tick() || tree.nodes.first().is_none_or(Node::is_new) {
            let (hand, opponent) = posterior.draw(rng);
            position.hands[view.seat().other().index()] = hand;
            tree.simulate(position, opponent, rng);
        }
        tree.nodes[0].valued()
    }
}

fn new_node(position: &Position) -> Node<Play> {
    let hand = position.hand();
    // Half the prior is the choice of `Opponent::Thinker`, half is uniform.
    let even = 0.5 / hand.len() as f32;
    Node::new(
        hand.iter().zip(Opponent::Thinker.weigh(position)).map(|(card, chance)| (Play(card), 0.5 * chance + even)),
    )
}

/// The key of the empty sequence of plays.
const START: u64 = 0;

/// The seat's decisions to the end of the deal: a node for every sequence of plays, with a sampled opponent.
struct Tree {
    me: Seat,
    deal: usize,
    exploration: f32,
    nodes: Vec<Node<Play>>,
    index: ByKey<u32>,
}

impl Tree {
    fn new(view: &Observation, exploration: f32) -> Tree {
        let (me, deal) = (view.seat(), view.table().deal_number());
        Tree { me, deal, exploration, nodes: Vec::new(), index: ByKey::default() }
    }

    fn begin_with(&mut self, play: Play) {
        self.index.insert(START, 0);
        self.nodes.push(Node::new([(play, 1.0)]));
    }

    fn simulate(&mut self, mut position: Position, opponent: Opponent, rng: &mut Rng) {
        let mut path = [(0, 0); HAND];
        let mut depth = 0;
        let mut key = START;
        let mut inside = true;
        while !position.is_over() {
            let hand = position.hand();
            let card = if hand.len() == 1 {
                hand.nth(0)
            } else if position.turn != self.me {
                hand.nth(draw(&opponent.weigh(&position)[..hand.len()], rng) as u32)
            } else if inside {
                let node = self.node(key, &position, &mut inside);
                let (edge, Play(card)) = self.nodes[node].select(self.exploration);
                path[depth] = (node, edge);
                depth += 1;
                card
            } else {
                hand.nth(draw(&Opponent::Thinker.weigh(&position)[..hand.len()], rng) as u32)
            };
            position.play(card);
            key = mix(key, 1 + u64::from(cardsharp_rules::Card::index(card)));
        }
        let value = f64::from(value::wins(&position, self.deal + 1, self.me));
        for &(node, edge) in &path[..depth] {
            self.nodes[node].learn(edge, value);
        }
    }

    /// Returns the node of this sequence. Adding a node leaves the tree.
    #[inline]
    fn node(&mut self, key: u64, position: &Position, inside: &mut bool) -> usize {
        let nodes = &mut self.nodes;
        let node = *self.index.entry(key).or_insert_with(|| {
            *inside = false;
            nodes.push(new_node(position));
            nodes.len() as u32 - 1
        });
        node as usize
    }
}

#[cfg(test)]
mod tests {
    use cardsharp_rules::indigo::{Classic, Greedy};
    use cardsharp_rules::{Game as _, Random, Rotation, Seed};

    use super::*;
    use crate::Searchable as _;

    /// Returns a champion's priors after this many games against this style, with the seats swapped after each game.
    fn acquainted(style: &dyn Style<Indigo>, games: usize) -> OpponentWeights {
        let how = crate::search_settings::<Indigo>(&"champion:nodes=1".parse().expect("a spec")).expect("settings");
        let mut champion = Champion::new(how, Memory::Match);
        for number in 0..=games {
            let me = Seat::new(number % 2);
            let mut state = Indigo.start(&Indigo.shuffle(Seed(number as u64))).expect("a shuffled deal is valid");
            if number == games {
                return champion.priors(&state.observe(me));
            }
            let (mut rng, own) = (Rng::new(Seed(number as u64)), Indigo.default_style());
            while let Turn::Of(seat) = state.turn() {
                let player = if seat == me { &*own } else { style };
                state.play(player.choose(&state.observe(seat), &mut rng)).expect("legal");
            }
            let seen = SeenGame { view: state.observe(me), moving: Rotation::new(1, Indigo::SEATS) };
            champion = champion.having(&seen).expect("it remembers");
        }
        unreachable!("the last round returns")
    }

    #[test]
    fn after_some_games_the_other_is_known() {
        for (place, style) in [&Random as &dyn Style<Indigo>, &Classic, &Greedy].into_iter().enumerate() {
            let (before, after) = (acquainted(style, 0), acquainted(style, 3));
            assert_eq!(before, PRIORS);
            assert!(after[place] > 0.9 && after.iter().all(|&prior| prior > 0.0), "{}: {after:?}", style.name());
        }
    }
}

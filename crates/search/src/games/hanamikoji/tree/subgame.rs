//! A game, or the rest of one, ready to be solved.

use std::sync::Arc;

use cardsharp_rules::hanamikoji::Action;

use super::build::{Builder, TooLarge};
use super::cursor::{Cursor, heaps};
use super::joint;
use super::public::Public;
use super::showdown::Showdown;
use super::space::{Shape, Situation, Space};
use super::symmetry::Alike;
use super::variant::Variant;
use crate::equilibrium::{Gadget, Rule, Solver, Tree};

/// The rest of a game from a position on, with each seat's reach by row.
pub struct Subgame {
    builder: Builder,
    spaces: [Arc<Space>; 2],
    reach: [Vec<f32>; 2],
    root: Cursor,
}

impl Subgame {
    /// Builds the whole game.
    ///
    /// # Errors
    /// If the tree would have more than `most` choices.
    pub fn whole(variant: Variant, most: usize) -> Result<Subgame, TooLarge> {
        Subgame::from_start(variant, Alike::at_start(&variant), most)
    }

    /// Builds the whole game with a node for every mirror image, for policies that treat equivalent types differently.
    ///
    /// # Errors
    /// If the tree would have more than `most` choices.
    pub fn whole_unmerged(variant: Variant, most: usize) -> Result<Subgame, TooLarge> {
        Subgame::from_start(variant, Alike::NONE, most)
    }

    fn from_start(variant: Variant, alike: Alike, most: usize) -> Result<Subgame, TooLarge> {
        let mut builder = Builder::new(variant, most);
        let public = Public::start(&variant);
        let shape = Shape { unseen: variant.deck(), hand: variant.dealt(), secret: 0, burned: 0 };
        let space = builder.spaces.get(shape);
        builder.next(&public, alike)?;
        let deal: Vec<f32> = space.hands().iter().map(|&hand| joint::of_deal(hand)).collect();
        let mut reach = [deal.clone(), deal];
        joint::normalise([&space, &space], &mut reach);
        let root = Cursor::root(&builder, public, alike);
        Ok(Subgame { builder, spaces: [Arc::clone(&space), space], reach, root })
    }

    /// Builds the rest of a game, where `weigh` returns the reach of a seat with a row, including its own part of
    /// chance. Returns `None` if no two rows are compatible.
    ///
    /// # Errors
    /// If the tree would have more than `most` choices.
    pub fn after(
        variant: Variant,
        public: &Public,
        mut weigh: impl FnMut(usize, &Situation) -> f32,
        most: usize,
    ) -> Result<Option<Subgame>, TooLarge> {
        let mut builder = Builder::new(variant, most);
        let spaces = [0, 1].map(|seat| builder.space(public, seat));
        let mut reach = [0, 1].map(|seat: usize| spaces[seat].situations().map(|row| weigh(seat, &row)).collect());
        if !joint::normalise([&spaces[0], &spaces[1]], &mut reach) {
            return Ok(None);
        }
        let alike = Alike::in_reach(&variant, public.lead(), [&spaces[0], &spaces[1]], [&reach[0], &reach[1]]);
        // An open offer distinguishes types before its cards lie on a side.
        let alike = public.offer.map(heaps).map_or(alike, |[heap, rest]| alike.seen(heap, rest));
        builder.position(public, alike)?;
        let root = Cursor::root(&builder, *public, alike);
        Ok(Some(Subgame { builder, spaces, reach, root }))
    }

    /// Its tree.
    pub fn tree(&self) -> &Tree {
        &self.builder.tree
    }

    /// The rows of a seat at the start of the subgame.
    pub fn space(&self, seat: usize) -> &Space {
        &self.spaces[seat]
    }

    /// The scaled reach of a seat, by row.
    pub fn reach(&self, seat: usize) -> &[f32] {
        &self.reach[seat]
    }

    /// Creates a solver for this subgame.
    pub fn solver(&self, rule: Rule, threads: usize) -> Solver<'_, Showdown> {
        Solver::new(&self.builder.tree, &self.builder.showdown, rule, self.reach.clone(), threads)
    }

    /// Creates a gadget in which the rows of a seat may decline for a granted value, from −1 to 1. Rows without a value
    /// must enter, and of the others the part `forced`.
    pub fn gadget(&self, seat: usize, forced: f32, mut grant: impl FnMut(&Situation) -> Option<f32>) -> Gadget {
        let [mine, theirs] = [seat, 1 - seat].map(|seat| self.spaces[seat].as_ref());
        let weights = joint::weigh(mine, theirs, &self.reach[1 - seat]);
        let granted = mine.situations().zip(weights).map(|(row, weight)| Some(grant(&row)? * weight as f32)).collect();
        Gadget::new(seat, self.reach[seat].clone(), granted, forced)
    }

    /// The first decision.
    pub fn root(&self) -> Cursor {
        self.root
    }

    /// Returns the decision after an action; none if the game is then over or no hand can do it. Ignores hidden cards.
    pub fn after_action(&self, place: &Cursor, action: Action) -> Option<Cursor> {
        place.after(&self.builder, action)
    }

    /// Returns one action for each node that follows a place, as both seats see it.
    pub(super) fn open_actions(&self, place: &Cursor) -> Vec<Action> {
        place.open_actions(&self.builder)
    }

    /// Returns the possible situations of the deciding seat, row by row.
    pub fn situations(&self, place: &Cursor) -> Vec<Situation> {
        place.situations(&self.builder)
    }

    /// Returns the deciding seat's actions in a situation, each with its index in [`Solver::strategy`] of the node.
    pub fn choices(&self, place: &Cursor, situation: &Situation) -> Vec<(Action, usize)> {
        place.choices(&self.builder, situation)
    }

    /// Returns the value of each action at the root in a situation, from −1 to 1, if the seat then plays a best
    /// response to the other's average strategy; empty if the situation is impossible.
    pub fn worths(&self, solver: &mut Solver<'_, Showdown>, situation: &Situation) -> Vec<(Action, f64)> {
        let seat = self.root.actor();
        let [mine, theirs] = [seat, 1 - seat].map(|seat| self.spaces[seat].as_ref());
        let Some(row) = mine.row(situation) else { return Vec::new() };
        let likely = joint::weigh(mine, theirs, &self.reach[1 - seat])[row as usize];
        if likely <= 0.0 {
            return Vec::new();
        }
        let worths = solver.choices_at_root();
        let choices = self.choices(&self.root, situation).into_iter();
        choices.map(|(action, choice)| (action, f64::from(worths[choice]) / likely)).collect()
    }

    /// Returns the average strategy of the deciding seat in a situation.
    pub fn play(&self, solver: &Solver<'_, Showdown>, place: &Cursor, situation: &Situation) -> Vec<(Action, f32)> {
        let likely = solver.strategy(place.node());
        self.choices(place, situation).into_iter().map(|(action, choice)| (action, likely[choice])).collect()
    }
}

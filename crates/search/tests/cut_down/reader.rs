//! Reads the solver's strategy in a world of the slow game.

use std::cell::RefCell;
use std::collections::HashMap;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha};
use cardsharp_search::equilibrium::Solver;
use cardsharp_search::hanamikoji::tree::showdown::Showdown;
use cardsharp_search::hanamikoji::tree::{Cursor, Situation, Subgame};

use super::{World, to_cards};

/// The solver's average strategy, by worlds of the slow game.
pub struct Reader<'a> {
    pub game: &'a Subgame,
    pub solver: &'a Solver<'a, Showdown>,
    pub strategies: RefCell<HashMap<u32, Vec<f32>>>,
    /// The node of the tree after each public past.
    pub places: RefCell<HashMap<Vec<Action>, Cursor>>,
}

impl Reader<'_> {
    fn place(&self, past: &[Action]) -> Cursor {
        let open = past.iter().map(|&action| match action {
            Action::Secret(_) => Action::Secret(Geisha::A),
            Action::Burn(_) => Action::Burn(Cards::EMPTY),
            action => action,
        });
        let after = |place: Cursor, &action: &Action| self.game.after_action(&place, action).expect("it goes on");
        let follow = |past: &Vec<Action>| past.iter().fold(self.game.root(), after);
        *self.places.borrow_mut().entry(open.collect()).or_insert_with_key(follow)
    }

    pub fn play(&self, (game, _, past): &World, legal: &[Action]) -> Vec<f64> {
        let (place, actor) = (self.place(past), game.actor());
        assert_eq!(place.actor(), actor);
        let situation = Situation {
            hand: to_cards(&game.hands[actor]),
            secret: game.secrets[actor].map_or(Cards::EMPTY, Cards::from),
            burned: to_cards(&game.burned[actor]),
        };
        let mut strategies = self.strategies.borrow_mut();
        let likely = strategies.entry(place.node()).or_insert_with(|| self.solver.strategy(place.node()));
        let choices = self.game.choices(&place, &situation);
        assert_eq!(choices.len(), legal.len(), "the tree has the actions of the slow rules");
        let of = |action: &Action| choices.iter().find(|(choice, _)| choice == action).expect("a legal action").1;
        legal.iter().map(|action| f64::from(likely[of(action)])).collect()
    }
}

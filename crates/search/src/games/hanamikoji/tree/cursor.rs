//! Navigation in a solved game.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Offer, Pairs};

use super::build::Builder;
use super::menu::offer_of;
use super::public::Public;
use super::space::{Names, Shape, Situation, renamed};
use super::symmetry::{Alike, lowest_offer, lowest_taken};
use crate::equilibrium::Step;

/// A decision of a game that is followed through its tree.
///
/// The tree has one of several mirror images, so its names of types may differ from the table's; this translates.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    pub(super) node: u32,
    public: Public,
    alike: Alike,
    /// The tree's name of each type.
    names: Names,
}

impl Cursor {
    pub(super) fn root(builder: &Builder, public: Public, alike: Alike) -> Cursor {
        Cursor { node: builder.tree.root(), public, alike, names: Geisha::ALL }.skip_draws(builder)
    }

    /// The number of its node.
    pub fn node(&self) -> u32 {
        self.node
    }

    /// The seat that acts or answers, unless the game is over.
    pub fn actor(&self) -> usize {
        self.public.actor()
    }

    /// Moves past draws, to a decision or the end of the game.
    fn skip_draws(mut self, builder: &Builder) -> Cursor {
        while let Step::Draw { .. } = builder.tree.nodes()[self.node as usize].step {
            self.node = builder.tree.children(&builder.tree.nodes()[self.node as usize])[0].node;
        }
        self
    }

    /// Returns the actions of the deciding seat in a situation, each with its index in the node's strategy.
    pub(super) fn choices(&self, builder: &Builder, situation: &Situation) -> Vec<(Action, usize)> {
        let here = situation.renamed(&self.names);
        let back = inverse(self.names);
        let shape = self.shape(builder);
        let Some(space) = builder.spaces.find(&shape) else { return Vec::new() };
        let Some(row) = space.row(&here) else { return Vec::new() };
        if let Some(offer) = self.public.offer {
            let number = |(number, taken)| (Action::Take(renamed(taken, &back)), number * space.len() + row as usize);
            return offer.choices().enumerate().map(number).collect();
        }
        let Some(menu) = builder.find_menu(shape, self.public.used[self.actor()]) else { return Vec::new() };
        let actions = space.hand_number(here.hand).map_or(&[][..], |hand| menu.actions_of(hand));
        let choice = |&action: &Action| Some((rename(action, back), menu.choice(&here, action)? as usize));
        actions.iter().filter_map(choice).collect()
    }

    pub(super) fn situations(&self, builder: &Builder) -> Vec<Situation> {
        let back = inverse(self.names);
        let space = builder.spaces.find(&self.shape(builder));
        space.map_or_else(Vec::new, |space| space.situations().map(|row| row.renamed(&back)).collect())
    }

    /// Returns an action for each child of the node, with the table's names.
    pub(super) fn open_actions(&self, builder: &Builder) -> Vec<Action> {
        let (back, exchanges) = (inverse(self.names), self.alike.exchanges());
        let actions: Vec<Action> = if let Some(offer) = self.public.offer {
            let lowest_one = |&taken: &Cards| lowest_taken(taken, &exchanges).0 == taken;
            offer.choices().filter(lowest_one).map(Action::Take).collect()
        } else if let Some(menu) = builder.find_menu(self.shape(builder), self.public.used[self.actor()]) {
            let lowest_one = |offer: &Offer| lowest_offer(*offer, &exchanges).0 == *offer;
            let offers = menu.offers.iter().map(|(offer, _)| *offer).filter(lowest_one).map(offering);
            menu.hidden.iter().map(|(kind, _)| hiding(*kind)).chain(offers).collect()
        } else {
            Vec::new()
        };
        actions.into_iter().map(|action| rename(action, back)).collect()
    }

    fn shape(&self, builder: &Builder) -> Shape {
        builder.shape(&self.public, self.actor())
    }

    /// Returns the cursor after an action; none if the game is then over or no hand can do it. Ignores hidden cards.
    pub(super) fn after(&self, builder: &Builder, action: Action) -> Option<Cursor> {
        let (mut next, actor) = (*self, self.actor());
        let children = builder.tree.children(&builder.tree.nodes()[self.node as usize]);
        let exchanges = self.alike.exchanges();
        let number = match rename(action, self.names) {
            Action::Secret(_) | Action::Burn(_) => {
                let kind = if let Action::Secret(_) = action { Kind::Secret } else { Kind::Burn };
                let menu = builder.find_menu(self.shape(builder), self.public.used[actor])?;
                next.public.hide(actor, kind);
                menu.hidden.iter().position(|(hidden, _)| *hidden == kind)?
            }
            Action::Take(taken) => {
                let (lowest, back) = lowest_taken(taken, &exchanges);
                next.names = then(self.names, inverse(back));
                let lowest_one = |&taken: &Cards| lowest_taken(taken, &exchanges).0 == taken;
                let number = self.public.offer?.choices().filter(lowest_one).position(|choice| choice == lowest)?;
                next.public.take(lowest);
                next.alike = self.alike.seen(lowest, Cards::EMPTY);
                number
            }
            offered => {
                let (lowest, back) = lowest_offer(offer_of(offered)?, &exchanges);
                next.names = then(self.names, inverse(back));
                let menu = builder.find_menu(self.shape(builder), self.public.used[actor])?;
                let lowest_one = |offer: &Offer| lowest_offer(*offer, &exchanges).0 == *offer;
                let offers = menu.offers.iter().map(|(offer, _)| *offer);
                let number = menu.hidden.len() + offers.filter(lowest_one).position(|offer| offer == lowest)?;
                let [heap, rest] = heaps(lowest);
                next.public.show(actor, lowest);
                next.alike = self.alike.seen(heap, rest);
                number
            }
        };
        next.node = children.get(number)?.node;
        Some(next.skip_draws(builder))
    }
}

pub(super) fn offering(offer: Offer) -> Action {
    match offer {
        Offer::Gift(cards) => Action::Gift(cards),
        Offer::Competition(pairs) => Action::Compete(pairs),
    }
}

/// Returns an action of this hidden kind, with arbitrary cards.
fn hiding(kind: Kind) -> Action {
    if kind == Kind::Secret { Action::Secret(Geisha::A) } else { Action::Burn(Cards::EMPTY) }
}

/// Returns the cards of an offer in its heaps.
pub(super) fn heaps(offer: Offer) -> [Cards; 2] {
    match offer {
        Offer::Gift(cards) => [cards, Cards::EMPTY],
        Offer::Competition(pairs) => pairs.both(),
    }
}

fn inverse(names: Names) -> Names {
    let mut inverse = Geisha::ALL;
    for card in Geisha::ALL {
        inverse[names[card.index()].index()] = card;
    }
    inverse
}

/// Applies `first`, then `second`.
fn then(first: Names, second: Names) -> Names {
    first.map(|name| second[name.index()])
}

pub(super) fn rename(action: Action, names: Names) -> Action {
    match action {
        Action::Secret(card) => Action::Secret(names[card.index()]),
        Action::Burn(cards) => Action::Burn(renamed(cards, &names)),
        Action::Gift(cards) => Action::Gift(renamed(cards, &names)),
        Action::Compete(pairs) => {
            let [low, high] = pairs.both();
            Action::Compete(Pairs::new(renamed(low, &names), renamed(high, &names)))
        }
        Action::Take(cards) => Action::Take(renamed(cards, &names)),
    }
}

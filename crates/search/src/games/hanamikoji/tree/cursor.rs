//! Finding one's way in a solved game.

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Offer, Pairs};

use super::build::Builder;
use super::menu::offer_of;
use super::public::Public;
use super::space::{Names, Shape, Situation, renamed};
use super::symmetry::{Alike, lowest_offer, lowest_taken};
use crate::equilibrium::Step;

/// A decision of a game that is being followed through its tree.
///
/// Where the tree has only one of several mirror images, types have other names in it than at
/// the table; whoever asks need not know.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    pub(super) node: u32,
    public: Public,
    alike: Alike,
    /// What the types are called in the tree.
    names: Names,
}

impl Cursor {
    pub(super) fn root(builder: &Builder, public: Public, alike: Alike) -> Cursor {
        Cursor { node: builder.tree.root(), public, alike, names: Geisha::ALL }.drawn(builder)
    }

    /// The number of its node.
    pub fn node(&self) -> u32 {
        self.node
    }

    /// The seat that acts or answers, unless the game is over.
    pub fn actor(&self) -> usize {
        self.public.actor()
    }

    /// Past draws, to where somebody decides or the game is over.
    fn drawn(mut self, builder: &Builder) -> Cursor {
        while let Step::Draw { .. } = builder.tree.nodes()[self.node as usize].step {
            self.node = builder.tree.children(&builder.tree.nodes()[self.node as usize])[0].node;
        }
        self
    }

    /// What the seat to act may do in a situation, and where each choice stands in the node's strategy.
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

    /// The situations of the seat to act, row by row.
    pub(super) fn situations(&self, builder: &Builder) -> Vec<Situation> {
        let back = inverse(self.names);
        let space = builder.spaces.find(&self.shape(builder));
        space.map_or_else(Vec::new, |space| space.situations().map(|row| row.renamed(&back)).collect())
    }

    /// An action for each child of the node, with the names of the table.
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

    /// Where an action leads, unless the game is over then or nobody can do it here. Which card is
    /// hidden or burned makes no difference.
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
        Some(next.drawn(builder))
    }
}

/// The action that shows an offer.
pub(super) fn offering(offer: Offer) -> Action {
    match offer {
        Offer::Gift(cards) => Action::Gift(cards),
        Offer::Competition(pairs) => Action::Compete(pairs),
    }
}

/// An action that hides cards as this kind does; which ones nobody sees.
fn hiding(kind: Kind) -> Action {
    if kind == Kind::Secret { Action::Secret(Geisha::A) } else { Action::Burn(Cards::EMPTY) }
}

/// The cards of an offer in the heaps they are shown in.
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

/// First these names, then those.
fn then(first: Names, second: Names) -> Names {
    first.map(|name| second[name.index()])
}

/// An action with other names for the types.
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

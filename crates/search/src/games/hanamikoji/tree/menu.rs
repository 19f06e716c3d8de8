//! The actions of a seat with each of its hands, and the maps to its rows after them.

use std::collections::HashMap;
use std::sync::Arc;

use cardsharp_rules::hanamikoji::{Action, Cards, Kind, Offer};

use super::cursor::{offering, rename};
use super::space::{Names, Shape, Situation, Space, Spaces, renamed};
use crate::equilibrium::{Block, Layout, Map, Piece};

/// The choices of a space with some kinds of action left, ordered by hand, then action, then tail.
#[derive(Debug)]
pub(super) struct Menu {
    pub(super) space: Arc<Space>,
    pub(super) layout: u32,
    actions: Vec<Vec<Action>>,
    /// The first choice of each hand.
    starts: Vec<u32>,
    /// Secret and Burn, if left, with the map from the next rows to the choices.
    pub(super) hidden: Vec<(Kind, u32)>,
    /// Every offer, with its map.
    pub(super) offers: Vec<(Offer, u32)>,
}

pub(super) fn offer_of(action: Action) -> Option<Offer> {
    match action {
        Action::Gift(cards) => Some(Offer::Gift(cards)),
        Action::Compete(pairs) => Some(Offer::Competition(pairs)),
        Action::Secret(_) | Action::Burn(_) | Action::Take(_) => None,
    }
}

impl Menu {
    /// Creates the menu of these rows; the caller numbers maps and layouts.
    pub(super) fn new(
        space: Arc<Space>,
        kinds: &[Kind],
        spaces: &mut Spaces,
        add_map: &mut impl FnMut(Map) -> u32,
        add_layout: &mut impl FnMut(Layout) -> u32,
    ) -> Menu {
        let (mut actions, mut starts, mut blocks) = (Vec::new(), vec![0], Vec::new());
        for (number, &hand) in space.hands().iter().enumerate() {
            let mut can = Vec::new();
            for kind in kinds {
                kind.actions(hand, &mut can);
            }
            let rows = space.rows_of(number).len() as u32;
            blocks.push(Block { rows, actions: can.len() as u32 });
            starts.push(starts[number] + rows * can.len() as u32);
            actions.push(can);
        }
        let layout = add_layout(Layout::new(blocks));
        let mut menu = Menu { space, layout, actions, starts, hidden: Vec::new(), offers: Vec::new() };
        for &kind in kinds.iter().filter(|kind| matches!(kind, Kind::Secret | Kind::Burn)) {
            let next = spaces.get(hidden_shape(menu.space.shape(), kind));
            menu.hidden.push((kind, add_map(menu.after_hiding(kind, &next))));
        }
        menu.offers = menu
            .after_offers(spaces)
            .into_iter()
            .map(|(offer, pieces)| (offer, add_map(Map::Pieces(pieces))))
            .collect();
        menu
    }

    pub(super) fn actions_of(&self, hand: usize) -> &[Action] {
        &self.actions[hand]
    }

    /// Returns the number of a choice: a situation and an action.
    pub(super) fn choice(&self, situation: &Situation, action: Action) -> Option<u32> {
        let hand = self.space.hand_number(situation.hand)?;
        let rows = self.space.rows_of(hand);
        let row = self.space.row(situation)? - rows.start;
        let number = self.actions[hand].binary_search(&action).ok()?;
        Some(self.starts[hand] + number as u32 * rows.len() as u32 + row)
    }

    /// Returns the choices that are mirror images of others.
    pub(super) fn orbits(&self, exchanges: &[Names]) -> Vec<(u32, u32)> {
        let mut orbits = Vec::new();
        for situation in self.space.situations() {
            let hand = self.space.hand_number(situation.hand).expect("one of the hands");
            for &action in &self.actions[hand] {
                let image = |names: &Names| self.choice(&situation.renamed(names), rename(action, *names));
                let choice = self.choice(&situation, action);
                let first = exchanges.iter().filter_map(image).min();
                if let (Some(choice), Some(first)) = (choice, first)
                    && choice != first
                {
                    orbits.push((choice, first));
                }
            }
        }
        orbits
    }

    /// Maps rows after Secret or Burn: the card moves from the hand to the tail.
    fn after_hiding(&self, kind: Kind, next: &Space) -> Map {
        let choice = |situation: Situation| {
            let Situation { hand, secret, burned } = situation;
            let (before, action) = if kind == Kind::Secret {
                let card = secret.types().next().expect("it has just been hidden");
                (Situation { hand: hand + secret, secret: Cards::EMPTY, burned }, Action::Secret(card))
            } else {
                (Situation { hand: hand + burned, secret, burned: Cards::EMPTY }, Action::Burn(burned))
            };
            self.choice(&before, action).expect("the hidden card was in the hand")
        };
        Map::Each(next.situations().map(choice).collect())
    }

    /// Maps rows after each offer: the tails of a hand are those of the rest of it, in the same order.
    fn after_offers(&self, spaces: &mut Spaces) -> Vec<(Offer, Vec<Piece>)> {
        let mut numbers: HashMap<Offer, usize> = HashMap::new();
        let mut offers: Vec<(Offer, Vec<Piece>)> = Vec::new();
        let mut nexts: Vec<Arc<Space>> = Vec::new();
        for (number, &hand) in self.space.hands().iter().enumerate() {
            let count = self.space.rows_of(number).len() as u32;
            for (place, &action) in self.actions[number].iter().enumerate() {
                let Some(offer) = offer_of(action) else { continue };
                let index = *numbers.entry(offer).or_insert_with(|| {
                    offers.push((offer, Vec::new()));
                    nexts.push(spaces.get(offered_shape(self.space.shape(), offer.cards())));
                    offers.len() - 1
                });
                let rest = nexts[index].hand_number(hand - offer.cards()).expect("the rest of the hand is a hand");
                let child = nexts[index].rows_of(rest).start;
                let parent = self.starts[number] + place as u32 * count;
                offers[index].1.push(Piece { child, parent, count });
            }
        }
        offers
    }

    /// Maps the rows of an offer to the choices of a mirror image of it: `back` gives each type its name in the image.
    pub(super) fn mirrored_offer(&self, next: &Space, offer: Offer, back: Names) -> Map {
        let action = offering(offer);
        let choice = |situation: Situation| {
            let there = situation.renamed(&back);
            let before = Situation { hand: there.hand + offer.cards(), ..there };
            self.choice(&before, action).expect("a hand with the offer in it")
        };
        Map::Each(next.situations().map(choice).collect())
    }
}

pub(super) fn hidden_shape(shape: Shape, kind: Kind) -> Shape {
    let hand = shape.hand - kind.cards();
    match kind {
        Kind::Secret => Shape { hand, secret: 1, ..shape },
        _ => Shape { hand, burned: 2, ..shape },
    }
}

pub(super) fn offered_shape(shape: Shape, offered: Cards) -> Shape {
    Shape { unseen: shape.unseen - offered, hand: shape.hand - offered.len(), ..shape }
}

/// Maps the rows that remain possible with fewer unseen cards to the earlier ones.
pub(super) fn narrowed(before: &Space, after: &Space, back: Option<&Names>) -> Map {
    let mut rows = Vec::with_capacity(after.len());
    for (number, &hand) in after.hands().iter().enumerate() {
        let there = before.hand_number(back.map_or(hand, |names| renamed(hand, names))).expect("it was possible");
        for &[secret, burned] in after.tails_of(number) {
            let tail = back.map_or([secret, burned], |names| [renamed(secret, names), renamed(burned, names)]);
            rows.push(before.row_with(there, tail).expect("it was possible before"));
        }
    }
    Map::Each(rows)
}

/// Returns the leads of a draw: pairs of a row before and after.
pub(super) fn drawing(before: &Space, after: &Space) -> Vec<(u32, u32)> {
    let mut leads = Vec::new();
    for (number, &hand) in after.hands().iter().enumerate() {
        for card in hand.types() {
            let there = before.hand_number(hand - card.into()).expect("a hand without the card");
            for (row, &tail) in after.rows_of(number).zip(after.tails_of(number)) {
                leads.push((before.row_with(there, tail).expect("the same is hidden"), row));
            }
        }
    }
    leads
}

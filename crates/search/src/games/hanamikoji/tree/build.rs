//! Builds trees of Hanamikoji.

use std::collections::HashMap;
use std::sync::Arc;

use cardsharp_rules::hanamikoji::{Cards, Geisha, Kind, Offer};

use super::cursor::heaps;
use super::menu::{self, Menu};
use super::public::Public;
use super::showdown::Showdown;
use super::space::{Names, Shape, Space, Spaces};
use super::symmetry::{Alike, lowest_offer, lowest_taken};
use super::variant::Variant;
use crate::equilibrium::{Block, Layout, Map, Step, Tree, View};

pub(super) struct Builder {
    pub(super) variant: Variant,
    pub(super) tree: Tree,
    pub(super) showdown: Showdown,
    pub(super) spaces: Spaces,
    menus: HashMap<(Shape, u8), Arc<Menu>>,
    narrowed: HashMap<(Shape, Cards), u32>,
    leads: HashMap<Shape, u32>,
    answers: HashMap<(u32, u32), u32>,
    pieces: HashMap<(u32, u32), u32>,
    orbits: HashMap<(Shape, u8, Alike, Option<Offer>), u32>,
    same: u32,
    /// The maximum number of choices.
    most: usize,
}

/// The tree would have more choices than its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl Builder {
    pub(super) fn new(variant: Variant, most: usize) -> Builder {
        let mut tree = Tree::default();
        let same = tree.add_map(Map::Same);
        Builder {
            variant,
            tree,
            showdown: Showdown::default(),
            spaces: Spaces::default(),
            menus: HashMap::new(),
            narrowed: HashMap::new(),
            leads: HashMap::new(),
            answers: HashMap::new(),
            pieces: HashMap::new(),
            orbits: HashMap::new(),
            same,
            most,
        }
    }

    pub(super) fn shape(&self, public: &Public, seat: usize) -> Shape {
        Shape {
            unseen: public.unseen,
            hand: public.hand_size(&self.variant, seat),
            secret: usize::from(public.has_used(seat, Kind::Secret)),
            burned: 2 * usize::from(public.has_used(seat, Kind::Burn)),
        }
    }

    pub(super) fn space(&mut self, public: &Public, seat: usize) -> Arc<Space> {
        self.spaces.get(self.shape(public, seat))
    }

    pub(super) fn find_menu(&self, shape: Shape, used: u8) -> Option<&Menu> {
        self.menus.get(&(shape, used)).map(Arc::as_ref)
    }

    fn spaces(&mut self, public: &Public) -> [Arc<Space>; 2] {
        [0, 1].map(|seat| self.space(public, seat))
    }

    pub(super) fn menu(&mut self, public: &Public) -> Arc<Menu> {
        let actor = public.actor();
        let space = self.space(public, actor);
        let key = (space.shape(), public.used[actor]);
        if let Some(menu) = self.menus.get(&key) {
            return Arc::clone(menu);
        }
        let kinds = public.left(&self.variant, actor);
        // The tree numbers the maps and layouts; a menu only receives the numbers.
        let tree = std::cell::RefCell::new(&mut self.tree);
        let mut add_map = |map| tree.borrow_mut().add_map(map);
        let mut add_layout = |layout| tree.borrow_mut().add_layout(layout);
        let menu = Arc::new(Menu::new(space, &kinds, &mut self.spaces, &mut add_map, &mut add_layout));
        self.menus.insert(key, Arc::clone(&menu));
        menu
    }

    /// Adds a position with all that follows; the seat whose turn it is has drawn.
    pub(super) fn position(&mut self, public: &Public, alike: Alike) -> Result<u32, TooLarge> {
        if self.tree.choices() > self.most {
            return Err(TooLarge);
        }
        match public.offer {
            Some(offer) => self.answer(public, offer, alike),
            None => self.turn(public, alike),
        }
    }

    fn turn(&mut self, public: &Public, alike: Alike) -> Result<u32, TooLarge> {
        let actor = public.actor();
        let menu = self.menu(public);
        let other = self.space(public, 1 - actor);
        let view = |own: u32, others: u32| if actor == 0 { View([own, others]) } else { View([others, own]) };
        let mut children = Vec::new();
        for &(kind, map) in &menu.hidden {
            let mut next = *public;
            next.hide(actor, kind);
            let node = self.next(&next, alike)?;
            children.push((node, vec![view(map, self.same)]));
        }
        let exchanges = alike.exchanges();
        for &(offer, own) in &menu.offers {
            let (lowest, _) = lowest_offer(offer, &exchanges);
            if lowest != offer {
                continue;
            }
            let mut next = *public;
            next.show(actor, offer);
            let [heap, rest] = heaps(offer);
            let node = self.position(&next, alike.seen(heap, rest))?;
            let narrowed = self.narrowed(&other, next.unseen);
            let mut views = vec![view(own, narrowed)];
            for (image, back) in images(&menu, offer, &exchanges) {
                let [mine, theirs] = self.spaces_by(&next, actor);
                let own = self.tree.add_map(menu.mirrored_offer(&mine, image, back));
                let narrowed = self.tree.add_map(menu::narrowed(&other, &theirs, Some(&back)));
                views.push(view(own, narrowed));
            }
            children.push((node, views));
        }
        let mut rows = [other.len() as u32; 2];
        rows[actor] = menu.space.len() as u32;
        let orbits =
            self.orbits((menu.space.shape(), public.used[actor], alike, None), &exchanges, || menu.orbits(&exchanges));
        Ok(self.tree.add(Step::Decision { seat: actor as u8, layout: menu.layout, orbits }, rows, &children))
    }

    /// Returns the number of the orbits of a node's choices, if names can be exchanged.
    fn orbits(
        &mut self,
        key: (Shape, u8, Alike, Option<Offer>),
        exchanges: &[Names],
        find: impl FnOnce() -> Vec<(u32, u32)>,
    ) -> Option<u32> {
        if exchanges.len() == 1 {
            return None;
        }
        let tree = &mut self.tree;
        Some(*self.orbits.entry(key).or_insert_with(|| tree.add_orbits(find())))
    }

    fn spaces_by(&mut self, public: &Public, seat: usize) -> [Arc<Space>; 2] {
        [self.space(public, seat), self.space(public, 1 - seat)]
    }

    fn narrowed(&mut self, before: &Space, unseen: Cards) -> u32 {
        let key = (before.shape(), unseen);
        if let Some(&map) = self.narrowed.get(&key) {
            return map;
        }
        let after = self.spaces.get(Shape { unseen, ..before.shape() });
        let map = self.tree.add_map(menu::narrowed(before, &after, None));
        self.narrowed.insert(key, map);
        map
    }

    fn answer(&mut self, public: &Public, offer: Offer, alike: Alike) -> Result<u32, TooLarge> {
        let taker = public.actor();
        let spaces = self.spaces(public);
        let rows = spaces.each_ref().map(|space| space.len() as u32);
        let choices: Vec<Cards> = offer.choices().collect();
        let layout = self.answers_layout(rows[taker], choices.len() as u32);
        let exchanges = alike.exchanges();
        let key = (spaces[taker].shape(), 0, alike, Some(offer));
        let orbits = self.orbits(key, &exchanges, || answer_orbits(&spaces[taker], &choices, &exchanges));
        if public.acted == self.variant.turns() {
            let mut endings = choices.iter().map(|&taken| {
                let mut end = *public;
                end.take(taken);
                self.showdown.add(&self.variant, &spaces[0], end.lead())
            });
            let ending = endings.next().expect("an offer can be answered");
            endings.for_each(drop);
            return Ok(self.tree.add(Step::Last { seat: taker as u8, layout, orbits, ending }, rows, &[]));
        }
        let mut children: Vec<(u32, Vec<View>)> = Vec::new();
        let mut lowest_ones: Vec<Cards> = Vec::new();
        for (number, &taken) in choices.iter().enumerate() {
            let (lowest, back) = lowest_taken(taken, &exchanges);
            let mut maps = [self.same; 2];
            if lowest == taken {
                let mut next = *public;
                next.take(taken);
                let node = self.next(&next, alike.seen(taken, Cards::EMPTY))?;
                maps[taker] = self.shifted(number as u32 * rows[taker], rows[taker]);
                children.push((node, vec![View(maps)]));
                lowest_ones.push(taken);
            } else {
                // The lowest image comes first, so it is already a child.
                let place = lowest_ones.iter().position(|&there| there == lowest).expect("the lowest comes first");
                for (seat, space) in spaces.iter().enumerate() {
                    let shift = if seat == taker { number as u32 * rows[taker] } else { 0 };
                    maps[seat] = self.tree.add_map(exchanged(space, back, shift));
                }
                children[place].1.push(View(maps));
            }
        }
        Ok(self.tree.add(Step::Decision { seat: taker as u8, layout, orbits }, rows, &children))
    }

    fn answers_layout(&mut self, rows: u32, actions: u32) -> u32 {
        let tree = &mut self.tree;
        *self
            .answers
            .entry((rows, actions))
            .or_insert_with(|| tree.add_layout(Layout::new(vec![Block { rows, actions }])))
    }

    fn shifted(&mut self, parent: u32, count: u32) -> u32 {
        let tree = &mut self.tree;
        let piece = crate::equilibrium::Piece { child: 0, parent, count };
        *self.pieces.entry((parent, count)).or_insert_with(|| tree.add_map(Map::Pieces(vec![piece])))
    }

    /// Adds the draw of the next seat, or the end of the game.
    pub(super) fn next(&mut self, public: &Public, alike: Alike) -> Result<u32, TooLarge> {
        let spaces = self.spaces(public);
        let mut rows = spaces.each_ref().map(|space| space.len() as u32);
        if public.is_over(&self.variant) {
            let ending = self.showdown.add(&self.variant, &spaces[0], public.lead());
            return Ok(self.tree.add(Step::End { ending }, rows, &[]));
        }
        let actor = public.actor();
        let shape = spaces[actor].shape();
        let before = self.spaces.get(Shape { hand: shape.hand - 1, ..shape });
        let node = self.position(public, alike)?;
        let tree = &mut self.tree;
        let leads = *self.leads.entry(shape).or_insert_with(|| tree.add_leads(menu::drawing(&before, &spaces[actor])));
        rows[actor] = before.len() as u32;
        let view = View([self.same; 2]);
        Ok(self.tree.add(Step::Draw { seat: actor as u8, leads }, rows, &[(node, vec![view])]))
    }
}

/// Returns the mirror images that this offer represents, with the names that lead to them.
fn images(menu: &Menu, offer: Offer, exchanges: &[Names]) -> Vec<(Offer, Names)> {
    if exchanges.len() == 1 {
        return Vec::new();
    }
    let others = menu.offers.iter().filter(|(image, _)| *image != offer);
    let lowest = others.map(|&(image, _)| (image, lowest_offer(image, exchanges)));
    lowest.filter(|(_, (lowest, _))| *lowest == offer).map(|(image, (_, back))| (image, back)).collect()
}

/// Returns the answers that are mirror images of others.
fn answer_orbits(space: &Space, choices: &[Cards], exchanges: &[Names]) -> Vec<(u32, u32)> {
    let rows = space.len();
    let place = |taken: Cards| choices.iter().position(|&choice| choice == taken).expect("an image of a choice");
    let mut orbits = Vec::new();
    for (number, &taken) in choices.iter().enumerate() {
        for (row, situation) in space.situations().enumerate() {
            let image = |names: &Names| {
                let row = space.row(&situation.renamed(names)).expect("an image of a row");
                place(super::space::renamed(taken, names)) * rows + row as usize
            };
            let first = exchanges.iter().map(image).min().unwrap_or(0);
            if first != number * rows + row {
                orbits.push(((number * rows + row) as u32, first as u32));
            }
        }
    }
    orbits
}

/// Maps rows, from `shift` on, to those with exchanged names.
fn exchanged(space: &Space, names: Names, shift: u32) -> Map {
    debug_assert!(names.iter().zip(Geisha::ALL).any(|(name, card)| *name != card), "some names are exchanged");
    let row = |situation: super::space::Situation| space.row(&situation.renamed(&names)).expect("a mirror image");
    Map::Each(space.situations().map(|situation| shift + row(situation)).collect())
}

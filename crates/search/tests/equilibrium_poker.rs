//! The solver on games with known values: Kuhn poker and Leduc poker.

mod poker;

use std::marker::PhantomData;

use cardsharp_rules::french::FrenchCard;
use cardsharp_rules::{Game, Seat, State as _, Turn};
use cardsharp_search::equilibrium::{Block, Endings, Layout, Map, Rule, Solver, Step, Tree, View};
use poker::kuhn::Kuhn;
use poker::leduc::Leduc;
use poker::rules::{Betting, Deal, Move, Poker, Stakes};

/// The result of seat 0 at an ending by both seats' cards, times the probability of the deal.
struct Table(Vec<Vec<Vec<f32>>>);

impl Endings for Table {
    fn values(&self, ending: u32, learner: usize, reach: &[f32], out: &mut [f32]) {
        let table = &self.0[ending as usize];
        for (mine, value) in out.iter_mut().enumerate() {
            let each = reach.iter().enumerate().map(|(theirs, reach)| match learner {
                0 => reach * table[mine][theirs],
                _ => -reach * table[theirs][mine],
            });
            *value = each.sum();
        }
    }
}

/// Builds the public tree of a poker: a row for every card, a chance node where a card is turned up.
struct Grower<S> {
    tree: Tree,
    endings: Table,
    layouts: [u32; 2],
    /// The identity map, and the row maps of the first, second and third action.
    maps: [u32; 4],
    stakes: PhantomData<S>,
}

impl<S: Stakes> Grower<S> {
    fn grow() -> Grower<S> {
        let (mut tree, rows) = (Tree::default(), S::DECK.len() as u32);
        let layouts = [2, 3].map(|actions| tree.add_layout(Layout::new(vec![Block { rows, actions }])));
        let action = |number: u32| Map::Each((number * rows..(number + 1) * rows).collect());
        let maps = [Map::Same, action(0), action(1), action(2)].map(|map| tree.add_map(map));
        let mut grower = Grower { tree, endings: Table(Vec::new()), layouts, maps, stakes: PhantomData };
        grower.node(&[], None);
        grower
    }

    /// All deals with this open card, by both seats' cards.
    fn deals(open: Option<FrenchCard>) -> impl Iterator<Item = Deal> {
        Poker::<S>::deals().into_iter().filter(move |deal| open.is_none_or(|open| deal.0[2] == open))
    }

    fn node(&mut self, moves: &[Move], open: Option<FrenchCard>) -> u32 {
        let betting = Betting::after::<S>(moves);
        let rows = [S::DECK.len() as u32; 2];
        let Turn::Of(seat) = betting.turn else {
            let ending = self.ending(moves, open);
            return self.tree.add(Step::End { ending }, rows, &[]);
        };
        if betting.round > 0 && open.is_none() {
            let view = View([self.maps[0]; 2]);
            let turned: Vec<FrenchCard> = S::DECK.iter().collect();
            let children: Vec<_> = turned.iter().map(|&card| (self.node(moves, Some(card)), vec![view])).collect();
            return self.tree.add(Step::Chance, rows, &children);
        }
        let mut state = Poker::<S>::default().start(&Self::deals(open).next().expect("a deal")).expect("it is valid");
        for &action in moves {
            state.play(action).expect("legal");
        }
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let mut children = Vec::new();
        for (number, &action) in legal.iter().enumerate() {
            let mut maps = [self.maps[0]; 2];
            maps[seat.index()] = self.maps[1 + number];
            children.push((self.node(&[moves, &[action]].concat(), open), vec![View(maps)]));
        }
        let layout = self.layouts[legal.len() - 2];
        self.tree.add(Step::Decision { seat: seat.index() as u8, layout, orbits: None }, rows, &children)
    }

    fn ending(&mut self, moves: &[Move], open: Option<FrenchCard>) -> u32 {
        let cards: Vec<FrenchCard> = S::DECK.iter().collect();
        let mut table = vec![vec![0.0; cards.len()]; cards.len()];
        let each = 1.0 / Poker::<S>::deals().len() as f32;
        for deal in Self::deals(open) {
            let mut state = Poker::<S>::default().start(&deal).expect("it is valid");
            for &action in moves {
                state.play(action).expect("legal");
            }
            let place = |seat: usize| cards.iter().position(|card| *card == deal.0[seat]).expect("a card of the deck");
            table[place(0)][place(1)] += each * state.returns().expect("it is over")[Seat::FIRST] as f32;
        }
        self.endings.0.push(table);
        self.endings.0.len() as u32 - 1
    }
}

/// Solves a poker and returns the gap and the value.
fn solve<S: Stakes>(rule: Rule, gap: f64, rounds: u32) -> (f64, f64) {
    let game = Grower::<S>::grow();
    let even = || vec![1.0; S::DECK.len()];
    let mut solver = Solver::new(&game.tree, &game.endings, rule, [even(), even()], 1);
    let found = solver.solve(gap, rounds, |_, _| true);
    (found.total(), found.value())
}

#[test]
fn kuhn_is_worth_a_loss_of_an_eighteenth() {
    for rule in [Rule::Plus, Rule::Linear, Rule::Discounted] {
        let (gap, value) = solve::<Kuhn>(rule, 1e-4, 20_000);
        assert!((0.0..=1e-4).contains(&gap), "{rule:?}: {gap}");
        assert!((value + 1.0 / 18.0).abs() < 1e-4, "{rule:?}: {value}");
    }
}

/// The value to the first seat is −0.0856064, as in `OpenSpiel`.
#[test]
fn leduc_is_worth_what_others_have_found() {
    for rule in [Rule::Plus, Rule::Linear, Rule::Discounted] {
        let (gap, value) = solve::<Leduc>(rule, 4e-3, 4_000);
        assert!((0.0..=4e-3).contains(&gap), "{rule:?}: {gap}");
        // The value lies within half a gap of the middle, in practice much nearer.
        assert!((value + 0.085_606_4).abs() < 1e-3, "{rule:?}: {value}");
    }
}

#[test]
fn before_anything_is_learnt_the_gap_is_that_of_even_play() {
    // The sum of both best responses against random play is 4.7472 (`OpenSpiel`'s nash_conv).
    let game = Grower::<Leduc>::grow();
    let even = || vec![1.0; 6];
    let mut solver = Solver::new(&game.tree, &game.endings, Rule::Plus, [even(), even()], 1);
    let gap = solver.gap();
    assert!((gap.total() - 4.7472).abs() < 1e-3, "{gap:?}");
}

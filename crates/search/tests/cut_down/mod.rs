//! A second implementation of cut-down Hanamikoji, slow and obvious, with the best response by plain recursion over
//! everything that can happen. It shares only cards and actions with the solver.
#![allow(dead_code, reason = "a test needs a part of it")]

pub mod reader;

use std::collections::BTreeMap;

use cardsharp_rules::hanamikoji::{Action, Cards, Geisha, Kind, Offer};

/// Parses cards such as `AABBC`.
pub fn cards(text: &str) -> Cards {
    let card = |letter: char| Geisha::ALL["ABCDEFG".find(letter).expect("a type of card")];
    Cards::gather(text.chars().map(card)).expect("no more of a type than there are")
}

/// The rules: the deck, the actions of each seat, and the winning conditions.
#[derive(Clone, Debug)]
pub struct Rules {
    pub deck: Cards,
    pub kinds: Vec<Kind>,
    pub points: usize,
    pub types: usize,
}

/// A game with all its hidden cards.
#[derive(Clone, Debug)]
pub struct Game {
    pile: Vec<Geisha>,
    pub hands: [Vec<Geisha>; 2],
    pub secrets: [Option<Geisha>; 2],
    pub burned: [Vec<Geisha>; 2],
    placed: [Vec<Geisha>; 2],
    used: [Vec<Kind>; 2],
    pub offer: Option<Offer>,
    turns: usize,
    /// The events that each seat has seen, its own cards in the order they came.
    pub seen: [Vec<String>; 2],
}

impl Rules {
    /// Every order of the deck, all equally likely: twins are indistinguishable.
    fn orders(&self) -> Vec<Vec<Geisha>> {
        let mut orders = vec![(Vec::new(), self.deck)];
        for _ in 0..self.deck.len() {
            orders = orders
                .into_iter()
                .flat_map(|(order, rest): (Vec<Geisha>, Cards)| {
                    rest.types().map(move |card| ([order.as_slice(), &[card]].concat(), rest - card.into()))
                })
                .collect();
        }
        orders.into_iter().map(|(order, _)| order).collect()
    }

    /// Every start of a game with its probability; the order of a hand does not matter.
    pub fn games(&self) -> Vec<World> {
        let dealt: usize = self.kinds.iter().map(|kind| kind.cards() - 1).sum();
        let mut deals: BTreeMap<Vec<Geisha>, f64> = BTreeMap::new();
        let orders = self.orders();
        let each = 1.0 / orders.len() as f64;
        for mut order in orders {
            order[..dealt].sort();
            order[dealt..2 * dealt].sort();
            *deals.entry(order).or_default() += each;
        }
        let start = |(order, likely): (Vec<Geisha>, f64)| (self.deal(&order), likely, Vec::new());
        deals.into_iter().map(start).collect()
    }

    pub fn deal(&self, order: &[Geisha]) -> Game {
        let dealt: usize = self.kinds.iter().map(|kind| kind.cards() - 1).sum();
        let mut hands = [order[..dealt].to_vec(), order[dealt..2 * dealt].to_vec()];
        for hand in &mut hands {
            hand.sort();
        }
        let seen = hands.clone().map(|hand| vec![format!("{hand:?}")]);
        let mut game = Game {
            // The last card is never drawn.
            pile: order[2 * dealt..].to_vec(),
            hands,
            seen,
            secrets: [None; 2],
            burned: Default::default(),
            placed: Default::default(),
            used: Default::default(),
            offer: None,
            turns: 0,
        };
        self.draw(&mut game);
        game
    }

    fn draw(&self, game: &mut Game) {
        if !self.is_over(game) && game.offer.is_none() {
            let (seat, card) = (game.actor(), game.pile.remove(0));
            game.hands[seat].push(card);
            game.seen[seat].push(format!("draws {card:?}"));
        }
    }

    pub fn is_over(&self, game: &Game) -> bool {
        game.turns == 2 * self.kinds.len() && game.offer.is_none()
    }

    pub fn legal(&self, game: &Game) -> Vec<Action> {
        if let Some(offer) = game.offer {
            return offer.choices().map(Action::Take).collect();
        }
        let hand = to_cards(&game.hands[game.actor()]);
        let mut legal = Vec::new();
        for kind in self.kinds.iter().filter(|kind| !game.used[game.actor()].contains(kind)) {
            kind.actions(hand, &mut legal);
        }
        legal
    }

    pub fn play(&self, game: &mut Game, action: Action) {
        let (actor, other) = (game.actor(), 1 - game.actor());
        let open = match action {
            Action::Secret(_) => "secret".to_owned(),
            Action::Burn(_) => "burn".to_owned(),
            action => format!("{action}"),
        };
        game.seen[actor].push(format!("{action}"));
        game.seen[other].push(open);
        if let Action::Take(taken) = action {
            let offered = game.offer.take().expect("something was offered").cards();
            game.placed[actor].extend(taken);
            game.placed[other].extend(offered - taken);
        } else {
            for card in action.cards() {
                let place = game.hands[actor].iter().position(|held| *held == card).expect("it is in hand");
                game.hands[actor].remove(place);
            }
            match action {
                Action::Secret(card) => game.secrets[actor] = Some(card),
                Action::Burn(cards) => game.burned[actor] = cards.iter().collect(),
                Action::Gift(cards) => game.offer = Some(Offer::Gift(cards)),
                Action::Compete(pairs) => game.offer = Some(Offer::Competition(pairs)),
                Action::Take(_) => unreachable!("it was handled above"),
            }
            game.used[actor].extend(action.kind());
            game.turns += 1;
        }
        self.draw(game);
    }

    /// The result for seat 0.
    pub fn result(&self, game: &Game) -> f64 {
        let side = |seat: usize, card: Geisha| {
            game.placed[seat].iter().chain(&game.secrets[seat]).filter(|placed| **placed == card).count()
        };
        let mine = |seat: usize| Geisha::ALL.into_iter().filter(move |&card| side(seat, card) > side(1 - seat, card));
        let points = |seat: usize| mine(seat).map(|card| self.deck.count(card)).sum::<usize>();
        for (seat, sign) in [(0, 1.0), (1, -1.0)] {
            if points(seat) >= self.points {
                return sign;
            }
        }
        for (seat, sign) in [(0, 1.0), (1, -1.0)] {
            if mine(seat).count() >= self.types {
                return sign;
            }
        }
        match points(0).cmp(&points(1)) {
            std::cmp::Ordering::Less => -1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => 1.0,
        }
    }
}

impl Game {
    /// The seat that acts or answers.
    pub fn actor(&self) -> usize {
        self.turns % 2
    }
}

pub fn to_cards(cards: &[Geisha]) -> Cards {
    Cards::gather(cards.iter().copied()).expect("cards of the deck")
}

/// A possible game with its weight and the actions so far.
pub type World = (Game, f64, Vec<Action>);

/// Returns the best mean result of a seat, times the weight of these worlds, against a strategy that gives the
/// probability of each legal action in a world.
pub fn best_response(
    rules: &Rules,
    worlds: Vec<World>,
    me: usize,
    strategy: &dyn Fn(&World, &[Action]) -> Vec<f64>,
) -> f64 {
    // A seat distinguishes worlds only by what it has seen.
    let mut alike: BTreeMap<Vec<String>, Vec<World>> = BTreeMap::new();
    for world in worlds {
        alike.entry(world.0.seen[me].clone()).or_default().push(world);
    }
    alike.into_values().map(|worlds| of_alike(rules, &worlds, me, strategy)).sum()
}

fn of_alike(rules: &Rules, worlds: &[World], me: usize, strategy: &dyn Fn(&World, &[Action]) -> Vec<f64>) -> f64 {
    let game = &worlds[0].0;
    let after = |(game, weight, past): &World, action: Action, likely: f64| {
        let mut game = game.clone();
        rules.play(&mut game, action);
        (game, weight * likely, [past.as_slice(), &[action]].concat())
    };
    if rules.is_over(game) {
        let sign = if me == 0 { 1.0 } else { -1.0 };
        return worlds.iter().map(|(game, weight, _)| sign * weight * rules.result(game)).sum();
    }
    if game.actor() == me {
        let legal = rules.legal(game);
        let worth = |&action: &Action| {
            let next = worlds.iter().map(|world| after(world, action, 1.0)).collect();
            best_response(rules, next, me, strategy)
        };
        return legal.iter().map(worth).fold(f64::NEG_INFINITY, f64::max);
    }
    let mut next = Vec::new();
    for world in worlds {
        let legal = rules.legal(&world.0);
        for (&action, likely) in legal.iter().zip(strategy(world, &legal)) {
            if likely > 0.0 {
                next.push(after(world, action, likely));
            }
        }
    }
    best_response(rules, next, me, strategy)
}
